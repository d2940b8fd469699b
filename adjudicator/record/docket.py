"""One table's log as it is kept and judged: entries, rulings and the current state.

The docket only ever grows. A correction of the record judges the log anew as corrected:
what follows either way keeps its id, what no longer follows is withdrawn, what is new is
numbered under the correcting entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.floor import no_such_ruling
from adjudicator.judging.judge import SILENCE, Spoken, judge
from adjudicator.judging.rules import Law
from adjudicator.judging.rulings import Ruling
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.log.reading import parse
from adjudicator.record import corrections
from adjudicator.record.corrections import ENVELOPE, Fixes, given_at
from adjudicator.record.entries import Entry, HistoryTruncated
from adjudicator.table.table import State
from adjudicator.values.frozen import replace

__all__ = ["ENVELOPE", "Docket", "Entry", "HistoryTruncated"]

OnRuling = ev.FloorDecided | ev.OpinionAsked | ev.OpinionGiven
ON_RULINGS = (ev.FloorDecided, ev.OpinionAsked, ev.OpinionGiven)
SNAPSHOTS = frozenset((ev.HandStarted, ev.HandEnded))


class Docket:
    """The log of one table, judged entry by entry.

    ``overrides`` are options that act as if written in the table's options and in every
    later change of game. With ``base``, the state after an entry, it begins after that
    entry, as corrected by then; reaching further back raises ``HistoryTruncated``.
    """

    def __init__(
        self, law: Law, overrides: Mapping[str, Any] | None = None, base: State | None = None
    ) -> None:
        self.law = law
        self.overrides = dict(overrides or {})
        self.entries: list[Entry] = []
        self.began = self.state = base or State()
        self.base = self.state.seq
        self.rulings: dict[str, Ruling] = dict(self.state.rulings)
        self._states: dict[int, State] = {self.base: self.state}
        self._ids: dict[str, Entry] = {}
        self._fixes: Fixes = {}
        self._printed: Mapping[str, Ruling] = {}
        self._retold_after = self.base

    def fork(self) -> Docket:
        """An independent copy that shares everything recorded so far."""
        other = object.__new__(Docket)
        other.__dict__.update(self.__dict__)
        for name in ("entries", "rulings", "_states", "_ids"):
            other.__dict__[name] = self.__dict__[name].copy()
        return other

    def record(self, raw: Mapping[str, Any]) -> Entry | None:
        """Read one event and take it in."""
        return self.take(parse(raw))

    def take(self, event: Event) -> Entry | None:
        """Take in one event; ``None`` for a repeated id with the same content.

        A refused entry leaves the docket as it was.
        """
        name = event.id
        if name is not None and name in self._ids:
            self._repeated(event, self._ids[name])
            return None
        if isinstance(event, ev.EntryCorrected):
            entry = self._correct(event)
        else:
            entry = self._record(event)
        if name is not None:
            self._ids[name] = entry
        return entry

    def _record(self, event: Event) -> Entry:
        earlier = self._named(event) if isinstance(event, ON_RULINGS) else None
        judged = self._with_overrides(event) if self.overrides else event
        self.state, spoken = judge(self.state, judged, self.law, earlier)
        seq = self.state.seq
        entry = Entry(seq, event) if spoken is SILENCE else self._spoken(seq, event, spoken)
        self.entries.append(entry)
        if type(event) in SNAPSHOTS:
            self._states[seq] = self.state
        return entry

    def _named(self, event: OnRuling) -> Ruling | None:
        """The ruling that is decided or talked over, of whatever hand."""
        name = event.ruling or ""
        found = self.rulings.get(name) or self._given_before(name)
        if found is None and 0 < given_at(name) <= self.base:
            raise HistoryTruncated(given_at(name))
        if found is None and name and not isinstance(event, ev.FloorDecided):
            raise no_such_ruling(name)  # a decision is refused where it is judged
        return found

    def _spoken(self, seq: int, event: Event, spoken: Spoken) -> Entry:
        for ruling in spoken.rulings:
            self.rulings[ruling.id] = ruling
        for name, status in spoken.statuses.items():
            if name in self.rulings:
                self.rulings[name] = replace(self.rulings[name], status=status)
        return Entry(seq, event, spoken.rulings, spoken.listed, tuple(spoken.statuses))

    def skip(self) -> None:
        """A line that was refused or repeated uses up its number."""
        self.state = replace(self.state, seq=self.state.seq + 1)

    def _repeated(self, event: Event, known: Entry) -> None:
        if known.event.content() != event.content():
            seq = known.seq
            detail = f"The id {event.id!r} was used by entry {seq} for another content."
            raise Refused("ID_REUSED", detail, {"id": [f"used by entry {seq}"]}, entry=seq)

    def entry(self, seq: int) -> Entry:
        """An entry by its number, where none was skipped."""
        if seq <= self.base:
            raise HistoryTruncated(seq)
        return self.entries[seq - self.base - 1]

    def unknown_subject(self, entry: Entry) -> str | None:
        """That an entry asks about what the rulebook has no name for; ``None`` if it does not."""
        profile = self.state.profile
        return None if profile is None else self.law.rules(profile).unknown(entry.event)

    def seen(self, event_id: str) -> int | None:
        """The entry recorded under a device's event id."""
        known = self._ids.get(event_id)
        return None if known is None else known.seq

    @property
    def fixes(self) -> Fixes:
        """What stands for entries that were corrected."""
        return self._fixes

    def in_force(self, entry: Entry) -> Event | None:
        """What stands for an entry once the record was corrected; ``None`` if struck."""
        return self._fixes.get(entry.seq, entry.event)

    def _with_overrides(self, event: Event) -> Event:
        if not isinstance(event, ev.TableOpened | ev.GameChanged):
            return event
        options = {**(event.options or {}), **self.overrides}
        return replace(event, options=options, sent=None)

    def listed(self, entry: Entry) -> tuple[Ruling, ...]:
        """The rulings to print under an entry, with their status by now."""
        if not entry.rulings and not entry.listed:
            return ()
        own = [self.rulings[r.id] for r in entry.rulings]
        return (*own, *(self.rulings[name] for name in entry.listed))

    def state_at(self, seq: int) -> State:
        """The table as it stood after entry ``seq``, as corrected by then."""
        if seq == self.state.seq:
            return self.state
        if 0 <= seq < self.base:
            raise HistoryTruncated(seq)
        if not 0 <= seq < self.state.seq:
            detail = f"There is no entry {seq}; the last one is {self.state.seq}."
            raise Refused("NO_SUCH_ENTRY", detail, {"at": [detail]})
        replay = Docket(self.law, self.overrides, self.began)
        for entry in self.entries:
            if entry.seq > seq:
                break
            replay._skip_to(entry.seq - 1)
            if isinstance(entry.event, ev.EntryCorrected):
                replay._correct(entry.event)
            else:
                replay._record(entry.event)
        return replay.state

    # --- Corrections -------------------------------------------------------------

    def _correct(self, event: ev.EntryCorrected) -> Entry:
        """Judge the log anew as corrected, from the last state before the change on."""
        seq = self.state.seq + 1
        fixes = corrections.corrected(self.entries, self._fixes, event, self.base)
        first = corrections.first_changed(fixes, self._fixes) or self.base + 1
        start = max((s for s in self._states if s < first), default=None)
        if start is None:
            raise HistoryTruncated(first)
        return self._adopt(event, seq, fixes, start, self._replayed(fixes, start, seq))

    def _replayed(self, fixes: Fixes, start: int, until: int) -> Docket:
        """The log after an entry, with what now stands for its entries."""
        replay = Docket(self.law, self.overrides)
        replay.state = self._states[start]
        replay._printed, replay._retold_after = self.rulings, start
        for entry in self.entries:
            if entry.seq > start:
                replay._skip_to(entry.seq - 1)
                replay._replay(entry, fixes)
        replay._skip_to(until)
        return replay

    def _skip_to(self, seq: int) -> None:
        """Use up numbers that no entry has."""
        if self.state.seq < seq:
            self.state = replace(self.state, seq=seq)

    def _replay(self, entry: Entry, fixes: Fixes) -> None:
        event = fixes.get(entry.seq, entry.event)
        if event is None or isinstance(event, ev.EntryCorrected):
            self.skip()
            return
        try:
            self.retell(event, self._printed)
        except Refused as refused:
            detail = f"The correction would make entry {entry.seq} impossible: {refused.detail}"
            raise Refused("LATER_ENTRY", detail, {"replacement": [detail]}, entry.seq) from None

    def retell(self, event: Event, printed: Mapping[str, Ruling]) -> None:
        """Take in an entry of a record that was judged otherwise, with the rulings it has.

        A decision there on a ruling that does not follow here decides nothing; where the
        ruling goes by another id here, that one is decided.
        """
        self._printed = printed
        if isinstance(event, ON_RULINGS) and (event.ruling or "") in printed:
            now = self._now(event.ruling or "")
            if now is None:
                self.skip()
                return
            event = replace(event, ruling=now, sent=None)
        self.take(event)

    def _now(self, printed: str) -> str | None:
        """The id under which a ruling that was printed before follows this time, if it does."""
        if self._given_before(printed) is not None:
            return printed
        same = corrections.same(self._printed[printed])
        return next((r.id for r in self.rulings.values() if corrections.same(r) == same), None)

    def _given_before(self, name: str) -> Ruling | None:
        """A printed ruling on what came before anything that is judged here."""
        known = self._printed.get(name)
        return known if known is not None and known.arose <= self._retold_after else None

    def _adopt(
        self, event: ev.EntryCorrected, seq: int, fixes: Fixes, start: int, replay: Docket
    ) -> Entry:
        """Take over what was judged anew, under the ids that were printed."""
        anew = corrections.compared(self.rulings.values(), replay.rulings.values(), start, seq)
        changed = self._restate(anew)
        kept = {s: state for s, state in self._states.items() if s <= start}
        later = {s: state for s, state in replay._states.items() if s > start}
        self._states = kept | {
            s: corrections.renamed(state, anew.names) for s, state in later.items()
        }
        self.state = corrections.renamed(replay.state, anew.names)
        self._fixes = fixes
        entry = Entry(seq, event, anew.fresh, touched=changed)
        self.entries.append(entry)
        return entry

    def _restate(self, anew: corrections.Anew) -> tuple[str, ...]:
        """Take over the rulings as they stand now; the ids of those whose status changed."""
        changed = [n for n, status in anew.statuses.items() if self.rulings[n].status != status]
        for name in changed:
            self.rulings[name] = replace(self.rulings[name], status=anew.statuses[name])
        self.rulings.update({r.id: r for r in anew.fresh})
        return tuple(changed)
