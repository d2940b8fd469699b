"""How many hands a second are read in one process.

pytest -m bench -s tests/bench/test_bench_hands.py

Numbers are printed, nothing depends on them. The first pass over the hands fills what
the reader remembers and is shown on its own.
"""

import gc
import random
import time
from collections.abc import Callable
from statistics import median

import pytest

from adjudicator.hands import Ranking, read, strength
from adjudicator.values.cards import JOKER, STANDARD_DECK, Card

pytestmark = pytest.mark.bench

ROUNDS = 7
Dealt = list[tuple[tuple[Card, ...], tuple[Card, ...]]]

WITH_JOKER = (*STANDARD_DECK, JOKER)
PLAIN = Ranking()
BUG = Ranking(joker="bug")
BASEBALL = Ranking(wild_ranks=frozenset("39"))
OMAHA = Ranking(own_exactly=2)


def dealt(number: int, own: int, board: int, deck: tuple[Card, ...]) -> Dealt:
    shuffle = random.Random(number)
    hands = (shuffle.sample(deck, own + board) for _ in range(number))
    return [(tuple(hand[:own]), tuple(hand[own:])) for hand in hands]


def seconds(work: Callable[[], None]) -> float:
    gc.collect()
    started = time.process_time()
    work()
    return time.process_time() - started


def show(what: str, number: int, work: Callable[[], None]) -> None:
    first = number / seconds(work)
    again = median(number / seconds(work) for _ in range(ROUNDS))
    print(f"\n{what}: {again:,.0f} a second (first pass {first:,.0f})")


@pytest.mark.parametrize(
    ("what", "ranking", "size", "deck"),
    [
        ("five cards", PLAIN, 5, STANDARD_DECK),
        ("five cards of 53, joker as bug", BUG, 5, WITH_JOKER),
        ("seven cards", PLAIN, 7, STANDARD_DECK),
        ("seven cards, threes and nines wild", BASEBALL, 7, STANDARD_DECK),
        ("nine cards", PLAIN, 9, STANDARD_DECK),
    ],
)
def test_strengths_a_second(what: str, ranking: Ranking, size: int, deck: tuple[Card, ...]) -> None:
    hands = [own for own, _ in dealt(200_000, size, 0, deck)]

    def work() -> None:
        for hand in hands:
            strength(hand, ranking)

    show(what, len(hands), work)


def test_omaha_strengths_a_second() -> None:
    hands = dealt(10_000, 4, 5, STANDARD_DECK)

    def work() -> None:
        for own, board in hands:
            strength(own, OMAHA, board)

    show("Omaha, four and five cards", len(hands), work)


def test_readings_in_words_a_second() -> None:
    hands = dealt(10_000, 7, 0, STANDARD_DECK)

    def work() -> None:
        for own, board in hands:
            read(own, board, BASEBALL)

    show("seven cards in words, threes and nines wild", len(hands), work)
