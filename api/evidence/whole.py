"""A whole record, checked: every chain, and all of them against the signed ledger.

Who shows the record need not be trusted, only the key. What is shown must give the root
that was signed; where it does not, proofs of consistency lead to the first wrong entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

from adjudicator.errors import AdjudicatorError
from api.evidence.chain import Fault, Shown, first_fault
from api.evidence.ledger import leaf_of
from api.evidence.merkle import leaf_hash, proves_consistency, root
from api.evidence.note import BadNote, Checkpoint, PublicKey, checkpoint, public_key
from api.evidence.report import Report
from api.evidence.tiles import Tiled, grown
from api.store.port import Run

NOTHING = leaf_hash(b"")  # in the place of an entry that is not shown


class Unreachable(AdjudicatorError):
    """The record cannot be read."""


class Record(Protocol):
    """Whatever shows a record."""

    def name(self) -> str:
        """What is checked."""

    def key(self) -> str:
        """The key as the record itself has it."""

    def note(self) -> str:
        """The newest checkpoint."""

    def tables(self) -> Iterable[str]:
        """All tables."""

    def entries(self, table: str) -> Iterable[Shown]:
        """All entries of a table, as they stand."""

    def runs(self, size: int) -> Iterable[Run]:
        """Which entries stand where, for at least ``size`` places."""

    def consistency(self, first: int, second: int) -> list[bytes]:
        """The proof that the ledger of ``second`` begins with that of ``first``."""


@dataclass
class Seen:
    """What a record showed."""

    entries: dict[tuple[str, int], Shown] = field(default_factory=dict)
    tables: int = 0
    faults: list[Fault] = field(default_factory=list)


def check(record: Record, pinned: PublicKey | None = None, earlier: str | None = None) -> Report:
    """Check a record; against a checkpoint kept from before, if there is one.

    The checkpoint is read first: what it covers must then be shown, what is newer may be.
    """
    report = Report(record.name())
    try:
        key = pinned or public_key(record.key())
        report = report.signed_by(record.note(), key, pinned is not None)
    except BadNote as error:
        return report.with_faults(
            Fault("unsigned", f"the checkpoint is not to be trusted: {error}")
        )
    head = report.checkpoint
    assert head is not None
    if earlier is not None:
        report = report.with_faults(_not_continued(record, earlier, head, key))
    seen = _look(record)
    places = list(_places(record, head.size))
    report = replace(
        report,
        tables=seen.tables,
        entries=len(seen.entries),
        waiting=len(seen.entries.keys() - set(places)),
        withheld=sum(1 for one in seen.entries.values() if one.withheld),
    )
    return report.with_faults(*seen.faults, *_ledger_faults(record, head, seen, places))


def _look(record: Record) -> Seen:
    seen = Seen()
    for table in record.tables():
        entries = list(record.entries(table))
        seen.tables += 1
        found = first_fault(table, entries)
        if found:
            seen.faults.append(found)
        for entry in entries:
            seen.entries.setdefault((table, entry.seq), entry)
    return seen


def _not_continued(record: Record, earlier: str, head: Checkpoint, key: PublicKey) -> Fault | None:
    try:
        before = checkpoint(earlier, key)
    except BadNote as error:
        return Fault("forked", f"the checkpoint kept from before is another log's: {error}")
    if before.size > head.size:
        detail = f"the ledger had {before.size} entries when it was last checked, now {head.size}"
        return Fault("rolled back", detail)
    proof = record.consistency(before.size, head.size)
    if proves_consistency(before.size, head.size, before.root, head.root, proof):
        return None
    return Fault("forked", f"the ledger does not continue the one of {before.size} entries")


# --- Against the ledger --------------------------------------------------------------


def _places(record: Record, size: int) -> Iterator[tuple[str, int]]:
    """Which entry stands at each place, up to the size of the ledger."""
    at = 0
    for run in record.runs(size):
        if run.place != at or run.entries < 1:
            return
        for step in range(run.entries):
            if at == size:
                return
            yield run.table, run.seq + step
            at += 1


def _ledger_faults(
    record: Record, head: Checkpoint, seen: Seen, places: list[tuple[str, int]]
) -> Iterator[Fault]:
    """What the chains alone do not show: a cut tail, a table gone, a chain made anew."""
    if len(places) < head.size:
        yield Fault("removed", f"the ledger shows no entry at place {len(places)}")
        return
    named = {fault.table for fault in seen.faults}
    gone = _gone(seen, places, named)
    yield from gone
    leaves = [_leaf(seen.entries.get(place)) for place in places]
    found = _first_wrong(record, head, leaves)
    table, seq = places[found] if found is not None else (None, None)
    if table is not None and table not in named | {fault.table for fault in gone}:
        detail = f"entry {seq} of table {table!r} is not the one that was signed"
        yield Fault("altered", f"{detail}, at place {found} of the ledger", table, seq)


def _gone(seen: Seen, places: list[tuple[str, int]], named: set[str | None]) -> list[Fault]:
    """The first entry of each table that was signed and is not shown."""
    first: dict[str, int] = {}
    for table, seq in places:
        if (table, seq) not in seen.entries and table not in named:
            first.setdefault(table, seq)
    return [
        Fault("removed", f"entry {seq} of table {table!r} is signed and missing", table, seq)
        for table, seq in first.items()
    ]


def _leaf(entry: Shown | None) -> bytes:
    try:
        return leaf_of(entry.hash) if entry else NOTHING
    except ValueError:
        return NOTHING


def _first_wrong(record: Record, head: Checkpoint, leaves: list[bytes]) -> int | None:
    """The place of the first leaf that is not the signed one.

    The first ``n`` leaves are right if the record proves that the signed ledger begins
    with them; so the place is found by halving.
    """
    tiles = grown(lambda level, place: b"", 0, leaves)
    nodes = Tiled(lambda level, place: tiles[level, place])
    if root(nodes, head.size) == head.root:
        return None
    right, wrong = 0, head.size
    while wrong - right > 1:
        middle = (right + wrong) // 2
        proof = record.consistency(middle, head.size)
        if proves_consistency(middle, head.size, root(nodes, middle), head.root, proof):
            right = middle
        else:
            wrong = middle
    return right
