"""What may come next in the draw: a number, then the discards; ``deal`` offers the cards."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.draw.serving import number_due, serving
from adjudicator.play.offer import Entry, Offer
from adjudicator.table.table import State


def draw_indicated(state: State) -> list[Entry]:
    hand = state.the_hand
    number = number_due(hand)
    return [] if number is None else [{"type": "draw_indicated", "seat": number}]


def discarded(state: State) -> list[Entry]:
    hand = state.the_hand
    step = serving(hand)
    if step is None or not step.discards:
        return []
    return [{"type": "discarded", "seat": step.seat, "count": step.discards}]


OFFERS: Mapping[type[Event], Offer] = {ev.DrawIndicated: draw_indicated, ev.Discarded: discarded}
UNOFFERED: Mapping[type[Event], str] = {
    ev.DrawCountAsked: "anybody may ask; nobody has to",
    ev.DrawCountAnswered: "only a due asks for it",
}
