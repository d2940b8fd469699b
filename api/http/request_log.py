"""Every request numbered, timed, counted and logged."""

from __future__ import annotations

import re
import time
import uuid
from typing import Any

from flask import Flask, Response, g, request
from structlog import contextvars

from api.lib.logs import bind, hear_libraries
from api.lib.metrics import Metrics

GOOD_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def register(app: Flask, log: Any, metrics: Metrics) -> None:
    """Number, time, count and log every request."""
    hear_libraries(log)

    def begin() -> None:
        given = request.headers.get("X-Request-ID", "")
        g.request_id = given if GOOD_ID.fullmatch(given) else uuid.uuid4().hex
        g.began = time.perf_counter()
        contextvars.clear_contextvars()
        bind(request_id=g.request_id)

    def end(response: Response) -> Response:
        response.headers["X-Request-ID"] = g.request_id
        took = time.perf_counter() - g.began
        route = request.url_rule.rule if request.url_rule else "none"
        metrics.request(request.method, route, response.status_code, took)
        log.info(
            "request",
            method=request.method,
            route=route,
            status=response.status_code,
            milliseconds=round(took * 1000, 2),
            **({"code": g.code} if "code" in g else {}),
        )
        return response

    app.before_request(begin)
    app.after_request(end)
