"""The names of high hands."""

from typing import Final

from adjudicator.hands.worth import Category, category_of, ranks_of
from adjudicator.values.cards import rank_word, rank_words

# {0} and {1} are a hand's main ranks in the plural, {top} the first in the singular. Ranks
# beyond the number of those a name holds are kickers.
_NAMES: Final = {
    Category.HIGH_CARD: (1, "{top} high"),
    Category.PAIR: (1, "pair of {0}"),
    Category.TWO_PAIR: (2, "two pair, {0} and {1}"),
    Category.THREE_OF_A_KIND: (1, "three of a kind, {0}"),
    Category.STRAIGHT: (1, "straight, {top} high"),
    Category.FLUSH: (0, "flush"),
    Category.FULL_HOUSE: (2, "full house, {0} over {1}"),
    Category.FOUR_OF_A_KIND: (1, "four of a kind, {0}"),
    Category.STRAIGHT_FLUSH: (1, "straight flush, {top} high"),
    Category.FIVE_OF_A_KIND: (1, "five of a kind, {0}"),
}
# The other ranks of these hands are the hand itself, and are not called kickers.
_NO_GROUPS: Final = (Category.HIGH_CARD, Category.FLUSH)


def hand_words(value: int) -> str:
    """The hand in words: ``"pair of kings, ace three two kickers"``."""
    category, ranks = category_of(value), ranks_of(value)
    if not ranks:
        return "no cards"
    if category == Category.STRAIGHT_FLUSH and ranks == ("A",):
        return "royal flush"
    named, name = _NAMES[category]
    words = name.format(*map(rank_words, ranks), top=rank_word(ranks[0]))
    kickers = [*map(rank_word, ranks[named:])]
    if not kickers:
        return words
    if category in _NO_GROUPS:
        return f"{words}, {' '.join(kickers)}"
    return f"{words}, {' '.join(kickers)} kicker{'s' if kickers[1:] else ''}"
