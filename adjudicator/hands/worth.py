"""A hand's value: one integer, so that the greater wins and equal ones tie.

From its highest bit down a value holds the category, five ranks of four bits in order of
importance (0 where there is no card), and one bit for a hand that wins a tie by doing
without the joker. A set of ranks is a mask with one bit for each, from 2 to 14.
"""

from collections.abc import Iterable
from enum import IntEnum, auto
from functools import cache
from itertools import accumulate
from operator import or_
from typing import Final

from adjudicator.values.cards import RANKS
from adjudicator.values.frozen import Frozen

_CATEGORY_SHIFT: Final = 21
_RANK_SHIFTS: Final = (17, 13, 9, 5, 1)
_RANK_WIDTH: Final = 4
WITHOUT_JOKER: Final = 1

RANK_BITS: Final = {letter: 1 << number for number, letter in enumerate(RANKS, 2)}
ACE: Final = RANK_BITS["A"]
MASK_WIDTH: Final = ACE.bit_length()
# Each straight and its highest card, the best first; the ace is also below the two.
STRAIGHTS: Final = tuple(
    (0b11111 << top - 4 if top > 5 else 0b111100 | ACE, 1 << top) for top in range(14, 4, -1)
)


class Category(IntEnum):
    """The kinds of hand from the least to the best; a royal is a straight flush."""

    HIGH_CARD = 0
    PAIR = auto()
    TWO_PAIR = auto()
    THREE_OF_A_KIND = auto()
    STRAIGHT = auto()
    FLUSH = auto()
    FULL_HOUSE = auto()
    FOUR_OF_A_KIND = auto()
    STRAIGHT_FLUSH = auto()
    FIVE_OF_A_KIND = auto()


_BASES: Final = [category << _CATEGORY_SHIFT for category in Category]


class Held(Frozen):
    """Masks of the ranks a hand holds at least once, twice and so on."""

    once: int
    twice: int = 0
    three_times: int = 0
    four_times: int = 0
    five_times: int = 0

    def at_least(self, times: int) -> int:
        """The ranks held so often, from once to five times."""
        masks = (self.once, self.twice, self.three_times, self.four_times, self.five_times)
        return masks[times - 1]


# More cards alike than these are worth no more.
ALIKE: Final = 5


def held(counts: Iterable[int]) -> Held:
    """The masks of a hand, from how many cards it holds of each rank, twos first."""
    exactly = [0] * (ALIKE + 1)
    for bit, count in zip(RANK_BITS.values(), counts, strict=True):
        exactly[count if count < ALIKE else ALIKE] |= bit
    return Held(*reversed([*accumulate(exactly[:0:-1], or_)]))


def worth(category: Category, ranks: int, kickers: int = 0) -> int:
    """The value of a hand of these ranks, the highest first, and of kickers after them."""
    after = _RANK_WIDTH * ranks.bit_count()
    return _BASES[category] | _downwards(ranks) | _downwards(kickers) >> after


def category_of(value: int) -> Category:
    """The kind of hand; no cards at all count as high card."""
    return Category(value >> _CATEGORY_SHIFT)


def ranks_of(value: int) -> tuple[str, ...]:
    """The ranks that count, in order of importance."""
    numbers = (value >> shift & 0b1111 for shift in _RANK_SHIFTS)
    return tuple(RANKS[number - 2] for number in numbers if number)


@cache
def highest(mask: int, number: int = 1) -> int:
    """The mask of the so many highest ranks of a mask."""
    while mask.bit_count() > number:
        mask &= mask - 1
    return mask


@cache
def _downwards(mask: int) -> int:
    """The five highest ranks of a mask from the top, as a value holds them."""
    value = 0
    for shift in _RANK_SHIFTS:
        top = 1 << mask.bit_length() >> 1
        value |= max(top.bit_length() - 1, 0) << shift
        mask ^= top
    return value
