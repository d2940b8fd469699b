"""Hands that go to the muck, and those that come back from it."""

from __future__ import annotations

from adjudicator.log import events as ev
from api.service.narration.narrator import CardStyle, Narrators, of_seat

_IDENTIFIABLE = {True: ", still identifiable", False: ", not identifiable", None: ""}


def mucked(event: ev.Mucked, style: CardStyle) -> str:
    words = f"seat {event.seat} mucks"
    if event.by == "dealer":
        words = f"the dealer mucks the hand of seat {event.seat}"
    return words + _IDENTIFIABLE[event.identifiable]


NARRATORS: Narrators = {
    ev.Mucked: mucked,
    ev.HandRetrieved: of_seat("gets the hand back from the muck"),
}
