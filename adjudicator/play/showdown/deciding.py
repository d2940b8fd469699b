"""Deciding the hand, and whether its opener has proved openers."""

from __future__ import annotations

from operator import is_

from adjudicator.play.finding import Finding
from adjudicator.play.opening.findings import OpenerStands
from adjudicator.play.opening.proof import proof
from adjudicator.play.showdown.findings import Decided
from adjudicator.play.showdown.payout import result_of, winners
from adjudicator.play.showdown.showing import is_decided
from adjudicator.play.transition import Applied
from adjudicator.table.parts import Result
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def decide(state: State) -> Applied:
    """Work out the result at the showdown, again whenever what it rests on has changed."""
    hand = state.the_hand
    basis = (hand.seats, hand.board, hand.carried_pot, hand.common, hand.draws)
    known = hand.result
    if known is not None and all(map(is_, basis, hand.closing.result_of)):
        return state, []
    if not is_decided(hand):
        undone = known is not None and not hand.awards
        return state.with_hand(replace(hand, result=None)) if undone else state, []
    result, fought = result_of(hand), hand.contested
    hand = replace(
        hand,
        result=result,
        closing=replace(hand.closing, result_of=basis, decided=hand.closing.decided or state.seq),
    )
    state, proving = _prove(state.with_hand(hand), result, fought)
    return state, proving if _same(known, result) else [Decided(result, fought), *proving]


def _same(known: Result | None, result: Result) -> bool:
    """Whether the same hands are shown and the same is paid."""
    if known is None:
        return False
    return known.paid == result.paid and known.hands.keys() == result.hands.keys()


def _prove(state: State, result: Result, fought: bool) -> Applied:
    """An opener about to win has to prove openers; report when that changes."""
    hand = state.the_hand
    opener, found = hand.opening.opener, list[Finding]()
    if opener is None or not hand.profile.opens_on_jacks or opener not in winners(result):
        return state, found
    how = proof(hand, opener)
    if how in ("proved", hand.opening.proof_said) or hand.seats[opener].barred:
        return state, found
    state = state.with_hand(replace(hand, opening=replace(hand.opening, proof_said=how)))
    return state, [OpenerStands(opener, how, fought)]
