"""The few things that are refused; irregular play is never among them.

A refusal names the field, what was found, what is allowed and, where one is in the
way, the entry. The codes are the product's public names (see ``CODES``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

CODES: Mapping[str, str] = {
    "MALFORMED": "A field is missing or has a wrong value.",
    "UNKNOWN_TYPE": "There is no event of this type.",
    "UNKNOWN_FIELD": "A field is not known here.",
    "UNKNOWN_OPTION": "There is no such house option, or it does not take this value.",
    "UNKNOWN_GAME": "There is no game of this name.",
    "NO_TABLE": "The log has no table yet; its first event must be table_opened.",
    "TABLE_OPEN": "The table is already open.",
    "TABLE_CLOSED": "The table is closed; only notes may follow.",
    "NOBODY_SEATED": "The seat is empty.",
    "PLACE_TAKEN": "The seat is taken.",
    "HAND_ON": "A hand is in progress; this can only happen between hands.",
    "NO_HAND": "No hand is in progress.",
    "HAND_CLOSED": "The entry belongs to a hand that is closed or is not the current one.",
    "POT_TOO_SMALL": "More chips are pushed than lie in the pot or went back out of it.",
    "STALE_VERSION": "The expected version is not the current one.",
    "ID_REUSED": "The event id was already used for different content.",
    "NO_SUCH_ENTRY": "There is no entry with this number.",
    "NO_SUCH_RULING": "There is no ruling with this id.",
    "NOT_CORRECTABLE": "This entry cannot be corrected.",
    "LATER_ENTRY": "The correction would make a later entry impossible.",
    "ROLE": "The caller's role may not do this.",
}


class AdjudicatorError(Exception):
    """Anything the product refuses or cannot read."""


class Refused(AdjudicatorError):
    """An entry that cannot be a fact; nothing is stored.

    ``errors`` maps the path of a field to what is wrong with it; ``entry`` is the
    sequence number of the entry that stands in the way, if one does.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        errors: Mapping[str, Sequence[str]] | None = None,
        entry: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = {key: list(value) for key, value in (errors or {}).items()}
        self.entry = entry


class RulebookError(AdjudicatorError):
    """A game file or article that cannot be used: where, what was found, what is allowed."""

    def __init__(self, file: str, key: str, found: object, allowed: str) -> None:
        where = f"{file}: {key}" if key else file
        super().__init__(f"{where}: found {found!r}; allowed: {allowed}")
        self.file = file
        self.key = key
        self.found = found
        self.allowed = allowed
