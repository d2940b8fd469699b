"""Whole sessions at simulated tables: the product says at every entry what the model says.

``python -m tests.simulator`` plays more of them; docs/measurements.md tells its figures.
"""

import pytest

from tests.simulator.__main__ import run
from tests.simulator.session import GAMES


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_a_table_without_mistakes_is_judged_as_the_model_has_it(game: str, part: int) -> None:
    report = run([game], f"fast {part}", 200, jobs=1)

    assert not list(report.lines())[1:]
    assert report.hands >= 200


@pytest.mark.parametrize("game", GAMES)
def test_a_mistake_is_ruled_under_its_article_and_the_next_hand_is_clean(game: str) -> None:
    report = run([game], "fast", 130, jobs=1, manner="one mistake")

    assert not list(report.lines())[1:]
    assert report.mistakes >= 15
