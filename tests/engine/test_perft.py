"""Counting betting lines: a wrong turn or cap shows at once.

Heads-up with one bet and n raises there are 4n + 5 ways to end a round.
"""

from __future__ import annotations

import builders
import pytest

from adjudicator.play.offers import next_entries
from adjudicator.record.docket import Docket


def lines(docket: Docket) -> int:
    """How many ways the round can go from here, each act as offered by ``next``."""
    hand = docket.state.hand
    assert hand is not None
    if hand.phase != "betting" or hand.street != 1:
        return 1
    found = 0
    for entry in next_entries(docket.state):
        if entry["verb"] == "fold" and hand.bet_to_match <= hand.seats[entry["seat"]].bet:
            continue
        branch = docket.fork()
        branch.record(entry)
        found += lines(branch)
    return found


@pytest.mark.parametrize(("cap", "ways"), [(3, 17), (4, 21), (6, 29)])
def test_heads_up_with_n_raises_ends_in_4n_plus_5_ways(cap: int, ways: int) -> None:
    options = {"max_raises_draw": cap, "cap_applies_heads_up": "on"}
    log = builders.table(options=options, seats=2).hand(2).antes(1, 2).deal()

    assert lines(log.judged()) == ways == 4 * cap + 5
