"""What may be ordered about the opening: that the pot plays, who is asked, what is proved."""

from __future__ import annotations

from adjudicator.play.betting.turns import must_act, next_to_act
from adjudicator.play.outcome import Code, Outcome, Why
from adjudicator.play.patterns import by_entry
from adjudicator.table.parts import OpenCall
from adjudicator.table.table import State
from adjudicator.values.frozen import replace
from adjudicator.values.seat_order import clockwise


def _pot_plays(state: State, outcome: Outcome) -> State:
    hand = state.the_hand
    state = state.with_hand(
        replace(hand, opening=replace(hand.opening, call=None, plays_unopened=True))
    )
    if hand.to_act is None and hand.phase == "betting":
        last = hand.action.last_actor if hand.action.last_actor is not None else hand.button
        state = state.with_hand(replace(state.the_hand, to_act=next_to_act(state.the_hand, last)))
    return state


def _ask_openers(state: State, outcome: Outcome) -> State:
    """Everybody who may open is asked, clockwise."""
    hand, false = state.the_hand, outcome.seat
    assert false is not None
    asked = tuple(
        s
        for s in clockwise(hand.dealt_in, false)
        if s != false and hand.seats[s].live and not hand.seats[s].passed
    )
    still = tuple(s for s in hand.dealt_in if s == false or hand.seats[s].live)
    opening = replace(
        hand.opening,
        call=OpenCall(false, asked),
        in_when_false=still,
        turn_when_false=hand.to_act,
        opener=None,
    )
    return state.with_hand(replace(hand, to_act=None, opening=opening))


def _ask_no_more(state: State, outcome: Outcome) -> State:
    """The opening stands after all: nobody is asked, and the round goes on where it was."""
    hand, opener = state.hand, outcome.seat
    if hand is None or not hand.on or hand.phase != "betting" or hand.opening.opener is not None:
        return state
    turn = hand.opening.turn_when_false
    hand = replace(hand, opening=replace(hand.opening, call=None, opener=opener))
    if turn is not None and not must_act(hand, hand.seats[turn]):
        turn = next_to_act(hand, turn)
    return state.with_hand(replace(hand, to_act=turn))


def _plays_no_more(state: State, outcome: Outcome) -> State:
    """The pot is played as one that its opener has opened, where that hand is in again."""
    hand = state.hand
    opener = None if hand is None else hand.opening.opener
    if hand is None or opener is None or not hand.on or not hand.seats[opener].live:
        return state
    return state.with_hand(replace(hand, opening=replace(hand.opening, plays_unopened=False)))


POT_PLAYS = Code("pot_plays", in_a_hand=True, effect=_pot_plays, undo=_plays_no_more)
ASK_OPENERS = Code(
    "ask_openers", effect=_ask_openers, undo=_ask_no_more, of_a_hand=True, said=False
)

SHOWN_LATER = Why("openers are proved by what is shown, and the entry that records it")

MUST_PROVE_OPENERS = Code("must_prove_openers", effect=SHOWN_LATER, undo=SHOWN_LATER, over=by_entry)
