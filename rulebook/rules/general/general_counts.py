"""Hands with too few or too many cards in games without a draw rule of their own.

| article | says | rule |
| --- | --- | --- |
| rrop-misdeal/1d | two or more extra cards | ``two_extra_cards`` |
| rrop-misdeal/1e | wrong number of cards | ``wrong_number``, ``counted_right`` |
| rrop-irregularities/11 | one extra card becomes the burn | ``extra_card_burned`` |
| rrop-dead-hand/1d | wrong count after the window | ``wrong_count_is_dead`` |
| tda/37 | button short of cards | ``short_button`` |
| tda/38 | dealing on after a killed hand | cited by ``wrong_count_is_dead`` |
"""

from __future__ import annotations

from functools import partial

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import Ruling, Weighed
from adjudicator.log.events import AttentionCalled, HandCounted
from adjudicator.play.betting.outcomes import BET_STAYS
from adjudicator.play.cards.outcomes import CARD_TO_BURN
from adjudicator.play.muck.outcomes import HAND_DEAD
from adjudicator.play.outcome import Outcome
from adjudicator.play.speech.outcomes import DEALER_CORRECTS
from adjudicator.table.deal_plan import deal_order, expected, next_face, scheduled
from adjudicator.values.frozen import replace
from rulebook.rules.draw.hand_counts import (
    SUBJECTS,
    Count,
    any_question,
    as_in_draw,
    count_is_regular,
    count_ruling,
    lay_apart,
    out_of_it,
)
from rulebook.rules.shared import REDEAL, rule, window_fact, window_open

TOURNAMENT = ("tda/35", "tda/36")
# The gate of the general rules is how many have acted, not whether anybody has.
ruled = partial(count_ruling, gate=window_fact)


def _question(now: Moment[HandCounted | AttentionCalled]) -> Count | None:
    return None if as_in_draw(now) else any_question(now)


def _surplus(count: Count) -> int:
    """Extra cards in the starting hands, as far as they have been counted."""
    mine = count.found - count.due if count.found is not None else 1
    others = sum(
        max(seat.count - expected(count.hand, number), 0)
        for number, seat in count.hand.seats.items()
        if number != count.seat and seat.live
    )
    return mine + others


def _burnable(now: AnyMoment, count: Count) -> bool:
    """One surplus card, before the first betting round, that nobody picked up."""
    untouched = lay_apart(now, count, presumed=True) and not count.hand.action.first
    return not count.short and untouched and _surplus(count) == 1


def _in_sequence(count: Count) -> bool:
    """Whether the top card is the very one the hand is short of."""
    hand = count.hand
    last = deal_order(replace(hand, stage=0))[-1]
    intact = not hand.action.first and not hand.burn.count
    return count.short and count.missing == 1 and count.seat == last and intact


def _dealt(count: Count) -> Outcome:
    mine = replace(
        count.hand.seats[count.seat],
        bonus_cards=replace(count.hand.seats[count.seat].bonus_cards, late=0),
    )
    if count.found is not None:
        mine = replace(mine, count=count.found)
    face = next_face(mine, scheduled(count.hand.profile, max(count.hand.stage, 0)))
    card = {"type": "dealt", "to": count.seat, "face": face}
    by = (card,) if count.found is not None else ()
    return DEALER_CORRECTS(count.seat, by=by, before_action=True)


def _short_button(now: AnyMoment, count: Count) -> bool:
    tournament = now.policy.general_rules == "tda"
    return tournament and count.short and count.seat == count.hand.button


@rule(
    "rrop-irregularities/11",
    on=HandCounted,
    about=SUBJECTS,
    displaces=("rrop-misdeal/1d", "rrop-misdeal/1e"),
)
def extra_card_burned(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """One additional card found before the first betting round goes back and is the burn."""
    count = _question(now)
    if count is None or not _burnable(now, count) or not window_open(now, count.hand):
        return None
    card = {"type": "card_moved", "from": count.seat, "to": "burn"}
    by = (card,) if count.found is not None else ()
    why = "a single surplus card that was not picked up spares the misdeal"
    return ruled(
        count,
        CARD_TO_BURN(count.seat, by=by),
        considered=(Weighed("rrop-misdeal/1e", why),),
    )


@rule("rrop-misdeal/1d", on=HandCounted, about=SUBJECTS, cites=TOURNAMENT)
def two_extra_cards(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """Two or more extra cards in the starting hands are a misdeal, if called in time."""
    count = _question(now)
    if count is None or count.short or _surplus(count) < 2 or not window_open(now, count.hand):
        return None
    why = "there is more than one surplus card"
    return ruled(
        count,
        *REDEAL,
        cites=("rrop-misdeal/1e",),
        considered=(Weighed("rrop-irregularities/11", why),),
    )


@rule("rrop-misdeal/1e", on=HandCounted, about=SUBJECTS, cites=TOURNAMENT)
def wrong_number(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """A wrong number of cards is a misdeal, unless the top card still goes there in sequence."""
    count = _question(now)
    if count is None or not window_open(now, count.hand) or _burnable(now, count):
        return None
    if not count.short and _surplus(count) > 1:
        return None
    if _in_sequence(count):
        why = "the missing card is the next one off the deck"
        return ruled(count, _dealt(count), considered=(Weighed("tda/35", why),))
    late = (Weighed("rrop-irregularities/11", "the surplus card was picked up, or play began"),)
    gone = (Weighed("rrop-dead-hand/1d", "the window for a misdeal was open"),)
    return ruled(count, *REDEAL, considered=gone if count.short else (*late, *gone))


@rule("tda/37", on=HandCounted, about=SUBJECTS, displaces=("rrop-misdeal/1e", "rrop-dead-hand/1d"))
def short_button(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """A short button is completed until it has acted, and is dead once it has."""
    count = _question(now)
    if count is None or not _short_button(now, count) or count.hand.street > 1:
        return None
    if count.hand.seats[count.seat].has_acted:
        dead = HAND_DEAD(count.seat)
        return ruled(count, dead, BET_STAYS(count.seat), cites=("tda/38",))
    return ruled(count, _dealt(count))


@rule("rrop-dead-hand/1d", on=HandCounted, about=SUBJECTS, cites=("rrop-misdeal/2", "tda/38"))
def wrong_count_is_dead(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """Once the window for a misdeal has closed, a hand with a wrong number of cards is dead."""
    count = _question(now)
    if count is None or window_open(now, count.hand):
        return None
    limb = "rrop-misdeal/1e" if count.short or _surplus(count) < 2 else "rrop-misdeal/1d"
    considered = (Weighed(limb, "it was pointed out too late"),)
    return ruled(count, *out_of_it(count.seat), considered=considered)


@rule("rrop-misdeal/1e", on=HandCounted)
def counted_right(now: Moment[HandCounted]) -> Ruling | None:
    """A hand that was questioned and counted right is regular."""
    return None if as_in_draw(now) else count_is_regular(now)


RULES = (
    extra_card_burned,
    two_extra_cards,
    wrong_number,
    short_button,
    wrong_count_is_dead,
    counted_right,
)
