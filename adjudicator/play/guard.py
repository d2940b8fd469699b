"""What a guard is: what has to be so for an entry to be a fact.

Illegal play is never refused, it is recorded and judged. An entry is refused when it names
a seat nobody sits in, a place somebody has, a hand that is closed or not on, or chips that
do not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from adjudicator.errors import Refused
from adjudicator.table.table import State

Check = Callable[[State, Any], None]


class Guard(NamedTuple):
    """What has to be so for an entry of one type to be a fact.

    It needs a ``hand`` that is on, or in its ``window`` one whose award may still be
    disputed. The fields ``seated`` name a seat with a player, those ``placed`` a place of
    the table, empty or not. ``also`` refuses the rest. A ``remark`` may follow on a table
    that is closed and on a hand that is over. ``why`` says why nothing needs to be so.
    """

    hand: bool = False
    window: bool = False
    seated: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    also: Check | None = None
    remark: bool = False
    why: str = ""


def malformed(type_: str, field: str, message: str) -> Refused:
    """A value that cannot be, at a field of an entry."""
    return Refused("MALFORMED", f"{type_}: {field}: {message}.", {field: [message]})


def sits(state: State, seat: int) -> bool:
    """Whether a player sits there who is not about to leave."""
    player = state.players.get(seat)
    return player is not None and not player.leaving


def nobody(state: State, name: str, seat: int) -> Refused:
    """A seat without a player."""
    taken = ", ".join(map(str, sorted(state.players))) or "none"
    detail = f"Nobody sits in seat {seat}. Seats with a player: {taken}."
    return Refused("NOBODY_SEATED", detail, {name: [f"found {seat}; seats with a player: {taken}"]})


def on_the_table(state: State, name: str, seat: int) -> None:
    """Refuse a place that the table does not have."""
    if seat > state.places:
        message = f"found {seat}; the table has places 1 to {state.places}"
        raise Refused("MALFORMED", f"There is no place {seat}: {message}.", {name: [message]})


def free(state: State, name: str, seat: int) -> None:
    """Refuse a place that somebody has."""
    on_the_table(state, name, seat)
    if seat in state.players:
        who = state.players[seat].name
        detail = f"Place {seat} is taken by {who}."
        raise Refused("PLACE_TAKEN", detail, {name: [f"found {seat}; it is taken"]})
