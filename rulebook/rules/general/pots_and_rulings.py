"""The end of a hand: reading hands, ties, awards, and how long a ruling may be asked for.

| article | says | rule |
| --- | --- | --- |
| rrop-ties/1-5 | ties share, odd chips | ``shared_pot`` |
| rrop-showdown/3 | errors are put right | ``pushed_too_early``, ``spoken_up_in_time`` |
| tda/22 | counting: until substantial action | ``accounting_in_time`` |
| rrop-decision/5, 6 | until the next riffle | ``too_late``, ``deck_found_bad_too_late``, \
``wrong_award`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import EVERY_SUBJECT, AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Ruling, Weighed
from adjudicator.judging.scopes import EVERYTHING
from adjudicator.log.events import AttentionCalled, DeckFaultFound
from adjudicator.play.betting.outcomes import BET_STAYS
from adjudicator.play.deal.findings import VoidPlayedOn
from adjudicator.play.deal.outcomes import ALL_ACTION_VOID_REFUND as VOID
from adjudicator.play.deal.outcomes import MISDEAL_REDEAL
from adjudicator.play.outcome import Outcome
from adjudicator.play.showdown.findings import (
    AwardDiffers,
    AwardFollowsTable,
    Decided,
    PushedWithThePot,
    RoundSkipped,
)
from adjudicator.play.showdown.outcomes import (
    AWARD_FOLLOWS_TABLE,
    AWARD_GIVEN_BACK,
    AWARD_MADE_UP,
    ODD_CHIP,
    RIDING_PAID_OUT,
    SPLIT_EQUALLY,
)
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, NO_IRREGULARITY
from adjudicator.table.accounting import of_last_hand, riding
from adjudicator.table.chips import reachable, recoverable
from adjudicator.table.hand import Hand
from adjudicator.table.parts import Accounts
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.seat_order import clockwise
from rulebook.explain.sentences import listed
from rulebook.rules.general import conduct
from rulebook.rules.shared import acted_before, established, rule, rulings_so_far, seats_of

# Questions that are not about the pot of one hand, and so know no window.
NOT_OF_A_POT = (
    *conduct.SUBJECTS,
    *conduct.ABSENT,
    "wrong_button",
    "wrong_blinds",
    "variant",
    "stakes",
    "limits",
    "rake",
    "wild_cards",
    "check_raise",
    "table_stakes",
    "rebuy",
)


@rule(
    "rrop-ties/5a",
    on=Decided,
    cites=(
        "rrop-ties/1",
        "rrop-ties/3",
        "rrop-ties/4",
        "rrop-ties/5",
        "tda/20",
        "rrop-showdown/2",
    ),
)
def shared_pot(now: Moment[Decided]) -> Ruling | None:
    """Equal best hands share; an odd chip goes to the first of them left of the button."""
    found = now.trigger
    outcomes: list[Outcome] = []
    seats: list[int] = []
    for place, (_, shares) in enumerate(found.result.pots):
        if len(shares) < 2:
            continue
        for seat in clockwise(shares, now.hand.button):
            outcomes.append(SPLIT_EQUALLY(seat, amount=shares[seat], pot=place))
            seats.append(seat)
        least = min(shares.values())
        outcomes += [
            ODD_CHIP(seat, amount=shares[seat] - least, pot=place)
            for seat in clockwise(shares, now.hand.button)
            if shares[seat] > least
        ]
    if not outcomes:
        return None
    facts = [Fact(now.seq, "equal best hands were tabled")]
    if any(ODD_CHIP.names(one) for one in outcomes):
        facts.append(Fact(now.hand.started, f"the button is at seat {now.hand.button}"))
    return Ruling(outcomes=tuple(outcomes), seats=tuple(dict.fromkeys(seats)), because=tuple(facts))


@rule(
    "rrop-decision/6",
    on=AwardDiffers,
    cites=("rrop-showdown/2", "rrop-showdown/3", "rrop-showdown/4", "tda/22"),
)
def wrong_award(now: Moment[AwardDiffers]) -> Ruling:
    """A pot pushed wrongly is put right if it is asked for before the next deal begins."""
    found = now.trigger
    pattern = {"type": "pot_awarded", "to": dict(found.right)}
    differ = dict(set(found.right) ^ set(found.pushed))
    seats = now.hand.seats
    out = any(seat in seats and not seats[seat].live for seat, _ in found.pushed)
    fix = DEALER_CORRECTS(by=(pattern,))
    because = (
        Fact(now.hand.closing.decided, f"the rules give {_in_words(found.right)}"),
        Fact(now.seq, f"{_in_words(found.pushed)} was pushed"),
    )
    return Ruling(
        outcomes=(fix, *_shared(now.hand, found.pot)),
        seats=tuple(sorted(differ)),
        because=because,
        cites=("rrop-dead-hand/1a",) if out else (),
    )


@rule("rrop-decision/5", on=PushedWithThePot)
def pushed_with_the_pot(now: Moment[PushedWithThePot]) -> Ruling:
    """A bet that nobody called may be pushed together with the pot: it was its owner's already."""
    back = now.trigger.back
    facts = (
        Fact(back.seq, f"the {back.amount} that nobody called went back to seat {back.seat}"),
        Fact(now.seq, "they were pushed together with the pot"),
    )
    return Ruling(outcomes=(NO_IRREGULARITY(back.seat),), seats=(back.seat,), because=facts)


@rule("rrop-decision/5", on=AwardFollowsTable)
def award_follows_table(now: Moment[AwardFollowsTable]) -> Ruling:
    """Chips that a ruling sent back and that were pushed all the same had never gone back."""
    stayed = now.trigger.stayed
    by_ruling = {one.seq for one in stayed if one.ruled}
    ignored = (r for r in rulings_so_far(now) if r.seq in by_ruling)
    return Ruling(
        outcomes=tuple(AWARD_FOLLOWS_TABLE(one.seat, amount=one.amount) for one in stayed),
        seats=tuple(dict.fromkeys(one.seat for one in stayed)),
        because=tuple(
            Fact(one.seq, f"{one.amount} was to go back to seat {one.seat}") for one in stayed
        ),
        passes_over=tuple(r.id for r in ignored if r.status in ("open", "carried_out")),
    )


@rule("rrop-decision/5", on=VoidPlayedOn)
def void_played_on(now: Moment[VoidPlayedOn]) -> Ruling:
    """A void deal that is played on all the same is played: the record follows the table."""
    void = (r for r in rulings_so_far(now) if r.orders(MISDEAL_REDEAL) or r.orders(VOID))
    ignored = tuple(r for r in void if r.status in ("open", "carried_out"))
    voided = tuple(Fact(r.seq, "the deal was void") for r in ignored)
    return Ruling(
        outcomes=(NO_IRREGULARITY(),),
        because=(*voided, Fact(now.seq, "it was played on")),
        passes_over=tuple(r.id for r in ignored),
    )


def _shared(hand: Hand, pot: int | None = None) -> tuple[Outcome, ...]:
    """The parts of every layer that more than one hand takes, or of this layer."""
    if hand.result is None:
        return ()
    return tuple(
        SPLIT_EQUALLY(seat, amount=amount, pot=place)
        for place, (_, shares) in enumerate(hand.result.pots)
        for seat, amount in shares.items()
        if len(shares) > 1 and pot in (None, place)
    )


def _in_words(shares: tuple[tuple[int, Amount], ...]) -> str:
    """Who gets what, as one says it."""
    return listed([f"{amount} to seat {seat}" for seat, amount in shares]) or "nothing"


@rule("rrop-decision/6", about=("wrong_award",))
def award_questioned(now: Moment[AttentionCalled]) -> Ruling | None:
    """A question about the award is answered by the cards, while the hand can be reopened."""
    hand = now.hand
    if (hand.ended or hand.riffled) and not now.after.window:
        return None
    found = _ruled_on_award(now) or _undecided(now, now.trigger.seat)
    if found is not None:
        return found
    if hand.result is None or (hand.on and not hand.awards):
        return None
    return Ruling(
        outcomes=(NO_IRREGULARITY(), *_shared(hand)),
        seats=tuple(seat for seat, amount in hand.result.paid.items() if amount),
        because=(Fact(hand.closing.decided, "the cards speak"),),
        cites=("rrop-showdown/2",),
    )


def _ruled_on_award(now: AnyMoment) -> Ruling | None:
    """The last ruling on the award, while it is still to be put right."""
    standing = [one for one in rulings_so_far(now) if one.rule == "rrop-decision/6"]
    if not standing:
        return None
    last = standing[-1]
    return last if last.status == "open" or _pushed_wrongly(now.hand) else None


def _undecided(now: AnyMoment, seat: int | None) -> Ruling | None:
    """The last ruling on this seat's hand that the floor has yet to decide."""
    waiting = [one for one in rulings_so_far(now) if _waits_for_the_floor(one, seat)]
    return waiting[-1] if waiting else None


@rule("rrop-showdown/3", on=RoundSkipped)
def pushed_too_early(now: Moment[RoundSkipped]) -> Ruling | None:
    """A pot pushed with the betting still on is put back, and the hand goes on."""
    if now.trigger.shown:
        return None
    fact = Fact(now.seq, "the pot was pushed before the betting was over")
    say = "the hand goes on where it stood"
    return Ruling(outcomes=(DEALER_CORRECTS(),), because=(fact,), say=say)


def _pushed_wrongly(hand: Hand) -> bool:
    """Whether what was pushed is not what the rules give, in all."""
    if hand.result is None or not hand.awards:
        return False
    pushed: dict[int, Amount] = {}
    for award in hand.awards.values():
        for seat, amount in award.items():
            pushed[seat] = exact(pushed.get(seat, 0) + amount)
    right = {seat: amount for seat, amount in hand.result.paid.items() if amount}
    return {seat: amount for seat, amount in pushed.items() if amount} != right


@rule("rrop-showdown/3", about=("wrong_award",), cites=("rrop-showdown/2",))
def spoken_up_in_time(now: Moment[AttentionCalled]) -> Ruling | None:
    """Whoever sees a pot about to go wrong says so, and it is pushed as the cards say."""
    hand, seat = now.hand, now.trigger.seat
    if hand.result is None or not hand.on or hand.awards:
        return None
    if _undecided(now, seat) is not None:
        return None
    right = tuple(sorted((n, amount) for n, amount in hand.result.paid.items() if amount))
    thrown = seat is not None and seat in hand.seats and hand.seats[seat].mucked.how is not None
    return Ruling(
        outcomes=(
            DEALER_CORRECTS(by=({"type": "pot_awarded", "to": dict(right)},)),
            *_shared(hand),
        ),
        seats=tuple(n for n, _ in right),
        cites=("rrop-dead-hand/2",) if thrown else (),
        because=(Fact(hand.closing.decided, f"the rules give {_in_words(right)}"),),
    )


def _waits_for_the_floor(ruling: Ruling, seat: int | None) -> bool:
    """Whether the floor has yet to decide about this seat's hand."""
    return ruling.certainty == FLOOR and ruling.status == "open" and seat in ruling.seats


def _accounting(now: Moment[AttentionCalled]) -> Accounts | None:
    """The accounts in question, while the next hand has begun and seen no substantial action."""
    state, hand = now.before, now.was
    if now.policy.dispute_window != "tda" or now.subject != "wrong_award" or state.window:
        return None
    if hand.on and (hand.street > 1 or acted_before(hand, "tda_sa")):
        return None
    if hand.on and (hand.awards or hand.result is not None):
        return None
    last = of_last_hand(state)
    if last is None:
        return None
    same_takers = last.right.keys() == last.pushed.keys()
    told = established(now, "accounting")
    return last if told or (told is None and same_takers) else None


@rule("tda/22", about=("wrong_award",), cites=("tda/36", "rrop-decision/6"))
def accounting_in_time(now: Moment[AttentionCalled]) -> Ruling | None:
    """The counting of a pot may be disputed until substantial action on the next hand."""
    last = _accounting(now)
    if last is None:
        return None
    gives, receives = _owing(now, last), _owed(now, last)
    rides = min(riding(now.before), max(_sum(receives) - _sum(gives), 0))
    receives = _as_far_as(receives, exact(_sum(gives) + rides))
    gives = _as_far_as(gives, exact(max(_sum(receives) - rides, 0)))
    right = _in_words(tuple(sorted(last.right.items())))
    facts = (
        Fact(last.seq, f"the rules gave {right}"),
        Fact(last.seq, f"{_in_words(tuple(sorted(last.pushed.items())))} was pushed"),
        Fact(now.seq, "there has been no substantial action on the next hand"),
    )
    if not receives:
        return Ruling(outcomes=(NO_IRREGULARITY(),), because=facts)
    return Ruling(
        outcomes=(
            *(AWARD_GIVEN_BACK(seat, amount=amount) for seat, amount in gives.items()),
            *(AWARD_MADE_UP(seat, amount=amount) for seat, amount in receives.items()),
        ),
        also=(RIDING_PAID_OUT(amount=rides),) if rides else (),
        seats=(*gives, *receives),
        because=facts,
        considered=(
            Weighed("rrop-decision/5", "this house goes by tournament rules (dispute_window)"),
        ),
    )


def _still_here(now: AnyMoment, last: Accounts) -> list[int]:
    """The seats in which the same players sit as when the pot was pushed."""
    players = now.before.players
    return [n for n, name in last.names.items() if n in players and players[n].name == name]


def _owing(now: AnyMoment, last: Accounts) -> dict[int, Amount]:
    """What each seat was pushed too much, as far as its player still has it."""
    found = {}
    for seat in _still_here(now, last):
        over = last.pushed.get(seat, 0) - last.right.get(seat, 0)
        amount = reachable(now.before, seat, exact(max(over, 0)))
        if amount:
            found[seat] = amount
    return found


def _owed(now: AnyMoment, last: Accounts) -> dict[int, Amount]:
    """What each seat was pushed too little."""
    lacks = {n: last.right.get(n, 0) - last.pushed.get(n, 0) for n in _still_here(now, last)}
    return {seat: exact(amount) for seat, amount in lacks.items() if amount > 0}


def _as_far_as(amounts: dict[int, Amount], reach: Amount) -> dict[int, Amount]:
    """These amounts, one after another, as far as so much goes."""
    found = {}
    for seat, amount in amounts.items():
        part = min(amount, reach)
        reach = exact(reach - part)
        if part:
            found[seat] = part
    return found


def _sum(amounts: dict[int, Amount]) -> Amount:
    return exact(sum(amounts.values(), start=0))


@rule(
    "rrop-decision/5",
    about=EVERY_SUBJECT,
    cites=("rrop-decision/6", "tda/22"),
    displaces=EVERYTHING,
)
def too_late(now: Moment[AttentionCalled]) -> Ruling | None:
    """A ruling on a pot is asked for before the next deal starts; after that it stands."""
    event, state = now.trigger, now.before
    if state.number == 0 or now.subject in NOT_OF_A_POT or _accounting(now) is not None:
        return None
    if not (_about_the_last_hand(now) or _closed(now) or _last_award_questioned(now)):
        return None
    outcome = BET_STAYS(event.seat)
    past = "the game had ended" if state.closed else "the next deal had begun"
    fact = Fact(now.seq, f"it was asked after {past}")
    return Ruling(
        outcomes=(outcome,),
        seats=seats_of(event.seat),
        because=(fact,),
        say=f"{fact.fact}, and the result of the last hand stands",
        considered=(Weighed("rrop-decision/6", "the window for it had closed"),),
    )


def _about_the_last_hand(now: Moment[AttentionCalled]) -> bool:
    """Whether the question names an earlier hand, or an entry of one."""
    asked = now.trigger
    if asked.hand is not None and asked.hand < now.before.number:
        return True
    return asked.entry is not None and asked.entry < now.was.started


def _closed(now: AnyMoment) -> bool:
    """Whether the hand is over and the next deal has begun."""
    return bool(now.was.ended or now.was.riffled) and not now.before.window


def _last_award_questioned(now: Moment[AttentionCalled]) -> bool:
    """Whether an award is questioned in a hand that has none yet: it is the last hand's."""
    hand = now.was
    none_yet = not hand.ended and not hand.awards and hand.result is None
    meant = now.subject == "wrong_award" and now.trigger.entry is None
    return none_yet and meant and now.before.number > 1


@rule("rrop-decision/5", on=DeckFaultFound, cites=("rrop-irregularities/4", "tda/22"))
def deck_found_bad_too_late(now: Moment[DeckFaultFound]) -> Ruling | None:
    """A fault of the deck that is found after the next deal has begun changes no pot."""
    hand = now.was
    bad = now.trigger.fault in ("duplicate", "foreign")
    late = not now.before.window
    closed = hand.ended or hand.riffled
    if not bad or not closed or hand.undo.void is not None or not (late or _gone(now)):
        return None
    why = "it was found after the next deal had begun" if late else "the pot is gone from the table"
    return Ruling(
        outcomes=(BET_STAYS(),),
        because=(Fact(now.seq, why),),
        say=f"{why}, and the result of the last hand stands",
        considered=(Weighed("rrop-irregularities/4", "the window for it had closed"),),
    )


def _gone(now: AnyMoment) -> bool:
    """Whether the pot was pushed and whoever took it no longer has it here."""
    return bool(now.was.awards) and not recoverable(now.before)


RULES = (
    shared_pot,
    wrong_award,
    pushed_with_the_pot,
    award_follows_table,
    void_played_on,
    award_questioned,
    pushed_too_early,
    spoken_up_in_time,
    accounting_in_time,
    too_late,
    deck_found_bad_too_late,
)
