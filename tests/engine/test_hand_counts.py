"""How many hands of each kind there are, counted to the last one.

Suits matter to a hand only where all its natural cards are of one suit. So one hand
stands for all that hold the same ranks and wild cards and are, or are not, of one suit.
The slow tests count every hand one by one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from adjudicator.hands import Ranking, holds_openers, read_upcards, upcards_strength
from adjudicator.values.cards import JOKER, RANKS, STANDARD_DECK, SUITS, Card, parse_cards

Weighted = tuple[tuple[Card, ...], int]

PLAIN = Ranking()
BUG = Ranking(joker="bug")
BASEBALL = Ranking(wild_ranks=frozenset("39"))
NATURAL_RANKS = "".join(rank for rank in RANKS if rank not in "39")
WILD_CARDS = parse_cards("3s 9s 3h 9h 3d 9d 3c 9c")

WITH_JOKER = {
    "five_of_a_kind": 1,
    "straight_flush": 204,
    "four_of_a_kind": 828,
    "full_house": 4_368,
    "flush": 7_804,
    "straight": 20_532,
    "three_of_a_kind": 63_360,
    "two_pair": 138_600,
    "pair": 1_215_024,
    "high_card": 1_418_964,
}
STANDARD = {
    "straight_flush": 40,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
THREES_AND_NINES = {
    "five_of_a_kind": 8_152,
    "straight_flush": 11_464,
    "four_of_a_kind": 130_552,
    "full_house": 18_480,
    "flush": 26_592,
    "straight": 89_400,
    "three_of_a_kind": 631_920,
    "two_pair": 71_280,
    "pair": 1_141_920,
    "high_card": 469_200,
}
FOUR_UPCARDS = {
    "four_of_a_kind": 4_745,
    "three_of_a_kind": 47_520,
    "two_pair": 1_980,
    "pair": 132_000,
    "high_card": 84_480,
}
TWO_UPCARDS = {"pair": 446, "high_card": 880}


def natural_hands(ranks: str, size: int) -> Iterator[Weighted]:
    """A hand for each choice of ranks, of one suit or not, and how many are like it."""
    for letters in combinations_with_replacement(ranks, size):
        times = Counter(letters)
        if max(times.values(), default=0) > len(SUITS):
            continue
        ways = prod(comb(len(SUITS), count) for count in times.values())
        if len(times) == size:
            suited = len(SUITS) if size else 1
            yield tuple(Card(letter + "h") for letter in letters), suited
            ways -= suited
        if ways:
            yield mixed_suits(times), ways


def mixed_suits(times: Counter[str]) -> tuple[Card, ...]:
    """So many cards of each rank, not all of one suit."""
    return tuple(
        Card(letter + SUITS[(place > 0) + which - len(SUITS)])
        for place, (letter, count) in enumerate(times.items())
        for which in range(count)
    )


def joker_deck_hands() -> Iterator[Weighted]:
    yield from natural_hands(RANKS, 5)
    for cards, ways in natural_hands(RANKS, 4):
        yield (*cards, JOKER), ways


def baseball_hands(size: int) -> Iterator[Weighted]:
    for wilds in range(size + 1):
        for cards, ways in natural_hands(NATURAL_RANKS, size - wilds):
            yield (*cards, *WILD_CARDS[:wilds]), ways * comb(len(WILD_CARDS), wilds)


def by_category(hands: Iterable[Weighted], ranking: Ranking) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for cards, ways in hands:
        counts[read_upcards(cards, ranking).category] += ways
    return dict(counts)


def distinct_values(hands: Iterable[Weighted], ranking: Ranking) -> int:
    return len({upcards_strength(cards, ranking) for cards, _ in hands})


def openers(hands: Iterable[Weighted], ranking: Ranking) -> int:
    return sum(ways for cards, ways in hands if holds_openers(cards, ranking))


def test_the_53_card_deck_makes_2_869_685_hands_of_these_kinds() -> None:
    assert by_category(joker_deck_hands(), BUG) == WITH_JOKER
    assert sum(WITH_JOKER.values()) == 2_869_685


def test_the_52_card_deck_makes_2_598_960_hands_of_these_kinds() -> None:
    assert by_category(natural_hands(RANKS, 5), PLAIN) == STANDARD
    assert sum(STANDARD.values()) == 2_598_960


def test_hands_differ_in_worth_in_7_462_ways_and_five_aces_make_one_more() -> None:
    assert distinct_values(natural_hands(RANKS, 5), PLAIN) == 7_462
    assert distinct_values(joker_deck_hands(), BUG) == 7_463


def test_642_881_hands_open_with_the_joker_and_536_100_without() -> None:
    assert openers(joker_deck_hands(), BUG) == 642_881
    assert openers(natural_hands(RANKS, 5), PLAIN) == 536_100


def test_five_cards_with_threes_and_nines_wild() -> None:
    assert by_category(baseball_hands(5), BASEBALL) == THREES_AND_NINES
    assert distinct_values(baseball_hands(5), BASEBALL) == 3_477


def test_four_upcards_of_baseball() -> None:
    assert by_category(baseball_hands(4), BASEBALL) == FOUR_UPCARDS
    assert distinct_values(baseball_hands(4), BASEBALL) == 1_001


def test_two_upcards_of_baseball() -> None:
    assert by_category(baseball_hands(2), BASEBALL) == TWO_UPCARDS


def one_by_one(
    deck: tuple[Card, ...], size: int, ranking: Ranking
) -> tuple[dict[str, int], int, int]:
    """Every hand of the deck by kind, the number of values, and how many open."""
    met: Counter[int] = Counter()
    kind: dict[int, str] = {}
    opening: set[int] = set()
    for cards in combinations(deck, size):
        value = upcards_strength(cards, ranking)
        met[value] += 1
        if met[value] == 1:
            kind[value] = read_upcards(cards, ranking).category
            opening |= {value} if holds_openers(cards, ranking) else set()
    kinds: Counter[str] = Counter()
    for value, times in met.items():
        kinds[kind[value]] += times
    return dict(kinds), len(met), sum(met[value] for value in opening)


def test_four_upcards_of_baseball_one_by_one() -> None:
    kinds, values, _ = one_by_one(STANDARD_DECK, 4, BASEBALL)

    assert (kinds, values) == (FOUR_UPCARDS, 1_001)


@pytest.mark.slow
def test_the_53_card_deck_one_by_one() -> None:
    counted = one_by_one((*STANDARD_DECK, JOKER), 5, BUG)

    assert counted == (WITH_JOKER, 7_463, 642_881)


@pytest.mark.slow
def test_the_52_card_deck_one_by_one() -> None:
    assert one_by_one(STANDARD_DECK, 5, PLAIN) == (STANDARD, 7_462, 536_100)


@pytest.mark.slow
def test_threes_and_nines_wild_one_by_one() -> None:
    kinds, values, _ = one_by_one(STANDARD_DECK, 5, BASEBALL)

    assert (kinds, values) == (THREES_AND_NINES, 3_477)
