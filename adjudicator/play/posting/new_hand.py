"""A hand begins: who is dealt in, where the button is, which money rides along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.log import events as ev
from adjudicator.play.finding import Finding
from adjudicator.play.posting.findings import (
    EntryWithCarriedPot,
    HandLeftOpen,
    LockedOutDealtIn,
    StartedAgainst,
)
from adjudicator.play.posting.posts import ready_to_deal
from adjudicator.play.seating.outcomes import SEAT_CHANGE_DENIED
from adjudicator.play.showdown.closing import close_hand, session_over
from adjudicator.play.transition import Applied
from adjudicator.table import button_and_blinds as positions
from adjudicator.table import standings as session
from adjudicator.table.hand import Hand
from adjudicator.table.seat import LIVE, Seat
from adjudicator.table.table import Player, State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise


def hand_started(state: State, event: ev.HandStarted) -> Applied:
    found: list[Finding] = []
    if state.hand_on:
        assert state.hand is not None
        found.append(HandLeftOpen(state.hand.number))
        state, more = close_hand(state)
        found += more
    state = _between_hands(state)
    found += session_over(state)
    profile = state.upcoming or state.profile
    assert profile is not None
    seats = event.seats if event.seats is not None else _may_play(state)
    order = clockwise(seats, event.button)
    found += _start_faults(state, event, profile, order)
    due = positions.button_due(state, order)
    right = event.button if due is None else due
    hand = Hand(
        number=state.number + 1,
        button=event.button,
        dealt_in=order,
        seats={s: BROKE if _no_chips(state, s, profile) else FRESH for s in order},
        profile=profile,
        edition=state.edition,
        started=state.seq,
        carried_in=state.carried,
        carried_pot=state.carried,
        button_due=due,
        blinds_at=positions.blind_places(profile, order, event.button, state.hand),
        blinds_due=positions.blind_places(profile, clockwise(seats, right), right, state.hand),
        draw_stage=profile.draw_stages[0] if profile.draws else -1,
    )
    standing = {k: v for k, v in state.standing.items() if k != "hand"}
    state = replace(
        state,
        hand=hand,
        players=_passed_by(state, hand),
        number=hand.number,
        profile=profile,
        upcoming=None,
        carried=(),
        standing=standing,
        window=False,
        dues=tuple(d for d in state.dues if SEAT_CHANGE_DENIED.names(d)),
        rulings={},
        next_button=event.button,
        button_fixed=False,
    )
    return ready_to_deal(state), found


# A status is asked for more often than anything else, and found sooner where it is said.
FRESH, BROKE = Seat(status=LIVE), Seat(status=LIVE, all_in=True)


def _passed_by(state: State, hand: Hand) -> Mapping[int, Player]:
    """The players, those out of the hand with the blinds that went past them."""
    players = state.players
    if not hand.profile.blinds or len(players) == len(hand.dealt_in):
        return players
    return {
        seat: player if seat in hand.seats else _missing(state, hand, seat, player)
        for seat, player in players.items()
    }


def _missing(state: State, hand: Hand, seat: int, player: Player) -> Player:
    passed = positions.passed_by(state.hand, hand.blinds_at, seat)
    missed = tuple(dict.fromkeys((*player.missed, *passed)))
    return player if missed == player.missed else replace(player, missed=missed)


def _no_chips(state: State, seat: int, profile: Any) -> bool:
    player = state.players[seat]
    return bool(player.tracked and profile.all_in and player.purse <= 0)


def _between_hands(state: State) -> State:
    for seat in [s for s, player in state.players.items() if player.leaving]:
        state = session.leaves(state, seat)
    players = {
        seat: replace(player, purse=exact(player.purse + player.behind), behind=0)
        if player.behind
        else player
        for seat, player in state.players.items()
    }
    return replace(state, players=players)


def _may_play(state: State) -> tuple[int, ...]:
    return tuple(s for s in state.seated_in if s not in state.locked_out)


def _start_faults(
    state: State, event: ev.HandStarted, profile: Any, order: tuple[int, ...]
) -> list[Finding]:
    found: list[Finding] = []
    found += [LockedOutDealtIn(s) for s in order if s in state.locked_out]
    if state.carried:
        found += _entries(state, profile, order)
    least = profile.players[0]
    most = profile.most(state.standing.get("draw_limit"))
    if not least <= len(order) <= most:
        found.append(StartedAgainst("players", len(order), most))
    return found


def _entries(state: State, profile: Any, order: tuple[int, ...]) -> list[Finding]:
    found: list[Finding] = []
    for seat in order:
        if seat in state.locked_out:
            continue
        missed = [lay for lay in state.carried if seat not in lay.involved]
        if not missed:
            continue
        sets = sum(1 for lay in missed if lay.kind == "antes")
        forfeited = tuple(lay for lay in missed if lay.kind == "forfeited")
        due = exact(profile.ante * (sets + (0 if state.ante_off else 1)))
        found.append(EntryWithCarriedPot(seat, sets, due, forfeited))
    return found
