"""What cannot have happened to cards that leave the stub."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.guard import Guard, malformed, nobody, on_the_table
from adjudicator.table.table import State


def _dealt_nowhere(state: State, event: ev.Dealt) -> None:
    if isinstance(event.to, int):
        on_the_table(state, "to", event.to)
    elif event.to not in ("board", "burn"):
        message = f"found {event.to!r}; a card is dealt to a seat, the board or the burn"
        raise malformed("dealt", "to", message)
    if isinstance(event.by, int) and event.by not in state.players:
        raise nobody(state, "by", event.by)


def _dealt_off_the_table(state: State, event: ev.RoundDealt) -> None:
    for seat in event.counts or {}:
        on_the_table(state, "counts", seat)


GUARDS: Mapping[type[Event], Guard] = {
    ev.Shuffled: Guard(placed=("seat",)),
    ev.Cut: Guard(placed=("seat",)),
    ev.Dealt: Guard(hand=True, also=_dealt_nowhere),
    ev.RoundDealt: Guard(hand=True, also=_dealt_off_the_table),
    ev.DealCompleted: Guard(hand=True),
    ev.MisdealCalled: Guard(hand=True, seated=("by",)),
}
