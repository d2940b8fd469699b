"""The table opens and closes; players sit down, leave, move and buy chips."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game.law import Games
from adjudicator.game.profile import Profile
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.finding import Finding
from adjudicator.play.muck import transitions as mucking
from adjudicator.play.seating.findings import SeatChangedWithPot, TableAdvisory
from adjudicator.play.transition import Applied, SetUp, Transition
from adjudicator.table import standings as session
from adjudicator.table.hand import Hand
from adjudicator.table.table import Player, State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.post_kinds import BLINDS


def table_opened(state: State, event: ev.TableOpened, games: Games) -> Applied:
    profile = games.profile(event.game, event.stakes, event.options or {})
    opened = replace(state, profile=profile, edition=profile.edition, places=event.seats)
    return opened, _advisories(profile)


def game_changed(state: State, event: ev.GameChanged, games: Games) -> Applied:
    """Another game, or other stakes, from the next hand on.

    A tournament's hand begins with its first riffle: what comes after it waits one hand (tda/23).
    """
    profile = games.profile(event.game, event.stakes, event.options or {})
    late = state.riffled and profile.policy.general_rules == "tda"
    if late:
        return replace(state, afterwards=profile), _advisories(profile)
    return replace(state, upcoming=profile, afterwards=None), _advisories(profile)


def _advisories(profile: Profile) -> list[Finding]:
    return [TableAdvisory(rule, text) for rule, text in profile.advisories]


def player_seated(state: State, event: ev.PlayerSeated) -> Applied:
    tracked, chips = event.chips is not None, event.chips or 0
    if not tracked:
        state, chips = session.comes_back(state, event.player)
    newcomer = state.number and state.profile is not None and state.profile.blinds
    missed = (BLINDS[1].name,) if newcomer else ()
    new = Player(event.player, chips, tracked, since=state.seq, missed=missed)
    state = _takes_place(state, event.seat, event.player)
    return replace(state, players={**state.players, event.seat: new}), []


def _takes_place(state: State, seat: int, player: str) -> State:
    """A returning player regains their share of the carried pot; a new player gets none."""
    was = next((s for s, name in state.left.items() if name == player), None)
    if seat in state.left and was != seat:
        state = _follow(state, seat, None)
    left = {s: name for s, name in state.left.items() if s not in (seat, was)}
    state = replace(state, left=left)
    return state if was is None else _follow(state, was, seat)


def _awards_moved(hand: Hand, old: int, new: int) -> dict[int | None, Mapping[int, Amount]]:
    """Awards follow a player who changes seats."""
    return {
        pot: {new if seat == old else seat: amount for seat, amount in award.items()}
        for pot, award in hand.awards.items()
    }


def _follow(state: State, old: int, new: int | None) -> State:
    """A share in the carried pot, or a lock-out from it, follows its player."""

    def with_him(seats: tuple[int, ...]) -> tuple[int, ...]:
        moved = (new if seat == old else seat for seat in seats)
        return tuple(dict.fromkeys(seat for seat in moved if seat is not None))

    carried = tuple(
        replace(layer, involved=with_him(layer.involved), eligible=with_him(layer.eligible))
        for layer in state.carried
    )
    return replace(state, carried=carried, locked_out=with_him(state.locked_out))


def player_left(state: State, event: ev.PlayerLeft) -> Applied:
    if _in_hand(state, event.seat):
        state = state.with_player(
            event.seat, replace(state.players[event.seat], out=True, leaving=True)
        )
        return mucking.out(state, event.seat, "folded"), []
    return session.leaves(state, event.seat), []


def _in_hand(state: State, seat: int) -> bool:
    return state.hand_on and state.hand is not None and seat in state.hand.seats


def sat_out(state: State, event: ev.SatOut) -> Applied:
    return state.with_player(event.seat, replace(state.players[event.seat], out=True)), []


def sat_in(state: State, event: ev.SatIn) -> Applied:
    return state.with_player(
        event.seat, replace(state.players[event.seat], out=False, since=state.seq)
    ), []


def seat_changed(state: State, event: ev.SeatChanged) -> Applied:
    mover = state.players[event.seat]
    players = {s: p for s, p in state.players.items() if s != event.seat}
    state = replace(state, players={**players, event.to: mover})
    if state.hand is not None and state.hand.awards:
        state = state.with_hand(
            replace(state.the_hand, awards=_awards_moved(state.hand, event.seat, event.to))
        )
    if not state.hand_on:
        state = _follow(state, event.seat, event.to)
    way_back = {"type": "seat_changed", "seat": event.seat, "to": event.to}
    back = any(way_back in due.by for due in state.dues)
    if state.carried and not state.hand_on and not back:
        return state, [SeatChangedWithPot(event.seat, event.to)]
    return state, []


def chips_bought(state: State, event: ev.ChipsBought) -> Applied:
    player = state.players[event.seat]
    if not player.tracked:
        return state, []
    if _in_hand(state, event.seat):
        return state.with_player(
            event.seat,
            replace(state.players[event.seat], behind=exact(player.behind + event.amount)),
        ), []
    return state.with_player(
        event.seat, replace(state.players[event.seat], purse=exact(player.purse + event.amount))
    ), []


def dealer_changed(state: State, event: ev.DealerChanged) -> Applied:
    return replace(state, dealer=event.dealer), []


def table_closed(state: State, event: ev.TableClosed) -> Applied:
    return replace(state, closed=True, window=False), []


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.PlayerSeated: player_seated,
    ev.PlayerLeft: player_left,
    ev.SatOut: sat_out,
    ev.SatIn: sat_in,
    ev.SeatChanged: seat_changed,
    ev.ChipsBought: chips_bought,
    ev.DealerChanged: dealer_changed,
    ev.TableClosed: table_closed,
}
SET_UPS: Mapping[type[Event], SetUp] = {
    ev.TableOpened: table_opened,
    ev.GameChanged: game_changed,
}
UNMOVED: Mapping[type[Event], str] = {}
