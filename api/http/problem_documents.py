"""Errors as problem documents (RFC 9457): one shape for whatever goes wrong."""

from __future__ import annotations

import json
import sys
import traceback
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import HTTPException

from adjudicator.errors import Refused
from api.service.problems import TABLE, Problem, joined, of_refusal
from api.store.port import StoreUnavailable
from api.web import pages

PROBLEM_JSON, HTML = "application/problem+json", "text/html; charset=utf-8"
OF_STATUS = {
    400: "BAD_REQUEST",
    401: "BAD_TOKEN",
    403: "ROLE",
    404: "NOT_FOUND",
    406: "NOT_ACCEPTABLE",
    405: "METHOD_NOT_ALLOWED",
    413: "TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    422: "MALFORMED",
    503: "UNAVAILABLE",
}


def answer(problem: Problem) -> Response:
    """The response that reports a problem: as a page where a browser asks for one."""
    known = TABLE[problem.code]
    if _for_people():
        g.code = problem.code
        page = pages.problem(problem, known, g.get("request_id", ""))
        return Response(page, problem.status, _headers(problem), content_type=HTML)
    content = {
        "type": f"/docs#{problem.code}",
        "title": known.title,
        "status": problem.status,
        "detail": problem.detail,
        "code": problem.code,
        "errors": problem.errors,
        "hint": known.hint,
        "request_id": g.get("request_id", ""),
        **problem.more,
    }
    g.code = problem.code
    body = json.dumps(content)
    return Response(body, problem.status, _headers(problem), content_type=PROBLEM_JSON)


def _for_people() -> bool:
    """Whether it is a page that was asked for, and not the interface."""
    kinds = ("application/json", PROBLEM_JSON, "text/html")
    page = request.accept_mimetypes.best_match(kinds) == "text/html"
    return page and not request.path.startswith("/v1/")


def _headers(problem: Problem) -> dict[str, str]:
    headers = {}
    if problem.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = 'Bearer realm="adjudicator"'
    if "retry_after" in problem.more:
        headers["Retry-After"] = str(problem.more["retry_after"])
    return headers


def register(app: Flask) -> None:
    """Answer every error of the application with a problem document."""
    app.register_error_handler(Problem, answer)
    app.register_error_handler(Refused, lambda error: answer(of_refusal(error)))
    app.register_error_handler(StoreUnavailable, _unavailable)
    app.register_error_handler(HTTPException, of_http)
    app.register_error_handler(Exception, _internal)


def _unavailable(error: StoreUnavailable) -> Response:
    return answer(Problem("UNAVAILABLE", str(error)))


def of_http(error: HTTPException) -> Response:
    """Errors of Flask and its extensions, in the same shape."""
    status = error.code or 500
    code = OF_STATUS.get(status, "INTERNAL" if status >= 500 else "BAD_REQUEST")
    messages = getattr(error, "data", {}).get("messages", {})
    errors = dict(_flat(messages))
    detail = "; ".join(f"{path}: {said[0]}" for path, said in errors.items())
    response = answer(Problem(code, detail or _said(error), errors, status))
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def _said(error: HTTPException) -> str:
    if error.code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        most = current_app.config["MAX_CONTENT_LENGTH"]
        return f"The body is too large; allowed: {most} bytes."
    if error.code == HTTPStatus.NOT_FOUND:
        return f"There is nothing at {request.path}."
    return error.description or error.name


def _flat(messages: Any, path: str = "") -> list[tuple[str, list[str]]]:
    if isinstance(messages, dict):
        inside = ("json", "query", "headers", "_schema")
        return [
            pair
            for key, value in messages.items()
            for pair in _flat(value, path if key in inside else joined(path, str(key)))
        ]
    said = messages if isinstance(messages, list) else [messages]
    return [(path, [str(one) for one in said])]


def _internal(error: Exception) -> Response:
    """Log where it failed, never the error's message: it may quote a card."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
    log = current_app.extensions["adjudicator"].log
    log.error("failed", error=type(error).__name__, where=where)
    if current_app.testing:
        traceback.print_exception(error, file=sys.stderr)
    return answer(Problem("INTERNAL", "The service failed on this request."))
