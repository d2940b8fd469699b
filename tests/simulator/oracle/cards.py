"""Cards as two letters, and what can be made of five of them.

Slow and literal on purpose: every way to pick five cards is looked at, and every card a
wild one may stand for is tried by what the finished hand would need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # lowest first, as odd chips and bring-ins rank them
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKER = "Jk"

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
)
Reading = tuple[int, tuple[int, ...]]  # the category's place, and ranks in deciding order


def rank(card: str) -> int:
    """Two is 2, the ace 14."""
    return RANKS.index(card[0]) + 2


def by_suit(card: str) -> tuple[int, int]:
    """The order in which suits break ties where a book lets them."""
    return rank(card), SUITS.index(card[1])


def straight_top(ranks: Iterable[int]) -> int | None:
    """The top card of five ranks in a row; the wheel's is the five."""
    found = sorted(set(ranks))
    if len(found) != 5:
        return None
    if found[4] - found[0] == 4:
        return found[4]
    return 5 if found == [2, 3, 4, 5, 14] else None


def five(cards: Sequence[str]) -> Reading:
    """The reading of exactly five natural cards."""
    ranks = [rank(card) for card in cards]
    counts = Counter(ranks)
    groups = sorted(counts, key=lambda one: (counts[one], one), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    top = straight_top(ranks)
    if top is not None:
        return (8 if flush else 4), (top,)
    if shape[0] == 5:
        return 9, (groups[0],)
    if shape[0] == 4:
        return 7, tuple(groups)
    if shape == [3, 2]:
        return 6, tuple(groups)
    if flush:
        return 5, tuple(sorted(ranks, reverse=True))
    place = {(3, 1): 3, (2, 2): 2, (2, 1): 1}.get((shape[0], shape[1]), 0)
    return place, tuple(groups)


def with_bug(cards: Sequence[str]) -> Reading:
    """Five cards with the joker among them: an ace, or what a straight or flush lacks."""
    naturals = [card for card in cards if card != JOKER]
    if [card[0] for card in naturals] == ["A"] * 4:
        return 9, (14,)
    found = [five([*naturals, "A?"])]  # an ace of no suit never makes a flush
    for suit in SUITS:
        for one in RANKS:
            if one + suit not in naturals:
                made = five([*naturals, one + suit])
                if made[0] in (4, 5, 8):
                    found.append(made)
    return max(found)


@lru_cache(4096)
def best(
    own: tuple[str, ...], board: tuple[str, ...] = (), own_exactly: int | None = None
) -> Reading:
    """The best five: any of all cards, or exactly so many of one's own."""
    if own_exactly is None:
        picks: Iterable[tuple[str, ...]] = combinations((*own, *board), 5)
    else:
        picks = (
            (*mine, *theirs)
            for mine in combinations(own, own_exactly)
            for theirs in combinations(board, 5 - own_exactly)
        )
    return max(with_bug(pick) if JOKER in pick else five(pick) for pick in picks)


def _needs(targets: Counter[int], have: Counter[int]) -> int:
    return sum(max(0, count - have[one]) for one, count in targets.items())


@cache
def _targets() -> tuple[tuple[Reading, Counter[int], bool], ...]:
    """Every reading of five cards, best first, with the ranks it takes and whether one suit."""
    high = range(14, 1, -1)
    found: list[tuple[Reading, Counter[int], bool]] = []
    for a in high:
        found.append(((9, (a,)), Counter({a: 5}), False))
        for b in high:
            if a != b:
                found.append(((7, (a, b)), Counter({a: 4, b: 1}), False))
                found.append(((6, (a, b)), Counter({a: 3, b: 2}), False))
        for b, c in combinations([one for one in high if one != a], 2):
            found.append(((3, (a, b, c)), Counter({a: 3, b: 1, c: 1}), False))
            found.append(((2, (b, c, a)), Counter({b: 2, c: 2, a: 1}), False))
        for rest in combinations([one for one in high if one != a], 3):
            found.append(((1, (a, *rest)), Counter([a, a, *rest]), False))
    for ranks in combinations(high, 5):
        top = straight_top(ranks)
        if top is None:
            found.append(((5, ranks), Counter(ranks), True))
            found.append(((0, ranks), Counter(ranks), False))
        else:
            found.append(((8, (top,)), Counter(ranks), True))
            found.append(((4, (top,)), Counter(ranks), False))
    return tuple(sorted(found, key=lambda one: one[0], reverse=True))


@lru_cache(4096)
def best_with_wilds(cards: tuple[str, ...], wild_ranks: str) -> Reading:
    """The best five where whole ranks stand for any card the hand does not hold."""
    naturals = [card for card in cards if card[0] not in wild_ranks]
    wilds = len(cards) - len(naturals)
    everything = Counter(rank(card) for card in naturals)
    suited = [Counter(rank(c) for c in naturals if c[1] == suit) for suit in SUITS]
    for reading, ranks, one_suit in _targets():
        holdings = suited if one_suit else [everything]
        if any(_needs(ranks, have) <= wilds for have in holdings):
            return reading
    raise AssertionError(cards)


def exposed(cards: Sequence[str], wild_ranks: str = "") -> Reading:
    """Upcards in the order that decides who begins: groups before side cards.

    Five or more count as their best five; fewer make no straight and no flush. A wild card
    joins the biggest group, alone it is an ace; a card that is there beats one that is not.
    """
    if len(cards) >= 5:
        return best_with_wilds(tuple(cards), wild_ranks)
    counts = Counter(rank(card) for card in cards if card[0] not in wild_ranks)
    wilds = len(cards) - sum(counts.values())
    if wilds:
        most = max(counts.values(), default=0)
        counts[max((one for one, n in counts.items() if n == most), default=14)] += wilds
    groups = sorted(counts, key=lambda one: (counts[one], one), reverse=True)
    shape = [*sorted(counts.values(), reverse=True), 0, 0]
    place = {4: 7, 3: 3}.get(shape[0], 2 if shape[1] == 2 else shape[0] - 1)
    return max(place, 0), tuple(groups)
