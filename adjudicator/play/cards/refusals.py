"""What cannot have happened to dealt cards."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.guard import Guard

GUARDS: Mapping[type[Event], Guard] = {
    ev.Exposed: Guard(hand=True, placed=("seat",)),
    ev.BoxedFound: Guard(hand=True),
    ev.CardMoved: Guard(hand=True, placed=("from_", "to")),
    ev.HandCounted: Guard(hand=True, window=True, seated=("seat",)),
    ev.DeckFaultFound: Guard(why="a deck is found wrong between hands too"),
}
