"""Which errors a route may return, derived from what kind of route it is.

Failures of the service itself (500) are not documented: none is meant to happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.errors import CODES
from api.service.problems import TABLE
from api.service.roles import NO_TOKEN, RECORDING, documented

EVERY = ("MALFORMED",)  # a query that it does not read
WITH_TOKEN = ("NO_TOKEN", "BAD_TOKEN", "ROLE", "OTHER_TABLE", "TOO_MANY", "UNAVAILABLE")
WITH_BODY = ("BROKEN_JSON", "TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE")
WITH_NAME = ("NOT_FOUND",)  # in its path, of something that there may not be
OF_A_TABLE = ("EXPIRED",)
JUDGED = tuple(code for code in CODES if code not in ("STALE_VERSION", "ROLE"))
RECORDS = (*JUDGED, "BAD_REQUEST", "KEY_REUSED", "BUSY", "STALE_VERSION")
IN_KIND = frozenset(
    (
        "GET /v1/rulings",
        "GET /v1/tables/{table}/events",
        "GET /v1/tables/{table}/rulings",
        "GET /v1/tables/{table}/hands/{number}",
    )
)
BESIDE: Mapping[str, tuple[str, ...]] = {
    "POST /v1/tables": ("TABLE_OPEN", "EXPIRED", "BAD_REQUEST", "KEY_REUSED", "BUSY"),
    "GET /readyz": ("UNAVAILABLE",),
    "GET /v1/rulings": ("NOT_FOUND",),
    "GET /v1/hands": ("NOT_FOUND", "EXPIRED"),
    "GET /v1/subjects": ("NOT_FOUND", "EXPIRED"),
    "GET /v1/stream": ("NOT_FOUND", "OTHER_STREAM", "TOO_MANY_STREAMS"),
    "GET /v1/ledger/inclusion": ("NOT_FOUND", "NO_SUCH_ENTRY", "NOT_YET"),
    "POST /v1/tables/{table}/what-if": JUDGED,
    "POST /v1/logins": ("BAD_REQUEST", "LOGIN_FAILED"),
    "DELETE /v1/logins": ("NOT_FOUND",),
    "POST /v1/devices": ("NAME_TAKEN",),
    "POST /v1/people": ("NAME_TAKEN",),
}
_FREE = frozenset(map(documented, NO_TOKEN))
_RECORDS = frozenset(map(documented, RECORDING - {"POST /v1/tables"}))


def statuses(route: str, body: bool) -> list[int]:
    """The statuses of the errors that a route, such as ``GET /v1/tables``, may give."""
    return sorted({TABLE[code].status for code in _codes(route, body)})


def _codes(route: str, body: bool) -> Iterator[str]:
    yield from EVERY
    yield from () if route in _FREE else WITH_TOKEN
    yield from WITH_BODY if body else ()
    yield from WITH_NAME if "{" in route else ()
    yield from OF_A_TABLE if "/{table}" in route else ()
    yield from RECORDS if route in _RECORDS else ()
    yield from ("NOT_ACCEPTABLE",) if route in IN_KIND else ()
    yield from BESIDE.get(route, ())
