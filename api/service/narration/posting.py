"""How a hand begins, and forced money."""

from __future__ import annotations

from adjudicator.log import events as ev
from adjudicator.values.post_kinds import POST_KINDS
from api.lib.words import plain
from api.service.narration.narrator import CardStyle, Narrators


def hand_started(event: ev.HandStarted, style: CardStyle) -> str:
    seats = f"; dealt in: {plain(event.seats)}" if event.seats else ""
    return f"hand started, button at seat {event.button}{seats}"


def posted(event: ev.Posted, style: CardStyle) -> str:
    what = POST_KINDS[event.kind].words
    all_in = ", all-in" if event.all_in else ""
    return f"seat {event.seat} posts {event.amount} ({what}){all_in}"


NARRATORS: Narrators = {
    ev.HandStarted: hand_started,
    ev.Posted: posted,
}
