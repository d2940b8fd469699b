"""Recording events: judged first, stored next, answered last.

A retry gets the answer it got the first time. It is known by its Idempotency-Key or by
the ids of its events, for ever; the version it was sent with is no part of that.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.judge import no_such_ruling
from adjudicator.judging.rules import Law
from adjudicator.judging.rulings import Ruling, seats_named
from adjudicator.log import events as ev
from adjudicator.log.events import Event, parse
from adjudicator.record.docket import Docket, Entry, HistoryTruncated
from adjudicator.table.table import State
from adjudicator.values.fields import to_wire
from adjudicator.view import dues_json, next_json
from api.lib.metrics import Metrics
from api.service import device_clocks as clocks
from api.service.live_tables import LiveTable, LiveTables, content_of, event_of
from api.service.problems import Problem, of_refusal
from api.service.rate_limits import Limits
from api.service.roles import ANYBODY, Caller, recorders_of
from api.service.visibility import Visibility
from api.store.canonical import fingerprint
from api.store.port import Append, JudgedRow, Receipt, Store, StoreConflict, Stored

ATTEMPTS = 20
OPENING = ""  # the scope of keys that opened a table


@dataclass(frozen=True)
class AppendRequest:
    """What is to be recorded and under which conditions.

    ``batch`` says whether ``events`` came as a list; the paths of errors depend on it.
    ``expected`` is the version the sender believes in, and ``stale`` the status of the
    answer if that is wrong. ``scope`` is where its ``key`` counts: a table or opening.
    ``clock`` is how many milliseconds the sender's clock is ahead, if that is known.
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

    @property
    def fingerprint(self) -> str:
        """What the key stands for: the content, never the version."""
        return fingerprint(list(self.events))

    def within(self, index: int) -> str:
        """The path of an event in the body."""
        return f"events.{index}" if self.batch else ""


@dataclass
class Judged:
    """The events of a request, judged and not yet stored."""

    docket: Docket
    before: State
    seqs: list[int]
    entries: list[Entry]
    states: list[State]

    @property
    def rulings(self) -> list[Ruling]:
        """The new rulings as they stand after the last event."""
        found = (ruling for entry in self.entries for ruling in entry.rulings)
        return [self.docket.rulings[ruling.id] for ruling in found]


class Recorder:
    """Takes events into the record."""

    def __init__(
        self,
        store: Store,
        tables: LiveTables,
        law: Law,
        metrics: Metrics,
        limits: Limits,
        answers: int,
    ) -> None:
        self._store = store
        self._tables = tables
        self._law = law
        self._metrics = metrics
        self._limits = limits
        self._answers = answers

    def open(self, table: str | None, ask: AppendRequest) -> dict[str, Any]:
        """Open a table; with no id given it gets one."""
        for _ in range(ATTEMPTS):
            receipt = self._receipt(ask)
            name = receipt.table if receipt else table or f"t-{uuid.uuid4().hex[:12]}"
            try:
                return self._attempt(name, ask, new=True)
            except StoreConflict:
                self._metrics.conflict()
        raise _busy()

    def record(self, table: str, ask: AppendRequest) -> dict[str, Any]:
        """Record events at a table that is open."""
        if ask.key is not None:
            ask = replace(ask, scope=table)
        since = None
        for attempt in range(ATTEMPTS):
            try:
                return self._attempt(table, ask, new=False, trust=not attempt, since=since)
            except StoreConflict:
                self._metrics.conflict()
            except HistoryTruncated as beyond:
                since = beyond.seq
        raise _busy()

    def _attempt(
        self,
        table: str,
        ask: AppendRequest,
        new: bool,
        trust: bool = False,
        since: int | None = None,
    ) -> dict[str, Any]:
        with self._tables.use(table, new, trust, since) as live:
            visibility = Visibility(live, ask.caller.role.concealed)
            try:
                return self._answered(live, ask, visibility, trust)
            except Problem as problem:
                if trust and not (self._tables.current(live) and _all_here(live, ask)):
                    raise StoreConflict("judged on less than there is") from None
                raise visibility.problem(problem) from None

    def _answered(
        self, live: LiveTable, ask: AppendRequest, visibility: Visibility, trust: bool = False
    ) -> dict[str, Any]:
        receipt = self._receipt(ask)
        if receipt is not None:
            if trust and receipt.version > live.version:
                raise StoreConflict("another process recorded it")
            if not all(self._may_repeat(live, ask, visibility, seq) for seq in receipt.seqs):
                raise _key_reused(receipt)
            return visibility.answer(self._told(live, receipt.seqs, receipt.version))
        events = read_events(ask)
        known = self._recorded_before(live, events, ask, visibility, trust)
        if known is not None:
            return visibility.answer(self._again(live, ask, known))
        self._limits.recording(ask.caller, len(events))
        self._check_role(live, ask, events)
        self._check_version(live, ask)
        _check_decisions(live, ask, events, visibility)
        if ask.dry_run:
            return _imagined(live, ask, events, visibility.docket())
        return visibility.answer(self._take(live, ask, events))

    def _check_role(self, live: LiveTable, ask: AppendRequest, events: Sequence[Event]) -> None:
        """Refuse what the sender's role may not record."""
        wrong: dict[str, list[str]] = {}
        for index, event in enumerate(events):
            kind = _barred(ask.caller, event)
            if kind is not None and not self._takes_back(live, ask.caller, event):
                path = f"{ask.within(index)}.type".lstrip(".")
                allowed = ", ".join(recorders_of(kind)) or "nobody"
                found = ask.caller.role.name
                own = _own_last(live, ask.caller, event)
                wrong[path] = [f"found {kind!r} by role {found}; allowed to: {allowed}{own}"]
        if wrong:
            path, said = next(iter(wrong.items()))
            raise Problem("ROLE", f"{path}: {said[0]}", wrong)

    def _takes_back(self, live: LiveTable, caller: Caller, event: Event) -> bool:
        """Whether a device corrects its own slip, which nothing has followed yet."""
        if not isinstance(event, ev.EntryCorrected) or not caller.role.takes_back:
            return False
        replaced = (event.replacement or {}).get("type", "noted")
        if event.entry != live.version or replaced not in caller.role.records:
            return False
        last = content_of(self._store.entries(live.table, live.version - 1, 1)[0])
        return bool(last["recorded_by"].get("device") == caller.device)

    def _receipt(self, ask: AppendRequest) -> Receipt | None:
        if ask.key is None:
            return None
        found = self._store.receipt(ask.scope, ask.key)
        if found is not None and found.fingerprint != ask.fingerprint:
            raise _key_reused(found)
        return found

    def _check_version(self, live: LiveTable, ask: AppendRequest) -> None:
        if ask.expected is None or ask.expected == live.version:
            return
        self._metrics.conflict()
        missed = []
        if ask.expected < live.version:
            missed = self._store.entries(live.table, max(ask.expected, 0), 500)
        expected = "no version" if ask.expected < 0 else f"version {ask.expected}"
        detail = f"Expected {expected}; the current one is {live.version}."
        raise Problem(
            "STALE_VERSION",
            detail,
            {"If-Match" if ask.stale == 412 else "expected_version": [detail]},
            ask.stale,
            version=live.version,
            entries=[content_of(one) for one in missed],
        )

    # --- New events --------------------------------------------------------------

    def _take(self, live: LiveTable, ask: AppendRequest, events: Sequence[Event]) -> dict[str, Any]:
        if any(isinstance(event, ev.HandStarted) for event in events):
            self._tables.before_hand(live)
        docket = live.docket if len(events) == 1 else live.docket.fork()
        return self._store_judged(live, ask, _judge(docket, events, ask))

    def _store_judged(self, live: LiveTable, ask: AppendRequest, judged: Judged) -> dict[str, Any]:
        new, changed = judged.rulings, _changed(live, judged)
        append = _append(live, ask, judged, new, changed)
        found = _outcome(judged.docket, judged.seqs)  # while what it is about is at hand
        began = time.perf_counter()
        written = self._store.append(append)
        took = time.perf_counter() - began
        self._metrics.appended(len(written), new, took)
        live.docket = judged.docket
        live.last = written[-1] if written else live.last
        for state in judged.states:
            live.took(state)
        for one in written:
            live.heard(one)
        live.settled((*new, *changed))
        entries = self._entries(live.table, judged.seqs, written)
        return self._remember(live, _answer(live.table, entries, found), judged.seqs)

    def _entries(
        self, table: str, seqs: Iterable[int], written: Iterable[Stored] = ()
    ) -> list[dict[str, Any]]:
        found = {one.seq: one for one in written}
        for seq in seqs:
            if seq not in found:
                found[seq] = self._store.entries(table, seq - 1, 1)[0]
        return [content_of(found[seq]) for seq in seqs]

    def _remember(
        self, live: LiveTable, answer: dict[str, Any], seqs: Sequence[int]
    ) -> dict[str, Any]:
        live.told[tuple(seqs), answer["version"]] = answer
        while len(live.told) > self._answers:
            live.told.popitem(last=False)
        return answer

    # --- Retries -----------------------------------------------------------------

    def _recorded_before(
        self,
        live: LiveTable,
        events: Sequence[Event],
        ask: AppendRequest,
        visibility: Visibility,
        trust: bool,
    ) -> list[int] | None:
        """The entries these events are, if all of them were recorded before."""
        seen = self._numbers(live, events, trust)
        for index, seq in seen.items():
            if not self._same(live, ask, visibility, seq, events[index]):
                name = events[index].id
                detail = f"The id {name!r} was used by entry {seq} for another content."
                said = {"id": [f"used by entry {seq}"]}
                raise of_refusal(Refused("ID_REUSED", detail, said, seq), ask.within(index))
        if not seen:
            return None
        if len(seen) == len(events):
            return list(seen.values())
        index, seq = next(iter(seen.items()))
        there = range(seq - index, seq - index + len(events))
        if there[0] < 1 or there[-1] > live.version:
            return None
        same = (
            self._same(live, ask, visibility, seq, e) for seq, e in zip(there, events, strict=True)
        )
        return list(there) if all(same) else None

    def _numbers(self, live: LiveTable, events: Sequence[Event], trust: bool) -> dict[int, int]:
        """The entries that were recorded under the ids of these events, by their place."""
        ids = {index: event.id for index, event in enumerate(events) if event.id is not None}
        if not ids:
            return {}
        seen = {index: live.docket.seen(name) for index, name in ids.items()}
        if live.docket.base and not trust and None in seen.values():
            found = self._store.numbers(live.table, list(ids.values()))
            seen = {index: found.get(name) for index, name in ids.items()}
        return {index: seq for index, seq in seen.items() if seq is not None}

    def _same(
        self, live: LiveTable, ask: AppendRequest, visibility: Visibility, seq: int, event: Event
    ) -> bool:
        """Whether the sender repeats this entry.

        Of a card that he may not see only the device that recorded it can repeat it:
        others would find out by trying which card it is.
        """
        return self._content(live, seq) == event.content() and self._may_repeat(
            live, ask, visibility, seq
        )

    def _may_repeat(
        self, live: LiveTable, ask: AppendRequest, visibility: Visibility, seq: int
    ) -> bool:
        known = dict(self._content(live, seq))
        if visibility.whole or (seq > live.docket.base and visibility.event(known, seq) == known):
            return True
        stored = content_of(self._store.entries(live.table, seq - 1, 1)[0])
        return bool(stored["recorded_by"].get("device") == ask.caller.device)

    def _content(self, live: LiveTable, seq: int) -> Mapping[str, Any]:
        if seq > live.docket.base:
            return live.docket.entry(seq).event.content()
        return parse(event_of(self._store.entries(live.table, seq - 1, 1)[0])).content()

    def _again(self, live: LiveTable, ask: AppendRequest, seqs: Sequence[int]) -> dict[str, Any]:
        """The first answer; a new key from now on stands for it too."""
        version = max(seqs)
        if ask.key is not None and not ask.dry_run:
            receipt = _receipt_of(live, ask, seqs, version)
            summary = live.listed(live.docket.state)
            self._store.append(
                Append(
                    live.table, live.version, (), ask.caller.recorded_by(), summary, receipt=receipt
                )
            )
        return self._told(live, seqs, version)

    def _told(self, live: LiveTable, seqs: Sequence[int], version: int) -> dict[str, Any]:
        """What was answered when these entries were recorded."""
        self._store.settle()
        known = live.told.get((tuple(seqs), version))
        if known is not None:
            return known
        docket = self._tables.past(live.table, min(seqs), version)
        found, entries = _outcome(docket, seqs), self._entries(live.table, seqs)
        return self._remember(live, _answer(live.table, entries, found), seqs)


def _busy() -> Problem:
    detail = f"Others wrote to the table {ATTEMPTS} times while this was judged."
    return Problem("BUSY", detail)


def _key_reused(found: Receipt) -> Problem:
    detail = (
        f"The key {found.key!r} stands for another request, recorded as "
        f"entries {_listed(found.seqs)} of table {found.table!r}."
    )
    return Problem("KEY_REUSED", detail, {"Idempotency-Key": [detail]})


def _listed(seqs: Sequence[int]) -> str:
    return ", ".join(map(str, seqs))


def read_events(ask: AppendRequest) -> list[Event]:
    """The events of a request; every one that cannot be read is named."""
    events: list[Event] = []
    wrong: list[Problem] = []
    for index, raw in enumerate(ask.events):
        try:
            events.append(parse(raw))
        except Refused as refused:
            wrong.append(of_refusal(refused, ask.within(index)))
    if not wrong:
        _check_ids(ask, events)
        return events
    errors = {path: said for problem in wrong for path, said in problem.errors.items()}
    raise Problem(wrong[0].code, wrong[0].detail, errors)


def _check_ids(ask: AppendRequest, events: Sequence[Event]) -> None:
    """Refuse a batch in which one id stands for two contents."""
    first: dict[str, int] = {}
    for index, event in enumerate(events):
        if event.id is None:
            continue
        before = first.setdefault(event.id, index)
        if event.content() != events[before].content():
            place, other = ask.within(before), f"{ask.within(index)}.id"
            said = f"found {event.id!r}, which stands at {place} for another content"
            raise Problem("ID_REUSED", f"{other}: {said}.", {other: [said]})


def _all_here(live: LiveTable, ask: AppendRequest) -> bool:
    """Whether this process would know these events if they had been recorded before."""
    named = any(isinstance(event, Mapping) and "id" in event for event in ask.events)
    return not live.docket.base or not named


def _barred(caller: Caller, event: Event) -> str | None:
    """The event type that the caller's role may not record, if there is one."""
    kind = event.type
    if isinstance(event, ev.EntryCorrected) and kind in caller.role.records:
        kind = (event.replacement or {}).get("type", kind)
    known = kind in ev.EVENTS
    return kind if known and kind not in caller.role.records else None


def _own_last(live: LiveTable, caller: Caller, event: Event) -> str:
    """What a role may correct that may correct nothing else."""
    if not isinstance(event, ev.EntryCorrected) or not caller.role.takes_back:
        return ""
    return f", and of the last entry, now {live.version}, to the device that recorded it"


def _check_decisions(
    live: LiveTable, ask: AppendRequest, events: Sequence[Event], visibility: Visibility
) -> None:
    """A ruling that the sender may not know of is none that he can decide."""
    for index, event in enumerate(events):
        name = event.ruling if isinstance(event, ev.FloorDecided) else None
        known = live.docket.rulings.get(name or "")
        if known is not None and not visibility.knows_of(known):
            raise of_refusal(no_such_ruling(name), ask.within(index))


def _imagined(
    live: LiveTable, ask: AppendRequest, events: Sequence[Event], docket: Docket
) -> dict[str, Any]:
    judged = _judge(docket, events, ask)
    entries = [_not_stored(entry) for entry in judged.entries]
    found = _outcome(docket, judged.seqs)
    return _answer(live.table, entries, found) | {"dry_run": True}


def _judge(docket: Docket, events: Sequence[Event], ask: AppendRequest) -> Judged:
    judged = Judged(docket, docket.state, [0] * len(events), [], [])
    for index in _in_device_order(events):
        event = events[index]
        try:
            entry = docket.take(event)
        except Refused as refused:
            raise of_refusal(refused, ask.within(index)) from None
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


# --- What is stored ------------------------------------------------------------------


def _append(
    live: LiveTable,
    ask: AppendRequest,
    judged: Judged,
    new: Iterable[Ruling],
    changed: Iterable[Ruling],
) -> Append:
    last = judged.docket.state
    receipt = None
    if ask.key is not None:
        receipt = _receipt_of(live, ask, judged.seqs, last.seq)
    return Append(
        table=live.table,
        expected=judged.before.seq,
        events=[entry.event.content() for entry in judged.entries],
        recorded_by=_recorded_by(live, ask, judged),
        summary=live.listed(last),
        judged=[_row(ruling, judged) for ruling in new],
        changed=[_row(ruling, judged) for ruling in changed],
        receipt=receipt,
        after=live.last,
    )


def _recorded_by(live: LiveTable, ask: AppendRequest, judged: Judged) -> dict[str, Any]:
    device = ask.caller.device
    last = live.device_seqs.get(device) if device is not None else None
    new = [entry.event for entry in judged.entries]
    return ask.caller.recorded_by() | clocks.circumstances(ask.clock, last, new)


def _receipt_of(live: LiveTable, ask: AppendRequest, seqs: Sequence[int], version: int) -> Receipt:
    assert ask.key is not None
    return Receipt(ask.scope, ask.key, ask.fingerprint, live.table, tuple(seqs), version)


def _changed(live: LiveTable, judged: Judged) -> list[Ruling]:
    """Earlier rulings whose status is another than the store has."""
    if not live.known:
        return []
    now = judged.docket.rulings
    touched: Iterable[str] = judged.before.rulings.keys() | {
        *(name for state in judged.states for name in state.rulings),
        *(name for entry in judged.entries for name in entry.touched),
    }
    if any(isinstance(entry.event, ev.EntryCorrected) for entry in judged.entries):
        touched = now.keys()
    return [
        now[name]
        for name in touched
        if name in live.known and now[name].status != live.known[name].status
    ]


def _row(ruling: Ruling, judged: Judged) -> JudgedRow:
    state = judged.docket.state
    people = {**judged.before.players, **state.players}
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


# --- What is answered ----------------------------------------------------------------


def _outcome(docket: Docket, seqs: Sequence[int]) -> dict[str, Any]:
    """What these entries led to."""
    state = docket.state
    listed = (ruling for seq in seqs for ruling in docket.listed(docket.entry(seq)))
    return {
        "rulings": list({ruling.id: ruling.wire() for ruling in listed}.values()),
        "dues": to_wire(dues_json(state)),
        "next": to_wire(next_json(state)),
        "version": state.seq,
    }


def _answer(table: str, entries: list[dict[str, Any]], found: Mapping[str, Any]) -> dict[str, Any]:
    noticed = clocks.notices(entries)
    notices = {"notices": noticed} if noticed else {}
    return {"table": table, "entries": entries, **found, **notices}


def _not_stored(entry: Entry) -> dict[str, Any]:
    return {"seq": entry.seq, "event": entry.event.content()}
