"""The order of high hands, from high card to five of a kind."""

from functools import cache
from typing import Final

from adjudicator.hands.high_omaha import split_by_ranks, split_in_suit
from adjudicator.hands.high_words import hand_words
from adjudicator.hands.worth import (
    ACE,
    ALIKE,
    MASK_WIDTH,
    STRAIGHTS,
    Category,
    Held,
    category_of,
    highest,
    ranks_of,
    worth,
)
from adjudicator.values.cards import RANKS

# How many cards there are of each of a hand's ranks, in order of importance.
_SHAPES: Final = {
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FIVE_OF_A_KIND: (5,),
}
_SINGLES: Final = (1, 1, 1, 1, 1)
_STRAIGHTS: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
_FLUSHES: Final = (Category.FLUSH, Category.STRAIGHT_FLUSH)
_COMPLETED: Final = (*_STRAIGHTS, *_FLUSHES)
# The hand that so many cards alike make beside single ones.
_ALIKE: Final = (
    Category.HIGH_CARD,
    Category.HIGH_CARD,
    Category.PAIR,
    Category.THREE_OF_A_KIND,
    Category.FOUR_OF_A_KIND,
    Category.FIVE_OF_A_KIND,
)


class High:
    """The best high hand wins."""

    split_by_ranks = staticmethod(split_by_ranks)
    split_in_suit = staticmethod(split_in_suit)
    ranks = staticmethod(ranks_of)
    text = staticmethod(hand_words)

    def by_ranks(self, held: Held, wilds: int, bugs: int) -> int:
        top = _straight_top(held.once, wilds + bugs)
        straight = worth(Category.STRAIGHT, top) if top else 0
        return max(straight, _group(_with_aces(held, bugs) if bugs else held, wilds))

    def in_suit(self, mask: int, stand_ins: int) -> int:
        top = _straight_top(mask, stand_ins)
        if top:
            return worth(Category.STRAIGHT_FLUSH, top)
        if mask.bit_count() + stand_ins < 5:
            return 0
        return worth(Category.FLUSH, _filled(mask, stand_ins))

    def category(self, value: int) -> str:
        return category_of(value).name.lower()

    def playing(self, value: int) -> tuple[tuple[str, ...], bool]:
        category, ranks = category_of(value), ranks_of(value)
        suited = category in _FLUSHES
        if category in _STRAIGHTS:
            return _run_down(ranks[0]), suited
        shape = _SHAPES.get(category, _SINGLES)
        times = zip(ranks, shape, strict=False)
        return tuple(rank for rank, count in times for _ in range(count)), suited

    def bug_may_be(self, rank: str, value: int) -> bool:
        """The bug is an ace, or completes a straight or a flush."""
        return rank == "A" or category_of(value) in _COMPLETED


@cache
def _straight_top(mask: int, stand_ins: int) -> int:
    """The highest card of the best straight, or 0."""
    least = 5 - stand_ins
    return next((top for run, top in STRAIGHTS if (mask & run).bit_count() >= least), 0)


def _with_aces(held: Held, more: int) -> Held:
    times = range(1, ALIKE + 1)
    aces = more + sum(bool(held.at_least(number) & ACE) for number in times)
    return Held(*(held.at_least(number) | (ACE if number <= aces else 0) for number in times))


def _group(held: Held, wilds: int) -> int:
    """The best hand by cards alike; the wild cards join the group they help most."""
    alike, top = _main_group(held, wilds)
    paired = highest(held.twice & ~top)
    others = held.once & ~top
    if alike == 3 and paired:
        return worth(Category.FULL_HOUSE, top, paired)
    if alike == 2 and paired:
        return worth(Category.TWO_PAIR, top | paired, highest(others & ~paired))
    return worth(_ALIKE[alike], top, highest(others, 5 - alike))


def _main_group(held: Held, wilds: int) -> tuple[int, int]:
    """How many cards alike at most, and their rank; wild cards on their own are aces."""
    for alike in range(ALIKE, 0, -1):
        if alike <= wilds:
            return alike, ACE
        if ranks := held.at_least(alike - wilds):
            return alike, highest(ranks)
    return 0, 0


def _filled(mask: int, stand_ins: int) -> int:
    """The mask of a suit with its highest gaps filled."""
    gaps = [1 << place for place in range(MASK_WIDTH - 1, 1, -1) if not mask >> place & 1]
    return mask | sum(gaps[:stand_ins])


def _run_down(top: str) -> tuple[str, ...]:
    """The five ranks of a straight from the top; below the two comes the ace."""
    place = RANKS.index(top)
    return tuple(RANKS[place - step] for step in range(5))
