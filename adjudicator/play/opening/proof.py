"""How far openers are proved by what lies on the table (jacks-or-better/3, 9a, 9b, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from adjudicator.hands import could_have_opened, holds_openers
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Seat

# proved          the cards it kept hold openers, or its cards and discards do as it said
# not_shown       nothing is shown yet
# partial         cards of the hand are still hidden
# false           the whole hand as dealt is shown, and holds no openers
# unproved        no openers among what it kept, and the discards are not to be had
# split           the discards that would prove a split are still under the chip
# provable        a split that was not declared: the discards would prove it
# infeasible      no choice of drawn cards leaves openers
# recorded_false  the record has the cards it opened on, and they are no openers
Proof = Literal[
    "proved",
    "not_shown",
    "partial",
    "false",
    "unproved",
    "split",
    "provable",
    "infeasible",
    "recorded_false",
]


def proof(hand: Hand, number: int) -> Proof:
    """How far the opener has proved openers by now."""
    seat = hand.seats[number]
    return _by_record(hand, seat) or _by_what_is_shown(hand, number, seat)


def _by_record(hand: Hand, seat: Seat) -> Proof | None:
    """What the record settles, where the house lets it (proof_from_log, openers_proof)."""
    policy = hand.profile.policy
    known = holds_openers(seat.opened_on, hand.profile.ranking) if seat.opened_on else None  # type: ignore[arg-type]
    if seat.proved or (policy.proof_from_log and known):
        return "proved"
    if known is not False:
        return None
    if policy.proof_from_log:
        return "recorded_false"
    if policy.openers_proof != "verified_identity":
        return None
    return "recorded_false" if seat.shown else "not_shown"


def _by_what_is_shown(hand: Hand, number: int, seat: Seat) -> Proof:
    if not seat.shown:
        return "not_shown"
    drew = sum(one.drew for one in hand.in_draws(number) if one.wants is not None)
    if _kept_openers(hand, seat, max(len(seat.shown) - drew, 0)):
        return "proved"
    if len(seat.shown) < seat.count:
        return "partial"
    return _by_discards(hand, number, seat, drew) if drew else "false"


def _kept_openers(hand: Hand, seat: Seat, kept: int) -> bool:
    """Whether so many of the cards shown may be those it kept, and hold openers."""
    ranking = hand.profile.ranking
    return any(holds_openers(cards, ranking) for cards in combinations(seat.shown, kept))  # type: ignore[arg-type]


def _by_discards(hand: Hand, number: int, seat: Seat, drew: int) -> Proof:
    """Openers may have been split: what the discards say, if they are turned up."""
    draws = hand.in_draws(number)
    splitting = any(one.split_said for one in draws)
    known: Sequence[str] = [card for one in draws if one.discards_up for card in one.discards]
    if known:
        ranking = hand.profile.ranking
        if could_have_opened(seat.shown, tuple(known), drew, ranking) is None:  # type: ignore[arg-type]
            return "infeasible"
        return "proved" if splitting else "provable"
    if not any(one.under_chip for one in draws):
        return "unproved"
    words_needed = hand.profile.policy.undeclared_split == "loses_pot"
    return "split" if splitting or not words_needed else "provable"
