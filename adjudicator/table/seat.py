"""One seat in a hand, and a wager as it is to be carried out."""

from __future__ import annotations

from adjudicator.table.seat_parts import BonusCards, Mucked, Speech
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import Frozen

LIVE = "live"


class Move(Frozen):
    """A wager, check or fold as it is to be carried out.

    ``to`` is the seat's total for the round; ``price`` what the others must match, where
    that differs (a bet to be completed); ``owes`` what the seat itself must still reach;
    ``unread`` an act out of turn that binds and has not been looked at as one in turn is.
    """

    seat: int
    verb: str
    to: Amount
    all_in: bool = False
    price: Amount | None = None
    owes: Amount = 0
    said: str | None = None
    chips: tuple[Amount, ...] | None = None
    seq: int = 0
    unread: bool = False


class Seat(Frozen, kw_only=True):
    """One seat in a hand: its cards, its chips and what it has done."""

    status: str = LIVE
    count: int = 0
    ups: int = 0
    cards: tuple[str, ...] = ()
    up: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    cards_to_return: int = 0
    put_in: Amount = 0
    bet: Amount = 0
    closed_bet: Amount = 0
    dead: Amount = 0
    held: Amount = 0
    held_move: Move | None = None
    opened_for: Amount = 0
    opened_on: tuple[str, ...] = ()
    ante: Amount = 0
    owes: Amount = 0
    missing: Amount = 0
    fell_short: bool = False
    all_in: bool = False
    acted: bool = False
    may_raise: bool = True
    limited: bool = False
    kept_early: bool = False
    checked: bool = False
    passed: bool = False
    has_acted: bool = False
    shown: tuple[str, ...] = ()
    shown_seq: int = 0
    barred: bool = False
    proved: bool = False
    withdrawable: Amount = 0
    folded: bool = False
    bonus_cards: BonusCards = BonusCards()
    mucked: Mucked = Mucked()
    speech: Speech = Speech()

    @property
    def live(self) -> bool:
        """Whether the hand may still win."""
        return self.status == LIVE

    @property
    def known(self) -> tuple[str, ...]:
        """The whole hand, where the record has every card of it; otherwise nothing."""
        return self.cards if len(self.cards) == self.count else ()
