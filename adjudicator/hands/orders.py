"""Orders of hands: what makes one hand better than another.

A ranking names its order, and `ORDERS` has it. A low order is another entry: it turns its
values round so that the greater still wins, and whoever compares values need not know.
"""

from collections.abc import Mapping
from typing import Final, Protocol

from adjudicator.hands.high import High
from adjudicator.hands.ranking import OrderName
from adjudicator.hands.worth import Held


class Order(Protocol):
    """Judges what the reader has counted, and says what a value means."""

    def by_ranks(self, held: Held, wilds: int, bugs: int) -> int:
        """The value of the best hand by ranks alone; wild cards and bugs are not in ``held``."""
        ...

    def in_suit(self, mask: int, stand_ins: int) -> int:
        """The value of the best hand that owes something to one suit, or 0."""
        ...

    def split_by_ranks(self, own: Held, board: Held) -> int:
        """As `by_ranks`, of exactly two own cards and three of the board."""
        ...

    def split_in_suit(self, own: int, board: int) -> int:
        """As `in_suit`, of a suit with two own cards or more and three of the board."""
        ...

    def category(self, value: int) -> str:
        """The kind of hand: ``"two_pair"``."""
        ...

    def ranks(self, value: int) -> tuple[str, ...]:
        """The ranks that count, in order of importance."""
        ...

    def text(self, value: int) -> str:
        """The hand in words, without what its wild cards stand for."""
        ...

    def playing(self, value: int) -> tuple[tuple[str, ...], bool]:
        """The rank of every card that plays, and whether they must be of one suit."""
        ...

    def bug_may_be(self, rank: str, value: int) -> bool:
        """Whether a bug may stand for a card of this rank in a hand of this value."""
        ...


ORDERS: Final[Mapping[OrderName, Order]] = {"high": High()}
