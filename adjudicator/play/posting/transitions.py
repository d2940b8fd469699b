"""A hand starts; antes, blinds and other posts are put in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.finding import Finding
from adjudicator.play.posting.findings import (
    AntedLastChips,
    PostWrong,
    ShortAnte,
)
from adjudicator.play.posting.new_hand import hand_started
from adjudicator.play.posting.posts import antes_due, antes_missed, ready_to_deal
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.chips import broke, hold, pay, reachable
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.post_kinds import ANTE, DEAD, HELD, LIVE, POST_KINDS


def posted(state: State, event: ev.Posted) -> Applied:
    hand = state.the_hand
    if not hand.on or event.seat in hand.denied:
        return state, []
    state = state.with_hand(
        replace(
            hand,
            posting=replace(
                hand.posting, posts=(*hand.posting.posts, (event.seat, event.kind, state.seq))
            ),
        )
    )
    if event.seat not in hand.seats:
        return state, []
    amount = reachable(state, event.seat, event.amount)
    return MONEY[POST_KINDS[event.kind].money](state, event, amount)


def _never_due(state: State, event: ev.Posted, amount: Amount) -> Applied:
    """No game asks for it: the chips stay in front of the player until ruled on."""
    found = [PostWrong(event.seat, event.kind, amount, 0)]
    return hold(state, event.seat, amount), [*found]


def _live(state: State, event: ev.Posted, amount: Amount) -> Applied:
    """Chips that count toward the bet of the first round."""
    found = _wrong_size(state, event, amount)
    state = _as_blind(_paid_up(state, event), event, amount)
    mine = state.the_seat(event.seat)
    bet = exact(mine.bet + amount)
    owes = 0 if mine.owes <= bet else mine.owes
    state = pay(state, event.seat, amount, replace(mine, bet=bet, owes=owes))
    return _note_all_in(ready_to_deal(state), event.seat), found


def _dead(state: State, event: ev.Posted, amount: Amount) -> Applied:
    """Chips that are in the pot and count toward no bet."""
    state = _paid_up(state, event)
    mine = state.the_seat(event.seat)
    state = pay(state, event.seat, amount, replace(mine, dead=exact(mine.dead + amount)))
    hand = state.the_hand
    state = state.with_hand(replace(hand, common=exact(hand.common + amount)))
    return _note_all_in(ready_to_deal(state), event.seat), []


def _as_blind(state: State, event: ev.Posted, amount: Amount) -> State:
    """Note a post that is one of the blinds, or that acts last."""
    kind, hand = POST_KINDS[event.kind], state.the_hand
    if kind.acts_last:
        hand = replace(hand, posting=replace(hand.posting, big_at=event.seat))
    if kind.blind is not None:
        posted = exact(hand.posting.blinds.get(event.seat, 0) + amount)
        hand = replace(
            hand, posting=replace(hand.posting, blinds={**hand.posting.blinds, event.seat: posted})
        )
    return state.with_hand(hand)


def _paid_up(state: State, event: ev.Posted) -> State:
    """Clear missed blinds that this post makes up for."""
    player, pays = state.players[event.seat], POST_KINDS[event.kind].pays
    left = tuple(kind for kind in player.missed if kind not in pays)
    if left == player.missed:
        return state
    return state.with_player(event.seat, replace(player, missed=left))


def _ante(state: State, event: ev.Posted, amount: Amount) -> Applied:
    hand, mine = state.the_hand, state.the_seat(event.seat)
    due = antes_due(state, event.seat)
    found: list[Finding] = []
    missed = antes_missed(hand, event.seat)
    left = reachable(state, event.seat, amount + 1) > amount
    if amount < due and not left:
        found.append(ShortAnte(event.seat, amount, due))
    elif amount != due:
        found.append(PostWrong(event.seat, "ante", amount, due))
    ante = exact(mine.ante + amount)
    state = pay(state, event.seat, amount, replace(state.the_seat(event.seat), ante=ante))
    if missed and amount >= due:
        state = _buys_in(state, event.seat)
    state = _note_all_in(ready_to_deal(state), event.seat)
    if hand.profile.all_in and not left and ante >= hand.profile.ante:
        found.append(AntedLastChips(event.seat))
    return state, found


def _buys_in(state: State, seat: int) -> State:
    """A newcomer's extra antes join the carried antes, which they now play for."""
    hand = state.the_hand
    joined: Amount = 0
    riding = []
    for layer in hand.carried_pot:
        if layer.kind == "antes" and seat not in layer.involved:
            joined = exact(joined + layer.each)
            layer = replace(
                layer,
                amount=exact(layer.amount + layer.each),
                involved=(*layer.involved, seat),
                eligible=(*layer.eligible, seat),
            )
        riding.append(layer)
    state = state.with_hand(replace(hand, carried_pot=tuple(riding)))
    return state.with_seat(
        seat, replace(state.the_seat(seat), dead=exact(hand.seats[seat].dead + joined))
    )


def _wrong_size(state: State, event: ev.Posted, amount: Amount) -> list[Finding]:
    """A blind or a post of the wrong size, unless it takes the last chips."""
    hand, place = state.the_hand, POST_KINDS[event.kind].blind
    comes_in = POST_KINDS[event.kind].comes_in
    if not hand.profile.blinds or (place is None and not comes_in):
        return []
    if place is None:
        due = exact(hand.profile.big_blind - hand.seats[event.seat].bet)
    else:
        due = exact(hand.profile.blind_sizes[place] - hand.posting.blinds.get(event.seat, 0))
    last = amount < due and reachable(state, event.seat, amount + 1) == amount
    return [] if amount == due or last else [PostWrong(event.seat, event.kind, amount, due)]


def _note_all_in(state: State, seat: int) -> State:
    if broke(state, seat):
        return state.with_seat(seat, replace(state.the_seat(seat), all_in=True))
    return state


MONEY: Mapping[str, Callable[[State, ev.Posted, Amount], Applied]] = {
    ANTE: _ante,
    LIVE: _live,
    DEAD: _dead,
    HELD: _never_due,
}
TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.HandStarted: hand_started,
    ev.Posted: posted,
}
UNMOVED: Mapping[type[Event], str] = {}
