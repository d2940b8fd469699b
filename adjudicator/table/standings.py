"""A session over several hands: who stands where, and players who have left it.

Balances are kept in units without cash value, so a player who leaves leaves their balance
behind: it counts in the places, and is theirs again if they come back.
"""

from __future__ import annotations

from adjudicator.table.table import Gone, State
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import Frozen, replace


class Placed(Frozen):
    """A seat's place by its balance; equal balances share a place."""

    seat: int
    place: int
    balance: Amount
    left: bool


def length(state: State) -> int:
    """How many pots the session has; 0 where the game knows no sessions."""
    profile = state.upcoming or state.profile
    return (profile.session_pots or 0) if profile is not None else 0


def over(state: State) -> bool:
    """Whether all pots of the session are resolved."""
    return 0 < length(state) <= state.resolved_pots


def places(state: State) -> tuple[Placed, ...]:
    """Every place of the session, the best balance first."""
    here = [(seat, p.purse, False) for seat, p in state.players.items() if not p.tracked]
    gone = [(one.seat, one.balance, True) for one in state.gone.values()]
    every = sorted([*here, *gone], key=lambda one: (-one[1], one[0]))
    return tuple(
        Placed(seat, 1 + sum(1 for _, other, _ in every if other > mine), mine, left)
        for seat, mine, left in every
    )


def leaves(state: State, seat: int) -> State:
    """The player is gone from the table; what they leave in a session is kept."""
    player = state.players[seat]
    players = {s: p for s, p in state.players.items() if s != seat}
    state = replace(state, players=players, left={**state.left, seat: player.name})
    if player.tracked or not length(state) or not player.purse:
        return state
    return replace(state, gone={**state.gone, player.name: Gone(seat, player.purse)})


def comes_back(state: State, name: str) -> tuple[State, Amount]:
    """What a player left in the session, which is theirs again."""
    if name not in state.gone:
        return state, 0
    gone = {n: one for n, one in state.gone.items() if n != name}
    return replace(state, gone=gone), state.gone[name].balance
