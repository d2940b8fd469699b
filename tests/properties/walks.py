"""What random walks have in common."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adjudicator.errors import Refused
from adjudicator.record.docket import Docket
from adjudicator.table.table import State

Entry = dict[str, Any]
# Offers that a walk leaves aside: a whole pass of unknown cards, and players who have no name.
WHOLE = ("round_dealt", "player_seated")


def seeds(few: int, many: int) -> pytest.MarkDecorator:
    """A few walks in the fast suite, and many more with ``-m slow``."""
    slow = pytest.param(range(few, many), id="many", marks=pytest.mark.slow)
    return pytest.mark.parametrize("seeds", [pytest.param(range(few), id="few"), slow])


def taken(
    docket: Docket,
    rng: random.Random,
    steps: int,
    oddness: float,
    odd: Callable[[random.Random], Entry],
    proper: Callable[[Docket, random.Random], Entry | None],
) -> Iterator[tuple[State, Entry]]:
    """Every entry that was not refused, and the state it found."""
    for _ in range(steps):
        entry = odd(rng) if rng.random() < oddness else proper(docket, rng)
        entry = entry or odd(rng)
        before = docket.state
        try:
            docket.record(entry)
        except Refused:
            continue
        yield before, entry
