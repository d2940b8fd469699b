"""Values that mean nothing are refused in the words of whoever sent them."""

from __future__ import annotations

from typing import Any

import builders
import pytest
from builders import STAKES, table

from adjudicator.errors import Refused
from adjudicator.play.codes import CODES
from adjudicator.record.docket import Docket

STAKES_OF = {"draw-high": STAKES["draw-high"], "omaha-limit": STAKES["omaha-limit"]}


def refused(event: dict[str, Any]) -> Refused:
    """What is said to this entry in a hand that is on; it changes nothing."""
    docket = table().hand().antes().judged()
    before = docket.state
    with pytest.raises(Refused) as found:
        docket.record(event)

    assert docket.state is before
    return found.value


def taken(event: dict[str, Any]) -> None:
    table().hand().antes().judged().record(event)


def said(topic: str, value: Any) -> dict[str, Any]:
    return {"type": "announced", "topic": topic, "value": value}


def played(game: str, stakes: dict[str, Any], options: Any = None) -> dict[str, Any]:
    changed = {"type": "game_changed", "game": game, "stakes": stakes}
    return changed if options is None else changed | {"options": options}


# --- What is found is told as it was sent ------------------------------------------------

DRAW = {"ante": 2, "small_bet": 10, "big_bet": 20}


@pytest.mark.parametrize(
    ("event", "found"),
    [
        (played("draw-high", DRAW | {"ante": {}}), "found {};"),
        (played("draw-high", DRAW | {"ante": []}), "found [];"),
        (
            played("draw-high", DRAW | {"ante": {"a": [1, None, True]}}),
            'found {"a": [1, null, true]};',
        ),
        (played("draw-high", DRAW | {"ante": 1.8e19}), "found 18000000000000000000;"),
        (played("draw-high", DRAW, {"rake": {}}), "found {};"),
        (played("draw-high", DRAW, {"rake": []}), "found [];"),
        (played("draw-high", DRAW, {"joker_in_use": None}), "found null;"),
        ({"type": "noted", "text": "x", "_shoe": 0.5}, "found 0.5;"),
        ({"type": "noted", "text": True}, "found true;"),
        ({"type": "noted", "text": {"a": 1}}, 'found {"a": 1};'),
        ({"type": "acted", "seat": 1, "verb": "bet", "to": 1e-7}, "found 0.0000001;"),
        ({"type": "acted", "seat": 1, "verb": "bet", "to": 10**19}, "found 10000000000000000000;"),
        ({"type": "pot_awarded", "to": {"x": 1}}, 'found ["x"];'),
        ({"type": "hand_counted", "seat": 1, "count": [5] * 99}, "..."),
    ],
)
def test_what_was_found_is_told_as_it_was_sent(event: dict[str, Any], found: str) -> None:
    (messages,) = refused(event).errors.values()

    assert found in messages[0]
    assert "proxy" not in messages[0]
    assert len(messages[0]) < 400


# --- Stakes that contradict each other ---------------------------------------------------


@pytest.mark.parametrize(
    ("game", "less", "more"),
    [
        ("draw-high", "small_bet", "big_bet"),
        ("jacks-or-better", "small_bet", "big_bet"),
        ("omaha-limit", "lower", "higher"),
        ("holdem-limit", "small_bet", "big_bet"),
        ("holdem-limit", "small_blind", "big_blind"),
        ("five-card-stud", "small_bet", "big_bet"),
        ("seven-card-stud", "bring_in", "small_bet"),
    ],
)
def test_a_stake_that_exceeds_the_one_above_it_is_refused(game: str, less: str, more: str) -> None:
    stakes = dict(STAKES[game])
    builders.table(game, stakes=stakes | {less: stakes[more]}).judged()
    with pytest.raises(Refused) as found:
        builders.table(game, stakes=stakes | {less: stakes[more] + 1}).judged()

    assert found.value.code == "MALFORMED"
    message = f"found {stakes[more] + 1}; allowed: no more than {more}, which is {stakes[more]}"
    assert found.value.errors == {f"stakes.{less}": [message]}


# --- What is announced -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("topic", "value"),
    [
        ("draw_limit", -5),
        ("draw_limit", 6),
        ("draw_limit", "x"),
        ("draw_limit", True),
        ("joker_in_use", "maybe"),
        ("joker_in_use", 1),
        ("raise", -1),
        ("raise", False),
        ("amount", ["ten"]),
        ("price", False),
    ],
)
def test_a_value_that_its_topic_does_not_know_is_refused(topic: str, value: Any) -> None:
    found = refused(said(topic, value))

    assert found.code == "MALFORMED"
    assert f"allowed for {topic}: " in found.errors["value"][0]


@pytest.mark.parametrize(
    ("topic", "value"),
    [
        ("draw_limit", 0),
        ("draw_limit", 5),
        ("joker_in_use", "on"),
        ("joker_in_use", False),
        ("raise", 0),
        ("raise", "to twenty"),
        ("amount", 20),
        ("weather", "fine"),
        ("wild_cards", ["2c", "2d"]),
    ],
)
def test_a_value_that_means_something_is_taken(topic: str, value: Any) -> None:
    taken(said(topic, value))


def test_a_topic_may_be_raised_without_a_value() -> None:
    taken({"type": "announced", "topic": "raise", "by": 1})


# --- Cards, seats, entries and outcomes there cannot be ------------------------------------


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"type": "round_dealt", "each": 55}, "each"),
        ({"type": "round_dealt", "each": 1, "counts": {"2": 55}}, "counts"),
        ({"type": "hand_counted", "seat": 1, "count": 55}, "count"),
        ({"type": "draw_indicated", "seat": 1, "count": 55}, "count"),
        ({"type": "discarded", "seat": 1, "count": 55}, "count"),
        ({"type": "exposed", "card": "Ks", "seat": 7}, "seat"),
        ({"type": "card_moved", "from": 7, "to": "stub"}, "from"),
        ({"type": "card_moved", "from": "stub", "to": 7}, "to"),
        ({"type": "cut", "seat": 7}, "seat"),
        ({"type": "attention_called", "about": "weather", "seat": 7}, "seat"),
        ({"type": "attention_called", "about": "weather", "entry": 999}, "entry"),
    ],
)
def test_what_no_table_has_is_refused(event: dict[str, Any], field: str) -> None:
    assert list(refused(event).errors) == [field]


@pytest.mark.parametrize(
    "event",
    [
        {"type": "hand_counted", "seat": 1, "count": 54},
        {"type": "exposed", "card": "Ks", "seat": 6},
        {"type": "attention_called", "about": "weather", "entry": 3},
    ],
)
def test_what_is_only_odd_is_taken(event: dict[str, Any]) -> None:
    taken(event)


def decided(*outcomes: dict[str, Any]) -> dict[str, Any]:
    found = {"type": "floor_decided", "decision": "overridden", "reason": "fair"}
    return found | {"outcomes": list(outcomes)}


def test_an_outcome_there_is_not_is_refused_with_the_nearest() -> None:
    message = refused(decided({"code": "hand_ded"})).errors["outcomes.0.code"][0]

    assert message.startswith("found 'hand_ded'; did you mean 'hand_dead'?; allowed: ")


def test_an_outcome_for_a_place_there_is_not_is_refused() -> None:
    assert list(refused(decided({"code": "hand_dead", "seat": 7})).errors) == ["outcomes.0.seat"]


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_outcome_that_a_ruling_may_have_the_floor_may_order(code: str) -> None:
    docket: Docket = table().hand().antes().judged()
    assert docket.record(decided({"code": code, "seat": 1})) is not None
