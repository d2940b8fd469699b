"""The in-memory cache of tables: every table's docket as this process has it.

The store holds the record. A docket missing here is judged anew from it, and one that another
process has written past is brought up to date before it is used.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any

import orjson

from adjudicator.judging.rules import Law
from adjudicator.judging.rulings import Ruling
from adjudicator.record.docket import Docket, HistoryTruncated
from adjudicator.record.public_knowledge import Sightings
from adjudicator.table.call import waiting
from adjudicator.table.table import State
from adjudicator.values.fields import to_wire
from api.lib.logs import bind
from api.service.problems import Problem
from api.service.snapshots import SnapshotContent, build_hash, deserialize, serialize
from api.service.stored_entries import event_of, no_table
from api.store.port import Snapshot, Store, Stored

Cache = OrderedDict[str, "LiveTable"]
Responses = OrderedDict[tuple[tuple[int, ...], int], dict[str, Any]]


@dataclass(frozen=True)
class Attempt:
    """One try at using a table: how sure of it the caller must be before working on it.

    An optimistic attempt takes the cached table as it is, without asking the store. If another
    process has written meanwhile the append ends in ``StoreConflict`` and the next attempt asks
    first. ``since`` asks for every entry from that one on, not just those since the last
    snapshot. Only an attempt that ``opens`` may find no table at all.
    """

    optimistic: bool = False
    since: int | None = None
    opens: bool = False

    def after_conflict(self) -> Attempt:
        """Another process was faster: look before judging again."""
        return replace(self, optimistic=False)

    def after_truncation(self, seq: int) -> Attempt:
        """Entry ``seq`` was needed and lies before what is in memory."""
        return replace(self, optimistic=False, since=seq)


class LiveTable:
    """One table in memory; only for whoever holds its lock.

    ``docket`` may begin after the first entries. Of the entries it has, ``hand_numbers`` holds
    the number of the hand after each, and ``hand_ends`` the last state of each hand.
    ``stored_rulings`` are all rulings as the store has them, ``last_entry`` is the newest entry,
    ``responses`` caches recent answers to appends. ``device_seqs`` is the highest
    ``device_seq`` of each device and ``corrections`` maps each correction to the entry it
    corrects, both over the whole table. ``sightings`` caches which cards of each hand were seen.
    """

    def __init__(self, table: str, law: Law) -> None:
        self.table = table
        self.lock = threading.Lock()
        self.law = law
        self.responses: Responses = OrderedDict()
        self._seated: tuple[State, Mapping[str, Any]] = (State(), {})
        self.reset()

    def reset(self, content: SnapshotContent | None = None) -> None:
        """Start over, empty or from a snapshot; the store can supply the rest."""
        self.device_seqs = dict(content.devices if content else {})
        self.corrections = dict(content.corrections if content else {})
        self.docket = Docket(self.law, base=content.state if content else None)
        self.last_entry: Stored | None = None
        self.hand_numbers: list[int] = []
        self.hand_ends: dict[int, State] = {}
        self.stored_rulings: dict[str, Ruling] = dict(self.docket.rulings)
        self.sightings: dict[int, Sightings] = {}

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.docket.state.seq

    def load(self, stored: Stored) -> None:
        """Judge an entry of the store."""
        self.docket.record(event_of(stored))
        self.index_hand(self.docket.state)
        self.index_entry(stored)

    def index_hand(self, state: State) -> None:
        """Index the state after an entry by its hand."""
        self.hand_numbers.append(state.number)
        self.hand_ends[state.number] = state

    def index_entry(self, stored: Stored) -> None:
        """Index what an entry corrects and how far its device has counted."""
        self.last_entry = stored
        if b'"device_seq"' not in stored.body and b'"entry_corrected"' not in stored.body:
            return
        content = orjson.loads(stored.body)
        if content["event"]["type"] == "entry_corrected":
            self.corrections[stored.seq] = content["event"]["entry"]
        device, number = content["recorded_by"].get("device"), content["event"].get("device_seq")
        if device is not None and number is not None:
            self.device_seqs[device] = max(number, self.device_seqs.get(device, number))

    def mark_stored(self, rulings: Iterable[Ruling]) -> None:
        """The store now has these rulings as they are."""
        self.stored_rulings.update((ruling.id, ruling) for ruling in rulings)

    def truncate(self) -> Snapshot:
        """Drop the entries so far and go on from a snapshot, which is returned."""
        last, state = self.last_entry, self.docket.state
        content = SnapshotContent(state, self.device_seqs, self.corrections)
        self.reset(content)
        self.last_entry = last
        return Snapshot(self.table, state.seq, state.number, build_hash(), serialize(content))

    def summary(self, state: State) -> Mapping[str, Any]:
        """The table's line in the list of tables; players and stakes are cached, they last."""
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
            "calls": len(waiting(state.calls)),
            "closed": state.closed,
        }

    def hand_of(self, seq: int) -> int:
        """The number of the hand after an entry."""
        place = min(seq, self.version) - self.docket.base
        return self.hand_numbers[place - 1] if place > 0 else self.docket.began.number


class LiveTables:
    """The tables in memory; the least recently used are evicted.

    A table is loaded from its newest snapshot and the entries since. For who needs earlier
    entries it is loaded from an earlier snapshot, and cached apart for the next one who does.
    """

    def __init__(self, store: Store, law: Law, most: int, tail: int) -> None:
        self._store = store
        self._law = law
        self._most = most
        self._tail = tail
        self._cache: Cache = OrderedDict()
        self._long_cache: Cache = OrderedDict()
        self._gate = threading.Lock()

    def use(self, table: str, since: int | None = None) -> AbstractContextManager[LiveTable]:
        """A table that exists, up to date, with all entries from ``since`` on."""
        return self.attempt(table, Attempt(since=since))

    @contextmanager
    def attempt(self, table: str, attempt: Attempt) -> Iterator[LiveTable]:
        """A table for one user at a time, as fresh and as complete as the attempt asks."""
        live = self._locked(table, attempt)
        try:
            if not live.version and not attempt.opens:
                raise no_table(table)
            yield live
        except Problem:
            raise
        except BaseException:
            live.reset()  # it may be ahead of the record
            raise
        finally:
            if live.version:
                bind(table=table, hand=live.docket.state.number or None)
            live.lock.release()

    def _locked(self, table: str, attempt: Attempt) -> LiveTable:
        """A table whose lock is held from now on."""
        since = attempt.since
        live = self._cached(self._cache, table)
        live.lock.acquire()
        try:
            if not (attempt.optimistic and live.version):
                self._catch_up(live, None)
        except BaseException:
            live.lock.release()
            raise
        if since is None or live.docket.base < max(since, 1):
            return live
        live.lock.release()
        return self._locked_longer(table, since)

    def _locked_longer(self, table: str, since: int) -> LiveTable:
        live = self._cached(self._long_cache, table)
        live.lock.acquire()
        try:
            if live.docket.base >= since:
                live.reset()
            self._catch_up(live, since)
        except BaseException:
            live.lock.release()
            raise
        return live

    @contextmanager
    def around(self, table: str, first: int, last: int) -> Iterator[LiveTable]:
        """A table with its entries from ``first`` to ``last`` and the rest of that hand.

        Later entries are left out, unless one of them corrects something in there.
        """

        def complete(live: LiveTable) -> bool:
            return live.version > last and live.docket.state.number > live.hand_of(last)

        with self._part(table, first, complete) as live:
            yield live

    @contextmanager
    def hands(self, table: str, first: int, last: int) -> Iterator[LiveTable]:
        """A table with its hands from number ``first`` to ``last``, as ``around`` has it."""
        begins = self.first_of(table, first)
        with self._part(table, begins, lambda live: live.docket.state.number > last) as live:
            yield live

    @contextmanager
    def _part(
        self, table: str, first: int, complete: Callable[[LiveTable], bool]
    ) -> Iterator[LiveTable]:
        with self.use(table) as live:
            if live.docket.base < max(first, 1):
                yield live
                return
            corrections = dict(live.corrections)
        part = self._load_part(table, first, complete)
        if any(seq > part.version >= entry for seq, entry in corrections.items()):
            with self.use(table, since=first) as live:
                yield live
        else:
            yield part

    def _load_part(
        self, table: str, first: int, complete: Callable[[LiveTable], bool]
    ) -> LiveTable:
        live = LiveTable(table, self._law)
        live.reset(self._snapshot_before(table, first))
        try:
            for stored in self._store.stream(table, live.version):
                live.load(stored)
                if complete(live):
                    break
        except HistoryTruncated as truncated:
            return self._load_part(table, min(first, truncated.seq), complete)
        return live

    def _cached(self, cache: Cache, table: str) -> LiveTable:
        with self._gate:
            live = cache.pop(table, None) or LiveTable(table, self._law)
            cache[table] = live
            if len(cache) > self._most:
                cache.popitem(last=False)
            return live

    def _catch_up(self, live: LiveTable, since: int | None) -> None:
        head = self._store.head(live.table)
        version = 0 if head is None else head.version
        if live.version > version:
            live.reset()
        while live.version < version:
            try:
                self._load(live, since)
            except HistoryTruncated as truncated:  # a correction: judge from further back
                live.reset()
                since = min(since or truncated.seq, truncated.seq)
            except BaseException:
                live.reset()
                raise

    def _load(self, live: LiveTable, since: int | None) -> None:
        if not live.version:
            live.reset(self._snapshot_before(live.table, since))
        for stored in self._store.stream(live.table, live.version):
            live.load(stored)
        live.mark_stored(live.docket.rulings.values())

    def _snapshot_before(self, table: str, since: int | None) -> SnapshotContent | None:
        """The newest snapshot, from before an entry if one is named."""
        until = None if since is None else since - 1
        snapshot = self._store.snapshot(table, build_hash(), until=until)
        return None if snapshot is None else deserialize(snapshot.body)

    def is_current(self, live: LiveTable) -> bool:
        """Whether no other process has written to the table since."""
        head = self._store.head(live.table)
        return head is not None and head.version == live.version

    def before_hand(self, live: LiveTable) -> None:
        """A hand is about to begin: truncate the table if its tail of entries has grown long."""
        docket = live.docket
        if docket.state.seq - docket.base >= self._tail and not docket.state.hand_on:
            self._store.keep(live.truncate())

    def first_of(self, table: str, hand: int) -> int:
        """An entry from which on everything about a hand is to be found."""
        snapshot = self._store.snapshot(table, build_hash(), before_hand=hand)
        return 1 if snapshot is None else snapshot.seq + 1

    def past(self, table: str, first: int, last: int) -> Docket:
        """The table as it stood after entry ``last``, with its entries from ``first`` on."""
        content = self._snapshot_before(table, first)
        docket = Docket(self._law, base=content.state if content else None)
        try:
            for stored in self._store.stream(table, docket.base):
                if stored.seq > last:
                    break
                docket.record(event_of(stored))
        except HistoryTruncated as truncated:
            return self.past(table, min(first, truncated.seq), last)
        return docket
