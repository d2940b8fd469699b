"""The draw: exposed cards, burns, order, four and five cards, changing the number.

| article | says | rule |
| --- | --- | --- |
| draw-high/0.4 | discard, then draw as many | ``drawn_before_discarding``; ``hand_counts`` |
| draw-high/0.8 | burn before the draw | ``burn_before_the_draw``, ``burn_question`` |
| draw-high/0.9 | clockwise from the button's left | ``number_out_of_turn`` ... |
| draw-high/2 | check-raise is allowed | answers a question |
| draw-high/3 | exposed before the draw: kept | ``kept_before_the_draw`` |
| draw-high/5a-c | four at once, the fifth later | ``five_in_a_row``, ``fifth_deferred`` ... |
| draw-high/6 | changing the number | ``changing_the_number`` |
| draw-high/7 | how many did you draw? | ``asked``, ``answered`` |
| draw-high/8 | exposed on the draw: refused | ``refused_on_the_draw`` |
| draw-high/9 | rapping | ``knock_facing_a_raise`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import AttentionCalled, DrawCountAnswered, DrawCountAsked
from adjudicator.play.betting.findings import RappedFacingBet
from adjudicator.play.betting.outcomes import ACTION_BACKED_UP, ACTION_VOID, BET_STAYS
from adjudicator.play.cards.findings import CardExposed
from adjudicator.play.cards.outcomes import CARD_KEEP
from adjudicator.play.deal.findings import BurnExtra, BurnMissing
from adjudicator.play.draw.findings import (
    DrawnBeforeDiscard,
    DrawOutOfTurn,
    FifthNeedsBurn,
    FiveInARow,
    FiveWanted,
    ReplacedEarly,
    RequestChanged,
    ServedOutOfOrder,
)
from adjudicator.play.draw.outcomes import (
    BURN_THEN_CARD,
    CARD_REPLACE_AFTER_DRAW,
    DEFER_FIFTH_CARD,
    MAY_DECLINE,
    MUST_ANSWER,
    MUST_NOT_ANSWER,
    REQUEST_LOCKED,
    REQUEST_MAY_CHANGE,
)
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_FOULED, HAND_LIVE
from adjudicator.play.outcome import Outcome
from adjudicator.play.patterns import Pattern
from adjudicator.play.speech.outcomes import (
    DEALER_CORRECTS,
    FLOOR_DECIDES,
    NO_IRREGULARITY,
    PENALTY,
    WARNING,
)
from adjudicator.table.deal_plan import whole_hand
from adjudicator.table.hand import Hand
from adjudicator.values.seat_order import clockwise
from rulebook.rules.shared import REDEAL, acted_before, established, rule, rulings_so_far

DISCARDS = ("discards",)


def _is_draw(now: AnyMoment) -> bool:
    return now.hand.profile.draws


# --- Exposed cards -------------------------------------------------------------


@rule(
    "draw-high/3",
    on=CardExposed,
    cites=("rrop-irregularities/13",),
    displaces=(
        "rrop-irregularities/12",
        "rrop-misdeal/1a",
        "rrop-misdeal/1b",
        "rrop-holdem/1",
    ),
)
def kept_before_the_draw(now: Moment[CardExposed]) -> Ruling | None:
    """A card the dealer shows while dealing the first five is kept; there is no choice."""
    return exposed_in_the_deal(now)


def exposed_in_the_deal(now: Moment[CardExposed]) -> Ruling | None:
    """What becomes of a card that the dealer shows in the deal, as the house has it."""
    found = now.trigger
    if not _is_draw(now) or found.moment != "deal" or found.by != "dealer" or found.seat is None:
        return None
    at = now.policy.predraw_exposed_misdeal_at
    shown = [one for one in now.hand.deck.exposed if one[0] is not None]
    facts = tuple(
        Fact(seq, f"a card to seat {seat} was exposed in the deal") for seat, _, seq in shown
    )
    acted = acted_before(now.hand, now.policy.misdeal_action_threshold)
    if at is not None and len(shown) >= at and not acted:
        say = f"{len(shown)} cards were exposed in the deal"
        return Ruling(outcomes=REDEAL, seats=(found.seat,), because=facts, say=say)
    limb = "rrop-misdeal/1b" if len(shown) > 1 else "rrop-misdeal/1a"
    return Ruling(
        outcomes=(CARD_KEEP(found.seat, card=found.card),),
        seats=(found.seat,),
        because=facts[-1:],
        considered=(Weighed(limb, "draw high leaves an exposed card with the player"),),
    )


@rule("draw-high/3", about=("exposed_card",))
def asked_about_exposed(now: Moment[AttentionCalled]) -> Ruling | None:
    """A question about an exposed card finds the ruling that stands on it."""
    event = now.trigger
    for old in reversed(rulings_so_far(now)):
        exposing = old.rule in ("draw-high/3", "draw-high/8")
        same = event.seat is None or event.seat in old.seats
        entry = event.entry is None or old.seq == event.entry
        if exposing and same and entry:
            return old
    return None


@rule(
    "draw-high/8",
    on=CardExposed,
    cites=("rrop-irregularities/13",),
    displaces=("rrop-irregularities/12", "draw-high/3"),
)
def refused_on_the_draw(now: Moment[CardExposed]) -> Ruling | None:
    """A replacement card that is exposed is refused, and replaced once the draw has gone round."""
    found = now.trigger
    if not _is_draw(now) or found.moment != "draw" or found.by == "owner" or found.seat is None:
        return None
    pattern = {"type": "dealt", "to": found.seat, "face": "down"}
    outcome = CARD_REPLACE_AFTER_DRAW(found.seat, card=found.card, by=(pattern,))
    return Ruling(
        outcomes=(outcome,),
        seats=(found.seat,),
        because=(Fact(now.seq, f"a replacement card to seat {found.seat} was exposed"),),
        considered=(Weighed("draw-high/3", "the draw had begun"),),
    )


@rule("draw-high/8", on=ReplacedEarly)
def replaced_too_early(now: Moment[ReplacedEarly]) -> Ruling:
    """A refused card is replaced only after everybody else has drawn."""
    seat = now.trigger.seat
    following = _next_drawer(now.hand, seat)
    pattern = {
        "type": "card_moved",
        "from": seat,
        "to": following if following else "stub",
    }
    return Ruling(
        outcomes=(DEALER_CORRECTS(seat, by=(pattern,)),),
        seats=(seat,),
        because=(Fact(now.seq, f"seat {seat} got its replacement before the others had drawn"),),
        factors=("whether the card was looked at",),
    )


def _next_drawer(hand: Hand, seat: int) -> int | None:
    for other in clockwise(hand.draw.order, seat):
        mine = hand.draw.of(other)
        still = mine.served < (1 if mine.wants is None else mine.wants)
        if other != seat and hand.seats[other].live and still:
            return other
    return None


# --- Burns -------------------------------------------------------------------------


@rule(
    "draw-high/0.8",
    on=BurnMissing,
    cites=("glossary/burncard", "rrop-irregularities/16"),
    displaces=("rrop-irregularities/16",),
)
def burn_before_the_draw(now: Moment[BurnMissing]) -> Ruling | None:
    """One burn comes before the first replacement; a missing one is repaired while it can be."""
    if not now.trigger.drawing:
        return None
    seat = now.hand.draw.last_served
    pattern = {"type": "card_moved", "from": seat, "to": "burn"}
    return Ruling(
        outcomes=(DEALER_CORRECTS(seat, by=(pattern,)),),
        seats=(seat,) if seat else (),
        because=(Fact(now.seq, "a replacement card was dealt without a burn"),),
        certainty=CONDITIONAL,
        needs=({"type": "attention_called", "about": "burn_error"},),
        say="if the order of the cards can still be rebuilt",
    )


@rule(
    "draw-high/0.8",
    on=BurnExtra,
    cites=("rrop-irregularities/16",),
    displaces=("rrop-irregularities/16",),
)
def extra_burn_in_the_draw(now: Moment[BurnExtra]) -> Ruling | None:
    """A second burn before the draw is repaired while no card was looked at; else cards stand."""
    if not now.trigger.drawing:
        return None
    return Ruling(
        outcomes=(DEALER_CORRECTS(),),
        because=(Fact(now.seq, "a burn that is not due"),),
        certainty=CONDITIONAL,
        needs=({"type": "attention_called", "about": "burn_error"},),
    )


@rule("draw-high/0.8", about=("burn_error",), displaces=("rrop-irregularities/16",))
def burn_question(now: Moment[AttentionCalled]) -> Ruling | None:
    """Once the cards were looked at or bet on they stand, and nothing is burned to make up."""
    hand = now.hand
    if not hand.drawn or not _is_draw(now):
        return None
    seen = established(now, "untouched") is False or hand.acted_since_draw
    if not seen:
        for old in rulings_so_far(now):
            if old.rule == "draw-high/0.8" and old.status == "open":
                seat = old.seats[0] if old.seats else None
                outcomes = (DEALER_CORRECTS(seat, by=old.outcomes[0].by),)
                return Ruling(outcomes=outcomes, seats=old.seats, because=old.because)
        return Ruling(
            outcomes=(NO_IRREGULARITY(),),
            because=(Fact(now.seq, "the burns are in order"),),
        )
    because = (
        Fact(
            now.seq,
            "the cards were looked at before the error was called",
        ),
    )
    return Ruling(
        outcomes=(BET_STAYS(),),
        because=because,
        say="the cards stand and later cards keep their order",
    )


# --- Order and numbers -----------------------------------------------------------------


@rule("draw-high/0.4", on=DrawnBeforeDiscard, cites=("glossary/discard",))
def drawn_before_discarding(now: Moment[DrawnBeforeDiscard]) -> Ruling | None:
    """Discards go out before new cards come; put right while they can be told from them."""
    return _discards_first(now, now.trigger.seat, now.trigger.served) if _is_draw(now) else None


@rule("draw-high/0.4", about=DISCARDS, cites=("glossary/discard",))
def discards_questioned(now: Moment[AttentionCalled]) -> Ruling | None:
    """A seat served before it discarded is put right, or fouled where nobody can tell the cards."""
    seat, hand = now.trigger.seat, now.hand
    if seat is None or seat not in hand.seats or not _is_draw(now) or not hand.seats[seat].live:
        return None
    served = hand.draw.of(seat).served_seq
    early = _ruled_on_discards(now, seat)
    if not early and not _served_too_many(hand, seat):
        fact = Fact(now.seq, f"seat {seat} discarded before it was served")
        return Ruling(outcomes=(NO_IRREGULARITY(seat),), seats=(seat,), because=(fact,))
    if established(now, "identifiable") is False:
        before = Fact(served, f"seat {seat} was served before it had discarded")
        mixed = Fact(now.seq, "its discards can no longer be told apart")
        outcomes = (HAND_FOULED(seat), BET_STAYS(seat))
        return Ruling(outcomes=outcomes, seats=(seat,), because=(before, mixed))
    return early[-1] if early else _discards_first(now, seat, served)


def _ruled_on_discards(now: AnyMoment, seat: int) -> list[Ruling]:
    return [r for r in rulings_so_far(now) if r.rule == "draw-high/0.4" and seat in r.seats]


def _served_too_many(hand: Hand, seat: int) -> bool:
    """Whether it was served and holds more than a hand, with nothing thrown away."""
    mine = hand.draw.of(seat)
    return bool(mine.served and not mine.thrown) and hand.seats[seat].count > whole_hand(hand)


def _discards_first(now: AnyMoment, seat: int, served: int) -> Ruling:
    mine = now.seat(seat)
    over = max(mine.count - whole_hand(now.hand), 0)
    pattern = {"type": "discarded", "seat": seat, "count": over}
    return Ruling(
        outcomes=(DEALER_CORRECTS(seat, by=(pattern,) if over else ()),),
        seats=(seat,),
        because=(Fact(served, f"seat {seat} was served before it had discarded"),),
        considered=(Weighed("draw-high/4g", "the discards can still be told apart"),),
        factors=("whether the discards can still be told apart",),
    )


@rule("draw-high/0.9", on=DrawOutOfTurn)
def number_out_of_turn(now: Moment[DrawOutOfTurn]) -> Ruling:
    """The draw goes clockwise from the button's left; a number given early waits its turn."""
    return waits_its_turn(now)


def waits_its_turn(now: Moment[DrawOutOfTurn]) -> Ruling:
    """A number given early stands once the draw comes to its seat."""
    found = now.trigger
    who = f"seat {found.due} draws first" if found.due else "the draw has not begun"
    return Ruling(
        outcomes=(ACTION_BACKED_UP(found.seat),),
        seats=(found.seat,),
        because=(Fact(now.seq, f"seat {found.seat} spoke before its turn; {who}"),),
    )


@rule("draw-high/0.9", on=ServedOutOfOrder)
def served_out_of_order(now: Moment[ServedOutOfOrder]) -> Ruling:
    """The right seat is served first; cards already served stay where they are."""
    return served_cards_stand(now)


def served_cards_stand(now: Moment[ServedOutOfOrder]) -> Ruling:
    """Cards served out of order stay by default; the floor may have them moved."""
    found = now.trigger
    keep = Option(
        (CARD_KEEP(found.seat),),
        presumed=True,
        label="served cards stand",
    )
    move = Option(
        (DEALER_CORRECTS(found.seat),),
        label="the card goes to the right seat",
    )
    return Ruling(
        outcomes=(FLOOR_DECIDES(found.seat),),
        seats=(found.seat,),
        certainty=FLOOR,
        options=(keep, move),
        factors=("whether the card was looked at", "how many cards followed it"),
        because=(Fact(now.seq, f"seat {found.due} was to be served"),),
    )


@rule("draw-high/5b", on=FiveWanted)
def fifth_deferred(now: Moment[FiveWanted]) -> Ruling | None:
    """A player who wants five gets four at once and the fifth after everyone else has drawn."""
    found = now.trigger
    if found.last:
        return None
    pattern = {"type": "dealt", "to": found.seat, "face": "down"}
    return Ruling(
        outcomes=(DEFER_FIFTH_CARD(found.seat, by=(pattern,)),),
        seats=(found.seat,),
        because=(Fact(now.seq, f"seat {found.seat} wants five and others draw after it"),),
        considered=(Weighed("draw-high/5c", "others draw after it"),),
    )


@rule("draw-high/5c", on=FiveWanted)
def burn_for_the_last(now: Moment[FiveWanted]) -> Ruling | None:
    """The last player who wants five gets four, then a card is burned, then the fifth."""
    found = now.trigger
    if not found.last:
        return None
    pattern = {"type": "dealt", "to": found.seat, "face": "down"}
    return Ruling(
        outcomes=(BURN_THEN_CARD(found.seat, by=(pattern,)),),
        seats=(found.seat,),
        because=(Fact(now.seq, f"seat {found.seat} draws last and wants five"),),
        considered=(Weighed("draw-high/5b", "nobody draws after it"),),
    )


@rule("draw-high/5b", on=FifthNeedsBurn, cites=("draw-high/5a",))
def burn_before_deferred_fifth(now: Moment[FifthNeedsBurn]) -> Ruling | None:
    """A deferred fifth with no card in between follows a burn, so nobody takes five in a row."""
    seat = now.trigger.seat
    if any(BURN_THEN_CARD.names(d) and d.seat == seat for d in now.after.dues):
        return None
    pattern = {"type": "dealt", "to": seat, "face": "down"}
    return Ruling(
        outcomes=(BURN_THEN_CARD(seat, by=(pattern,)),),
        seats=(seat,),
        because=(Fact(now.seq, f"no other seat took a card after seat {seat}"),),
    )


@rule("draw-high/5a", on=FiveInARow)
def five_in_a_row(now: Moment[FiveInARow]) -> Ruling:
    """A player takes at most four cards in a row; a fifth goes on unless it was looked at."""
    found = now.trigger
    seat = found.seat
    return Ruling(
        outcomes=(
            DEALER_CORRECTS(
                seat,
                by=(_fifth_moves(now, seat, found.burn_due),),
            ),
        ),
        seats=(seat,),
        cites=("draw-high/5c",) if found.burn_due else (),
        because=(Fact(now.seq, f"a fifth card in a row went to seat {seat}"),),
        certainty=CONDITIONAL,
        needs=({"type": "attention_called", "about": "fifth_card", "seat": seat},),
        say="if the fifth card has not been looked at",
    )


def _fifth_moves(now: AnyMoment, seat: int, burn: bool) -> dict[str, object]:
    to = "burn" if burn else _next_drawer(now.hand, seat) or "stub"
    return {"type": "card_moved", "from": seat, "to": to}


@rule("draw-high/5a", about=("fifth_card",))
def fifth_card_question(now: Moment[AttentionCalled]) -> Ruling | None:
    """An unseen fifth card is moved; one that was looked at stays, and the error is noted."""
    event = now.trigger
    seat = event.seat
    if seat is None or seat not in now.hand.seats:
        return None
    untouched = established(now, "untouched")
    fact = Fact(
        now.hand.draw.of(seat).served_seq or now.seq, f"a fifth card in a row went to seat {seat}"
    )
    draw = now.hand.draw
    last = bool(draw.order) and draw.order[-1] == seat
    cites = ("draw-high/5c",) if last else ()
    if draw.of(seat).served < 5:
        outcome = NO_IRREGULARITY(seat)
        return Ruling(
            outcomes=(outcome,),
            seats=(seat,),
            because=(Fact(now.seq, "no fifth card was served"),),
        )
    if untouched:
        by = (_fifth_moves(now, seat, last),)
        outcome = DEALER_CORRECTS(seat, by=by)
        return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,), cites=cites)
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat), CARD_KEEP(seat)),
        seats=(seat,),
        certainty=FLOOR,
        cites=cites,
        options=(
            Option(
                (CARD_KEEP(seat),),
                presumed=True,
                label="the card stays",
            ),
            Option(
                (DEALER_CORRECTS(seat, by=(_fifth_moves(now, seat, last),)),),
                label="the card goes on as if it had not been seen",
            ),
        ),
        factors=("whether the card was really seen",),
        because=(fact,),
    )


@rule("draw-high/6", on=RequestChanged, cites=("glossary/burncard", "glossary/action"))
def changing_the_number(now: Moment[RequestChanged]) -> Ruling:
    """A number may change until a card or the burn answers it, or somebody acts on it."""
    found = now.trigger
    seat = found.seat
    if not found.lock:
        outcome = REQUEST_MAY_CHANGE(seat, amount=found.new)
        fact = Fact(now.seq, "no card has left the deck for it and nobody acted on it")
        return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))
    why = {
        "binding": "a number binds at once in this house",
        "served": "cards were dealt in answer to it",
        "burned": "the burn was dealt in answer to it",
        "acted_on": "another player has spoken since",
        "discarded": "the cards are already among the discards",
    }[found.lock]
    outcome = REQUEST_LOCKED(seat, amount=found.old)
    return Ruling(
        outcomes=(outcome,),
        seats=(seat,),
        because=(Fact(found.entry, why),),
    )


# --- Questions -----------------------------------------------------------------------


def _open_question(hand: Hand) -> bool:
    """Until there is betting action after the draw."""
    return hand.drawn and not hand.acted_since_draw


def _asker_live(now: AnyMoment, by: object) -> bool:
    if not isinstance(by, int):
        return True
    seat = now.hand.seats.get(by)
    return seat is not None and seat.live


def _answers(seat: int) -> tuple[Pattern, ...]:
    """The player asked answers, or the dealer does."""
    return tuple({"type": "draw_count_answered", "by": by, "of": seat} for by in (seat, "dealer"))


@rule("draw-high/7", on=DrawCountAsked, cites=("glossary/action",))
def asked(now: Moment[DrawCountAsked]) -> Ruling | None:
    """A live player's question must be answered until there is action after the draw."""
    event = now.trigger
    if not _is_draw(now) or not now.hand.on or event.of not in now.hand.seats:
        return None
    if not _asker_live(now, event.by):
        outcome = MAY_DECLINE(event.of)
        fact = Fact(now.seq, f"seat {event.by} is not in the hand")
        return Ruling(outcomes=(outcome,), seats=(event.of,), because=(fact,))
    if _open_question(now.hand):
        outcome = MUST_ANSWER(event.of, by=_answers(event.of))
        fact = Fact(now.seq, "there has been no betting action after the draw")
        return Ruling(outcomes=(outcome,), seats=(event.of,), because=(fact,))
    outcomes = (MAY_DECLINE(event.of), MUST_NOT_ANSWER())
    fact = Fact(
        now.hand.street_closed or now.seq,
        "there has been betting action after the draw",
    )
    return Ruling(outcomes=outcomes, seats=(event.of,), because=(fact,))


@rule("draw-high/7", on=DrawCountAnswered)
def answered(now: Moment[DrawCountAnswered]) -> Ruling | None:
    """The dealer must not answer after action; a wrong number is corrected at once."""
    event, hand = now.trigger, now.hand
    if not _is_draw(now) or event.of not in hand.seats or not hand.on:
        return None
    if not _open_question(hand) and event.by == "dealer" and not event.refused:
        fact = Fact(now.seq, "the dealer answered after betting action")
        return Ruling(outcomes=(MUST_NOT_ANSWER(), WARNING()), because=(fact,))
    if event.refused and _open_question(hand):
        outcome = MUST_ANSWER(event.of, by=_answers(event.of))
        return Ruling(
            outcomes=(outcome,),
            seats=(event.of,),
            because=(Fact(now.seq, "the answer was refused"),),
        )
    return _wrong_number(now, event)


def _wrong_number(now: AnyMoment, event: DrawCountAnswered) -> Ruling | None:
    right = now.hand.draw.of(event.of).wants
    if event.count is None or right is None or event.count == right:
        return None
    seats = (event.by,) if isinstance(event.by, int) else ()
    fact = (Fact(now.seq, f"the answer was {event.count}; {right} were drawn"),)
    penalty = now.policy.false_draw_count_penalty
    fix: tuple[Outcome, ...] = ()
    if _open_question(now.hand):
        by = tuple({**answer, "count": right} for answer in _answers(event.of))
        fix = (DEALER_CORRECTS(event.of, amount=right, by=by),)
    warned = event.by if isinstance(event.by, int) else None
    if penalty == "none":
        return Ruling(outcomes=fix, seats=seats, because=fact) if fix else None
    if penalty == "floor":
        options = (
            Option((WARNING(warned),), presumed=True, label="a warning"),
            Option((PENALTY(warned),), label="a penalty"),
        )
        return Ruling(
            outcomes=(*fix, FLOOR_DECIDES()),
            seats=seats,
            because=fact,
            certainty=FLOOR,
            options=options,
            factors=("whether it was deliberate",),
        )
    return Ruling(outcomes=(*fix, WARNING(warned)), seats=seats, because=fact)


@rule("draw-high/9", on=RappedFacingBet, cites=("glossary/pass", "glossary/pat"))
def knock_facing_a_raise(now: Moment[RappedFacingBet]) -> Ruling | None:
    """A player who knocks pat unaware of a raise keeps the hand and every option."""
    found = now.trigger
    seat = found.seat
    reads_as_pass = now.policy.rap_presumption == "pass_is_fold"
    if not found.told and not reads_as_pass:
        return Ruling(
            outcomes=(HAND_LIVE(seat),),
            seats=(seat,),
            because=(Fact(now.seq, f"nothing shows that seat {seat} knew of the bet"),),
            considered=(
                Weighed(
                    "glossary/pass",
                    "a pass facing a bet folds only with knowledge of it",
                ),
            ),
            say="the knock is no draw and no fold",
        )
    knew = "had been told of the bet" if found.told else "knocked with a bet to call"
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(
            Option(
                (ACTION_VOID(seat),),
                presumed=not reads_as_pass,
                label="the dealer asks first",
            ),
            Option(
                (HAND_DEAD(seat),),
                presumed=reads_as_pass,
                label="a pass facing a bet is a fold",
            ),
        ),
        factors=("whether the seat knew of the raise", "whether cards were released"),
        because=(Fact(now.seq, f"seat {seat} {knew}"),),
    )


RULES = (
    drawn_before_discarding,
    discards_questioned,
    kept_before_the_draw,
    asked_about_exposed,
    refused_on_the_draw,
    replaced_too_early,
    burn_before_the_draw,
    extra_burn_in_the_draw,
    burn_question,
    number_out_of_turn,
    served_out_of_order,
    fifth_deferred,
    burn_for_the_last,
    burn_before_deferred_fifth,
    five_in_a_row,
    fifth_card_question,
    changing_the_number,
    asked,
    answered,
    knock_facing_a_raise,
)
