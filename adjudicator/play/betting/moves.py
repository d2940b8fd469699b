"""What an act amounts to as a wager: its verb, its total, and what callers owe for it."""

from __future__ import annotations

from adjudicator.log.events import Acted
from adjudicator.play.betting.turns import price
from adjudicator.table.chips import reachable
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Move, Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace

WAGERS = ("bet", "call", "raise")


def as_made(state: State, seat: Seat, event: Acted) -> Move:
    """The move an entry describes, limited to the player's stack."""
    hand, number = state.the_hand, event.seat
    verb = _verb(hand, seat, event)
    wanted = _total(hand, seat, event, verb) - seat.bet
    put = reachable(state, number, wanted) if wanted > 0 else 0
    all_in = event.all_in and hand.profile.all_in
    if state.has_limit(number):
        all_in = 0 < put >= state.players[number].purse
    to = exact(seat.bet + put)
    return Move(number, verb, to, all_in, None, 0, event.verb, event.chips, state.seq)


def _verb(hand: Hand, seat: Seat, event: Acted) -> str:
    verb = event.verb or _silent_verb(hand, seat, event)
    return "fold" if verb == "check" and passing_folds(hand) else verb


def _silent_verb(hand: Hand, seat: Seat, event: Acted) -> str:
    pushed = sum(event.chips) if event.chips else (event.to or 0) - seat.bet
    if not pushed:
        return "check"
    if hand.bet_to_match <= seat.bet:
        return "bet"
    return "raise" if seat.speech.said_raise else "call"


def _total(hand: Hand, seat: Seat, event: Acted, verb: str) -> Amount:
    """The seat's total for the round: as stated, as pushed, or implied by the verb."""
    if verb in ("check", "fold"):
        return seat.bet
    if event.to is not None:
        return event.to
    if event.chips is not None:
        return seat.bet + sum(event.chips)
    return price(hand, event.seat) if verb == "call" else bring_in(hand) or target(hand)


def passing_folds(hand: Hand) -> bool:
    """Whether a pass gives the hand up: in pass-and-out, until the pot is open."""
    before = hand.phase == "betting" and hand.opening.call is None and not hand.opened
    return before and hand.profile.policy.pass_and_out


def keeps_word(hand: Hand, seat: Seat) -> bool:
    """Whether the seat announced a raise of the wager it now answers."""
    return bool(seat.speech.said_raise) and hand.bet_to_match > seat.bet


def target(hand: Hand) -> Amount:
    """The least total a full bet or raise goes to."""
    return hand.profile.limits.least(hand)


def bring_in(hand: Hand) -> Amount:
    """The forced bet still to be made in this round; 0 if there is none."""
    forced = hand.profile.bring_in
    if not forced or hand.bet_to_match:
        return 0
    stage = hand.here
    return forced if stage is not None and stage.first == "lowest_upcard" else 0


def opens(hand: Hand, move: Move) -> bool:
    """The first voluntary bet makes its maker the opener (draw-high/0.5)."""
    return (
        hand.opening.opener is None and hand.street == 1 and bool(move.to) and move.verb in WAGERS
    )


def opening_price(hand: Hand, to: Amount, all_in: bool) -> Amount:
    """What callers of an opening owe: a full bet if an all-in opener has too little of one.

    Half a bet or more counts as the bet, unless the house always asks for a full one.
    """
    profile = hand.profile
    here = hand.street == 1 and profile.draws and not profile.board_size
    whole = profile.limits.opening(hand)
    if not all_in or not here or to >= whole:
        return to
    always = profile.policy.partial_open == "full_bet_always"
    return to if profile.limits.steps(hand, to) and not always else whole


def at_its_price(hand: Hand, move: Move) -> Move:
    """An opening for less than callers owe is priced at what they owe."""
    if hand.bet_to_match or not opens(hand, move):
        return move
    price = opening_price(hand, move.to, move.all_in)
    return replace(move, price=price) if price > move.to else move
