"""Hands are put in the order that another reader of hands puts them in.

Two readers agree on every pair of hands if, with the hands sorted by the one, the other
rises where it rises and stands still where it stands still.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise, product

import pytest

from adjudicator.hands import HandReading, Ranking, read, strength
from adjudicator.values.cards import JOKER, STANDARD_DECK, Card, parse_cards, rank, suit

phevaluator = pytest.importorskip("phevaluator")

Hand = tuple[Card, ...]
Worth = tuple[int, int]

PLAIN = Ranking()
BUG = Ranking(joker="bug")
WILD_JOKER = Ranking(joker="wild")
BASEBALL = Ranking(wild_ranks=frozenset("39"))
OMAHA = Ranking(own_exactly=2)

ACES = parse_cards("As Ah Ad Ac")


def dealt(number: int, size: int, deck: tuple[Card, ...] = STANDARD_DECK) -> Iterator[Hand]:
    shuffle = random.Random(f"{number} hands of {size}")
    for _ in range(number):
        yield tuple(shuffle.sample(deck, size))


def assert_same_order(
    hands: Iterable[Hand], ours: Callable[[Hand], int], theirs: Callable[[Hand], Worth]
) -> None:
    judged = sorted({(theirs(hand), ours(hand)) for hand in hands})
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(judged))


def natural_worth(hand: Hand) -> Worth:
    """Five to seven natural cards; the library counts down from the worst hand."""
    return 0, -phevaluator.evaluate_cards(*hand)


def best_of_nine(hand: Hand) -> Worth:
    return max(natural_worth(cards) for cards in combinations(hand, 7))


def omaha_worth(hand: Hand) -> Worth:
    own, board = hand[:4], hand[4:]
    return 0, -phevaluator.evaluate_omaha_cards(*board, *own)


def contents(hand: HandReading) -> dict[str, object]:
    names = ("value", "category", "ranks", "text", "cards", "own", "board", "wild_as")
    return {name: getattr(hand, name) for name in names}


def by_combinations(own: Hand, board: Hand) -> HandReading:
    """The first of the best five-card hands with two own cards and three of the board."""
    choices = product(combinations(own, 2), combinations(board, 3))
    return max((read(*choice, PLAIN) for choice in choices), key=lambda hand: hand.value)


def assert_read_as_by_combinations(hands: Iterable[Hand], own: int) -> None:
    for hand in hands:
        read_at_once = read(hand[:own], hand[own:], OMAHA)
        assert contents(read_at_once) == contents(by_combinations(hand[:own], hand[own:])), hand


def omaha_strength(hand: Hand) -> int:
    return strength(hand[:4], OMAHA, hand[4:])


def five_alike(number: int) -> Worth:
    return 1, number


def wild_worth(hand: Hand, wild: Hand) -> Worth:
    """Five cards, some wild: the best of all the hands these may stand for."""
    natural = [card for card in hand if card not in wild]
    ranks = {rank(card) for card in natural}
    if len(ranks) < 2:
        return five_alike("23456789TJQKA".index(ranks.pop() if ranks else "A"))
    left = [card for card in STANDARD_DECK if card not in natural]
    number = len(hand) - len(natural)
    return max(natural_worth((*natural, *c)) for c in combinations(left, number))


def bug_worth(hand: Hand) -> Worth:
    """Five cards with the joker: an ace, or what completes a straight or a flush."""
    natural = [card for card in hand if card != JOKER]
    if len(natural) == len(hand):
        return natural_worth(hand)
    if set(natural) == set(ACES):
        return five_alike(0)
    tried = [card for card in STANDARD_DECK if card not in natural]
    return max(
        natural_worth((*natural, card))
        for card in tried
        if card in ACES or completes([*natural, card])
    )


def completes(cards: list[Card]) -> bool:
    numbers = sorted("23456789TJQKA".index(rank(card)) for card in cards)
    if len({suit(card) for card in cards}) == 1:
        return True
    return len(set(numbers)) == 5 and (numbers[4] - numbers[0] == 4 or numbers == [0, 1, 2, 3, 12])


def best_with_wilds(hand: Hand, wild: Hand) -> Worth:
    return max(wild_worth(five, wild) for five in combinations(hand, 5))


THREES_AND_NINES = parse_cards("3s 3h 3d 3c 9s 9h 9d 9c")
WITH_JOKER = (*STANDARD_DECK, JOKER)


def few_wilds(hands: Iterable[Hand], most: int) -> Iterator[Hand]:
    """Those hands in which trying every meaning of the wild cards takes no ages."""
    for hand in hands:
        if sum(card in THREES_AND_NINES for card in hand) <= most:
            yield hand


@pytest.mark.parametrize("size", [5, 6, 7])
def test_natural_hands_stand_in_the_usual_order(size: int) -> None:
    assert_same_order(dealt(20_000, size), lambda h: strength(h, PLAIN), natural_worth)


def test_omaha_hands_stand_in_the_usual_order() -> None:
    assert_same_order(dealt(10_000, 9), omaha_strength, omaha_worth)


@pytest.mark.parametrize(
    ("own", "board"), [(4, 5), (4, 4), (4, 3), (2, 3), (2, 5), (3, 5), (5, 5), (6, 5), (5, 6)]
)
def test_two_own_cards_and_three_of_the_board_are_those_found_by_trying_all(
    own: int, board: int
) -> None:
    assert_read_as_by_combinations(dealt(1_000, own + board), own)


@pytest.mark.parametrize("deck", ["A2345", "9TJQK", "A234567"], ids=str)
def test_hands_with_much_in_them_are_those_found_by_trying_all(deck: str) -> None:
    """Few ranks make pairs, full houses and straights; two suits make flushes."""
    cards = tuple(card for card in STANDARD_DECK if rank(card) in deck)
    of_two_suits = tuple(card for card in STANDARD_DECK if suit(card) in "sh")

    assert_read_as_by_combinations(dealt(2_000, 9, cards), 4)
    assert_read_as_by_combinations(dealt(700, 9, of_two_suits), 4)


def test_the_best_of_nine_stands_in_the_usual_order() -> None:
    assert_same_order(dealt(2_000, 9), lambda h: strength(h, PLAIN), best_of_nine)


def test_the_joker_as_bug_against_every_card_it_may_be() -> None:
    four = dealt(8_000, 4)

    assert_same_order(((*hand, JOKER) for hand in four), lambda h: strength(h, BUG), bug_worth)


def test_hands_with_and_without_the_bug_stand_in_one_order() -> None:
    assert_same_order(dealt(20_000, 5, WITH_JOKER), lambda h: strength(h, BUG), bug_worth)


def test_the_fully_wild_joker_against_every_card_it_may_be() -> None:
    hands = ((*hand, JOKER) for hand in dealt(4_000, 4))

    assert_same_order(hands, lambda h: strength(h, WILD_JOKER), lambda h: wild_worth(h, (JOKER,)))


def test_threes_and_nines_against_every_card_they_may_be() -> None:
    assert_same_order(
        few_wilds(dealt(3_000, 5), most=2),
        lambda h: strength(h, BASEBALL),
        lambda h: wild_worth(h, THREES_AND_NINES),
    )


def test_seven_cards_with_threes_and_nines_against_every_card_they_may_be() -> None:
    assert_same_order(
        few_wilds(dealt(150, 7), most=1),
        lambda h: strength(h, BASEBALL),
        lambda h: best_with_wilds(h, THREES_AND_NINES),
    )


@pytest.mark.slow
def test_100_000_pairs_of_omaha_hands_stand_in_the_usual_order() -> None:
    assert_same_order(dealt(200_000, 9), omaha_strength, omaha_worth)


@pytest.mark.slow
def test_200_000_omaha_hands_are_those_found_by_trying_all() -> None:
    assert_read_as_by_combinations(dealt(200_000, 9), 4)


@pytest.mark.slow
def test_100_000_pairs_of_nine_cards_stand_in_the_usual_order() -> None:
    assert_same_order(dealt(200_000, 9), lambda h: strength(h, PLAIN), best_of_nine)


@pytest.mark.slow
def test_seven_cards_with_several_wild_against_every_card_they_may_be() -> None:
    assert_same_order(
        few_wilds(dealt(300, 7), most=2),
        lambda h: strength(h, BASEBALL),
        lambda h: best_with_wilds(h, THREES_AND_NINES),
    )


@pytest.mark.slow
def test_three_wild_cards_against_every_card_they_may_be() -> None:
    naturals = [c for c in STANDARD_DECK if c not in THREES_AND_NINES]
    pairs = dealt(150, 2, tuple(naturals))

    assert_same_order(
        (pair + wilds for pair, wilds in product(pairs, [parse_cards("3s 9h 9c")])),
        lambda h: strength(h, BASEBALL),
        lambda h: wild_worth(h, THREES_AND_NINES),
    )
