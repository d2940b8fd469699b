"""Baseball: who begins, the five rounds, what a player pays, and who is out.

| article | says | rule |
| --- | --- | --- |
| baseball/rounds, round-end | five rounds | ``street_too_early``, ``round_left_out`` |
| baseball/first-to-act | best upcards start | ``best_upcards_start``, ``wrong_start`` |
| baseball/limits | bet one, three raises | ``one_unit``, ``three_raises`` |
| baseball/actions | match, raise or fold | ``check_facing_a_bet``, ``too_little`` ... |
| baseball/fold | out of the hand | ``card_for_a_folded_seat``, ``folded_cannot_win`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling
from adjudicator.judging.scopes import Book
from adjudicator.log.events import Shown
from adjudicator.play.betting.findings import (
    ActedOutOfTurn,
    CheckedFacingBet,
    OverCall,
    RaiseOverCap,
    ShortCall,
    StartedByOther,
    WordsAndChipsDiffer,
    WrongAmount,
)
from adjudicator.play.betting.outcomes import (
    ACTION_BACKED_UP,
    ACTION_BINDING,
    ACTION_VOID,
    BET_COMPLETED,
    BET_RETURNED,
    BET_STAYS,
    RAISE_NOT_ALLOWED,
    STARTS,
)
from adjudicator.play.deal.findings import DealtOut, PrematureCard
from adjudicator.play.muck.outcomes import HAND_DEAD
from adjudicator.play.outcome import Outcome
from adjudicator.play.patterns import Pattern
from adjudicator.play.showdown.findings import AwardDiffers
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES
from adjudicator.table import deal_plan
from adjudicator.table.seat import Move
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from rulebook.rules.shared import rule, seats_of
from rulebook.rules.stud import stud

# --- The betting ----------------------------------------------------------------------


@rule(
    "baseball/rounds",
    on=PrematureCard,
    cites=("rrop-stud/14", "baseball/round-end"),
    displaces=("rrop-stud/14", "rrop-irregularities/15", "tda-rp/5"),
)
def street_too_early(now: Moment[PrematureCard]) -> Ruling | None:
    """Each street waits for its betting round; a card dealt before its end is premature."""
    return stud.taken_away(now)


@rule("baseball/rounds", on=Shown)
def round_left_out(now: Moment[Shown]) -> Ruling | None:
    """A betting round that was left out is held before the showdown, as the floor confirms."""
    event, was = now.trigger, now.was
    early = was.on and was.phase == "betting" and len(was.live) > 1
    mine = was.seats.get(event.seat)
    if event.purpose != "showdown" or not early or mine is None or not mine.live:
        return None
    if was.action.on_street or any(seat.shown for seat in was.seats.values()):
        return None
    held = Option((DEALER_CORRECTS(),), presumed=True, label="the round is held first")
    over = Option((BET_STAYS(),), label="the hands are shown down as they are")
    return Ruling(
        outcomes=(FLOOR_DECIDES(),),
        certainty=FLOOR,
        options=(held, over),
        factors=("how many have shown", "whether anybody had asked to bet"),
        because=(Fact(now.seq, f"a hand was shown before betting round {was.street} was held"),),
    )


@rule(
    "baseball/first-to-act",
    on=ActedOutOfTurn,
    cites=("baseball/exposed-ranking", "rrop-stud/7"),
    displaces=(Book("rrop-stud"), "rrop-betting/11", "tda/53"),
)
def best_upcards_start(now: Moment[ActedOutOfTurn]) -> Ruling | None:
    """The best upcards start every round, ties go to the nearest clockwise from the dealer."""
    return stud.wrong_start(now)


@rule(
    "baseball/first-to-act",
    on=StartedByOther,
    cites=("rrop-stud/7",),
    displaces=("rrop-stud/7", "rrop-betting/11", "tda/53"),
)
def wrong_start(now: Moment[StartedByOther]) -> Ruling:
    """When a player has acted behind a wrong starter the action stands by default."""
    found = now.trigger
    stands = Option(
        (ACTION_BINDING(found.first, told=True),),
        presumed=True,
        label="the action stands",
        also=(STARTS(found.first),),
    )
    back = (ACTION_BACKED_UP(found.first),)
    return Ruling(
        outcomes=(FLOOR_DECIDES(found.first),),
        seats=(found.first, found.behind),
        certainty=FLOOR,
        options=(stands, Option(back, label=f"seat {found.due} starts")),
        factors=("whether the right player had time to speak", "how many have acted behind"),
        because=stud.started_facts(now),
    )


@rule("baseball/limits", on=WrongAmount, displaces=("rrop-betting/limit-amounts",))
def one_unit(now: Moment[WrongAmount]) -> Ruling:
    """A bet is one unit and a raise one more; other amounts are corrected."""
    found = now.trigger
    move = found.move
    if move.to > found.over:
        legal = replace(move, to=found.under, all_in=False)
        excess = exact(move.to - found.under)
        outcome = BET_RETURNED(move.seat, amount=excess, move=legal)
    else:
        outcome = _made_up(replace(move, price=found.over, owes=found.over), move.verb, found.over)
    fact = Fact(
        move.seq or now.seq, f"seat {move.seat} put in {move.to}; a step is {now.hand.bet_size}"
    )
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


def _made_up(move: Move, verb: str, amount: Amount) -> Outcome:
    pattern = {"type": "acted", "seat": move.seat, "verb": verb, "to": amount}
    return BET_COMPLETED(move.seat, amount=amount, by=(pattern,), move=move)


@rule("baseball/limits", on=RaiseOverCap, displaces=("rrop-betting/raise-cap",))
def three_raises(now: Moment[RaiseOverCap]) -> Ruling:
    """A round takes three raises, with two players as well; a fourth is a call."""
    hand, move = now.hand, now.trigger.move
    legal = replace(move, verb="call", to=hand.bet_to_match, all_in=False)
    back = exact(move.to - hand.bet_to_match)
    outcomes = (
        RAISE_NOT_ALLOWED(move.seat, move=legal),
        BET_RETURNED(move.seat, amount=back, move=legal),
    )
    fact = Fact(now.seq, f"the round has had {hand.raises} raises")
    return Ruling(outcomes=outcomes[: 2 if back > 0 else 1], seats=(move.seat,), because=(fact,))


@rule("baseball/actions", on=CheckedFacingBet, displaces=("rrop-betting/limit-amounts",))
def check_facing_a_bet(now: Moment[CheckedFacingBet]) -> Ruling:
    """Once there is a bet a player matches it, raises or folds; a check does not count."""
    seat = now.trigger.move.seat
    fact = Fact(now.seq, f"the round stands at {now.hand.bet_to_match}")
    return Ruling(outcomes=(ACTION_VOID(seat),), seats=(seat,), because=(fact,))


@rule("baseball/actions", on=ShortCall, displaces=(Book("rrop-betting"),))
def too_little(now: Moment[ShortCall]) -> Ruling:
    """A player pays the difference to the level of the round; what is short is made up."""
    found = now.trigger
    move, price = found.move, found.price
    fact = Fact(move.seq or now.seq, f"seat {move.seat} put in {move.to} of {price}")
    outcome = _made_up(replace(move, price=now.hand.bet_to_match, owes=price), "call", price)
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


@rule("baseball/actions", on=OverCall, displaces=("rrop-betting/verbal",))
def too_much(now: Moment[OverCall]) -> Ruling:
    """A player pays only the difference to the level; what is more goes back."""
    found = now.trigger
    move = found.move
    back = exact(move.to - found.price)
    legal = replace(move, to=found.price, all_in=False)
    fact = Fact(
        move.seq or now.seq, f"seat {move.seat} put in {move.to} where {found.price} was due"
    )
    outcome = BET_RETURNED(move.seat, amount=back, move=legal)
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


@rule("baseball/actions", on=WordsAndChipsDiffer, displaces=("rrop-betting/verbal",))
def called_with_more(now: Moment[WordsAndChipsDiffer]) -> Ruling | None:
    """A caller pays the difference to the level, whatever was pushed in; the rest goes back."""
    move, meant = now.trigger.move, now.trigger.meant
    back = exact(move.to - meant.to)
    if move.said != "call" or back <= 0:
        return None
    fact = Fact(move.seq or now.seq, f"seat {move.seat} called and put in {move.to} of {meant.to}")
    outcome = BET_RETURNED(move.seat, amount=back, move=meant)
    return Ruling(outcomes=(outcome,), seats=(move.seat,), because=(fact,))


@rule("baseball/fold", on=DealtOut)
def card_for_a_folded_seat(now: Moment[DealtOut]) -> Ruling | None:
    """A player who folds gets no more cards: one dealt to them goes to the next seat due."""
    found = now.trigger
    mine = now.hand.seats.get(found.to)
    if mine is None or not now.hand.on:
        return None
    card = deal_plan.due(now.hand)
    seat = card.to if card is not None and isinstance(card.to, int) else None
    by: tuple[Pattern, ...] = ()
    if seat is not None:
        by = ({"type": "card_moved", "from": found.to, "to": seat},)
    fact = Fact(now.seq, f"a card was dealt to seat {found.to}, which is out of the hand")
    return Ruling(
        outcomes=(DEALER_CORRECTS(seat, by=by),),
        seats=(found.to, *seats_of(seat)),
        because=(fact,),
    )


@rule("baseball/fold", on=AwardDiffers)
def folded_cannot_win(now: Moment[AwardDiffers]) -> Ruling | None:
    """A folded hand is dead and wins no part of the pot."""
    seats = tuple(
        seat
        for seat, amount in now.trigger.pushed
        if amount and seat in now.hand.seats and not now.hand.seats[seat].live
    )
    if not seats:
        return None
    fact = Fact(now.seq, "chips were pushed to a hand that is out")
    outcomes = tuple(HAND_DEAD(seat, told=True) for seat in seats)
    return Ruling(outcomes=outcomes, seats=seats, because=(fact,))


RULES = (
    street_too_early,
    best_upcards_start,
    wrong_start,
    one_unit,
    three_raises,
    check_facing_a_bet,
    too_little,
    too_much,
    called_with_more,
    round_left_out,
    card_for_a_folded_seat,
    folded_cannot_win,
)
