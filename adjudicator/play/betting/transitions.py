"""Checks, bets, calls, raises and folds, and chips taken back."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play import advance as flow
from adjudicator.play.betting.findings import (
    ActedOutOfTurn,
    RappedFacingBet,
    StartedByOther,
    TookBackBound,
)
from adjudicator.play.betting.reading import read
from adjudicator.play.betting.turns import may_begin
from adjudicator.play.deal import upcards
from adjudicator.play.draw.numbers import indicate
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied, Transition
from adjudicator.table import deal_plan
from adjudicator.table.chips import give_back
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace


def acted(state: State, event: ev.Acted) -> Applied:
    hand = state.the_hand
    if hand.profile.stud and event.seat in may_begin(hand):
        state = state.with_hand(replace(hand, to_act=event.seat, first_actor=event.seat))
    if hand.phase != "dealing" or not deal_plan.only_bonus_due(hand):
        state, found = read(state, event)
        return state, _behind_a_wrong_start(state, found) if hand.profile.stud else found
    state, found = upcards.leave_short(state, after_action=True)
    state, more = flow.finish_dealing(state)
    state, made = read(state, event)
    return state, found + more + made


def _behind_a_wrong_start(state: State, found: list[Finding]) -> list[Finding]:
    """Recognize an act that follows a seat which wrongly started the round."""
    hand = state.the_hand
    if not found or not isinstance(found[0], ActedOutOfTurn) or hand.action.on_street:
        return found
    move, due = found[0].move, found[0].due
    early = [s for s in hand.live if hand.seats[s].held_move is not None and s != move.seat]
    if due != hand.first_actor or len(early) != 1 or move.verb == "fold":
        return found
    return [StartedByOther(early[0], due, move.seat), *found[1:]]


def rapped(state: State, event: ev.Rapped) -> Applied:
    hand = state.the_hand
    mine = hand.seats.get(event.seat)
    if not hand.on or mine is None or not mine.live:
        return state, []
    if hand.phase == "drawing":
        return indicate(state, ev.DrawIndicated(seat=event.seat, count=0))
    if hand.opening.call is None and hand.phase == "betting" and hand.bet_to_match > mine.bet:
        return state, [RappedFacingBet(event.seat, bool(mine.speech.told), hand.raises > 0)]
    return read(state, ev.Acted(seat=event.seat, verb="check"))


def bet_taken_back(state: State, event: ev.BetTakenBack) -> Applied:
    hand = state.the_hand
    mine = hand.seats.get(event.seat)
    if mine is None or not hand.on:
        return state, []
    wanted = min(event.amount, mine.put_in - mine.dead)
    blind = hand.posting.blinds.get(event.seat, 0)
    if blind and not hand.action.first:
        state = state.with_hand(
            replace(
                hand,
                posting=replace(
                    hand.posting,
                    blinds={**hand.posting.blinds, event.seat: exact(max(blind - wanted, 0))},
                ),
            )
        )
        return _takes(state, event.seat, wanted), []
    allowed = min(wanted, max(withdrawable(hand, event.seat), _asked_back(state, event.seat)))
    bound = event.amount - allowed
    found: list[Finding] = [TookBackBound(event.seat, exact(bound))] if bound else []
    if not allowed:
        return state, found
    state = _takes(state, event.seat, exact(allowed))
    return (_acts_again(state, event.seat) if mine.live and mine.withdrawable else state), found


def withdrawable(hand: Hand, seat: int) -> Amount:
    """What a seat may take back: while live, only until somebody acts after it."""
    mine = hand.seats[seat]
    over = mine.live and (hand.phase != "betting" or hand.action.last_actor != seat)
    return 0 if over else mine.withdrawable


def _asked_back(state: State, seat: int) -> Amount:
    """Chips that a pending due asks the seat to take back."""
    asked = [p for due in state.dues for p in due.by if p.get("type") == "bet_taken_back"]
    return exact(sum((p["amount"] for p in asked if p["seat"] == seat), start=0))


def _takes(state: State, seat: int, amount: Amount) -> State:
    assert state.hand is not None
    mine = state.hand.seats[seat]
    left = exact(max(mine.withdrawable - amount, 0))
    new = replace(mine, bet=exact(max(mine.bet - amount, 0)), withdrawable=left)
    return give_back(state, seat, amount, new)


def _acts_again(state: State, seat: int) -> State:
    """The seat was unaware of a raise: it gets its turn again."""
    hand = state.the_hand
    state = state.with_seat(
        seat, replace(state.the_seat(seat), acted=False, may_raise=True, owes=0, withdrawable=0)
    )
    return state.with_hand(replace(state.the_hand, to_act=seat, calls=hand.calls - {seat}))


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.Acted: acted,
    ev.Rapped: rapped,
    ev.BetTakenBack: bet_taken_back,
}
UNMOVED: Mapping[type[Event], str] = {}
