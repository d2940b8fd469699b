"""What may be said next: anything, so nothing in particular is offered."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.offer import Offer

OFFERS: Mapping[type[Event], Offer] = {}
UNOFFERED: Mapping[type[Event], str] = {
    ev.Announced: "people say what they like",
    ev.AttentionCalled: "anybody may point something out",
    ev.FloorCalled: "anybody may call the floor",
    ev.CallClosed: "whoever called knows whether it is over",
    ev.FloorDecided: "the ruling that waits for the floor says so itself",
    ev.OpinionAsked: "only the floor knows whom to ask",
    ev.OpinionGiven: "whoever was asked answers in their own words",
    ev.EntryCorrected: "only whoever made the slip knows of it",
    ev.Noted: "a remark without effect",
}
