"""Chips on the move between stacks and the middle.

Nothing here creates or loses a chip: what leaves a player's stack is in the middle,
and what leaves the middle is in a stack, a rake or a carried layer.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.table.pots import by_seat
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact


def pay(state: State, seat: int, amount: Amount, /, **changes: object) -> State:
    """Chips go from the player to the seat's place in the pot."""
    hand, player = state.hand, state.players[seat]
    assert hand is not None
    left = exact(player.purse - amount)
    mine = hand.seats[seat]
    new = mine.but(put_in=exact(mine.put_in + amount), **changes)
    return state.but(
        players={**state.players, seat: player.but(purse=left)},
        hand=hand.but(seats={**hand.seats, seat: new}),
    )


def give_back(state: State, seat: int, amount: Amount, /, **changes: object) -> State:
    """Chips come back from the pot to the player, never more than still lie there."""
    hand = state.hand
    assert hand is not None
    if hand.awards:
        amount = min(amount, max(hand.pot, 0))
    state = pay(state, seat, -amount, **changes)
    mine = _seat(state, seat)
    if amount and mine.all_in and state.players[seat].purse > 0:
        state = state.but_seat(seat, all_in=False)
    return state


def hold(state: State, seat: int, amount: Amount) -> State:
    """Chips pushed out of turn lie in front of the player, in no bet yet."""
    player = state.players[seat]
    state = state.but_player(seat, purse=exact(player.purse - amount))
    return state.but_seat(seat, held=exact(_seat(state, seat).held + amount))


def release(state: State, seat: int) -> State:
    """Held chips go back to the player, as far as they were not pushed to somebody."""
    hand, held = state.hand, _seat(state, seat).held
    assert hand is not None
    back = min(held, max(hand.pot, 0)) if hand.awards else held
    purse = exact(state.players[seat].purse + back)
    state = state.but_player(seat, purse=purse)
    return state.but_seat(seat, held=exact(held - back), held_move=None)


def collect(state: State, shares: Mapping[int, Amount]) -> State:
    """Chips go to the players they are pushed to (negative: come back)."""
    players = dict(state.players)
    for seat, amount in shares.items():
        player = players.get(seat)
        if player is not None:
            players[seat] = player.but(purse=exact(player.purse + amount))
    return state.but(players=players)


def reachable(state: State, seat: int, wanted: Amount) -> Amount:
    """How much of ``wanted`` the player can put in."""
    player = state.players[seat]
    if wanted <= player.purse or not state.has_limit(seat):
        return wanted
    return max(player.purse, 0)


def broke(state: State, seat: int) -> bool:
    """Whether a player whose chips are tracked has none left to play with."""
    return state.has_limit(seat) and state.players[seat].purse <= 0


def take_back_awards(state: State) -> State:
    """What was pushed comes back to the middle, as far as its taker still has it."""
    hand = state.hand
    assert hand is not None
    kept: dict[int | None, Mapping[int, Amount]] = {}
    for pot, award in hand.awards.items():
        gone: dict[int, Amount] = {}
        for seat, amount in award.items():
            player = state.players.get(seat)
            reach = max(player.purse, 0) if player is not None else 0
            whole = player is not None and not state.has_limit(seat)
            back = amount if whole else min(amount, reach)
            state = collect(state, {seat: -back})
            gone[seat] = exact(amount - back)
        if any(gone.values()):
            kept[pot] = gone
    return state.but_hand(awards=kept)


def recoverable(state: State) -> bool:
    """Whether what was pushed from a closed hand can be had back from those who hold it."""
    hand = state.hand
    if hand is None or not hand.awards:
        return False
    won = by_seat(hand.awards.values())
    put = {seat for seat, mine in hand.seats.items() if mine.put_in}
    if not state.players.keys() >= put | won.keys():
        return False
    players = state.players
    return all(not players[s].tracked or players[s].purse >= a for s, a in won.items())


def void_bets(state: State) -> State:
    """Everything put in on this deal goes back; carried money is carried again."""
    hand = state.hand
    assert hand is not None
    for seat, mine in hand.seats.items():
        if mine.put_in:
            state = pay(state, seat, -mine.put_in, bet=0, dead=0, owes=0, ante=0, all_in=False)
    state = take_back_awards(state)
    for seat, mine in hand.seats.items():
        if mine.held:
            state = release(state, seat)
    state = state.but_hand(riding=(), common=0, carried_in=(), awards={})
    return state.but(carried=hand.carried_in)


def _seat(state: State, seat: int) -> Seat:
    assert state.hand is not None
    return state.hand.seats[seat]
