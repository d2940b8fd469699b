"""The events of a request, judged and not yet stored, and the rows they come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.rulings import Ruling, seats_named
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.record.docket import Docket, Entry
from adjudicator.table.table import State
from api.service import device_clocks
from api.service.append_request import AppendRequest, Pending
from api.service.live_tables import LiveTable
from api.service.problems import of_refusal
from api.store.port import Append, JudgedRow


@dataclass
class JudgedAppend:
    """Events taken into a docket: ``seqs`` has the entry of each, new or repeated.

    ``entries`` and ``states`` are those of the new ones, in the order they were judged.
    """

    docket: Docket
    before: State
    seqs: list[int]
    entries: list[Entry]
    states: list[State]

    @property
    def rulings(self) -> list[Ruling]:
        """The new rulings as they stand after the last event."""
        given = (ruling for entry in self.entries for ruling in entry.rulings)
        return [self.docket.rulings[ruling.id] for ruling in given]

    def changed(self, live: LiveTable) -> list[Ruling]:
        """Earlier rulings whose status is no longer the stored one."""
        stored, now = live.stored_rulings, self.docket.rulings
        if not stored:
            return []
        return [
            now[name]
            for name in self._touched()
            if name in stored and now[name].status != stored[name].status
        ]

    def _touched(self) -> Iterable[str]:
        """Rulings whose status may have changed: a correction may change any."""
        if any(isinstance(entry.event, ev.EntryCorrected) for entry in self.entries):
            return self.docket.rulings.keys()
        return self.before.rulings.keys() | {
            *(name for state in self.states for name in state.rulings),
            *(name for entry in self.entries for name in entry.touched),
        }

    def append(self, pending: Pending, new: Sequence[Ruling], changed: Sequence[Ruling]) -> Append:
        """Everything that is to be written, all or nothing."""
        live, last = pending.live, self.docket.state
        return Append(
            table=live.table,
            expected=self.before.seq,
            events=[entry.event.content() for entry in self.entries],
            recorded_by=self._recorded_by(pending),
            summary=live.summary(last),
            judged=[self._row(ruling) for ruling in new],
            changed=[self._row(ruling) for ruling in changed],
            receipt=pending.request.receipt(live.table, self.seqs, last.seq),
            after=live.last_entry,
        )

    def _recorded_by(self, pending: Pending) -> dict[str, Any]:
        caller, clock = pending.request.caller, pending.request.clock
        last = None if caller.device is None else pending.live.device_seqs.get(caller.device)
        events = [entry.event for entry in self.entries]
        return caller.recorded_by() | device_clocks.circumstances(clock, last, events)

    def _row(self, ruling: Ruling) -> JudgedRow:
        state = self.docket.state
        people = {**self.before.players, **state.players}
        named = (people[seat].name for seat in seats_named(ruling) if seat in people)
        return JudgedRow(
            ruling.id,
            ruling.hand,
            ruling.seq,
            ruling.rule,
            ruling.status,
            state.dealer,
            tuple(outcome.code for outcome in ruling.outcomes),
            tuple(named),
            ruling.wire(),
        )


def judge_events(docket: Docket, events: Sequence[Event], request: AppendRequest) -> JudgedAppend:
    """Take events into a docket; a ``Problem`` names the first that is refused."""
    judged = JudgedAppend(docket, docket.state, [0] * len(events), [], [])
    for index in _in_device_order(events):
        event = events[index]
        try:
            entry = docket.take(event)
        except Refused as refused:
            raise of_refusal(refused, request.path(index)) from None
        if entry is None:
            assert event.id is not None
            judged.seqs[index] = docket.seen(event.id) or 0
            continue
        judged.seqs[index] = entry.seq
        judged.entries.append(entry)
        judged.states.append(docket.state)
    return judged


def _in_device_order(events: Sequence[Event]) -> list[int]:
    """A device's queue is taken in the order of its own running number."""
    numbers = [event.device_seq for event in events]
    places = list(range(len(events)))
    if None in numbers:
        return places
    return sorted(places, key=lambda place: (numbers[place] or 0, place))
