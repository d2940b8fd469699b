"""What may come next in the draw: a number, then the discards; ``deal`` offers the cards."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.draw.numbers import draw_limit
from adjudicator.play.draw.serving import number_due, serving
from adjudicator.play.offer import Entry, Offer
from adjudicator.table.deal_plan import whole_hand
from adjudicator.table.table import State


def draw_indicated(state: State) -> list[Entry]:
    """Every number that the seat may give; a short hand draws up to a whole one."""
    hand = state.the_hand
    number = number_due(hand)
    if number is None:
        return []
    whole, limit = whole_hand(hand), draw_limit(state)
    most = whole if limit is None else min(whole, limit)
    least = min(max(whole - hand.seats[number].count, 0), most)
    return [_says(number, count, least, most) for count in range(least, most + 1)]


def _says(seat: int, count: int, least: int, most: int) -> Entry:
    entry: Entry = {"type": "draw_indicated", "seat": seat, "count": count}
    return {**entry, "least": least, "most": most}


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
