"""A pot is paid out part by part: today one part, high; a second one is a row of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from builders import table

from adjudicator.game.profile import Part
from adjudicator.hands import HandReading, Ranking, read
from adjudicator.play.showdown import payout
from adjudicator.table.hand import Hand
from adjudicator.values.frozen import replace

HIGH = Ranking()
# Stands for a low order, of which the rulebook has none yet: told apart by what it is.
LOW = Ranking(wild_ranks=frozenset("2"))
ACES, KINGS, SMALL = "Ah Ad 9c 8s 7d", "Kh Kd Jc Ts 4d", "Qh 6d 5c 4s 3d"


def reads_low(own: Sequence[Any], board: Sequence[Any], ranking: Ranking) -> HandReading:
    """Any hand without a pair or a face card is a low one, the lower the better."""
    high = read(own, board, HIGH)
    if ranking is not LOW:
        return high
    low = high.category == "high_card"
    return HandReading(1 << 30 if low else 0, tuple(own), tuple(board), ranking)


def shown(*hands: str, antes: int = 3, bet: int = 10) -> Hand:
    """A hand of three that was called down, with these cards tabled."""
    log = table(seats=antes).hand(antes).antes(*range(1, antes + 1)).deal()
    log.does(f"1 bet {bet}", *(f"{n} call {bet}" for n in range(2, antes + 1)))
    for seat in range(1, antes + 1):
        log.draws(seat, 0)
    log.does(*(f"{n} check" for n in range(1, antes + 1)))
    for seat, cards in enumerate(hands, 1):
        log.shows(seat, cards)
    return log.judged().state.the_hand


def in_two_parts(hand: Hand) -> Hand:
    parts = (Part("high", HIGH), Part("low", LOW))
    return replace(hand, profile=replace(hand.profile, parts=parts))


@pytest.fixture(autouse=True)
def low_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payout, "read", reads_low)


def test_one_part_takes_the_whole_pot() -> None:
    assert payout.result_of(shown(ACES, KINGS, SMALL)).paid == {1: 36}


def test_two_parts_take_half_of_the_pot_each() -> None:
    result = payout.result_of(in_two_parts(shown(ACES, KINGS, SMALL)))

    assert result.paid == {1: 18, 3: 18}
    assert list(result.readings) == ["high", "low"]
    assert result.hands is result.readings["high"]


def test_the_odd_chip_goes_to_the_first_part() -> None:
    odd = replace(in_two_parts(shown(ACES, KINGS, SMALL)), common=1)

    assert payout.result_of(odd).paid == {1: 19, 3: 18}


def test_a_part_that_no_hand_qualifies_for_goes_to_the_other() -> None:
    assert payout.result_of(in_two_parts(shown(ACES, KINGS, "Qh Qd 5c 4s 3d"))).paid == {1: 36}


def test_one_hand_may_win_every_part() -> None:
    assert payout.result_of(
        in_two_parts(shown(SMALL, "Jh 9d 7c 4h 2d", "Th 8d 6c 4c 2s"))
    ).paid == {
        1: 18 + 6,
        2: 6,
        3: 6,
    }


def test_a_layer_is_divided_by_the_parts_that_its_own_seats_contest() -> None:
    hand = in_two_parts(shown(ACES, KINGS, SMALL))
    short = replace(hand.seats[3], all_in=True, put_in=7)
    seats = {**hand.seats, 3: short}
    result = payout.result_of(replace(hand, seats=seats))

    assert [amount for amount, _ in result.pots] == [21, 10]
    assert [shares for _, shares in result.pots] == [{1: 11, 3: 10}, {1: 10}]
