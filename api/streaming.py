"""The live stream: entries and rulings as they happen, as server-sent events.

The id of a message names the stream and a place in the ledger. Sent back as
``Last-Event-ID`` it lets a client go on without a gap and without a repeat, after a
restart of the service too.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any

from api.access import Access
from api.answers import encoded
from api.problems import Problem
from api.reading import Reader
from api.roles import OPEN, Caller
from api.store.port import KeptLedger, StoreUnavailable
from api.tailing import Follower, Happened, Tailer, between

RETRY = "retry: 1000\n\n"  # milliseconds after which a client that was cut comes back
HEARTBEAT = 15.0
LOOK = 1.0  # seconds after which it is looked whether the caller may still listen
RENDERED = 512


@dataclass(frozen=True)
class Subject:
    """What a stream is about: these tables, or all open rulings."""

    tables: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What its messages' ids begin with."""
        about = ",".join(self.tables) if self.tables else "open rulings"
        return hashlib.sha256(about.encode()).hexdigest()[:12]

    def wants(self, caller: Caller, table: str) -> bool:
        """Whether it tells this caller about a table."""
        return table in self.tables if self.tables else caller.serves(table)

    def place_after(self, last: str, size: int) -> int:
        """Where to go on after the message with this id."""
        name, _, place = last.partition("-")
        if name != self.name or not place.isdecimal() or len(place) > 15:
            detail = f"Last-Event-ID {last[:80]!r} is of another stream; this one is {self.name}."
            raise Problem("OTHER_STREAM", detail, {"Last-Event-ID": [detail]})
        if int(place) > size:
            detail = f"Last-Event-ID is ahead of the record, which has {size} entries in order."
            raise Problem("OTHER_STREAM", detail, {"Last-Event-ID": [detail]})
        return int(place)


def message(kind: str, identity: str, data: Any) -> str:
    """One server-sent event."""
    return f"event: {kind}\nid: {identity}\ndata: {encoded(data)}\n\n"


class Streams:
    """Opens live streams and writes their messages."""

    def __init__(
        self, ledger: KeptLedger, tailer: Tailer, reader: Reader, access: Access, heartbeat: float
    ) -> None:
        self._ledger = ledger
        self._tailer = tailer
        self._reader = reader
        self._access = access
        self._heartbeat = heartbeat
        self._rendered: OrderedDict[tuple[int, bool, str], str] = OrderedDict()
        self._gate = Lock()

    def open(self, caller: Caller, subject: Subject, last: str | None, token: str) -> Stream:
        """A stream from now on, or from after the message with the id ``last``."""
        follower = self._tailer.follow(lambda table: subject.wants(caller, table))
        if follower is None:
            detail = "As many live streams are open as this service holds."
            raise Problem("TOO_MANY_STREAMS", detail, retry_after=5)
        try:
            since = None if last is None else subject.place_after(last, self._tailer.size())
        except Problem:
            self._tailer.leave(follower)
            raise
        return Stream(self, caller, subject, follower, since, token)

    def close(self, follower: Follower) -> None:
        """A stream has ended."""
        self._tailer.leave(follower)

    def may_listen(self, stream: Stream) -> bool:
        """Whether the token has not been revoked since."""
        if stream.caller.role is OPEN:
            return True
        try:
            return self._access.caller(stream.token) == stream.caller
        except Problem:
            return False

    def missed(self, stream: Stream) -> Iterator[Happened]:
        """What happened between the last message and the beginning of the new stream."""
        if stream.since is not None:
            for one in between(self._ledger, stream.since, stream.follower.begin):
                if stream.follower.wants(one.table):
                    yield one

    def told(self, stream: Stream, happened: Happened, live: bool) -> str:
        """The message about an entry, empty if it does not concern the stream."""
        about_rulings = not stream.subject.tables
        key = (happened.place, about_rulings, stream.caller.role.concealed.value)
        text = self._rendered.get(key) if live else None
        if text is None:
            text = self._data(stream, happened, about_rulings)
            with self._gate:
                self._rendered[key] = text
                while len(self._rendered) > RENDERED:
                    self._rendered.popitem(last=False)
        identity = f"{stream.subject.name}-{happened.place + 1}"
        return text and text.replace("{id}", identity, 1)

    def _data(self, stream: Stream, happened: Happened, about_rulings: bool) -> str:
        found = self._reader.happened(stream.caller, happened.table, happened.seq)
        if about_rulings:
            given = found["entry"]["seq"]
            # What was never open concerns nobody who watches open rulings.
            rulings = [r for r in found["rulings"] if r["status"] == "open" or r["seq"] < given]
            if not rulings:
                return ""
            found = {"table": found["table"], "version": found["version"], "rulings": rulings}
        return message("rulings" if about_rulings else "entry", "{id}", found)

    @property
    def heartbeat(self) -> float:
        """Seconds of silence after which a sign of life is sent."""
        return self._heartbeat


class Stream:
    """One client's stream; iterating it writes the messages."""

    def __init__(
        self,
        streams: Streams,
        caller: Caller,
        subject: Subject,
        follower: Follower,
        since: int | None,
        token: str,
    ) -> None:
        self._streams = streams
        self.caller = caller
        self.subject = subject
        self.follower = follower
        self.since = since
        self.token = token

    def close(self) -> None:
        """Make room for another."""
        self._streams.close(self.follower)

    def __iter__(self) -> Iterator[str]:
        try:
            yield RETRY
            yield from self._begin()
            yield from self._live()
        except (StoreUnavailable, Problem):
            return  # the client comes back and goes on where this ended

    def _begin(self) -> Iterator[str]:
        place = max(self.follower.begin, self.since or 0)
        if self.since is None:
            data = {"stream": self.subject.name, "tables": list(self.subject.tables)}
            yield message("start", f"{self.subject.name}-{place}", data)
            return
        for happened in self._streams.missed(self):
            if text := self._streams.told(self, happened, live=False):
                yield text
        yield self._sign_of_life(place)

    def _live(self) -> Iterator[str]:
        place = max(self.follower.begin, self.since or 0)
        spoken = time.monotonic()
        while True:
            happened = self.follower.next(min(LOOK, self._streams.heartbeat))
            if self.follower.cut:
                return
            if not self._streams.may_listen(self):
                yield message("end", f"{self.subject.name}-{place}", {"code": "BAD_TOKEN"})
                return
            if happened is not None and happened.place < place:
                continue  # another process had told it before
            if happened is not None:
                place = happened.place + 1
                text = self._streams.told(self, happened, live=True)
            elif time.monotonic() - spoken >= self._streams.heartbeat:
                text = self._sign_of_life(place)
            else:
                continue
            if text:
                spoken = time.monotonic()
                yield text

    def _sign_of_life(self, place: int) -> str:
        """A comment; its id moves on what the client sends back, and starts no event."""
        return f": alive\nid: {self.subject.name}-{place}\n\n"
