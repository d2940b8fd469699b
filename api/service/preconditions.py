"""What must hold before new events are recorded: the sender's role, the version, the ruling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.judging.floor import no_such_ruling
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.record.docket import ON_RULINGS
from api.lib.metrics import Metrics
from api.service.append_request import Pending
from api.service.problems import Problem, of_refusal
from api.service.roles import Caller, recorders_of
from api.service.stored_entries import content_of
from api.store.port import Store

MISSED = 500  # entries sent along to who is behind


class Preconditions:
    """Refuses requests that may not be recorded as the table stands."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics

    def check(self, pending: Pending, events: Sequence[Event]) -> None:
        """Return if the events may be judged now; a ``Problem`` otherwise."""
        self._check_role(pending, events)
        self._check_version(pending)
        _check_decisions(pending, events)

    def _check_role(self, pending: Pending, events: Sequence[Event]) -> None:
        errors: dict[str, list[str]] = {}
        caller = pending.request.caller
        for index, event in enumerate(events):
            kind = _barred(caller, event)
            if kind is not None and not self._takes_back(pending, event):
                path = f"{pending.request.path(index)}.type".lstrip(".")
                allowed = ", ".join(recorders_of(kind)) or "nobody"
                own = _own_last(pending, event)
                role = caller.role.name
                errors[path] = [f"found {kind!r} by role {role}; allowed to: {allowed}{own}"]
        if errors:
            path, said = next(iter(errors.items()))
            raise Problem("ROLE", f"{path}: {said[0]}", errors)

    def _takes_back(self, pending: Pending, event: Event) -> bool:
        """Whether a device corrects its own slip, which nothing has followed yet."""
        live, role = pending.live, pending.request.caller.role
        if not isinstance(event, ev.EntryCorrected) or not role.takes_back:
            return False
        replaced = (event.replacement or {}).get("type", "noted")
        if event.entry != live.version or replaced not in role.records:
            return False
        last = content_of(self._store.entries(live.table, live.version - 1, 1)[0])
        return pending.sent_by(last["recorded_by"])

    def _check_version(self, pending: Pending) -> None:
        request, live = pending.request, pending.live
        if request.expected is None or request.expected == live.version:
            return
        self._metrics.conflict()
        expected = "no version" if request.expected < 0 else f"version {request.expected}"
        detail = f"Expected {expected}; the current one is {live.version}."
        raise Problem(
            "STALE_VERSION",
            detail,
            {"If-Match" if request.stale == 412 else "expected_version": [detail]},
            request.stale,
            version=live.version,
            entries=self._missed(live.table, request.expected, live.version),
        )

    def _missed(self, table: str, expected: int, version: int) -> list[dict[str, Any]]:
        """The entries the sender has not seen yet."""
        if expected >= version:
            return []
        return [content_of(one) for one in self._store.entries(table, max(expected, 0), MISSED)]


def _barred(caller: Caller, event: Event) -> str | None:
    """The event type that the caller's role may not record, if there is one."""
    kind = event.type
    if isinstance(event, ev.EntryCorrected) and kind in caller.role.records:
        kind = (event.replacement or {}).get("type", kind)
    known = kind in ev.EVENTS
    return kind if known and kind not in caller.role.records else None


def _own_last(pending: Pending, event: Event) -> str:
    """What a role may correct that may correct nothing else."""
    if not isinstance(event, ev.EntryCorrected) or not pending.request.caller.role.takes_back:
        return ""
    version = pending.live.version
    return f", and of the last entry, now {version}, to the device that recorded it"


def _check_decisions(pending: Pending, events: Sequence[Event]) -> None:
    """Nobody can decide or talk over a ruling they may not know of."""
    for index, event in enumerate(events):
        name = event.ruling if isinstance(event, ON_RULINGS) else None
        ruling = pending.live.docket.rulings.get(name or "")
        if ruling is not None and not pending.visibility.knows_of(ruling):
            raise of_refusal(no_such_ruling(name), pending.request.path(index))
