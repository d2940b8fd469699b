"""What can be irregular about the end of a hand, and how it was decided."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.play.finding import Finding
from adjudicator.table.parts import GoneBack, Result
from adjudicator.table.standings import Placed
from adjudicator.values.amounts import Amount


class ShownInPart(Finding):
    """A seat shows some of its cards where all are needed to win."""

    seat: int
    shown: int
    count: int


class Decided(Finding):
    """The pot is decided."""

    concerns: ClassVar[str] = "award"
    result: Result
    contested: bool


class AllInAndCalled(Finding):
    """Somebody is all-in and nobody can bet any more: ``seats`` have yet to table their hands."""

    seats: tuple[int, ...]


class NotTabledFirst(Finding):
    """The pot is pushed while hands that have to lie open do not."""

    seats: tuple[int, ...]


class RoundSkipped(Finding):
    """The hand is brought to its end before the betting is over.

    ``shown`` a hand lies open in a last round nobody has begun, else the pot was pushed;
    ``due`` is the seat that was to act.
    """

    concerns: ClassVar[str] = "award"
    shown: bool
    due: int | None


class AwardDiffers(Finding):
    """Chips are pushed otherwise than the rules give."""

    concerns: ClassVar[str] = "award"
    pushed: tuple[tuple[int, Amount], ...]
    right: tuple[tuple[int, Amount], ...]
    pot: int | None


class PushedWithThePot(Finding):
    """A bet nobody called was pushed together with the pot, to the seat it belongs to."""

    concerns: ClassVar[str] = "award"
    back: GoneBack


class AwardFollowsTable(Finding):
    """Chips were pushed that the record had back at their seats."""

    concerns: ClassVar[str] = "award"
    stayed: tuple[GoneBack, ...]


class ClosedUnproved(Finding):
    """The hand ends although the opener has not shown what was asked for."""

    seat: int


class SessionOver(Finding):
    """The agreed number of pots is resolved, or a hand begins after that."""

    pots: int
    length: int
    places: tuple[Placed, ...]
