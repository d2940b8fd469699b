"""Cards already dealt: exposed, moved by hand, counted, found boxed."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.cards import moving
from adjudicator.play.cards.findings import CardExposed, CardSeenTwice
from adjudicator.play.cards.seen import flash, see
from adjudicator.play.deal.board import turn_board_card
from adjudicator.play.deal.transitions import starter_again
from adjudicator.play.deal.upcards import turned_up
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
    if event.seat is None and hand.board_faults.down:
        return turn_board_card(state, event.card)
    if event.seat is None or event.seat not in hand.seats:
        return _was_seen(state, event, None)
    if event.card in hand.seats[event.seat].exposed:
        return state, []
    return _of_a_hand(state, event, event.seat)


def _of_a_hand(state: State, event: ev.Exposed, seat: int) -> Applied:
    """A card of a hand is exposed; in stud it may become an upcard."""
    hand, found = state.the_hand, list[Finding]()
    if event.card not in hand.seats[seat].cards:
        state, found = see(state, event.card)
        mine = state.the_seat(seat)
        if len(mine.cards) < mine.count:
            state = state.with_seat(seat, replace(mine, cards=(*mine.cards, event.card)))
    by_dealer = event.by == "dealer" and hand.profile.stud
    turned = turned_up(state, seat, event.card) if by_dealer else None
    if turned is None:
        state, more = _was_seen(state, event, seat)
        return state, found + more
    state, more = starter_again(hand, turned[0])
    return state, found + turned[1] + more


def _was_seen(state: State, event: ev.Exposed, seat: int | None) -> Applied:
    moment = _moment(state.the_hand, seat)
    state = flash(state, seat, event.card, event.by)
    return state, [CardExposed(seat, event.card, event.by, moment, event.off_table)]


def _moment(hand: Hand, seat: int | None) -> str:
    """Where an exposed card was going."""
    if seat is None:
        return "stub"
    if _just_served(hand, seat):
        return "draw"
    before_draw = hand.profile.draws and not hand.drawn
    dealing = hand.phase in ("dealing", "posting") or not hand.action.first
    return "deal" if before_draw or dealing or _replaces_another(hand) else "later"


def _replaces_another(hand: Hand) -> bool:
    """Whether the deal is still being mended: a card of it was exposed, and no street followed."""
    return hand.street == 1 and not hand.board and any(s is not None for s, *_ in hand.deck.exposed)


def _just_served(hand: Hand, seat: int) -> bool:
    """Whether the seat got the last card of a draw that nobody has bet on yet."""
    draw = hand.draw
    on = hand.phase == "drawing" or (draw.done > 0 and not hand.acted_since_draw)
    return on and draw.last_served == seat and draw.of(seat).served > 0


def boxed_found(state: State, event: ev.BoxedFound) -> Applied:
    if not state.the_hand.on:
        return state, []
    state, found = see(state, event.card)
    hand = state.the_hand
    boxed = replace(
        hand,
        cards_out=hand.cards_out + 1,
        deck=replace(hand.deck, boxed=(*hand.deck.boxed, state.seq)),
        piles=replace(
            hand.piles, scrap=(*hand.piles.scrap, event.card) if event.card else hand.piles.scrap
        ),
    )
    return state.with_hand(boxed), found


def card_moved(state: State, event: ev.CardMoved) -> Applied:
    hand = state.the_hand
    if not hand.on:
        return state, []
    found = _moved_from_elsewhere(hand, event)
    state, _ = starter_again(hand, moving.move(state, event))
    return state, found


def _moved_from_elsewhere(hand: Hand, event: ev.CardMoved) -> list[Finding]:
    """A card known to lie elsewhere than where the entry takes it from."""
    card, origin = event.card, event.from_
    lies = places(hand, card) if card is not None else ()
    beside: tuple[Place, ...] = ("aside",) if origin == "board" or isinstance(origin, int) else ()
    if card is None or not lies or not {origin, event.to, *beside}.isdisjoint(lies):
        return []
    return [CardSeenTwice(card, hand.seen.get(card, hand.started))]


def hand_counted(state: State, event: ev.HandCounted) -> Applied:
    hand = state.the_hand
    if event.seat not in hand.seats:
        return state, []
    mine = hand.seats[event.seat]
    late = mine.bonus_cards.late + mine.count - event.count
    return state.with_seat(
        event.seat,
        replace(mine, count=event.count, bonus_cards=replace(mine.bonus_cards, late=late)),
    ), []


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.Exposed: exposed,
    ev.BoxedFound: boxed_found,
    ev.CardMoved: card_moved,
    ev.HandCounted: hand_counted,
}
UNMOVED: Mapping[type[Event], str] = {
    ev.DeckFaultFound: "the cards lie as they lie; what a faulty deck means is for the rules",
}
