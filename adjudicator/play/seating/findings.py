"""What can be irregular about the table and who sits where."""

from __future__ import annotations

from adjudicator.play.finding import Finding


class SeatChangedWithPot(Finding):
    """A player changes seats while money is carried."""

    seat: int
    to: int


class TableAdvisory(Finding):
    """Something about the set-up that the house should know."""

    rule: str
    text: str
