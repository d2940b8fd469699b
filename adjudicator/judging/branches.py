"""What a conditional ruling will come to, for each number that may be counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from adjudicator.judging.rulings import CONDITIONAL, Branch, Ruling
from adjudicator.log.events import HandCounted
from adjudicator.table.table import State

# Counts beyond a whole hand that are looked at; more come to the same.
BEYOND = 2


class _Counted(NamedTuple):
    number: int
    ruling: Ruling

    def comes_to(self) -> tuple[object, ...]:
        """What it orders, whichever limb of the law the count falls under."""
        orders = tuple((one.code, one.seat) for one in self.ruling.outcomes)
        return self.ruling.certainty, orders


def branches(
    state: State, ruling: Ruling, judged: Callable[[State, HandCounted], tuple[Ruling, ...]]
) -> tuple[Branch, ...]:
    """Each answer to the count a ruling waits for, with the counts that come to it, ascending."""
    seat = next((n["seat"] for n in ruling.needs if n.get("type") == "hand_counted"), None)
    if ruling.certainty != CONDITIONAL or seat is None or state.hand is None:
        return ()
    most = state.hand.profile.hand_size + state.hand.seats[seat].bonus_cards.earned + BEYOND
    counted = _counted(state, seat, most, judged)
    groups = (list(group) for _, group in groupby(counted, _Counted.comes_to))
    return tuple(_branch(seat, group, most) for group in groups)


def _branch(seat: int, group: list[_Counted], most: int) -> Branch:
    """One branch; the lowest count stands for any fewer, the highest for any more."""
    first, last = group[0].number, group[-1].number
    lowest, ruling = first == 1, group[0].ruling
    return Branch(
        seat=seat,
        least=0 if lowest else first,
        most=None if last == most else last,
        entry=last if lowest else first,
        rule=ruling.rule,
        outcomes=ruling.outcomes,
    )


def _counted(
    state: State, seat: int, most: int, judged: Callable[[State, HandCounted], tuple[Ruling, ...]]
) -> Iterator[_Counted]:
    for count in range(1, most + 1):
        rulings = judged(state, HandCounted(seat=seat, count=count))
        if rulings:
            yield _Counted(count, rulings[0])
