"""The parts of a hand: pots, carried money, results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import NOTHING, Frozen, replace


class Layer(Frozen):
    """Money carried from an earlier deal into the pot now riding."""

    amount: Amount  # chips
    kind: str  # antes, forfeited or unawarded
    involved: tuple[int, ...]  # seats with a stake in it
    eligible: tuple[int, ...]  # seats that may win it
    each: Amount = 0  # what every seat put into it, where that is the same: a share of antes

    def without(self, seats: tuple[int, ...]) -> Layer:
        """The layer when these seats can no longer win it."""
        return replace(self, eligible=tuple(s for s in self.eligible if s not in seats))


class GoneBack(Frozen):
    """Chips that went back to a seat out of the middle, or never got there."""

    seat: int
    amount: Amount
    seq: int  # entry at which they went
    ruled: bool  # by a ruling; otherwise because nobody called them


class Accounts(Frozen):
    """How the pot of a hand was shared out, to be gone over once the next one has begun."""

    hand: int  # its number
    right: Mapping[int, Amount]  # what the rules gave each seat
    pushed: Mapping[int, Amount]  # what each seat was pushed
    names: Mapping[int, str]  # who sat there
    seq: int  # entry that closed the hand


class Pot(Frozen):
    """One layer of the pot and the live seats that may win it."""

    amount: Amount
    eligible: tuple[int, ...]


class OpenCall(Frozen):
    """After a false opening: who may declare the pot open, clockwise, and who is asked."""

    false_opener: int
    asked: tuple[int, ...]


class Result(Frozen):
    """What the rules give, whatever was pushed.

    ``readings`` are the hands that were shown, as each part of the pot reads them.
    """

    readings: Mapping[str, Mapping[int, Any]]
    pots: tuple[tuple[Amount, Mapping[int, Amount]], ...]
    paid: Mapping[int, Amount]
    rake: Amount = 0

    @property
    def hands(self) -> Mapping[int, Any]:
        """The hands as the first part of the pot reads them."""
        return next(iter(self.readings.values()), NOTHING)
