"""Hands with too few or too many cards in draw games, and the general rule behind them.

| article | says | rule |
| --- | --- | --- |
| draw-high/4a | five cards make a hand | ``five_cards`` |
| draw-high/4b | short before action: misdeal | ``short_before_action`` |
| draw-high/4c | short after action: completes on the draw | ``short_after_action`` |
| draw-high/4d | the button's fifth card | ``buttons_fifth_card`` |
| tda/37 | a short button that acted, by option | ``button_acted_short`` |
| draw-high/4e | too many before the draw | ``too_many_before_the_draw`` |
| draw-high/4f | wrong number on the draw, in time | ``served_wrongly_in_time`` |
| draw-high/4g | wrong count after the draw | ``wrong_after_the_draw`` |

Everything is judged by the hand as it stood when it was pointed out (P-1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import CONDITIONAL, Fact, Ruling, Weighed
from adjudicator.judging.scopes import Book
from adjudicator.log.events import AttentionCalled, HandCounted
from adjudicator.play.betting.outcomes import BET_STAYS
from adjudicator.play.cards.outcomes import CARD_TO_BURN, TOPUP_FIFTH_CARD
from adjudicator.play.draw.outcomes import COMPLETE_ON_DRAW
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_FOULED, HAND_LIVE
from adjudicator.play.outcome import Outcome
from adjudicator.play.patterns import Pattern
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, NO_IRREGULARITY
from adjudicator.table.deal_plan import expected, whole_hand
from adjudicator.table.hand import Hand
from adjudicator.table.hand_parts import Claim
from rulebook.rules.shared import REDEAL, acted_before, action_fact, called, rule

SUBJECTS = ("short_hand", "extra_card")


@dataclass(frozen=True)
class Count:
    """A hand whose number of cards is in question."""

    seat: int
    found: int | None
    due: int
    claim: Claim
    short: bool
    shown_by: int

    @property
    def hand(self) -> Hand:
        """The hand as it stood when it was pointed out."""
        return self.claim.hand

    @property
    def untouched(self) -> bool | None:
        """Whether the surplus lay apart, as far as the floor established."""
        return self.claim.facts.get("untouched")

    @property
    def missing(self) -> int:
        """Cards too few; at least one where only the claim is known."""
        return self.due - self.found if self.found is not None else 1


def lay_apart(now: AnyMoment, count: Count, presumed: bool = False) -> bool:
    """Whether nobody had picked the surplus up.

    Where nobody has said so, the house says what is presumed, or leaves it to each rule.
    """
    if count.untouched is not None:
        return count.untouched
    policy = now.policy.surplus_unless_told
    return presumed if policy == "as_each_rule" else policy == "untouched"


def question(now: Moment[HandCounted | AttentionCalled]) -> Count | None:
    """The count in question in a draw game, if it is wrong or claimed to be."""
    return any_question(now) if as_in_draw(now) else None


def as_in_draw(now: AnyMoment) -> bool:
    """Whether the rules of draw high settle a wrong number of cards in this game."""
    profile = now.hand.profile
    return profile.draws and (not profile.board_size or _by_analogy(now))


def any_question(now: Moment[HandCounted | AttentionCalled]) -> Count | None:
    """The count in question at this moment, if it is wrong or claimed to be."""
    event = now.trigger
    return _counted(now, event) if isinstance(event, HandCounted) else _questioned(now, event)


def _questioned(now: AnyMoment, event: AttentionCalled) -> Count | None:
    seat = event.seat if event.seat is not None else _speaker(event)
    if seat is None or not _plays(now.hand, seat):
        return None
    claim = Claim(now.seq, event.about, event.by, event.facts or {}, now.was)
    short = now.subject == "short_hand"
    return Count(seat, None, _due(claim.hand, seat), claim, short, now.seq)


def _counted(now: AnyMoment, event: HandCounted) -> Count | None:
    seat = event.seat
    if not _plays(now.was, seat):
        return None
    claim = called(now, seat)
    due = _due(claim.hand, seat)
    if event.count in (due, expected(claim.hand, seat)):
        return None
    return Count(seat, event.count, due, claim, event.count < due, now.seq)


def _plays(hand: Hand, seat: int) -> bool:
    """Whether the seat has a hand that can still win."""
    return hand.on and seat in hand.seats and hand.seats[seat].live


def _by_analogy(now: AnyMoment) -> bool:
    return now.policy.blue_beacon_draw_rules == "draw_high"


def _speaker(event: AttentionCalled) -> int | None:
    return event.by if isinstance(event.by, int) else None


def _due(hand: Hand, seat: int) -> int:
    """What the hand should hold: five, less what the draw still owes it once it has discarded."""
    drawing = hand.draw.of(seat)
    discarded = drawing.thrown or drawing.served or drawing.refused
    if hand.profile.draws and not (hand.drawn and discarded):
        return whole_hand(hand)
    return expected(hand, seat)


def count_fact(count: Count) -> Fact:
    """What was counted, or that it is questioned."""
    if count.found is None:
        words = f"the number of cards of seat {count.seat} is questioned"
    else:
        words = f"seat {count.seat} holds {count.found} of {count.due} cards"
    return Fact(count.shown_by, words)


def asked_for(count: Count) -> tuple[Pattern, ...]:
    """The count that is still needed."""
    return ({"type": "hand_counted", "seat": count.seat},) if count.found is None else ()


def count_ruling(
    count: Count,
    *outcomes: Outcome,
    considered: tuple[Weighed, ...] = (),
    cites: tuple[str, ...] = (),
    gate: Callable[[Hand, int], Fact] = action_fact,
) -> Ruling:
    """Final once the cards are counted; before that it asks for the count."""
    needs = asked_for(count)
    return Ruling(
        outcomes=outcomes,
        seats=(count.seat,),
        because=(count_fact(count), gate(count.hand, count.claim.seq)),
        considered=(*considered, *_general(count)),
        cites=cites,
        certainty=CONDITIONAL if needs else "final",
        needs=needs,
    )


def _general(count: Count) -> tuple[Weighed, ...]:
    """The general rule that a draw game's own rule takes the place of."""
    profile = count.hand.profile
    alone = profile.policy.blue_beacon_draw_rules == "none" and profile.board_size
    if not profile.draws or alone:
        return ()
    two = not count.short and count.found is not None and count.found > count.due + 1
    limb = "rrop-misdeal/1d" if two else "rrop-misdeal/1e"
    id = limb if _before_draw(count) else "rrop-dead-hand/1d"
    return (Weighed(id, "draw games have a rule of their own for a wrong number of cards"),)


def _before_draw(count: Count) -> bool:
    return not count.hand.drawn


def _acted(now: AnyMoment, count: Count) -> bool:
    return acted_before(count.hand, now.policy.misdeal_action_threshold)


def _may_top_up(now: AnyMoment, count: Count) -> bool:
    """The button may take one missing card until the draw, or until it has acted."""
    most = now.policy.button_topup_max
    until = now.policy.button_topup_until
    hand = count.hand
    allowed = until == "draw_begins" or not hand.seats[count.seat].has_acted
    return count.seat == hand.button and count.missing <= most and allowed


@rule(
    "draw-high/4b",
    on=HandCounted,
    about=SUBJECTS,
    cites=("draw-high/4a", "glossary/action"),
    displaces=(Book("rrop-misdeal"), "rrop-dead-hand/1d"),
)
def short_before_action(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """A short hand, other than the button's for one card, is a misdeal before anyone acts."""
    count = question(now)
    if count is None or not count.short or not _before_draw(count) or _acted(now, count):
        return None
    if _may_top_up(now, count):
        return None
    return count_ruling(
        count,
        *REDEAL,
        considered=(Weighed("draw-high/4c", _too_few_had_acted(count)),),
    )


def _too_few_had_acted(count: Count) -> str:
    if not count.hand.action.first:
        return "nobody had acted"
    return "fewer players had acted than the house asks for"


@rule(
    "draw-high/4d",
    on=HandCounted,
    about=SUBJECTS,
    cites=("draw-high/4a", "glossary/button"),
    displaces=(Book("rrop-misdeal"), "rrop-dead-hand/1d"),
)
def buttons_fifth_card(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """The button may be given its missing fifth card, even after action, until the draw."""
    count = question(now)
    if count is None or not count.short or not _before_draw(count) or not _may_top_up(now, count):
        return None
    pattern = {"type": "dealt", "to": count.seat, "face": "down"}
    return count_ruling(
        count,
        TOPUP_FIFTH_CARD(
            count.seat,
            by=(pattern,) if count.found is not None else (),
        ),
        considered=(Weighed("draw-high/4b", "the short hand is the button's"),),
    )


@rule(
    "draw-high/4c",
    on=HandCounted,
    about=SUBJECTS,
    cites=("draw-high/4a", "glossary/action"),
    displaces=(Book("rrop-misdeal"), "rrop-dead-hand/1d"),
)
def short_after_action(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """Once there has been action a short hand plays on and draws up to five cards."""
    count = question(now)
    if count is None or not count.short or _drawn(count):
        return None
    if _before_draw(count) and (not _acted(now, count) or _may_top_up(now, count)):
        return None
    return count_ruling(
        count,
        HAND_LIVE(count.seat),
        COMPLETE_ON_DRAW(count.seat),
        considered=(Weighed("draw-high/4b", "there had been action"),),
    )


@rule(
    "tda/37", on=HandCounted, about=SUBJECTS, cites=("draw-high/4d",), displaces=("draw-high/4c",)
)
def button_acted_short(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """Where the button may be completed only until it acts, a short button that acted is dead."""
    count = question(now)
    if count is None or not count.short or not _before_draw(count):
        return None
    most = now.policy.button_topup_max
    buttons = count.seat == count.hand.button and count.missing <= most
    if not buttons or not _acted(now, count) or _may_top_up(now, count):
        return None
    why = "the house completes a short button only until it has acted (button_topup_until)"
    considered = (Weighed("draw-high/4d", why),)
    return count_ruling(count, *out_of_it(count.seat), considered=considered)


def out_of_it(seat: int) -> tuple[Outcome, Outcome]:
    """The hand is dead, and what it has put in stays."""
    return HAND_DEAD(seat), BET_STAYS(seat)


def _drawn(count: Count) -> bool:
    """Whether the seat has spoken or been served in the draw."""
    draw = count.hand.draw
    mine = draw.of(count.seat)
    spoken = mine.served > 0 or mine.wants is not None or mine.thrown > 0
    return count.hand.draw_over or (draw.begun > 0 and spoken)


@rule(
    "draw-high/4e",
    on=HandCounted,
    about=SUBJECTS,
    cites=("draw-high/4a", "rrop-irregularities/11"),
    displaces=(Book("rrop-misdeal"), "rrop-dead-hand/1d", "rrop-irregularities/11"),
)
def too_many_before_the_draw(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """A single untouched surplus card is burned; else a misdeal, and after action fouled."""
    return surplus_before_the_draw(now)


def surplus_before_the_draw(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """What becomes of a hand with too many cards before the draw, as the house has it."""
    count = question(now)
    if count is None or count.short or not _before_draw(count):
        return None
    if count.found is not None and count.found <= count.due:
        return None
    seat = count.seat
    if _acted(now, count) or _fouled_once_picked_up(now, count):
        return count_ruling(count, HAND_FOULED(seat), BET_STAYS(seat))
    if _burnable(now, count):
        pattern = {"type": "card_moved", "from": seat, "to": "burn"}
        by = (pattern,) if count.found is not None else ()
        return count_ruling(count, CARD_TO_BURN(seat, by=by))
    return count_ruling(count, *REDEAL)


def _fouled_once_picked_up(now: AnyMoment, count: Count) -> bool:
    house = now.policy.over_five_predraw == "foul_if_picked_up"
    return house and not lay_apart(now, count, presumed=True)


def _burnable(now: AnyMoment, count: Count) -> bool:
    """A single surplus card that nobody has picked up."""
    single = count.found is None or count.found == count.due + 1
    return now.policy.over_five_predraw != "always_misdeal" and single and lay_apart(now, count)


def _curable(now: AnyMoment, count: Count) -> bool:
    """Until the seat picks its cards up, the next seat is served, or there is action."""
    hand = count.hand
    if now.policy.draw_cure == "none" or count.untouched is False:
        return False
    if hand.draw.last_served != count.seat:
        return False
    return not hand.acted_since_draw


@rule(
    "draw-high/4f",
    on=HandCounted,
    about=SUBJECTS,
    cites=("draw-high/0.4",),
    displaces=("rrop-dead-hand/1d",),
)
def served_wrongly_in_time(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """A wrong number served on the draw is repaired until picked up or the next is served."""
    count = question(now)
    if count is None or not _drawn(count) or not _curable(now, count) or not lay_apart(now, count):
        return None
    seat = count.seat
    if count.short:
        pattern = {"type": "dealt", "to": seat, "face": "down"}
    else:
        pattern = {"type": "card_moved", "from": seat, "to": "stub"}
    already = count.found is None and count.claim.hand.seats[seat].count != count.due
    settled = replace(count, found=count.hand.seats[seat].count) if already else count
    by = (pattern,) if settled.found is not None else ()
    return count_ruling(settled, DEALER_CORRECTS(seat, by=by))


@rule(
    "draw-high/4g",
    on=HandCounted,
    about=SUBJECTS,
    cites=("draw-high/4a", "rrop-dead-hand/1d"),
    displaces=("rrop-dead-hand/1d",),
)
def wrong_after_the_draw(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """A hand that is not five cards once the draw is done is fouled; its chips stay."""
    count = question(now)
    if count is None or not _drawn(count):
        return None
    if lay_apart(now, count) and _curable(now, count):
        return None
    if count.found is None and _waits(count):
        return None
    return count_ruling(
        count,
        HAND_FOULED(count.seat),
        BET_STAYS(count.seat),
        considered=(
            Weighed("draw-high/4f", "the cards were picked up or the next seat was served"),
        ),
    )


def _waits(count: Count) -> bool:
    """Whether a fifth or a replacement is still to come, which explains a short hand."""
    return count.short and count.due < whole_hand(count.hand)


def count_is_regular(now: Moment[HandCounted]) -> Ruling | None:
    """A hand that was questioned and holds what it should."""
    event = now.trigger
    claim = now.hand.questions.claims.get(event.seat)
    if claim is None or claim.about not in SUBJECTS:
        return None
    if event.seat not in claim.hand.seats:
        return None
    if event.count not in (_due(claim.hand, event.seat), expected(claim.hand, event.seat)):
        return None
    fact = Fact(now.seq, f"seat {event.seat} holds the {event.count} cards due by now")
    return Ruling(
        outcomes=(NO_IRREGULARITY(event.seat),),
        seats=(event.seat,),
        because=(fact,),
    )


@rule("draw-high/4a", on=HandCounted)
def five_cards(now: Moment[HandCounted]) -> Ruling | None:
    """A playing hand is exactly five cards; a hand counted right is regular."""
    return count_is_regular(now) if as_in_draw(now) else None


RULES = (
    short_before_action,
    buttons_fifth_card,
    button_acted_short,
    short_after_action,
    too_many_before_the_draw,
    served_wrongly_in_time,
    wrong_after_the_draw,
    five_cards,
)
