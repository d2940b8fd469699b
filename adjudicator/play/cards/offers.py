"""What may come next with dealt cards: nothing, unless a ruling asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.offer import Offer

OFFERS: Mapping[type[Event], Offer] = {}
UNOFFERED: Mapping[type[Event], str] = {
    ev.Exposed: "an accident, or a card that a due wants turned up",
    ev.BoxedFound: "an accident",
    ev.CardMoved: "only a due asks for it",
    ev.HandCounted: "hands are counted where somebody doubts them",
    ev.DeckFaultFound: "an accident",
}
