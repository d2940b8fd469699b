"""The live stream: entries and rulings as they happen, as server-sent events.

The id of a message names the stream and a place in the ledger. Sent back as
``Last-Event-ID`` it lets a client go on without a gap and without a repeat, after a
restart of the service too.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from api.lib.strict_json import encode
from api.service.accounts import Access
from api.service.problems import Problem
from api.service.queries import Reader
from api.service.roles import OPEN, Caller
from api.service.tailing import Channel, Follower, Message, Tailer, between
from api.store.port import KeptLedger, Run, StoreUnavailable

Json = dict[str, Any]
RETRY = b"retry: 1000\n\n"  # milliseconds after which a client that was cut comes back
LOOK = 1.0  # seconds after which it is looked whether the caller may still listen


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
    return f"event: {kind}\nid: {identity}\ndata: {encode(data).decode()}\n\n"


class Streams:
    """Opens live streams and finds the words for what happened."""

    def __init__(
        self, ledger: KeptLedger, tailer: Tailer, reader: Reader, access: Access, heartbeat: float
    ) -> None:
        self.heartbeat = heartbeat
        self._ledger = ledger
        self._tailer = tailer
        self._reader = reader
        self._access = access

    def open(self, caller: Caller, subject: Subject, last: str | None, token: str) -> Stream:
        """A stream from now on, or from after the message with the id ``last``."""
        since = None if last is None else subject.place_after(last, self._tailer.size())
        channel = Channel(
            (subject, caller.tables, caller.role.concealed),
            partial(subject.wants, caller),
            partial(self._words, caller, subject),
        )
        follower = self._tailer.follow(channel)
        if follower is None:
            detail = "As many live streams are open as this service holds."
            raise Problem("TOO_MANY_STREAMS", detail, retry_after=5)
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

    def missed(self, stream: Stream) -> Iterator[bytes]:
        """What happened between the last message and the beginning of the new stream."""
        if stream.since is not None:
            for run in between(self._ledger, stream.since, stream.follower.begin):
                told = stream.follower.channel.tell([run])
                if told:
                    yield told.since(stream.since)

    def _words(self, caller: Caller, subject: Subject, run: Run) -> list[Message]:
        try:
            happened = self._reader.happened(caller, run.table, run.seq, run.entries)
        except Problem:
            return []  # its content was dropped when its time was over
        found = []
        for place, one in enumerate(happened, run.place):
            text = _said(subject, f"{subject.name}-{place + 1}", one)
            if text is not None:
                found.append(Message(place, text))
        return found


def _said(subject: Subject, identity: str, happened: Json) -> str | None:
    """The message about an entry; none if it does not concern the stream."""
    if subject.tables:
        return message("entry", identity, happened)
    # What was never open concerns nobody who watches open rulings.
    given = happened["entry"]["seq"]
    rulings = [one for one in happened["rulings"] if one["status"] == "open" or one["seq"] < given]
    about = {"table": happened["table"], "version": happened["version"], "rulings": rulings}
    return message("rulings", identity, about) if rulings else None


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
        self._place = max(follower.begin, since or 0)

    def close(self) -> None:
        """Make room for another."""
        self._streams.close(self.follower)

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield RETRY
            yield from self._begin()
            yield from self._live()
        except (StoreUnavailable, Problem):
            return  # the client comes back and goes on where this ended

    def _begin(self) -> Iterator[bytes]:
        if self.since is None:
            data = {"stream": self.subject.name, "tables": list(self.subject.tables)}
            yield message("start", f"{self.subject.name}-{self._place}", data).encode()
            return
        yield from self._streams.missed(self)
        yield self._sign_of_life()

    def _live(self) -> Iterator[bytes]:
        spoken = time.monotonic()
        while True:
            reached = self.follower.reached  # looked at first: what was told before is here
            told = self.follower.next(min(LOOK, self._streams.heartbeat))
            if self.follower.cut:
                return
            if not self._streams.may_listen(self):
                name = f"{self.subject.name}-{self._place}"
                yield message("end", name, {"code": "BAD_TOKEN"}).encode()
                return
            if told and told.end > self._place:
                words = told.since(self._place)
                self._place = told.end
                yield words
            elif not told and time.monotonic() - spoken >= self._streams.heartbeat:
                self._place = max(self._place, reached)
                yield self._sign_of_life()
            else:
                continue
            spoken = time.monotonic()

    def _sign_of_life(self) -> bytes:
        """A comment; its id moves on what the client sends back, and starts no event."""
        return f": alive\nid: {self.subject.name}-{self._place}\n\n".encode()
