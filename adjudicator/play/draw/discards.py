"""Cards thrown away in the draw, and what is shuffled in again when the stub runs out."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.log.events import Discarded
from adjudicator.play.cards.findings import CardSeenTwice
from adjudicator.play.draw.findings import DrawnBeforeDiscard, StubRunsOut
from adjudicator.play.draw.serving import Serving, serving
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied
from adjudicator.table.card_locations import places
from adjudicator.table.draw_progress import DrawProgress
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.cards import STANDARD_DECK, without
from adjudicator.values.frozen import replace


def discard(state: State, event: Discarded) -> Applied:
    """Cards leave a hand for the discards."""
    hand, number = state.the_hand, event.seat
    if number not in hand.seats or not hand.on:
        return state, []
    hand = _thrown(hand, event)
    mine, found = hand.draw.of(number), list[Finding]()
    if hand.phase == "drawing" and mine.served and event.count:
        found.append(DrawnBeforeDiscard(number, mine.served_seq))
    cards, seen = event.cards or (), dict(hand.seen)
    for card in cards:
        if places(hand, card):
            found.append(CardSeenTwice(card, seen.get(card, state.seq)))
        seen.setdefault(card, state.seq)
    return state.with_hand(replace(hand, muck=hand.muck + cards, seen=seen)), found


def _thrown(hand: Hand, event: Discarded) -> Hand:
    """The hand without the cards, which are noted for the draw they are meant for."""
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
        discards=mine.discards + cards,
        under_chip=mine.under_chip or event.under_chip,
        early=mine.early and mine.wants is None,
    )
    return hand.with_seat(number, left).with_draw(draw.with_seat(number, thrown), stage)


def stub_left(hand: Hand) -> int:
    """How many cards the stub still has, as far as the log tells."""
    return len(STANDARD_DECK) + hand.profile.jokers - hand.cards_out


def runs_out(state: State, step: Serving | None) -> Applied:
    """A stub that is down to its last card, which is never served as it lies."""
    hand = state.the_hand
    if step is None or step.discards or hand.exhausted or stub_left(hand) > 1:
        return state, []
    return state.with_hand(replace(hand, exhausted=state.seq)), [StubRunsOut(step.seat)]


def gather(hand: Hand) -> Hand:
    """What is shuffled in with the last card: folded hands, discards of seats served.

    Burns, exposed cards, what lies under a chip and the discards of the seat that is to
    be served stay out; of a draw that is over everybody's discards go in.
    """
    sources = hand.profile.policy.draw_reshuffle_sources
    back: set[str] = set()
    many = 0
    if "folded" in sources:
        folded = {n: seat for n, seat in hand.seats.items() if not seat.live}
        back.update(card for seat in folded.values() for card in seat.cards)
        many += sum(seat.count for seat in folded.values())
        empty = {n: replace(seat, cards=(), count=0) for n, seat in folded.items()}
        hand = replace(hand, seats={**hand.seats, **empty})
    if "served_discards" in sources:
        for stage, draw in hand.draws.items():
            for number in _gathers_from(hand, stage, draw):
                mine = draw.of(number)
                back.update(set(mine.discards).difference(hand.seats[number].exposed))
                many += mine.thrown - mine.gathered
                draw = draw.with_seat(number, replace(mine, gathered=mine.thrown))
            hand = hand.with_draw(draw, stage)
    return replace(
        hand,
        muck=tuple(card for card in hand.muck if card not in back),
        seen={card: seq for card, seq in hand.seen.items() if card not in back},
        cards_out=hand.cards_out - many,
        exhausted=0,
    )


def _gathers_from(hand: Hand, stage: int, draw: DrawProgress) -> Iterator[int]:
    """The seats whose discards of a draw may go back into the stub."""
    step = serving(hand) if stage == hand.draw_stage else None
    for number, mine in draw.seats.items():
        over = stage != hand.draw_stage or (mine.served and (step is None or step.seat != number))
        if over and not mine.under_chip:
            yield number
