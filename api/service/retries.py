"""Retries: a request that was recorded before gets the answer it got the first time.

It is recognised by its Idempotency-Key or by the ids of its events, for ever; the version it was
based on plays no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.errors import Refused
from adjudicator.log.events import Event
from adjudicator.log.reading import parse
from api.service.append_request import AppendRequest, Pending
from api.service.append_response import outcome, response
from api.service.live_tables import LiveTable, LiveTables
from api.service.problems import Problem, of_refusal
from api.service.stored_entries import content_of, event_of
from api.store.port import Append, Receipt, Store, StoreConflict, Stored

Json = dict[str, Any]


class Retries:
    """Finds out what was recorded before, and answers it again."""

    def __init__(self, store: Store, tables: LiveTables, cached: int) -> None:
        self._store = store
        self._tables = tables
        self._cached = cached

    def receipt(self, request: AppendRequest) -> Receipt | None:
        """What the request's key was used for; a ``Problem`` if for other content."""
        if request.key is None:
            return None
        receipt = self._store.receipt(request.scope, request.key)
        if receipt is not None and receipt.fingerprint != request.fingerprint:
            raise _key_reused(receipt)
        return receipt

    def by_key(self, pending: Pending) -> Json | None:
        """The first answer, if the request's key has been used before."""
        receipt, live = self.receipt(pending.request), pending.live
        if receipt is None:
            return None
        if pending.attempt.optimistic and receipt.version > live.version:
            raise StoreConflict("another process recorded it")
        if not all(self._may_repeat(pending, seq) for seq in receipt.seqs):
            raise _key_reused(receipt)
        return self._first_response(live, receipt.seqs, receipt.version)

    def by_ids(self, pending: Pending, events: Sequence[Event]) -> Json | None:
        """The first answer, if all these events have been recorded before.

        From now on the request's key, if it is a new one, stands for them too.
        """
        seqs = self._recorded_before(pending, events)
        if seqs is None:
            return None
        self._keep_key(pending, seqs)
        return self._first_response(pending.live, seqs, max(seqs))

    def _keep_key(self, pending: Pending, seqs: Sequence[int]) -> None:
        live, request = pending.live, pending.request
        receipt = request.receipt(live.table, seqs, max(seqs))
        if receipt is not None and not request.dry_run:
            summary, by = live.summary(live.docket.state), request.caller.recorded_by()
            self._store.append(Append(live.table, live.version, (), by, summary, receipt=receipt))

    def _recorded_before(self, pending: Pending, events: Sequence[Event]) -> list[int] | None:
        """The entries these events are, if all of them were recorded before."""
        known = self._known(pending, events)
        for index, seq in known.items():
            if not self._repeats(pending, seq, events[index]):
                name = events[index].id
                detail = f"The id {name!r} was used by entry {seq} for another content."
                reused = Refused("ID_REUSED", detail, {"id": [f"used by entry {seq}"]}, seq)
                raise of_refusal(reused, pending.request.path(index))
        if not known:
            return None
        if len(known) == len(events):
            return list(known.values())
        return self._around(pending, events, *next(iter(known.items())))

    def _around(
        self, pending: Pending, events: Sequence[Event], index: int, seq: int
    ) -> list[int] | None:
        """The entries in a row that a batch is of which one, with an id, is known."""
        row = range(seq - index, seq - index + len(events))
        if row[0] < 1 or row[-1] > pending.live.version:
            return None
        pairs = zip(row, events, strict=True)
        return list(row) if all(self._repeats(pending, at, event) for at, event in pairs) else None

    def _known(self, pending: Pending, events: Sequence[Event]) -> dict[int, int]:
        """The entries recorded under the ids of these events, by the events' places."""
        ids = {index: event.id for index, event in enumerate(events) if event.id is not None}
        if not ids:
            return {}
        docket = pending.live.docket
        seqs = {index: docket.seen(name) for index, name in ids.items()}
        if docket.base and not pending.attempt.optimistic and None in seqs.values():
            stored = self._store.numbers(pending.live.table, list(ids.values()))
            seqs = {index: stored.get(name) for index, name in ids.items()}
        return {index: seq for index, seq in seqs.items() if seq is not None}

    def _repeats(self, pending: Pending, seq: int, event: Event) -> bool:
        """Whether the sender repeats this entry.

        An entry with a card the sender may not see is repeated only by the device that recorded
        it: others would find out by trying which card it is.
        """
        same = self._content(pending.live, seq) == event.content()
        return same and self._may_repeat(pending, seq)

    def _may_repeat(self, pending: Pending, seq: int) -> bool:
        live, visibility = pending.live, pending.visibility
        content = dict(self._content(live, seq))
        if visibility.whole:
            return True
        if seq > live.docket.base and visibility.event(content, seq) == content:
            return True
        return pending.sent_by(content_of(self._stored(live.table, seq))["recorded_by"])

    def _content(self, live: LiveTable, seq: int) -> Mapping[str, Any]:
        if seq > live.docket.base:
            return live.docket.entry(seq).event.content()
        return parse(event_of(self._stored(live.table, seq))).content()

    def _stored(self, table: str, seq: int) -> Stored:
        return self._store.entries(table, seq - 1, 1)[0]

    # --- Answers -------------------------------------------------------------------

    def _first_response(self, live: LiveTable, seqs: Sequence[int], version: int) -> Json:
        """What was answered when these entries were recorded."""
        self._store.settle()
        cached = live.responses.get((tuple(seqs), version))
        if cached is not None:
            return cached
        docket = self._tables.past(live.table, min(seqs), version)
        return self.remember(live, seqs, outcome(docket, seqs))

    def remember(
        self,
        live: LiveTable,
        seqs: Sequence[int],
        led_to: Mapping[str, Any],
        written: Iterable[Stored] = (),
    ) -> Json:
        """The answer about these entries, kept for a while: most retries come soon."""
        stored = {one.seq: one for one in written}
        entries = [content_of(stored.get(seq) or self._stored(live.table, seq)) for seq in seqs]
        answer = response(live.table, entries, led_to)
        live.responses[tuple(seqs), answer["version"]] = answer
        while len(live.responses) > self._cached:
            live.responses.popitem(last=False)
        return answer


def _key_reused(receipt: Receipt) -> Problem:
    seqs = ", ".join(map(str, receipt.seqs))
    detail = (
        f"The key {receipt.key!r} stands for another request, recorded as "
        f"entries {seqs} of table {receipt.table!r}."
    )
    return Problem("KEY_REUSED", detail, {"Idempotency-Key": [detail]})
