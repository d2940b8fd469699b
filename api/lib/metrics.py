"""Metrics for Prometheus."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from adjudicator.judging.rulings import Ruling

__all__ = ["CONTENT_TYPE_LATEST", "Metrics"]

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Metrics:
    """The counters of one service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Histogram(
            "adjudicator_request_seconds",
            "Time to answer a request.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._append = Histogram(
            "adjudicator_append_seconds",
            "Time until recorded entries are on the disk.",
            registry=self.registry,
        )
        self._entries = Counter("adjudicator_entries", "Entries recorded.", registry=self.registry)
        self._rulings = Counter(
            "adjudicator_rulings",
            "Rulings given, by rule and outcome.",
            ("rule", "code"),
            registry=self.registry,
        )
        self._conflicts = Counter(
            "adjudicator_conflicts",
            "Appends that found the table changed.",
            registry=self.registry,
        )
        self._ledger = Gauge(
            "adjudicator_ledger_size",
            "Entries that stand in the signed ledger.",
            registry=self.registry,
        )
        self._streams = Gauge(
            "adjudicator_stream_clients",
            "Live streams that are open.",
            registry=self.registry,
        )
        self._not_signed = Counter(
            "adjudicator_ledger_failures",
            "Times the sequencer could not sign.",
            registry=self.registry,
        )
        self._dues = Gauge(
            "adjudicator_open_dues",
            "Things somebody still has to do, over all tables.",
            registry=self.registry,
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        known = method if method in METHODS else "other"
        self._requests.labels(known, route, str(status)).observe(seconds)

    def appended(self, entries: int, rulings: Iterable[Ruling], seconds: float) -> None:
        """Entries were recorded and these rulings given.

        Rulings that rest on an unconfirmed card are left out: who counts them could infer the card.
        """
        self._append.observe(seconds)
        self._entries.inc(entries)
        for ruling in rulings:
            if ruling.unconfirmed:
                continue
            for outcome in ruling.outcomes:
                self._rulings.labels(ruling.rule, outcome.code).inc()

    def conflict(self) -> None:
        """An append lost: its version was stale, or another process was faster."""
        self._conflicts.inc()

    def signed(self, size: int) -> None:
        """The ledger was signed at this size."""
        self._ledger.set(size)

    def streams(self, open_: int) -> None:
        """This many live streams are open."""
        self._streams.set(open_)

    def not_signed(self) -> None:
        """The ledger could not be signed."""
        self._not_signed.inc()

    def text(self, dues: int) -> bytes:
        """The exposition, with the number of open dues."""
        self._dues.set(dues)
        return generate_latest(self.registry)
