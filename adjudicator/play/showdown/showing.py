"""The order of showing, and whether the tabled hands settle who wins."""

from __future__ import annotations

from adjudicator.hands import (
    HandReading,
    read,
)
from adjudicator.table.hand import Hand
from adjudicator.table.pots import layers
from adjudicator.table.seat import Seat
from adjudicator.values.seat_order import clockwise

TABLED = ("showdown", "openers", "request")


def order_of_showing(hand: Hand) -> tuple[int, ...]:
    """Last aggressor of the final round first, otherwise the first to act, clockwise.

    Seats in a side pot show before those in the main pot only.
    """
    around = _around(hand)
    if len(around) < 3:
        return around
    found: dict[int, None] = {}
    for pot in reversed(layers(hand)):
        found |= dict.fromkeys(seat for seat in around if seat in pot.eligible)
    return (*found, *(seat for seat in around if seat not in found))


def _around(hand: Hand) -> tuple[int, ...]:
    first = hand.aggressor
    if first is None or first not in hand.seats or not hand.seats[first].live:
        first = hand.first_actor
    live = hand.live
    if first is None or not live:
        return live
    if first not in live:
        return clockwise(live, first)
    return (first, *(s for s in clockwise(live, first) if s != first))


def tabled(hand: Hand, seat: Seat) -> bool:
    """Whether a hand lies open with every card it has (rrop-showdown/1)."""
    whole = hand.profile.hand_size + seat.bonus_cards.earned
    return bool(seat.shown) and len(seat.shown) >= min(seat.count, whole)


def faces_up(hand: Hand) -> bool:
    """Whether every live hand has to lie open: one is all-in, and nobody can bet any more.

    What is still to be drawn is drawn first.
    """
    if not hand.profile.policy.all_in_face_up or not hand.contested or not hand.street:
        return False
    if not any(hand.seats[seat].all_in for seat in hand.live):
        return False
    over = hand.phase == "dealing" and len(hand.able) < 2 and hand.draw_ahead is None
    return over or hand.phase == "showdown"


def is_decided(hand: Hand) -> bool:
    """Whether the cards on the table settle who wins."""
    live = hand.live
    able = [s for s in live if not hand.seats[s].barred]
    if len(live) < 2 or (hand.phase == "showdown" and len(able) == 1):
        return True
    return hand.phase == "showdown" and all(tabled(hand, hand.seats[s]) for s in live)


def reading(hand: Hand, seat: Seat) -> HandReading:
    """The best hand of the cards a seat tabled."""
    return read(seat.shown, hand.board, hand.profile.ranking)  # type: ignore[arg-type]


def best_so_far(hand: Hand) -> frozenset[int]:
    """The live seats with the best tabled hand."""
    open_ = {s: reading(hand, hand.seats[s]) for s in hand.live if tabled(hand, hand.seats[s])}
    best = max((one.value for one in open_.values()), default=None)
    return frozenset(seat for seat, one in open_.items() if one.value == best)
