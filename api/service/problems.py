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


TABLE: Mapping[str, Known] = {
    code: Known(status, CODES[code], hint)
    for code, status, hint in (
        ("MALFORMED", 422, "Fix the fields listed in `errors` and resend."),
        ("UNKNOWN_TYPE", 422, "The event types are listed in /docs."),
        ("UNKNOWN_FIELD", 422, "Fields of your own begin with _; they are kept and ignored."),
        ("UNKNOWN_OPTION", 422, "GET /v1/games/{id} lists the options of a game."),
        ("UNKNOWN_GAME", 422, "GET /v1/games lists the games."),
        ("NO_TABLE", 422, "Open a table with POST /v1/tables."),
        ("TABLE_OPEN", 409, "Choose another table id, or send none."),
        ("TABLE_CLOSED", 409, "Open another table."),
        ("NOBODY_SEATED", 409, "Seat a player first, with player_seated."),
        ("PLACE_TAKEN", 409, "Choose another seat."),
        ("HAND_ON", 409, "End the hand first, with hand_ended."),
        ("NO_HAND", 409, "Start a hand first, with hand_started."),
        ("HAND_CLOSED", 409, "The entry came too late: record a note, or correct an entry."),
        ("POT_TOO_SMALL", 422, "Count the pot; `errors` tells what lies there and what went back."),
        ("STALE_VERSION", 412, "Read the entries you missed, then decide again."),
        ("ID_REUSED", 422, "An id stands for one event for good; use a new one."),
        ("NO_SUCH_ENTRY", 404, "GET the table's events to see its entries."),
        ("NO_SUCH_RULING", 404, "GET the table's rulings to see their ids."),
        ("NOT_CORRECTABLE", 422, "Correct another entry, or record what happened."),
        ("LATER_ENTRY", 409, "Correct the later entry first."),
        ("ROLE", 403, "Ask somebody whose role may; /docs lists the roles."),
    )
} | {
    code: Known(status, title, hint)
    for code, status, title, hint in (
        ("BROKEN_JSON", 400, "The body is not valid, unambiguous JSON.", "See `detail`."),
        ("BAD_REQUEST", 400, "The request is not valid as it stands.", "See `detail`."),
        ("NOT_FOUND", 404, "There is nothing at this address.", "/docs lists the routes."),
        (
            "NOT_ACCEPTABLE",
            406,
            "This cannot be answered in the kind that was asked for.",
            "Send an Accept header with one of the kinds in `errors`.",
        ),
        ("METHOD_NOT_ALLOWED", 405, "The route does not take this method.", "See `Allow`."),
        ("TOO_LARGE", 413, "The body is too large.", "Send fewer events at once."),
        (
            "UNSUPPORTED_MEDIA_TYPE",
            415,
            "The body was not sent as JSON.",
            "Send Content-Type: application/json.",
        ),
        (
            "KEY_REUSED",
            422,
            "The Idempotency-Key was already used for different content.",
            "A key stands for one request for good; use a new one.",
        ),
        (
            "NO_TOKEN",
            401,
            "A token is required.",
            "Send Authorization: Bearer TOKEN; an admin enrols devices.",
        ),
        (
            "BAD_TOKEN",
            401,
            "The token is not valid.",
            "Ask an admin for a new token, or log in again.",
        ),
        (
            "LOGIN_FAILED",
            401,
            "The login failed.",
            "Check name and PIN; repeated failures lock the name for a while.",
        ),
        (
            "OTHER_TABLE",
            403,
            "The device is bound to another table.",
            "Use that table's device, or the floor's.",
        ),
        (
            "OTHER_SITE",
            403,
            "The request comes from a page of another site.",
            "Use this service's own pages, or send the token in the header Authorization.",
        ),
        ("NAME_TAKEN", 409, "The name is taken.", "Choose another, or renew the token."),
        (
            "OTHER_STREAM",
            409,
            "The stream cannot resume after that message.",
            "Read the state, then connect without Last-Event-ID.",
        ),
        (
            "TOO_MANY_STREAMS",
            503,
            "No further live stream can be opened.",
            "Close some, or read page by page.",
        ),
        ("TOO_MANY", 429, "Too many requests.", "Wait as long as Retry-After says."),
        ("BUSY", 409, "Others keep writing to this table.", "Resend."),
        (
            "EXPIRED",
            410,
            "The table's content was dropped when its retention period ended.",
            "GET its events for the hashes, and the entry that says why.",
        ),
        (
            "NOT_YET",
            409,
            "The entry has no place in the signed ledger yet.",
            "Try again in a second.",
        ),
        (
            "INTERNAL",
            500,
            "The service failed on this request.",
            "Report the request_id to the operator.",
        ),
        (
            "UNAVAILABLE",
            503,
            "The database does not answer, or refuses to write.",
            "Retry with the same ids: an event that was stored is not stored twice.",
        ),
    )
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
