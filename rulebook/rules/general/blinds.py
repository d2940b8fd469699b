"""Blinds: the right amounts from the right seats.

| article | says | rule |
| --- | --- | --- |
| rrop-betting/limit-amounts | a blind of the wrong size is put right | ``blind_of_wrong_size`` |
| rrop-button-blind/1 | who owes which blind | ``blinds_questioned``, ``missed_blinds`` |
| rrop-button-blind/2 | with two players the button is small | the engine |
| rrop-button-blind/3 | a blind may raise | the engine |
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import Fact, Ruling, Weighed
from adjudicator.log.events import AttentionCalled
from adjudicator.play.betting.outcomes import BET_COMPLETED, BET_RETURNED, BET_STAYS
from adjudicator.play.outcome import Outcome
from adjudicator.play.posting.findings import PostWrong
from adjudicator.play.posting.outcomes import BLINDS_EXCHANGED
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, NO_IRREGULARITY
from adjudicator.table.deal_plan import big_blind_seat, small_blind_seat
from adjudicator.table.hand import Hand
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from adjudicator.values.post_kinds import POST_KINDS
from rulebook.explain.sentences import listed
from rulebook.rules.shared import (
    REDEAL,
    acted_before,
    action_fact,
    rule,
    seat_in_question,
    window_fact,
)


def blind_put_right(now: Moment[PostWrong], kind: str) -> Ruling | None:
    """Too little is made good and the price is the whole blind; too much goes back."""
    found = now.trigger
    if found.kind != kind:
        return None
    seat = found.seat
    name = POST_KINDS[kind].words
    fact = Fact(now.seq, f"seat {seat} posted {found.amount} of a {name} of {found.due}")
    if found.amount > found.due:
        outcome = BET_RETURNED(seat, amount=exact(found.amount - found.due))
        return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))
    whole = exact(now.seat(seat).bet + found.due - found.amount)
    rest = exact(found.due - found.amount)
    ways = (
        {"type": "posted", "seat": seat, "kind": kind, "amount": rest},
        {"type": "acted", "seat": seat, "verb": "call", "to": whole},
    )
    outcome = BET_COMPLETED(seat, amount=whole, by=ways)
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


@rule("rrop-betting/limit-amounts", on=PostWrong)
def blind_of_wrong_size(now: Moment[PostWrong]) -> Ruling | None:
    """A blind or a post of the wrong size is completed, or what is too much goes back."""
    kinds = ("small_blind", "big_blind", "post")
    return next((one for kind in kinds if (one := blind_put_right(now, kind))), None)


def misplaced(hand: Hand) -> dict[int, Amount]:
    """What each seat has still to post, or (negative) posted that is not its own."""
    profile = hand.profile
    due: dict[int, Amount] = {}
    for seat, amount in (
        (small_blind_seat(hand), profile.small_blind),
        (big_blind_seat(hand), profile.big_blind),
    ):
        if seat is not None and amount:
            due[seat] = amount
    posted = hand.posting.blinds
    found = {s: exact(due.get(s, 0) - posted.get(s, 0)) for s in (*due, *posted)}
    if not any(amount < 0 for amount in found.values()):
        return {}
    return {seat: amount for seat, amount in found.items() if amount}


def moved(hand: Hand, seat: int, amount: Amount) -> Outcome:
    if amount < 0:
        back = exact(-amount)
        taken = {"type": "bet_taken_back", "seat": seat, "amount": back}
        return DEALER_CORRECTS(seat, amount=back, by=(taken,))
    kind = "small_blind" if seat == small_blind_seat(hand) else "big_blind"
    posted = {"type": "posted", "seat": seat, "kind": kind, "amount": amount}
    return DEALER_CORRECTS(seat, amount=amount, by=(posted,))


@rule("rrop-button-blind/1", about=("wrong_blinds",), cites=("rrop-misdeal/1g",))
def blinds_questioned(now: Moment[AttentionCalled]) -> Ruling | None:
    """Blinds of the wrong seats are moved before the cards; later they are a misdeal or stand."""
    found = _blinds(now)
    if found is None or len(now.was.dealt_in) > 2:
        return found
    return replace(found, cites=("rrop-button-blind/2", "tda/34"))


def _blinds(now: AnyMoment) -> Ruling | None:
    hand = now.was
    if not hand.on or not hand.profile.blinds:
        return None
    wrong = misplaced(hand)
    seats = tuple(wrong)
    if not wrong:
        fact = Fact(now.seq, "the blinds were posted from the seats that owe them")
        return Ruling(outcomes=(NO_IRREGULARITY(),), because=(fact,))
    named = listed([str(seat) for seat in wrong])
    fact = Fact(now.seq, f"the blinds of seats {named} are not where they belong")
    if not hand.dealt:
        outcomes = tuple(moved(hand, seat, amount) for seat, amount in wrong.items())
        return Ruling(outcomes=outcomes, seats=seats, because=(fact,))
    because = (fact, window_fact(hand, now.seq))
    late = acted_before(hand, now.policy.general_misdeal_threshold)
    if not late and now.policy.wrong_blinds_after_cards == "misdeal":
        return Ruling(outcomes=REDEAL, seats=seats, because=because)
    idle = {seat: amount for seat, amount in wrong.items() if not hand.seats[seat].has_acted}
    if not late and idle and now.policy.wrong_blinds_after_cards == "exchange":
        return _exchanged(idle, because)
    return Ruling(
        outcomes=(BET_STAYS(),),
        seats=seats,
        because=because,
        considered=(Weighed("rrop-misdeal/1g", "the button was where it was due"),),
        say="action with wrong blinds stands",
    )


def _exchanged(wrong: dict[int, Amount], because: tuple[Fact, ...]) -> Ruling:
    """The chips of the blinds go where they belong, and the deal stands."""
    moves = tuple(
        DEALER_CORRECTS(seat, amount=max(amount, exact(-amount)), told=True)
        for seat, amount in wrong.items()
    )
    return Ruling(
        outcomes=moves,
        also=(BLINDS_EXCHANGED(),),
        seats=tuple(wrong),
        because=because,
        say="the blinds are put where they belong, and the deal stands",
    )


@rule("rrop-button-blind/1", about=("missed_blind",), cites=("tda/33",))
def missed_blinds(now: Moment[AttentionCalled]) -> Ruling | None:
    """A player who missed blinds, or comes in, posts the big one live and the small one dead."""
    hand, seat = now.was, seat_in_question(now)
    player = now.before.players.get(seat) if seat is not None else None
    if seat is None or player is None or not hand.on or not hand.profile.blinds:
        return None
    if not player.missed:
        return Ruling(
            outcomes=(NO_IRREGULARITY(seat),),
            seats=(seat,),
            because=(Fact(now.seq, f"seat {seat} has met every blind that came to it"),),
        )
    words = " and ".join(kind.replace("_", " ") for kind in player.missed)
    facts = (Fact(now.seq, f"seat {seat} missed the {words}"), action_fact(hand, now.seq))
    if hand.action.first or seat not in hand.seats:
        say = "the hand is played as it is, and the blinds are owed before the next one"
        return Ruling(outcomes=(BET_STAYS(),), seats=(seat,), because=facts, say=say)
    owed = tuple(_comes_in(hand, seat, kind) for kind in player.missed)
    return Ruling(outcomes=owed, seats=(seat,), because=facts)


def _comes_in(hand: Hand, seat: int, missed: str) -> Outcome:
    small = missed == "small_blind"
    amount = hand.profile.small_blind if small else hand.profile.big_blind
    kind = "dead" if small else "post"
    post = {"type": "posted", "seat": seat, "kind": kind, "amount": amount}
    return DEALER_CORRECTS(seat, amount=amount, by=(post,), before_action=True)


RULES = (
    blind_of_wrong_size,
    blinds_questioned,
    missed_blinds,
)
