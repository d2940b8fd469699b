"""The draw: its order, who is served next, and what may still be changed.

First everybody clockwise: at most four cards at once. Then the fifth card of the last
player who wants five, then deferred fifths clockwise, then replacements of refused cards
clockwise (AMB-05). One burn comes before the first card where the game burns, and one
before a fifth whose seat took the last card.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.log.events import Discarded, DrawIndicated
from adjudicator.play.cards.findings import CardSeenTwice
from adjudicator.play.deal.findings import BurnMissing
from adjudicator.play.draw.findings import (
    DrawAtWrongStage,
    DrawLimitExceeded,
    DrawnBeforeDiscard,
    DrawOutOfTurn,
    FifthNeedsBurn,
    FiveInARow,
    FiveWanted,
    ReplacedEarly,
    RequestChanged,
    ServedBeyondLimit,
    ServedOutOfOrder,
    ServedUnready,
    StubRunsOut,
)
from adjudicator.play.finding import Finding
from adjudicator.table.card_locations import places
from adjudicator.table.deal_plan import is_short, scheduled
from adjudicator.table.hand import Hand
from adjudicator.table.seat import LIVE, Seat
from adjudicator.table.table import State
from adjudicator.values.cards import STANDARD_DECK
from adjudicator.values.frozen import replace

AT_ONCE = 4
Drawing = tuple[State, list[Finding]]


class Serving(NamedTuple):
    """What comes next in the draw: a burn, discards to make, or a card to a seat."""

    seat: int
    burn: bool = False
    discards: int = 0
    reason: str = "first"


def to_indicate(hand: Hand) -> int | None:
    """The seat whose number is due."""
    for number in hand.draw_order:
        seat = hand.seats[number]
        if seat.status == LIVE and (seat.wants is None or seat.wants_early):
            return number
    return None


def number_due(hand: Hand) -> int | None:
    """The seat that is asked for its number now, with nobody to be served first."""
    return None if serving(hand) is not None else to_indicate(hand)


def serving(hand: Hand) -> Serving | None:
    """The next step of the draw after the numbers given so far."""
    seats = hand.seats
    for number in hand.draw_order:
        seat = seats[number]
        if seat.status != LIVE:
            continue
        wants = seat.wants
        if wants is None or seat.wants_early:
            return None
        if seat.served < min(wants, AT_ONCE):
            missing = to_discard(hand, seat)
            if missing:
                return Serving(number, discards=missing)
            return Serving(number, burn=_first_burn(hand))
        if seat.served < wants and number == _last(hand):
            return Serving(number, burn=_fifth_burn(hand, number), reason="fifth")
    return _second_helpings(hand)


def _second_helpings(hand: Hand) -> Serving | None:
    seats = hand.seats
    refused = None
    for number in hand.draw_order:
        seat = seats[number]
        if seat.status != LIVE or seat.wants is None:
            continue
        if seat.served < seat.wants:
            return Serving(number, burn=_fifth_burn(hand, number), reason="fifth")
        if refused is None and seat.served < seat.wants + seat.refused:
            refused = number
    return None if refused is None else Serving(refused, reason="replacement")


def to_discard(hand: Hand, seat: Seat) -> int:
    """Discards still to be made before the seat can be served."""
    if seat.served:
        return 0
    size = hand.profile.hand_size
    return max(seat.count + (seat.wants or 0) - size, 0)


def _last(hand: Hand) -> int | None:
    live = [n for n in hand.draw_order if hand.seats[n].live]
    return live[-1] if live else None


def _first_burn(hand: Hand) -> bool:
    stage = hand.here
    return bool(stage and stage.burn and not hand.burned)


def _fifth_burn(hand: Hand, seat: int) -> bool:
    option = hand.profile.options.get("fifth_card_burn", "no_intervening_card")
    if hand.last_served == 0:
        return False
    if option == "always":
        return True
    if option == "last_seat_only":
        return seat == _last(hand)
    return hand.last_served == seat


def indicate(state: State, event: DrawIndicated) -> Drawing:
    """A number of cards is asked for."""
    hand = state.the_hand
    seat = hand.seats.get(event.seat)
    if not hand.on or seat is None or not seat.live:
        return state, []
    if hand.phase != "drawing":
        return _at_wrong_time(state, event, seat)
    due = to_indicate(hand)
    if event.seat == due:
        return _in_turn(state, event, seat)
    if seat.wants is None or seat.wants_early:
        state = _ask(state, event, early=True)
        return state, [DrawOutOfTurn(event.seat, due, event.count)]
    if event.count == seat.wants:
        return state.with_seat(
            event.seat,
            replace(state.the_seat(event.seat), splitting=seat.splitting or event.splitting),
        ), []
    lock, entry = _lock(hand, event.seat, seat, event.count)
    return state, [RequestChanged(event.seat, seat.wants, event.count, lock, entry)]


def _at_wrong_time(state: State, event: DrawIndicated, seat: Seat) -> Drawing:
    hand = state.the_hand
    if hand.draw_done or not hand.profile.draws:
        return state, [DrawAtWrongStage(event.seat, second=bool(hand.draw_done))]
    state = _ask(state, event, early=True)
    if _board_comes_first(hand):
        return state, [DrawAtWrongStage(event.seat, second=False)]
    return state, [DrawOutOfTurn(event.seat, None, event.count)]


def _board_comes_first(hand: Hand) -> bool:
    ahead = (stage.kind for stage in hand.profile.stages[max(hand.stage, 0) :])
    return next(kind for kind in ahead if kind != "bet") == "board"


def asked_early(hand: Hand, seat: Seat) -> bool:
    """Whether the seat asked for cards before the draw, and may be served by mistake.

    A card that the seat still lacks from the deal is no such card.
    """
    if seat.wants is None or hand.draw_begun:
        return False
    at_deal = hand.here is not None and hand.here.kind == "deal"
    lacks = at_deal and is_short(seat, scheduled(hand.profile, hand.stage))
    return hand.phase == "betting" or (hand.phase == "dealing" and not lacks)


def _in_turn(state: State, event: DrawIndicated, seat: Seat) -> Drawing:
    hand = state.the_hand
    limit = draw_limit(state)
    if limit is not None and event.count > limit:
        return state, [DrawLimitExceeded(event.seat, event.count, limit)]
    state = _ask(state, event, early=False)
    state = state.with_hand(replace(state.the_hand, draw_begun=hand.draw_begun or state.seq))
    return state, wanting(state, event.seat)


def wanting(state: State, seat: int) -> list[Finding]:
    """What follows from a number in turn: five cards come in two servings."""
    hand = state.the_hand
    wants = hand.seats[seat].wants or 0
    if wants <= AT_ONCE:
        return []
    return [FiveWanted(seat, last=seat == _last(hand))]


def draw_limit(state: State) -> int | None:
    """The most cards that may be drawn: as announced, or as the game has it."""
    hand = state.the_hand
    said = state.standing.get("draw_limit")
    if hand.profile.draw_limit is None:
        return None
    return said if isinstance(said, int) else hand.profile.draw_limit


def _ask(state: State, event: DrawIndicated, early: bool) -> State:
    return state.with_seat(
        event.seat,
        replace(
            state.the_seat(event.seat),
            wants=event.count,
            spoke=state.seq,
            wants_early=early,
            splitting=event.splitting,
        ),
    )


def _lock(hand: Hand, number: int, seat: Seat, new: int) -> tuple[str, int]:
    """What stands against another number, and the entry that proves it."""
    if hand.profile.options.get("draw_declaration") == "binding_at_once":
        return "binding", seat.spoke
    if seat.served:
        return "served", seat.served_seq
    if hand.burned > seat.spoke and _answered(hand, number):
        return "burned", hand.burned
    for other, theirs in hand.seats.items():
        if other != number and theirs.spoke > seat.spoke:
            return "acted_on", theirs.spoke
    if new < seat.thrown and not seat.under_chip:
        return "discarded", seat.spoke
    return "", 0


def _answered(hand: Hand, number: int) -> bool:
    """Whether the burn answered this seat: nobody before it in the draw was served."""
    for other in hand.draw_order:
        if other == number:
            return True
        if hand.seats[other].served or hand.seats[other].wants:
            return False
    return False


def discard(state: State, event: Discarded) -> Drawing:
    """Cards leave a hand for the discards."""
    hand = state.the_hand
    seat = hand.seats.get(event.seat)
    if seat is None or not hand.on:
        return state, []
    cards = event.cards or ()
    left = list(seat.cards)
    for card in cards:
        if card in left:
            left.remove(card)
    state = state.with_seat(
        event.seat,
        replace(
            state.the_seat(event.seat),
            count=max(seat.count - event.count, 0),
            thrown=seat.thrown + event.count,
            cards=tuple(left) if cards or not event.count else (),
            discards=seat.discards + cards,
            under_chip=seat.under_chip or event.under_chip,
            wants_early=False if seat.wants is not None else seat.wants_early,
        ),
    )
    found: list[Finding] = []
    if hand.phase == "drawing" and seat.served and event.count:
        found.append(DrawnBeforeDiscard(event.seat, seat.served_seq))
    hand = state.the_hand
    seen = dict(hand.seen)
    for card in cards:
        if places(hand, card):
            found.append(CardSeenTwice(card, seen.get(card, state.seq)))
        seen.setdefault(card, state.seq)
    return state.with_hand(replace(hand, muck=hand.muck + cards, seen=seen)), found


def serve(state: State, number: int, card: str | None) -> Drawing:
    """A replacement card goes to a seat."""
    hand = state.the_hand
    seat = hand.seats[number]
    found = _serving_faults(hand, number, seat) + _beyond_limit(state, number, seat)
    run = hand.run + 1 if hand.last_served == number else 1
    served = replace(
        seat,
        count=seat.count + 1,
        cards=seat.cards if card is None else (*seat.cards, card),
        served=seat.served + 1,
        served_seq=state.seq,
        wants_early=False,
    )
    stage = hand.here
    burned = hand.burned or (state.seq if stage is not None and stage.burn else 0)
    new = replace(
        hand,
        seats={**hand.seats, number: served},
        last_served=number,
        run=run,
        burned=burned,
        draw_begun=hand.draw_begun or (state.seq if hand.phase == "drawing" else 0),
    )
    return replace(state, hand=new), found


def _beyond_limit(state: State, number: int, seat: Seat) -> list[Finding]:
    limit = draw_limit(state)
    count = seat.served + 1 - seat.refused
    if limit is None or count <= limit:
        return []
    return [ServedBeyondLimit(number, count, limit)]


def _serving_faults(hand: Hand, number: int, seat: Seat) -> list[Finding]:
    found: list[Finding] = []
    if _first_burn(hand):
        found.append(BurnMissing("the draw"))
    step = serving(hand)
    wants = seat.wants or 0
    if not seat.served and (seat.wants is None or to_discard(hand, seat)):
        found.append(ServedUnready(number, asked=seat.wants is not None))
    if step is not None and step.seat == number and not step.discards:
        if step.burn and step.reason == "fifth":
            return [*found, FiveInARow(number, burn_due=True)]
        return found
    if wants > AT_ONCE and seat.served == AT_ONCE and hand.last_served == number:
        return [*found, FiveInARow(number, burn_due=False)]
    if seat.refused and wants <= seat.served < wants + seat.refused:
        return [*found, ReplacedEarly(number)]
    due = step.seat if step is not None else to_indicate(hand)
    if due is not None and due != number and seat.served < wants:
        return [*found, ServedOutOfOrder(number, due)]
    if due is not None and due != number and seat.wants is None:
        return [*found, ServedOutOfOrder(number, due)]
    return found


def bind_early(state: State) -> Drawing:
    """A number given early stands when its turn comes."""
    hand = state.the_hand
    found: list[Finding] = []
    while (number := to_indicate(hand)) is not None and hand.seats[number].wants_early:
        state = state.with_seat(
            number, replace(state.the_seat(number), wants_early=False, spoke=state.seq)
        )
        state = state.with_hand(replace(state.the_hand, draw_begun=hand.draw_begun or state.seq))
        found += wanting(state, number)
        hand = state.the_hand
    return state, found


def reopened(state: State) -> State:
    """The draw is on again when a card goes from a hand after the last one was served."""
    hand = state.the_hand
    over = hand.phase in ("betting", "showdown") and bool(hand.draw_done)
    if not over or hand.acted_since_draw or any(seat.shown for seat in hand.seats.values()):
        return state
    stages = hand.profile.stages
    stage = max(n for n, s in enumerate(stages[: hand.stage + 1]) if s.kind == "draw")
    street = sum(s.kind == "bet" for s in stages[:stage])
    return state.with_hand(
        replace(hand, phase="drawing", stage=stage, street=street, to_act=None, draw_done=0)
    )


def fifth_due(step: Serving | None) -> list[Finding]:
    """A deferred fifth card that needs a burn first, once it is that card's turn."""
    if step is None or not step.burn or step.reason != "fifth":
        return []
    return [FifthNeedsBurn(step.seat)]


def stub_left(hand: Hand) -> int:
    """How many cards the stub still has, as far as the log tells."""
    return len(STANDARD_DECK) + hand.profile.jokers - hand.cards_out


def runs_out(state: State, step: Serving | None) -> Drawing:
    """A stub that is down to its last card, which is never served as it lies."""
    hand = state.the_hand
    if step is None or step.discards or hand.exhausted or stub_left(hand) > 1:
        return state, []
    return state.with_hand(replace(hand, exhausted=state.seq)), [StubRunsOut(step.seat)]


def gather(hand: Hand) -> Hand:
    """What is shuffled in with the last card: folded hands, discards of seats served.

    Burns, exposed cards, what lies under a chip and the discards of the seat that is to
    be served stay out.
    """
    sources = hand.profile.options.get("draw_reshuffle_sources", ())
    step = serving(hand)
    drawer = step.seat if step is not None else None
    seats, back, seen = dict(hand.seats), 0, dict(hand.seen)
    muck = hand.muck
    for number, seat in hand.seats.items():
        cards: tuple[str, ...] = ()
        many = 0
        if not seat.live and "folded" in sources:
            cards, many = seat.cards, seat.count
            seats[number] = replace(seat, cards=(), count=0)
        served = seat.served and number != drawer and not seat.under_chip
        if served and "served_discards" in sources:
            cards += tuple(card for card in seat.discards if card not in seat.exposed)
            many += seat.thrown - seat.gathered
            seats[number] = replace(seats[number], gathered=seat.thrown)
        back += many
        muck = tuple(card for card in muck if card not in cards)
        seen = {card: seq for card, seq in seen.items() if card not in cards}
    return replace(
        hand, seats=seats, muck=muck, seen=seen, cards_out=hand.cards_out - back, exhausted=0
    )
