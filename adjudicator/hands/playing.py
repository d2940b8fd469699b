"""Which of a hand's cards play, and what the wild ones stand for."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.hands.counting import READERS
from adjudicator.hands.ranking import Ranking
from adjudicator.values.cards import JOKER, SUITS, Card, rank, suit


class Part(NamedTuple):
    """A card that plays, by its place in the hand, and what it stands for if wild."""

    place: int
    stands_for: str | None


def parts(hand: Sequence[Card], value: int, ranking: Ranking) -> list[Part]:
    """The cards that make the value, in order of importance.

    Natural cards come first, and the joker plays only where the hand needs it. Of the
    stand-ins the joker takes the most important gap it may fill, the wild cards take
    the others from the least important up.
    """
    natural, wild, jokers = _places(hand, value, ranking)
    wanted = _wanted([hand[place] for place in (*natural, *wild, *jokers)], value, ranking)
    placed = _natural_parts(hand, natural, wanted)
    gaps = [index for index in range(len(wanted)) if index not in placed]
    for joker in jokers:
        fit = next((index for index in gaps if _joker_may_be(wanted[index], value, ranking)), None)
        if fit is not None:
            gaps.remove(fit)
            placed[fit] = Part(joker, wanted[fit])
    for place, index in zip(wild, reversed(gaps), strict=False):
        placed[index] = Part(place, wanted[index])
    return [placed[index] for index in sorted(placed)]


def _places(
    hand: Sequence[Card], value: int, ranking: Ranking
) -> tuple[list[int], list[int], list[int]]:
    """Where the natural cards, the wild cards and the jokers that play are."""
    natural, wild, jokers = [], [], []
    for place, card in enumerate(hand):
        if card == JOKER:
            jokers.append(place)
        elif rank(card) in ranking.wild_ranks:
            wild.append(place)
        else:
            natural.append(place)
    if jokers and _without_jokers(hand, ranking) >= value:
        jokers = []
    return natural, wild, jokers


def _without_jokers(hand: Sequence[Card], ranking: Ranking) -> int:
    return READERS[ranking].value([card for card in hand if card != JOKER])


def _natural_parts(
    hand: Sequence[Card], natural: Sequence[int], wanted: Sequence[str]
) -> dict[int, Part]:
    """The natural cards that play, by their index among the wanted ones."""
    left, placed = list(natural), {}
    for index, want in enumerate(wanted):
        found = next((place for place in left if hand[place].startswith(want)), None)
        if found is not None:
            left.remove(found)
            placed[index] = Part(found, None)
    return placed


def _joker_may_be(wanted: str, value: int, ranking: Ranking) -> bool:
    return ranking.joker == "wild" or READERS[ranking].order.bug_may_be(wanted[0], value)


def _wanted(hand: Sequence[Card], value: int, ranking: Ranking) -> Sequence[str]:
    """The ranks that make the value; the cards, where they must be of one suit."""
    ranks, suited = READERS[ranking].order.playing(value)
    if not suited:
        return ranks
    letter = next(s for s in SUITS if _in_suit(hand, s, ranking) >= value)
    return [rank_letter + letter for rank_letter in ranks]


def _in_suit(hand: Sequence[Card], letter: str, ranking: Ranking) -> int:
    """The value of the cards of a suit and of all that may stand in for one."""
    may_be = (
        card for card in hand if suit(card) in ("", letter) or rank(card) in ranking.wild_ranks
    )
    return READERS[ranking].value([*may_be])
