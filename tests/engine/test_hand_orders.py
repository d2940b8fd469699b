"""Another order of hands is an entry in a table; whoever reads and compares hands is unchanged."""

from itertools import combinations

import pytest

from adjudicator.hands import HandReading, Ranking, read, strength
from adjudicator.hands.orders import ORDERS
from adjudicator.hands.worth import ACE, RANK_BITS, Held
from adjudicator.values.cards import parse_cards, rank_word

# The ace is below the two, so that of two lows the one of the smaller mask is better.
LOW_ACE = 1 << 1
ABOVE_ALL = 1 << ACE.bit_length()


class FiveLow:
    """Five different ranks, the lower the better; straights and flushes don't matter."""

    def by_ranks(self, held: Held, wilds: int, bugs: int) -> int:
        return best_low(ace_low(held.once))

    def in_suit(self, mask: int, stand_ins: int) -> int:
        return 0

    def split_by_ranks(self, own: Held, board: Held) -> int:
        pairs = combinations(bits(ace_low(own.once)), 2)
        threes = [*combinations(bits(ace_low(board.once)), 3)]
        return max((best_low(sum({*a, *b})) for a in pairs for b in threes), default=0)

    def split_in_suit(self, own: int, board: int) -> int:
        return 0

    def category(self, value: int) -> str:
        return "low" if value else "no_low"

    def ranks(self, value: int) -> tuple[str, ...]:
        letters = {LOW_ACE: "A", **{bit: letter for letter, bit in RANK_BITS.items()}}
        return tuple(letters[bit] for bit in reversed(bits(ABOVE_ALL - value))) if value else ()

    def text(self, value: int) -> str:
        return " ".join(map(rank_word, self.ranks(value))) or "no low"

    def playing(self, value: int) -> tuple[tuple[str, ...], bool]:
        return self.ranks(value), False

    def bug_may_be(self, rank: str, value: int) -> bool:
        return True


def bits(mask: int) -> list[int]:
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]


def ace_low(mask: int) -> int:
    return mask & ~ACE | (LOW_ACE if mask & ACE else 0)


def best_low(mask: int) -> int:
    lowest = bits(mask)[:5]
    return ABOVE_ALL - sum(lowest) if len(lowest) == 5 else 0


@pytest.fixture(autouse=True)
def five_low(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ORDERS, "five_low", FiveLow())


def low(own: str, board: str = "", exactly: int | None = None) -> HandReading:
    ranking = Ranking(order="five_low", own_exactly=exactly)
    hand = read(parse_cards(own), parse_cards(board), ranking)
    assert hand.value == strength(parse_cards(own), ranking, parse_cards(board))
    return hand


def test_the_greater_value_is_the_lower_hand() -> None:
    lows = [
        low("As 2s 3s 4s 5s"),
        low("As 2d 3c 4h 6s Kd Kc"),
        low("2s 3d 4c 5h 7s 8s 9s"),
        low("9s Td Jc Qh Ks"),
        low("As Ad 2c 2h 3s 3d 3c"),
    ]

    assert lows == sorted(lows, key=lambda hand: hand.value, reverse=True)
    assert [hand.text for hand in lows] == [
        "five four three two ace",
        "six four three two ace",
        "seven five four three two",
        "king queen jack ten nine",
        "no low",
    ]


def test_a_low_says_which_cards_play() -> None:
    hand = low("As 2d 8c 9h", "Ks 4h 5c 8d 2s", exactly=2)

    assert (hand.category, hand.ranks) == ("low", ("8", "5", "4", "2", "A"))
    assert (hand.own, hand.board) == (parse_cards("2d As"), parse_cards("8d 5c 4h"))


@pytest.mark.parametrize(("own", "exactly"), [("As Ad Ah Ac", 2), ("As Ks Kd Kc", None)])
def test_where_there_is_no_low_no_card_plays(own: str, exactly: int | None) -> None:
    hand = low(own, "Kh 4h 4c 8d", exactly)

    assert (hand.category, hand.ranks, hand.cards) == ("no_low", (), ())
