"""What may be ordered about the draw: numbers, cards that come later, and answers."""

from __future__ import annotations

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.cards import held_cards
from adjudicator.play.draw.numbers import indicate
from adjudicator.play.draw.serving import reopened
from adjudicator.play.outcome import Code, Outcome, Why
from adjudicator.play.patterns import by_entry
from adjudicator.table.due import Due
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.cards import without
from adjudicator.values.frozen import replace


def _refuse_card(state: State, outcome: Outcome) -> State:
    """The exposed card goes to the discards; the seat is owed another."""
    seat, hand = outcome.seat, state.the_hand
    assert seat is not None
    state = held_cards.take_card(state, seat, outcome.card)
    mine = hand.draw.of(seat)
    owed = hand.draw.with_seat(seat, replace(mine, refused=mine.refused + 1))
    known = (outcome.card,) if outcome.card else ()
    hand = replace(
        state.the_hand.with_draw(owed),
        piles=replace(state.the_hand.with_draw(owed).piles, muck=(*hand.piles.muck, *known)),
    )
    return reopened(state.with_hand(hand))


def _kept_after_all(state: State, outcome: Outcome) -> State:
    """The refused card lies in the hand again, unless another has come in its place."""
    hand, seat = state.hand, outcome.seat
    if hand is None or not hand.on or seat is None or not hand.seats[seat].live:
        return state
    mine = hand.draw.of(seat)
    if not mine.refused or mine.missing <= 0:
        return state
    draw = hand.draw.with_seat(seat, replace(mine, refused=mine.refused - 1))
    muck = without(hand.piles.muck, (outcome.card,))
    hand = replace(hand.with_draw(draw), piles=replace(hand.piles, muck=muck))
    return held_cards.give_card(state.with_hand(hand), seat, outcome.card, up=False)


def _served(due: Due, hand: Hand, event: Event) -> bool:
    """The seat has all the cards it asked for."""
    mine = hand.draw.of(due.seat or 0)
    return due.seat in hand.seats and mine.served >= (mine.wants or 0)


def _replaced(due: Due, hand: Hand, event: Event) -> bool:
    """The seat has all the cards it asked for, and one for each it had to refuse."""
    return due.seat in hand.seats and hand.draw.of(due.seat or 0).missing <= 0


SERVED = Why("the draw serves it in its own order")

CARD_REPLACE_AFTER_DRAW = Code(
    "card_replace_after_draw",
    effect=_refuse_card,
    undo=_kept_after_all,
    over=_replaced,
    of_a_hand=True,
)
DEFER_FIFTH_CARD = Code("defer_fifth_card", effect=SERVED, undo=SERVED, over=_served)
BURN_THEN_CARD = Code("burn_then_card", effect=SERVED, undo=SERVED, over=_served)
COMPLETE_ON_DRAW = Code("complete_on_draw", effect=SERVED, undo=SERVED)


def _new_number(state: State, outcome: Outcome) -> State:
    """The seat now wants this many cards."""
    seat, wants = outcome.seat, outcome.amount
    assert seat is not None
    whole = None if wants is None else int(wants)
    hand = state.the_hand
    mine = replace(hand.draw.of(seat), wants=whole, spoke=state.seq)
    return state.with_hand(hand.with_draw(hand.draw.with_seat(seat, mine)))


def _number_stands(state: State, outcome: Outcome) -> State:
    """A number that was never validly given counts as given at this."""
    hand, seat = state.the_hand, outcome.seat
    if seat is None or outcome.amount is None or hand.draw.of(seat).wants is not None:
        return state
    return _new_number(state, outcome)


def _pat(state: State, outcome: Outcome) -> State:
    """The seat draws nothing."""
    if outcome.seat is None:
        return state
    return indicate(state, ev.DrawIndicated(seat=outcome.seat, count=0))[0]


def _limits_the_draw(state: State, outcome: Outcome) -> State:
    """What the floor leaves of a limit that was announced late."""
    return replace(state, standing={**state.standing, "draw_limit": outcome.amount})


OTHER_NUMBER = Why("the override, or the seat, names another number")

REQUEST_MAY_CHANGE = Code(
    "request_may_change", effect=_new_number, undo=OTHER_NUMBER, of_a_hand=True
)
REQUEST_LOCKED = Code("request_locked", in_a_hand=True, effect=_number_stands, undo=OTHER_NUMBER)
PAT = Code("pat", in_a_hand=True, effect=_pat, undo=OTHER_NUMBER, said=False)
DRAW_LIMIT = Code("draw_limit", effect=_limits_the_draw, undo=OTHER_NUMBER, said=False)

SPOKEN = Why("it is about words, and moves neither cards nor chips")

MUST_ANSWER = Code("must_answer", effect=SPOKEN, undo=SPOKEN, over=by_entry, outlives_seat=True)
MAY_DECLINE = Code("may_decline", effect=SPOKEN, undo=SPOKEN)
MUST_NOT_ANSWER = Code("must_not_answer", effect=SPOKEN, undo=SPOKEN)
