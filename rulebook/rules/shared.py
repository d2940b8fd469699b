"""How a rule is written: the decorator, and the facts that rules share.

A fact names the entry that proves it and says it in words that reveal no concealed card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, overload

from adjudicator.game.policy import Gate
from adjudicator.game.profile import Profile
from adjudicator.judging.rules import AnyMoment, AnyRule, Moment, Rule, T, Trigger
from adjudicator.judging.rulings import Fact, Ruling
from adjudicator.judging.scopes import Book, Scope, scope
from adjudicator.log.events import AttentionCalled
from adjudicator.play.betting.outcomes import BET_COMPLETED
from adjudicator.play.deal.outcomes import MISDEAL_REDEAL
from adjudicator.play.outcome import Outcome
from adjudicator.play.posting.outcomes import BUTTON_STAYS
from adjudicator.play.speech.outcomes import NO_IRREGULARITY
from adjudicator.table.hand import Hand
from adjudicator.table.hand_parts import Claim
from adjudicator.table.seat import Move
from adjudicator.values.amounts import Amount

A = TypeVar("A", bound=Trigger)
B = TypeVar("B", bound=Trigger)

# A misdeal: the money goes back and the same button deals again.
REDEAL = (MISDEAL_REDEAL(), BUTTON_STAYS())


Judgement = Callable[[Moment[T]], Ruling | None]
Weaker = tuple[str | Book, ...] | Scope


@overload
def rule(
    id: str,
    *,
    about: tuple[str, ...],
    cites: tuple[str, ...] = (),
    displaces: Weaker = (),
    last: bool = False,
) -> Callable[[Judgement[AttentionCalled]], Rule[AttentionCalled]]: ...


@overload
def rule(
    id: str,
    *,
    on: type[A],
    cites: tuple[str, ...] = (),
    displaces: Weaker = (),
) -> Callable[[Judgement[A]], Rule[A]]: ...


@overload
def rule(
    id: str,
    *,
    on: type[A],
    about: tuple[str, ...],
    cites: tuple[str, ...] = (),
    displaces: Weaker = (),
) -> Callable[[Judgement[A | AttentionCalled]], Rule[A | AttentionCalled]]: ...


@overload
def rule(
    id: str,
    *,
    on: tuple[type[A], type[B]],
    about: tuple[str, ...],
    cites: tuple[str, ...] = (),
    displaces: Weaker = (),
) -> Callable[[Judgement[A | B | AttentionCalled]], Rule[A | B | AttentionCalled]]: ...


def rule(
    id: str,
    *,
    on: type[Any] | tuple[type[Any], ...] = (),
    about: tuple[str, ...] = (),
    cites: tuple[str, ...] = (),
    displaces: Weaker = (),
    last: bool = False,
) -> Callable[[Judgement[Any]], AnyRule]:
    """Make a function the rule with this id.

    It wakes ``on`` these entries or findings, and on questions ``about`` these subjects;
    ``now.trigger`` is one of them. Its docstring is the rule in one sentence.
    """
    kinds = on if isinstance(on, tuple) else (on,)
    weaker = displaces if isinstance(displaces, Scope) else scope(*displaces)

    def make(judge: Judgement[Any]) -> AnyRule:
        return Rule(id, judge, kinds, about, cites, weaker, judge.__doc__ or "", last)

    return make


def completed(move: Move, verb: str, amount: Amount) -> Outcome:
    """The seat makes its wager good; the others already face the whole price."""
    pattern = {"type": "acted", "seat": move.seat, "verb": verb, "to": amount}
    return BET_COMPLETED(move.seat, amount=amount, by=(pattern,), move=move)


def called(now: AnyMoment, seat: int | None = None) -> Claim:
    """The claim that led to this moment; the moment itself if nobody called earlier."""
    hand = now.hand
    claim = hand.questions.claims.get(seat) if seat is not None else None
    return claim if claim is not None else Claim(now.seq, "", None, {}, now.was)


def rulings_so_far(now: AnyMoment) -> list[Ruling]:
    """The rulings of this hand, oldest first, with their status by now."""
    return list(now.after.rulings.values())


def ante_due(now: AnyMoment) -> bool:
    """Whether the next deal for this pot is anted, by the limit of antes in a row."""
    limit = now.policy.ante_limit
    more = limit is None or now.after.anted_deals < limit
    return more and not now.after.ante_off


def acted_before(hand: Hand, threshold: Gate) -> bool:
    """Whether the hand has passed the action gate of a house option."""
    if threshold == "first_action":
        return bool(hand.action.first)
    forced = _forced_bets(hand)
    if threshold == "two_players":
        return len(hand.action.actors) - forced >= hand.profile.numbers.players_that_close_a_deal
    return substantial(hand.profile, hand.action.count - forced, hand.action.wagers - forced)


def substantial(profile: Profile, acts: int, wagers: int) -> bool:
    """Whether so many acts, of which so many put chips in, are substantial action (tda/36)."""
    numbers = profile.numbers
    if acts >= numbers.substantial_acts:
        return True
    return wagers > 0 and acts >= numbers.substantial_acts_with_a_wager


def _forced_bets(hand: Hand) -> int:
    """A bring-in is forced, and no more an act than a blind."""
    first = hand.first_actor
    if not hand.profile.bring_in or first is None or first not in hand.action.actors:
        return 0
    return int(hand.seats[first].put_in > hand.seats[first].ante)


def window_open(now: AnyMoment, hand: Hand) -> bool:
    """Whether the general rules still give a misdeal: too few have acted so far."""
    if hand.street > 1 or hand.drawn or hand.board:
        return False
    return not acted_before(hand, now.policy.general_misdeal_threshold)


def window_fact(hand: Hand, at: int) -> Fact:
    """How many seats had acted when it was pointed out."""
    acted = len(hand.action.actors) - _forced_bets(hand)
    if not acted:
        return Fact(at, "pointed out before anyone acted")
    players = "player" if acted == 1 else "players"
    return Fact(at, f"pointed out after {acted} {players} had acted")


def action_fact(hand: Hand, at: int) -> Fact:
    """Whether anybody had acted when it was pointed out."""
    if not hand.action.first:
        return Fact(at, "pointed out before anyone acted")
    return Fact(hand.action.first, "the first action after the deal")


def seats_of(seat: int | None) -> tuple[int, ...]:
    """The seats a ruling names, where it is about one seat or none."""
    return () if seat is None else (seat,)


def seat_in_question(now: Moment[AttentionCalled]) -> int | None:
    """The seat a question is about: the one it names, else the player who asks."""
    asked = now.trigger
    if asked.seat is not None:
        return asked.seat
    return asked.by if isinstance(asked.by, int) else None


def established(now: Moment[AttentionCalled], fact: str) -> bool | None:
    """What the floor has established of a matter in question; ``None`` where it has not."""
    return (now.trigger.facts or {}).get(fact)


def facts_about(now: AnyMoment, seat: int) -> Mapping[str, bool]:
    """What the floor has established about a hand by now."""
    claim = now.hand.questions.claims.get(seat)
    told = dict(claim.facts) if claim is not None else {}
    event = now.event
    if isinstance(event, AttentionCalled):
        told |= dict(event.facts or {})
    return told


def answer(now: Moment[AttentionCalled], fact: str, say: str, *more: Outcome) -> Ruling:
    """A question or claim to which nothing is irregular, and why."""
    seat = now.trigger.seat
    return Ruling(
        outcomes=(NO_IRREGULARITY(seat), *more),
        seats=seats_of(seat),
        because=(Fact(now.seq, fact),),
        say=say,
    )


def standing_under(now: AnyMoment, rule_id: str, seat: int | None) -> Ruling | None:
    """The last ruling under this article, on this seat if one is named, that is still open."""
    for old in reversed(rulings_so_far(now)):
        if old.rule == rule_id and old.status == "open" and (seat is None or seat in old.seats):
            return old
    return None
