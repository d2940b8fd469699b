"""Hands of exactly two own cards and three of the board, all of them natural and different.

Cards become one bit each, the ranks of a suit beside those of the next, in one machine
word. A card that is there twice shows in their sum, which then has fewer bits than there
are cards. No hand is remembered: a lookup in a large table costs more than these masks.
"""

from collections.abc import Sequence
from typing import Final

from adjudicator.hands.counting import READERS
from adjudicator.hands.ranking import Ranking
from adjudicator.hands.worth import MASK_WIDTH, RANK_BITS, Held
from adjudicator.values.cards import JOKER, STANDARD_DECK, SUITS, Card, rank, suit

_SHIFTS: Final = tuple(MASK_WIDTH * place for place in range(len(SUITS)))
_, _SECOND, _THIRD, _FOURTH = _SHIFTS
_ONE_SUIT: Final = (1 << MASK_WIDTH) - 1
_bits: Final = {
    JOKER: 0,
    **{card: RANK_BITS[rank(card)] << _SHIFTS[SUITS.index(suit(card))] for card in STANDARD_DECK},
}.__getitem__


def two_and_three(own: Sequence[Card], board: Sequence[Card], ranking: Ranking) -> int | None:
    """The value of the best hand; None of cards that are not read in this way."""
    if ranking.own_exactly != 2 or ranking.wild_ranks or len(own) < 2 or len(board) < 3:
        return None
    of_own, of_board = sum(map(_bits, own)), sum(map(_bits, board))
    if (of_own + of_board).bit_count() < len(own) + len(board):
        return None
    reader = READERS[ranking]
    value = reader.order.split_by_ranks(_held(of_own, len(own)), _held(of_board, len(board)))
    for shift in _SHIFTS:
        suit_of_board = of_board >> shift & _ONE_SUIT
        if suit_of_board.bit_count() >= 3:
            suit_of_own = of_own >> shift & _ONE_SUIT
            if suit_of_own.bit_count() >= 2:
                value = max(value, reader.order.split_in_suit(suit_of_own, suit_of_board))
    return value | reader.natural


def _held(bits: int, number: int) -> Held:
    """How often so many cards hold each rank, up to three times."""
    a, b = bits & _ONE_SUIT, bits >> _SECOND & _ONE_SUIT
    c, d = bits >> _THIRD & _ONE_SUIT, bits >> _FOURTH
    once = a | b | c | d
    if once.bit_count() == number:
        return Held(once)
    of_two, of_others = a & b, c & d
    twice = of_two | of_others | (a | b) & (c | d)
    return Held(once, twice, of_two & (c | d) | of_others & (a | b))
