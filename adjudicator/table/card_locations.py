"""The account of every card: where it lies by now, as far as it was seen.

``Hand.seen`` says at which entry a card was first seen; the places it lies at follow from
what the hand holds. A card that lies at two places, or at another than an entry takes it
from, was seen twice.
"""

from __future__ import annotations

from adjudicator.table.hand import Hand

Place = int | str


def places(hand: Hand, card: str) -> tuple[Place, ...]:
    """Every place the card lies at: one, unless it was seen twice; none, if in the stub."""
    found: list[Place] = []
    for number, seat in hand.seats.items():
        found += [number] * seat.cards.count(card)
    for name, pile in _piles(hand):
        found += [name] * pile.count(card)
    return tuple(found)


def _piles(hand: Hand) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (
        ("board", (*hand.board, *hand.board_faults.hidden)),
        ("burn", hand.burn.cards),
        ("aside", hand.piles.aside),
        ("scrap", hand.piles.scrap),
        ("discards", hand.piles.muck),
    )


def known(hand: Hand) -> tuple[str, ...]:
    """Every card that lies somewhere by now."""
    cards = [card for seat in hand.seats.values() for card in seat.cards]
    cards += [card for _, pile in _piles(hand) for card in pile]
    return tuple(dict.fromkeys(cards))


def elsewhere(hand: Hand, card: str, here: Place) -> bool:
    """Whether the card is known to lie at another place than this one."""
    return any(place != here for place in places(hand, card))
