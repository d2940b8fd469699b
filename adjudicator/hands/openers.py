"""Openers: does a hand hold a pair of jacks or better, or could it have held them."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from adjudicator.hands.ranking import Ranking
from adjudicator.hands.reading import HandReading, read, strength
from adjudicator.hands.worth import RANK_BITS, Category, worth
from adjudicator.values.cards import Card
from adjudicator.values.frozen import Frozen

_LEAST: Final = worth(Category.PAIR, RANK_BITS["J"])


class CouldHaveOpened(Frozen):
    """One way a hand could have started with openers: the cards drawn since, the cards
    kept, and the reading of what it started with."""

    drawn: tuple[Card, ...]
    kept: tuple[Card, ...]
    openers: HandReading


def holds_openers(cards: Sequence[Card], ranking: Ranking) -> bool:
    """A pair of jacks or better lies within the cards held, be they five or fewer."""
    return strength(cards, ranking) >= _LEAST


def could_have_opened(
    final: Sequence[Card], discards: Sequence[Card], drawn: int, ranking: Ranking
) -> CouldHaveOpened | None:
    """The best openers the hand can have started with, or None if it cannot.

    Any ``drawn`` cards of the final hand may be the ones drawn; the others and the
    discards are what it started with. An opener who was short before the draw has
    drawn more than it discarded.
    """
    started = max(
        _splits(final, min(drawn, len(final))),
        key=lambda split: strength((*split[1], *discards), ranking),
    )
    taken, kept = started
    if not holds_openers((*kept, *discards), ranking):
        return None
    return CouldHaveOpened(taken, kept, read((*kept, *discards), (), ranking))


def _splits(
    cards: Sequence[Card], number: int
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every way to part so many cards from the rest."""
    for places in combinations(range(len(cards)), number):
        yield (
            tuple(cards[place] for place in places),
            tuple(card for place, card in enumerate(cards) if place not in places),
        )
