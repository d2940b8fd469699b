"""Cards dealt to the seats: in the deal, in a draw, as a remedy, or to nobody's hand."""

from __future__ import annotations

from adjudicator.log.events import Dealt
from adjudicator.play.cards.held_cards import (
    earn_bonus,
    give_card,
    lay_aside,
    take_card,
    take_turn,
)
from adjudicator.play.cards.outcomes import CARD_REPLACE_NEXT, CARD_TO_BURN
from adjudicator.play.cards.seen import exposed_on_way
from adjudicator.play.deal import burns
from adjudicator.play.deal.findings import BurnPassedBy, DealtOut, PrematureCard
from adjudicator.play.deal.upcards import bonus_passed_over, face_up_deal
from adjudicator.play.draw.numbers import draw_limit
from adjudicator.play.draw.serving import asked_early, serve
from adjudicator.play.transition import Applied
from adjudicator.table.deal_plan import scheduled
from adjudicator.table.hand import Hand
from adjudicator.table.seat import LIVE, Seat
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def to_seat(state: State, event: Dealt, seat: int, remedy: bool) -> Applied:
    """A card is dealt to a seat; as a ``remedy`` where a due of that seat asks for it."""
    hand = state.the_hand
    mine = hand.seats.get(seat)
    if mine is None or mine.status != LIVE:
        return _to_nobody(state, seat, mine, event.card)
    if remedy:
        state = _replaced(state, seat)
    elif _before_the_draw(hand, mine):
        return lay_aside(state, seat, event.card), [PrematureCard(seat, event.card)]
    elif hand.phase == "drawing" or asked_early(hand, seat):
        return _in_a_draw(state, event, seat)
    if hand.phase == "dealing":
        return _in_the_deal(state, event, seat, mine, remedy)
    return _after_the_deal(state, event, seat, mine, remedy)


def _before_the_draw(hand: Hand, mine: Seat) -> bool:
    """Whether a card of the draw comes while the betting is on; one the deal owes is none."""
    waiting = hand.phase == "betting" and hand.draw_ahead is not None
    return waiting and mine.count >= hand.profile.hand_size


def _to_nobody(state: State, seat: int, mine: Seat | None, card: str | None) -> Applied:
    """A card to an empty place, or to a seat that is out of the hand."""
    state = lay_aside(state, None if mine is None else seat, card)
    hand = state.the_hand
    if mine is None or seat in hand.denied:
        return state.with_hand(
            replace(hand, deal=replace(hand.deal, strays=(*hand.deal.strays, (seat, state.seq))))
        ), []
    state = state.with_hand(
        replace(hand, deal=replace(hand.deal, off_order=hand.deal.off_order or state.seq))
    )
    return state, [DealtOut(seat)]


def _in_a_draw(state: State, event: Dealt, seat: int) -> Applied:
    """Deal a replacement card; one exposed on its way may be refused."""
    state, found = serve(state, seat, event.card, draw_limit(state))
    if event.face != "up" and not event.off_table:
        return state, found
    state, shown = exposed_on_way(state, seat, event.card, "draw", event.off_table)
    return state, found + shown


def _replaced(state: State, seat: int) -> State:
    """Take the card to be replaced out of the hand as its replacement arrives."""
    held = state.the_hand.seats[seat].cards
    owed = (due for due in state.dues if CARD_REPLACE_NEXT.names(due) and due.seat == seat)
    card = next((due.card for due in owed if due.card in held), None)
    if card is None:
        return state
    state = take_card(state, seat, card)
    hand = state.the_hand
    as_burn = any(CARD_TO_BURN.names(due) and due.card == card for due in state.dues)
    if as_burn and burns.game_burns(hand.profile):
        return state.with_hand(burns.as_next_burn(hand, card, state.seq))
    return state.with_hand(
        replace(hand, piles=replace(hand.piles, aside=(*hand.piles.aside, card)))
    )


def _in_the_deal(state: State, event: Dealt, seat: int, mine: Seat, remedy: bool) -> Applied:
    hand, up = state.the_hand, event.face == "up"
    found = burns.missing(hand, event.card if up else None)
    if hand.profile.bonus is not None and not remedy:
        state, passed_over = bonus_passed_over(state, seat)
        found += passed_over
    if hand.burn.wrong:
        found.append(BurnPassedBy(hand.burn.wrong))
    state = take_turn(state.with_hand(_noted(state.the_hand, state.seq)), seat, mine, remedy)
    faces = scheduled(hand.profile, hand.stage)
    lies = face_up_deal if "up" in faces else _face_down_deal
    state, more = lies(state, event, seat)
    return state, found + more


def _noted(hand: Hand, seq: int) -> Hand:
    """The first two cards are remembered; a card burned by mistake is passed by."""
    if hand.cards_out > 2 and not hand.burn.wrong:
        return hand
    first = (*hand.deal.first_cards, seq) if hand.cards_out <= 2 else hand.deal.first_cards
    return replace(
        hand, deal=replace(hand.deal, first_cards=first), burn=replace(hand.burn, wrong=0)
    )


def _face_down_deal(state: State, event: Dealt, seat: int) -> Applied:
    """A card of a deal whose cards all lie face down."""
    state = give_card(state, seat, event.card, False)
    if event.face != "up" and not event.off_table:
        return state, []
    return exposed_on_way(state, seat, event.card, "deal", event.off_table)


def _ahead_of_its_street(state: State, event: Dealt, seat: int) -> Applied:
    """A card of a later street goes aside; where it is to be shuffled back, that is noted."""
    state, hand = lay_aside(state, seat, event.card), state.the_hand
    if event.card is not None and hand.profile.policy.premature_cards == "tda":
        faults = hand.board_faults
        faults = replace(faults, early=(*faults.early, event.card))
        state = state.with_hand(replace(state.the_hand, board_faults=faults))
    return state, [PrematureCard(seat, event.card)]


def _after_the_deal(state: State, event: Dealt, seat: int, mine: Seat, remedy: bool) -> Applied:
    """A card that a skipped seat is still owed, or one that is not due."""
    hand, up = state.the_hand, event.face == "up"
    if mine.bonus_cards.late > 0 and (remedy or (up and hand.profile.bonus is not None)):
        later = replace(
            state.the_seat(seat),
            bonus_cards=replace(state.the_seat(seat).bonus_cards, late=mine.bonus_cards.late - 1),
        )
        state = give_card(state.with_seat(seat, later), seat, event.card, up)
        return earn_bonus(state, seat, event.card if up else None), []
    if hand.phase == "betting" and not remedy and hand.seat_stage_ahead:
        return _ahead_of_its_street(state, event, seat)
    if not hand.profile.stud:
        return _face_down_deal(state, event, seat)
    return give_card(state, seat, event.card, up), []
