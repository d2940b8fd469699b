"""The table and the hand in one sentence each: what is played, and how the round stands."""

from __future__ import annotations

from typing import Any

from adjudicator.game.profile import Profile
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.view.words import capital, entry_in_words, many


def table(state: State) -> str:
    """The game, its stakes, and what was announced."""
    hand, profile = state.hand, state.profile
    if hand is not None and not hand.ended:
        profile = hand.profile
    if profile is None:
        return "No game yet"
    said = (_announced(state, topic, value) for topic, value in state.standing.items())
    return ", ".join((f"{profile.name} {_stakes(profile)}".strip(), *filter(None, said)))


def _stakes(profile: Profile) -> str:
    units = sorted({stage.unit for stage in profile.stages if stage.kind == "bet" and stage.unit})
    return "/".join(map(str, units or filter(None, profile.blind_sizes)))


def _announced(state: State, topic: str, value: Any) -> str:
    if topic not in ("joker_in_use", "draw_limit"):
        return ""
    words = entry_in_words(state, {"type": "announced", "topic": topic, "value": value})
    return words[:1].lower() + words[1:]


def hand(state: State, hand: Hand) -> str:
    """The round, its bets and its raises; or what the hand has come to."""
    if not hand.on:
        return "The hand is over"
    if hand.phase == "posting":
        return "The posts"
    if hand.phase == "showdown":
        return "The showdown"
    stage = hand.here
    name = capital(stage.name) if stage is not None else "The deal"
    if stage is None or stage.kind != "bet":
        return name
    bets = f"{name}, bets of {stage.unit}" if stage.unit else name
    return f"{bets}. {_raises(hand)}"


def _raises(hand: Hand) -> str:
    cap = hand.cap
    if not hand.bet_to_match:
        return "No bet yet"
    if hand.capped_out:
        return f"{capital(many(hand.raises))} raises: no more"
    if not hand.raises:
        return "No raise yet"
    return f"Raise {hand.raises}" if cap is None else f"Raise {hand.raises} of {cap}"
