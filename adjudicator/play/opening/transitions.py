"""The pot is opened, declared open, or found to be opened falsely."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.hands import holds_openers
from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.betting.moves import opening_price
from adjudicator.play.betting.reading import read
from adjudicator.play.finding import Finding
from adjudicator.play.opening.findings import FalseOpening, OpenedForLess, PotDeclared
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.chips import broke, reachable
from adjudicator.table.parts import OpenCall
from adjudicator.table.seat import Move, Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace


def pot_declared_open(state: State, event: ev.PotDeclaredOpen) -> Applied:
    hand = state.the_hand
    mine = hand.seats.get(event.seat)
    if not hand.on or mine is None:
        return state, []
    call = hand.open_call
    if call is not None:
        return _declare(state, event, mine, call)
    unopened = hand.phase == "betting" and hand.street == 1 and not hand.opened
    if unopened and mine.live and hand.profile.draws:
        if mine.all_in and hand.to_act == event.seat:
            return _opens_for_antes(state, event)
        return read(state, _opening(event))
    return state, [PotDeclared(event.seat, False, mine.passed, None)]


def _opening(event: ev.PotDeclaredOpen) -> ev.Acted:
    to = event.to or None
    return ev.Acted(seat=event.seat, verb="bet", to=to, all_in=event.all_in)


def _opens_for_antes(state: State, event: ev.PotDeclaredOpen) -> Applied:
    """An all-in seat opens for nothing; callers owe a whole opening bet."""
    hand = state.the_hand
    already = hand.seats[event.seat].bet
    price = opening_price(hand, already, all_in=True)
    move = Move(
        event.seat,
        "bet",
        already,
        all_in=True,
        price=price,
        seq=state.seq,
    )
    state = state.with_seat(
        event.seat, replace(state.the_seat(event.seat), opened_on=hand.seats[event.seat].known)
    )
    state = state.with_hand(
        replace(
            state.the_hand,
            opener=event.seat,
            opening=state.seq,
            in_when_opened=hand.live,
            move=move,
        )
    )
    return state, [OpenedForLess(event.seat, already, price)]


def _declare(state: State, event: ev.PotDeclaredOpen, mine: Seat, call: OpenCall) -> Applied:
    hand = state.the_hand
    allowed = event.seat in call.asked
    turn = call.asked[0] if call.asked else None
    finding = PotDeclared(event.seat, allowed, mine.passed, turn)
    if not allowed or turn != event.seat:
        return state, [finding]
    limits = hand.profile.limits
    to = max(event.to or limits.opening(hand), mine.bet)
    put = reachable(state, event.seat, to - mine.bet)
    state = state.with_hand(
        replace(
            hand,
            open_call=None,
            opener=event.seat,
            opening=state.seq,
            plays_unopened=False,
            bet_to_match=0,
            last_full_bet=0,
            step=0,
            raises=0,
            raised_by_other=False,
            calls=frozenset(),
        )
    )
    state = state.with_seat(
        event.seat,
        replace(
            state.the_seat(event.seat), opened_for=limits.first_bet(hand, to), opened_on=mine.known
        ),
    )
    hand = state.the_hand
    seats = {
        n: replace(s, acted=not s.live, may_raise=True) if n != event.seat else s
        for n, s in hand.seats.items()
    }
    all_in = put < to - mine.bet or broke(state, event.seat)
    made = exact(mine.bet + put)
    price = opening_price(hand, made, all_in)
    move = Move(event.seat, "bet", made, all_in=all_in, price=price, seq=state.seq)
    return state.with_hand(replace(hand, seats=seats, to_act=event.seat, move=move)), [finding]


def openers_shown(state: State, event: ev.Shown, mine: Seat) -> list[Finding]:
    """Before the draw the opener's hand either qualifies or is false."""
    hand = state.the_hand
    if hand.opener != event.seat or not hand.profile.opens_on_jacks or hand.drawn:
        return []
    if holds_openers(event.cards, hand.profile.ranking):  # type: ignore[arg-type]
        return []
    if len(event.cards) < mine.count or hand.phase == "showdown":
        return []
    return [false_opening(state, event.seat, shown=True)]


def false_opening(state: State, seat: int, shown: bool) -> FalseOpening:
    """The facts of a bad opening: whether the pot plays and who may declare it open."""
    hand = state.the_hand
    mine = hand.seats[seat]
    raised = hand.raised_by_other or (
        hand.profile.on("open_raise_counts") and mine.put_in - mine.ante > mine.opened_for
    )
    callers = len(hand.calls - {seat})
    done = hand.phase != "betting" or hand.street > 1
    revives = hand.profile.on("revive_folds_on_false_open")
    folded = tuple(s for s in hand.in_when_opened if hand.seats[s].status == "folded")
    plays = raised or callers >= 2 or done
    put = mine.put_in - mine.ante
    return FalseOpening(
        seat=seat,
        plays=plays,
        raised=raised,
        action_done=done,
        other_bets=exact(max(put - mine.opened_for, 0)),
        opening=mine.opened_for,
        all_in=mine.all_in and not mine.opened_for,
        shown=shown,
        folded=folded if revives and not plays else (),
    )


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.PotDeclaredOpen: pot_declared_open,
}
UNMOVED: Mapping[type[Event], str] = {}
