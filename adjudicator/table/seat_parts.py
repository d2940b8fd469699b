"""What a seat's hand has beside its cards and chips: cold, and mostly untouched."""

from __future__ import annotations

from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import Frozen


class BonusCards(Frozen, kw_only=True):
    """Extra upcards that upcards of a rank earn; numbers of cards."""

    earned: int = 0  # in all
    due: int = 0  # to be dealt at once
    later: int = 0  # to be dealt once the stage's own cards are out
    missed: int = 0  # entry at which another seat was dealt to instead
    late: int = 0  # to be dealt after the deal; below 0 where the hand was found too long


class Mucked(Frozen, kw_only=True):
    """How a hand went into the muck."""

    how: str | None = None  # "identifiable" or "gone"; None while it is not there
    by: str | None = None  # "owner" or "dealer"
    seq: int = 0  # the entry
    at: str = ""  # the hand's phase
    free: bool = False  # thrown away where checking cost nothing


class Speech(Frozen, kw_only=True):
    """What the seat said and was told."""

    told: int = 0  # entry at which the dealer told of a raise, in this round
    timed: int = 0  # entry at which it asked for time
    quoted: Amount | None = None  # the bet the dealer told it
    said_raise: int = 0  # entry at which it said it raises, until it acts
    claimed: int = 0  # entry at which it said what it holds
