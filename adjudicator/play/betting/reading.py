"""Reading an act as it was made: was it due, and what is wrong with it.

``read`` compares an act with what the round allows and reports the difference. A regular
act in turn is carried out at once; any other stays pending until the rules have spoken.
"""

from __future__ import annotations

from adjudicator.log.events import Acted
from adjudicator.play.betting.carrying_out import carry_out
from adjudicator.play.betting.faults import faults
from adjudicator.play.betting.findings import (
    ActedOutOfTurn,
    ActedOutsideRound,
    ActedWhenDead,
    AllInForbidden,
    ChipsNotInPlay,
    HeldActionAccepted,
    RaiseNotOpen,
    StringMotion,
)
from adjudicator.play.betting.moves import WAGERS, as_made, at_its_price, keeps_word
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied
from adjudicator.table.chips import pay, reachable, release
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Move, Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise


def read(state: State, event: Acted) -> Applied:
    """The act as a pending move, and what is wrong with it."""
    hand = state.the_hand
    seat = hand.seats.get(event.seat)
    if not hand.on:
        return state, []
    if seat is None or not seat.live:
        dead = Move(event.seat, event.verb or "call", event.to or 0, seq=state.seq)
        return state, [ActedWhenDead(dead)]
    move = as_made(state, seat, event)
    if move.all_in and event.to is not None and event.to > move.to:
        state, found = _act(state, seat, move, event)
        return state, [*found, *_behind(state, move, event.to)]
    return _act(state, seat, move, event)


def _behind(state: State, move: Move, wanted: Amount) -> list[Finding]:
    """Chips bought during the hand were pushed although they do not play yet."""
    behind = state.players[move.seat].behind
    return [ChipsNotInPlay(move.seat, exact(min(wanted - move.to, behind)))] if behind else []


def _act(state: State, seat: Seat, move: Move, event: Acted) -> Applied:
    hand = state.the_hand
    if hand.opening.call is not None:
        return _answer_to_open_call(state, move)
    if hand.phase != "betting":
        return _outside(state, move)
    if hand.to_act != event.seat:
        return _not_in_turn(state, seat, move)
    if seat.held_move is not None:
        state = release(state, event.seat)
    early = _called_early(hand, seat, move, event)
    if early is not None:
        return _accepts(state, early, event)
    return _in_turn(state, seat, move, event)


def _called_early(hand: Hand, seat: Seat, move: Move, event: Acted) -> Move | None:
    """The wager made out of turn that this call answers, if it answers one."""
    if move.verb != "call":
        return None
    around = (hand.seats[number].held_move for number in clockwise(hand.dealt_in, event.seat))
    wagers = (held for held in around if held is not None and held.verb in WAGERS)
    early = next((held for held in wagers if held.to > hand.bet_to_match), None)
    if early is None:
        return None
    early = at_its_price(hand, replace(early, price=None))
    if faults(hand, hand.seats[early.seat], early):
        return None
    return early if hand.bet_to_match <= seat.bet or move.to > hand.bet_to_match else None


def _accepts(state: State, early: Move, event: Acted) -> Applied:
    """A call of what was bet behind accepts it: it is made, and the call answers it."""
    state = carry_out(release(state, early.seat), early)
    seat = state.the_hand.seats[event.seat]
    state, found = _in_turn(state, seat, as_made(state, seat, event), event)
    return state, [HeldActionAccepted(early.seat, early, event.seat), *found]


def _answer_to_open_call(state: State, move: Move) -> Applied:
    """A seat asked to declare the pot open declines by checking or folding."""
    hand = state.the_hand
    call = hand.opening.call
    assert call is not None
    if move.verb not in ("check", "fold"):
        return state, [ActedOutsideRound(move, "the question who opens")]
    asked = tuple(seat for seat in call.asked if seat != move.seat)
    pending = move if move.verb == "fold" else hand.move
    return state.with_hand(
        replace(hand, move=pending, opening=replace(hand.opening, call=replace(call, asked=asked)))
    ), []


def _outside(state: State, move: Move) -> Applied:
    """An act between rounds: a fold stands at any time, a check does nothing."""
    state = _spoken_in_draw(state, move)
    hand = state.the_hand
    if move.verb == "fold":
        return state.with_hand(replace(hand, move=move)), []
    if move.verb == "check":
        return state, []
    return _chips_outside(state, move)


def _spoken_in_draw(state: State, move: Move) -> State:
    """Acting during the draw counts as having spoken in it."""
    hand = state.the_hand
    if hand.phase != "drawing":
        return state
    spoken = replace(hand.draw.of(move.seat), spoke=state.seq)
    return state.with_hand(hand.with_draw(hand.draw.with_seat(move.seat, spoken)))


def _chips_outside(state: State, move: Move) -> Applied:
    """Chips between rounds: a debt from the last round, a string bet, or out of place."""
    hand, mine = state.the_hand, state.the_seat(move.seat)
    if mine.missing and _may_make_good(hand):
        put = reachable(state, move.seat, mine.missing)
        return pay(state, move.seat, put, replace(mine, missing=0)), []
    if hand.action.last_actor == move.seat and (before_cards(hand) or _nothing_shown(hand)):
        return state, [StringMotion(move, exact(max(move.to - mine.closed_bet, 0)))]
    during = {"drawing": "the draw", "showdown": "the showdown"}.get(hand.phase, "the deal")
    return state, [ActedOutsideRound(move, during)]


def _may_make_good(hand: Hand) -> bool:
    """Whether a wager of the last round can still be made whole: until cards, or the pot, go."""
    waiting = hand.phase in ("dealing", "drawing") and not hand.deal.to_stage
    return waiting or (hand.phase == "showdown" and not hand.awards)


def before_cards(hand: Hand) -> bool:
    """Whether a round has closed and no card or draw has followed yet."""
    waiting = hand.phase in ("dealing", "drawing") and not hand.deal.to_stage
    drawing = hand.phase == "drawing" and bool(hand.draw.begun)
    return waiting and not hand.burn.taken and not drawing


def _nothing_shown(hand: Hand) -> bool:
    return hand.phase == "showdown" and not any(seat.shown for seat in hand.seats.values())


def _not_in_turn(state: State, seat: Seat, move: Move) -> Applied:
    """Chips added to an act already made, or an act out of turn."""
    more = move.verb in WAGERS and move.to > seat.bet
    if more and seat.owes > seat.bet:
        return _complete(state, seat, move)
    if more and seat.bet and state.the_hand.action.last_actor == move.seat:
        return state, [StringMotion(move, exact(move.to - seat.bet))]
    if seat.held_move is not None:
        state = release(state, move.seat)
    return _out_of_turn(state, move)


def _complete(state: State, seat: Seat, move: Move) -> Applied:
    """The seat adds what it owes on its wager; more than that is not a raise."""
    whole = replace(move, verb="complete", to=min(move.to, seat.owes))
    state = state.with_hand(replace(state.the_hand, move=whole))
    if move.to <= seat.owes:
        return state, []
    return state, [RaiseNotOpen(move, limited=False, completing=True)]


def _out_of_turn(state: State, move: Move) -> Applied:
    """An act out of turn, with the other acts that skipped the same seat."""
    hand = state.the_hand
    due = hand.to_act
    assert due is not None
    skipped, behind = hand.skipped
    before = behind if skipped == due else {}
    acts = {**before, move.seat: move.verb}
    found = ActedOutOfTurn(move, due, tuple(before.values()), tuple(acts.values()))
    return state.with_hand(replace(hand, move=move, skipped=(due, acts))), [found]


def _in_turn(state: State, seat: Seat, move: Move, event: Acted) -> Applied:
    hand, chips = state.the_hand, move.verb in WAGERS
    if chips and keeps_word(hand, seat):
        move = replace(move, verb="raise", said="raise")
    move = at_its_price(hand, move)
    if chips and event.all_in and not hand.profile.all_in:
        return state.with_hand(replace(hand, move=move)), [AllInForbidden(move)]
    found = faults(hand, seat, move)
    if found:
        return state.with_hand(replace(hand, move=move)), found
    return carry_out(state, move), []


def read_again(state: State, move: Move) -> Applied:
    """Read an out-of-turn act that has become binding as if it were made in turn.

    What was a bet when made is a call if a bet of that size has been made since.
    """
    hand = state.the_hand
    if move.verb == "bet" and 0 < move.to <= hand.bet_to_match:
        move = replace(move, verb="call", said="call")
    move = at_its_price(hand, replace(move, unread=False))
    return state.with_hand(replace(hand, move=move)), faults(hand, hand.seats[move.seat], move)
