"""Hands of exactly so many own cards, the rest being the board's."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from adjudicator.hands.counting import READERS
from adjudicator.hands.ranking import Ranking
from adjudicator.hands.two_and_three import two_and_three
from adjudicator.values.cards import Card, rank, suit

Split = tuple[tuple[Card, ...], tuple[Card, ...]]


def split_strength(own: Sequence[Card], board: Sequence[Card], ranking: Ranking) -> int:
    """The value of the best hand."""
    value = two_and_three(own, board, ranking)
    if value is not None:
        return value
    reader = READERS[ranking]
    return max(reader.value(a + b) for a, b in _choices(own, board, ranking))


def best_split(own: Sequence[Card], board: Sequence[Card], ranking: Ranking, value: int) -> Split:
    """The own and the board cards of the first hand of this value, the best one.

    None are chosen where an order knows no hand of so little.
    """
    reader = READERS[ranking]
    if two_and_three(own, board, ranking) is not None:
        ranks, suited = reader.order.playing(value)
        return next(_choices_of(own, board, ranks, suited), ((), ()))
    choices = _choices(own, board, ranking)
    return next(choice for choice in choices if reader.value(sum(choice, ())) == value)


def _choices(own: Sequence[Card], board: Sequence[Card], ranking: Ranking) -> Iterator[Split]:
    """Every choice of own and of board cards; all of them where there are too few."""
    exactly = ranking.own_exactly or 0
    return product(
        combinations(own, min(exactly, len(own))),
        combinations(board, min(5 - exactly, len(board))),
    )


def _choices_of(
    own: Sequence[Card], board: Sequence[Card], ranks: Sequence[str], suited: bool
) -> Iterator[Split]:
    """Two own cards and the first three of the board that together have these ranks."""
    for pair in combinations(own, 2):
        letter = suit(pair[0]) if suited else None
        left = list(ranks)
        if len(_taken(pair, left, letter)) == 2:
            three = _taken(board, left, letter)
            if not left:
                yield pair, three


def _taken(cards: Sequence[Card], wanted: list[str], letter: str | None) -> tuple[Card, ...]:
    """The first cards of the wanted ranks, which are then wanted no more."""
    taken = []
    for card in cards:
        if rank(card) in wanted and letter in (None, suit(card)):
            wanted.remove(rank(card))
            taken.append(card)
    return tuple(taken)
