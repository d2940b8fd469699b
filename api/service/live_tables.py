"""Every table's docket as this process holds it: a cache that may be thrown away.

The record is the store's. A docket is judged anew from it whenever it is missing here,
and brought up to date whenever another process has written.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson

from adjudicator.judging.rules import Law
from adjudicator.judging.rulings import Ruling
from adjudicator.record.docket import Docket, HistoryTruncated
from adjudicator.table.table import State
from adjudicator.values.fields import to_wire
from api.lib.logs import bind
from api.service.problems import Problem
from api.service.snapshots import SnapshotContent, build_hash, deserialize, serialize
from api.store.canonical import EXPIRED_TYPE
from api.store.port import Snapshot, Store, Stored

Lives = OrderedDict[str, "LiveTable"]
Told = OrderedDict[tuple[tuple[int, ...], int], dict[str, Any]]


@dataclass
class Shown:
    """The cards of a hand that the table has seen, as far as the entries were looked at.

    ``until`` is how many of the docket's entries were, under the corrections ``fixes``.
    ``spots`` has the last entry that showed a card at a place, ``dealt`` the last that
    dealt it there, ``buried`` those that dealt it there unseen before its twin came.
    """

    until: int
    fixes: Mapping[int, Any]
    spots: dict[tuple[int | str | None, str], int] = field(default_factory=dict)
    dealt: dict[tuple[int | str | None, str], int] = field(default_factory=dict)
    buried: dict[int, tuple[int | str | None, str]] = field(default_factory=dict)

    def deal(self, spots: Iterable[tuple[int | str | None, str]], seq: int) -> None:
        """A card is dealt to a place."""
        for spot in spots:
            before = self.dealt.get(spot)
            if before is not None and self.spots.get(spot, -1) < before:
                self.buried[before] = spot
            self.dealt[spot] = seq


class LiveTable:
    """One table in memory; only for whoever holds its lock.

    ``docket`` may begin after the first entries. Of those it has, ``numbers`` has the
    number of the hand after each, ``ends`` the last state of each hand, ``known`` every
    ruling as the store has it, ``last`` the last entry, ``told`` recent answers;
    ``device_seqs`` the highest number of its own that each device has sent,
    ``corrections`` which entry corrects which, all of the table's, ``shown`` what the
    table has seen of a hand's cards.
    """

    def __init__(self, table: str, law: Law) -> None:
        self.table = table
        self.lock = threading.Lock()
        self.law = law
        self.told: Told = OrderedDict()
        self._seated: tuple[State, Mapping[str, Any]] = (State.of(), {})
        self.forget()

    def forget(self, since: SnapshotContent | None = None) -> None:
        """Start from nothing, or from what was kept; the store has it all."""
        self.device_seqs = dict(since.devices if since else {})
        self.corrections = dict(since.corrections if since else {})
        self.docket = Docket(self.law, base=since.state if since else None)
        self.last: Stored | None = None
        self.numbers: list[int] = []
        self.ends: dict[int, State] = {}
        self.known: dict[str, Ruling] = dict(self.docket.rulings)
        self.shown: dict[int, Shown] = {}

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.docket.state.seq

    def take(self, stored: Stored) -> None:
        """Judge a stored entry and remember what it is known for."""
        self.docket.record(event_of(stored))
        self.took(self.docket.state)
        self.last = stored
        self.heard(stored)

    def took(self, state: State) -> None:
        """Remember which hand an entry belongs to, and how that hand stands."""
        self.numbers.append(state.number)
        self.ends[state.number] = state

    def heard(self, stored: Stored) -> None:
        """Remember what an entry corrects, and how far a device has come in its counting."""
        if b'"device_seq"' not in stored.body and b'"entry_corrected"' not in stored.body:
            return
        content = orjson.loads(stored.body)
        if content["event"]["type"] == "entry_corrected":
            self.corrections[stored.seq] = content["event"]["entry"]
        device, number = content["recorded_by"].get("device"), content["event"].get("device_seq")
        if device is not None and number is not None:
            self.device_seqs[device] = max(number, self.device_seqs.get(device, number))

    def settled(self, rulings: Iterable[Ruling]) -> None:
        """The store has these rulings as they are."""
        self.known.update((ruling.id, ruling) for ruling in rulings)

    def let_go(self) -> Snapshot:
        """Forget the entries so far and go on from the state they led to."""
        last, state = self.last, self.docket.state
        standing = SnapshotContent(state, self.device_seqs, self.corrections)
        self.forget(standing)
        self.last = last
        return Snapshot(self.table, state.seq, state.number, build_hash(), serialize(standing))

    def listed(self, state: State) -> Mapping[str, Any]:
        """The table in the list of tables; who plays there at what stakes changes seldom."""
        was, seated = self._seated
        profile, hand = state.profile, state.hand
        if profile is not was.profile or state.players is not was.players or not seated:
            seated = {
                "game": profile.id if profile else None,
                "stakes": to_wire(profile.stakes) if profile else {},
                "players": {str(s): p.name for s, p in sorted(state.players.items())},
            }
            self._seated = state, seated
        return {
            **seated,
            "places": state.places,
            "dealer": state.dealer,
            "hand": hand.number if hand else None,
            "phase": hand.phase if hand else None,
            "dues": len(state.dues),
            "closed": state.closed,
        }

    def hand_of(self, seq: int) -> int:
        """The number of the hand after an entry."""
        place = min(seq, self.version) - self.docket.base
        return self.numbers[place - 1] if place > 0 else self.docket.began.number


class LiveTables:
    """The tables in memory, the least used of them let go.

    A table is taken over from its newest snapshot and the entries since. Who needs
    earlier entries gets it from an earlier snapshot, kept apart for the next who asks.
    """

    def __init__(self, store: Store, law: Law, most: int, tail: int) -> None:
        self._store = store
        self._law = law
        self._most = most
        self._tail = tail
        self._lives: Lives = OrderedDict()
        self._longer: Lives = OrderedDict()
        self._gate = threading.Lock()

    @contextmanager
    def use(
        self, table: str, new: bool = False, trust: bool = False, since: int | None = None
    ) -> Iterator[LiveTable]:
        """A table for one user at a time, up to date, with all entries from ``since`` on.

        With ``trust`` it is as this process knows it, if it does; the store finds out
        when something is appended.
        """
        live = self._held(table, trust, since)
        try:
            if not live.version and not new:
                raise no_table(table)
            yield live
        except Problem:
            raise
        except BaseException:
            live.forget()  # it may be ahead of the record
            raise
        finally:
            if live.version:
                bind(table=table, hand=live.docket.state.number or None)
            live.lock.release()

    def _held(self, table: str, trust: bool, since: int | None) -> LiveTable:
        """A table whose lock is held from now on."""
        live = self._live(self._lives, table)
        live.lock.acquire()
        try:
            if not (trust and live.version):
                self._catch_up(live, None)
        except BaseException:
            live.lock.release()
            raise
        if since is None or live.docket.base < max(since, 1):
            return live
        live.lock.release()
        return self._longer_one(table, since)

    def _longer_one(self, table: str, since: int) -> LiveTable:
        live = self._live(self._longer, table)
        live.lock.acquire()
        try:
            if live.docket.base >= since:
                live.forget()
            self._catch_up(live, since)
        except BaseException:
            live.lock.release()
            raise
        return live

    @contextmanager
    def around(self, table: str, first: int, last: int) -> Iterator[LiveTable]:
        """A table with its entries from ``first`` to ``last`` and the rest of that hand.

        What came later is left out, unless it corrected something in there.
        """

        def over(live: LiveTable) -> bool:
            return live.version > last and live.docket.state.number > live.hand_of(last)

        with self._part(table, first, over) as live:
            yield live

    @contextmanager
    def hands(self, table: str, first: int, last: int) -> Iterator[LiveTable]:
        """A table with its hands from number ``first`` to ``last``, as ``around`` has it."""
        begins = self.first_of(table, first)
        with self._part(table, begins, lambda live: live.docket.state.number > last) as live:
            yield live

    @contextmanager
    def _part(
        self, table: str, first: int, over: Callable[[LiveTable], bool]
    ) -> Iterator[LiveTable]:
        with self.use(table) as live:
            if live.docket.base < max(first, 1):
                yield live
                return
            corrections = dict(live.corrections)
        part = self._read(table, first, over)
        if any(seq > part.version >= entry for seq, entry in corrections.items()):
            with self.use(table, since=first) as live:
                yield live
        else:
            yield part

    def _read(self, table: str, first: int, over: Callable[[LiveTable], bool]) -> LiveTable:
        live = LiveTable(table, self._law)
        live.forget(self._before(table, first))
        try:
            for stored in self._store.stream(table, live.version):
                live.take(stored)
                if over(live):
                    break
        except HistoryTruncated as beyond:
            return self._read(table, min(first, beyond.seq), over)
        return live

    def _live(self, lives: Lives, table: str) -> LiveTable:
        with self._gate:
            live = lives.pop(table, None) or LiveTable(table, self._law)
            lives[table] = live
            if len(lives) > self._most:
                lives.popitem(last=False)
            return live

    def _catch_up(self, live: LiveTable, since: int | None) -> None:
        head = self._store.head(live.table)
        version = 0 if head is None else head.version
        if live.version > version:
            live.forget()
        while live.version < version:
            try:
                self._load(live, since)
            except HistoryTruncated as beyond:  # a correction: it is judged from further back
                live.forget()
                since = min(since or beyond.seq, beyond.seq)
            except BaseException:
                live.forget()
                raise

    def _load(self, live: LiveTable, since: int | None) -> None:
        if not live.version:
            live.forget(self._before(live.table, since))
        for stored in self._store.stream(live.table, live.version):
            live.take(stored)
        live.settled(live.docket.rulings.values())

    def _before(self, table: str, since: int | None) -> SnapshotContent | None:
        """The newest snapshot, from before an entry if one is named."""
        until = None if since is None else since - 1
        found = self._store.snapshot(table, build_hash(), until=until)
        return None if found is None else deserialize(found.body)

    def current(self, live: LiveTable) -> bool:
        """Whether nobody else has written to the table."""
        head = self._store.head(live.table)
        return head is not None and head.version == live.version

    def before_hand(self, live: LiveTable) -> None:
        """A hand is about to begin: let go of what came before, if that has grown long."""
        docket = live.docket
        if docket.state.seq - docket.base >= self._tail and not docket.state.hand_on:
            self._store.keep(live.let_go())

    def first_of(self, table: str, hand: int) -> int:
        """An entry from which on everything about a hand is to be found."""
        found = self._store.snapshot(table, build_hash(), before_hand=hand)
        return 1 if found is None else found.seq + 1

    def past(self, table: str, first: int, last: int) -> Docket:
        """The table as it stood after entry ``last``, with its entries from ``first`` on."""
        since = self._before(table, first)
        docket = Docket(self._law, base=since.state if since else None)
        try:
            for stored in self._store.stream(table, docket.base):
                if stored.seq > last:
                    break
                docket.record(event_of(stored))
        except HistoryTruncated as beyond:
            return self.past(table, min(first, beyond.seq), last)
        return docket


def no_table(table: str) -> Problem:
    """There is no table of this name."""
    detail = f"There is no table {table!r}; GET /v1/tables lists them."
    return Problem("NOT_FOUND", detail, {"table": [detail]})


def expired(table: str) -> Problem:
    """What the entries of this table said was dropped in its time."""
    detail = f"The content of table {table!r} was dropped when its time was over."
    return Problem("EXPIRED", detail, {"table": [detail]})


def content_of(stored: Stored) -> dict[str, Any]:
    """A stored entry as it goes out."""
    if not stored.body:
        gone = {"seq": stored.seq, "recorded_at": stored.recorded_at, "expired": True}
        return gone | {"hash": stored.hash}
    found: dict[str, Any] = orjson.loads(stored.body)
    del found["table"]
    found["hash"] = stored.hash
    return found


def event_of(stored: Stored) -> dict[str, Any]:
    """The event of a stored entry."""
    if not stored.body:
        raise expired(stored.table)
    event: dict[str, Any] = orjson.loads(stored.body)["event"]
    if event["type"] == EXPIRED_TYPE:
        raise expired(stored.table)
    return event
