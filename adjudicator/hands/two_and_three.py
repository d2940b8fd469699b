"""Hands of exactly two own cards and three of the board, all of them natural and different.

The sum of the codes of such cards holds, from the lowest up, the number of cards of each
rank in three bits and of each suit in five. It fits a machine word, so that adding is fast.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from adjudicator.hands.orders import Order
from adjudicator.hands.worth import Held, held, suit_bits
from adjudicator.values.cards import RANKS, STANDARD_DECK, SUITS, Card, rank, suit

_SUITS: Final = 3 * len(RANKS)
_RANKS: Final = (1 << _SUITS) - 1
_OF_SUIT: Final = {letter: 1 << _SUITS + 5 * place for place, letter in enumerate(SUITS)}
_code: Final = {
    card: 1 << 3 * RANKS.index(rank(card)) | _OF_SUIT[suit(card)] for card in STANDARD_DECK
}.__getitem__

# Added to a sum, these carry two cards of a suit, or three, into the suit's highest bit.
_TWO_CARRY: Final = sum((16 - 2) * one for one in _OF_SUIT.values())
_THREE_CARRY: Final = sum((16 - 3) * one for one in _OF_SUIT.values())
_CARRIES: Final = sum(16 * one for one in _OF_SUIT.values())
_BITS_BY_CARRY: Final = [
    (16 * one, suit_bits(letter).__getitem__) for letter, one in _OF_SUIT.items()
]

# Room for the ranks of every hand of four cards and every board of five: 7,995.
_REMEMBERED: Final = 1 << 13


def two_and_three(own: Sequence[Card], board: Sequence[Card], order: Order) -> int:
    """The value of the best hand; there are enough cards of each."""
    of_own, of_board = sum(map(_code, own)), sum(map(_code, board))
    value = order.split_by_ranks(_held(of_own & _RANKS), _held(of_board & _RANKS))
    suits = of_own + _TWO_CARRY & of_board + _THREE_CARRY & _CARRIES
    if suits:
        for carry, bit in _BITS_BY_CARRY:
            if suits & carry:
                of_suit = order.split_in_suit(sum(map(bit, own)), sum(map(bit, board)))
                value = max(value, of_suit)
    return value


@lru_cache(_REMEMBERED)
def _held(codes: int) -> Held:
    return held(map(int, f"{codes:0{len(RANKS)}o}"[::-1]))
