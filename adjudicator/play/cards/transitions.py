"""Cards already dealt: exposed, moved by hand, counted, found boxed."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.cards import held_cards, moving
from adjudicator.play.cards.findings import CardExposed, CardSeenTwice
from adjudicator.play.deal import dealing, upcards
from adjudicator.play.deal.transitions import starter_again
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.card_locations import Place, places
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def exposed(state: State, event: ev.Exposed) -> Applied:
    hand = state.the_hand
    if not hand.on:
        return state, []
    seat = event.seat if event.seat in hand.seats else None
    if event.seat is None and hand.board_down:
        return dealing.turn_board_card(state, event.card)
    if seat is not None and event.card in hand.seats[seat].exposed:
        return state, []
    found: list[Finding] = []
    if seat is not None and event.card not in hand.seats[seat].cards:
        mine = hand.seats[seat]
        state, found = dealing.see(state, event.card, found)
        if len(mine.cards) < mine.count:
            state = state.with_seat(
                seat, replace(state.the_seat(seat), cards=(*mine.cards, event.card))
            )
    if seat is not None and event.by == "dealer" and hand.profile.stud:
        turned = upcards.turned_up(state, seat, event.card)
        if turned is not None:
            state, more = starter_again(hand, turned[0])
            return state, [*found, *turned[1], *more]
    moment = _moment(hand, seat)
    state = held_cards.flash(state, seat, event.card, event.by)
    return state, [
        *found,
        CardExposed(seat, event.card, event.by, moment, event.off_table),
    ]


def _moment(hand: Hand, seat: int | None) -> str:
    if seat is None:
        return "stub"
    drawing_on = hand.phase == "drawing" or (hand.draw.done > 0 and not hand.acted_since_draw)
    if drawing_on and hand.draw.last_served == seat and hand.draw.of(seat).served:
        return "draw"
    if hand.profile.draws and not hand.drawn:
        return "deal"
    return "deal" if hand.phase in ("dealing", "posting") or not hand.first_action else "later"


def boxed_found(state: State, event: ev.BoxedFound) -> Applied:
    hand = state.the_hand
    if not hand.on:
        return state, []
    found: list[Finding] = []
    if event.card is not None:
        state, found = dealing.see(state, event.card, found)
    scrap = (*hand.scrap, event.card) if event.card else hand.scrap
    out = hand.cards_out + 1
    return state.with_hand(
        replace(state.the_hand, boxed=(*hand.boxed, state.seq), scrap=scrap, cards_out=out)
    ), found


def card_moved(state: State, event: ev.CardMoved) -> Applied:
    hand = state.the_hand
    if not hand.on:
        return state, []
    found = _moved_from_elsewhere(hand, event)
    state, _ = starter_again(hand, moving.move(state, event))
    return state, found


def _moved_from_elsewhere(hand: Hand, event: ev.CardMoved) -> list[Finding]:
    """A card that is known to lie somewhere else than where it is taken from."""
    card, origin = event.card, event.from_
    at_hand: tuple[Place, ...]
    lies = places(hand, card) if card is not None else ()
    at_hand = (origin, event.to)
    if origin == "board" or isinstance(origin, int):
        at_hand = (*at_hand, "aside")
    if card is None or not lies or any(place in at_hand for place in lies):
        return []
    return [CardSeenTwice(card, hand.seen.get(card, hand.started))]


def hand_counted(state: State, event: ev.HandCounted) -> Applied:
    hand = state.the_hand
    if event.seat not in hand.seats:
        return state, []
    mine = hand.seats[event.seat]
    late = mine.late + mine.count - event.count
    return state.with_seat(event.seat, replace(mine, count=event.count, late=late)), []


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.Exposed: exposed,
    ev.BoxedFound: boxed_found,
    ev.CardMoved: card_moved,
    ev.HandCounted: hand_counted,
}
UNMOVED: Mapping[type[Event], str] = {
    ev.DeckFaultFound: "the cards lie as they lie; what a faulty deck means is for the rules",
}
