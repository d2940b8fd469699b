"""What cannot have happened at the start of a hand."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.errors import Refused
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.guard import Guard, nobody, on_the_table, sits
from adjudicator.table.table import State


def _cannot_be_dealt_in(state: State, event: ev.HandStarted) -> None:
    on_the_table(state, "button", event.button)
    seats = event.seats if event.seats is not None else state.seated_in
    for seat in seats:
        if not sits(state, seat):
            raise nobody(state, "seats", seat)
    if len(set(seats)) < 2 or len(set(seats)) != len(seats):
        message = f"found {list(seats)}; a hand needs two or more different seats"
        raise Refused("MALFORMED", f"hand_started: {message}.", {"seats": [message]})


GUARDS: Mapping[type[Event], Guard] = {
    ev.HandStarted: Guard(also=_cannot_be_dealt_in),
    ev.Posted: Guard(hand=True, seated=("seat",)),
}
