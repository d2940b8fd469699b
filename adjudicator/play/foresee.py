"""What a regular entry would lead to, before it has happened.

No rule speaks here: what is irregular about an entry is for the judge to say, and an entry
that is offered has nothing irregular about it.
"""

from __future__ import annotations

from adjudicator.log.reading import parse
from adjudicator.play.advance import settle
from adjudicator.play.offer import Entry
from adjudicator.play.registry import TRANSITIONS
from adjudicator.table.table import State
from adjudicator.values.fields import to_wire
from adjudicator.values.frozen import replace


def after(state: State, entry: Entry) -> State:
    """The table after an entry that is offered."""
    event = parse(to_wire(entry))
    transition = TRANSITIONS.get(type(event))
    if transition is None:
        return state
    moved, _ = transition(replace(state, seq=state.seq + 1), event)
    return settle(moved)[0]
