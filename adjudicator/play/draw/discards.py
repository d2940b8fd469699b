"""Discards, and what is reshuffled when the stub runs out."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.log.events import Discarded
from adjudicator.play.cards.findings import CardSeenTwice
from adjudicator.play.draw.findings import DrawnBeforeDiscard, StubRunsOut
from adjudicator.play.draw.serving import Serving, serving
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied
from adjudicator.table.card_locations import places
from adjudicator.table.deal_plan import stub_left
from adjudicator.table.draw_progress import DrawProgress
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.cards import without
from adjudicator.values.frozen import replace


def discard(state: State, event: Discarded) -> Applied:
    """Discard cards from a hand."""
    hand, number = state.the_hand, event.seat
    if number not in hand.seats or not hand.on:
        return state, []
    hand = _thrown(hand, event, state.seq)
    mine, found = hand.draw.of(number), list[Finding]()
    if hand.phase == "drawing" and mine.served and event.count:
        found.append(DrawnBeforeDiscard(number, mine.served_seq))
    cards, seen = event.cards or (), dict(hand.seen)
    for card in cards:
        if places(hand, card):
            found.append(CardSeenTwice(card, seen.get(card, state.seq)))
        seen.setdefault(card, state.seq)
    return state.with_hand(
        replace(hand, seen=seen, piles=replace(hand.piles, muck=hand.piles.muck + cards))
    ), found


def _thrown(hand: Hand, event: Discarded, seq: int) -> Hand:
    """The hand without the cards, noted as discards of the draw they belong to."""
    number, cards = event.seat, event.cards or ()
    seat, stage = hand.seats[number], hand.draw_meant
    draw = hand.draw_of(stage)
    mine = draw.of(number)
    known = bool(cards) or not event.count
    left = replace(
        seat,
        count=max(seat.count - event.count, 0),
        cards=without(seat.cards, cards) if known else (),
    )
    thrown = replace(
        mine,
        thrown=mine.thrown + event.count,
        thrown_seq=seq,
        discards=mine.discards + cards,
        under_chip=mine.under_chip or event.under_chip,
        early=mine.early and mine.wants is None,
    )
    return hand.with_seat(number, left).with_draw(draw.with_seat(number, thrown), stage)


def runs_out(state: State, step: Serving | None) -> Applied:
    """Notice a stub down to its last card, which is never served."""
    hand = state.the_hand
    if step is None or step.discards or hand.deck.exhausted or stub_left(hand) > 1:
        return state, []
    return state.with_hand(replace(hand, deck=replace(hand.deck, exhausted=state.seq))), [
        StubRunsOut(step.seat)
    ]


def gather(hand: Hand) -> Hand:
    """Reshuffle with the last card: folded hands and the discards of seats already served.

    Burns, exposed cards, cards under a chip and the discards of the seat next to be served
    stay out; of earlier draws everybody's discards go in.
    """
    sources = hand.profile.policy.draw_reshuffle_sources
    if "folded" in sources:
        for number, seat in hand.seats.items():
            if not seat.live:
                hand = _into_stub(hand, seat.cards, seat.count)
                hand = hand.with_seat(number, replace(seat, cards=(), count=0))
    if "served_discards" in sources:
        for stage in hand.draws:
            hand = _discards_of(hand, stage)
    return replace(hand, deck=replace(hand.deck, exhausted=0))


def _discards_of(hand: Hand, stage: int) -> Hand:
    """Reshuffle the discards of one draw, as far as they may be."""
    draw = hand.draw_of(stage)
    for number in _gathers_from(hand, stage, draw):
        mine = draw.of(number)
        exposed = hand.seats[number].exposed
        unseen = [card for card in mine.discards if card not in exposed]
        hand = _into_stub(hand, unseen, mine.thrown - mine.gathered)
        draw = draw.with_seat(number, replace(mine, gathered=mine.thrown))
    return hand.with_draw(draw, stage)


def _into_stub(hand: Hand, cards: Sequence[str], many: int) -> Hand:
    """Put this many cards back into the stub, of which these are known."""
    return replace(
        hand,
        seen={card: seq for card, seq in hand.seen.items() if card not in cards},
        cards_out=hand.cards_out - many,
        piles=replace(
            hand.piles, muck=tuple(card for card in hand.piles.muck if card not in cards)
        ),
    )


def _gathers_from(hand: Hand, stage: int, draw: DrawProgress) -> list[int]:
    """The seats whose discards of a draw may be reshuffled."""
    mine = {number: one for number, one in draw.seats.items() if not one.under_chip}
    if stage != hand.draw_stage:
        return list(mine)
    step = serving(hand)
    drawer = None if step is None else step.seat
    return [number for number, one in mine.items() if one.served and number != drawer]
