"""Who is served next in the draw, and what is irregular about a card served.

First everybody clockwise: at most four cards at once. Then the fifth card of the last
player who wants five, then deferred fifths clockwise, then replacements of refused cards
clockwise (AMB-05). One burn comes before the first card where the game burns, and one
before a fifth whose seat took the last card.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.play.deal.findings import BurnMissing
from adjudicator.play.draw.findings import (
    FifthNeedsBurn,
    FiveInARow,
    ReplacedEarly,
    ServedBeyondLimit,
    ServedOutOfOrder,
    ServedUnready,
)
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied
from adjudicator.table.deal_plan import is_short, scheduled, whole_hand
from adjudicator.table.draw_progress import UNTOUCHED, DrawProgress, SeatDraw
from adjudicator.table.hand import Hand
from adjudicator.table.seat import LIVE
from adjudicator.table.table import State
from adjudicator.values.frozen import replace

FIRST, FIFTH, REPLACEMENT = "first", "fifth", "replacement"


class Serving(NamedTuple):
    """What comes next in the draw: a burn, discards to make, or a card to a seat."""

    seat: int
    burn: bool = False
    discards: int = 0
    reason: str = FIRST


def _drawers(hand: Hand, draw: DrawProgress) -> list[tuple[int, SeatDraw]]:
    """The live seats in the order of the draw."""
    seats, done = hand.seats, draw.seats
    return [(n, done.get(n, UNTOUCHED)) for n in draw.order if seats[n].status == LIVE]


def to_indicate(hand: Hand) -> int | None:
    """The seat that has to say how many cards it draws."""
    for number, mine in _drawers(hand, hand.draw):
        if not mine.asked:
            return number
    return None


def drawing_now(hand: Hand) -> int | None:
    """The seat whose draw it is: to say its number, to discard, or to be served."""
    if hand.phase != "drawing":
        return None
    step = serving(hand)
    return to_indicate(hand) if step is None else step.seat


def number_due(hand: Hand) -> int | None:
    """The seat to ask for its number now, if nobody is to be served first."""
    return None if serving(hand) is not None else to_indicate(hand)


def last_to_draw(hand: Hand) -> int | None:
    """The last live seat in the order of the draw."""
    drawers = _drawers(hand, hand.draw)
    return drawers[-1][0] if drawers else None


def serving(hand: Hand) -> Serving | None:
    """The next step of the draw after the numbers given so far."""
    in_a_row = hand.profile.numbers.cards_in_a_row
    for number, mine in _drawers(hand, hand.draw):
        wants = mine.wants
        if wants is None or mine.early:
            return None
        if mine.served == wants:
            continue
        if mine.served < min(wants, in_a_row):
            missing = to_discard(hand, number, mine)
            burn = not missing and first_burn_due(hand)
            return Serving(number, burn=burn, discards=missing)
        if mine.served < wants and number == last_to_draw(hand):
            return _fifth(hand, number)
    return _second_helpings(hand)


def _second_helpings(hand: Hand) -> Serving | None:
    """Deferred fifth cards first, then replacements of refused cards."""
    refused = None
    for number, mine in _drawers(hand, hand.draw):
        wants = mine.wants or 0
        if mine.served < wants:
            return _fifth(hand, number)
        if refused is None and mine.waits_for_replacement:
            refused = number
    return None if refused is None else Serving(refused, reason=REPLACEMENT)


def _fifth(hand: Hand, number: int) -> Serving:
    return Serving(number, burn=_fifth_burn(hand, number), reason=FIFTH)


def to_discard(hand: Hand, number: int, mine: SeatDraw) -> int:
    """How many cards the seat has to discard before it can be served."""
    if mine.served:
        return 0
    held = hand.seats[number].count
    return min(max(held + (mine.wants or 0) - whole_hand(hand), 0), held)


def first_burn_due(hand: Hand) -> bool:
    """Whether the burn before the first card is still to be made."""
    stage = hand.here
    return bool(stage and stage.burn and not hand.burn.taken)


def _fifth_burn(hand: Hand, number: int) -> bool:
    option = hand.profile.policy.fifth_card_burn
    last_served = hand.draw.last_served
    if last_served == 0:
        return False
    if option == "always":
        return True
    if option == "last_seat_only":
        return number == last_to_draw(hand)
    return last_served == number


def fifth_due(step: Serving | None) -> list[Finding]:
    """A deferred fifth card, next to be served, that needs a burn first."""
    if step is None or not step.burn or step.reason != FIFTH:
        return []
    return [FifthNeedsBurn(step.seat)]


def asked_early(hand: Hand, number: int) -> bool:
    """Whether the seat asked for cards before the draw, and may be served by mistake.

    A card that the seat is still owed from the deal does not count.
    """
    draw = hand.draw_of(hand.draw_meant)
    if draw.begun or draw.of(number).wants is None:
        return False
    at_deal = hand.here is not None and hand.here.kind == "deal"
    lacks = at_deal and is_short(hand.seats[number], scheduled(hand.profile, hand.stage))
    return hand.phase == "betting" or (hand.phase == "dealing" and not lacks)


def serve(state: State, number: int, card: str | None, limit: int | None) -> Applied:
    """Serve a replacement card; a seat may draw no more than the limit."""
    hand = state.the_hand
    stage, on = hand.draw_meant, hand.phase == "drawing"
    draw = hand.draw_of(stage)
    found = [*_unprepared(hand, draw, number), *_out_of_place(hand, draw, number)]
    seat, mine = hand.seats[number], draw.of(number)
    if limit is not None and mine.drew >= limit:
        found.append(ServedBeyondLimit(number, mine.drew + 1, limit))
    cards = seat.cards if card is None else (*seat.cards, card)
    served = replace(mine, served=mine.served + 1, served_seq=state.seq, early=False)
    burns = hand.here is not None and hand.here.burn
    hand = replace(
        hand,
        seats={**hand.seats, number: replace(seat, count=seat.count + 1, cards=cards)},
        burn=replace(hand.burn, taken=hand.burn.taken or (state.seq if burns else 0)),
    )
    draw = replace(
        draw.with_seat(number, served),
        last_served=number,
        begun=draw.begun or (state.seq if on else 0),
    )
    return state.with_hand(hand.with_draw(draw, stage)), found


def _unprepared(hand: Hand, draw: DrawProgress, number: int) -> list[Finding]:
    """What was left out before serving: the burn, the number, or the discards."""
    mine, found = draw.of(number), list[Finding]()
    if first_burn_due(hand):
        assert hand.here is not None
        found.append(BurnMissing(hand.here.name, drawing=True))
    asked = mine.wants is not None
    if not mine.served and (not asked or to_discard(hand, number, mine)):
        found.append(ServedUnready(number, asked=asked))
    return found


def _out_of_place(hand: Hand, draw: DrawProgress, number: int) -> list[Finding]:
    """A card for the wrong seat, or one too many in a row for the right one."""
    step, mine = serving(hand), draw.of(number)
    if step is not None and step.seat == number and not step.discards:
        return [FiveInARow(number, burn_due=True)] if step.burn and step.reason == FIFTH else []
    if mine.waits_for_more(hand.profile.numbers.cards_in_a_row) and draw.last_served == number:
        return [FiveInARow(number, burn_due=False)]
    if mine.waits_for_replacement:
        return [ReplacedEarly(number)]
    due = to_indicate(hand) if step is None else step.seat
    return [ServedOutOfOrder(number, due)] if mine.draws_on and due not in (None, number) else []


def reopened(state: State) -> State:
    """Reopen the draw when a hand loses a card after everybody was served."""
    hand = state.the_hand
    over = hand.phase in ("betting", "showdown") and bool(hand.draw.done)
    if not over or hand.acted_since_draw or any(seat.shown for seat in hand.seats.values()):
        return state
    stage = hand.draw_stage
    street = sum(one.kind == "bet" for one in hand.profile.stages[:stage])
    hand = hand.with_draw(replace(hand.draw, done=0))
    return state.with_hand(replace(hand, phase="drawing", stage=stage, street=street, to_act=None))
