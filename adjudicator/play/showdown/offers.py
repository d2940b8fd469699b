"""What may come next at the end of a hand: showing, then pushing the pot."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.offer import Entry, Offer
from adjudicator.play.showdown import showing
from adjudicator.table.hand import Hand
from adjudicator.table.table import State


def shown(state: State) -> list[Entry]:
    hand = state.the_hand
    if _all_pushed(hand) or showing.is_decided(hand):
        return []
    order = showing.order_of_showing(hand)
    hidden = (number for number in order if not showing.tabled(hand, hand.seats[number]))
    return [{"type": "shown", "seat": number, "purpose": "showdown"} for number in hidden]


def pot_awarded(state: State) -> list[Entry]:
    """The pot as the rules divide it, also to correct a wrong push."""
    hand = state.the_hand
    if _all_pushed(hand) or not showing.is_decided(hand):
        return []
    paid = hand.result.paid if hand.result is not None else {}
    shares = {str(number): amount for number, amount in sorted(paid.items()) if amount}
    return [{"type": "pot_awarded", "to": shares}]


def _all_pushed(hand: Hand) -> bool:
    """Whether nothing but the rake is left in the pot."""
    rake = hand.result.rake if hand.result is not None else 0
    return bool(hand.awards) and hand.pot <= rake


def hand_ended(state: State) -> list[Entry]:
    hand = state.the_hand
    pushed = hand.awards and (_all_pushed(hand) or showing.is_decided(hand))
    return [{"type": "hand_ended"}] if pushed or not hand.on else []


OFFERS: Mapping[type[Event], Offer] = {
    ev.Shown: shown,
    ev.PotAwarded: pot_awarded,
    ev.HandEnded: hand_ended,
}
UNOFFERED: Mapping[type[Event], str] = {}
