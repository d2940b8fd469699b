"""What is owed before the deal: antes and blinds, and when everything is in."""

from __future__ import annotations

from typing import Any

from adjudicator.table.chips import reachable
from adjudicator.table.deal_plan import blind_seats
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.post_kinds import BLINDS


def antes_due(state: State, seat: int) -> Amount:
    """What the seat still has to ante for this deal."""
    hand = state.the_hand
    mine = hand.seats[seat]
    missed = antes_missed(hand, seat)
    if not mine.live or (state.ante_off and not missed):
        return 0
    if mine.all_in and (mine.put_in or _was_in(hand, seat)):
        return 0
    owed = missed + (0 if state.ante_off else hand.profile.ante)
    return exact(max(owed - mine.ante, 0))


def antes_missed(hand: Hand, seat: int) -> Amount:
    """What a newcomer has to make up of the antes in the carried pot."""
    antes = (lay for lay in hand.carried_in if lay.kind == "antes" and seat not in lay.involved)
    return exact(sum(lay.each for lay in antes))


def _was_in(hand: Hand, seat: int) -> bool:
    return any(seat in lay.involved for lay in hand.carried_in)


def ready_to_deal(state: State) -> State:
    """Posting is over once nothing more is owed."""
    hand = state.the_hand
    if hand.dealt or hand.phase not in ("posting", "dealing"):
        return state
    phase = "posting" if _owing(state) else "dealing"
    return state if phase == hand.phase else state.with_hand(replace(hand, phase=phase))


def _owing(state: State) -> bool:
    """Whether a post is owed; players mostly post in order, so the last seat is checked first."""
    hand = state.the_hand
    if hand.profile.ante and any(antes_due(state, seat) for seat in reversed(hand.dealt_in)):
        return True
    return hand.profile.blinds and bool(posts_due(state))


def posts_due(state: State) -> list[dict[str, Any]]:
    """Posts still owed before the deal, ready to be entered."""
    hand = state.the_hand
    found = []
    for seat in hand.dealt_in:
        due = antes_due(state, seat) if hand.profile.ante else 0
        if due:
            found.append(_post(state, seat, "ante", due))
    blinds = zip(BLINDS, blind_seats(hand), hand.profile.blind_sizes, strict=True)
    for kind, owing, amount in blinds:
        if owing is not None and amount and not hand.seats[owing].bet:
            found.append(_post(state, owing, kind.name, amount))
    return found


def posts_payable(state: State) -> list[dict[str, Any]]:
    """Posts still owed by seats that have chips to post."""
    return [post for post in posts_due(state) if post["amount"]]


def _post(state: State, seat: int, kind: str, amount: Amount) -> dict[str, Any]:
    """What the seat owes, or all it has if that is less."""
    put = reachable(state, seat, amount)
    entry: dict[str, Any] = {"type": "posted", "seat": seat, "kind": kind, "amount": put}
    return {**entry, "all_in": True} if put < amount else entry
