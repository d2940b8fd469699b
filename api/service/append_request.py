"""What a client asks to have recorded, and that request at work on a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from adjudicator.errors import Refused
from adjudicator.log.events import Event
from adjudicator.log.reading import parse
from api.service.live_tables import Attempt, LiveTable
from api.service.problems import Problem, of_refusal
from api.service.roles import ANYBODY, Caller
from api.service.visibility import Visibility
from api.store.canonical import fingerprint
from api.store.port import Receipt

OPENING = ""  # the scope of keys that opened a table


@dataclass(frozen=True)
class AppendRequest:
    """Events to record, and the conditions they are recorded under.

    ``batch`` says whether ``events`` came as a list; the paths of errors depend on it.
    ``expected`` is the version the client bases them on, and ``stale`` the HTTP status of the
    answer if that is out of date. ``key`` makes retries safe within its ``scope``: a table, or
    the opening of tables. ``clock`` is how many milliseconds the client's clock is ahead, where
    that is known.
    """

    events: Sequence[Mapping[str, Any]]
    batch: bool = False
    expected: int | None = None
    stale: int = 412
    key: str | None = None
    scope: str = OPENING
    dry_run: bool = False
    caller: Caller = ANYBODY
    clock: int | None = None

    def at(self, table: str) -> AppendRequest:
        """The request to a table that is open, where its key has a scope of its own."""
        return self if self.key is None else replace(self, scope=table)

    @cached_property
    def fingerprint(self) -> str:
        """What the key stands for: the events, never the version they are based on."""
        return fingerprint(list(self.events))

    def path(self, index: int) -> str:
        """The path of an event in the body."""
        return f"events.{index}" if self.batch else ""

    def names_ids(self) -> bool:
        """Whether any event carries an id of the client's own."""
        return any(isinstance(event, Mapping) and "id" in event for event in self.events)

    def receipt(self, table: str, seqs: Sequence[int], version: int) -> Receipt | None:
        """What the key stands for from now on; nothing without a key."""
        if self.key is None:
            return None
        return Receipt(self.scope, self.key, self.fingerprint, table, tuple(seqs), version)

    def parsed(self) -> list[Event]:
        """The events, typed; a ``Problem`` names every one that cannot be read."""
        events: list[Event] = []
        refused: list[Problem] = []
        for index, raw in enumerate(self.events):
            try:
                events.append(parse(raw))
            except Refused as error:
                refused.append(of_refusal(error, self.path(index)))
        if refused:
            errors = {path: said for problem in refused for path, said in problem.errors.items()}
            raise Problem(refused[0].code, refused[0].detail, errors)
        self._check_ids(events)
        return events

    def _check_ids(self, events: Sequence[Event]) -> None:
        """Refuse a batch in which one id stands for two contents."""
        first: dict[str, int] = {}
        for index, event in enumerate(events):
            if event.id is None:
                continue
            before = first.setdefault(event.id, index)
            if event.content() != events[before].content():
                place, other = self.path(before), f"{self.path(index)}.id"
                said = f"found {event.id!r}, which stands at {place} for another content"
                raise Problem("ID_REUSED", f"{other}: {said}.", {other: [said]})


@dataclass(frozen=True)
class Pending:
    """A request at work on a table whose lock is held, and what its sender may see there."""

    request: AppendRequest
    live: LiveTable
    visibility: Visibility
    attempt: Attempt

    def sent_by(self, recorded_by: Mapping[str, Any]) -> bool:
        """Whether the sender's device is the one an entry was recorded by."""
        return bool(recorded_by.get("device") == self.request.caller.device)
