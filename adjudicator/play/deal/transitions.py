"""Cards leave the stub: shuffled, cut, dealt one by one or a round at a time."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play import advance as flow
from adjudicator.play.betting.findings import (
    StarterDiffers,
)
from adjudicator.play.betting.turns import first_to_act
from adjudicator.play.cards import moving
from adjudicator.play.deal import dealing
from adjudicator.play.deal.findings import CutBy
from adjudicator.play.deal.outcomes import unvoided
from adjudicator.play.draw.outcomes import BURN_THEN_CARD, CARD_REPLACE_AFTER_DRAW, DEFER_FIFTH_CARD
from adjudicator.play.finding import Finding
from adjudicator.play.posting.findings import (
    AntesMissing,
)
from adjudicator.play.posting.posts import posts_due
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.deal_plan import scheduled
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def shuffled(state: State, event: ev.Shuffled) -> Applied:
    hand = state.hand
    if hand is not None and not hand.ended and hand.awards:
        state = state.with_hand(replace(state.the_hand, riffled=state.seq))
        return _riffled(replace(state, dues=())), []
    if hand is None or hand.ended:
        return _riffled(state), []
    return moving.shuffle(state), []


def _riffled(state: State) -> State:
    return replace(state, window=False, riffled=state.riffled or state.seq)


def dealt(state: State, event: ev.Dealt) -> Applied:
    hand = state.the_hand
    if dealing.as_planned(hand, event):
        return dealing.follow_plan(state, event), []
    missing = [] if hand.dealt else _antes_missing(state)
    remedy = bool(state.dues) and any(
        pattern.get("type") == "dealt" and pattern.get("to") == event.to
        for due in state.dues
        if due.code not in DRAW_DUES and moving.ripe(due, hand)
        for pattern in due.by
    )
    state, found = dealing.deal(state, event, remedy)
    state, more = starter_again(hand, state)
    return state, found + missing + more


def starter_again(was: Hand, state: State) -> Applied:
    """An upcard dealt during the betting may change who starts."""
    hand = state.the_hand
    if not hand.profile.stud or not hand.phase == was.phase == "betting":
        return state, []
    changed = [n for n, seat in hand.seats.items() if seat.up != was.seats[n].up]
    first = first_to_act(hand) if changed else None
    if first is None or hand.first_actor in (None, first):
        return state, []
    if not hand.action.on_street:
        return state.with_hand(replace(hand, to_act=first, first_actor=first)), []
    return state, _begun_by_another(hand, first) if first in changed else []


def _begun_by_another(hand: Hand, first: int) -> list[Finding]:
    started = hand.first_actor
    return [] if started is None else [StarterDiffers(first, started)]


DRAW_DUES = frozenset(
    code.name for code in (DEFER_FIFTH_CARD, BURN_THEN_CARD, CARD_REPLACE_AFTER_DRAW)
)


def _antes_missing(state: State) -> list[Finding]:
    owing = [p for p in posts_due(state) if p["kind"] == "ante"]
    if not owing:
        return []
    return [AntesMissing(tuple(p["seat"] for p in owing), owing[0]["amount"])]


def round_dealt(state: State, event: ev.RoundDealt) -> Applied:
    hand = state.the_hand
    missing = [] if hand.dealt else _antes_missing(state)
    state, found = dealing.deal_pass(state, event)
    return state, found + missing


def deal_completed(state: State, event: ev.DealCompleted) -> Applied:
    hand = state.the_hand
    found: list[Finding] = []
    if not hand.on:
        return state, []
    if not hand.dealt:
        missing = _antes_missing(state)
        state, found = dealing.begun(state)
        found += missing
        hand = state.the_hand
    stage = hand.here
    dealing_on = hand.phase == "dealing" and stage is not None and stage.kind == "deal"
    if dealing_on and not _closes_the_deal_before(hand, state.seq):
        state, more = flow.finish_dealing(state)
        found += more
    return state, found


def _closes_the_deal_before(hand: Hand, seq: int) -> bool:
    """Whether the signal means the cards just dealt, whose betting round nobody could play."""
    skipped = hand.round_began == hand.street_closed == seq - 1
    return skipped and not hand.deal.to_stage


def played_on(state: State, event: Event) -> State:
    """A void deal as it was before, dealt to its end, where the entry can only play it on."""
    hand = state.hand
    if hand is None or hand.undo.void is None or hand.ended or not _plays(event):
        return state
    state = unvoided(state)
    hand = state.the_hand
    if hand.phase != "dealing" or hand.stage > 0:
        return state
    # The cards went round unrecorded while the deal was void.
    whole = len(scheduled(hand.profile, hand.stage))
    seats = {n: replace(s, count=max(s.count, whole)) for n, s in hand.seats.items()}
    state, _ = flow.finish_dealing(state.with_hand(replace(hand, seats=seats)))
    return flow.settle(state)[0]


def _plays(event: Event) -> bool:
    """Whether an entry can only belong to a hand that is on; cards may just go round to the end."""
    if isinstance(event, ev.Acted):
        return event.verb not in (None, "fold")
    return isinstance(event, ev.PotAwarded) and any(event.to.values())


def cut(state: State, event: ev.Cut) -> Applied:
    hand = state.hand
    if hand is None or not hand.on or event.seat is None or len(hand.dealt_in) < 2:
        return state, []
    right = hand.dealt_in[-2] if hand.button in hand.dealt_in else hand.dealt_in[-1]
    return state, [] if event.seat == right else [CutBy(event.seat, right)]


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.Shuffled: shuffled,
    ev.Cut: cut,
    ev.Dealt: dealt,
    ev.RoundDealt: round_dealt,
    ev.DealCompleted: deal_completed,
}
UNMOVED: Mapping[type[Event], str] = {
    ev.MisdealCalled: "the rules void the deal, and the hand is closed once they have spoken",
}
