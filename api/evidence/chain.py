"""A table's chain of entries, checked link by link.

The first entry that is not what was recorded is found and named: altered, removed,
inserted or reordered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from api.store.canonical import EXPIRED_TYPE, START, canonical, entry_hash

MASKED, EXPIRED = "masked", "expired"


@dataclass(frozen=True)
class Shown:
    """An entry as somebody shows it: its number, its hash, and what it says.

    ``withheld`` says why the content is not there in full: it is masked for the reader,
    or was dropped after its time. Then the hash is all there is to go by. ``stored`` are
    the bytes that were hashed, where they are at hand.
    """

    seq: int
    hash: str
    content: Mapping[str, Any]
    withheld: str | None = None
    stored: bytes | None = None

    @property
    def previous(self) -> str | None:
        """The hash of the entry before, as this one says; ``None`` if it is not shown."""
        found = self.content.get("prev_hash")
        return found if isinstance(found, str) else None

    def fits(self) -> bool:
        """Whether the content gives the hash."""
        if self.withheld:
            return True
        try:
            return entry_hash(self.stored or canonical(self.content)) == self.hash
        except ValueError:
            return False  # nothing that was ever recorded


@dataclass(frozen=True)
class Fault:
    """Something that is not as it was recorded, and the entry it begins with."""

    kind: str
    detail: str
    table: str | None = None
    seq: int | None = None

    def wire(self) -> dict[str, Any]:
        """The fault as plain JSON."""
        return {"kind": self.kind, "table": self.table, "seq": self.seq, "detail": self.detail}


Proven = Callable[[Shown], bool]


def first_fault(
    table: str,
    entries: Sequence[Shown],
    proven: Proven = lambda _: True,
    after: Shown | None = None,
) -> Fault | None:
    """The first entry of a table that is not what was recorded; ``None`` if all are.

    The entries are those ``after`` a known one, or all of the table.
    """
    expected, previous = (after.seq + 1, after.hash) if after else (1, START)
    written_off = max(map(_writes_off, entries), default=0)
    for place, entry in enumerate(entries):
        fault = (
            _foreign(table, entry)
            or _misplaced(table, entry, expected, entries, place)
            or _emptied(table, entry, written_off)
            or _altered(table, entry)
            or _unlinked(table, entry, previous)
            or _unproven(table, entry, entries, place, proven)
        )
        if fault:
            return fault
        expected, previous = entry.seq + 1, entry.hash
    return None


def _foreign(table: str, entry: Shown) -> Fault | None:
    found = entry.content.get("table", table)
    if found == table:
        return None
    detail = f"an entry of table {found!r} was put among those of table {table!r}"
    return Fault("inserted", detail, table, entry.seq)


def _misplaced(
    table: str, entry: Shown, expected: int, entries: Sequence[Shown], place: int
) -> Fault | None:
    if entry.seq == expected:
        return None
    if entry.seq < expected:
        detail = f"entry {entry.seq} of table {table!r} stands there once more"
        return Fault("inserted", f"{detail}, after entry {expected - 1}", table, entry.seq)
    if any(one.seq == expected for one in entries[place + 1 :]):
        detail = f"entry {expected} of table {table!r} stands after entry {entry.seq}"
        return Fault("reordered", detail, table, expected)
    last = entry.seq - 1
    which = f"entry {expected}" if last == expected else f"entries {expected} to {last}"
    return Fault("removed", f"{which} of table {table!r} missing", table, expected)


def _writes_off(entry: Shown) -> int:
    """Up to which number the table's entries may be without their content."""
    event = entry.content.get("event")
    if not isinstance(event, dict) or event.get("type") != EXPIRED_TYPE:
        return 0
    found = event.get("entries")
    return min(found, entry.seq - 1) if isinstance(found, int) else 0


def _emptied(table: str, entry: Shown, written_off: int) -> Fault | None:
    if entry.withheld != EXPIRED or entry.seq <= written_off:
        return None
    detail = f"the content of entry {entry.seq} of table {table!r} is gone"
    return Fault("removed", f"{detail}, and no later entry says why", table, entry.seq)


def _altered(table: str, entry: Shown) -> Fault | None:
    if entry.fits() and entry.content.get("seq", entry.seq) == entry.seq:
        return None
    detail = f"the content of entry {entry.seq} of table {table!r} does not give its hash"
    return Fault("altered", detail, table, entry.seq)


def _unlinked(table: str, entry: Shown, previous: str) -> Fault | None:
    """The entry is whole and says what it followed; that was another one."""
    if entry.previous in (None, previous):
        return None
    if entry.seq == 1:
        detail = f"entry 1 of table {table!r} says that something came before it"
        return Fault("removed", detail, table, 1)
    detail = f"entry {entry.seq - 1} of table {table!r} is not the one that entry {entry.seq}"
    return Fault("altered", f"{detail} followed", table, entry.seq - 1)


def _unproven(
    table: str, entry: Shown, entries: Sequence[Shown], place: int, proven: Proven
) -> Fault | None:
    if proven(entry):
        return None
    name = f"entry {entry.seq} of table {table!r}"
    if any(one.seq == entry.seq and proven(one) for one in entries[place + 1 :]):
        detail = f"{name} stands there twice, and this one is not in the signed ledger"
        return Fault("inserted", detail, table, entry.seq)
    return Fault("altered", f"{name} is not in the signed ledger as it stands", table, entry.seq)
