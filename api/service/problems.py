"""The one shape of an error (RFC 9457), and every error code in one table."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import HTTPException

from adjudicator.errors import CODES, AdjudicatorError, Refused
from api.store.port import StoreUnavailable

PROBLEM_JSON = "application/problem+json"


@dataclass(frozen=True)
class Known:
    """An error code: its HTTP status, what it means, and what to do next."""

    status: int
    title: str
    hint: str


def _engine(code: str, status: int, hint: str) -> Known:
    return Known(status, CODES[code], hint)


TABLE: Mapping[str, Known] = {
    code: _engine(code, status, hint)
    for code, status, hint in (
        ("MALFORMED", 422, "Mend the fields named in errors and send it again."),
        ("UNKNOWN_TYPE", 422, "The event types are listed in /docs."),
        ("UNKNOWN_FIELD", 422, "A name beginning with _ is kept and ignored."),
        ("UNKNOWN_OPTION", 422, "GET /v1/games/{id} lists the options of a game."),
        ("UNKNOWN_GAME", 422, "GET /v1/games lists the games."),
        ("NO_TABLE", 422, "Open a table with POST /v1/tables."),
        ("TABLE_OPEN", 409, "Choose another table id, or none."),
        ("TABLE_CLOSED", 409, "Open another table."),
        ("NOBODY_SEATED", 409, "Seat a player with player_seated first."),
        ("PLACE_TAKEN", 409, "Choose another place."),
        ("HAND_ON", 409, "End the hand with hand_ended first."),
        ("NO_HAND", 409, "Start a hand with hand_started first."),
        ("HAND_CLOSED", 409, "The entry came too late; note it, or correct an entry."),
        ("STALE_VERSION", 412, "Read the entries missed, then decide again."),
        ("ID_REUSED", 422, "An id stands for one event for ever; take a new one."),
        ("NO_SUCH_ENTRY", 404, "GET the table's events to see its entries."),
        ("NO_SUCH_RULING", 404, "GET the table's rulings to see their ids."),
        ("NOT_CORRECTABLE", 422, "Correct another entry, or record what happened."),
        ("LATER_ENTRY", 409, "Correct the later entry first."),
        ("ROLE", 403, "Ask somebody in a role that may; see the roles in /docs."),
    )
} | {
    "BROKEN_JSON": Known(
        400, "The body is not JSON that everybody reads the same way.", "See detail."
    ),
    "BAD_REQUEST": Known(400, "The request cannot be taken as it is.", "See detail."),
    "NOT_FOUND": Known(404, "There is nothing at this address.", "The routes are listed in /docs."),
    "METHOD_NOT_ALLOWED": Known(
        405, "The address does not take this method.", "See the header Allow."
    ),
    "TOO_LARGE": Known(
        413, "The body is larger than the service takes.", "Send fewer events at once."
    ),
    "UNSUPPORTED_MEDIA_TYPE": Known(
        415, "The body is not sent as JSON.", "Send Content-Type: application/json."
    ),
    "KEY_REUSED": Known(
        422,
        "The Idempotency-Key was used before for another content.",
        "A key stands for one request for ever; take a new one.",
    ),
    "NO_TOKEN": Known(
        401,
        "The service asks for a token.",
        "Send Authorization: Bearer TOKEN; an admin enrols devices.",
    ),
    "BAD_TOKEN": Known(
        401, "The token lets nobody in.", "Ask an admin for another token, or log in again."
    ),
    "LOGIN_FAILED": Known(
        401, "Nobody was logged in.", "Check name and PIN; several failures lock for a while."
    ),
    "OTHER_TABLE": Known(
        403, "The device is bound to another table.", "Use that table's device, or the floor's."
    ),
    "NAME_TAKEN": Known(409, "The name was given before.", "Choose another, or renew the token."),
    "OTHER_STREAM": Known(
        409,
        "The stream cannot go on after that message.",
        "Read the state, then connect without Last-Event-ID.",
    ),
    "TOO_MANY_STREAMS": Known(
        503, "No further live stream can be opened.", "Close some, or read page by page."
    ),
    "TOO_MANY": Known(429, "Too much in a short time.", "Wait as long as Retry-After says."),
    "BUSY": Known(409, "Others are writing to this table at the moment.", "Send it again."),
    "EXPIRED": Known(
        410,
        "What was recorded at this table was dropped in its time.",
        "GET its events for the hashes, and the entry that says why.",
    ),
    "NOT_YET": Known(
        409, "The entry has no place in the signed ledger yet.", "Ask again in a second."
    ),
    "INTERNAL": Known(
        500,
        "The service failed; nothing was stored.",
        "Report the request_id to the operator.",
    ),
    "UNAVAILABLE": Known(
        503, "The database does not answer; nothing was stored.", "Try again shortly."
    ),
}
OF_STATUS = {
    400: "BAD_REQUEST",
    401: "BAD_TOKEN",
    403: "ROLE",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    413: "TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    422: "MALFORMED",
    503: "UNAVAILABLE",
}


class Problem(AdjudicatorError):
    """An answer that is an error; ``more`` are members beside the standard ones."""

    def __init__(
        self,
        code: str,
        detail: str,
        errors: Mapping[str, Sequence[str]] | None = None,
        status: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = {path: list(said) for path, said in (errors or {}).items()}
        self.status = status if status is not None else TABLE[code].status
        self.more = more


def of_refusal(refused: Refused, within: str = "") -> Problem:
    """What the engine refused, with its fields found ``within`` the body."""
    errors = {_join(within, path): said for path, said in refused.errors.items()}
    if within and not errors:
        errors = {within: [refused.detail]}
    more = {} if refused.entry is None else {"entry": refused.entry}
    return Problem(refused.code, refused.detail, errors, **more)


def _join(within: str, path: str) -> str:
    return ".".join(part for part in (within, path) if part)


def answer(problem: Problem) -> Response:
    """The problem document."""
    known = TABLE[problem.code]
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


def _headers(problem: Problem) -> dict[str, str]:
    found = {}
    if problem.status == HTTPStatus.UNAUTHORIZED:
        found["WWW-Authenticate"] = 'Bearer realm="adjudicator"'
    if "retry_after" in problem.more:
        found["Retry-After"] = str(problem.more["retry_after"])
    return found


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
    """What Flask and its helpers refuse, in the same shape."""
    status = error.code or 500
    code = OF_STATUS.get(status, "INTERNAL" if status >= 500 else "BAD_REQUEST")
    messages = getattr(error, "data", {}).get("messages", {})
    errors = dict(_flat(messages))
    detail = "; ".join(f"{path}: {said[0]}" for path, said in errors.items())
    found = answer(Problem(code, detail or _said(error), errors, status))
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            found.headers[name] = value
    return found


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
            for pair in _flat(value, path if key in inside else _join(path, str(key)))
        ]
    said = messages if isinstance(messages, list) else [messages]
    return [(path, [str(one) for one in said])]


def _internal(error: Exception) -> Response:
    """Log where it failed; the error's own words may hold what nobody should read."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
    log = current_app.extensions["adjudicator"].log
    log.error("failed", error=type(error).__name__, where=where)
    if current_app.testing:
        traceback.print_exception(error, file=sys.stderr)
    return answer(Problem("INTERNAL", "The service failed on this request."))
