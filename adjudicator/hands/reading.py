"""Reading a hand: its value first, and what makes it when somebody asks."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from adjudicator.hands.counting import READERS
from adjudicator.hands.orders import Order
from adjudicator.hands.playing import Part, parts
from adjudicator.hands.ranking import Ranking
from adjudicator.hands.split import best_split, split_strength
from adjudicator.values.cards import JOKER, Card, card_words, rank_word
from adjudicator.values.frozen import Frozen


class HandReading(Frozen, gc=True, dict=True):
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
        return self._order.category(self.value)

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks that count, in order of importance."""
        return self._order.ranks(self.value)

    @property
    def text(self) -> str:
        """The hand in words, wild cards included."""
        return "; ".join((self._order.text(self.value), *_wild_words(self.wild_as)))

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
        by_place = sorted(self._parts)
        return {self._hand[p.place]: p.stands_for for p in by_place if p.stands_for is not None}

    @property
    def _order(self) -> Order:
        return READERS[self.ranking].order

    @cached_property
    def _chosen(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        if self.exactly is None:
            return self.held, self.shared
        return best_split(self.held, self.shared, self.ranking, self.value)

    @cached_property
    def _hand(self) -> tuple[Card, ...]:
        own, board = self._chosen
        return (*own, *board)

    @cached_property
    def _parts(self) -> list[Part]:
        return parts(self._hand, self.value, self.ranking)


def strength(cards: Sequence[Card], ranking: Ranking, board: Sequence[Card] = ()) -> int:
    """The value of the best hand in the cards: the greater wins, equals tie."""
    if ranking.own_exactly is not None:
        return split_strength(cards, board, ranking)
    return READERS[ranking].value((*cards, *board) if board else cards)


def upcards_strength(cards: Sequence[Card], ranking: Ranking) -> int:
    """The value of exposed cards, of which there may be any number."""
    return READERS[ranking].value(cards)


def read(own: Sequence[Card], board: Sequence[Card], ranking: Ranking) -> HandReading:
    """The best hand a seat can make of its own cards and the board."""
    value = strength(own, ranking, board)
    return HandReading(value, tuple(own), tuple(board), ranking, ranking.own_exactly)


def read_upcards(cards: Sequence[Card], ranking: Ranking) -> HandReading:
    """What exposed cards are worth so far."""
    return HandReading(upcards_strength(cards, ranking), tuple(cards), (), ranking)


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
