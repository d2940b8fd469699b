"""Putting a ruling in force, and taking back exactly one for an override."""

from __future__ import annotations

from adjudicator.judging.dues import owed
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Ruling
from adjudicator.play.betting.outcomes import BET_RETURNED
from adjudicator.play.codes import code_of
from adjudicator.play.finding import Finding
from adjudicator.play.opening.transitions import false_opening
from adjudicator.play.outcome import Effect, Outcome, Why
from adjudicator.table.due import Due
from adjudicator.table.parts import GoneBack
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace


def carry_out(state: State, ruling: Ruling) -> tuple[State, list[Finding]]:
    """The state with the ruling's outcomes in force and its dues standing.

    A conditional ruling changes nothing until what it needs is verified.
    """
    if ruling.certainty == CONDITIONAL:
        return state, []
    before = state
    for outcome in (*ruling.also, *ruling.outcomes):
        state = in_force(state, outcome)
        if outcome.lifts:
            state = replace(state, dues=tuple(d for d in state.dues if not _lifted(d, outcome)))
        if outcome.by:
            state = owed(state, outcome, ruling.id)
    for outcome in _presumed(ruling):
        state = in_force(state, outcome)
    return _noted(before, state, ruling), _dead_opener(before, state, ruling)


def _noted(before: State, after: State, ruling: Ruling) -> State:
    """What the ruling sent back to players, or kept from going in, is remembered."""
    hand = after.hand
    if hand is None or before.hand is None:
        return after
    said, came = _said_to_go_back(ruling), _came_back(before, after)
    sums = {seat: max(said.get(seat, 0), came.get(seat, 0)) for seat in hand.seats}
    back = tuple(GoneBack(s, amount, after.seq, ruled=True) for s, amount in sums.items() if amount)
    if not back:
        return after
    closing = replace(hand.closing, went_back=(*hand.closing.went_back, *back))
    return after.with_hand(replace(hand, closing=closing))


def _said_to_go_back(ruling: Ruling) -> dict[int, Amount]:
    found: dict[int, Amount] = {}
    for one in ruling.outcomes:
        if BET_RETURNED.names(one) and one.seat is not None:
            found[one.seat] = exact(found.get(one.seat, 0) + (one.amount or 0))
    return found


def _came_back(before: State, after: State) -> dict[int, Amount]:
    both = before.players.keys() & after.players.keys()
    return {seat: exact(after.players[seat].purse - before.players[seat].purse) for seat in both}


def in_force(state: State, outcome: Outcome) -> State:
    """The state with one outcome in force."""
    return _changed(state, outcome, code_of(outcome.code).effect)


def _changed(state: State, outcome: Outcome, change: Effect | Why) -> State:
    if isinstance(change, Why) or outcome.told or _gone(state, outcome.seat):
        return state
    return change(state, outcome)


def _gone(state: State, seat: int | None) -> bool:
    """Whether the player has left since the hand was played."""
    hand = state.hand
    return hand is not None and seat in hand.seats and seat not in state.players


def _presumed(ruling: Ruling) -> list[Outcome]:
    """What is in force until the floor decides, beside the ruling's own outcomes."""
    return [one for one in _of_presumed_option(ruling) if one not in ruling.outcomes]


def _of_presumed_option(ruling: Ruling) -> list[Outcome]:
    return [
        outcome
        for option in ruling.options
        for outcome in (*option.also, *option.outcomes)
        if option.presumed
    ]


def _lifted(due: Due, outcome: Outcome) -> bool:
    return due.code == outcome.lifts and outcome.seat in (None, due.seat)


def _dead_opener(before: State, after: State, ruling: Ruling) -> list[Finding]:
    """An opener whose hand has just died before the draw opens the question again."""
    hand, was = after.hand, before.hand
    if hand is None or was is None or not hand.on or hand.opening.opener is None:
        return []
    seat = hand.opening.opener
    died = was.seats[seat].live and hand.seats[seat].status in ("fouled", "dead")
    asks = hand.profile.opens_on_jacks and not hand.drawn and not hand.opening.plays_unopened
    if not died or not asks or hand.opening.call is not None or hand.phase == "showdown":
        return []
    return [false_opening(after, seat, shown=False, ruling=ruling.id)]


def reverse(state: State, ruling: Ruling, past: bool = False) -> State:
    """Take back what a ruling did, from now on; of a past hand only what lasts."""
    for outcome in _to_reverse(ruling):
        code = code_of(outcome.code)
        if code.lasting or not past:
            state = _changed(state, outcome, code.undo)
    return replace(state, dues=tuple(d for d in state.dues if d.ruling != ruling.id))


def _to_reverse(ruling: Ruling) -> list[Outcome]:
    """What an override takes back: of a choice of the floor's the option that was presumed."""
    chosen = _of_presumed_option(ruling)
    if ruling.certainty == FLOOR and chosen:
        return chosen
    return [*ruling.outcomes, *chosen, *ruling.also]
