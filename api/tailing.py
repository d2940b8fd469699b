"""One thread for each process that follows the ledger and tells every live stream.

The ledger gives all entries one order without gaps, whoever stored them, so a place in
it is all that a client must remember to go on where it stopped. Nothing is told from
within an append: nobody who records waits for those who watch.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue

from api.store.port import KeptLedger, StoreUnavailable

POLL = 0.1  # seconds until what other processes stored is looked for
WAITING = 2000  # entries that may wait for one slow client before it is cut off
PAGE = 200  # runs of the ledger read at once


@dataclass(frozen=True)
class Happened:
    """An entry of a table, and its place in the order of everything."""

    place: int
    table: str
    seq: int


class Follower:
    """One live stream: what has happened since it began, in order.

    ``begin`` is the first place it is told about. ``cut`` means that it will be told no
    more: it was too slow, or the service ends.
    """

    def __init__(self, begin: int, wants: Callable[[str], bool]) -> None:
        self.begin = begin
        self.wants = wants
        self.cut = False
        self._queue: Queue[Happened | None] = Queue(WAITING)

    def tell(self, happened: Happened) -> None:
        """Let it know, unless it is too far behind."""
        try:
            if not self.cut and self.wants(happened.table):
                self._queue.put_nowait(happened)
        except Full:
            self.end()

    def end(self) -> None:
        """Tell it no more; what waits for it is dropped, since it can ask again."""
        self.cut = True
        while True:
            try:
                self._queue.put_nowait(None)
                return
            except Full:
                self.next(0)

    def next(self, seconds: float) -> Happened | None:
        """The next thing that happened; nothing after so long, or once it is cut."""
        try:
            return self._queue.get(timeout=seconds) if seconds else self._queue.get_nowait()
        except Empty:
            return None


def between(ledger: KeptLedger, begin: int, end: int) -> Iterator[Happened]:
    """Every entry from one place of the ledger up to another."""
    while begin < end:
        runs = ledger.runs_from(begin, PAGE)
        if not runs:
            return
        for run in runs:
            last = min(run.place + run.entries, end)
            for place in range(max(run.place, begin), last):
                yield Happened(place, run.table, run.seq + place - run.place)
            begin = max(begin, last)


class Tailer:
    """Follows the ledger and tells all followers."""

    def __init__(
        self, ledger: KeptLedger, most: int, count: Callable[[int], None] = lambda _: None
    ) -> None:
        self._ledger = ledger
        self._most = most
        self._count = count
        self._place = 0
        self._followers: list[Follower] = []
        self._gate = threading.Lock()
        self._woken = threading.Event()
        self._ended = False
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """The ledger may have grown."""
        self._woken.set()

    def start(self) -> None:
        """Begin to follow."""
        self._thread = threading.Thread(target=self._run, name="tailer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Cut every follower off and end."""
        self._ended = True
        self._woken.set()
        with self._gate:
            for follower in self._followers:
                follower.end()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def size(self) -> int:
        """How many entries have a place."""
        signed = self._ledger.signed()
        return 0 if signed is None else signed.size

    def follow(self, wants: Callable[[str], bool]) -> Follower | None:
        """A new follower; nothing if there are as many as can be served."""
        with self._gate:
            if self._ended or len(self._followers) >= self._most:
                return None
            if not self._followers:
                self._place = self.size()
            found = Follower(self._place, wants)
            self._followers.append(found)
            self._count(len(self._followers))
            return found

    def leave(self, follower: Follower) -> None:
        """A follower has gone."""
        with self._gate:
            if follower in self._followers:
                self._followers.remove(follower)
            self._count(len(self._followers))

    def _run(self) -> None:
        while not self._ended:
            with suppress(StoreUnavailable):  # followers wait as all do, and miss nothing
                self._tell()
            self._woken.wait(POLL)
            self._woken.clear()

    def _tell(self) -> None:
        with self._gate:
            if not self._followers:
                return
            end = self.size()
            for happened in between(self._ledger, self._place, end):
                for follower in self._followers:
                    follower.tell(happened)
                self._place = happened.place + 1
