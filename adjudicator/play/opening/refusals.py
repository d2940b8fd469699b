"""What is refused about opening: only a declaration without a hand, or by nobody."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.guard import Guard

GUARDS: Mapping[type[Event], Guard] = {
    ev.PotDeclaredOpen: Guard(hand=True, seated=("seat",)),
}
