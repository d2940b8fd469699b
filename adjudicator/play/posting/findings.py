"""What can be irregular about the start of a hand, its antes and its blinds."""

from __future__ import annotations

from adjudicator.play.finding import Finding
from adjudicator.table.parts import Layer
from adjudicator.values.amounts import Amount


class PostWrong(Finding):
    """A post of another size than due, or from another seat."""

    seat: int
    kind: str
    amount: Amount
    due: Amount


class ShortAnte(Finding):
    """A seat puts its last chips in for less than a full ante."""

    seat: int
    amount: Amount
    due: Amount


class AntedLastChips(Finding):
    """A full ante takes a seat's last chips."""

    seat: int


class AntesMissing(Finding):
    """Cards are dealt to seats that have not posted."""

    seats: tuple[int, ...]
    due: Amount


class EntryWithCarriedPot(Finding):
    """A seat that was not in an earlier deal of the carried pot is dealt in."""

    seat: int
    sets: int
    due: Amount
    forfeited: tuple[Layer, ...]


class LockedOutDealtIn(Finding):
    """A seat locked out of this pot is dealt in."""

    seat: int


class HandLeftOpen(Finding):
    """A new hand starts before the last one was ended."""

    hand: int


class StartedAgainst(Finding):
    """A hand starts from another button, or with more players, than the game has."""

    what: str
    found: int
    due: int
