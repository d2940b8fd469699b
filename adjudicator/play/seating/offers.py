"""What may come next with the table and its players: whatever it takes to have two who can play."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.offer import Entry, Offer
from adjudicator.table.button_and_blinds import able_to_play
from adjudicator.table.standings import over
from adjudicator.table.table import State


def player_seated(state: State) -> list[Entry]:
    """The empty places, before the first hand and whenever too few can play."""
    if over(state) or (state.hand is not None and not _too_few(state)):
        return []
    places = range(1, state.places + 1)
    return [{"type": "player_seated", "seat": s} for s in places if s not in state.players]


def sat_in(state: State) -> list[Entry]:
    """Players who sit out, where too few are left without them."""
    if over(state) or not _too_few(state):
        return []
    return [{"type": "sat_in", "seat": s} for s, player in state.players.items() if player.out]


def chips_bought(state: State) -> list[Entry]:
    """Players who have no chips left, where too few are left without them."""
    if over(state) or not _too_few(state):
        return []
    able = able_to_play(state)
    broke = (s for s in state.seated_in if s not in able and s not in state.locked_out)
    return [{"type": "chips_bought", "seat": s, "least": 1, "most": None} for s in broke]


def _too_few(state: State) -> bool:
    profile = state.upcoming or state.profile
    return profile is not None and len(able_to_play(state)) < profile.players[0]


def table_closed(state: State) -> list[Entry]:
    return [{"type": "table_closed"}] if over(state) else []


OFFERS: Mapping[type[Event], Offer] = {
    ev.TableClosed: table_closed,
    ev.PlayerSeated: player_seated,
    ev.SatIn: sat_in,
    ev.ChipsBought: chips_bought,
}
UNOFFERED: Mapping[type[Event], str] = {
    ev.TableOpened: "a log begins with it",
    ev.GameChanged: "the house changes the game when it likes",
    ev.PlayerLeft: "players leave when they like",
    ev.SatOut: "players sit out when they like",
    ev.SeatChanged: "only a due asks for it, where a change of seat was denied",
    ev.DealerChanged: "the house changes dealers when it likes",
}
