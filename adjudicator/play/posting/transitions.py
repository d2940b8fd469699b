"""A hand starts; antes, blinds and other posts are put in."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.finding import Finding
from adjudicator.play.posting.findings import (
    AntedLastChips,
    PostWrong,
    ShortAnte,
)
from adjudicator.play.posting.new_hand import hand_started
from adjudicator.play.posting.posts import antes_due, ready_to_deal, sets_missed
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.chips import broke, hold, pay, reachable
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace


def posted(state: State, event: ev.Posted) -> Applied:
    hand = state.the_hand
    if not hand.on or event.seat in hand.denied:
        return state, []
    state = state.with_hand(replace(hand, posts=(*hand.posts, (event.seat, event.kind, state.seq))))
    mine = hand.seats.get(event.seat)
    if mine is None:
        return state, []
    amount = reachable(state, event.seat, event.amount)
    if event.kind == "ante":
        return _ante(state, event, mine, amount)
    found = _blind_faults(state, event, amount)
    if event.kind == "payment":
        return hold(state, event.seat, amount), found
    live = event.kind in ("small_blind", "big_blind", "post")
    state = _paid_up(state, event)
    if event.kind in ("small_blind", "big_blind"):
        posted = exact(hand.blinds.get(event.seat, 0) + amount)
        big = event.seat if event.kind == "big_blind" else hand.big_at
        state = state.with_hand(
            replace(state.the_hand, blinds={**hand.blinds, event.seat: posted}, big_at=big)
        )
    seat = state.the_seat(event.seat)
    if live:
        seat = replace(seat, bet=exact(mine.bet + amount))
    else:
        seat = replace(seat, dead=exact(mine.dead + amount))
    state = pay(state, event.seat, amount, seat)
    if not live:
        state = state.with_hand(replace(state.the_hand, common=exact(hand.common + amount)))
    elif mine.owes and mine.owes <= mine.bet + amount:
        state = state.with_seat(event.seat, replace(state.the_seat(event.seat), owes=0))
    return _note_all_in(ready_to_deal(state), event.seat), found


PAYS: Mapping[str, tuple[str, ...]] = {
    "big_blind": ("big_blind", "small_blind"),
    "post": ("big_blind",),
    "dead": ("small_blind",),
}


def _paid_up(state: State, event: ev.Posted) -> State:
    """Missed blinds are posted, or met in the player's own turn of the big blind."""
    missed = state.players[event.seat].missed
    left = tuple(kind for kind in missed if kind not in PAYS.get(event.kind, ()))
    return (
        state
        if left == missed
        else state.with_player(event.seat, replace(state.players[event.seat], missed=left))
    )


def _ante(state: State, event: ev.Posted, mine: Seat, amount: Amount) -> Applied:
    hand = state.the_hand
    due = antes_due(state, event.seat)
    found: list[Finding] = []
    sets = sets_missed(hand, event.seat)
    left = reachable(state, event.seat, amount + 1) > amount
    if amount < due and not left:
        found.append(ShortAnte(event.seat, amount, due))
    elif amount != due:
        found.append(PostWrong(event.seat, "ante", amount, due))
    ante = exact(mine.ante + amount)
    state = pay(state, event.seat, amount, replace(state.the_seat(event.seat), ante=ante))
    if sets and amount >= due:
        state = _buys_in(state, event.seat)
    state = _note_all_in(ready_to_deal(state), event.seat)
    if hand.profile.all_in and not left and ante >= hand.profile.ante:
        found.append(AntedLastChips(event.seat))
    return state, found


def _buys_in(state: State, seat: int) -> State:
    """A newcomer's extra antes join the carried antes he now plays for."""
    hand = state.the_hand
    ante = hand.profile.ante
    joined = 0
    riding = []
    for layer in hand.carried_pot:
        if layer.kind == "antes" and seat not in layer.involved:
            joined += 1
            layer = replace(
                layer,
                amount=exact(layer.amount + ante),
                involved=(*layer.involved, seat),
                eligible=(*layer.eligible, seat),
            )
        riding.append(layer)
    state = state.with_hand(replace(hand, carried_pot=tuple(riding)))
    return state.with_seat(
        seat, replace(state.the_seat(seat), dead=exact(hand.seats[seat].dead + ante * joined))
    )


def _blind_faults(state: State, event: ev.Posted, amount: Amount) -> list[Finding]:
    hand = state.the_hand
    if event.kind == "payment":
        return [PostWrong(event.seat, "payment", amount, 0)]
    due = {
        "small_blind": hand.profile.small_blind,
        "big_blind": hand.profile.big_blind,
    }.get(event.kind)
    if due is None or not hand.profile.blinds:
        return []
    due = exact(due - hand.blinds.get(event.seat, 0))
    if amount == due:
        return []
    if amount < due and reachable(state, event.seat, amount + 1) == amount:
        return []
    return [PostWrong(event.seat, event.kind, amount, due)]


def _note_all_in(state: State, seat: int) -> State:
    if broke(state, seat):
        return state.with_seat(seat, replace(state.the_seat(seat), all_in=True))
    return state


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.HandStarted: hand_started,
    ev.Posted: posted,
}
UNMOVED: Mapping[type[Event], str] = {}
