"""What can be irregular about the table and who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.play.finding import Finding


@dataclass(frozen=True)
class SeatChangedWithPot(Finding):
    """A player changes seats while money is carried."""

    seat: int
    to: int


@dataclass(frozen=True)
class TableAdvisory(Finding):
    """Something about the set-up that the house should know."""

    rule: str
    text: str
