"""One thread for each process that follows the ledger and tells every live stream.

The ledger gives all entries one order without gaps, whoever stored them, so a place in
it is all that a client must remember to go on where it stopped. Nothing is told from
within an append: nobody who records waits for those who watch. What many watch is put
into words once, and what happens in quick succession is told together.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue

from api.store.port import KeptLedger, StoreUnavailable

TICK = 0.1  # seconds from one telling to the next; what other processes stored is found then
WAITING = 200  # tellings that may wait for one slow client before it is cut off
PAGE = 200  # runs of the ledger read at once


@dataclass(frozen=True)
class Happened:
    """An entry of a table, and its place in the order of everything."""

    place: int
    table: str
    seq: int


@dataclass(frozen=True)
class Told:
    """What a stream says about an entry; no words if it does not concern the stream."""

    place: int
    text: str


@dataclass(frozen=True)
class Channel:
    """What some streams have in common: the entries they are about, and the words for them.

    Streams with the same ``key`` are told the same.
    """

    key: Hashable
    wants: Callable[[str], bool]
    words: Callable[[Happened], str]

    def tell(self, found: Sequence[Happened]) -> list[Told]:
        """What these entries come to, in order."""
        wanted = (one for one in found if self.wants(one.table))
        told = (Told(one.place, self.words(one)) for one in wanted)
        return [one for one in told if one.text]


class Follower:
    """One live stream: what has happened since it began, in order.

    ``begin`` is the first place it is told about; it was told all that concerns it up to
    the place ``reached``. ``cut`` means that it will be told no more: it was too slow, or
    the service ends.
    """

    def __init__(self, begin: int, channel: Channel) -> None:
        self.begin = self.reached = begin
        self.channel = channel
        self.cut = False
        self._queue: Queue[list[Told]] = Queue(WAITING)

    def tell(self, told: list[Told]) -> None:
        """Let it know, unless it is too far behind."""
        try:
            self._queue.put_nowait(told)
        except Full:
            self.end()

    def end(self) -> None:
        """Tell it no more; it can ask again for what waits."""
        self.cut = True
        with suppress(Full):
            self._queue.put_nowait([])

    def next(self, seconds: float) -> list[Told]:
        """What happened next; nothing after so long, or once it is cut."""
        try:
            return self._queue.get(timeout=seconds)
        except Empty:
            return []


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
        self._ended = threading.Event()
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
        self._ended.set()
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

    def follow(self, channel: Channel) -> Follower | None:
        """A new follower; nothing if there are as many as can be served."""
        with self._gate:
            if self._ended.is_set() or len(self._followers) >= self._most:
                return None
            if not self._followers:
                self._place = self.size()
            found = Follower(self._place, channel)
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
        while not self._ended.is_set():
            with suppress(StoreUnavailable):  # followers wait as all do, and miss nothing
                self._tell()
            self._ended.wait(TICK)
            self._woken.wait(TICK)
            self._woken.clear()

    def _tell(self) -> None:
        with self._gate:
            if not self._followers:
                return
            found = list(between(self._ledger, self._place, self.size()))
            if found:
                self._tell_all(found)

    def _tell_all(self, found: list[Happened]) -> None:
        channels = {one.channel.key: one.channel for one in self._followers}
        told = {key: channel.tell(found) for key, channel in channels.items()}
        self._place = found[-1].place + 1
        for follower in self._followers:
            if news := told[follower.channel.key]:
                follower.tell(news)
            follower.reached = self._place
