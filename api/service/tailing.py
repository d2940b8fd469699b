"""One thread for each process that follows the ledger and tells every live stream.

The ledger gives all entries one order without gaps, whoever stored them, so a place in
it is all that a client must remember to go on where it stopped. Nothing is told from
within an append: nobody who records waits for those who watch. What many watch is put
into words once, and what happens in quick succession is told together.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue

from api.store.port import KeptLedger, Run, StoreUnavailable

TICK = 0.1  # seconds from one telling to the next; what other processes stored is found then
WAITING = 200  # tellings that may wait for one slow client before it is cut off
PAGE = 200  # runs of the ledger read at once, and entries of a run


@dataclass(frozen=True)
class Message:
    """What a stream says about an entry, and the entry's place in the order of everything."""

    place: int
    text: str


class Batch:
    """What streams say about entries that happened in quick succession."""

    def __init__(self, told: Sequence[Message]) -> None:
        self._told = told
        self._whole = _joined(told)

    def __bool__(self) -> bool:
        return bool(self._told)

    @property
    def end(self) -> int:
        """The place after the last entry."""
        return self._told[-1].place + 1

    def since(self, place: int) -> bytes:
        """The words for the entries from a place on."""
        if not self._told or self._told[0].place >= place:
            return self._whole
        return _joined([one for one in self._told if one.place >= place])


def _joined(told: Sequence[Message]) -> bytes:
    return "".join(one.text for one in told).encode()


NOTHING = Batch(())


@dataclass(frozen=True)
class Channel:
    """What some streams have in common: the tables they are about, and the words for entries.

    Streams with the same ``key`` are told the same. ``words`` are of those entries of a run
    that concern the streams.
    """

    key: Hashable
    wants: Callable[[str], bool]
    words: Callable[[Run], list[Message]]

    def tell(self, found: Iterable[Run]) -> Batch:
        """What these entries come to, in order."""
        wanted = (self.words(run) for run in found if self.wants(run.table))
        return Batch([one for told in wanted for one in told])


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
        self._queue: Queue[Batch] = Queue(WAITING)

    def tell(self, told: Batch) -> None:
        """Let it know, unless it is too far behind."""
        try:
            self._queue.put_nowait(told)
        except Full:
            self.end()

    def end(self) -> None:
        """Tell it no more; it can ask again for what waits."""
        self.cut = True
        with suppress(Full):
            self._queue.put_nowait(NOTHING)

    def next(self, seconds: float) -> Batch:
        """What happened next; nothing after so long, or once it is cut."""
        try:
            return self._queue.get(timeout=seconds)
        except Empty:
            return NOTHING


def between(ledger: KeptLedger, begin: int, end: int) -> Iterator[Run]:
    """Every entry from one place of the ledger up to another, in runs that are not long."""
    while begin < end:
        runs = ledger.runs_from(begin, PAGE)
        reached = min(runs[-1].place + runs[-1].entries, end) if runs else begin
        if reached <= begin:
            return
        for run in runs:
            last = min(run.place + run.entries, end)
            for place in range(max(run.place, begin), last, PAGE):
                yield Run(place, run.table, run.seq + place - run.place, min(PAGE, last - place))
        begin = reached


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

    def _tell_all(self, found: list[Run]) -> None:
        channels = {one.channel.key: one.channel for one in self._followers}
        told = {key: channel.tell(found) for key, channel in channels.items()}
        self._place = found[-1].place + found[-1].entries
        for follower in self._followers:
            if news := told[follower.channel.key]:
                follower.tell(news)
            follower.reached = self._place
