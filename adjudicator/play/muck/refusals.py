"""What is refused about the muck: only an entry without a hand, or about nobody."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.guard import Guard

GUARDS: Mapping[type[Event], Guard] = {
    ev.Mucked: Guard(hand=True, seated=("seat",)),
    ev.HandRetrieved: Guard(hand=True, seated=("seat",)),
}
