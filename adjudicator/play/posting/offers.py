"""What may come next at the start of a hand."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.offer import Entry, Offer
from adjudicator.play.posting.posts import posts_payable
from adjudicator.table.button_and_blinds import able_to_play, button_due
from adjudicator.table.standings import over
from adjudicator.table.table import State


def hand_started(state: State) -> list[Entry]:
    seats = able_to_play(state)
    if over(state) or len(seats) < 2:
        return []
    due = button_due(state)
    button = due if due is not None else seats[0]
    return [{"type": "hand_started", "button": button, "seats": list(seats)}]


OFFERS: Mapping[type[Event], Offer] = {ev.HandStarted: hand_started, ev.Posted: posts_payable}
UNOFFERED: Mapping[type[Event], str] = {}
