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

    seat: int  # who acts
    verb: str  # check, bet, call, raise, fold or complete
    to: Amount  # the seat's total for the round
    all_in: bool = False  # nothing is left behind
    price: Amount | None = None  # what the others must match, where it differs
    owes: Amount = 0  # total the seat must still reach
    said: str | None = None  # the verb said aloud
    chips: tuple[Amount, ...] | None = None  # the chips pushed in one motion
    seq: int = 0  # the entry
    unread: bool = False  # it binds out of turn and was not yet looked at as one in turn


class Seat(Frozen, kw_only=True):
    """One seat in a hand: its cards, its chips and what it has done."""

    status: str = LIVE  # live, folded, dead or fouled
    count: int = 0  # cards it holds, known or not
    ups: int = 0  # of these, cards that lie face up
    cards: tuple[str, ...] = ()  # those that are known
    up: tuple[str, ...] = ()  # those that lie face up and are known
    exposed: tuple[str, ...] = ()  # those that were seen although they should not be
    cards_to_return: int = 0  # cards too many that have to leave it
    put_in: Amount = 0  # chips in the pot for this hand, this round's bet included
    bet: Amount = 0  # chips of this round, as far as they count as a bet
    closed_bet: Amount = 0  # the bet of the round before
    dead: Amount = 0  # of the chips put in, those that no bet counts
    held: Amount = 0  # chips in front of it that are no bet yet
    held_move: Move | None = None  # the act out of turn that they belong to
    opened_for: Amount = 0  # chips of the opening bet, where it made it
    opened_on: tuple[str, ...] = ()  # the whole hand at that moment, where it was known
    ante: Amount = 0  # of the chips put in, the ante
    owes: Amount = 0  # total that it must still reach in this round; 0: nothing
    missing: Amount = 0  # chips it still owed when the round before was closed
    fell_short: bool = False  # it was short in an earlier round
    all_in: bool = False  # it has nothing behind
    last_act: str = ""  # its last act of this round: check, bet, call, raise or fold
    acted: bool = False  # it has acted since the last full bet or raise, or is out
    may_raise: bool = True  # the betting is open to it
    limited: bool = False  # it may only call in this round
    kept_early: bool = False  # it kept a card dealt too early, and may only call in the last round
    checked: bool = False  # it has checked in this round
    passed: bool = False  # it has checked in the first round
    acted_seq: int = 0  # entry of its latest act in this hand
    shown: tuple[str, ...] = ()  # cards it has tabled
    shown_seq: int = 0  # entry at which it tabled them
    barred: bool = False  # it cannot win this pot
    proved: bool = False  # it has proved its openers
    let_see: int = 0  # entry at which the player last let cards be seen without tabling them
    withdrawable: Amount = 0  # chips of its bet that it may take back
    folded: bool = False  # it folded before a ruling killed the hand
    bonus_cards: BonusCards = BonusCards()  # extra upcards
    mucked: Mucked = Mucked()  # how it went into the muck
    speech: Speech = Speech()  # what it said and was told

    @property
    def live(self) -> bool:
        """Whether the hand may still win."""
        return self.status == LIVE

    @property
    def has_acted(self) -> bool:
        """Whether it has acted in this hand."""
        return self.acted_seq > 0

    @property
    def known(self) -> tuple[str, ...]:
        """The whole hand, where the record has every card of it; otherwise nothing."""
        return self.cards if len(self.cards) == self.count else ()
