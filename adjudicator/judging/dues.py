"""What rulings make somebody owe: how a due comes about, and when it is over."""

from __future__ import annotations

from adjudicator.log.events import Event
from adjudicator.play.cards.moving import ripe
from adjudicator.play.codes import code_of
from adjudicator.play.outcome import Outcome
from adjudicator.play.patterns import asked_for
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def owed(state: State, outcome: Outcome, ruling: str) -> State:
    """The state with an outcome that makes somebody owe something as a due."""
    if code_of(outcome.code).over is None:
        return state
    due = Due(
        outcome.code,
        ruling,
        outcome.seat,
        outcome.amount,
        outcome.card,
        outcome.by,
        state.seq,
        outcome.when,
        outcome.before_action,
    )
    return replace(state, dues=(*state.dues, due))


def is_over(due: Due, before: State, after: State, event: Event) -> bool:
    """Whether an entry has done what is due, or has let its time pass."""
    if due.since == after.seq or _waits(due, before, after):
        return False
    if due.before_action and _played_on(before, after):
        return True
    code, hand = code_of(due.code), after.hand
    if hand is None or not hand.on:
        return not code.outlives_hand or asked_for(due, event)
    if _out(hand, due.seat) and not code.outlives_seat:
        return True
    return code.over is not None and code.over(due, hand, event)


def _waits(due: Due, before: State, after: State) -> bool:
    """Whether the stage for it has not come, on a hand that goes on with its seat."""
    hand = after.hand
    if hand is None or not hand.on or ripe(due, before.hand):
        return False
    return not _out(hand, due.seat)


def _out(hand: Hand, seat: int | None) -> bool:
    """Whether the seat was dealt in and is out of the hand."""
    return seat is not None and seat in hand.seats and not hand.seats[seat].live


def _played_on(before: State, after: State) -> bool:
    """Whether somebody acted, or the pot was pushed."""
    was, now = before.hand, after.hand
    if was is None or now is None:
        return False
    return now.action.count > was.action.count or bool(now.awards)
