"""One draw of a hand: what each seat asked for, threw away and was served in it.

A game with several draws has one of these for each, so that the second begins as the first
did, and "before the draw" and "after it" mean the right one.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.values.frozen import NOTHING, Frozen, replace


class SeatDraw(Frozen, kw_only=True):
    """One seat in one draw."""

    wants: int | None = None  # cards it asked for
    spoke: int = 0  # entry at which it did
    early: bool = False  # it asked before its turn
    split_said: int = 0  # entry at which it said that it splits openers
    thrown: int = 0  # cards it discarded
    thrown_seq: int = 0  # entry of the last of them
    gathered: int = 0  # of these, cards gathered in by the dealer
    discards: tuple[str, ...] = ()  # those that are known
    discards_up: bool = False  # they lie face up
    under_chip: bool = False  # they are kept under a chip
    served: int = 0  # cards it was served, refused ones included
    served_seq: int = 0  # entry of the last of them
    refused: int = 0  # of these, cards it did not keep

    @property
    def asked(self) -> bool:
        """Whether it has given a number in its turn."""
        return self.wants is not None and not self.early

    @property
    def drew(self) -> int:
        """Replacement cards kept."""
        return self.served - self.refused

    @property
    def missing(self) -> int:
        """Cards still to come for the number it gave, refused ones made up for."""
        return (self.wants or 0) + self.refused - self.served

    @property
    def draws_on(self) -> bool:
        """Whether it has not said how many it wants, or has not been served as many."""
        return self.wants is None or self.served < self.wants

    def waits_for_more(self, at_once: int) -> bool:
        """Whether it has all the cards that are served at once, and wants more."""
        return self.served == at_once and (self.wants or 0) > at_once

    @property
    def waits_for_replacement(self) -> bool:
        """Whether it has its number, and a refused card is still to be made up for."""
        wants = self.wants or 0
        return wants <= self.served < wants + self.refused


class DrawProgress(Frozen, kw_only=True):
    """One draw: its order, the entries it began and ended with, and the seats in it.

    ``last_served`` is the seat that took the last card, 0 after a burn.
    """

    order: tuple[int, ...] = ()  # seats in the order of the draw
    begun: int = 0  # entry that began it
    done: int = 0  # entry that ended it
    last_served: int | None = None  # the seat that took the last card, 0 after a burn
    seats: Mapping[int, SeatDraw] = NOTHING  # the seats that have done something in it

    def of(self, number: int) -> SeatDraw:
        """What a seat has done in it."""
        return self.seats.get(number, UNTOUCHED)

    def with_seat(self, number: int, seat: SeatDraw) -> DrawProgress:
        """The same with one seat changed."""
        return replace(self, seats={**self.seats, number: seat})


UNTOUCHED = SeatDraw()
NO_DRAW = DrawProgress()
