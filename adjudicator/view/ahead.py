"""What follows each choice for the rest of a betting round.

A tablet that has lost its network knows from this whose turn it is: after a choice the
seats in ``then`` act one after another; a fold, check or call takes its seat off the line,
and a bet or raise begins the line anew with the seats of ``ring`` behind it that are still
in and have chips, at the next price of ``ladder``. It holds as long as nobody is ruled on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.play.betting.moves import bring_in
from adjudicator.play.betting.offers import acted
from adjudicator.play.betting.turns import must_act, price
from adjudicator.play.foresee import after
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise

# A ladder of prices is told no further than this where nothing caps it.
MOST_RUNGS = 8


def ahead(state: State) -> dict[str, Any] | None:
    """What follows each act of the seat to act; ``None`` while nobody's turn it is to bet."""
    hand = state.hand
    if hand is None or hand.phase != "betting" or hand.to_act is None or hand.opening.call:
        return None
    choices = [_choice(state, entry) for entry in acted(state) if entry["seat"] == hand.to_act]
    return {
        "choices": choices,
        "ring": [s for s in _round(hand, hand.to_act) if _able(hand, s)],
        "ladder": list(_ladder(hand)),
        "ends": _next_stage(hand),
    }


def _round(hand: Hand, first: int) -> tuple[int, ...]:
    """Every seat once, from this one on."""
    return (first, *(seat for seat in clockwise(hand.dealt_in, first) if seat != first))


def _able(hand: Hand, number: int) -> bool:
    seat = hand.seats[number]
    return seat.live and not seat.all_in


def _choice(state: State, entry: dict[str, Any]) -> dict[str, Any]:
    then = after(state, entry)
    said = {name: value for name, value in entry.items() if name in ("verb", "to", "all_in")}
    return {**said, "then": _line(state.the_hand, then)}


def _line(was: Hand, then: State) -> list[dict[str, Any]]:
    """The seats that still have a turn in this round, in order, and what it costs each."""
    hand = then.the_hand
    turn = hand.to_act
    if hand.phase != "betting" or hand.street != was.street or turn is None:
        return []
    return [_costs(then, hand, s) for s in _round(hand, turn) if must_act(hand, hand.seats[s])]


def _costs(then: State, hand: Hand, number: int) -> dict[str, Any]:
    bet = hand.seats[number].bet
    owed: Amount = exact(max(max(price(hand, number), bring_in(hand)) - bet, 0))
    if then.has_limit(number):
        owed = min(owed, then.players[number].purse)
    return {"seat": number, "to_call": owed, "to": exact(bet + owed)}


def _ladder(hand: Hand) -> Iterator[Amount]:
    """The totals of the next bets and raises, where the betting fixes their size."""
    limits = hand.profile.limits
    for _ in range(MOST_RUNGS):
        to = limits.least(hand)
        fixed = limits.most(hand, 0) == to
        if not fixed or (hand.bet_to_match and hand.capped_out):
            return
        yield to
        more = hand.raises + (1 if hand.bet_to_match else 0)
        hand = replace(hand, bet_to_match=to, last_full_bet=to, raises=more)


def _next_stage(hand: Hand) -> str:
    """What comes once the round is over."""
    stages = hand.profile.stages[hand.stage + 1 :]
    return stages[0].name if stages else "the showdown"
