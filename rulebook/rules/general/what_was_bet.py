"""What exactly was bet, by whom it was known, and how long it can be put right.

| article | says | rule |
| --- | --- | --- |
| rrop-betting/13 | chips released bind | ``unaware_of_the_raise``, ``chips_stay`` ... |
| rrop-betting/string | one motion | ``string_motion`` |
| rrop-betting/limit-amounts | until when | ``amount_questioned`` |
| tda/51 | undercalls | ``undercall`` |
| tda/49 | accepted action | ``accepted_action``, ``misquoted`` |
| rrop-dead-hand/1f, tda/29 | the clock | ``out_of_time`` ... |
| rrop-misc | table stakes | ``not_in_play``, ``taken_off_the_table`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import AttentionCalled
from adjudicator.play.betting.findings import (
    CalledMisquoted,
    ChipsNotInPlay,
    ShortCall,
    StringMotion,
    TookBackBound,
)
from adjudicator.play.betting.outcomes import (
    ACTION_BINDING,
    BET_COMPLETED,
    BET_RETURNED,
    BET_STAYS,
    BET_WITHDRAWABLE,
    RAISE_NOT_ALLOWED,
)
from adjudicator.play.draw.outcomes import PAT, REQUEST_LOCKED
from adjudicator.play.muck.outcomes import HAND_DEAD, UNDERCALL_FORFEITED
from adjudicator.play.outcome import Outcome
from adjudicator.play.speech.findings import ClockExpired
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES
from adjudicator.table.seat import Move
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from rulebook.rules.shared import completed, facts_about, rule, rulings_so_far

AMOUNTS = ("wrong_amount",)
UNAWARE = (*AMOUNTS, "unaware_of_raise", "refund", "bet_back")
QUOTED = ("misquoted",)


# --- Short calls ---------------------------------------------------------------------


def _unaware(now: Moment[ShortCall]) -> bool:
    """Whether nothing shows that the caller knew of the raise."""
    found = now.trigger
    if now.policy.undercall == "tda":
        return False
    told = facts_about(now, found.move.seat).get("told_of_raise")
    return bool(found.unaware and not told and not found.opener_all_in)


def _made_good(now: Moment[ShortCall]) -> Outcome:
    found = now.trigger
    move = replace(found.move, price=now.hand.bet_to_match, owes=found.price)
    return completed(move, "call", found.price)


@rule("rrop-betting/13", on=ShortCall, displaces=("rrop-betting/limit-amounts",))
def unaware_of_the_raise(now: Moment[ShortCall]) -> Ruling | None:
    """A call short of a raise is made good, or taken back by who did not know of the raise."""
    found = now.trigger
    if not _unaware(now) or found.quoted is not None:
        return None
    seat = found.move.seat
    put = exact(found.move.to - now.was.seats[seat].bet)
    if not put:
        return None
    facts = (
        Fact(found.move.seq or now.seq, f"seat {seat} put in {found.move.to} of {found.price}"),
        Fact(now.seq, "nothing shows that it was told of the raise"),
    )
    return Ruling(
        outcomes=(_made_good(now), BET_WITHDRAWABLE(seat, amount=put)),
        seats=(seat,),
        because=facts,
        say="until somebody acts after it, it may take the chips back and act again",
    )


@rule("tda/51", on=ShortCall, displaces=("rrop-betting/limit-amounts",))
def undercall(now: Moment[ShortCall]) -> Ruling | None:
    """A call of too little is a whole call, heads-up or of the opening bet; else the floor says."""
    found = now.trigger
    if now.policy.undercall != "tda" or found.quoted is not None or found.opener_all_in:
        return None
    seat, put = found.move.seat, exact(found.move.to - now.was.seats[found.move.seat].bet)
    facts = [
        Fact(found.move.seq or now.seq, f"seat {seat} put in {found.move.to} of {found.price}")
    ]
    unseen = (Weighed("rrop-betting/13", "chips of a short call stay here (undercall)"),)
    whole = _made_good(now)
    if len(now.was.live) == 2 or not now.was.raises:
        why = "two players are left" if len(now.was.live) == 2 else "it is the opening bet"
        return Ruling(
            outcomes=(whole,),
            seats=(seat,),
            because=(*facts, Fact(now.seq, why)),
            considered=unseen,
        )
    return Ruling(
        outcomes=(whole, FLOOR_DECIDES(seat)),
        seats=(seat,),
        certainty=FLOOR,
        options=(
            Option((whole,), presumed=True, label="the whole amount is due"),
            Option(
                (UNDERCALL_FORFEITED(seat, amount=put or None),),
                label="the chips stay in and the hand is folded",
            ),
        ),
        factors=(
            "whether a call was said, which is always a call of the whole bet",
            "whether the raise could be seen and was announced",
            "what others have done on it",
        ),
        because=(*facts, Fact(now.seq, "there had been a raise, and others are in the pot")),
        considered=unseen,
    )


@rule(
    "tda/49",
    on=ShortCall,
    cites=("rrop-betting/13",),
    displaces=("rrop-betting/limit-amounts", "rrop-betting/13"),
)
def accepted_action(now: Moment[ShortCall]) -> Ruling | None:
    """A caller accepts the true amount even if it was misstated; the floor may soften it."""
    found = now.trigger
    if found.quoted is None or found.opener_all_in:
        return None
    seat = found.move.seat
    put = exact(found.move.to - now.was.seats[seat].bet)
    fact = Fact(now.seq, f"the dealer had named {found.quoted}; the bet is {found.price}")
    return _accepted(seat, put, _made_good(now), fact)


def _accepted(seat: int, put: Amount, whole: Outcome, fact: Fact) -> Ruling:
    due = Option((whole,), presumed=True, label="the whole amount is due")
    back = BET_WITHDRAWABLE(seat, amount=put)
    return Ruling(
        outcomes=(whole, FLOOR_DECIDES(seat)),
        seats=(seat,),
        certainty=FLOOR,
        options=(due, Option((back,), label="the chips may be taken back")),
        factors=(
            "how far the amount named was from the true one",
            "whether the player could see the bet",
            "that the amounts are fixed, which leaves less room for a mistake",
        ),
        because=(fact,),
    )


@rule("tda/49", on=CalledMisquoted, cites=("rrop-betting/13",))
def called_on_a_wrong_number(now: Moment[CalledMisquoted]) -> Ruling:
    """A call is of the true amount even where a lower one had been named."""
    found = now.trigger
    seat, move = found.move.seat, found.move
    put = exact(move.to - now.was.seats[seat].bet)
    whole = BET_STAYS(seat, amount=move.to, told=True)
    fact = Fact(now.seq, f"the dealer had named {found.quoted}; the bet is {move.to}")
    return _accepted(seat, put, whole, fact)


@rule("tda/49", about=QUOTED, cites=("rrop-betting/13",))
def misquoted(now: Moment[AttentionCalled]) -> Ruling | None:
    """A caller owes the true bet, whatever amount was named; the floor may soften it."""
    seat, hand = now.trigger.seat, now.hand
    mine = hand.seats.get(seat) if seat is not None else None
    if seat is None or mine is None or not mine.live or not hand.on:
        return None
    whole = BET_STAYS(seat, amount=mine.bet or None, told=True)
    fact = Fact(now.seq, f"the amount was misstated to seat {seat}")
    return _accepted(seat, mine.bet, whole, fact)


@rule("rrop-betting/13", on=TookBackBound)
def chips_stay(now: Moment[TookBackBound]) -> Ruling:
    """Chips released into the pot stay there; late word of an unseen raise is for the floor."""
    found = now.trigger
    old = _unaware_before(now, found.seat)
    if old is not None:
        return _too_late(now, found.seat, old)
    outcome = BET_STAYS(found.seat, amount=found.amount)
    fact = Fact(now.seq, f"seat {found.seat} took back {found.amount} that were released")
    return Ruling(outcomes=(outcome,), seats=(found.seat,), because=(fact,))


@rule("rrop-betting/13", about=UNAWARE, displaces=("rrop-betting/limit-amounts",))
def unaware_too_late(now: Moment[AttentionCalled]) -> Ruling | None:
    """Once somebody has acted after a short call, taking it back is for the floor."""
    event = now.trigger
    seat = event.seat if event.seat is not None else event.by
    old = _unaware_before(now, seat) if isinstance(seat, int) else None
    return None if old is None else _too_late(now, old.seats[0], old)


def _unaware_before(now: AnyMoment, seat: int) -> Ruling | None:
    """The ruling on a call short of an unseen raise, where somebody has acted since."""
    hand = now.hand
    mine = hand.seats.get(seat)
    if mine is None or hand.phase != "betting" or hand.action.last_actor == seat:
        return None
    if not mine.live or mine.owes <= mine.bet:
        return None
    found = (r for r in reversed(rulings_so_far(now)) if r.rule == "rrop-betting/13")
    return next((r for r in found if r.seats == (seat,) and r.certainty == "final"), None)


def _too_late(now: AnyMoment, seat: int, old: Ruling) -> Ruling:
    mine = now.hand.seats[seat]
    whole = Option(
        (BET_COMPLETED(seat, amount=mine.owes, told=True),),
        presumed=True,
        label="the call is made good",
    )
    back = Option(
        (BET_WITHDRAWABLE(seat, amount=mine.bet),),
        label="the chips may be taken back",
    )
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(whole, back),
        factors=("whether the player knew of the raise", "who has acted since, and on what"),
        because=(*old.because, Fact(now.seq, "somebody has acted since")),
    )


@rule("rrop-betting/limit-amounts", about=AMOUNTS)
def amount_questioned(now: Moment[AttentionCalled]) -> Ruling | None:
    """A wrong amount is put right while its round lasts; after that it stands as made."""
    for old in reversed(rulings_so_far(now)):
        due = [one for one in old.outcomes if BET_COMPLETED.names(one)]
        if due and _asked_about(now, old):
            return _still_due(now, old, due[0])
    return None


def _asked_about(now: Moment[AttentionCalled], old: Ruling) -> bool:
    event = now.trigger
    if event.entry is not None and event.entry == old.seq:
        return True
    return event.entry is None and (event.seat is None or event.seat in old.seats)


def _still_due(now: Moment[AttentionCalled], old: Ruling, due: Outcome) -> Ruling | None:
    """The ruling while it is open or done; what replaces it once its time is over."""
    mine = now.hand.seats[due.seat] if due.seat is not None else None
    short = mine is not None and bool(mine.fell_short or mine.missing or not mine.live)
    if old.status == "open" or not short:
        return old
    fact = Fact(now.hand.street_closed, "the round closed before the bet was made good")
    return Ruling(
        outcomes=(BET_STAYS(due.seat),),
        seats=old.seats,
        because=(*old.because, fact),
        considered=(Weighed(old.rule, "its round is over"),),
    )


# --- Motions, time, chips -----------------------------------------------------------------


@rule("rrop-betting/string", on=StringMotion)
def string_motion(now: Moment[StringMotion]) -> Ruling:
    """Without a raise announced chips go in with one motion; a second trip makes no raise."""
    found = now.trigger
    seat, excess = found.move.seat, found.excess or None
    if found.words:
        return Ruling(
            outcomes=(BET_STAYS(seat, amount=found.move.to, told=True),),
            seats=(seat,),
            because=(Fact(now.seq, f"seat {seat} had acted when it spoke of a raise"),),
            say="no chips went in with the word, and the act stands as it was made",
        )
    return Ruling(
        outcomes=(
            RAISE_NOT_ALLOWED(seat, amount=excess, told=True),
            BET_RETURNED(seat, amount=excess, told=True),
        ),
        seats=(seat,),
        because=(
            Fact(now.seq, f"seat {seat} added chips after its act, and had announced no raise"),
        ),
    )


def _time_is_up(now: Moment[ClockExpired]) -> Ruling:
    found = now.trigger
    seat = found.seat
    if found.facing:
        fact = Fact(now.seq, f"the time of seat {seat} ran out with a bet to call")
        return Ruling(outcomes=(HAND_DEAD(seat),), seats=(seat,), because=(fact,))
    if found.drawing:
        fact = Fact(now.seq, f"the time of seat {seat} ran out on the draw")
        return Ruling(
            outcomes=(REQUEST_LOCKED(seat, amount=0),),
            also=(PAT(seat),),
            seats=(seat,),
            because=(fact,),
            say="it stands pat",
        )
    check = Move(seat, "check", now.seat(seat).bet, seq=now.seq)
    fact = Fact(now.seq, f"the time of seat {seat} ran out with nothing to call")
    return Ruling(
        outcomes=(ACTION_BINDING(seat, move=check),),
        seats=(seat,),
        because=(fact,),
        say="it checks",
    )


@rule("rrop-dead-hand/1f", on=ClockExpired, cites=("tda/29",))
def out_of_time(now: Moment[ClockExpired]) -> Ruling | None:
    """Out of time facing a bet the hand is dead; otherwise it checks, or stands pat."""
    return None if now.policy.general_rules == "tda" else _time_is_up(now)


@rule("tda/29", on=ClockExpired, cites=("rrop-dead-hand/1f",))
def out_of_time_in_tournaments(now: Moment[ClockExpired]) -> Ruling | None:
    """On the clock, out of time facing a bet kills the hand; otherwise it checks."""
    return _time_is_up(now) if now.policy.general_rules == "tda" else None


@rule("rrop-misc", on=ChipsNotInPlay)
def not_in_play(now: Moment[ChipsNotInPlay]) -> Ruling:
    """Only chips on the table when the hand began play in it; the rest comes back."""
    found = now.trigger
    outcome = BET_RETURNED(found.seat, amount=found.amount, told=True)
    fact = Fact(now.seq, f"seat {found.seat} put in chips that it bought during the hand")
    return Ruling(
        outcomes=(outcome,),
        seats=(found.seat,),
        because=(fact,),
        say="they play from the next hand on",
    )


@rule("rrop-misc", about=("chips_removed",))
def taken_off_the_table(now: Moment[AttentionCalled]) -> Ruling | None:
    """Nobody takes chips off the table and plays on; what was taken comes back."""
    seat = now.trigger.seat
    if seat is None or seat not in now.before.players:
        return None
    fact = Fact(now.seq, f"seat {seat} is said to have taken chips away")
    return Ruling(
        outcomes=(DEALER_CORRECTS(seat),),
        seats=(seat,),
        because=(fact,),
        say="chips that were taken off the table come back while the player plays on",
    )


RULES = (
    unaware_of_the_raise,
    undercall,
    accepted_action,
    called_on_a_wrong_number,
    misquoted,
    chips_stay,
    unaware_too_late,
    amount_questioned,
    string_motion,
    out_of_time,
    out_of_time_in_tournaments,
    not_in_play,
    taken_off_the_table,
)
