"""What the table has seen: faces noted, duplicates, exposed cards."""

from __future__ import annotations

from adjudicator.play.cards.findings import CardExposed, CardSeenTwice
from adjudicator.play.transition import Applied
from adjudicator.table.card_locations import places
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.cards import JOKER
from adjudicator.values.frozen import replace


def unseen(hand: Hand, card: str) -> bool:
    """Whether the card has not been seen since it was last in the stub."""
    first = hand.seen.get(card)
    return first is None or (first <= hand.deck.reshuffled and not places(hand, card))


def see(state: State, card: str | None) -> Applied:
    """Note a card's face, if known; one already seen elsewhere is a finding."""
    if card is None:
        return state, []
    hand = state.the_hand
    if unseen(hand, card):
        return state.with_hand(replace(hand, seen={**hand.seen, card: state.seq})), []
    if card == JOKER and hand.profile.jokers >= 2:
        return state, []
    return state, [CardSeenTwice(card, hand.seen[card])]


def flash(state: State, seat: int | None, card: str | None, by: str = "dealer") -> State:
    """Record that the table saw a card, and whether the dealer exposed it."""
    if card is None:
        return state
    hand = state.the_hand
    if by == "dealer":
        hand = replace(
            hand, deck=replace(hand.deck, exposed=(*hand.deck.exposed, (seat, card, state.seq)))
        )
    if seat is not None and seat in hand.seats:
        mine = hand.seats[seat]
        hand = hand.with_seat(seat, replace(mine, exposed=(*mine.exposed, card)))
    return state.with_hand(hand)


def exposed_on_way(
    state: State, seat: int, card: str | None, moment: str, off_table: bool = False
) -> Applied:
    """A card exposed on its way to a seat."""
    if card is None:
        return state, []
    found = CardExposed(seat, card, "dealer", moment, off_table)
    return flash(state, seat, card), [found]
