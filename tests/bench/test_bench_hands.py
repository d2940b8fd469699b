"""How many hands a second are read in one process, from text, beside phevaluator.

    pytest -m bench -s tests/bench/test_bench_hands.py

Every hand is another one, dealt at random and written as "As Td 9h 4c 2s", and is read
once by a reader that has read none before. What a reader remembers of hands makes it
faster when it meets them again; that figure stands beside it as warm. Those two ask what
the hand is worth; "told" asks for everything that the state tells of a hand. Phevaluator,
which gives a number and nothing else, splits and reads the same texts. The garbage
collector works for neither. Numbers are printed, nothing depends on them.
"""

import gc
import random
import time
from collections.abc import Callable

import pytest

from adjudicator.hands import HandReading, Ranking, read
from adjudicator.hands.counting import READERS
from adjudicator.values.cards import JOKER, STANDARD_DECK, Card, parse_cards

phevaluator = pytest.importorskip("phevaluator")
pytestmark = pytest.mark.bench

HANDS = 100_000
ROUNDS = 3
Written = tuple[str, str]

WITH_JOKER = (*STANDARD_DECK, JOKER)
PLAIN = Ranking()
BUG = Ranking(joker="bug")
BASEBALL = Ranking(wild_ranks=frozenset("39"))
OMAHA = Ranking(own_exactly=2)


def dealt(own: int, board: int, deck: tuple[Card, ...]) -> list[Written]:
    shuffle = random.Random(f"{own} and {board}")
    hands = (shuffle.sample(deck, own + board) for _ in range(HANDS))
    return [(" ".join(hand[:own]), " ".join(hand[own:])) for hand in hands]


def a_second(hands: list[Written], work: Callable[[Written], object]) -> float:
    gc.collect()
    gc.disable()
    started = time.process_time()
    for hand in hands:
        work(hand)
    took = time.process_time() - started
    gc.enable()
    return len(hands) / took


def everything(hand: HandReading) -> tuple[object, ...]:
    return hand.category, hand.ranks, hand.text, hand.own, hand.board, hand.wild_as


def theirs(hand: Written) -> int:
    own, board = hand
    return phevaluator.evaluate_cards(*own.split(), *board.split())


def theirs_of_omaha(hand: Written) -> int:
    own, board = hand
    return phevaluator.evaluate_omaha_cards(*board.split(), *own.split())


@pytest.mark.parametrize(
    ("what", "ranking", "own", "board", "deck", "other"),
    [
        ("five cards", PLAIN, 5, 0, STANDARD_DECK, theirs),
        ("five of 53, joker as bug", BUG, 5, 0, WITH_JOKER, None),
        ("seven cards", PLAIN, 7, 0, STANDARD_DECK, theirs),
        ("two and a board of five", PLAIN, 2, 5, STANDARD_DECK, theirs),
        ("seven, threes and nines wild", BASEBALL, 7, 0, STANDARD_DECK, None),
        ("nine cards", PLAIN, 9, 0, STANDARD_DECK, None),
        ("Omaha, four and five", OMAHA, 4, 5, STANDARD_DECK, theirs_of_omaha),
    ],
)
def test_readings_a_second(
    what: str,
    ranking: Ranking,
    own: int,
    board: int,
    deck: tuple[Card, ...],
    other: Callable[[Written], int] | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hands = dealt(own, board, deck)

    def ours(hand: Written) -> HandReading:
        return read(parse_cards(hand[0]), parse_cards(hand[1]), ranking)

    READERS.clear()
    once = a_second(hands, ours)
    warm = max(a_second(hands, ours) for _ in range(ROUNDS))
    whole = a_second(hands[: HANDS // 10], lambda hand: everything(ours(hand)))
    figures = {"once": once, "warm": warm, "told": whole}
    if other:
        figures["phevaluator"] = a_second(hands, other)
    with capsys.disabled():
        print(f"\n{what:30}", *(f"{name} {one:9,.0f}" for name, one in figures.items()))
