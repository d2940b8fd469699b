"""What may come next in the betting: an entry for each choice of the seat to act."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.betting.moves import bring_in, passing_folds
from adjudicator.play.betting.transitions import withdrawable
from adjudicator.play.betting.turns import has_opponents_to_bet, may_begin, price
from adjudicator.play.draw.serving import number_due
from adjudicator.play.offer import Entry, Offer, act
from adjudicator.table.chips import reachable
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact


def acted(state: State) -> list[Entry]:
    hand = state.the_hand
    if hand.opening.call is not None:
        return [act(number, "check") for number in hand.opening.call.asked[:1]]
    return [one for number in may_begin(hand) for one in _acts(state, hand, number)]


def _acts(state: State, hand: Hand, number: int) -> list[Entry]:
    seat = hand.seats[number]
    if seat.all_in:
        return [act(number, "check")]
    found = _stays_in(state, hand, number, seat)
    if _may_raise(hand, seat) and has_opponents_to_bet(hand, number):
        raised = _raises(state, hand, number, seat)
        if raised["to"] > hand.bet_to_match:
            found.append(raised)
    return [*found, act(number, "fold")]


def _stays_in(state: State, hand: Hand, number: int, seat: Seat) -> list[Entry]:
    """The bring-in, the call or the check, whichever applies."""
    forced = bring_in(hand)
    if forced:
        return [_wager(state, number, seat, "bet", forced)]
    owed = price(hand, number)
    if owed > seat.bet:
        return [_wager(state, number, seat, "call", owed)]
    return [] if passing_folds(hand) else [act(number, "check")]


def _may_raise(hand: Hand, seat: Seat) -> bool:
    if hand.bet_to_match == 0:
        return not hand.only_calls(seat)
    return seat.may_raise and not hand.only_calls(seat) and not hand.capped_out


def _wager(state: State, number: int, seat: Seat, verb: str, to: Amount) -> Entry:
    wanted = to - seat.bet
    put = reachable(state, number, wanted)
    return act(number, verb, exact(seat.bet + put), all_in=put < wanted)


def _raises(state: State, hand: Hand, number: int, seat: Seat) -> Entry:
    """A minimum bet or raise, with its bounds if the amount is a choice."""
    limits = hand.profile.limits
    least, most = limits.least(hand), limits.most(hand, seat.bet)
    entry = _wager(state, number, seat, "bet" if hand.bet_to_match == 0 else "raise", least)
    if most == least:
        return entry
    stack = exact(seat.bet + state.players[number].purse) if state.has_limit(number) else None
    highest = min((one for one in (most, stack) if one is not None), default=None)
    return {**entry, "least": entry["to"], "most": highest}


def bet_taken_back(state: State) -> list[Entry]:
    """Chips that seats may still take back."""
    hand = state.the_hand
    return [
        {"type": "bet_taken_back", "seat": seat, "amount": amount}
        for seat in hand.dealt_in
        if hand.seats[seat].withdrawable and (amount := withdrawable(hand, seat))
    ]


def rapped(state: State) -> list[Entry]:
    """A knock by the seat to draw: it stands pat."""
    hand = state.the_hand
    number = number_due(hand)
    return [] if number is None else [{"type": "rapped", "seat": number}]


OFFERS: Mapping[type[Event], Offer] = {
    ev.Acted: acted,
    ev.Rapped: rapped,
    ev.BetTakenBack: bet_taken_back,
}
UNOFFERED: Mapping[type[Event], str] = {}
