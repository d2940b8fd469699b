"""Hands are shown and the pot is pushed."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.cards.findings import CardSeenTwice, JokerSeen
from adjudicator.play.finding import Finding
from adjudicator.play.opening.transitions import openers_shown
from adjudicator.play.showdown import showing as showdown
from adjudicator.play.showdown.closing import carry_rest, close_hand
from adjudicator.play.showdown.findings import (
    AwardDiffers,
    RoundSkipped,
    ShownInPart,
)
from adjudicator.play.speech import transitions as speech
from adjudicator.play.speech.findings import Disclosed
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.card_locations import elsewhere
from adjudicator.table.chips import collect
from adjudicator.table.hand import Hand
from adjudicator.table.pots import by_seat
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount
from adjudicator.values.cards import JOKER
from adjudicator.values.frozen import replace


def shown(state: State, event: ev.Shown) -> Applied:
    hand = state.the_hand
    mine = hand.seats.get(event.seat)
    if mine is None:
        return state, []
    if event.purpose == "discards":
        up = replace(hand.draw.of(event.seat), discards=event.cards, discards_up=True)
        return state.with_hand(hand.with_draw(hand.draw.with_seat(event.seat, up))), []
    found: list[Finding] = []
    known = set(mine.cards) | set(mine.shown)
    for card in event.cards:
        if card not in known and len(known) <= 7:
            state, found = _see_shown(state, event.seat, card, found)
    if hand.on and JOKER in event.cards and not hand.profile.jokers and mine.live:
        found.append(JokerSeen(event.seat, mine.has_acted))
    if event.purpose not in showdown.TABLED:
        if event.purpose == "courtesy" and speech.undecided(hand):
            found.append(Disclosed(event.seat, mine.live, shown=True))
        return state, found
    shown = _laid_open(hand, mine, event.cards)
    state = state.with_seat(
        event.seat,
        replace(state.the_seat(event.seat), shown=shown, shown_seq=state.seq, cards=shown),
    )
    if event.purpose == "openers" and hand.on:
        found += openers_shown(state, event, mine)
    elif event.purpose == "showdown" and _last_round_not_begun(hand) and mine.live:
        found.append(RoundSkipped(True, hand.to_act))
    elif hand.phase == "showdown" and mine.live and len(hand.live) > 1:
        found += _shown_in_part(state, event.seat)
    return state, found


def _last_round_not_begun(hand: Hand) -> bool:
    """Whether the betting after the draw is due and nobody has acted in it."""
    after = bool(hand.draw.done) and hand.stage == len(hand.profile.stages) - 1
    return after and hand.phase == "betting" and not hand.street_actions and hand.contested


def _laid_open(hand: Hand, mine: Seat, cards: tuple[str, ...]) -> tuple[str, ...]:
    """What lies open by now: a hand may be tabled in more than one motion."""
    both = tuple(dict.fromkeys((*mine.shown, *cards)))
    return both if len(both) <= min(mine.count, hand.profile.hand_size) else cards


def _shown_in_part(state: State, number: int) -> list[Finding]:
    hand = state.the_hand
    mine = hand.seats[number]
    if showdown.tabled(hand, mine):
        return []
    return [ShownInPart(number, len(mine.shown), mine.count)]


def _see_shown(state: State, seat: int, card: str, found: list[Finding]) -> Applied:
    hand = state.the_hand
    first = hand.seen.get(card)
    if first is None:
        return state.with_hand(replace(hand, seen={**hand.seen, card: state.seq})), found
    if elsewhere(hand, card, seat):
        return state, [*found, CardSeenTwice(card, first)]
    return state, found


def pot_awarded(state: State, event: ev.PotAwarded) -> Applied:
    hand = state.the_hand
    awards = dict(hand.awards)
    replaced = awards.values() if event.pot is None else [awards.get(event.pot, {})]
    pushed = by_seat(replaced)
    # Whoever has left the table keeps what was pushed to him.
    gone = {seat: amount for seat, amount in pushed.items() if seat not in state.players}
    state = collect(state, {seat: -amount for seat, amount in pushed.items()})
    state = collect(state, event.to)
    kept = {} if event.pot is None else awards
    kept[event.pot] = {**gone, **event.to}
    state = replace(state.with_hand(replace(state.the_hand, awards=kept)), window=True)
    if hand.ended:
        others = state.carried[:-1] if hand.left_over else state.carried
        state = carry_rest(replace(state, carried=others))
    return state, _award_faults(state, event)


def _award_faults(state: State, event: ev.PotAwarded) -> list[Finding]:
    hand = state.the_hand
    result = hand.result
    if not hand.on:
        return []
    if result is None:
        open_yet = hand.phase in ("dealing", "betting", "drawing") and hand.contested
        return [RoundSkipped(False, hand.to_act)] if open_yet else []
    right = dict(result.paid) if event.pot is None else _layer_shares(hand, event.pot)
    pushed = {seat: amount for seat, amount in event.to.items() if amount}
    right = {seat: amount for seat, amount in right.items() if amount}
    if pushed == right:
        return []
    fair = tuple(sorted(right.items()))
    return [AwardDiffers(tuple(sorted(pushed.items())), fair, event.pot)]


def _layer_shares(hand: Hand, pot: int) -> dict[int, Amount]:
    assert hand.result is not None
    pots = hand.result.pots
    return dict(pots[pot][1]) if pot < len(pots) else {}


def hand_ended(state: State, event: ev.HandEnded) -> Applied:
    return close_hand(state)


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.Shown: shown,
    ev.PotAwarded: pot_awarded,
    ev.HandEnded: hand_ended,
}
UNMOVED: Mapping[type[Event], str] = {}
