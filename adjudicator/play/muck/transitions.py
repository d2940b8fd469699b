"""Hands that go to the muck, and hands that come back.

A hand is mucked by its owner or by the dealer; whether it is dead and whether it may be
retrieved is for the rules to say. Mucking while the seat may still act is a fold; a hand
that the dealer takes in is only reported.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.betting.reading import read
from adjudicator.play.betting.turns import next_to_act
from adjudicator.play.finding import Finding
from adjudicator.play.muck.findings import HandRetrieved, HandTakenIn, MuckedAllIn
from adjudicator.play.showdown.showing import faces_up, tabled
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.chips import release
from adjudicator.table.hand import Hand
from adjudicator.table.pots import won_beyond
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def muck(state: State, event: ev.Mucked) -> Applied:
    """Muck a hand; the dealer cannot kill a tabled hand."""
    hand = state.the_hand
    mine = hand.seats.get(event.seat)
    if mine is None or not hand.on:
        return state, []
    state = state.with_seat(event.seat, _mucked(hand, mine, event, state.seq))
    if not mine.live or len(hand.live) == 1:
        return state, []
    if event.by == "dealer":
        return state, _taken_in(hand, mine, event)
    if faces_up(hand):
        return state, [MuckedAllIn(event.seat, _how(event))]
    if hand.phase == "betting" and hand.opening.call is None:
        return read(state, ev.Acted(seat=event.seat, verb="fold"))
    return out(state, event.seat, "folded"), []


def _mucked(hand: Hand, mine: Seat, event: ev.Mucked, seq: int) -> Seat:
    return replace(
        mine,
        mucked=replace(
            mine.mucked,
            how=_how(event),
            by=event.by,
            seq=seq,
            at=hand.phase,
            free=hand.phase == "betting" and mine.live and hand.bet_to_match <= mine.bet,
        ),
    )


def _how(event: ev.Mucked) -> str:
    if event.identifiable is None:
        return "unknown"
    return "identifiable" if event.identifiable else "gone"


def _taken_in(hand: Hand, mine: Seat, event: ev.Mucked) -> list[Finding]:
    if tabled(hand, mine):
        return []
    others = [s.bet for n, s in hand.seats.items() if n != event.seat]
    uncalled = max(mine.bet - max(others, default=0), 0) if hand.phase == "betting" else 0
    return [HandTakenIn(event.seat, _how(event), bool(mine.shown), uncalled)]


def retrieve(state: State, event: ev.HandRetrieved) -> Applied:
    """A hand is taken back from the muck; it stays out until it is ruled on."""
    hand = state.the_hand
    found = thrown(hand, event.seat)
    return state, [] if found is None else [found]


def thrown(hand: Hand, seat: int) -> HandRetrieved | None:
    """The facts for and against a retrieved hand, if it is out."""
    mine = hand.seats.get(seat)
    if mine is None or not hand.on or mine.live:
        return None
    round_on = hand.phase == "betting" and hand.action.on_street > 0
    return HandRetrieved(
        seat=seat,
        how=mine.mucked.how or "unknown",
        status=mine.status,
        facing=round_on and hand.bet_to_match > mine.bet,
        acted_on=not round_on or hand.action.last_actor != seat,
        at_showdown=hand.phase == "showdown" and mine.mucked.at == "showdown",
        thrown_free=mine.mucked.free,
    )


def out(state: State, seat: int, status: str) -> State:
    """Take the seat out of the hand: its turn passes and its held chips go back."""
    mine = state.the_seat(seat)
    if not state.the_hand.on or not mine.live:
        return state
    if mine.held:
        state = release(state, seat)
    won = _won(state.the_hand, seat, state.seq)
    gone = replace(state.the_seat(seat), status=status, owes=0, held_move=None)
    hand = _passed_by(replace(won, last_out=state.seq).with_seat(seat, gone), seat)
    if hand.to_act == seat:
        hand = replace(hand, to_act=next_to_act(hand, seat))
    return state.with_hand(hand)


def _won(hand: Hand, seat: int, seq: int) -> Hand:
    """The hand, with what the seat had won before this entry because the others were out."""
    level = won_beyond(hand, seat) if 0 < hand.last_out < seq else None
    return hand if level is None else replace(hand, won_before={**hand.won_before, seat: level})


def _passed_by(hand: Hand, seat: int) -> Hand:
    """The cards go round without the seat, and it is not asked whether it opens."""
    line = tuple(other for other in hand.deal.line if other != seat)
    turn = hand.deal.turn % len(line) if line else 0
    call = hand.opening.call
    if call is not None:
        call = replace(call, asked=tuple(other for other in call.asked if other != seat))
    return replace(
        hand,
        deal=replace(hand.deal, line=line, turn=turn),
        opening=replace(hand.opening, call=call),
    )


def back(state: State, seat: int) -> State:
    """Bring the seat back into the hand; it acts again if nobody has acted since."""
    hand = _given_up(state.the_hand, seat)
    state = state.with_hand(hand)
    undone = (
        hand.phase == "betting" and hand.action.on_street > 0 and hand.action.last_actor == seat
    )
    state = state.with_seat(
        seat,
        replace(
            state.the_seat(seat),
            status="live",
            barred=False,
            mucked=replace(state.the_seat(seat).mucked, how=None),
        ),
    )
    if undone:
        hand = state.the_hand.with_seat(seat, replace(state.the_seat(seat), acted=False))
        state = state.with_hand(replace(hand, to_act=seat))
    return state


def _given_up(hand: Hand, returning: int) -> Hand:
    """The hand that a seat comes back into: who threw a hand away as the last one left is out."""
    kept = {seat: level for seat, level in hand.won_before.items() if seat != returning}
    seats = {
        number: replace(seat, status="folded") if seat.live and seat.mucked.how else seat
        for number, seat in hand.seats.items()
    }
    return replace(hand, won_before=kept, seats=seats)


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.Mucked: muck,
    ev.HandRetrieved: retrieve,
}
UNMOVED: Mapping[type[Event], str] = {}
