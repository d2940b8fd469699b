"""One thread per process that tails the ledger and delivers to every live stream.

The ledger gives all entries one order without gaps, whoever stored them, so a place in it is all
a client must remember to resume. Nothing is delivered from within an append: nobody who records
waits for those who watch. What many watch is rendered once, and what happens in quick succession
is delivered in one batch.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue

from api.store.port import KeptLedger, Run, StoreUnavailable

TICK = 0.1  # seconds between deliveries; what other processes stored is noticed then
WAITING = 200  # batches that may queue for one slow client before it is disconnected
PAGE = 200  # runs of the ledger read at once, and entries of a run


@dataclass(frozen=True)
class Message:
    """The rendered message about an entry, and the entry's place in the ledger."""

    place: int
    text: str


class Batch:
    """Messages about entries that happened in quick succession, in order."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._messages = messages
        self._whole = _joined(messages)

    def __bool__(self) -> bool:
        return bool(self._messages)

    @property
    def end(self) -> int:
        """The place after the last message."""
        return self._messages[-1].place + 1

    def since(self, place: int) -> bytes:
        """The bytes of the messages from a place on."""
        if not self._messages or self._messages[0].place >= place:
            return self._whole
        return _joined([one for one in self._messages if one.place >= place])


def _joined(messages: Sequence[Message]) -> bytes:
    return "".join(one.text for one in messages).encode()


NOTHING = Batch(())


@dataclass(frozen=True)
class Channel:
    """What some streams have in common: the tables they want, and how entries are rendered.

    Streams with the same ``key`` get the same messages. ``render`` gives those for the entries
    of a run that concern the streams.
    """

    key: Hashable
    wants: Callable[[str], bool]
    render: Callable[[Run], list[Message]]

    def batch(self, runs: Iterable[Run]) -> Batch:
        """The messages about these entries, in order."""
        rendered = (self.render(run) for run in runs if self.wants(run.table))
        return Batch([message for messages in rendered for message in messages])


class Subscriber:
    """One live stream: the batches that have been delivered to it and not yet sent.

    ``begin`` is the first place it hears of, and all that concerns it up to ``reached`` has been
    delivered. Once ``disconnected`` it gets nothing more: it was too slow, or the service stops.
    """

    def __init__(self, begin: int, channel: Channel) -> None:
        self.begin = self.reached = begin
        self.channel = channel
        self.disconnected = False
        self._queue: Queue[Batch] = Queue(WAITING)

    def deliver(self, batch: Batch) -> None:
        """Queue a batch; a subscriber too far behind is disconnected."""
        try:
            self._queue.put_nowait(batch)
        except Full:
            self.disconnect()

    def disconnect(self) -> None:
        """Deliver nothing more; the client can resume from the last message it got."""
        self.disconnected = True
        with suppress(Full):
            self._queue.put_nowait(NOTHING)

    def next(self, seconds: float) -> Batch:
        """The next batch; nothing after so long, or once disconnected."""
        try:
            return self._queue.get(timeout=seconds)
        except Empty:
            return NOTHING


def runs_between(ledger: KeptLedger, begin: int, end: int) -> Iterator[Run]:
    """Every entry from one place of the ledger up to another, in runs of bounded length."""
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
    """Tails the ledger and delivers to all subscribers."""

    def __init__(
        self, ledger: KeptLedger, most: int, count: Callable[[int], None] = lambda _: None
    ) -> None:
        self._ledger = ledger
        self._most = most
        self._count = count
        self._place = 0
        self._subscribers: list[Subscriber] = []
        self._gate = threading.Lock()
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """The ledger may have grown."""
        self._woken.set()

    def start(self) -> None:
        """Begin to tail."""
        self._thread = threading.Thread(target=self._run, name="tailer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Disconnect every subscriber and stop."""
        self._stopped.set()
        self._woken.set()
        with self._gate:
            for subscriber in self._subscribers:
                subscriber.disconnect()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def size(self) -> int:
        """How many entries have a place."""
        signed = self._ledger.signed()
        return 0 if signed is None else signed.size

    def subscribe(self, channel: Channel) -> Subscriber | None:
        """A new subscriber; nothing if there are as many as can be served."""
        with self._gate:
            if self._stopped.is_set() or len(self._subscribers) >= self._most:
                return None
            if not self._subscribers:
                self._place = self.size()
            subscriber = Subscriber(self._place, channel)
            self._subscribers.append(subscriber)
            self._count(len(self._subscribers))
            return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """A subscriber has gone."""
        with self._gate:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)
            self._count(len(self._subscribers))

    def _run(self) -> None:
        while not self._stopped.is_set():
            with suppress(StoreUnavailable):  # subscribers wait like everybody, and miss nothing
                self._deliver()
            self._stopped.wait(TICK)
            self._woken.wait(TICK)
            self._woken.clear()

    def _deliver(self) -> None:
        with self._gate:
            if not self._subscribers:
                return
            runs = list(runs_between(self._ledger, self._place, self.size()))
            if runs:
                self._deliver_all(runs)

    def _deliver_all(self, runs: list[Run]) -> None:
        channels = {one.channel.key: one.channel for one in self._subscribers}
        batches = {key: channel.batch(runs) for key, channel in channels.items()}
        self._place = runs[-1].place + runs[-1].entries
        for subscriber in self._subscribers:
            if batch := batches[subscriber.channel.key]:
                subscriber.deliver(batch)
            subscriber.reached = self._place
