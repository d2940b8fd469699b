"""Jacks or better: false openers, proving and splitting openers.

| article | says | rule |
| --- | --- | --- |
| jacks-or-better/2, 4, 6 | the matrix of a false opening | ``false_opening``, ``pot_plays`` |
| jacks-or-better/2a, 2b | who may declare | ``declared``, ``may_not_declare`` |
| jacks-or-better/2e | nobody declares | ``nobody_declares`` |
| jacks-or-better/3 | openers must be proved | ``prove_openers``, ``not_proved`` |
| jacks-or-better/5a, 5b | all-in openers | ``all_in_false_opener`` |
| jacks-or-better/7 | fetching a hand back | floor: ``fetch_the_hand_back`` |
| jacks-or-better/8 | keep and show | ``keep_and_show`` |
| jacks-or-better/9a, 9b, 10 | splitting openers | ``split_to_be_shown`` ... |
| jacks-or-better/11 | no refund | ``no_refund`` |
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import AttentionCalled
from adjudicator.play.betting.outcomes import (
    ACTION_BACKED_UP,
    ACTION_VOID,
    BET_RETURNED,
    BET_STAYS,
    BET_WITHDRAWABLE,
)
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_LIVE
from adjudicator.play.opening.findings import (
    FalseOpening,
    NobodyDeclared,
    OpenerStands,
    PotDeclared,
)
from adjudicator.play.opening.outcomes import ASK_OPENERS, MUST_PROVE_OPENERS, POT_PLAYS
from adjudicator.play.opening.proof import proof
from adjudicator.play.posting.outcomes import BUTTON_ADVANCES, LOCKED_OUT, NO_FURTHER_ANTE, RE_ANTE
from adjudicator.play.showdown.findings import ClosedUnproved
from adjudicator.play.showdown.outcomes import LOSES_POT, POT_CARRIES
from adjudicator.play.speech.outcomes import FLOOR_DECIDES, NO_IRREGULARITY, WARNING
from rulebook.rules.shared import ante_due, established, rule, rulings_so_far, seat_in_question

FALSE_OPENING = "jacks-or-better/2c"
UNTIL = "pot_won_by_another"
FALSE = ("false", "unproved", "infeasible", "recorded_false")
HIDDEN = ("not_shown", "unproved", "partial", "false")
NONE_KEPT = "no openers among the cards it kept"


@rule(
    FALSE_OPENING,
    on=FalseOpening,
    cites=("jacks-or-better/1a", "jacks-or-better/2", "glossary/dead-hand"),
)
def false_opening(now: Moment[FalseOpening]) -> Ruling:
    """A false opener's hand is dead and the opening bet stays; further bets may be taken back."""
    found = now.trigger
    seat = found.seat
    outcomes = [HAND_DEAD(seat)]
    if found.opening:
        outcomes.append(BET_STAYS(seat, amount=found.opening))
    cites: tuple[str, ...] = ()
    if found.other_bets and not found.action_done:
        outcomes.append(BET_WITHDRAWABLE(seat, amount=found.other_bets))
        cites = ("jacks-or-better/2d",)
    revived = tuple(HAND_LIVE(folded) for folded in found.folded)
    asks = (*revived, ASK_OPENERS(seat))
    also = (POT_PLAYS(),) if found.plays else asks
    how = "showed a hand that does not open" if found.shown else "opened on a hand that is dead"
    return Ruling(
        outcomes=(*outcomes, *revived),
        also=also,
        seats=(seat,),
        say=f"seat {seat} {how}",
        cites=cites,
        follows=found.ruling,
        because=(
            Fact(now.hand.opening.seq, f"seat {seat} opened"),
            Fact(now.seq, f"seat {seat} {how}"),
        ),
        considered=tuple(_spared(found)),
    )


def _spared(found: FalseOpening) -> Iterator[Weighed]:
    """What else a false opening may bring, and why it does not here."""
    if not found.plays:
        why = "no raise, fewer than two calls, and the action before the draw still open"
        yield Weighed("jacks-or-better/4", why)
    if not found.all_in:
        yield Weighed("jacks-or-better/5b", "the opener was not all-in for the antes")


@rule("jacks-or-better/4", on=FalseOpening, cites=("glossary/raise", "glossary/action"))
def pot_plays(now: Moment[FalseOpening]) -> Ruling | None:
    """The pot plays all the same after a raise, two calls, or once the action is complete."""
    found = now.trigger
    if not found.plays:
        return None
    why = "two players had called the opening"
    if found.action_done:
        why = "the action before the draw was complete"
    elif found.raised:
        why = "the opening had been raised"
    return Ruling(
        outcomes=(POT_PLAYS(),),
        follows=FALSE_OPENING,
        because=(Fact(now.hand.street_closed or now.seq, why),),
        considered=(Weighed("jacks-or-better/2a", "the pot plays without a new opener"),),
    )


@rule("jacks-or-better/6", on=FalseOpening)
def nothing_back(now: Moment[FalseOpening]) -> Ruling | None:
    """Once the action before the draw is complete the opener takes nothing back."""
    found = now.trigger
    if not found.action_done:
        return None
    fact = Fact(now.hand.street_closed or now.seq, "the action before the draw is complete")
    return Ruling(
        outcomes=(BET_STAYS(found.seat),),
        follows=FALSE_OPENING,
        seats=(found.seat,),
        because=(fact,),
        considered=(Weighed("jacks-or-better/2d", fact.fact),),
    )


@rule("jacks-or-better/5b", on=FalseOpening)
def all_in_false_opener(now: Moment[FalseOpening]) -> Ruling | None:
    """An all-in false opener loses its antes and gets no cards until another wins the pot."""
    found = now.trigger
    if not found.all_in:
        return None
    seat = found.seat
    outcomes = (
        HAND_DEAD(seat),
        LOCKED_OUT(seat, until=UNTIL),
    )
    fact = Fact(now.hand.opening.seq, f"seat {seat} was all-in when it opened")
    return Ruling(outcomes=outcomes, seats=(seat,), because=(fact,), follows=FALSE_OPENING)


@rule("jacks-or-better/2b", on=PotDeclared)
def may_not_declare(now: Moment[PotDeclared]) -> Ruling | None:
    """A player who passed may not declare the pot open: they had openers or have none."""
    found = now.trigger
    if found.allowed:
        return None
    why = "had checked before the false opening" if found.checked else "may not declare now"
    fact = Fact(now.seq, f"seat {found.seat} {why}")
    return Ruling(
        outcomes=(ACTION_VOID(found.seat),),
        seats=(found.seat,),
        because=(fact,),
        considered=(Weighed("jacks-or-better/2a", fact.fact),),
    )


@rule("jacks-or-better/2a", on=PotDeclared)
def declared(now: Moment[PotDeclared]) -> Ruling | None:
    """Another live player may declare the pot open, asked clockwise from the false opener."""
    found = now.trigger
    if not found.allowed:
        return None
    seat = found.seat
    if found.turn != seat:
        fact = Fact(now.seq, f"seat {found.turn} is asked first")
        return Ruling(
            outcomes=(ACTION_BACKED_UP(seat),),
            seats=(seat,),
            because=(fact,),
        )
    fact = Fact(now.seq, f"seat {seat} declares the pot open")
    return Ruling(
        outcomes=(POT_PLAYS(), HAND_LIVE(seat)),
        seats=(seat,),
        because=(fact,),
    )


@rule("jacks-or-better/2e", on=NobodyDeclared, cites=("jacks-or-better/2f", "draw-high/11"))
def nobody_declares(now: Moment[NobodyDeclared]) -> Ruling:
    """If nobody declares, all bets but the opener's first go back and the pot is carried."""
    found = now.trigger
    returns = tuple(BET_RETURNED(seat, amount=amount) for seat, amount in found.returns)
    again = now.policy.ante_after_false_open or ante_due(now)
    return Ruling(
        outcomes=(
            *returns,
            POT_CARRIES(amount=found.carried),
            BUTTON_ADVANCES(),
            (RE_ANTE if again else NO_FURTHER_ANTE)(),
        ),
        seats=tuple(seat for seat, _ in found.returns),
        because=(Fact(now.seq, "nobody who may has declared the pot open"),),
        follows=FALSE_OPENING,
    )


# --- Proof ---------------------------------------------------------------------------


@rule("jacks-or-better/3", on=OpenerStands, cites=("glossary/openers",))
def prove_openers(now: Moment[OpenerStands]) -> Ruling | None:
    """Whoever opened must prove openers to win the pot, contested or not."""
    found = now.trigger
    if found.proof not in ("not_shown", "partial"):
        return None
    seat = found.seat
    pattern = {"type": "shown", "seat": seat, "purpose": "openers"}
    outcome = MUST_PROVE_OPENERS(seat, by=(pattern,))
    return Ruling(
        outcomes=(outcome,),
        seats=(seat,),
        because=(Fact(now.hand.opening.seq, f"seat {seat} opened"),),
    )


@rule("jacks-or-better/3", on=OpenerStands, cites=("jacks-or-better/1a", "jacks-or-better/9a"))
def not_proved(now: Moment[OpenerStands]) -> Ruling | None:
    """An opener who cannot prove openers from the cards kept loses to the best other hand."""
    found = now.trigger
    if found.proof not in ("false", "unproved"):
        return None
    return _loses(now, found.seat, NONE_KEPT, UNKNOWN)


UNKNOWN = Weighed("jacks-or-better/7", "the thrown cards are not known with certainty")


def _loses(now: AnyMoment, seat: int, why: str, *weighed: Weighed) -> Ruling:
    others = [s for s in now.hand.live if s != seat]
    facts = (Fact(now.hand.opening.seq, f"seat {seat} opened"), Fact(now.seq, why))
    if others:
        return Ruling(
            outcomes=(LOSES_POT(seat),),
            seats=(seat,),
            because=facts,
            considered=weighed,
            say=why,
        )
    return _uncontested(now, seat, facts, why)


def _uncontested(now: AnyMoment, seat: int, facts: tuple[Fact, ...], why: str) -> Ruling:
    """Nobody else is live: the pot is carried as forfeited money, the floor confirms."""
    carry = now.policy.unproved_uncontested != "last_folder"
    carried = Option(
        (POT_CARRIES(amount=now.hand.pot),),
        presumed=carry,
        label="the pot is carried for the next deal",
    )
    hand = now.hand
    folder = hand.action.last_actor if hand.action.last_actor != seat else None
    gone = folder is None or hand.seats[folder].status != "folded"
    last = Option(
        (FLOOR_DECIDES(),) if gone else (HAND_LIVE(folder),),
        presumed=not carry,
        label="the pot goes to the last player who folded",
    )
    mine = hand.seats[seat]
    shut_out = mine.all_in and not mine.opened_for
    return Ruling(
        outcomes=(LOSES_POT(seat), LOCKED_OUT(seat, until=UNTIL))
        if shut_out
        else (LOSES_POT(seat),),
        seats=(seat,),
        because=facts,
        cites=("jacks-or-better/5b",) if shut_out else (),
        certainty=FLOOR,
        options=(carried, last),
        factors=("whether the hand can still be identified",),
        say=f"seat {seat} cannot win it, {why}",
    )


@rule("jacks-or-better/9b", on=OpenerStands, cites=("jacks-or-better/3",))
def could_not_have_opened(now: Moment[OpenerStands]) -> Ruling | None:
    """An opener whose final hand and discards could never have held openers loses the pot."""
    found = now.trigger
    why = {
        "infeasible": "no five of its final hand and discards hold openers",
        "recorded_false": "the cards it opened on, as recorded, are no openers",
    }.get(found.proof)
    return None if why is None else _loses(now, found.seat, why)


@rule("jacks-or-better/9a", on=OpenerStands, cites=("jacks-or-better/10",))
def split_to_be_shown(now: Moment[OpenerStands]) -> Ruling | None:
    """Openers may be split, with the discards under a chip; they are exposed at the end."""
    found = now.trigger
    if found.proof != "split":
        return None
    pattern = {"type": "shown", "seat": found.seat, "purpose": "discards"}
    outcome = MUST_PROVE_OPENERS(found.seat, by=(pattern,))
    facts = [
        Fact(one.thrown_seq, f"seat {found.seat} kept the discards under a chip")
        for one in now.hand.in_draws(found.seat)
        if one.under_chip
    ]
    facts += [
        Fact(one.split_said, f"seat {found.seat} said it was splitting")
        for one in now.hand.in_draws(found.seat)
        if one.split_said
    ]
    say = "the discards under its chip are turned up"
    return Ruling(outcomes=(outcome,), seats=(found.seat,), because=tuple(facts), say=say)


@rule("jacks-or-better/9a", on=OpenerStands, cites=("jacks-or-better/7",))
def split_without_a_word(now: Moment[OpenerStands]) -> Ruling | None:
    """Openers split without a word are proved by their discards only if the floor allows."""
    found = now.trigger
    if found.proof != "provable":
        return None
    seat = found.seat
    fact = Fact(now.seq, f"seat {seat} did not say that it was splitting")
    if now.policy.undeclared_split == "loses_pot":
        return Ruling(outcomes=(LOSES_POT(seat),), seats=(seat,), because=(fact,))
    allow = Option((HAND_LIVE(seat),), presumed=True, label="the proof is accepted")
    refuse = Option((LOSES_POT(seat),), label="the proof fails")
    return Ruling(
        outcomes=(WARNING(seat), FLOOR_DECIDES(seat)),
        seats=(seat,),
        certainty=FLOOR,
        options=(allow, refuse),
        factors=("whether the discards are beyond doubt the opener's",),
        because=(fact,),
    )


def _openers_subject(now: Moment[AttentionCalled]) -> int | None:
    event = now.trigger
    seat = event.seat if event.seat is not None else now.hand.opening.opener
    fits = seat is not None and seat in now.hand.seats and now.profile.opens_on_jacks
    return seat if fits else None


@rule("jacks-or-better/7", about=("openers", "retrieve_openers"))
def fetch_the_hand_back(now: Moment[AttentionCalled]) -> Ruling | None:
    """Management may let the opener fetch a thrown hand back, if every card is beyond doubt."""
    seat = _openers_subject(now)
    if seat is None or seat != now.hand.opening.opener:
        return None
    mine = now.hand.seats[seat]
    sure = established(now, "identifiable")
    if sure is None:
        sure = {"identifiable": True, "gone": False}.get(mine.mucked.how or "")
    doubtful = mine.barred or mine.mucked.how is not None
    if not sure or not doubtful:
        return None
    allow = Option(
        (HAND_LIVE(seat),),
        presumed=True,
        label="the cards are fetched back",
    )
    refuse = Option((LOSES_POT(seat),), label="the cards stay where they are")
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(allow, refuse),
        factors=(
            "whether every needed card is identified beyond doubt",
            "who threw the cards, and why",
        ),
        because=(Fact(now.seq, "the thrown cards can be told from the rest"),),
    )


@rule("jacks-or-better/3", about=("openers", "retrieve_openers"))
def openers_questioned(now: Moment[AttentionCalled]) -> Ruling | None:
    """A question about openers is answered by what has been shown and what can be told apart."""
    seat = _openers_subject(now)
    hand = now.hand
    if seat is None or seat != hand.opening.opener:
        return None
    how = proof(hand, seat)
    if how == "proved":
        return _answer(now, seat, "openers are among the cards it kept")
    if how in HIDDEN and _gone(now, seat):
        why = "openers are not shown and its thrown cards cannot be told apart"
        return _loses(now, seat, why, UNKNOWN)
    if _told_apart(now, seat):
        return None
    if how in FALSE:
        return _standing_loss(now, seat) or _loses(now, seat, NONE_KEPT, UNKNOWN)
    purpose = "discards" if how == "split" else "openers"
    outcome = MUST_PROVE_OPENERS(seat, by=({"type": "shown", "seat": seat, "purpose": purpose},))
    fact = Fact(hand.opening.seq, f"seat {seat} opened")
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


def _gone(now: Moment[AttentionCalled], seat: int) -> bool:
    """Whether its thrown cards are said, or on record, to be lost among the others."""
    return established(now, "identifiable") is False or now.hand.seats[seat].mucked.how == "gone"


def _told_apart(now: Moment[AttentionCalled], seat: int) -> bool:
    """Whether its thrown cards are said, or on record, to be told from the others."""
    return bool(established(now, "identifiable")) or now.seat(seat).mucked.how == "identifiable"


def _standing_loss(now: AnyMoment, seat: int) -> Ruling | None:
    """The last ruling that the seat cannot win the pot, if there is one."""
    lost = [one for one in rulings_so_far(now) if seat in one.seats and one.orders(LOSES_POT)]
    return lost[-1] if lost else None


def _answer(now: AnyMoment, seat: int, fact: str) -> Ruling:
    return Ruling(
        outcomes=(NO_IRREGULARITY(seat),),
        seats=(seat,),
        because=(Fact(now.seq, fact),),
        cites=("jacks-or-better/10",),
    )


@rule("jacks-or-better/2a", about=("false_openers",))
def openers_admitted(now: Moment[AttentionCalled]) -> Ruling | None:
    """An opener who admits to having no openers is asked to show the hand."""
    seat = _openers_subject(now)
    if seat is None or seat != now.hand.opening.opener or now.hand.drawn:
        return None
    need = {"type": "shown", "seat": seat, "purpose": "openers"}
    fact = Fact(now.seq, f"the opening of seat {seat} is questioned")
    return Ruling(
        outcomes=(HAND_DEAD(seat),),
        seats=(seat,),
        because=(fact,),
        certainty=CONDITIONAL,
        needs=(need,),
    )


@rule("jacks-or-better/8", about=("retain_openers",))
def keep_and_show(now: Moment[AttentionCalled]) -> Ruling | None:
    """Any player may ask the opener to keep the opening hand and show it after the award."""
    seat = _openers_subject(now)
    if seat is None:
        return None
    if now.hand.seats[seat].mucked.how is not None:
        outcome = FLOOR_DECIDES(seat)
        stays = Option(
            (NO_IRREGULARITY(seat),),
            presumed=True,
            label="the hand stays in the muck",
        )
        fetched = Option(
            (MUST_PROVE_OPENERS(seat),),
            label="the hand is fetched back and shown",
        )
        fact = Fact(now.seq, "the request came after the hand was thrown away")
        return Ruling(
            outcomes=(outcome,),
            seats=(seat,),
            because=(fact,),
            certainty=FLOOR,
            options=(stays, fetched),
            cites=("jacks-or-better/7",),
            factors=("whether the hand can be identified beyond doubt",),
        )
    pattern = {"type": "shown", "seat": seat, "purpose": "openers"}
    outcome = MUST_PROVE_OPENERS(seat, by=(pattern,))
    fact = Fact(now.seq, f"the opener, seat {seat}, is asked to keep and show the opening hand")
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


@rule("jacks-or-better/8", on=ClosedUnproved)
def not_shown_as_asked(now: Moment[ClosedUnproved]) -> Ruling:
    """An opener who does not show what was asked for is warned."""
    seat = now.trigger.seat
    outcome = WARNING(seat)
    return Ruling(
        outcomes=(outcome,),
        seats=(seat,),
        because=(Fact(now.seq, "the hand ended without openers shown"),),
    )


@rule("jacks-or-better/6", about=("refund",))
def opener_wants_chips_back(now: Moment[AttentionCalled]) -> Ruling | None:
    """After the action before the draw is complete the opener withdraws nothing."""
    hand, seat = now.hand, seat_in_question(now)
    if seat is None or seat not in hand.seats:
        return None
    if not now.profile.opens_on_jacks or hand.street_closed == 0:
        return None
    opened = any(r.rule == "jacks-or-better/2c" and seat in r.seats for r in rulings_so_far(now))
    if not opened and hand.opening.opener != seat:
        return None
    fact = Fact(hand.street_closed, "the action before the draw is complete")
    return Ruling(outcomes=(BET_STAYS(seat),), seats=(seat,), because=(fact,))


@rule(
    "rrop-betting/13",
    about=("refund",),
    cites=("jacks-or-better/11",),
    displaces=("jacks-or-better/11",),
)
def called_what_lay_open(now: Moment[AttentionCalled]) -> Ruling | None:
    """Chips put in when the opener's hand already lay open as false are no call of it."""
    hand, seat = now.hand, seat_in_question(now)
    opener = hand.opening.opener
    if not now.profile.opens_on_jacks or opener is None or seat in (None, opener):
        return None
    lay_open = hand.seats[opener].shown_seq
    late = (
        0 < lay_open < hand.action.last
        and hand.action.last_actor == seat
        and hand.action.last_put > 0
    )
    if not late or proof(hand, opener) not in FALSE:
        return None
    return Ruling(
        outcomes=(BET_RETURNED(seat, amount=hand.action.last_put),),
        seats=(seat,),
        because=(
            Fact(lay_open, f"seat {opener} tabled a hand without openers"),
            Fact(hand.action.last, f"seat {seat} put chips in after that"),
        ),
        considered=(Weighed("jacks-or-better/11", "the opener's hand lay open already"),),
        say=f"seat {opener}'s hand lay open without openers before the chips went in",
    )


@rule("jacks-or-better/11", about=("refund",))
def no_refund(now: Moment[AttentionCalled]) -> Ruling | None:
    """A player who calls the opener after the draw on a hopeless hand gets nothing back."""
    hand, seat = now.hand, seat_in_question(now)
    if seat is None or seat not in hand.seats or seat == hand.opening.opener:
        return None
    if not now.profile.opens_on_jacks:
        return None
    opened = any(r.rule == "jacks-or-better/2c" and seat in r.seats for r in rulings_so_far(now))
    if opened or not hand.draw_over:
        return None
    fact = Fact(
        now.seq,
        "the call was made with the opener's hand unseen; seeing it has its price",
    )
    return Ruling(outcomes=(BET_STAYS(seat),), seats=(seat,), because=(fact,))


RULES = (
    false_opening,
    pot_plays,
    nothing_back,
    all_in_false_opener,
    may_not_declare,
    declared,
    nobody_declares,
    prove_openers,
    not_proved,
    could_not_have_opened,
    split_to_be_shown,
    split_without_a_word,
    fetch_the_hand_back,
    openers_questioned,
    openers_admitted,
    keep_and_show,
    not_shown_as_asked,
    opener_wants_chips_back,
    called_what_lay_open,
    no_refund,
)
