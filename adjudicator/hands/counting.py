"""Counts a hand's cards and has the order of hands judge the counts.

A hand is boiled down to how often it holds each rank, which ranks it holds of each suit,
and how many wild cards and jokers come on top; from these its best reading follows at once,
without trying what a wild card might stand for. The same reader takes any number of cards:
above five the best five play, below five the cards are ranked as far as they go, by groups
and then by kickers, a kicker that is there beating one that is not.

The sum of the codes of a hand's cards holds, four bits each and from the lowest up: the
number of cards of each rank, of wild cards, of jokers, and of cards of each suit.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from adjudicator.hands.orders import ORDERS
from adjudicator.hands.ranking import Ranking
from adjudicator.hands.worth import MASK_WIDTH, RANK_BITS, WITHOUT_JOKER, held
from adjudicator.values.cards import JOKER, RANKS, STANDARD_DECK, SUITS, Card, rank, suit

_FIELD: Final = 4
_FIELD_MASK: Final = (1 << _FIELD) - 1
_WILDS: Final = _FIELD * len(RANKS)
_JOKERS: Final = _WILDS + _FIELD
_SUITS: Final = _JOKERS + _FIELD
_UNSUITED: Final = (1 << _SUITS) - 1
_STAND_INS: Final = (1 << _SUITS - _WILDS) - 1

# How many counts a ranking remembers: of five-card hands all, of larger ones the usual.
_REMEMBERED: Final = 1 << 17


class Reader:
    """Reads hands under one ranking.

    It remembers what the order said of counts: there are far fewer of them than hands.
    """

    def __init__(self, ranking: Ranking) -> None:
        self.order = ORDERS[ranking.order]
        # What the value of a hand without jokers has on top.
        self.natural = WITHOUT_JOKER if ranking.natural_beats_joker else 0
        self._joker = ranking.joker
        self._code = _codes(ranking).__getitem__
        self._suit_bits = [_suit_bits(letter, ranking).__getitem__ for letter in SUITS]
        remembering = lru_cache(_REMEMBERED)
        self._by_ranks = remembering(self._judged_by_ranks)
        self._in_suit = remembering(self._judged_in_suit)
        self._flush_suits = remembering(self._suits_that_may_flush)

    def value(self, cards: Sequence[Card]) -> int:
        """The value of the best hand in the cards."""
        if len(cards) > _FIELD_MASK:
            # No hand is as large; so that counts fit, a card entered twice counts once.
            cards = tuple(dict.fromkeys(cards))
        total = sum(map(self._code, cards))
        value = self._by_ranks(total & _UNSUITED)
        suits = self._flush_suits(total >> _WILDS)
        if suits:
            stand_ins = (total >> _WILDS & _STAND_INS) << MASK_WIDTH
            for bit in suits:
                value = max(value, self._in_suit(reduce(or_, map(bit, cards), stand_ins)))
        return value

    def _judged_by_ranks(self, codes: int) -> int:
        counts = held(_fields(codes, len(RANKS)))
        return self._judged(
            lambda wilds, bugs: self.order.by_ranks(counts, wilds, bugs), codes >> _WILDS
        )

    def _judged_in_suit(self, mask_and_stand_ins: int) -> int:
        mask = mask_and_stand_ins & (1 << MASK_WIDTH) - 1
        return self._judged(
            lambda wilds, bugs: self.order.in_suit(mask, wilds + bugs),
            mask_and_stand_ins >> MASK_WIDTH,
        )

    def _judged(self, order: Callable[[int, int], int], stand_ins: int) -> int:
        """The value of a hand whose order depends on its wild cards and its bugs."""
        wilds, jokers = _fields(stand_ins, 2)
        value = order(wilds + jokers, 0) if self._joker == "wild" else order(wilds, jokers)
        if self.natural and order(wilds, 0) == value:
            return value | self.natural
        return value

    def _suits_that_may_flush(self, codes: int) -> tuple[Callable[[Card], int], ...]:
        wilds, jokers, *counts = _fields(codes, 2 + len(SUITS))
        missing = 5 - wilds - jokers
        # Five stand-ins are five aces: no flush need be looked for.
        suits = zip(self._suit_bits, counts, strict=True)
        return tuple(bit for bit, count in suits if 0 < missing <= count)


class _Readers(dict[Ranking, Reader]):
    def __missing__(self, ranking: Ranking) -> Reader:
        return self.setdefault(ranking, Reader(ranking))


READERS: Final = _Readers()
"""The reader of each ranking: one for all tables of a house that read hands alike."""


def _codes(ranking: Ranking) -> dict[Card, int]:
    codes = {card: _code(card, ranking) for card in STANDARD_DECK}
    return {**codes, JOKER: 1 << _JOKERS if ranking.joker else 0}


def _code(card: Card, ranking: Ranking) -> int:
    if rank(card) in ranking.wild_ranks:
        return 1 << _WILDS
    of_rank = 1 << _FIELD * RANKS.index(rank(card))
    return of_rank | 1 << _SUITS + _FIELD * SUITS.index(suit(card))


def _suit_bits(letter: str, ranking: Ranking) -> dict[Card, int]:
    """The bit of each natural card in the mask of its suit; 0 for any other card."""
    bits = dict.fromkeys((*STANDARD_DECK, JOKER), 0)
    for card in STANDARD_DECK:
        if suit(card) == letter and rank(card) not in ranking.wild_ranks:
            bits[card] = RANK_BITS[rank(card)]
    return bits


def _fields(codes: int, number: int) -> list[int]:
    return [codes >> _FIELD * place & _FIELD_MASK for place in range(number)]
