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
from adjudicator.table.hand import Hand
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
    if hand.opening.call is not None:
        return _declare(state, event, mine, hand.opening.call)
    if not mine.live or not _to_be_opened(hand):
        return state, [PotDeclared(event.seat, False, mine.passed, None)]
    if mine.all_in and hand.to_act == event.seat:
        return _opens_for_antes(state, event)
    return read(state, _opening(event))


def _to_be_opened(hand: Hand) -> bool:
    """Whether the first round of a draw game is on and nobody has opened the pot."""
    return hand.profile.draws and hand.phase == "betting" and hand.street == 1 and not hand.opened


def _opening(event: ev.PotDeclaredOpen) -> ev.Acted:
    to = event.to or None
    return ev.Acted(seat=event.seat, verb="bet", to=to, all_in=event.all_in)


def _opens_for_antes(state: State, event: ev.PotDeclaredOpen) -> Applied:
    """An all-in seat opens for nothing; callers owe a whole opening bet."""
    hand, number = state.the_hand, event.seat
    mine = hand.seats[number]
    price = opening_price(hand, mine.bet, all_in=True)
    hand = hand.with_seat(number, replace(mine, opened_on=mine.known))
    hand = replace(
        hand, opening=replace(hand.opening, opener=number, seq=state.seq, in_when_opened=hand.live)
    )
    move = Move(number, "bet", mine.bet, all_in=True, price=price, seq=state.seq)
    return state.with_hand(replace(hand, move=move)), [OpenedForLess(number, mine.bet, price)]


def _declare(state: State, event: ev.PotDeclaredOpen, mine: Seat, call: OpenCall) -> Applied:
    """After a false opening, the seat being asked may declare the pot open."""
    turn = call.asked[0] if call.asked else None
    finding = PotDeclared(event.seat, event.seat in call.asked, mine.passed, turn)
    if turn != event.seat:
        return state, [finding]
    hand = _opened_anew(state.the_hand, event.seat, state.seq)
    limits = hand.profile.limits
    to = max(event.to or limits.opening(hand), mine.bet)
    put = reachable(state, event.seat, to - mine.bet)
    all_in = put < to - mine.bet or broke(state, event.seat)
    made = exact(mine.bet + put)
    price = opening_price(hand, made, all_in)
    opener = replace(mine, opened_for=limits.first_bet(hand, to), opened_on=mine.known)
    move = Move(event.seat, "bet", made, all_in=all_in, price=price, seq=state.seq)
    return state.with_hand(replace(hand.with_seat(event.seat, opener), move=move)), [finding]


def _opened_anew(hand: Hand, opener: int, seq: int) -> Hand:
    """Restart the round from a new opener; everybody acts again."""
    seats = {
        number: seat if number == opener else replace(seat, acted=not seat.live, may_raise=True)
        for number, seat in hand.seats.items()
    }
    return replace(
        hand,
        seats=seats,
        to_act=opener,
        bet_to_match=0,
        last_full_bet=0,
        step=0,
        raises=0,
        calls=frozenset(),
        opening=replace(
            hand.opening,
            call=None,
            opener=opener,
            seq=seq,
            plays_unopened=False,
            raised_by_other=False,
        ),
    )


def openers_shown(state: State, event: ev.Shown, mine: Seat) -> list[Finding]:
    """Before the draw the opener's hand either qualifies or is false."""
    hand = state.the_hand
    if hand.opening.opener != event.seat or not hand.profile.opens_on_jacks or hand.drawn:
        return []
    if holds_openers(event.cards, hand.profile.ranking):  # type: ignore[arg-type]
        return []
    if len(event.cards) < mine.count or hand.phase == "showdown":
        return []
    return [false_opening(state, event.seat, shown=True)]


def false_opening(state: State, seat: int, shown: bool, ruling: str = "") -> FalseOpening:
    """The facts of a false opening: whether the pot plays, and what the opener has in it."""
    hand = state.the_hand
    mine = hand.seats[seat]
    beyond = exact(max(mine.put_in - mine.ante - mine.opened_for, 0))
    raised = hand.opening.raised_by_other or bool(beyond and hand.profile.policy.open_raise_counts)
    done = hand.phase != "betting" or hand.street > 1
    called = len(hand.calls - {seat}) >= hand.profile.numbers.calls_that_make_a_pot_play
    plays = raised or called or done
    return FalseOpening(
        seat=seat,
        plays=plays,
        raised=raised,
        action_done=done,
        other_bets=beyond,
        opening=mine.opened_for,
        all_in=mine.all_in and not mine.opened_for,
        shown=shown,
        folded=() if plays else _brought_back(hand),
        ruling=ruling,
    )


def _brought_back(hand: Hand) -> tuple[int, ...]:
    """Hands folded to the opening, if the house brings them back."""
    if not hand.profile.policy.revive_folds_on_false_open:
        return ()
    return tuple(
        seat for seat in hand.opening.in_when_opened if hand.seats[seat].status == "folded"
    )


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.PotDeclaredOpen: pot_declared_open,
}
UNMOVED: Mapping[type[Event], str] = {}
