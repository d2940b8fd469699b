"""Hands given up, taken in, mixed up and fetched back.

| article | says | rule |
| --- | --- | --- |
| rrop-irregularities/2 | protect your hand | ``taken_in_by_the_dealer``, ``mixed_up`` ... |
| rrop-dead-hand/1b | thrown forward | ``given_back``, ``acted_upon`` |
| rrop-dead-hand/1c | upcards picked up | ``upcards_picked_up`` |
| rrop-dead-hand/2 | fetching a hand back | ``fetched_back``, ``part_shown_and_taken_in`` |
| rrop-dead-hand/3 | cards in another hand | ``thrown_into_another_hand`` |

Whether cards can be told from the rest is a fact the floor establishes; until it has, the
ruling says what is presumed.
"""

from __future__ import annotations

from adjudicator.judging.rules import EVERY_SUBJECT, AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import AttentionCalled, CardMoved
from adjudicator.play.betting.findings import DiscardedUncalled
from adjudicator.play.betting.outcomes import BET_RETURNED
from adjudicator.play.muck import transitions as mucking
from adjudicator.play.muck.findings import HandRetrieved, HandTakenIn
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_LIVE
from adjudicator.play.outcome import Outcome
from adjudicator.play.patterns import asked_for
from adjudicator.play.speech.outcomes import FLOOR_DECIDES
from adjudicator.table.hand import Hand
from adjudicator.values.amounts import Amount
from adjudicator.values.frozen import replace
from rulebook.rules.shared import established, facts_about, rule

TAKEN = (
    "killed_hand",
    "dead_hand",
    "mixed_hand",
    "fouled_hand",
    "protected_hand",
    "unprotected_hand",
)
THROWN_IN = ("thrown_into_hand",)
FETCH = ("retrieve_hand", "hand_retrieved")
UPCARDS = ("upcards",)
# Subjects whose own articles ask for other facts than who can be told apart.
KNOWN = ("wrong_award", "openers", "duplicate_card", "see_hand", "miscall")
MISLED = ("misinformed", "wrong_information", "misled")
WEIGHED = (
    "whether the cards can be told from the rest beyond doubt",
    "whether they were thrown away on wrong information",
    "what serves the game",
)


def _sure(now: AnyMoment, seat: int, how: str | None) -> bool | None:
    """Whether the hand can be told from other cards; ``None`` where nobody has said."""
    said = facts_about(now, seat).get("identifiable")
    if said is not None:
        return said
    return {"identifiable": True, "gone": False}.get(how or "")


def _refund(now: AnyMoment, seat: int) -> bool:
    """Whether the house gives a protected hand its chips back."""
    protected = facts_about(now, seat).get("protected") is True
    return protected and now.profile.policy.protected_hand_refund


def _either(live: bool, seat: int, dead: tuple[Outcome, ...]) -> tuple[Option, Option]:
    alive = Option((HAND_LIVE(seat),), presumed=live, label="the hand is restored")
    gone = Option(dead, presumed=not live, label="the hand stays dead")
    return (alive, gone) if live else (gone, alive)


def _floor(seat: int, live: bool, fact: Fact, dead: tuple[Outcome, ...] = ()) -> Ruling:
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=_either(live, seat, dead or (HAND_DEAD(seat),)),
        factors=WEIGHED,
        because=(fact,),
    )


def _restored(seat: int, *facts: Fact) -> Ruling:
    return Ruling(outcomes=(HAND_LIVE(seat),), seats=(seat,), because=facts)


def _lost(now: AnyMoment, seat: int, uncalled: Amount = 0) -> tuple[Outcome, ...]:
    """The hand is dead; a bet nobody has called comes back, or all of a protected hand's."""
    mine = now.hand.seats[seat]
    amount = mine.put_in - mine.dead if _refund(now, seat) else uncalled
    dead = (HAND_DEAD(seat),)
    back = (BET_RETURNED(seat, amount=amount),) if amount else ()
    return (*dead, *back)


def _uncalled(hand: Hand, seat: int) -> Amount:
    """What a live seat has bet in this round beyond every other seat."""
    mine = hand.seats[seat]
    others = max((other.bet for n, other in hand.seats.items() if n != seat), default=0)
    return max(mine.bet - others, 0) if mine.live and hand.phase == "betting" else 0


# --- Taken in by the dealer ----------------------------------------------------------


@rule("rrop-irregularities/2", on=HandTakenIn)
def taken_in_by_the_dealer(now: Moment[HandTakenIn]) -> Ruling | None:
    """An unprotected hand the dealer takes in is dead unless it can be picked out for certain."""
    found = now.trigger
    seat, sure = found.seat, _sure(now, found.seat, found.how)
    taken = Fact(now.seq, f"the dealer took in the hand of seat {seat}")
    if sure:
        return _restored(seat, Fact(now.seq, "the hand can be told from the other cards"), taken)
    if found.part_shown:
        return None
    lost = _lost(now, seat, found.uncalled)
    if sure is None:
        return _floor(seat, False, taken, lost)
    fact = Fact(now.seq, "the hand can no longer be told from the other cards")
    return Ruling(outcomes=lost, seats=(seat,), because=(fact, taken))


@rule("rrop-dead-hand/2", on=HandTakenIn, cites=("rrop-showdown/1", "rrop-irregularities/2"))
def part_shown_and_taken_in(now: Moment[HandTakenIn]) -> Ruling | None:
    """A hand killed by the dealer before all of it was shown is the floor's to decide."""
    found = now.trigger
    if not found.part_shown or _sure(now, found.seat, found.how):
        return None
    fact = Fact(now.seq, f"seat {found.seat} had shown only part of the hand the dealer took in")
    return _floor(found.seat, False, fact, _lost(now, found.seat))


@rule("rrop-irregularities/2", about=TAKEN)
def mixed_up(now: Moment[AttentionCalled]) -> Ruling | None:
    """A hand that other cards ran into is restored if it can be picked out, else it is dead."""
    return _mixed_up(now)


def _mixed_up(now: Moment[AttentionCalled]) -> Ruling | None:
    seat = now.trigger.seat
    if seat is None or seat not in now.hand.seats or not now.hand.on:
        return None
    mine = now.hand.seats[seat]
    sure = _sure(now, seat, mine.mucked.how)
    if sure:
        return _restored(seat, Fact(now.seq, "the cards can be told apart"))
    lost = _lost(now, seat, _uncalled(now.hand, seat))
    if sure is None:
        fact = Fact(now.seq, f"the hand of seat {seat} is in question")
        return _floor(seat, mine.live, fact, lost)
    fact = Fact(now.seq, "the cards can no longer be told apart")
    return Ruling(outcomes=lost, seats=(seat,), because=(fact,))


@rule("rrop-irregularities/2", on=CardMoved, cites=("rrop-dead-hand/3",))
def ran_into_a_hand(now: Moment[CardMoved]) -> Ruling | None:
    """Cards of a folded hand that slide into another hand are parted from it if possible."""
    event = now.trigger
    seats, thrower, seat = now.was.seats, event.from_, event.to
    if not isinstance(thrower, int) or not isinstance(seat, int) or thrower == seat:
        return None
    if thrower not in seats or seat not in seats or seats[thrower].live or not seats[seat].live:
        return None
    if any(asked_for(due, event) for due in now.before.dues):
        return None
    sure = _sure(now, seat, None)
    fact = Fact(now.seq, f"cards of seat {thrower} ran into the hand of seat {seat}")
    if sure:
        return _restored(seat, fact)
    lost = _lost(now, seat, _uncalled(now.hand, seat))
    if sure is None:
        return _floor(seat, True, fact, lost)
    return Ruling(outcomes=lost, seats=(seat,), because=(fact,))


@rule("rrop-dead-hand/3", about=THROWN_IN, cites=("rrop-irregularities/2",))
def thrown_into_another_hand(now: Moment[AttentionCalled]) -> Ruling | None:
    """Whoever throws cards into another player's hand has lost them."""
    seat = now.trigger.seat
    if seat is None or seat not in now.hand.seats or not now.hand.on:
        return None
    fact = Fact(now.seq, f"seat {seat} threw its cards into another hand")
    return Ruling(outcomes=(HAND_DEAD(seat),), seats=(seat,), because=(fact,))


# --- Given up and fetched back -------------------------------------------------------


def _thrown(now: Moment[HandRetrieved | AttentionCalled]) -> HandRetrieved | None:
    """The hand that was fetched back, or that somebody asks to fetch back."""
    event = now.trigger
    if isinstance(event, HandRetrieved):
        return event
    seat = event.seat if event.seat is not None else event.by
    return mucking.thrown(now.hand, seat) if isinstance(seat, int) else None


@rule("rrop-dead-hand/1b", on=HandRetrieved, about=FETCH, displaces=("rrop-dead-hand/2",))
def given_back(now: Moment[HandRetrieved | AttentionCalled]) -> Ruling | None:
    """Cards thrown away with nothing to call are given back while nobody has acted on it."""
    found = _thrown(now)
    if found is None or found.status != "folded" or found.facing or found.acted_on:
        return None
    if found.at_showdown or _sure(now, found.seat, found.how) is False:
        return None
    return _restored(
        found.seat, Fact(now.seq, "there was nothing to call and nobody has acted since")
    )


@rule("rrop-dead-hand/1b", on=HandRetrieved, about=FETCH, displaces=("rrop-dead-hand/2",))
def acted_upon(now: Moment[HandRetrieved | AttentionCalled]) -> Ruling | None:
    """Cards pushed forward are gone once another acts on it, or at once where the house says."""
    found = _thrown(now)
    if found is None:
        return None
    house = found.at_showdown and now.policy.showdown_discard == "forward_motion_is_fold"
    if not house and not (found.thrown_free and found.acted_on):
        return None
    why = "in this house pushing cards forward is a fold" if house else "somebody acted on it"
    fact = Fact(now.hand.seats[found.seat].mucked.seq, why)
    outcome = HAND_DEAD(found.seat)
    return Ruling(outcomes=(outcome,), seats=(found.seat,), because=(fact,))


@rule("rrop-dead-hand/2", on=HandRetrieved, about=FETCH, cites=("rrop-decision/8",))
def fetched_back(now: Moment[HandRetrieved | AttentionCalled]) -> Ruling | None:
    """A mucked hand that is beyond doubt may be fetched back where that serves the game."""
    found = _thrown(now)
    if found is None:
        return None
    seat, sure = found.seat, _sure(now, found.seat, found.how)
    if sure is False:
        fact = Fact(now.seq, "the cards can no longer be told from the muck")
        return Ruling(outcomes=(HAND_DEAD(seat),), seats=(seat,), because=(fact,))
    if found.at_showdown:
        return _fetched_at_the_showdown(now, seat, sure)
    misled = any(facts_about(now, seat).get(name) for name in MISLED)
    ruling = _floor(
        seat, bool(sure and misled) and not now.hand.awards, _thrown_away(now, seat, sure)
    )
    weighed = Weighed("rrop-dead-hand/1a", "a fold stands unless the floor brings the hand back")
    return replace(ruling, considered=(weighed,))


def _fetched_at_the_showdown(now: AnyMoment, seat: int, sure: bool | None) -> Ruling:
    live = bool(sure) and not now.hand.awards
    if live and now.policy.general_rules == "tda":
        why = "a hand that was not tabled lives while it is beyond doubt which it is"
        return _restored(seat, Fact(now.seq, why))
    return _floor(seat, live, _thrown_away(now, seat, sure))


def _thrown_away(now: AnyMoment, seat: int, sure: bool | None) -> Fact:
    how_sure = "can be told apart" if sure else "may lie among the others"
    return Fact(now.seq, f"the cards of seat {seat} were thrown away and {how_sure}")


@rule("rrop-dead-hand/1c", about=UPCARDS)
def upcards_picked_up(now: Moment[AttentionCalled]) -> Ruling | None:
    """In stud, who faces a bet and picks up, turns down or mixes the upcards has a dead hand."""
    event, hand = now.trigger, now.hand
    seat = event.seat
    mine = hand.seats.get(seat) if seat is not None else None
    stud = any("up" in stage.faces for stage in now.profile.stages)
    if seat is None or mine is None or not stud or not hand.on or not mine.live:
        return None
    facing = hand.phase == "betting" and hand.bet_to_match > mine.bet
    what = Fact(now.seq, f"seat {seat} picked up, turned down or mixed its upcards")
    if facing:
        facts = (what, Fact(now.seq, "there was a bet to call"))
        return Ruling(outcomes=(HAND_DEAD(seat),), seats=(seat,), because=facts)
    weighed = (Weighed("rrop-dead-hand/1c", "there was no bet to call"),)
    return replace(_restored(seat, what), considered=weighed, say="the upcards are laid open again")


@rule("rrop-irregularities/2", about=EVERY_SUBJECT, last=True)
def can_be_told_apart(now: Moment[AttentionCalled]) -> Ruling | None:
    """Whatever a matter is called, a hand said to be told apart for certain is restored."""
    if established(now, "identifiable") is None or now.subject in KNOWN:
        return None
    return _mixed_up(now)


@rule("tda/15", on=DiscardedUncalled)
def bettor_without_a_hand(now: Moment[DiscardedUncalled]) -> Ruling | None:
    """A bettor who throws the hand away gets back what nobody had called of the bet."""
    found = now.trigger
    if now.policy.discarded_bettor == "stays":
        return None
    facts = (
        Fact(now.hand.last_out, f"seat {found.seat} had bet, and threw its hand away"),
        Fact(now.seq, f"nobody called the last {found.amount} of the bet"),
    )
    return Ruling(
        outcomes=(BET_RETURNED(found.seat, amount=found.amount),),
        seats=(found.seat,),
        because=facts,
    )


RULES = (
    bettor_without_a_hand,
    taken_in_by_the_dealer,
    part_shown_and_taken_in,
    mixed_up,
    ran_into_a_hand,
    thrown_into_another_hand,
    given_back,
    acted_upon,
    fetched_back,
    upcards_picked_up,
    can_be_told_apart,
)
