"""What is to be said next: what the players are told before the deal."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game.profile import Profile
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.offer import Entry, Offer
from adjudicator.table.standings import over
from adjudicator.table.table import State


def announced(state: State) -> list[Entry]:
    """What the game has announced before its cards are dealt, as long as nobody has said it."""
    hand = state.hand
    on = hand is not None and not hand.ended
    profile = hand.profile if hand is not None and on else state.upcoming or state.profile
    if profile is None or (hand is not None and on and hand.dealt) or over(state):
        return []
    said = state.standing
    use = "on" if profile.jokers else "off"
    found = []
    if profile.joker_known and said.get("joker_in_use") != use:
        found.append(_says("joker_in_use", use))
    if profile.draw_limit is not None and "draw_limit" not in said:
        found += [_says("draw_limit", number) for number in _limits(profile)]
    return found


def _says(topic: str, value: int | str) -> Entry:
    return {"type": "announced", "topic": topic, "value": value}


def _limits(profile: Profile) -> tuple[int, ...]:
    """The usual limit on the draw first, then the others that may be announced."""
    usual, most = profile.draw_limit or 0, profile.numbers.most_to_announce
    return (usual, *(number for number in range(most + 1) if number != usual))


OFFERS: Mapping[type[Event], Offer] = {ev.Announced: announced}
UNOFFERED: Mapping[type[Event], str] = {
    ev.AttentionCalled: "anybody may point something out",
    ev.FloorCalled: "anybody may call the floor",
    ev.CallClosed: "whoever called knows whether it is over",
    ev.FloorDecided: "the ruling that waits for the floor says so itself",
    ev.OpinionAsked: "only the floor knows whom to ask",
    ev.OpinionGiven: "whoever was asked answers in their own words",
    ev.EntryCorrected: "only whoever made the slip knows of it",
    ev.Noted: "a remark without effect",
}
