"""One table's log as it is kept and judged: entries, rulings and the current state.

The docket only ever grows. A correction of the record judges the log anew as corrected:
what follows either way keeps its id, what no longer follows is withdrawn, what is new is
numbered under the correcting entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.errors import Refused
from adjudicator.judging.judge import SILENCE, Spoken, judge
from adjudicator.judging.rules import Law
from adjudicator.judging.rulings import Ruling
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.log.reading import parse
from adjudicator.table.table import State
from adjudicator.values.frozen import replace

SNAPSHOTS = frozenset((ev.HandStarted, ev.HandEnded))
ENVELOPE = ("id", "at", "hand", "device_seq", "observer")


class HistoryTruncated(Exception):
    """Something reaches back to an entry that this docket begins after."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} lies before this docket")
        self.seq = seq


class Entry(NamedTuple):
    """A recorded event, its number, and the rulings it gave rise to.

    ``touched`` are earlier rulings whose status it changed.
    """

    seq: int
    event: Event
    rulings: tuple[Ruling, ...] = ()
    listed: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()


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
        self._ids: dict[str, tuple[Mapping[str, Any], int]] = {}
        self._fixes: dict[int, Event | None] = {}
        self._printed: Mapping[str, Ruling] = {}

    def fork(self) -> Docket:
        """An independent copy that shares everything recorded so far."""
        other = object.__new__(Docket)
        other.__dict__.update(self.__dict__)
        for name in ("entries", "rulings", "_states", "_ids", "_fixes"):
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
            self._repeated(event)
            return None
        if isinstance(event, ev.EntryCorrected):
            entry = self._correct(event)
        else:
            entry = self._record(event)
        if name is not None:
            self._ids[name] = (event.content(), entry.seq)
        return entry

    def _record(self, event: Event) -> Entry:
        earlier = self._decided(event) if isinstance(event, ev.FloorDecided) else None
        judged = self._with_overrides(event) if self.overrides else event
        self.state, spoken = judge(self.state, judged, self.law, earlier)
        seq = self.state.seq
        entry = Entry(seq, event) if spoken is SILENCE else self._spoken(seq, event, spoken)
        self.entries.append(entry)
        if type(event) in SNAPSHOTS:
            self._states[seq] = self.state
        return entry

    def _decided(self, event: ev.FloorDecided) -> Ruling | None:
        """The ruling the floor decides, where it is not one of the hand that is on."""
        name = event.ruling or ""
        found = self.rulings.get(name) or self._printed.get(name)
        if found is None and 0 < _given_at(name) <= self.base:
            raise HistoryTruncated(_given_at(name))
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

    def _repeated(self, event: Event) -> None:
        assert event.id is not None
        content, seq = self._ids[event.id]
        if content != event.content():
            detail = f"The id {event.id!r} was used by entry {seq} for another content."
            raise Refused("ID_REUSED", detail, {"id": [f"used by entry {seq}"]}, entry=seq)

    def entry(self, seq: int) -> Entry:
        """An entry by its number, where none was skipped."""
        if seq <= self.base:
            raise HistoryTruncated(seq)
        return self.entries[seq - self.base - 1]

    def seen(self, event_id: str) -> int | None:
        """The entry recorded under a device's event id."""
        known = self._ids.get(event_id)
        return None if known is None else known[1]

    @property
    def fixes(self) -> Mapping[int, Event | None]:
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
            while replay.state.seq < entry.seq - 1:
                replay.skip()
            if isinstance(entry.event, ev.EntryCorrected):
                replay._correct(entry.event)
            else:
                replay._record(entry.event)
        return replay.state

    # --- Corrections -------------------------------------------------------------

    def _correct(self, event: ev.EntryCorrected) -> Entry:
        seq = self.state.seq + 1
        target = self._target(event, seq)
        fixes = dict(self._fixes)
        if isinstance(target.event, ev.EntryCorrected):
            fixes = self._fixes_without(target)
        else:
            fixes[target.seq] = self._replacement(event, target)
        return self._judge_anew(event, seq, fixes)

    def _target(self, event: ev.EntryCorrected, seq: int) -> Entry:
        if 1 <= event.entry <= self.base:
            raise HistoryTruncated(event.entry)
        found = next((e for e in self.entries if e.seq == event.entry), None)
        if found is None:
            last = self.entries[-1].seq if self.entries else 0
            message = f"found {event.entry}; the last entry is {last}"
            raise Refused(
                "NO_SUCH_ENTRY",
                f"No entry to correct: {message}.",
                {"entry": [message]},
            )
        if isinstance(found.event, ev.TableOpened):
            detail = "table_opened cannot be corrected; open another table."
            raise Refused("NOT_CORRECTABLE", detail, {"entry": [detail]}, entry=found.seq)
        return found

    def _replacement(self, event: ev.EntryCorrected, target: Entry) -> Event | None:
        if event.replacement is None:
            return None
        kept = {k: v for k, v in target.event.content().items() if k in ENVELOPE}
        content = {k: v for k, v in event.replacement.items() if k not in ENVELOPE}
        new = parse({**content, **kept})
        if isinstance(new, ev.EntryCorrected | ev.TableOpened):
            detail = f"An entry cannot be replaced by {new.type}."
            raise Refused("NOT_CORRECTABLE", detail, {"replacement.type": [detail]})
        return new

    def _fixes_without(self, undone: Entry) -> dict[int, Event | None]:
        """The corrections in force once one of them is undone; later undoings count."""
        undone_by = {undone.seq}
        active: dict[int, ev.EntryCorrected] = {}
        for entry in self.entries:
            if isinstance(entry.event, ev.EntryCorrected):
                active[entry.seq] = entry.event
        for seq in sorted(active, reverse=True):
            if seq not in undone_by and active[seq].entry in active:
                undone_by.add(active[seq].entry)
        fixes: dict[int, Event | None] = {}
        for seq, correction in active.items():
            if seq in undone_by or correction.entry in active:
                continue
            target = next(e for e in self.entries if e.seq == correction.entry)
            fixes[correction.entry] = self._replacement(correction, target)
        return fixes

    def _judge_anew(
        self, event: ev.EntryCorrected, seq: int, fixes: dict[int, Event | None]
    ) -> Entry:
        changed = {
            s
            for s in fixes.keys() | self._fixes.keys()
            if fixes.get(s, 0) is not self._fixes.get(s, 0)
        }
        bites = min(changed, default=self.base + 1)
        start = max((s for s in self._states if s < bites), default=None)
        if start is None:
            raise HistoryTruncated(bites)
        replay = Docket(self.law, self.overrides)
        replay.state = self._states[start]
        replay._printed = self.rulings
        for entry in self.entries:
            if entry.seq <= start:
                continue
            while replay.state.seq < entry.seq - 1:
                replay.skip()
            replay._replay(entry, fixes)
        while replay.state.seq < seq:
            replay.skip()
        return self._adopt(event, seq, fixes, start, replay)

    def _replay(self, entry: Entry, fixes: Mapping[int, Event | None]) -> None:
        event = fixes.get(entry.seq, entry.event)
        if event is None or isinstance(event, ev.EntryCorrected):
            self.skip()
            return
        if isinstance(event, ev.FloorDecided) and (event.ruling or "") in self._printed:
            now = self._now(event.ruling or "")
            if now is None:
                self.skip()
                return
            event = replace(event, ruling=now, sent=None)
        try:
            self._record(event)
        except Refused as refused:
            detail = f"The correction would make entry {entry.seq} impossible: {refused.detail}"
            raise Refused("LATER_ENTRY", detail, {"replacement": [detail]}, entry.seq) from None

    def _now(self, printed: str) -> str | None:
        """The id under which a ruling that was printed before follows this time, if it does."""
        known = self._printed[printed]
        if known.hand != self.state.number and known.id not in self.state.rulings:
            return printed
        same = _same(known)
        return next((r.id for r in self.rulings.values() if _same(r) == same), None)

    def _adopt(
        self,
        event: ev.EntryCorrected,
        seq: int,
        fixes: dict[int, Event | None],
        start: int,
        replay: Docket,
    ) -> Entry:
        old = {
            _same(r): r
            for r in self.rulings.values()
            if r.arose > start and r.status != "withdrawn"
        }
        given = sorted(replay.rulings.values(), key=lambda one: bool(one.unconfirmed))
        new = {_same(r): r for r in given}
        for same, ruling in old.items():
            if same in new:
                self.rulings[ruling.id] = replace(ruling, status=new[same].status)
            else:
                self.rulings[ruling.id] = replace(ruling, status="withdrawn")
        was = ((ruling.id, ruling.status) for ruling in old.values())
        touched = tuple(name for name, status in was if self.rulings[name].status != status)
        fresh: list[Ruling] = []
        renamed: dict[str, str] = {}
        for same, ruling in new.items():
            if same in old:
                renamed[ruling.id] = old[same].id
                continue
            name = f"{ruling.hand}-{seq}-{len(fresh) + 1}"
            renamed[ruling.id] = name
            fresh.append(replace(ruling, id=name, seq=seq))
        state = _renamed(replay.state, renamed)
        entry = Entry(seq, event, tuple(fresh), touched=touched)
        self.rulings.update({r.id: r for r in fresh})
        self.entries.append(entry)
        self.state = state
        self._fixes = fixes
        self._states = {s: st for s, st in self._states.items() if s <= start} | {
            s: _renamed(st, renamed) for s, st in replay._states.items() if s > start
        }
        return entry


def _given_at(ruling: str) -> int:
    """The entry that a ruling was given at, as its id has it; 0 if that is no id."""
    seq = ruling.split("-")[1:2]
    return int(seq[0]) if seq and seq[0].isdecimal() else 0


def _same(ruling: Ruling) -> tuple[Any, ...]:
    return ruling.hand, ruling.arose, ruling.key


def _renamed(state: State, names: Mapping[str, str]) -> State:
    dues = tuple(replace(d, ruling=names.get(d.ruling, d.ruling)) for d in state.dues)
    rulings = {names.get(n, n): replace(r, id=names.get(n, n)) for n, r in state.rulings.items()}
    return replace(state, dues=dues, rulings=rulings)
