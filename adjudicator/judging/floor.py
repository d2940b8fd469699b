"""The floor's decisions: on a ruling, or on its own, from the entry that records them on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.errors import Refused
from adjudicator.judging.carrying_out import in_force, reverse
from adjudicator.judging.dues import owed
from adjudicator.judging.rulings import Ruling
from adjudicator.log.events import FloorDecided
from adjudicator.play.codes import code_of
from adjudicator.play.outcome import Outcome
from adjudicator.table.call import ANSWERED, with_status
from adjudicator.table.table import State
from adjudicator.values.frozen import replace

UNDONE = ("overridden", "withdrawn")


def decide(state: State, event: FloorDecided) -> State:
    """The state with what the floor orders of its own accord in force."""
    return _ordered(state, [_outcome(one) for one in event.outcomes or ()], "")


def decide_on(state: State, event: FloorDecided, ruling: Ruling) -> State:
    """The state with the floor's decision on a ruling in force.

    Of a ruling of an earlier hand only what reaches beyond its hand can be changed.
    """
    state = _answered(state, ruling)
    if event.decision == "upheld":
        return state
    for one in following(state, ruling.id):
        state = reverse(state, one)
    past = ruling.id not in state.rulings
    put = _chosen(ruling, [_outcome(one) for one in event.outcomes or ()])
    if past:
        put = [outcome for outcome in put if code_of(outcome.code).lasting]
    return _ordered(reverse(state, ruling, past), put, ruling.id)


def _answered(state: State, ruling: Ruling) -> State:
    """The state with the calls about the ruling's seats answered, and those about none in
    particular, where they were made since it was given."""
    seats = {None, *ruling.seats}
    since = {one.seq for one in state.calls if one.seat in seats and one.seq >= ruling.arose}
    return replace(state, calls=with_status(state.calls, since, ANSWERED))


def following(state: State, name: str) -> list[Ruling]:
    """The rulings of the hand that a ruling has set going, and those that these have, newest first.

    What has been undone already is not among them.
    """
    names, found = {name}, list[Ruling]()
    for one in state.rulings.values():
        if one.follows in names and one.status not in UNDONE:
            names.add(one.id)
            found.insert(0, one)
    return found


def _ordered(state: State, outcomes: Iterable[Outcome], ruling: str) -> State:
    for outcome in outcomes:
        state = owed(in_force(state, outcome), outcome, ruling)
    return state


def decided_on(state: State, event: FloorDecided, earlier: Ruling | None) -> Ruling:
    """The ruling that is upheld or overridden."""
    found: Ruling | None = state.rulings.get(event.ruling or "") or earlier
    if found is None:
        raise no_such_ruling(event.ruling)
    return found


def no_such_ruling(name: str | None) -> Refused:
    """The same words whether there is no such ruling or the sender may not know of it."""
    message = f"found {name!r}; allowed: the id of a ruling of this table"
    return Refused("NO_SUCH_RULING", f"No such ruling: {message}.", {"ruling": [message]})


def _chosen(ruling: Ruling, put: list[Outcome]) -> list[Outcome]:
    """What an override puts in place: the other option it names, or the only one left."""
    others = [option for option in ruling.options if not option.presumed]
    codes = [outcome.code for outcome in put]
    named = [o for o in others if not put or [one.code for one in o.outcomes] == codes]
    if len(named) != 1:
        return put
    return [*named[0].also, *(put or named[0].outcomes)]


def _outcome(put: Mapping[str, Any]) -> Outcome:
    names = ("code", "seat", "amount", "card", "until", "pot")
    return Outcome(**{name: put[name] for name in names if name in put})
