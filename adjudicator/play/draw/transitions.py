"""Players name their draw and throw cards away."""

from __future__ import annotations

from adjudicator.log import events as ev
from adjudicator.play.draw import drawing
from adjudicator.play.transition import Applied
from adjudicator.table.table import State


def draw_indicated(state: State, event: ev.DrawIndicated) -> Applied:
    return drawing.indicate(state, event)


def discarded(state: State, event: ev.Discarded) -> Applied:
    return drawing.discard(state, event)
