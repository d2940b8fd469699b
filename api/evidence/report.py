"""What a check found, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from api.evidence.chain import Fault
from api.evidence.note import Checkpoint, PublicKey, checkpoint


@dataclass(frozen=True)
class Report:
    """What was checked and what is wrong with it.

    ``waiting`` entries are too new for the ledger; of ``withheld`` ones only the hash
    could be checked.
    """

    subject: str
    tables: int = 0
    entries: int = 0
    faults: tuple[Fault, ...] = ()
    checkpoint: Checkpoint | None = None
    note: str = ""
    key: PublicKey | None = None
    pinned: bool = False
    waiting: int = 0
    withheld: int = 0

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def with_faults(self, *faults: Fault | None) -> Report:
        """The report with these faults added."""
        return replace(self, faults=(*self.faults, *(one for one in faults if one)))

    def signed_by(self, note: str, key: PublicKey, pinned: bool) -> Report:
        """The report of something that this checkpoint covers; ``BadNote`` if it does not."""
        head = checkpoint(note, key)
        return replace(self, checkpoint=head, note=note, key=key, pinned=pinned)

    def wire(self) -> dict[str, Any]:
        """The report as plain JSON."""
        head = self.checkpoint
        signed = head and {"origin": head.origin, "size": head.size, "root": head.root.hex()}
        return {
            "verified": self.verified,
            "subject": self.subject,
            "tables": self.tables,
            "entries": self.entries,
            "waiting": self.waiting,
            "withheld": self.withheld,
            "checkpoint": signed,
            "key": self.key and self.key.text(),
            "key_pinned": self.pinned,
            "faults": [fault.wire() for fault in self.faults],
        }

    def lines(self) -> Iterator[str]:
        """The report to read."""
        said = "verified" if self.verified else "NOT verified"
        yield f"{self.subject}: {said}"
        for fault in self.faults:
            yield f"  {fault.kind}: {fault.detail}"
        looked = f"{_entries(self.entries)} of {_count(self.tables, 'table')} looked at"
        yield f"  {looked}"
        if self.waiting:
            yield f"  {_entries(self.waiting)} too new for the ledger: only the chain was checked"
        if self.withheld:
            yield f"  {_entries(self.withheld)} not shown in full: only the hash was checked"
        if self.checkpoint is not None and self.key is not None:
            signed = _entries(self.checkpoint.size)
            yield f"  signed: {signed} in the ledger of {self.checkpoint.origin}"
            yield f"  key: {self.key.text()}"
            if not self.pinned:
                yield "  The key came with what was checked: compare it, or give it with --key."


def _entries(number: int) -> str:
    return _count(number, "entry", "entries")


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"
