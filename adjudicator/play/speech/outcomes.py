"""What may be ordered of people: to put something right, to heed a warning, to decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.log.events import Event
from adjudicator.play.outcome import Code, Outcome, Why
from adjudicator.play.patterns import by_entry
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise

NOTHING_FOLLOWS = Why("play goes on as it stands")

NO_IRREGULARITY = Code("no_irregularity", effect=NOTHING_FOLLOWS, undo=NOTHING_FOLLOWS)

NOT_YET = Why("what follows is put in force by the option presumed, or by the decision")

FLOOR_DECIDES = Code("floor_decides", effect=NOT_YET, undo=NOT_YET)


def _set_right(state: State, outcome: Outcome) -> State:
    """A button that was in the wrong place goes where it belongs on the next hand."""
    button, hand = outcome.button, state.hand
    if button is None:
        return state
    if hand is not None and hand.on and not hand.dealt:
        return state.with_hand(
            replace(
                state.the_hand,
                button=button,
                dealt_in=clockwise(hand.dealt_in, button),
                positions=replace(
                    state.the_hand.positions, button_due=button, blinds_at=hand.positions.blinds_due
                ),
            )
        )
    return replace(state, next_button=button, button_fixed=True)


def _put_right(due: Due, hand: Hand, event: Event) -> bool:
    """The entry that was due is there, or the card that was to leave a seat has left it."""
    return by_entry(due, hand, event) or any(_laid_aside(hand, p) for p in due.by)


def _laid_aside(hand: Hand, pattern: Mapping[str, Any]) -> bool:
    """Whether the card that has to leave a seat is no longer there."""
    seat = hand.seats.get(pattern.get("from", 0)) if pattern.get("to") == "aside" else None
    return seat is not None and not seat.cards_to_return


DEALER_CORRECTS = Code(
    "dealer_corrects",
    effect=_set_right,
    undo=Why("what the dealer has put right is undone by the entries that record it"),
    over=_put_right,
)


def _marked(state: State, seat: int | None, step: int) -> State:
    """Warnings and penalties are remembered with the player."""
    player = state.players.get(seat) if seat is not None else None
    if player is None or seat is None:
        return state
    return state.with_player(seat, replace(player, warnings=max(player.warnings + step, 0)))


def _mark(state: State, outcome: Outcome) -> State:
    return _marked(state, outcome.seat, 1)


def _unmark(state: State, outcome: Outcome) -> State:
    return _marked(state, outcome.seat, -1)


WARNING = Code("warning", effect=_mark, undo=_unmark, lasting=True)
PENALTY = Code("penalty", effect=_mark, undo=_unmark, lasting=True)
