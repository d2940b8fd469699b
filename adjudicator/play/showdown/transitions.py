"""Hands are shown and the pot is pushed."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.log import events as ev
from adjudicator.log.events import Event
from adjudicator.play.betting.rounds import uncalled_back
from adjudicator.play.cards.findings import CardSeenTwice, JokerSeen
from adjudicator.play.finding import Finding
from adjudicator.play.opening.transitions import openers_shown
from adjudicator.play.showdown import pushing
from adjudicator.play.showdown.closing import carry_rest, close_hand
from adjudicator.play.showdown.deciding import decide
from adjudicator.play.showdown.findings import (
    AwardDiffers,
    AwardFollowsTable,
    NotTabledFirst,
    PushedWithThePot,
    RoundSkipped,
    ShownInPart,
)
from adjudicator.play.showdown.outcomes import MUST_TABLE
from adjudicator.play.showdown.showing import TABLED, tabled
from adjudicator.play.speech.findings import Disclosed
from adjudicator.play.speech.transitions import undecided
from adjudicator.play.transition import Applied, Transition
from adjudicator.table.card_locations import elsewhere
from adjudicator.table.chips import collect
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Result
from adjudicator.table.pots import by_seat
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount
from adjudicator.values.cards import JOKER
from adjudicator.values.frozen import replace

# A hand already known to hold more cards than any game deals was recorded wrongly.
MOST_NOTED = 7


def shown(state: State, event: ev.Shown) -> Applied:
    hand = state.the_hand
    mine = hand.seats.get(event.seat)
    if mine is None:
        return state, []
    if event.purpose == "discards":
        up = replace(hand.draw.of(event.seat), discards=event.cards, discards_up=True)
        return state.with_hand(hand.with_draw(hand.draw.with_seat(event.seat, up))), []
    state, found = _faces_seen(state, event, mine)
    found += _joker(hand, event, mine)
    if event.purpose not in TABLED:
        state = state.with_seat(event.seat, replace(state.the_seat(event.seat), let_see=state.seq))
        return state, found + _courtesy(hand, event, mine)
    cards = _laid_open(hand, mine, event.cards)
    tabled = replace(state.the_seat(event.seat), shown=cards, shown_seq=state.seq, cards=cards)
    state = state.with_seat(event.seat, tabled)
    return state, found + _for_its_purpose(state, hand, event, mine)


def _faces_seen(state: State, event: ev.Shown, mine: Seat) -> Applied:
    """Note cards of the hand that nobody had seen; implausibly many are ignored."""
    known = {*mine.cards, *mine.shown}
    most = max(MOST_NOTED, state.the_hand.profile.hand_size)
    found: list[Finding] = []
    for card in event.cards if len(known) <= most else ():
        if card not in known:
            state, more = _see_shown(state, event.seat, card)
            found += more
    return state, found


def _see_shown(state: State, seat: int, card: str) -> Applied:
    hand = state.the_hand
    first = hand.seen.get(card)
    if first is None:
        return state.with_hand(replace(hand, seen={**hand.seen, card: state.seq})), []
    never_left = bool(hand.seats[seat].cards_to_return) and card in hand.piles.aside
    twice = elsewhere(hand, card, seat) and not never_left
    return state, [CardSeenTwice(card, first)] if twice else []


def _joker(hand: Hand, event: ev.Shown, mine: Seat) -> list[Finding]:
    """A joker shown in a game without one."""
    foreign = JOKER in event.cards and not hand.profile.jokers
    return [JokerSeen(event.seat, mine.has_acted)] if foreign and hand.on and mine.live else []


def _courtesy(hand: Hand, event: ev.Shown, mine: Seat) -> list[Finding]:
    """Cards shown voluntarily while others may still act on them."""
    if event.purpose != "courtesy" or not undecided(hand):
        return []
    return [Disclosed(event.seat, mine.live, shown=True)]


def _for_its_purpose(state: State, was: Hand, event: ev.Shown, mine: Seat) -> list[Finding]:
    """What tabling a hand means at this moment."""
    if event.purpose == "openers" and was.on:
        return openers_shown(state, event, mine)
    if event.purpose == "showdown" and mine.live and _last_round_not_begun(was):
        return [RoundSkipped(True, was.to_act)]
    if was.phase == "showdown" and mine.live and len(was.live) > 1:
        return _shown_in_part(state.the_hand, event.seat)
    return []


def _last_round_not_begun(hand: Hand) -> bool:
    """Whether the betting after the draw is due and nobody has acted in it."""
    after = bool(hand.draw.done) and hand.stage == len(hand.profile.stages) - 1
    return after and hand.phase == "betting" and not hand.action.on_street and hand.contested


def _laid_open(hand: Hand, mine: Seat, cards: tuple[str, ...]) -> tuple[str, ...]:
    """What lies open by now; a hand may be tabled in several motions."""
    still = (card for card in mine.shown if card in mine.cards)
    both = tuple(dict.fromkeys((*still, *cards)))
    return both if len(both) <= min(mine.count, hand.profile.hand_size) else cards


def _shown_in_part(hand: Hand, number: int) -> list[Finding]:
    mine = hand.seats[number]
    return [] if tabled(hand, mine) else [ShownInPart(number, len(mine.shown), mine.count)]


def pot_awarded(state: State, event: ev.PotAwarded) -> Applied:
    if pushing.leaves_the_uncalled(state, event):
        state = uncalled_back(state)
    push = pushing.read(state, event)
    found = _went_back_before(push)
    if found:
        state, _ = decide(pushing.put_back(state, push.stayed))
        event = replace(event, to=push.to, sent=None)
    hand = state.the_hand
    awards = dict(hand.awards)
    replaced = awards.values() if event.pot is None else [awards.get(event.pot, {})]
    pushed = by_seat(replaced)
    # A player who has left the table keeps what was pushed to them.
    gone = {seat: amount for seat, amount in pushed.items() if seat not in state.players}
    state = collect(state, {seat: -amount for seat, amount in pushed.items()})
    state = collect(state, event.to)
    kept = {} if event.pot is None else awards
    kept[event.pot] = {**gone, **event.to}
    state = replace(state.with_hand(replace(state.the_hand, awards=kept)), window=True)
    if hand.ended:
        others = state.carried[:-1] if hand.closing.left_over else state.carried
        state = carry_rest(replace(state, carried=others))
    return state, [*found, *_award_faults(state, event)]


def _went_back_before(push: pushing.Pushed) -> list[Finding]:
    """What the award pushes although the record had it back at its seats."""
    found: list[Finding] = [PushedWithThePot(one) for one in push.with_it]
    return [*found, AwardFollowsTable(push.stayed)] if push.stayed else found


def _award_faults(state: State, event: ev.PotAwarded) -> list[Finding]:
    """Chips pushed before the hand is decided, or otherwise than the rules give."""
    hand = state.the_hand
    if not hand.on:
        return []
    hidden = _must_table(state)
    if hidden:
        return [NotTabledFirst(hidden)]
    if hand.result is None:
        open_yet = hand.phase in ("dealing", "betting", "drawing") and hand.contested
        return [RoundSkipped(False, hand.to_act)] if open_yet else []
    right = _without_nothing(_right_shares(hand.result, event.pot))
    pushed = _without_nothing(event.to)
    if pushed == right:
        return []
    return [AwardDiffers(tuple(sorted(pushed.items())), tuple(sorted(right.items())), event.pot)]


def _must_table(state: State) -> tuple[int, ...]:
    """The seats whose hands have to lie open and do not."""
    return tuple(due.seat for due in state.dues if MUST_TABLE.names(due) and due.seat is not None)


def _without_nothing(shares: Mapping[int, Amount]) -> dict[int, Amount]:
    return {seat: amount for seat, amount in shares.items() if amount}


def _right_shares(result: Result, pot: int | None) -> Mapping[int, Amount]:
    """What each seat is paid of a layer, or of all of them."""
    if pot is None:
        return result.paid
    return result.pots[pot][1] if pot < len(result.pots) else {}


def hand_ended(state: State, event: ev.HandEnded) -> Applied:
    return close_hand(state)


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.Shown: shown,
    ev.PotAwarded: pot_awarded,
    ev.HandEnded: hand_ended,
}
UNMOVED: Mapping[type[Event], str] = {}
