"""What may be ordered about the opening: that the pot plays, who is asked, what is proved."""

from __future__ import annotations

from adjudicator.play.betting.turns import next_to_act
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
    call = OpenCall(false, asked)
    return state.with_hand(
        replace(
            hand,
            to_act=None,
            opening=replace(hand.opening, call=call, in_when_false=still, opener=None),
        )
    )


PLAYED_ON = Why("the hand has been played on, or the pot carried, on the strength of it")

POT_PLAYS = Code("pot_plays", in_a_hand=True, effect=_pot_plays, undo=PLAYED_ON)
ASK_OPENERS = Code("ask_openers", effect=_ask_openers, undo=PLAYED_ON, of_a_hand=True, said=False)

SHOWN_LATER = Why("openers are proved by what is shown, and the entry that records it")

MUST_PROVE_OPENERS = Code("must_prove_openers", effect=SHOWN_LATER, undo=SHOWN_LATER, over=by_entry)
