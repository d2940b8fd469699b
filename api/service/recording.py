"""Recording events: judge first, store next, answer last.

A request is tried until it is stored: optimistically on the table as cached, then on the table as
the store has it, and on more of its history where the events reach back further.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.record.docket import HistoryTruncated
from api.lib.metrics import Metrics
from api.service.append_request import AppendRequest, Pending
from api.service.append_response import not_stored, outcome, response
from api.service.judged_append import JudgedAppend, judge_events
from api.service.live_tables import Attempt, LiveTables
from api.service.preconditions import Preconditions
from api.service.problems import Problem
from api.service.rate_limits import Limits
from api.service.retries import Retries
from api.service.visibility import Visibility
from api.store.port import Store, StoreConflict

Json = dict[str, Any]
ATTEMPTS = 20


class Recorder:
    """Takes events into the record."""

    def __init__(
        self,
        store: Store,
        tables: LiveTables,
        metrics: Metrics,
        limits: Limits,
        cached_responses: int,
    ) -> None:
        self._store = store
        self._tables = tables
        self._metrics = metrics
        self._limits = limits
        self._retries = Retries(store, tables, cached_responses)
        self._preconditions = Preconditions(store, metrics)

    def open(self, table: str | None, request: AppendRequest) -> Json:
        """Open a table; with no id given it gets one."""

        def name() -> str:
            receipt = self._retries.receipt(request)
            return receipt.table if receipt else table or f"t-{uuid.uuid4().hex[:12]}"

        return self._until_stored(name, request, Attempt(opens=True))

    def record(self, table: str, request: AppendRequest) -> Json:
        """Record events at a table that is open."""
        return self._until_stored(lambda: table, request.at(table), Attempt(optimistic=True))

    def _until_stored(
        self, table: Callable[[], str], request: AppendRequest, attempt: Attempt
    ) -> Json:
        for _ in range(ATTEMPTS):
            try:
                return self._try(table(), request, attempt)
            except StoreConflict:
                self._metrics.conflict()
                attempt = attempt.after_conflict()
            except HistoryTruncated as truncated:
                attempt = attempt.after_truncation(truncated.seq)
        detail = f"Others wrote to the table {ATTEMPTS} times while this was judged."
        raise Problem("BUSY", detail)

    def _try(self, table: str, request: AppendRequest, attempt: Attempt) -> Json:
        with self._tables.attempt(table, attempt) as live:
            visibility = Visibility.of(live, request.caller)
            pending = Pending(request, live, visibility, attempt)
            try:
                return self._answer(pending)
            except Problem as problem:
                if attempt.optimistic and not self._knows_all(pending):
                    raise StoreConflict("judged on less than there is") from None
                raise visibility.problem(problem) from None

    def _knows_all(self, pending: Pending) -> bool:
        """Whether what an optimistic attempt refuses would be refused on the store's record."""
        live, named = pending.live, pending.request.names_ids()
        return self._tables.is_current(live) and not (live.docket.base and named)

    def _answer(self, pending: Pending) -> Json:
        request, visibility = pending.request, pending.visibility
        first_response = self._retries.by_key(pending)
        if first_response is not None:
            return visibility.response(first_response)
        events = request.parsed()
        first_response = self._retries.by_ids(pending, events)
        if first_response is not None:
            return visibility.response(first_response)
        self._limits.recording(request.caller, len(events))
        self._preconditions.check(pending, events)
        if request.dry_run:
            return _dry_run(pending, events)
        return visibility.response(self._append(pending, events))

    def _append(self, pending: Pending, events: Sequence[Event]) -> Json:
        live = pending.live
        if any(isinstance(event, ev.HandStarted) for event in events):
            self._tables.before_hand(live)
        # A batch is judged on a copy: where one event is refused none may stand.
        docket = live.docket if len(events) == 1 else live.docket.fork()
        return self._store_judged(pending, judge_events(docket, events, pending.request))

    def _store_judged(self, pending: Pending, judged: JudgedAppend) -> Json:
        live = pending.live
        new, changed = judged.rulings, judged.changed(live)
        append = judged.append(pending, new, changed)
        led_to = outcome(judged.docket, judged.seqs)  # while its data is hot in cache
        began = time.perf_counter()
        written = self._store.append(append)
        took = time.perf_counter() - began
        self._metrics.appended(len(written), new, took)
        live.docket = judged.docket
        for state in judged.states:
            live.index_hand(state)
        for stored in written:
            live.index_entry(stored)
        live.mark_stored((*new, *changed))
        return self._retries.remember(live, judged.seqs, led_to, written)


def _dry_run(pending: Pending, events: Sequence[Event]) -> Json:
    """What would be answered, judged on what the sender may know of the table."""
    docket = pending.visibility.docket()
    judged = judge_events(docket, events, pending.request)
    entries = [not_stored(entry) for entry in judged.entries]
    return response(pending.live.table, entries, outcome(docket, judged.seqs)) | {"dry_run": True}
