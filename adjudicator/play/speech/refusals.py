"""What cannot have been said: a value that makes no sense for its topic, or an unknown name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from adjudicator.errors import Refused
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.codes import CODES
from adjudicator.play.guard import Guard, malformed, on_the_table
from adjudicator.play.speech.transitions import AMOUNTS
from adjudicator.table.table import State
from adjudicator.values.fields import found_words
from adjudicator.values.nearest import nearest

Opinion = ev.OpinionAsked | ev.OpinionGiven
Calling = ev.CallClosed | ev.FloorDecided | Opinion


class Values(NamedTuple):
    """What may be said on a topic."""

    words: str
    fits: Callable[[Any], bool]


MOST_DRAWN = 5
_PRICE = Values("an amount", lambda value: type(value) is int and value >= 0)
# Topics whose value has a meaning for the rules; on any other anything may be said.
TOPICS: Mapping[str, Values] = {
    "joker_in_use": Values(
        "on, off, true or false", lambda value: isinstance(value, bool) or value in ("on", "off")
    ),
    "draw_limit": Values(
        f"a whole number from 0 to {MOST_DRAWN}",
        lambda value: type(value) is int and 0 <= value <= MOST_DRAWN,
    ),
    "raise": Values(
        "an amount, or words", lambda value: isinstance(value, str) or _PRICE.fits(value)
    ),
    **dict.fromkeys(AMOUNTS, _PRICE),
}


def _cannot_be_said(state: State, event: ev.Announced) -> None:
    """A number, a price or the joker's status has to be a sensible value."""
    values = TOPICS.get(event.topic)
    if values is None or event.value is None or values.fits(event.value):
        return
    message = f"found {found_words(event.value)}; allowed for {event.topic}: {values.words}"
    raise malformed("announced", "value", message)


def _no_such_entry(state: State, event: ev.AttentionCalled) -> None:
    if event.entry is not None and not 0 < event.entry <= state.seq:
        message = f"found {event.entry}; the last entry is {state.seq}"
        raise Refused("NO_SUCH_ENTRY", f"No such entry: {message}.", {"entry": [message]})


def _no_such_call(state: State, event: Calling) -> None:
    known = [str(one.seq) for one in state.calls]
    if event.call is not None and str(event.call) not in known:
        message = f"found {event.call}; calls at this table: {', '.join(known) or 'none'}"
        raise Refused("NO_SUCH_ENTRY", f"No such call: {message}.", {"call": [message]})


def _about_nothing(state: State, event: Opinion) -> None:
    """An opinion is about a ruling, which the docket looks up, or about a call."""
    _no_such_call(state, event)
    if event.ruling is None and event.call is None:
        message = "missing; name the ruling, or the entry of the call in call"
        raise malformed(event.type, "ruling", message)


def _cannot_be_decided(state: State, event: ev.FloorDecided) -> None:
    _no_such_call(state, event)
    if event.decision == "overridden" and not event.reason:
        message = "missing; a reason is needed to override"
        raise malformed("floor_decided", "reason", message)
    if event.ruling is None and not event.outcomes:
        message = "missing; name the ruling, or the outcomes the floor puts in place"
        raise malformed("floor_decided", "ruling", message)
    for place, outcome in enumerate(event.outcomes or ()):
        _known_code(f"outcomes.{place}.code", outcome["code"])
        if outcome.get("seat") is not None:
            on_the_table(state, f"outcomes.{place}.seat", outcome["seat"])
        if CODES[outcome["code"]].in_a_hand and state.hand is None:
            message = (
                f"found {outcome['code']}; it changes a hand, and none has been dealt here yet"
            )
            raise malformed("floor_decided", f"outcomes.{place}.code", message)
        if CODES[outcome["code"]].of_a_hand:
            _in_the_hand(state, f"outcomes.{place}.seat", outcome.get("seat"))


def _known_code(field: str, code: str) -> None:
    if code not in CODES:
        hint = nearest(code[:40], CODES)
        allowed = ", ".join(sorted(CODES))
        message = f"found {found_words(code)}{hint}; allowed: {allowed}"
        raise malformed("floor_decided", field, message)


def _in_the_hand(state: State, field: str, seat: int | None) -> None:
    hand = state.hand
    if hand is None or seat not in hand.seats:
        seats = ", ".join(map(str, hand.dealt_in)) if hand is not None else "none"
        raise malformed("floor_decided", field, f"found {seat}; seats in the hand: {seats}")


GUARDS: Mapping[type[Event], Guard] = {
    ev.Announced: Guard(seated=("by", "seat"), also=_cannot_be_said),
    ev.AttentionCalled: Guard(seated=("by",), placed=("seat",), also=_no_such_entry, remark=True),
    ev.FloorCalled: Guard(seated=("by",), placed=("seat",), remark=True),
    ev.CallClosed: Guard(also=_no_such_call, remark=True),
    ev.FloorDecided: Guard(also=_cannot_be_decided, remark=True),
    ev.OpinionAsked: Guard(also=_about_nothing, remark=True),
    ev.OpinionGiven: Guard(also=_about_nothing, remark=True),
    ev.EntryCorrected: Guard(why="the docket knows which entries can be corrected", remark=True),
    ev.Noted: Guard(why="a remark is always a fact", remark=True),
}
