"""Every error code in one table, and the one exception that carries them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.errors import CODES, AdjudicatorError, Refused


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
    errors = {joined(within, path): said for path, said in refused.errors.items()}
    if within and not errors:
        errors = {within: [refused.detail]}
    more = {} if refused.entry is None else {"entry": refused.entry}
    return Problem(refused.code, refused.detail, errors, **more)


def joined(within: str, path: str) -> str:
    """A path inside another."""
    return ".".join(part for part in (within, path) if part)
