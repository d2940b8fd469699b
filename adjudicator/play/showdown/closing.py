"""A hand is closed: the rake is taken, what was not pushed is carried."""

from __future__ import annotations

from adjudicator.play.finding import Finding
from adjudicator.play.opening.outcomes import MUST_PROVE_OPENERS
from adjudicator.play.showdown.findings import (
    ClosedUnproved,
    SessionOver,
)
from adjudicator.play.transition import Applied
from adjudicator.table import button_and_blinds as positions
from adjudicator.table import standings as session
from adjudicator.table.chips import release
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Layer
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.frozen import replace


def close_hand(state: State) -> Applied:
    """Close the hand: what was not pushed is carried, the button moves on."""
    hand = state.the_hand
    if not hand.on:
        ended = replace(hand, ended=state.seq)
        return replace(state.with_hand(ended), window=True), []
    found = _unproved(state, hand)
    state = _held_back(_take_rake(state, hand))
    paid_out = not state.the_hand.pot and any(sum(a.values()) for a in hand.awards.values())
    closed = _closed(state.the_hand, state.seq)
    if not state.button_fixed:
        button = positions.button_after(hand, state.seated_in)
        state = replace(state, next_button=button)
    state = replace(state.with_hand(closed), window=not hand.riffled, dues=())
    state = carry_rest(state)
    if not paid_out:
        return state, found
    state = _pot_won(state, state.the_hand)
    last = state.resolved_pots == session.length(state)
    return state, found + (session_over(state) if last else [])


def _closed(hand: Hand, seq: int) -> Hand:
    return replace(
        hand,
        ended=seq,
        phase="ended",
        to_act=None,
        move=None,
        opening=replace(hand.opening, call=None),
    )


def _unproved(state: State, hand: Hand) -> list[Finding]:
    """An opener who was to prove openers, or to keep the opening hand, and did not."""
    if hand.opening.opener is None:
        return []
    due = any(MUST_PROVE_OPENERS.names(due) for due in state.dues)
    return (
        [ClosedUnproved(hand.opening.opener)]
        if due or _not_kept_as_asked(hand, hand.opening.opener)
        else []
    )


def _held_back(state: State) -> State:
    """Return chips that were held out of turn and are in no bet."""
    for number, mine in state.the_hand.seats.items():
        if mine.held:
            state = release(state, number)
    return state


def _take_rake(state: State, hand: Hand) -> State:
    """Take the rake out of a pot that was awarded."""
    due = hand.result.rake if hand.result is not None and hand.awards else 0
    raked = exact(min(due, max(hand.pot, 0)))
    return (
        replace(
            state.with_hand(
                replace(state.the_hand, closing=replace(state.the_hand.closing, raked=raked))
            ),
            raked=exact(state.raked + raked),
        )
        if raked
        else state
    )


def carry_rest(state: State) -> State:
    """Carry what was not pushed as unawarded money."""
    hand = state.the_hand
    left = hand.pot
    if not left:
        return state.with_hand(replace(hand, closing=replace(hand.closing, left_over=False)))
    rightful = tuple(hand.result.paid) if hand.result is not None else hand.live
    layer = Layer(exact(left), "unawarded", hand.dealt_in, rightful or hand.dealt_in)
    return replace(
        state.with_hand(replace(hand, closing=replace(hand.closing, left_over=True))),
        carried=(*state.carried, layer),
    )


def _pot_won(state: State, hand: Hand) -> State:
    """The pot was won: the count of anted deals starts over."""
    takers = {s for award in hand.awards.values() for s, a in award.items() if a}
    freed = hand.opening.opener is not None
    locked = tuple(s for s in state.locked_out if not (freed and takers - {s}))
    before = (state.anted_deals, state.ante_off, state.locked_out, state.resolved_pots)
    return replace(
        state.with_hand(
            replace(state.the_hand, undo=replace(state.the_hand.undo, counts_before=before))
        ),
        anted_deals=0,
        ante_off=False,
        locked_out=locked,
        resolved_pots=state.resolved_pots + 1,
    )


def session_over(state: State) -> list[Finding]:
    if not session.over(state):
        return []
    return [SessionOver(state.resolved_pots, session.length(state), session.places(state))]


def _not_kept_as_asked(hand: Hand, opener: int) -> bool:
    """Whether the opener was asked to keep and show the opening hand, and did not."""
    mine = hand.seats[opener]
    asked = [
        seq
        for about, seat, seq in hand.questions.called
        if about == "retain_openers" and seat in (None, opener)
    ]
    in_time = bool(asked) and (mine.mucked.how is None or mine.mucked.seq > asked[0])
    return hand.profile.opens_on_jacks and in_time and mine.shown_seq < asked[0]
