"""Whether an opener's openers are proved by what is on the table."""

from __future__ import annotations

from itertools import combinations

from adjudicator.hands import could_have_opened, holds_openers
from adjudicator.table.draw_progress import SeatDraw
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Seat


def proof(hand: Hand, number: int) -> str:
    """How far the opener's openers are proved by what is on the table.

    ``proved``; ``not_shown``; ``partial`` (cards still hidden); ``false`` (the whole
    hand as dealt, and it does not qualify); ``split`` (the discards still under the chip);
    ``infeasible`` (no choice of drawn cards could have opened); ``provable`` (not declared,
    but the discards were shown); ``unproved``; ``recorded_false`` (by the record of the
    cards it opened on, where the house goes by that).
    """
    seat = hand.seats[number]
    recorded = _by_the_record(hand, seat)
    if recorded:
        return recorded
    return _by_the_cards(hand, number, seat) if seat.shown else "not_shown"


def _by_the_record(hand: Hand, seat: Seat) -> str:
    """What the record of the cards it opened on settles, if anything."""
    profile = hand.profile
    held = holds_openers(seat.opened_on, profile.ranking) if seat.opened_on else None  # type: ignore[arg-type]
    proves = profile.on("proof_from_log")
    if seat.proved or (proves and held):
        return "proved"
    disproves = proves or profile.options.get("openers_proof") == "verified_identity"
    if held is False and disproves:
        return "recorded_false" if seat.shown or proves else "not_shown"
    return ""


def _by_the_cards(hand: Hand, number: int, seat: Seat) -> str:
    """What the cards that lie open say, and the draws they came by."""
    draws = hand.in_draws(number)
    drew = sum(one.drew for one in draws if one.wants is not None)
    if _hold_with_any_kept(hand, seat.shown, drew):
        return "proved"
    if len(seat.shown) < seat.count:
        return "partial"
    return _by_the_discards(hand, seat, draws, drew) if drew else "false"


def _hold_with_any_kept(hand: Hand, shown: tuple[str, ...], drew: int) -> bool:
    """Whether any choice of the cards that were kept holds openers by itself."""
    kept = combinations(shown, max(len(shown) - drew, 0))
    return any(holds_openers(cards, hand.profile.ranking) for cards in kept)  # type: ignore[arg-type]


def _by_the_discards(hand: Hand, seat: Seat, draws: tuple[SeatDraw, ...], drew: int) -> str:
    """What the discards add, where they lie face up."""
    known = tuple(card for one in draws if one.discards_up for card in one.discards)
    if not known:
        return _discards_hidden(hand, draws)
    if could_have_opened(seat.shown, known, drew, hand.profile.ranking) is None:  # type: ignore[arg-type]
        return "infeasible"
    return "proved" if any(one.splitting for one in draws) else "provable"


def _discards_hidden(hand: Hand, draws: tuple[SeatDraw, ...]) -> str:
    """What is known of a split while its discards lie face down: under a chip, or mixed."""
    if not any(one.under_chip for one in draws):
        return "unproved"
    words_needed = hand.profile.options.get("undeclared_split") == "loses_pot"
    said = any(one.splitting for one in draws)
    return "split" if said or not words_needed else "provable"
