"""Practice: every worked example that is asked has one right answer, and gives nothing away."""

from __future__ import annotations

import pytest

import rulebook
from api.service.practice import Practice, Scene
from rulebook.cases.runs import Order, orders

LAW = rulebook.load()
PRACTICE = Practice(LAW)


def scenes(game: str) -> list[Scene]:
    """Every scene of a game."""
    found = [PRACTICE.scene(game, n) for n in range(1, PRACTICE.games()[game] + 1)]
    return [one for one in found if one is not None]


def scene(article: str, example: str) -> Scene:
    """The scene of one worked example."""
    found = [PRACTICE.scene(game, number) for game, number in PRACTICE.of(article)]
    (one,) = (one for one in found if one is not None and example in one.example)
    return one


@pytest.mark.parametrize("game", PRACTICE.games())
def test_a_scene_has_four_answers_that_differ_and_one_that_is_right(game: str) -> None:
    for one in scenes(game):
        assert [choice.right for choice in one.choices].count(True) == 1, one.example
        assert len({choice.text for choice in one.choices}) == 4, one.example
        assert all(LAW.article(choice.article) for choice in one.choices)


@pytest.mark.parametrize("game", PRACTICE.games())
def test_the_right_answer_does_not_stand_where_it_could_be_guessed(game: str) -> None:
    places = [[choice.right for choice in one.choices].index(True) for one in scenes(game)]
    if len(places) >= 30:
        assert all(places.count(place) > len(places) / 10 for place in range(4))


def test_the_right_answer_is_what_the_worked_example_wants() -> None:
    asked = 0
    for one in scenes("omaha-limit"):
        (case,) = (c for c in LAW.cases(one.article) if c.case == one.example)
        if case.wanted.outcomes:
            assert one.ruling is not None
            codes = {Order.read(order).code for order in case.wanted.outcomes}
            assert {order.code for order in orders(one.ruling)} == codes
            asked += 1
    assert asked > 30


def test_a_scene_ends_with_the_entry_that_is_ruled_on() -> None:
    shown = scene("draw-high/4b", "Seat 3 counts four cards and nobody has acted")
    assert shown.told[0] == "Hand started, button at seat 6"
    assert shown.told[1] == "Seats 1, 2, 3, 4, 5 and 6: each posts 2 (ante)"
    assert shown.told[-1] == "Seat 3 holds 4 cards"
    right = next(one for one in shown.choices if one.right)
    assert right.text.startswith("Misdeal: everything put in")


def test_where_nothing_is_wrong_that_is_the_answer() -> None:
    shown = scene("draw-high/0.3", "Seat 2 checks and calls later, which is no string bet.")
    assert shown.ruling is None
    assert next(one.text for one in shown.choices if one.right) == (
        "Nothing irregular, play goes on."
    )


def test_a_game_has_no_scene_before_the_first_or_after_the_last() -> None:
    assert PRACTICE.scene("baseball", 0) is None
    assert PRACTICE.scene("baseball", 1) is not None
    last = PRACTICE.games()["baseball"]
    assert PRACTICE.scene("baseball", last) is not None
    assert PRACTICE.scene("baseball", last + 1) is None
    assert PRACTICE.scene("draw-low", 1) is None
