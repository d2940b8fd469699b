"""The live stream: entries and rulings as they happen, as server-sent events.

The id of a message names the stream and a place in the ledger. Sent back as
``Last-Event-ID`` it lets a client resume without gap or repeat, after a restart of the service
too.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from api.lib.strict_json import encode
from api.service.accounts import Accounts
from api.service.problems import Problem
from api.service.queries import Queries
from api.service.roles import OPEN, Caller
from api.service.tailing import Channel, Message, Subscriber, Tailer, runs_between
from api.store.port import KeptLedger, Run, StoreUnavailable

Json = dict[str, Any]
RETRY = b"retry: 1000\n\n"  # milliseconds after which a disconnected client reconnects
# After these other calls may wait than before.
ON_CALLS = ("floor_called", "call_closed", "floor_decided", "entry_corrected")
LOOK = 1.0  # seconds between looks whether the caller may still listen


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
        """Whether this caller hears of a table."""
        return table in self.tables if self.tables else caller.serves(table)

    def place_after(self, last: str, size: int) -> int:
        """Where to resume after the message with this id."""
        name, _, place = last.partition("-")
        if name != self.name or not place.isdecimal() or len(place) > 15:
            detail = f"Last-Event-ID {last[:80]!r} is of another stream; this one is {self.name}."
            raise Problem("OTHER_STREAM", detail, {"Last-Event-ID": [detail]})
        if int(place) > size:
            detail = f"Last-Event-ID is ahead of the record, which has {size} entries in order."
            raise Problem("OTHER_STREAM", detail, {"Last-Event-ID": [detail]})
        return int(place)


def server_sent(kind: str, identity: str, data: Any) -> str:
    """One server-sent event."""
    return f"event: {kind}\nid: {identity}\ndata: {encode(data).decode()}\n\n"


class Streams:
    """Opens live streams and renders what happened for them."""

    def __init__(
        self,
        ledger: KeptLedger,
        tailer: Tailer,
        queries: Queries,
        accounts: Accounts,
        heartbeat: float,
    ) -> None:
        self.heartbeat = heartbeat
        self._ledger = ledger
        self._tailer = tailer
        self._queries = queries
        self._accounts = accounts

    def open(self, caller: Caller, subject: Subject, last: str | None, token: str) -> Stream:
        """A stream from now on, or from after the message with the id ``last``."""
        since = None if last is None else subject.place_after(last, self._tailer.size())
        channel = Channel(
            (subject, caller.tables, caller.role.concealed),
            partial(subject.wants, caller),
            partial(self._render, caller, subject),
        )
        subscriber = self._tailer.subscribe(channel)
        if subscriber is None:
            detail = "As many live streams are open as this service holds."
            raise Problem("TOO_MANY_STREAMS", detail, retry_after=5)
        return Stream(self, caller, subject, subscriber, since, token)

    def close(self, subscriber: Subscriber) -> None:
        """A stream has ended."""
        self._tailer.unsubscribe(subscriber)

    def may_listen(self, stream: Stream) -> bool:
        """Whether the token has not been revoked since."""
        if stream.caller.role is OPEN:
            return True
        try:
            return self._accounts.caller(stream.token) == stream.caller
        except Problem:
            return False

    def missed(self, stream: Stream) -> Iterator[bytes]:
        """What happened between the last message and the beginning of the new stream."""
        if stream.since is not None:
            subscriber = stream.subscriber
            for run in runs_between(self._ledger, stream.since, subscriber.begin):
                batch = subscriber.channel.batch([run])
                if batch:
                    yield batch.since(stream.since)

    def _render(self, caller: Caller, subject: Subject, run: Run) -> list[Message]:
        try:
            happened = self._queries.happened(caller, run.table, run.seq, run.entries)
        except Problem:
            return []  # its content was dropped when its time was over
        messages = []
        for place, one in enumerate(happened, run.place):
            text = _message(subject, f"{subject.name}-{place + 1}", one)
            if text is not None:
                messages.append(Message(place, text))
        return messages


def _message(subject: Subject, identity: str, happened: Json) -> str | None:
    """The message about an entry; none if it does not concern the stream."""
    if subject.tables:
        return server_sent("entry", identity, happened)
    # What was never open concerns nobody who watches open rulings.
    given = happened["entry"]["seq"]
    rulings = [one for one in happened["rulings"] if one["status"] == "open" or one["seq"] < given]
    about = {name: happened[name] for name in ("table", "version", "calls")} | {"rulings": rulings}
    on_a_call = happened["entry"].get("event", {}).get("type") in ON_CALLS
    return server_sent("rulings", identity, about) if rulings or on_a_call else None


class Stream:
    """One client's stream; iterating it writes the messages."""

    def __init__(
        self,
        streams: Streams,
        caller: Caller,
        subject: Subject,
        subscriber: Subscriber,
        since: int | None,
        token: str,
    ) -> None:
        self._streams = streams
        self.caller = caller
        self.subject = subject
        self.subscriber = subscriber
        self.since = since
        self.token = token
        self._place = max(subscriber.begin, since or 0)

    def close(self) -> None:
        """Make room for another."""
        self._streams.close(self.subscriber)

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield RETRY
            yield from self._begin()
            yield from self._live()
        except (StoreUnavailable, Problem):
            return  # the client reconnects and resumes where this ended

    def _begin(self) -> Iterator[bytes]:
        if self.since is None:
            data = {"stream": self.subject.name, "tables": list(self.subject.tables)}
            yield server_sent("start", f"{self.subject.name}-{self._place}", data).encode()
            return
        yield from self._streams.missed(self)
        yield self._heartbeat()

    def _live(self) -> Iterator[bytes]:
        sent_at = time.monotonic()
        while True:
            reached = self.subscriber.reached  # read first: all before it is in the queue already
            batch = self.subscriber.next(min(LOOK, self._streams.heartbeat))
            if self.subscriber.disconnected:
                return
            if not self._streams.may_listen(self):
                name = f"{self.subject.name}-{self._place}"
                yield server_sent("end", name, {"code": "BAD_TOKEN"}).encode()
                return
            if batch and batch.end > self._place:
                messages = batch.since(self._place)
                self._place = batch.end
                yield messages
            elif not batch and time.monotonic() - sent_at >= self._streams.heartbeat:
                self._place = max(self._place, reached)
                yield self._heartbeat()
            else:
                continue
            sent_at = time.monotonic()

    def _heartbeat(self) -> bytes:
        """A comment; its id advances what the client sends back, and starts no event."""
        return f": alive\nid: {self.subject.name}-{self._place}\n\n".encode()
