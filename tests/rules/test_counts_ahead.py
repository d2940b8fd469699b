"""A ruling that waits for a count tells what each count will come to."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import Log, rulings, table


def short_after_action() -> Log:
    """Draw high, the button short of a card, one player has acted."""
    log = table(seats=4).hand(4).antes(1, 2, 3, 4).deal(counts={4: 4})
    return log.does("1 check").calls_attention("short_hand", seat=4)


def omaha_before_action() -> Log:
    options = {"big_blind_basis": "lower"}
    log = table("omaha-limit", seats=3, options=options).hand(3)
    log.add("posted", seat=1, kind="small_blind", amount=3)
    log.add("posted", seat=2, kind="big_blind", amount=6)
    return log.deal(4).calls_attention("short_hand", seat=1)


def stud_after_action() -> Log:
    log = table("seven-card-stud", seats=3).hand(3).antes(1, 2, 3, amount=1)
    log.downs(2).ups("1 Kc", "2 Qd", "3 2h").does("3 bet 2", "1 call 2", "2 call 2")
    return log.calls_attention("short_hand", seat=1)


ASKED = {
    "draw high after an act": short_after_action,
    "Omaha before any act": omaha_before_action,
    "stud after the bring-in": stud_after_action,
}


def conditional(log: Log) -> Any:
    return next(one for one in rulings(log.judged()) if one.certainty == "conditional")


def test_each_count_has_its_branch_in_ascending_order() -> None:
    (need,) = conditional(short_after_action()).wire()["needs"]

    assert [(one["label"], one["rule"]) for one in need["answers"]] == [
        ("three or fewer", "draw-high/4c"),
        ("four", "draw-high/4d"),
        ("five", "draw-high/4a"),
        ("six or more", "draw-high/4e"),
    ]
    assert need["answers"][1]["entry"] == {"type": "hand_counted", "seat": 4, "count": 4}


@pytest.mark.parametrize("asked", ASKED)
def test_every_branch_is_told_and_comes_true(asked: str) -> None:
    log = ASKED[asked]()
    ruling = conditional(log)
    (need,) = ruling.wire()["needs"]

    assert len(need["answers"]) > 1
    for answer in need["answers"]:
        assert f"{answer['label']}: {answer['text']}" in ruling.text
        counted = log.copy()
        counted.events.append(answer["entry"])
        last = rulings(counted.judged())[-1]
        assert last.rule == answer["rule"]


@pytest.mark.parametrize(
    ("count", "status"), [(4, "carried_out"), (3, "withdrawn"), (5, "withdrawn"), (6, "withdrawn")]
)
def test_it_is_carried_out_only_where_it_came_out_as_it_was_about(count: int, status: str) -> None:
    log = short_after_action()
    name = conditional(log).id
    log.add("hand_counted", seat=4, count=count)

    assert log.judged().rulings[name].status == status


def test_counts_beyond_what_is_told_come_to_the_last_branch() -> None:
    log = short_after_action()
    (need,) = conditional(log).wire()["needs"]
    log.add("hand_counted", seat=4, count=9)

    assert rulings(log.judged())[-1].rule == need["answers"][-1]["rule"]
