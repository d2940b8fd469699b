"""How the last pot was shared out, and what of it is still to be put right."""

from __future__ import annotations

from adjudicator.table.hand import Hand
from adjudicator.table.parts import Accounts, Layer
from adjudicator.table.pots import by_seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace


def of_last_hand(state: State) -> Accounts | None:
    """The accounts of the last hand whose pot was pushed, whether the next has begun or not."""
    hand = state.hand
    over = hand is not None and (hand.ended or hand.riffled) and hand.undo.void is None
    if hand is None or not over or (state.accounts and state.accounts.hand == hand.number):
        return state.accounts
    return _of(state, hand)


def _of(state: State, hand: Hand) -> Accounts | None:
    if hand.result is None or not hand.awards:
        return None
    pushed = {seat: amount for seat, amount in by_seat(hand.awards.values()).items() if amount}
    right = {seat: amount for seat, amount in hand.result.paid.items() if amount}
    names = {seat: player.name for seat, player in state.players.items()}
    return Accounts(hand.number, right, pushed, names, hand.ended or hand.riffled)


def moved(state: State, seat: int, amount: Amount) -> State:
    """The state with so much more of the last pot at a seat, or less of it."""
    player, last = state.players[seat], of_last_hand(state)
    state = state.with_player(seat, replace(player, purse=exact(player.purse + amount)))
    if last is None:
        return state
    pushed = {**last.pushed, seat: exact(last.pushed.get(seat, 0) + amount)}
    return replace(state, accounts=replace(last, pushed=pushed))


def riding(state: State) -> Amount:
    """Chips of the last pot that nobody was pushed, and that ride with this one."""
    return exact(sum(layer.amount for layer in _layers(state) if layer.kind == "unawarded"))


def _layers(state: State) -> tuple[Layer, ...]:
    return state.the_hand.carried_pot if state.hand_on else state.carried


def paid_out(state: State, amount: Amount) -> State:
    """The state with so many of the chips that ride taken out of the pot."""
    kept = []
    for layer in _layers(state):
        part = min(layer.amount, amount) if layer.kind == "unawarded" else 0
        amount = exact(amount - part)
        if layer.amount > part:
            kept.append(replace(layer, amount=exact(layer.amount - part)))
    if state.hand_on:
        return state.with_hand(replace(state.the_hand, carried_pot=tuple(kept)))
    return replace(state, carried=tuple(kept))
