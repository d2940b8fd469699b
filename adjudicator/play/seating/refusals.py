"""What cannot have happened to the table and its players."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.errors import Refused
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.guard import Guard, free, malformed
from adjudicator.table.table import State
from adjudicator.values.amounts import LARGEST

MOST_PLACES = 30  # more than any card table has


def cannot_open(event: ev.TableOpened) -> None:
    """Refuse a first entry that opens no card table."""
    if event.seats > MOST_PLACES:
        message = f"found {event.seats}; allowed: 1 to {MOST_PLACES} places"
        raise malformed("table_opened", "seats", message)


def _open_already(state: State, event: ev.TableOpened) -> None:
    raise Refused("TABLE_OPEN", "The table is open already.", entry=1)


def _place_taken(state: State, event: ev.PlayerSeated) -> None:
    free(state, "seat", event.seat)


def _cannot_move(state: State, event: ev.SeatChanged) -> None:
    free(state, "to", event.to)
    hand = state.hand
    if state.hand_on and hand is not None and event.seat in hand.dealt_in:
        detail = f"Seat {event.seat} is in hand {hand.number}; seats change between hands."
        raise Refused("HAND_ON", detail, {"seat": ["is in the hand that is on"]})


def _too_many_chips(state: State, event: ev.ChipsBought) -> None:
    player = state.players[event.seat]
    if player.purse + player.behind + event.amount > LARGEST:
        message = f"found {event.amount}; the seat would hold more than {LARGEST}"
        raise malformed("chips_bought", "amount", message)


def _hand_is_on(state: State, event: ev.TableClosed) -> None:
    if state.hand_on:
        detail = f"Hand {state.number} is on; end it before closing the table."
        raise Refused("HAND_ON", detail, {"type": ["a hand is on"]})


GUARDS: Mapping[type[Event], Guard] = {
    ev.TableOpened: Guard(also=_open_already),
    ev.GameChanged: Guard(why="it takes effect with the next hand, whatever is on"),
    ev.PlayerSeated: Guard(also=_place_taken),
    ev.PlayerLeft: Guard(seated=("seat",)),
    ev.SatOut: Guard(seated=("seat",)),
    ev.SatIn: Guard(seated=("seat",)),
    ev.SeatChanged: Guard(seated=("seat",), also=_cannot_move),
    ev.ChipsBought: Guard(seated=("seat",), also=_too_many_chips),
    ev.DealerChanged: Guard(why="dealers change in the middle of hands too"),
    ev.TableClosed: Guard(also=_hand_is_on),
}
