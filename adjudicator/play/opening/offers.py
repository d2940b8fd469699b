"""What may come next about opening the pot."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.betting.turns import may_begin
from adjudicator.play.offer import Entry, Offer
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount


def pot_declared_open(state: State) -> list[Entry]:
    """By the seat asked after a false opening, or by an all-in seat for the antes."""
    hand = state.the_hand
    if hand.opening.call is not None:
        asked = hand.opening.call.asked[:1]
        return [_declares(hand, number, _opening(hand, number)) for number in asked]
    all_in = (number for number in may_begin(hand) if hand.seats[number].all_in)
    return [_declares(hand, number, hand.seats[number].bet) for number in all_in]


def _opening(hand: Hand, number: int) -> Amount:
    seat = hand.seats[number]
    return seat.bet if seat.all_in else max(seat.bet, hand.profile.limits.opening(hand))


def _declares(hand: Hand, number: int, to: Amount) -> Entry:
    entry: Entry = {"type": "pot_declared_open", "seat": number, "to": to}
    return {**entry, "all_in": True} if hand.seats[number].all_in else entry


OFFERS: Mapping[type[Event], Offer] = {ev.PotDeclaredOpen: pot_declared_open}
UNOFFERED: Mapping[type[Event], str] = {}
