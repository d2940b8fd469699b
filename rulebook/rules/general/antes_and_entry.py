"""Antes, entry and seats: who owes what, who may be dealt in, who may move.

| article | says | rule |
| --- | --- | --- |
| draw-high/0.2 | everyone antes before the deal | ``antes_before_cards`` ... |
| draw-high/10 | no seat change with money carried | ``no_seat_change`` |
| draw-high/11 | who may ante and be dealt in | ``entry`` |
| draw-high/13a | playing for the antes only | ``last_chips_for_the_ante``, ``less_than_an_ante`` |
| jacks-or-better/1b | nobody opens | ``nobody_opens`` |
| jacks-or-better/5b | locked out | ``still_locked_out`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling
from adjudicator.log.events import AttentionCalled
from adjudicator.play.betting.outcomes import BET_RETURNED, BET_STAYS
from adjudicator.play.muck.outcomes import HAND_LIVE
from adjudicator.play.opening.findings import PassedOut
from adjudicator.play.posting.findings import (
    AntedLastChips,
    AntesMissing,
    EntryWithCarriedPot,
    HandLeftOpen,
    LockedOutDealtIn,
    PostWrong,
    ShortAnte,
    StartedAgainst,
)
from adjudicator.play.posting.outcomes import (
    BUTTON_ADVANCES,
    ENTRY_ALLOWED,
    ENTRY_DENIED,
    NO_FURTHER_ANTE,
    RE_ANTE,
)
from adjudicator.play.seating.findings import SeatChangedWithPot, TableAdvisory
from adjudicator.play.seating.outcomes import SEAT_CHANGE_DENIED
from adjudicator.play.showdown.outcomes import POT_CARRIES, POT_LAYERED
from adjudicator.play.speech.outcomes import (
    DEALER_CORRECTS,
    FLOOR_DECIDES,
    NO_IRREGULARITY,
    WARNING,
)
from rulebook.explain.sentences import listed
from rulebook.rules.shared import ante_due, rule, rulings_so_far, seats_of


@rule("draw-high/0.2", on=AntesMissing)
def antes_before_cards(now: Moment[AntesMissing]) -> Ruling:
    """Everyone in the hand pays the set ante before the deal; a missing one is collected."""
    found = now.trigger
    outcomes = tuple(
        DEALER_CORRECTS(
            seat,
            amount=found.due,
            by=({"type": "posted", "seat": seat, "kind": "ante", "amount": found.due},),
        )
        for seat in found.seats
    )
    who = listed([str(seat) for seat in found.seats])
    seats = f"seats {who}" if len(found.seats) > 1 else f"seat {who}"
    because = (Fact(now.seq, f"cards were dealt before {seats} had anted"),)
    return Ruling(outcomes=outcomes, seats=found.seats, because=because)


@rule("draw-high/0.2", about=("missing_ante",))
def ante_pointed_out(now: Moment[AttentionCalled]) -> Ruling | None:
    """A seat dealt in without an ante pays it; after action the hand stays live and owes it."""
    seat = now.trigger.seat
    for old in rulings_so_far(now):
        if old.rule == "draw-high/0.2" and seat in old.seats:
            return old
    fact = Fact(now.hand.started, "no ante is missing of a seat that was dealt in")
    outcome = NO_IRREGULARITY(seat)
    return Ruling(outcomes=(outcome,), seats=seats_of(seat), because=(fact,))


def _late(now: AnyMoment, seat: int) -> bool:
    """Whether a seat that was dealt in without its ante has folded by now."""
    mine = now.was.seats[seat]
    return mine.status == "folded" and not mine.ante and mine.count > 0


@rule("draw-high/0.2", on=PostWrong)
def ante_after_folding(now: Moment[PostWrong]) -> Ruling | None:
    """Whether a player who has folded still owes the missing ante is the floor's to say."""
    found = now.trigger
    seat, amount = found.seat, found.amount
    if found.kind != "ante" or not _late(now, seat):
        return None
    stays = BET_STAYS(seat, amount=amount)
    back = BET_RETURNED(seat, amount=amount)
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(
            Option((stays,), presumed=True, label="the ante stays in the pot"),
            Option((back,), label="the ante goes back"),
        ),
        factors=("whether the player knew that the ante was missing",),
        because=(Fact(now.seq, f"seat {seat} antes after it has folded"),),
    )


@rule("draw-high/0.2", on=PostWrong)
def ante_of_wrong_size(now: Moment[PostWrong]) -> Ruling | None:
    """An ante of the wrong size is put right."""
    found = now.trigger
    if found.kind != "ante" or found.due == found.amount or _late(now, found.seat):
        return None
    seat = found.seat
    fact = Fact(now.seq, f"seat {seat} posted {found.amount}; {found.due} was due")
    if found.amount > found.due:
        outcome = BET_RETURNED(seat, amount=found.amount - found.due)
    else:
        missing = found.due - found.amount
        pattern = {"type": "posted", "seat": seat, "kind": "ante", "amount": missing}
        outcome = DEALER_CORRECTS(seat, amount=missing, by=(pattern,))
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


@rule("draw-high/13a", on=ShortAnte)
def less_than_an_ante(now: Moment[ShortAnte]) -> Ruling:
    """Whether a player with less than a full ante may play for it is the house's choice."""
    found = now.trigger
    seat = found.seat
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(
            Option(
                (HAND_LIVE(seat),),
                presumed=True,
                label="dealt in for the matched part",
            ),
            Option((ENTRY_DENIED(seat),), label="not dealt in"),
        ),
        factors=("the house's custom for partial antes",),
        because=(Fact(now.seq, f"seat {seat} has {found.amount} of an ante of {found.due}"),),
    )


@rule("draw-high/13a", on=AntedLastChips)
def last_chips_for_the_ante(now: Moment[AntedLastChips]) -> Ruling:
    """A player whose last chips are exactly the ante plays for the antes alone."""
    seat = now.trigger.seat
    outcomes = (HAND_LIVE(seat), POT_LAYERED(seat))
    fact = Fact(now.seq, f"seat {seat} anted its last chips and plays for the antes alone")
    return Ruling(outcomes=outcomes, seats=(seat,), because=(fact,))


@rule("draw-high/10", on=SeatChangedWithPot, cites=("jacks-or-better/2f",))
def no_seat_change(now: Moment[SeatChangedWithPot]) -> Ruling:
    """No seat changes while the pot holds more than one set of antes or forfeited money."""
    old, new = now.trigger.seat, now.trigger.to
    pattern = {"type": "seat_changed", "seat": new, "to": old}
    outcome = SEAT_CHANGE_DENIED(old, by=(pattern,))
    return Ruling(
        outcomes=(outcome,),
        seats=(old,),
        because=(Fact(now.seq, f"seat {old} moved to seat {new} with money carried"),),
    )


@rule("draw-high/11", on=EntryWithCarriedPot, displaces=("rrop-irregularities/6",))
def entry(now: Moment[EntryWithCarriedPot]) -> Ruling:
    """Anyone may pay all antes and play, unless the pot holds money forfeited without them."""
    found = now.trigger
    seat = found.seat
    if found.forfeited:
        fact = "the pot holds money forfeited in a hand it was not in"
        outcome = ENTRY_DENIED(seat)
        return Ruling(
            outcomes=(outcome,),
            seats=(seat,),
            because=(Fact(now.seq, fact),),
            cites=("jacks-or-better/2f", "rrop-irregularities/6"),
        )
    sets = "a set of antes is" if found.sets == 1 else f"{found.sets} sets of antes are"
    fact = f"{sets} carried that it has not paid"
    outcome = ENTRY_ALLOWED(seat, amount=found.due)
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(Fact(now.seq, fact),))


@rule("jacks-or-better/5b", on=LockedOutDealtIn, cites=("draw-high/11",))
def still_locked_out(now: Moment[LockedOutDealtIn]) -> Ruling:
    """An all-in false opener gets no cards until another has won the pot, opened lawfully."""
    seat = now.trigger.seat
    fact = Fact(now.seq, "the pot it opened falsely has not been won yet")
    outcome = ENTRY_DENIED(seat, until="pot_won_by_another")
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


def _passed(now: Moment[PassedOut], again: bool) -> Ruling:
    found = now.trigger
    return Ruling(
        outcomes=(
            POT_CARRIES(amount=found.carried),
            BUTTON_ADVANCES(),
            (RE_ANTE if again else NO_FURTHER_ANTE)(),
        ),
        because=(
            Fact(now.seq, "nobody opened"),
            Fact(now.seq, f"anted deals in this pot: {found.deals}"),
        ),
    )


@rule("jacks-or-better/1b", on=PassedOut, displaces=("draw-high/13b",))
def nobody_opens(now: Moment[PassedOut]) -> Ruling | None:
    """If nobody opens, the button moves on and all ante again, up to the limit of antes."""
    return _passed(now, ante_due(now)) if now.profile.opens_on_jacks else None


@rule("draw-high/13b", on=PassedOut)
def passed_out(now: Moment[PassedOut]) -> Ruling:
    """A deal passed out leaves its antes riding; all-in players stay in for what they matched."""
    return _passed(now, not now.after.ante_off)


@rule("rrop-decision/3", on=HandLeftOpen)
def hand_left_open(now: Moment[HandLeftOpen]) -> Ruling:
    """A new deal closes the last hand; errors are to be pointed out at once."""
    fact = Fact(now.seq, f"hand {now.trigger.hand} was not ended before")
    return Ruling(outcomes=(WARNING(),), because=(fact,))


@rule("rrop-misc", on=StartedAgainst)
def wrong_number_of_players(now: Moment[StartedAgainst]) -> Ruling:
    """A game is dealt to as many players as it is made for."""
    found = now.trigger
    fact = Fact(now.seq, f"{found.found} players are dealt in; the most is {found.due}")
    return Ruling(outcomes=(DEALER_CORRECTS(),), because=(fact,))


@rule("rrop-misc", on=TableAdvisory)
def advisory(now: Moment[TableAdvisory]) -> Ruling:
    """Set-up that departs from common practice is pointed out when the table opens."""
    found = now.trigger
    return Ruling(
        outcomes=(WARNING(),),
        cites=(found.rule,),
        because=(Fact(now.seq, found.text),),
    )


RULES = (
    antes_before_cards,
    ante_pointed_out,
    ante_after_folding,
    ante_of_wrong_size,
    less_than_an_ante,
    last_chips_for_the_ante,
    no_seat_change,
    entry,
    still_locked_out,
    nobody_opens,
    passed_out,
    hand_left_open,
    wrong_number_of_players,
    advisory,
)
