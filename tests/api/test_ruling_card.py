"""The ruling card: a verdict in one line, steps in order, remedies that were tried."""

from __future__ import annotations

from typing import Any

import pytest
from builders import law
from flask.testing import FlaskClient

from adjudicator.play.codes import CODES
from rulebook.explain.verdicts import LONGEST, of_outcomes
from tests.api.talk import DRAW, Talk, act, draw_started

WORDS = law().wordings
SAID = sorted(code.name for code in CODES.values() if code.said)


def line(code: str, names: dict[int, str] | None = None, **more: Any) -> tuple[str, list[str]]:
    """The verdict of one outcome, and what is marked in it."""
    found = of_outcomes([{"code": code, **more}], WORDS, names or {})
    return found.text, [found.text[start:end] for start, end, _ in found.marks]


@pytest.mark.parametrize("code", SAID)
@pytest.mark.parametrize("name", ["Al", "Chloe", "Bartholomew-Alexander", "Seat"])
def test_every_outcome_has_a_verdict_of_one_short_line(code: str, name: str) -> None:
    for more in ({}, {"amount": 1_000_000}, {"card": "Ts"}, {"amount": "7/3", "card": "Jk"}):
        text, _ = line(code, {4: name}, seat=4, **more)

        assert len(text) <= LONGEST
        assert text[0].isupper()
        assert "{" not in text
        assert len(line(code)[0]) <= LONGEST


def test_the_last_wording_of_a_verdict_can_always_be_said() -> None:
    for wordings in (*WORDS.verdicts.values(), *WORDS.verdict.values()):
        assert len(wordings[-1]) <= LONGEST
        assert "{" not in wordings[-1]


def test_a_verdict_names_the_player_and_marks_the_name() -> None:
    assert line("hand_dead", {4: "Chloe"}, seat=4) == ("Chloe's hand is dead.", ["Chloe"])


def test_a_name_too_long_gives_way_to_the_number_of_the_seat() -> None:
    names = {4: "Bartholomew"}

    assert line("hand_dead", names, seat=4) == ("Seat 4's hand is dead.", ["Seat 4"])


def test_of_several_seats_none_is_named() -> None:
    dead = [{"code": "hand_dead", "seat": 4}, {"code": "hand_dead", "seat": 5}]

    assert of_outcomes(dead, WORDS, {4: "Chloe"}).text == "A hand is dead."


def test_the_weightiest_outcome_is_said_and_a_masked_card_is_not() -> None:
    kept = {"code": "card_replace_next", "seat": 2}
    stays = {"code": "button_stays"}

    assert of_outcomes([stays, kept | {"card": "9c"}], WORDS, {2: "Bert"}).text == (
        "Bert's 9♣ is refused."
    )
    assert of_outcomes([stays, kept], WORDS, {2: "Bert"}).text == "A card is refused."


# --- Over HTTP -------------------------------------------------------------------------


@pytest.fixture
def talk(client: FlaskClient) -> Talk:
    talk = Talk(client)
    talk.start(DRAW)
    return talk


def card(talk: Talk, rule: str) -> Any:
    """The card of the last ruling under an article."""
    (*_, found) = [one for one in talk.get("/rulings").json["rulings"] if one["rule"] == rule]
    return talk.get(f"/rulings/{found['id']}").json


def in_short(told: Any) -> list[tuple[str, str, int]]:
    return [(one["state"], one["text"], len(one["entries"])) for one in told["steps"]]


def short_hand(talk: Talk) -> None:
    talk.all(*draw_started(1, counts={"5": 4}))
    talk.all({"type": "attention_called", "by": 5, "about": "short_hand", "seat": 5})


def test_a_ruling_that_waits_for_a_count_asks_for_it_and_answers_each(talk: Talk) -> None:
    short_hand(talk)
    told = card(talk, "draw-high/4b")
    answers = told["needs"][0]["answers"]

    assert told["verdict"] == "Count P5's cards."
    assert told["verdict_marks"] == [{"from": 6, "to": 8, "seat": 5}]
    assert told["steps"][0]["state"] == "now"
    assert [one["entry"] for one in told["steps"][0]["entries"]] == [
        one["entry"] for one in answers
    ]
    assert {one["state"] for one in told["steps"][1:]} == {"if"}
    assert all(0 < len(one["verdict"]) <= LONGEST for one in answers)
    assert "Misdeal, deal again." in [one["verdict"] for one in answers]


def test_facts_say_when_and_by_whom_their_entry_was_recorded(talk: Talk) -> None:
    short_hand(talk)
    told = card(talk, "draw-high/4b")
    entries = {one["seq"]: one for one in talk.entries()}

    assert told["opened_at"] == entries[told["seq"]]["recorded_at"]
    for fact in told["because"]:
        assert fact["recorded_at"] == entries[fact["seq"]]["recorded_at"]
        assert fact["recorded_by"] == {"role": "open"}


def test_what_is_owed_is_now_and_ready_to_post(talk: Talk) -> None:
    talk.all(*draw_started(1), act(3, "check"), act(5, "check"), act(6, "bet", 10), act(1, "fold"))
    talk.all(act(3, "raise", 15))
    told = card(talk, talk.get("/rulings").json["rulings"][-1]["rule"])
    now = [one for one in told["steps"] if one["state"] == "now"]

    assert now
    for step in now:
        for one in step["entries"]:
            assert talk.post(one["entry"], "?dry_run=true").status_code == 200


def test_a_remedy_says_what_follows_and_can_be_recorded(talk: Talk) -> None:
    short_hand(talk)
    talk.all({"type": "hand_counted", "seat": 5, "count": 4})
    told = card(talk, "draw-high/4b")
    decision = {"decision": "overridden", "reason": "the players agreed"}

    assert told["verdict"] == "Misdeal, deal again."
    assert [one["text"] for one in told["remedies"]] == ["The ruling is set aside and play goes on"]
    assert told["remedies"][0]["then"] == "P3 (seat 3) acts; pot 8"
    for one in told["remedies"]:
        path = f"{talk.path}/rulings/{told['id']}/decision?dry_run=true"
        answer = talk.client.post(path, json=decision | {"outcomes": one["outcomes"]})
        assert answer.status_code == 200


def test_a_decided_ruling_has_nothing_left_to_do_or_to_choose(talk: Talk) -> None:
    short_hand(talk)
    talk.all({"type": "hand_counted", "seat": 5, "count": 4})
    told = card(talk, "draw-high/4b")
    decision = {"decision": "overridden", "reason": "agreed", "outcomes": []}
    talk.client.post(f"{talk.path}/rulings/{told['id']}/decision", json=decision)
    after = talk.get(f"/rulings/{told['id']}").json

    assert (after["steps"], after["remedies"]) == ([], [])


def test_a_verdict_stands_wherever_a_ruling_is_read(talk: Talk) -> None:
    short_hand(talk)
    (row,) = talk.get("/rulings").json["rulings"][-1:]
    timeline = talk.get("/hands/1").json["timeline"]
    told = [one["verdict"] for entry in timeline for one in entry["rulings"]]

    assert row["verdict"] == "Count seat 5's cards."
    assert "Count P5's cards." in told
    assert talk.get("/taps").json["rulings"][-1]["verdict"] == "Count P5's cards."
