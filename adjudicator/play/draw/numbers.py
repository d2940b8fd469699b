"""How many cards each seat draws: whose turn it is to say, and what may still change."""

from __future__ import annotations

from adjudicator.log.events import DrawIndicated
from adjudicator.play.draw.findings import (
    DrawAtWrongStage,
    DrawLimitExceeded,
    DrawOutOfTurn,
    FiveWanted,
    RequestChanged,
)
from adjudicator.play.draw.serving import last_to_draw, to_indicate
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied
from adjudicator.table.deal_plan import whole_hand
from adjudicator.table.draw_progress import SeatDraw
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def indicate(state: State, event: DrawIndicated) -> Applied:
    """A seat says how many cards it draws."""
    hand, number = state.the_hand, event.seat
    if not hand.on or number not in hand.live:
        return state, []
    if hand.phase != "drawing":
        return _at_wrong_time(state, event)
    due = to_indicate(hand)
    if number == due:
        return _in_turn(state, event)
    mine = hand.draw.of(number)
    if mine.wants is None or mine.early:
        return _ask(state, event, early=True), [DrawOutOfTurn(number, due, event.count)]
    if _takes(hand, event) == mine.wants:
        again = replace(mine, split_said=mine.split_said or (state.seq if event.splitting else 0))
        return state.with_hand(hand.with_draw(hand.draw.with_seat(number, again))), []
    lock, entry = _lock(hand, number, mine, event.count)
    return state, [RequestChanged(number, mine.wants, event.count, lock, entry)]


def _at_wrong_time(state: State, event: DrawIndicated) -> Applied:
    hand = state.the_hand
    if hand.draw_ahead is None and (hand.draw.done or not hand.profile.draws):
        return state, [DrawAtWrongStage(event.seat, second=bool(hand.draw.done))]
    early = _ask(state, event, early=True)
    if _board_comes_first(hand):
        return early, [DrawAtWrongStage(event.seat, second=False)]
    return early, [DrawOutOfTurn(event.seat, None, event.count)]


def _board_comes_first(hand: Hand) -> bool:
    ahead = (stage.kind for stage in hand.profile.stages[max(hand.stage, 0) :])
    return next(kind for kind in ahead if kind != "bet") == "board"


def _in_turn(state: State, event: DrawIndicated) -> Applied:
    limit = draw_limit(state)
    if limit is not None and event.count > limit:
        return state, [DrawLimitExceeded(event.seat, event.count, limit)]
    state = _begun(_ask(state, event, early=False))
    return state, _five_wanted(state.the_hand, event.seat)


def _ask(state: State, event: DrawIndicated, early: bool) -> State:
    """Note the number for the draw it is meant for."""
    hand = state.the_hand
    stage = hand.draw_meant
    draw = hand.draw_of(stage)
    asked = replace(
        draw.of(event.seat),
        wants=_takes(hand, event),
        spoke=state.seq,
        early=early,
        split_said=state.seq if event.splitting else 0,
    )
    return state.with_hand(hand.with_draw(draw.with_seat(event.seat, asked), stage))


def _takes(hand: Hand, event: DrawIndicated) -> int:
    """The cards that are served for a number: a seat holds no more than a whole hand."""
    return min(event.count, whole_hand(hand))


def _begun(state: State) -> State:
    hand, draw = state.the_hand, state.the_hand.draw
    return state if draw.begun else state.with_hand(hand.with_draw(replace(draw, begun=state.seq)))


def bind_early(state: State) -> Applied:
    """Numbers given early become binding as their turn comes."""
    found: list[Finding] = []
    while (number := to_indicate(state.the_hand)) is not None:
        hand = state.the_hand
        mine = hand.draw.of(number)
        if not mine.early:
            break
        bound = replace(mine, early=False, spoke=state.seq)
        state = _begun(state.with_hand(hand.with_draw(hand.draw.with_seat(number, bound))))
        found += _five_wanted(state.the_hand, number)
    return state, found


def _five_wanted(hand: Hand, number: int) -> list[Finding]:
    """Five cards are served in two goes."""
    if (hand.draw.of(number).wants or 0) <= hand.profile.numbers.cards_in_a_row:
        return []
    return [FiveWanted(number, last=number == last_to_draw(hand))]


def draw_limit(state: State) -> int | None:
    """The most cards that may be drawn: as announced, or as the game has it."""
    limit = state.the_hand.profile.draw_limit
    said = state.standing.get("draw_limit")
    return said if limit is not None and isinstance(said, int) else limit


def _lock(hand: Hand, number: int, mine: SeatDraw, new: int) -> tuple[str, int]:
    """Why the number may not change any more, and the entry that proves it."""
    if hand.profile.policy.draw_declaration == "binding_at_once":
        return "binding", mine.spoke
    if mine.served:
        return "served", mine.served_seq
    if hand.burn.taken > mine.spoke and _answered(hand, number):
        return "burned", hand.burn.taken
    since = _spoken_since(hand, number, mine)
    if since:
        return "acted_on", since
    if new < mine.thrown and not mine.under_chip:
        return "discarded", mine.spoke
    return "", 0


def _answered(hand: Hand, number: int) -> bool:
    """Whether the burn was made for this seat: nobody before it draws or has drawn."""
    draw = hand.draw
    before = draw.order[: draw.order.index(number)] if number in draw.order else draw.order
    asked = any(draw.of(other).served or draw.of(other).wants for other in before)
    return number in draw.order and not asked


def _spoken_since(hand: Hand, number: int, mine: SeatDraw) -> int:
    """The entry at which another seat has spoken since this one did."""
    others = (hand.draw.of(other).spoke for other in hand.seats if other != number)
    return next((spoke for spoke in others if spoke > mine.spoke), 0)
