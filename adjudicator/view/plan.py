"""The steps of a draw in their order: done, due now, or still to come.

The order is that of ``play/draw/serving``: clockwise with at most as many cards at once as
are served in a row, then the rest of larger draws, then replacements of refused cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from adjudicator.play.draw.serving import Serving, first_burn_due, serving, to_discard, to_indicate
from adjudicator.table.draw_progress import SeatDraw
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.view import words

STATES = DONE, NOW, LATER = "done", "now", "later"
STEPS = ("burn", "says", "discards", "cards", "rest", "replacement")
BURN, SAYS, DISCARDS, CARDS, REST, REPLACEMENT = STEPS


class Step(NamedTuple):
    """One step; ``many`` cards is unknown until the seat has said its number."""

    step: str
    seat: int | None
    many: int | None
    done: bool


def plan(state: State) -> list[dict[str, Any]]:
    """The steps of the draw that is on; nothing while none is."""
    hand = state.hand
    if hand is None or hand.phase != "drawing":
        return []
    steps = [*_burn(hand), *_first(hand), *_rest(hand), *_replaced(hand)]
    now = _now(hand, steps)
    return [_told(state, step, place == now) for place, step in enumerate(steps)]


def _burn(hand: Hand) -> Iterator[Step]:
    stage = hand.here
    draws = any(hand.draw.of(number).wants != 0 for number in hand.draw.order)
    if stage is not None and stage.burn and draws:
        yield Step(BURN, None, None, not first_burn_due(hand))


def _first(hand: Hand) -> Iterator[Step]:
    """Each seat in turn: its number, its discards, and what it is served at once."""
    in_a_row = hand.profile.numbers.cards_in_a_row
    for number, mine in _drawers(hand):
        if not mine.asked:
            yield Step(SAYS, number, None, False)
            continue
        wants = mine.wants or 0
        yield Step(SAYS, number, wants, True)
        missing = to_discard(hand, number, mine)
        if missing or mine.thrown:
            yield Step(DISCARDS, number, missing or mine.thrown, not missing)
        if wants:
            once = min(wants, in_a_row)
            yield Step(CARDS, number, once, mine.served >= once)


def _rest(hand: Hand) -> Iterator[Step]:
    """What is left of draws larger than is served in a row: the last seat's first."""
    in_a_row = hand.profile.numbers.cards_in_a_row
    seats = _drawers(hand)
    for number, mine in (*seats[-1:], *seats[:-1]):
        more = (mine.wants or 0) - in_a_row
        if mine.asked and more > 0:
            yield Step(REST, number, more, mine.served >= (mine.wants or 0))


def _replaced(hand: Hand) -> Iterator[Step]:
    for number, mine in _drawers(hand):
        if mine.refused:
            done = mine.served >= (mine.wants or 0) + mine.refused
            yield Step(REPLACEMENT, number, mine.refused, done)


def _drawers(hand: Hand) -> list[tuple[int, SeatDraw]]:
    draw = hand.draw
    return [(number, draw.of(number)) for number in draw.order if hand.seats[number].live]


def _now(hand: Hand, steps: list[Step]) -> int | None:
    """The place of the step that is due."""
    wanted = _due(hand)
    if wanted is None:
        return None
    places = (place for place, one in enumerate(steps) if (one.step, one.seat) == wanted)
    return next((place for place in places if not steps[place].done), None)


def _due(hand: Hand) -> tuple[str, int | None] | None:
    step = serving(hand)
    if step is None:
        number = to_indicate(hand)
        return None if number is None else (SAYS, number)
    return _served(hand, step)


def _served(hand: Hand, step: Serving) -> tuple[str, int | None]:
    if step.discards:
        return DISCARDS, step.seat
    if step.burn and first_burn_due(hand):
        return BURN, None
    named = {"first": CARDS, "fifth": REST, "replacement": REPLACEMENT}
    return named[step.reason], step.seat


def _told(state: State, step: Step, now: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"step": step.step}
    if step.seat is not None:
        found["seat"] = step.seat
    if step.many is not None:
        found["count"] = step.many
    when = DONE if step.done else NOW if now else LATER
    return {**found, "state": when, "text": _in_words(state, step)}


def _in_words(state: State, step: Step) -> str:
    if step.seat is None:
        return "Burn"
    seat, many = words.seat_in_words(state, step.seat), step.many
    if step.step == SAYS:
        return f"{seat}: how many?" if many is None else f"{seat} wants {_wanted(many)}"
    how = {DISCARDS: "discards", CARDS: "gets", REST: "then gets", REPLACEMENT: "has replaced"}
    return f"{seat} {how[step.step]} {words.cards(many or 0)}"


def _wanted(count: int) -> str:
    return words.cards(count) if count else "none: pat"
