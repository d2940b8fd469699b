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
from adjudicator.values.frozen import replace


def pay(state: State, seat: int, amount: Amount, changed: Seat | None = None) -> State:
    """Chips go from the player to the seat's place in the pot.

    ``changed`` is the seat as it is otherwise from now on.
    """
    hand, player = state.the_hand, state.players[seat]
    left = exact(player.purse - amount)
    mine = changed or hand.seats[seat]
    new = replace(mine, put_in=exact(mine.put_in + amount))
    return replace(
        state,
        players={**state.players, seat: replace(player, purse=left)},
        hand=replace(hand, seats={**hand.seats, seat: new}),
    )


def give_back(state: State, seat: int, amount: Amount, changed: Seat) -> State:
    """Chips come back from the pot to the player, never more than still lie there."""
    hand = state.the_hand
    if hand.awards:
        amount = min(amount, max(hand.pot, 0))
    state = pay(state, seat, -amount, changed)
    mine = state.the_seat(seat)
    if amount and mine.all_in and state.players[seat].purse > 0:
        state = state.with_seat(seat, replace(state.the_seat(seat), all_in=False))
    return state


def hold(state: State, seat: int, amount: Amount) -> State:
    """Chips pushed out of turn lie in front of the player, in no bet yet."""
    player = state.players[seat]
    state = state.with_player(seat, replace(player, purse=exact(player.purse - amount)))
    return state.with_seat(
        seat, replace(state.the_seat(seat), held=exact(state.the_seat(seat).held + amount))
    )


def release(state: State, seat: int) -> State:
    """Held chips go back to the player, as far as they were not pushed to somebody."""
    hand, held = state.hand, state.the_seat(seat).held
    assert hand is not None
    back = min(held, max(hand.pot, 0)) if hand.awards else held
    purse = exact(state.players[seat].purse + back)
    state = state.with_player(seat, replace(state.players[seat], purse=purse))
    return state.with_seat(
        seat, replace(state.the_seat(seat), held=exact(held - back), held_move=None)
    )


def collect(state: State, shares: Mapping[int, Amount]) -> State:
    """Chips go to the players they are pushed to (negative: come back)."""
    players = dict(state.players)
    for seat, amount in shares.items():
        player = players.get(seat)
        if player is not None:
            players[seat] = replace(player, purse=exact(player.purse + amount))
    return replace(state, players=players)


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
    hand = state.the_hand
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
    return state.with_hand(replace(state.the_hand, awards=kept))


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
    hand = state.the_hand
    for seat, mine in hand.seats.items():
        if mine.put_in:
            free = replace(mine, bet=0, dead=0, owes=0, ante=0, all_in=False)
            state = pay(state, seat, -mine.put_in, free)
    state = take_back_awards(state)
    for seat, mine in hand.seats.items():
        if mine.held:
            state = release(state, seat)
    state = state.with_hand(
        replace(state.the_hand, carried_pot=(), common=0, carried_in=(), awards={})
    )
    return replace(state, carried=hand.carried_in)
