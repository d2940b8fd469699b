"""What is kept of one entry of a log."""

from __future__ import annotations

from adjudicator.judging.rulings import Ruling
from adjudicator.log.events import Event
from adjudicator.values.frozen import Frozen


class Entry(Frozen):
    """A recorded event, its number, and the rulings it gave rise to.

    ``listed`` are standing rulings that it asks for, ``touched`` earlier ones whose status
    it changed; both by id.
    """

    seq: int
    event: Event
    rulings: tuple[Ruling, ...] = ()
    listed: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()


class HistoryTruncated(Exception):
    """Something reaches back to an entry that this docket begins after."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} lies before this docket")
        self.seq = seq
