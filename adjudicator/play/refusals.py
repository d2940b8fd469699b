"""What cannot have happened and is refused; everything else is recorded and judged."""

from __future__ import annotations

from adjudicator.errors import Refused
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.guard import Guard, nobody, on_the_table, sits
from adjudicator.play.registry import GUARDS
from adjudicator.play.seating.refusals import cannot_open
from adjudicator.table.table import State


def check(state: State, event: Event) -> None:
    """Raise ``Refused`` if the entry cannot have happened at this table now."""
    guard = GUARDS[type(event)]
    if state.profile is None:
        if not isinstance(event, ev.TableOpened):
            raise Refused("NO_TABLE", "The first event of a log must be table_opened.")
        cannot_open(event)
        return
    if not state.hand_on or event.hand is not None:
        _at_its_time(state, event, guard)
    for name in guard.seated:
        seat = getattr(event, name)
        if type(seat) is int and not sits(state, seat):
            raise nobody(state, name, seat)
    for name in guard.placed:
        place = getattr(event, name)
        if type(place) is int:
            on_the_table(state, name.rstrip("_"), place)
    if guard.also is not None:
        guard.also(state, event)


def _at_its_time(state: State, event: Event, guard: Guard) -> None:
    """Refuse an entry about a closed table, another hand, or no hand."""
    on = state.hand_on
    if not on and state.closed and not guard.remark:
        raise Refused("TABLE_CLOSED", "The table is closed; only remarks may follow.")
    if event.hand is not None:
        _of_its_hand(state, event.hand, guard)
    if guard.hand and not on and not (guard.window and state.window):
        raise _no_hand(state, event)


def _of_its_hand(state: State, sent: int, guard: Guard) -> None:
    on = state.number
    current = state.hand_on and sent == on
    if current or (guard.remark and sent <= on):
        return
    what = f"hand {on} is on" if state.hand_on else "no hand is on"
    if not state.hand_on and on:
        what = f"hand {on} is over and no hand is on"
    detail = f"The entry belongs to hand {sent}, but {what}."
    raise Refused("HAND_CLOSED", detail, {"hand": [f"found {sent}; {what}"]})


def _no_hand(state: State, event: Event) -> Refused:
    last = f"; hand {state.number} is over" if state.number else ""
    detail = f"{event.type} needs a hand, and none is on{last}. Start one with hand_started."
    return Refused("NO_HAND", detail, {"type": [f"no hand is on{last}"]})
