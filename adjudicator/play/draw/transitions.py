"""Players say how many they draw, and discard."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.draw.discards import discard
from adjudicator.play.draw.numbers import indicate
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.table import State


def draw_indicated(state: State, event: ev.DrawIndicated) -> Applied:
    return indicate(state, event)


def discarded(state: State, event: ev.Discarded) -> Applied:
    return discard(state, event)


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.DrawIndicated: draw_indicated,
    ev.Discarded: discarded,
}
UNMOVED: Mapping[type[Event], str] = {
    ev.DrawCountAsked: "a question",
    ev.DrawCountAnswered: "an answer, right or wrong, that moves nothing",
}
