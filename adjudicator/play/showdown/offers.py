"""What may come next at the end of a hand: showing, then pushing the pot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.offer import Entry, Offer
from adjudicator.play.opening.outcomes import MUST_PROVE_OPENERS
from adjudicator.play.showdown import showing
from adjudicator.play.showdown.payout import result_of, result_so_far
from adjudicator.table.hand import Hand
from adjudicator.table.pots import layers
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import replace


def shown(state: State) -> list[Entry]:
    hand = state.the_hand
    if _all_pushed(hand) or showing.is_decided(hand):
        return []
    order = showing.order_of_showing(hand)
    hidden = (number for number in order if not showing.tabled(hand, hand.seats[number]))
    return [{"type": "shown", "seat": number, "purpose": "showdown"} for number in hidden]


def pot_awarded(state: State) -> list[Entry]:
    """The pot as the rules divide it, also to correct a wrong push; or by who has won it."""
    hand = state.the_hand
    if _all_pushed(hand):
        return []
    if not showing.is_decided(hand):
        return _by_result(hand)
    return [_award(hand.result.paid if hand.result is not None else {})]


def _award(shares: Mapping[int, Amount], pot: int | None = None) -> Entry:
    to = {str(number): amount for number, amount in sorted(shares.items()) if amount}
    entry: Entry = {"type": "pot_awarded", "to": to}
    return entry if pot is None else {**entry, "pot": pot}


def _by_result(hand: Hand) -> list[Entry]:
    """Each pot to each seat that may have won it, or split, while no hand is recorded."""
    if hand.profile.everybody_shows:
        return []
    so_far = result_so_far(hand)
    if so_far is not None:
        return [_award(so_far.paid)]
    if None in hand.awards or any(hand.seats[number].shown for number in hand.live):
        return []
    lying = layers(replace(hand, awards={}))
    return [
        _award(shares, place if len(lying) > 1 else None)
        for place, pot in enumerate(lying)
        if place not in hand.awards
        for won in _ways_to_win(pot.eligible)
        if (shares := _won_by(hand, won, place))
    ]


def _ways_to_win(seats: Sequence[int]) -> list[tuple[int, ...]]:
    """Each seat alone, each two of them, and all of them."""
    every = tuple(seats)
    sizes = (1, 2, len(every)) if len(every) > 2 else range(1, len(every) + 1)
    return [way for size in sizes for way in combinations(every, size)]


def _won_by(hand: Hand, won: Sequence[int], place: int) -> Mapping[int, Amount]:
    """What each seat gets of one pot if these have won it."""
    lost = {s: replace(hand.seats[s], barred=True) for s in hand.live if s not in won}
    return result_of(replace(hand, seats={**hand.seats, **lost})).pots[place][1]


def _all_pushed(hand: Hand) -> bool:
    """Whether nothing but the rake is left in the pot."""
    rake = hand.result.rake if hand.result is not None else 0
    return bool(hand.awards) and hand.pot <= rake


def hand_ended(state: State) -> list[Entry]:
    hand = state.the_hand
    if any(MUST_PROVE_OPENERS.names(due) for due in state.dues):
        return []
    pushed = hand.awards and (_all_pushed(hand) or showing.is_decided(hand))
    return [{"type": "hand_ended"}] if pushed or not hand.on else []


OFFERS: Mapping[type[Event], Offer] = {
    ev.Shown: shown,
    ev.PotAwarded: pot_awarded,
    ev.HandEnded: hand_ended,
}
UNOFFERED: Mapping[type[Event], str] = {}
