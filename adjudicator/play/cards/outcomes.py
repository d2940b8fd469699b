"""What may be ordered about a single card: that it stays, goes, or is replaced."""

from __future__ import annotations

from adjudicator.play.cards import held_cards
from adjudicator.play.outcome import Code, Outcome, Why
from adjudicator.play.patterns import by_entry
from adjudicator.table.deal_plan import next_face, scheduled
from adjudicator.table.table import State
from adjudicator.values.cards import without
from adjudicator.values.frozen import replace


def _scrap(state: State, outcome: Outcome) -> State:
    """The card is out of play; one that lies in a hand leaves it."""
    seat, hand = outcome.seat, state.the_hand
    card = outcome.card
    mine = hand.seats.get(seat) if seat is not None and card not in hand.piles.scrap else None
    if seat is not None and mine is not None:
        holds = card in mine.cards or len(mine.cards) < mine.count
        state = held_cards.take_card(state, seat, card) if holds else state
    if card is not None and card not in hand.piles.scrap:
        aside = without(hand.piles.aside, (card,))
        state = state.with_hand(
            replace(
                state.the_hand,
                piles=replace(state.the_hand.piles, scrap=(*hand.piles.scrap, card), aside=aside),
            )
        )
    return state


def _replace_next(state: State, outcome: Outcome) -> State:
    """The card leaves the hand; the next one off the deck takes its place."""
    seat, hand = outcome.seat, state.the_hand
    if outcome.when is not None or seat is None or seat not in hand.seats:
        return state
    if outcome.card not in hand.seats[seat].cards:
        return state
    state = held_cards.take_card(state, seat, outcome.card)
    return state.with_hand(
        replace(
            state.the_hand,
            piles=replace(state.the_hand.piles, aside=(*hand.piles.aside, outcome.card)),
        )
    )


def _kept_after_all(state: State, outcome: Outcome) -> State:
    """The card lies in the hand it left again, unless another has come in its place."""
    hand, seat, card = state.hand, outcome.seat, outcome.card
    if hand is None or not hand.on or card is None or seat is None or seat not in hand.seats:
        return state
    apart = card in hand.piles.aside or card in hand.piles.scrap
    waits = any(CARD_REPLACE_NEXT.names(due) and due.seat == seat for due in state.dues)
    if not apart or not waits:
        return state
    aside, scrap = (without(pile, (card,)) for pile in (hand.piles.aside, hand.piles.scrap))
    state = state.with_hand(replace(hand, piles=replace(hand.piles, aside=aside, scrap=scrap)))
    up = next_face(hand.seats[seat], scheduled(hand.profile, hand.stage)) == "up"
    return held_cards.give_card(state, seat, card, up)


LIES_THERE = Why("the card stays where it lies")
MOVED_BY_HAND = Why("the dealer moves the card, and the entry that records it does")

CARD_KEEP = Code("card_keep", effect=LIES_THERE, undo=LIES_THERE)
CARD_SCRAP = Code("card_scrap", in_a_hand=True, effect=_scrap, undo=_kept_after_all)
CARD_REPLACE_NEXT = Code(
    "card_replace_next", in_a_hand=True, effect=_replace_next, undo=_kept_after_all, over=by_entry
)
CARD_TO_BURN = Code("card_to_burn", effect=MOVED_BY_HAND, undo=MOVED_BY_HAND, over=by_entry)
TOPUP_FIFTH_CARD = Code("topup_fifth_card", effect=MOVED_BY_HAND, undo=MOVED_BY_HAND, over=by_entry)
