"""What a guard is: what has to hold for an entry to be accepted as a fact.

Illegal play is never refused: it is recorded and judged. Refused is what cannot have
happened: an entry about an empty seat, a place already taken, a hand that is closed or
never started, or chips that do not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from adjudicator.errors import Refused
from adjudicator.table.table import State

Check = Callable[[State, Any], None]


class Guard(NamedTuple):
    """What has to hold for an entry of one type to be accepted.

    ``hand``: a hand must be on; with ``window`` also one whose award may still be disputed.
    ``seated`` are fields that must name a seat with a player, ``placed`` fields that must
    name a place of the table, empty or not. ``also`` refuses anything else. A ``remark`` is
    accepted even on a closed table and about a finished hand. ``why`` gives the reason
    where nothing is required.
    """

    hand: bool = False
    window: bool = False
    seated: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    also: Check | None = None
    remark: bool = False
    why: str = ""


def malformed(type_: str, field: str, message: str) -> Refused:
    """A refusal of the value of one field."""
    return Refused("MALFORMED", f"{type_}: {field}: {message}.", {field: [message]})


def sits(state: State, seat: int) -> bool:
    """Whether a player sits there who is not leaving."""
    player = state.players.get(seat)
    return player is not None and not player.leaving


def nobody(state: State, name: str, seat: int) -> Refused:
    """A refusal of a seat that nobody sits in."""
    taken = ", ".join(map(str, sorted(state.players))) or "none"
    detail = f"Nobody sits in seat {seat}. Seats with a player: {taken}."
    return Refused("NOBODY_SEATED", detail, {name: [f"found {seat}; seats with a player: {taken}"]})


def on_the_table(state: State, name: str, seat: int) -> None:
    """Refuse a place the table does not have."""
    if seat > state.places:
        message = f"found {seat}; the table has places 1 to {state.places}"
        raise Refused("MALFORMED", f"There is no place {seat}: {message}.", {name: [message]})


def free(state: State, name: str, seat: int) -> None:
    """Refuse a place that is taken."""
    on_the_table(state, name, seat)
    if seat in state.players:
        who = state.players[seat].name
        detail = f"Place {seat} is taken by {who}."
        raise Refused("PLACE_TAKEN", detail, {name: [f"found {seat}; it is taken"]})
