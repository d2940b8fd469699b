"""The service's own log: one line of JSON for each request, never a card or a body."""

from __future__ import annotations

import logging
import re
import sys
import time
import uuid
from contextlib import suppress
from typing import Any, TextIO

import structlog
from flask import Flask, Response, g, request
from structlog import contextvars, processors

from api.lib.metrics import Metrics

GOOD_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def new_log(out: TextIO | None = None) -> Any:
    """A log that writes lines of JSON, by default to standard error."""
    return structlog.wrap_logger(
        structlog.PrintLogger(out or sys.stderr),
        processors=[
            contextvars.merge_contextvars,
            processors.add_log_level,
            processors.TimeStamper(fmt="iso", utc=True),
            processors.JSONRenderer(),
        ],
        wrapper_class=structlog.BoundLogger,
    )


def bind(**known: Any) -> None:
    """Name what this request is about in its log lines."""
    contextvars.bind_contextvars(**{k: v for k, v in known.items() if v is not None})


class Libraries(logging.Handler):
    """What the libraries have to say, in the same form.

    Their words are taken without what they say them of: a database quotes whole rows, and
    those hold cards.
    """

    def __init__(self, log: Any) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """One line; where that cannot be written, no library fails for it."""
        kind = record.exc_info[0] if record.exc_info else None
        known = {"error": kind.__name__} if kind is not None else {}
        with suppress(OSError, ValueError):
            self._log.warning("library", source=record.name, said=str(record.msg), **known)


def hear_libraries(log: Any) -> None:
    """From now on they speak here, and no longer to standard error in words of their own."""
    everybody = logging.getLogger()
    for handler in [one for one in everybody.handlers if isinstance(one, Libraries)]:
        everybody.removeHandler(handler)
    everybody.addHandler(Libraries(log))


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
