"""What may come next with the muck: nothing."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.offer import Offer

OFFERS: Mapping[type[Event], Offer] = {}
UNOFFERED: Mapping[type[Event], str] = {
    ev.Mucked: "a fold is offered as an act, and at the showdown every hand is to be shown",
    ev.HandRetrieved: "an irregularity",
}
