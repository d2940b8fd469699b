"""What may be asked or reported at a table, and what of it makes sense as the hand stands."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.talk import DRAW, OMAHA, Talk, act, draw_started, started


def told(client: FlaskClient, query: str = "?table=t1") -> dict[tuple[str, str], Any]:
    listed = client.get(f"/v1/subjects{query}").json["subjects"]
    return {(one["type"], one["name"]): one for one in listed}


def sensible(client: FlaskClient) -> set[str]:
    return {name for (_, name), one in told(client).items() if one["makes_sense"]}


def test_a_subject_has_its_article_and_what_it_takes(client: FlaskClient) -> None:
    one = told(client, "")["attention_called", "see_hand"]

    assert one["article"] == "rrop-showdown/5"
    assert one["heading"]
    assert one["label"] == "See hand"
    assert one["fields"] == ["by", "seat", "entry"]
    assert one["entry"] == {"type": "attention_called", "about": "see_hand"}
    assert one["makes_sense"]


@pytest.mark.parametrize(
    ("subject", "fields"),
    [
        (("attention_called", "retrieve_hand"), ["by", "seat", "entry", "facts"]),
        (("attention_called", "misdeal"), ["by", "entry", "facts"]),
        (("deck_fault_found", "foreign"), ["card", "where"]),
        (("announced", "amount"), ["value", "seat", "by"]),
        (("announced", "draw_limit"), ["value", "by"]),
    ],
)
def test_only_fields_that_matter_are_listed(
    client: FlaskClient, subject: tuple[str, str], fields: list[str]
) -> None:
    assert sorted(told(client, "")[subject]["fields"]) == sorted(fields)


def test_what_makes_sense_follows_the_hand(client: FlaskClient) -> None:
    talk = Talk(client)
    talk.start(DRAW)
    between = sensible(client)
    talk.all(*draw_started(1))
    betting = sensible(client)
    talk.all(act(3, "bet", 10), act(5, "call", 10), act(6, "fold"), act(1, "fold"))
    drawing = sensible(client)

    assert {"missed_blind", "joker_in_use"} <= between
    assert not {"short_hand", "string_bet", "see_hand"} & between
    assert {"short_hand", "string_bet", "misdeal", "raise"} <= betting
    assert not {"missed_blind", "see_hand"} & betting
    assert {"fifth_card", "short_hand"} <= drawing
    assert not {"misdeal", "string_bet_", "check_raise"} & drawing
    assert "conduct" in between & betting & drawing


def test_what_another_game_knows_makes_no_sense(client: FlaskClient) -> None:
    talk = Talk(client)
    talk.start(OMAHA)
    talk.all(*started(6, 1, 3, 1))
    now = sensible(client)

    assert "wrong_board_card" in now
    assert not {"fifth_card", "openers", "wild_card", "bonus_card"} & now


def test_a_subject_makes_no_sense_and_may_be_recorded_all_the_same(client: FlaskClient) -> None:
    talk = Talk(client)
    talk.start(DRAW)
    talk.all(*draw_started(1))
    assert not told(client)["attention_called", "see_hand"]["makes_sense"]

    for (kind, _), one in told(client).items():
        if kind == "attention_called" and "seat" in one["fields"]:
            answer = talk.post(one["entry"] | {"seat": 3, "by": 5}, "?dry_run=true")
            assert answer.status_code == 200
            assert "notices" not in answer.json


def test_the_subjects_of_no_table_are_not_there(client: FlaskClient) -> None:
    assert client.get("/v1/subjects?table=t9").status_code == 404
