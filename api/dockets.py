"""Every table's docket as this process holds it: a cache that may be thrown away.

The record is the store's. A docket is judged anew from it whenever it is missing here,
and brought up to date whenever another process has written.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from adjudicator.docket import Docket, Entry
from adjudicator.rules import Law, Ruling
from adjudicator.state import State
from api.logs import bind
from api.problems import Problem
from api.store.canonical import EXPIRED_TYPE
from api.store.port import Store, Stored

Told = OrderedDict[tuple[tuple[int, ...], int], dict[str, Any]]


class Live:
    """One table in memory; only for whoever holds its lock.

    ``numbers`` has the number of the hand after each entry, ``ends`` the last state
    of each hand, ``known`` every ruling as the store has it, ``last`` the last entry,
    ``told`` recent answers, ``device_seqs`` the highest number of its own that each
    device has sent.
    """

    def __init__(self, table: str, law: Law) -> None:
        self.table = table
        self.lock = threading.Lock()
        self.law = law
        self.told: Told = OrderedDict()
        self.last: Stored | None = None
        self.forget()

    def forget(self) -> None:
        """Start from nothing; the store has it all."""
        self.docket = Docket(self.law)
        self.last = None
        self.numbers: list[int] = []
        self.ends: dict[int, State] = {}
        self.known: dict[str, Ruling] = {}
        self.device_seqs: dict[str, int] = {}

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.docket.state.seq

    def noted(self, state: State) -> None:
        """Remember which hand an entry belongs to, and how that hand stands."""
        self.numbers.append(state.number)
        self.ends[state.number] = state

    def heard(self, stored: Stored) -> None:
        """Remember how far a device has come in its own counting."""
        if b'"device_seq"' not in stored.body:
            return
        content = json.loads(stored.body)
        device, number = content["recorded_by"].get("device"), content["event"].get("device_seq")
        if device is not None and number is not None:
            self.device_seqs[device] = max(number, self.device_seqs.get(device, number))

    def settled(self) -> None:
        """The store has the rulings as the docket has them."""
        self.known = dict(self.docket.rulings)

    def entry(self, seq: int) -> Entry:
        """An entry by its number."""
        return self.docket.entries[seq - 1]


class Dockets:
    """The tables in memory, the least used of them let go."""

    def __init__(self, store: Store, law: Law, most: int) -> None:
        self._store = store
        self._law = law
        self._most = most
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._gate = threading.Lock()

    @contextmanager
    def use(self, table: str, new: bool = False, trust: bool = False) -> Iterator[Live]:
        """A table for one user at a time, up to date with the record.

        With ``trust`` it is as this process knows it, if it does; the store finds out
        when something is appended.
        """
        live = self._live(table)
        with live.lock:
            if not (trust and live.version):
                self._catch_up(live)
            if not live.version and not new:
                raise no_table(table)
            try:
                yield live
            except Problem:
                raise
            except BaseException:
                live.forget()  # it may be ahead of the record
                raise
            finally:
                bind(table=table, hand=live.docket.state.number or None)

    def _live(self, table: str) -> Live:
        with self._gate:
            live = self._lives.pop(table, None) or Live(table, self._law)
            self._lives[table] = live
            if len(self._lives) > self._most:
                self._lives.popitem(last=False)
            return live

    def _catch_up(self, live: Live) -> None:
        head = self._store.head(live.table)
        version = 0 if head is None else head.version
        if live.version > version:
            live.forget()
        if live.version < version:
            self._load(live)

    def current(self, live: Live) -> bool:
        """Whether nobody else has written to the table."""
        head = self._store.head(live.table)
        return head is not None and head.version == live.version

    def _load(self, live: Live) -> None:
        try:
            for stored in self._store.stream(live.table, live.version):
                live.docket.record(event_of(stored))
                live.noted(live.docket.state)
                live.last = stored
                live.heard(stored)
        except BaseException:
            live.forget()
            raise
        live.settled()


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
    found: dict[str, Any] = json.loads(stored.body)
    del found["table"]
    return found | {"hash": stored.hash}


def event_of(stored: Stored) -> dict[str, Any]:
    """The event of a stored entry."""
    if not stored.body:
        raise expired(stored.table)
    event: dict[str, Any] = json.loads(stored.body)["event"]
    if event["type"] == EXPIRED_TYPE:
        raise expired(stored.table)
    return event
