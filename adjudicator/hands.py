"""Hands: which five cards play, what they are worth, and the words for it.

One direct reader serves every game. A hand is boiled down to how often it holds each
rank, which ranks it holds of each suit, and how many wild cards and jokers come on
top; from these its best reading follows at once, without trying what a wild card might
stand for. The same reader takes any number of cards: above five the best five play,
below five the cards are ranked as far as they go, by groups and then by kickers, a
kicker that is there beating one that is not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import cache, cached_property, lru_cache, reduce
from itertools import combinations, product
from operator import or_
from typing import Final, Literal, NamedTuple

from adjudicator.values.cards import (
    JOKER,
    RANKS,
    STANDARD_DECK,
    SUITS,
    Card,
    card_words,
    rank,
    rank_word,
    rank_words,
    suit,
)

JokerUse = Literal["bug", "wild"]


class Category(IntEnum):
    """The kinds of hand from the least to the best; a royal is a straight flush."""

    HIGH_CARD = 0
    PAIR = auto()
    TWO_PAIR = auto()
    THREE_OF_A_KIND = auto()
    STRAIGHT = auto()
    FLUSH = auto()
    FULL_HOUSE = auto()
    FOUR_OF_A_KIND = auto()
    STRAIGHT_FLUSH = auto()
    FIVE_OF_A_KIND = auto()


# A value holds, from its highest bit down: the category, five ranks of four bits in
# order of importance (0 where there is no card), and one bit for a hand that wins a
# tie by doing without the joker.
_CATEGORY_SHIFT: Final = 21
_RANK_SHIFTS: Final = (17, 13, 9, 5, 1)
_WITHOUT_JOKER: Final = 1

# The sum of the codes of a hand's cards holds, six bits each and from the lowest up:
# the number of cards of each rank, of wild cards, of jokers, and of cards of each suit.
# A whole deck fits; only a heap of cards entered over and over does not.
_FIELD: Final = 6
_FIELD_MASK: Final = (1 << _FIELD) - 1
_WILDS: Final = _FIELD * len(RANKS)
_JOKERS: Final = _WILDS + _FIELD
_SUITS: Final = _JOKERS + _FIELD
_UNSUITED: Final = (1 << _SUITS) - 1
_STAND_INS: Final = (1 << _SUITS - _WILDS) - 1

# How many readings a game remembers: the five-card ones all, of larger hands the usual.
_REMEMBERED: Final = 1 << 17

# Ranks as numbers run from 2 to 14; a suit's mask holds one bit for each.
_NUMBERS: Final = {letter: number for number, letter in enumerate(RANKS, 2)}
_LETTERS: Final = {number: letter for letter, number in _NUMBERS.items()}
_ACE: Final = _NUMBERS["A"]
_MASK: Final = _ACE + 1


@dataclass(frozen=True)
class Ranking:
    """How hands are read in a game.

    Cards of ``wild_ranks`` are wild. The joker as ``"bug"`` is an ace, or completes a
    straight or a flush; as ``"wild"`` it is a wild card; as ``None`` it is not in use
    and counts as no card. ``own_exactly`` is how many of a seat's own cards must play
    with the board, ``None`` for any mix.
    """

    wild_ranks: frozenset[str] = frozenset()
    joker: JokerUse | None = None
    own_exactly: int | None = None
    natural_beats_joker: bool = False

    @cached_property
    def _tables(self) -> "_Tables":
        return _tables(self)


@dataclass(frozen=True)
class HandReading:
    """What a hand is: its value, its name, and the cards that make it.

    The value divides a pot; the rest is worked out when somebody asks for it. ``exactly``
    is how many of the ``held`` cards must play with the ``shared`` ones, if it matters.
    """

    value: int
    held: tuple[Card, ...]
    shared: tuple[Card, ...]
    ranking: Ranking
    exactly: int | None = None

    @property
    def category(self) -> str:
        """The kind of hand: ``"two_pair"``."""
        return _category(self.value).name.lower()

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks that count, in order of importance."""
        return _ranks(self.value)

    @property
    def text(self) -> str:
        """The hand in words, wild cards included."""
        name = _hand_words(_category(self.value), self.ranks)
        return "; ".join((name, *_wild_words(self.wild_as)))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that play, in order of importance."""
        return tuple(self._hand[p.place] for p in self._parts)

    @property
    def own(self) -> tuple[Card, ...]:
        """Those of the cards that play which the seat held."""
        return tuple(self._hand[p.place] for p in self._parts if p.place < len(self._chosen[0]))

    @property
    def board(self) -> tuple[Card, ...]:
        """Those of the cards that play which lie on the board."""
        return tuple(self._hand[p.place] for p in self._parts if p.place >= len(self._chosen[0]))

    @property
    def wild_as(self) -> Mapping[Card, str]:
        """What each wild card that plays stands for: a card, or a rank where suits don't matter."""
        parts = sorted(self._parts)
        return {self._hand[p.place]: p.stands_for for p in parts if p.stands_for is not None}

    @cached_property
    def _chosen(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        if self.exactly is None:
            return self.held, self.shared
        return _best_split(self.held, self.shared, self.ranking, self.exactly)

    @property
    def _hand(self) -> tuple[Card, ...]:
        own, board = self._chosen
        return (*own, *board)

    @cached_property
    def _parts(self) -> list["_Part"]:
        return _parts(self._hand, self.value, self.ranking)


def strength(cards: Sequence[Card], ranking: Ranking, board: Sequence[Card] = ()) -> int:
    """The worth of the best hand in the cards: the greater wins, equals tie."""
    if ranking.own_exactly is not None:
        return _split_strength(cards, board, ranking, ranking.own_exactly)
    return _strength((*cards, *board) if board else cards, ranking)


def upcards_strength(cards: Sequence[Card], ranking: Ranking) -> int:
    """The worth of exposed cards, of which there may be any number."""
    return _strength(cards, ranking)


def read(own: Sequence[Card], board: Sequence[Card], ranking: Ranking) -> HandReading:
    """The best hand a seat can make of its own cards and the board."""
    value = strength(own, ranking, board)
    return HandReading(value, tuple(own), tuple(board), ranking, ranking.own_exactly)


def read_upcards(cards: Sequence[Card], ranking: Ranking) -> HandReading:
    """What exposed cards are worth so far."""
    return HandReading(upcards_strength(cards, ranking), tuple(cards), (), ranking)


def _strength(cards: Sequence[Card], ranking: Ranking) -> int:
    if len(cards) > _FIELD_MASK:
        cards = tuple(dict.fromkeys(cards))
    code, by_ranks, flush_suits, by_flush = ranking._tables
    total = sum(map(code, cards))
    value = by_ranks(total & _UNSUITED)
    suits = flush_suits(total >> _WILDS)
    if suits:
        stand_ins = (total >> _WILDS & _STAND_INS) << _MASK
        for bit in suits:
            value = max(value, by_flush(reduce(or_, map(bit, cards), stand_ins)))
    return value


def _split_strength(
    own: Sequence[Card], board: Sequence[Card], ranking: Ranking, own_exactly: int
) -> int:
    """As `strength`, where exactly so many own cards must play.

    Codes are added once for each choice of own and of board cards. Suits are looked at
    choice by choice only where all the cards together could make a flush.
    """
    code, by_ranks, flush_suits, _ = ranking._tables
    owns, boards = _choices(own, board, own_exactly)
    if flush_suits(sum(map(code, (*own, *board))) >> _WILDS):
        return max(_strength(a + b, ranking) for a, b in product(owns, boards))
    board_codes = [sum(map(code, choice)) for choice in boards]
    own_codes = [sum(map(code, choice)) for choice in owns]
    totals = [a + b & _UNSUITED for a in own_codes for b in board_codes]
    return max(map(by_ranks, totals))


def _best_split(
    own: Sequence[Card], board: Sequence[Card], ranking: Ranking, own_exactly: int
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The own and the board cards of the best hand with exactly so many own cards."""
    owns, boards = _choices(own, board, own_exactly)
    return max(product(owns, boards), key=lambda choice: _strength(sum(choice, ()), ranking))


def _choices(
    own: Sequence[Card], board: Sequence[Card], own_exactly: int
) -> tuple[list[tuple[Card, ...]], list[tuple[Card, ...]]]:
    """Every choice of own and of board cards; all of them where there are too few."""
    return (
        list(combinations(own, min(own_exactly, len(own)))),
        list(combinations(board, min(5 - own_exactly, len(board)))),
    )


class _Tables(NamedTuple):
    """What `strength` looks up in a game; worked out on first need."""

    code: Callable[[Card], int]
    by_ranks: Callable[[int], int]
    flush_suits: Callable[[int], tuple[Callable[[Card], int], ...]]
    by_flush: Callable[[int], int]


@cache
def _tables(ranking: Ranking) -> _Tables:
    """One set of tables for all tables of a house that read hands alike."""
    suit_bits = [_suit_bits(letter, ranking) for letter in SUITS]

    @lru_cache(_REMEMBERED)
    def by_ranks(codes: int) -> int:
        def order(wilds: int, bugs: int) -> int:
            return _rank_order(counts, wilds, bugs)

        counts = _rank_counts(codes)
        return _judged(order, codes >> _WILDS, ranking)

    @lru_cache(_REMEMBERED)
    def flush_suits(codes: int) -> tuple[Callable[[Card], int], ...]:
        wilds, jokers, *held = _fields(codes, 2 + len(SUITS))
        missing = 5 - wilds - jokers
        # Five stand-ins are five aces: no flush need be looked for.
        return tuple(
            bit for bit, count in zip(suit_bits, held, strict=True) if 0 < missing <= count
        )

    @lru_cache(_REMEMBERED)
    def by_flush(mask_and_stand_ins: int) -> int:
        def order(wilds: int, bugs: int) -> int:
            return _flush_order(mask, wilds + bugs)

        mask = mask_and_stand_ins & (1 << _MASK) - 1
        return _judged(order, mask_and_stand_ins >> _MASK, ranking)

    return _Tables(_codes(ranking).__getitem__, by_ranks, flush_suits, by_flush)


def _codes(ranking: Ranking) -> dict[Card, int]:
    codes = {card: _code(card, ranking) for card in STANDARD_DECK}
    return {**codes, JOKER: 1 << _JOKERS if ranking.joker else 0}


def _code(card: Card, ranking: Ranking) -> int:
    if rank(card) in ranking.wild_ranks:
        return 1 << _WILDS
    of_rank = 1 << _FIELD * RANKS.index(rank(card))
    return of_rank | 1 << _SUITS + _FIELD * SUITS.index(suit(card))


def _suit_bits(letter: str, ranking: Ranking) -> Callable[[Card], int]:
    """The bit of a natural card in the mask of its suit; 0 for any other card."""
    bits = dict.fromkeys((*STANDARD_DECK, JOKER), 0)
    for card in STANDARD_DECK:
        if suit(card) == letter and rank(card) not in ranking.wild_ranks:
            bits[card] = 1 << _NUMBERS[rank(card)]
    return bits.__getitem__


def _fields(codes: int, number: int) -> list[int]:
    return [codes >> _FIELD * place & _FIELD_MASK for place in range(number)]


def _rank_counts(codes: int) -> dict[int, int]:
    counts = enumerate(_fields(codes, len(RANKS)), 2)
    return {number: count for number, count in counts if count}


def _judged(order: Callable[[int, int], int], stand_ins: int, ranking: Ranking) -> int:
    """The value of a hand whose order depends on its wild cards and its bugs."""
    wilds, jokers = _fields(stand_ins, 2)
    wild, bugs = (wilds + jokers, 0) if ranking.joker == "wild" else (wilds, jokers)
    value = order(wild, bugs)
    if ranking.natural_beats_joker and order(wilds, 0) == value:
        return value | _WITHOUT_JOKER
    return value


def _rank_order(counts: Mapping[int, int], wilds: int, bugs: int) -> int:
    """The best hand by ranks alone, suits left out of account."""
    mask = sum(1 << number for number in counts)
    top = _straight_top(mask, wilds + bugs)
    straight = _order(Category.STRAIGHT, top) if top else 0
    aces = {_ACE: counts.get(_ACE, 0) + bugs} if bugs else {}
    return max(straight, _group_order({**counts, **aces}, wilds))


_ALIKE: Final = (
    Category.HIGH_CARD,
    Category.HIGH_CARD,
    Category.PAIR,
    Category.THREE_OF_A_KIND,
    Category.FOUR_OF_A_KIND,
    Category.FIVE_OF_A_KIND,
)


def _group_order(counts: Mapping[int, int], wilds: int) -> int:
    """The best hand by cards alike; the wild cards join the group they help most."""
    alike, top = _main_group(counts, wilds)
    others = sorted(counts.keys() - {top}, reverse=True)
    paired = next((number for number in others if counts[number] > 1), None)
    if alike == 3 and paired:
        return _order(Category.FULL_HOUSE, top, paired)
    if alike == 2 and paired:
        others.remove(paired)
        return _order(Category.TWO_PAIR, top, paired, *others[:1])
    category = _ALIKE[alike]
    return _order(category, top, *others[: 5 - alike])


def _main_group(counts: Mapping[int, int], wilds: int) -> tuple[int, int]:
    """How many cards alike at most, and their rank; wild cards on their own are aces.

    No cards at all are none of rank 0.
    """
    groups = [(min(count + wilds, 5), number) for number, count in counts.items()]
    return max([*groups, (min(wilds, 5), _ACE if wilds else 0)])


def _flush_order(mask: int, stand_ins: int) -> int:
    """The best straight flush or flush in one suit, or 0.

    Each stand-in is the highest card of the suit that is missing.
    """
    top = _straight_top(mask, stand_ins)
    if top:
        return _order(Category.STRAIGHT_FLUSH, top)
    if mask.bit_count() + stand_ins < 5:
        return 0
    return _order(Category.FLUSH, *_filled(mask, stand_ins))


def _filled(mask: int, stand_ins: int) -> list[int]:
    """The five highest ranks of a suit when stand-ins fill its highest gaps."""
    gaps = [number for number in range(_ACE, 1, -1) if not mask >> number & 1]
    filled = mask | sum(1 << number for number in gaps[:stand_ins])
    return [number for number in range(_ACE, 1, -1) if filled >> number & 1][:5]


def _straight_top(mask: int, stand_ins: int) -> int:
    """The highest card of the best straight, or 0; the ace is also below the two."""
    with_low_ace = mask | mask >> _ACE << 1
    for top in range(_ACE, 4, -1):
        if (with_low_ace >> top - 4 & 0b11111).bit_count() + stand_ins >= 5:
            return top
    return 0


def _order(category: Category, *numbers: int) -> int:
    ranks = (n << s for n, s in zip(numbers, _RANK_SHIFTS, strict=False))
    return sum(ranks, category << _CATEGORY_SHIFT)


def _category(value: int) -> Category:
    """The kind of hand; no cards at all count as high card."""
    return Category(value >> _CATEGORY_SHIFT)


def _ranks(value: int) -> tuple[str, ...]:
    numbers = (value >> shift & 0b1111 for shift in _RANK_SHIFTS)
    return tuple(_LETTERS[number] for number in numbers if number)


# How often each of a hand's ranks, in order of importance, is met among its cards.
_SHAPES: Final = {
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FIVE_OF_A_KIND: (5,),
}
_SINGLES: Final = (1, 1, 1, 1, 1)
_STRAIGHTS: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
_FLUSHES: Final = (Category.FLUSH, Category.STRAIGHT_FLUSH)


class _Part(NamedTuple):
    """A card that plays, by its place in the hand, and what it stands for if wild."""

    place: int
    stands_for: str | None


def _parts(hand: Sequence[Card], value: int, ranking: Ranking) -> list[_Part]:
    """The cards that make the value, in order of importance.

    Natural cards come first, and the joker plays only where the hand needs it. Of the
    stand-ins the joker takes the most important gap it may fill, the wild cards take
    the others from the least important up.
    """
    natural, wild, jokers = _places(hand, value, ranking)
    wanted = _wanted([hand[place] for place in (*natural, *wild, *jokers)], value, ranking)
    placed: dict[int, _Part] = {}
    for index, want in enumerate(wanted):
        found = next((p for p in natural if hand[p].startswith(want)), None)
        if found is not None:
            natural.remove(found)
            placed[index] = _Part(found, None)
    gaps = [index for index in range(len(wanted)) if index not in placed]
    for joker in jokers:
        for index in gaps:
            if _joker_may_be(wanted[index], value, ranking):
                placed[index] = _Part(joker, wanted[index])
                gaps.remove(index)
                break
    for place, index in zip(wild, reversed(gaps), strict=False):
        placed[index] = _Part(place, wanted[index])
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
    without = [card for card in hand if card != JOKER]
    if _strength(without, ranking) >= value:
        jokers = []
    return natural, wild, jokers


def _joker_may_be(wanted: str, value: int, ranking: Ranking) -> bool:
    """A bug fills any gap of a straight or flush, and otherwise is an ace."""
    completes = _category(value) in (*_STRAIGHTS, *_FLUSHES)
    return ranking.joker == "wild" or completes or wanted == "A"


def _wanted(hand: Sequence[Card], value: int, ranking: Ranking) -> list[str]:
    """The ranks that make the value; in a flush, the cards."""
    category, ranks = _category(value), _ranks(value)
    if category in _STRAIGHTS:
        ranks = _run_down(ranks[0])
    if category in _FLUSHES:
        letter = _flush_suit(hand, value, ranking)
        return [rank_letter + letter for rank_letter in ranks]
    shape = _SHAPES.get(category, _SINGLES)
    return [r for r, times in zip(ranks, shape, strict=False) for _ in range(times)]


def _run_down(top: str) -> tuple[str, ...]:
    """The five ranks of a straight from the top; below the two comes the ace."""
    place = RANKS.index(top)
    return tuple(RANKS[place - step] for step in range(5))


def _flush_suit(hand: Sequence[Card], value: int, ranking: Ranking) -> str:
    def in_suit(letter: str) -> Iterator[Card]:
        for card in hand:
            if suit(card) in ("", letter) or rank(card) in ranking.wild_ranks:
                yield card

    return next(s for s in SUITS if _strength([*in_suit(s)], ranking) >= value)


# The name of each hand: {0} and {1} are its main ranks in the plural, {top} the first
# in the singular. Ranks a name leaves out are kickers.
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


def _hand_words(category: Category, ranks: tuple[str, ...]) -> str:
    if not ranks:
        return "no cards"
    if category == Category.STRAIGHT_FLUSH and ranks == ("A",):
        return "royal flush"
    named, name = _NAMES[category]
    words = name.format(*map(rank_words, ranks), top=rank_word(ranks[0]))
    kickers = [*map(rank_word, ranks[named:])]
    if not kickers:
        return words
    if category not in _SHAPES:
        return f"{words}, {' '.join(kickers)}"
    return f"{words}, {' '.join(kickers)} kicker{'s' if kickers[1:] else ''}"


def _wild_words(wild_as: Mapping[Card, str]) -> Iterator[str]:
    """What the wild cards stand for, if any play: one phrase for all of them."""
    if wild_as:
        yield ", ".join(_stand_in_words(*pair) for pair in wild_as.items())


def _stand_in_words(card: Card, stands_for: str) -> str:
    if card != JOKER:
        return f"{card} as {stands_for}"
    if len(stands_for) == 1:
        return f"joker as {rank_word(stands_for)}"
    return f"joker as {card_words(Card(stands_for))}"
