"""Whatever is recorded, in whatever order, the table stays whole."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import builders
import pytest

from adjudicator.errors import Refused
from adjudicator.view import state_json
from tests.properties import draw_walks, stud_walks
from tests.properties.walks import Entry, seeds

WALKS = {
    **dict.fromkeys(draw_walks.GAMES, draw_walks.walk),
    **dict.fromkeys(stud_walks.GAMES, stud_walks.walk),
}


def walk(game: str, seed: int, steps: int, oddness: float) -> list[Entry]:
    """Every entry that was taken, checked as it went."""
    return WALKS[game](game, seed, steps, oddness)


@pytest.mark.parametrize("game", WALKS)
@pytest.mark.parametrize("oddness", [0.05, 0.5])
@seeds(1, 5)
def test_a_walk_of_a_thousand_entries_keeps_the_table_whole(
    game: str, oddness: float, seeds: Sequence[int]
) -> None:
    for seed in seeds:
        walk(game, seed, 1000, oddness)


@pytest.mark.parametrize("game", ["omaha-limit", "holdem-limit", "blue-beacon"])
@seeds(1, 4)
def test_a_rake_is_part_of_the_balance(game: str, seeds: Sequence[int]) -> None:
    rake: Any = {"percent": 7, "cap": 9, "no_flop_no_drop": "on"}
    for seed in seeds:
        draw_walks.walk(game, seed, 600, 0.05, rake=rake)


@pytest.mark.parametrize(("game", "seed"), [("draw-high", 89), ("jacks-or-better", 100)])
def test_chips_pushed_too_early_are_not_given_back_twice(game: str, seed: int) -> None:
    walk(game, seed, 150, 0.3)
    walk(game, seed, 120, 0.2)


@pytest.mark.parametrize("game", WALKS)
@seeds(6, 60)
def test_no_well_formed_log_raises(game: str, seeds: Sequence[int]) -> None:
    for seed in seeds:
        walk(game, seed, 150, 0.3)


@pytest.mark.parametrize("game", WALKS)
@seeds(4, 24)
def test_a_prefix_and_the_rest_equal_the_whole(game: str, seeds: Sequence[int]) -> None:
    for seed in seeds:
        cut = random.Random(seed).randint(0, 120)
        builders.same_in_two_parts(walk(game, seed, 120, 0.2), cut)


@pytest.mark.parametrize("game", WALKS)
@seeds(6, 60)
def test_a_correction_of_a_correction_restores(game: str, seeds: Sequence[int]) -> None:
    for seed in seeds:
        docket = builders.Log(walk(game, seed, 80, 0.2)).judged()
        before = state_json(docket.state)
        target = random.Random(seed).randint(2, docket.state.seq)
        try:
            docket.record({"type": "entry_corrected", "entry": target, "reason": "a slip"})
        except Refused:
            assert state_json(docket.state) == before
            continue
        docket.record({"type": "entry_corrected", "entry": docket.state.seq, "reason": "no slip"})

        after = state_json(docket.state)
        assert after["table"] == before["table"]
        assert after["hand"] == before["hand"]
        assert after["next"] == before["next"]


@pytest.mark.parametrize("game", stud_walks.GAMES)
def test_proper_entries_alone_reach_the_end_of_many_hands(game: str) -> None:
    docket = builders.Log(walk(game, 1, 800, 0)).judged()

    assert docket.state.number >= 8
    assert docket.state.resolved_pots >= 5
