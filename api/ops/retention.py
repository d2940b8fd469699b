"""How long what was recorded is kept, what keeps it longer, and how it goes.

A table is kept or dropped whole, by the age of its last entry. Dropping takes away what
the entries say and the rulings on them. Numbers, times, hashes and places in the ledger
stay, so that the chain and the ledger still verify, and the last entry of the table's
own chain says who dropped it, when and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from adjudicator.errors import AdjudicatorError
from api.store.canonical import EXPIRED_TYPE
from api.store.port import Append
from api.store.retention import Hold
from api.store.sql import Clock, SqlStore, stamp, utc_now

YEARS = 10
YEAR = timedelta(days=365.25)
DUE, HELD, DROPPED = "due", "held", "dropped"


class NotDropped(AdjudicatorError):
    """The table has to be kept."""


@dataclass(frozen=True)
class Old:
    """A table whose time is over, and what became of it; or one that is held before that."""

    table: str
    last_entry: str
    state: str
    holds: tuple[Hold, ...] = ()


class Retention:
    """What one installation keeps, and for how long."""

    def __init__(self, store: SqlStore, years: int = YEARS, clock: Clock = utc_now) -> None:
        self._store = store
        self._years = years
        self._clock = clock

    def old(self) -> Iterator[Old]:
        """The tables whose time is over, and all that are held."""
        kept = self._store.retention
        dropped = kept.expired()
        holds: dict[str, tuple[Hold, ...]] = {}
        for hold in kept.holds():
            holds[hold.table] = (*holds.get(hold.table, ()), hold)
        for table, last in kept.last_written(self._limit()):
            here = holds.pop(table, ())
            state = DROPPED if table in dropped else HELD if here else DUE
            yield Old(table, last, state, here)
        for table, here in holds.items():
            head = self._store.head(table)
            yield Old(table, head.recorded_at if head else "", HELD, here)

    def hold(self, table: str, case: str, by: str, reason: str) -> None:
        """Keep a table for a case, however old it gets."""
        self._head(table)
        if any(hold.case == case for hold in self._store.retention.holds(table)):
            raise AdjudicatorError(f"table {table!r} is already held for case {case!r}")
        self._store.retention.hold(table, case, by, reason)

    def release(self, table: str, case: str, by: str, reason: str) -> None:
        """The case needs the table no more."""
        found = [one for one in self._store.retention.holds(table) if one.case == case]
        if not found:
            raise AdjudicatorError(f"table {table!r} is not held for case {case!r}")
        self._store.retention.release(found[0], by, reason)

    def drop(self, table: str, by: str, reason: str) -> int:
        """Drop what a table's entries say; ``NotDropped`` if it has to be kept."""
        last = self._check(table)
        if table not in self._store.retention.expired() and not self._announced(table):
            last = self._announce(table, by, reason)
        return self._store.retention.drop(table, last)

    def _limit(self) -> str:
        return stamp(self._clock() - self._years * YEAR)

    def _head(self, table: str) -> int:
        head = self._store.head(table)
        if head is None:
            raise AdjudicatorError(f"table: found {table!r}; allowed: a table of this database")
        return head.version

    def _check(self, table: str) -> int:
        version = self._head(table)
        holds = self._store.retention.holds(table)
        if holds:
            cases = ", ".join(hold.case for hold in holds)
            raise NotDropped(f"table {table!r} is held for {cases}")
        if self._announced(table):
            return version
        head = self._store.head(table)
        if head is not None and head.recorded_at >= self._limit():
            detail = f"its last entry is of {head.recorded_at}, kept for {self._years} years"
            raise NotDropped(f"table {table!r} is too young: {detail}")
        if self._store.ledger.place(table, version) is None:
            detail = "its last entry is not in the signed ledger yet"
            raise NotDropped(f"table {table!r} could not be verified afterwards: {detail}")
        return version

    def _announced(self, table: str) -> bool:
        """Whether dropping began before and was interrupted."""
        head = self._store.head(table)
        return head is not None and bool(head.summary.get("expired"))

    def _announce(self, table: str, by: str, reason: str) -> int:
        version = self._head(table)
        said = {"type": EXPIRED_TYPE, "entries": version, "by": by, "reason": reason}
        recorded_by = {"role": "command line", "person": by}
        append = Append(table, version, [said], recorded_by, {"expired": True})
        return self._store.append(append)[-1].seq
