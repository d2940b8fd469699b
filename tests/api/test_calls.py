"""Calls for the floor: they wait, are answered by a decision, or are taken back."""

from typing import Any

import pytest
from builders import Log
from flask.testing import FlaskClient
from stories import at

from adjudicator.errors import Refused
from adjudicator.values.frozen import replace
from tests.api.talk import DRAW, Talk, draw_started, note


def calls_of(log: Log) -> list[tuple[int | None, str]]:
    """Seat and status of each call."""
    return [(one.seat, one.status) for one in log.judged().state.calls]


def false_opener() -> Log:
    """A ruling on seat 1, who showed no openers, and a call about that seat."""
    log = at("jacks-or-better", "betting")
    log.does("1 bet 10").shows(1, "2s 3h 5d 7c 9s", purpose="openers")
    return log.add("floor_called", by=2, seat=1, about="openers")


def test_a_call_waits_until_it_is_taken_back() -> None:
    log = at("draw-high", "betting").add("floor_called", by="dealer")
    assert calls_of(log) == [(None, "open")]

    log.add("call_closed", call=log.seq, reason="never mind")
    assert calls_of(log) == [(None, "closed")]


def test_a_decision_answers_the_call_it_names() -> None:
    log = at("draw-high", "betting").add("floor_called", seat=1).add("floor_called", seat=2)
    outcome = {"code": "warning", "seat": 2}
    log.add("floor_decided", decision="upheld", outcomes=[outcome], call=log.seq)
    assert calls_of(log) == [(1, "open"), (2, "answered")]


def test_a_decision_on_a_ruling_answers_the_calls_about_its_seats() -> None:
    log = false_opener().add("floor_called", seat=3, about="conduct")
    (ruling,) = [one for one in log.judged().rulings.values() if one.rule == "jacks-or-better/2c"]
    log.add("floor_decided", ruling=ruling.id, decision="upheld")
    assert calls_of(log) == [(1, "answered"), (3, "open")]


def test_a_call_made_before_the_ruling_is_another_matter() -> None:
    log = at("jacks-or-better", "betting").add("floor_called", seat=1, about="conduct")
    log.does("1 bet 10").shows(1, "2s 3h 5d 7c 9s", purpose="openers")
    (ruling,) = [one for one in log.judged().rulings.values() if one.rule == "jacks-or-better/2c"]
    log.add("floor_decided", ruling=ruling.id, decision="upheld")
    assert calls_of(log) == [(1, "open")]


def test_a_ruling_decided_hands_later_still_answers_its_calls() -> None:
    log = false_opener()
    (ruling,) = [one for one in log.judged().rulings.values() if one.rule == "jacks-or-better/2c"]
    log.add("misdeal_called", by="dealer").hand(button=2)
    log.add("floor_decided", ruling=ruling.id, decision="upheld")
    assert calls_of(log) == [(1, "answered")]


# --- A second person's view ---------------------------------------------------------------


def test_a_second_view_decides_nothing() -> None:
    log = false_opener()
    before = log.judged().state
    (ruling,) = [one for one in before.rulings.values() if one.rule == "jacks-or-better/2c"]
    log.add("opinion_asked", ruling=ruling.id, of="Jonas")
    log.add("opinion_given", ruling=ruling.id, by="Jonas", opinion="the pot plays")

    assert log.judged().state == replace(before, seq=log.seq)


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"type": "opinion_asked", "of": "Jonas"}, "ruling"),
        ({"type": "opinion_asked", "of": "Jonas", "ruling": "1-99-1"}, "ruling"),
        ({"type": "opinion_given", "opinion": "a misdeal", "call": 1}, "call"),
    ],
    ids=["on nothing", "on no ruling", "on no call"],
)
def test_a_view_is_about_something_there_is(event: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        false_opener().judged().record(event)
    assert list(refused.value.errors) == [field]


def test_an_open_call_outlives_the_hand_and_an_answered_one_does_not() -> None:
    log = at("draw-high", "betting").add("floor_called", seat=1).add("floor_called", seat=2)
    log.add("call_closed", call=log.seq).add("misdeal_called", by="dealer")
    log.hand(button=2).add("floor_called", seat=3)
    assert calls_of(log) == [(1, "open"), (3, "open")]


# --- Over HTTP -------------------------------------------------------------------------


@pytest.fixture
def talk(client: FlaskClient) -> Talk:
    talk = Talk(client)
    talk.start(DRAW)
    return talk


def told(client: FlaskClient, query: str = "") -> list[dict[str, Any]]:
    answer: list[dict[str, Any]] = client.get(f"/v1/calls{query}").json["calls"]
    return answer


def test_calls_of_all_tables_come_the_oldest_first(talk: Talk, client: FlaskClient) -> None:
    Talk(client, "t2").start(DRAW | {"table": "t2"})
    Talk(client, "t2").all({"type": "floor_called", "by": "dealer"})
    talk.all({"type": "floor_called", "by": 3, "seat": 5, "about": "string_bet"})
    found = told(client)

    assert [one["table"] for one in found] == ["t2", "t1"]
    assert found[1]["text"] == "P3 (seat 3) calls the floor about P5 (seat 5): string bet"
    assert found[0]["opened_at"] <= found[1]["opened_at"]
    listed = client.get("/v1/tables").json["tables"]
    assert [one["calls"] for one in listed] == [1, 1]


def test_a_call_taken_back_waits_no_more(talk: Talk, client: FlaskClient) -> None:
    seq = talk.all({"type": "floor_called", "by": "dealer"})
    talk.all({"type": "call_closed", "call": seq})

    assert told(client) == []
    assert [one["status"] for one in told(client, "?table=t1&status=closed")] == ["closed"]


@pytest.mark.parametrize("call", [1, 99])
def test_what_was_no_call_is_not_taken_back(talk: Talk, call: int) -> None:
    answer = talk.post({"type": "call_closed", "call": call})

    assert (answer.status_code, answer.json["code"]) == (404, "NO_SUCH_ENTRY")
    assert "calls at this table: none" in answer.json["detail"]


def test_a_call_says_who_was_asked_about_it_until_they_answer(
    talk: Talk, client: FlaskClient
) -> None:
    seq = talk.all({"type": "floor_called", "seat": 5})
    assert told(client)[0]["with_whom"] is None

    talk.all({"type": "opinion_asked", "call": seq, "of": "Jonas"})
    assert told(client)[0]["with_whom"] == "Jonas"

    talk.all({"type": "opinion_given", "call": seq, "by": "Jonas", "opinion": "let it stand"})
    assert told(client)[0]["with_whom"] is None


def test_views_of_a_ruling_are_told_with_it(talk: Talk) -> None:
    talk.all(*draw_started(1, counts={"5": 4}))
    (ruling,) = talk.post({"type": "hand_counted", "seat": 5, "count": 4}).json["rulings"]
    talk.all(
        {"type": "opinion_asked", "ruling": ruling["id"], "of": "Jonas"},
        {"type": "opinion_given", "ruling": ruling["id"], "by": "Jonas", "opinion": "redeal"},
    )
    found = talk.get(f"/rulings/{ruling['id']}").json["opinions"]

    assert [one["event"].get("opinion") for one in found] == [None, "redeal"]


def test_a_correction_tells_which_rulings_it_changed(talk: Talk) -> None:
    talk.all(*draw_started(1, counts={"5": 4}))
    (asked,) = talk.get("/rulings").json["rulings"]
    counted = talk.post({"type": "hand_counted", "seat": 5, "count": 4}).json
    slip = {"type": "entry_corrected", "entry": counted["version"], "reason": "a slip"}
    tried = talk.post(slip, "?dry_run=true").json["changed"]
    changed = talk.post(slip).json["changed"]

    # The count is gone, so its ruling is; the one that had asked for it waits again.
    assert {one["id"]: one["status"] for one in changed} == {
        counted["rulings"][0]["id"]: "withdrawn",
        asked["id"]: "open",
    }
    assert tried == changed


def test_a_correction_that_changes_no_ruling_says_so(talk: Talk) -> None:
    seq = talk.all(note("wrong"))
    slip = {"type": "entry_corrected", "entry": seq, "replacement": note("right"), "reason": "x"}

    assert talk.post(slip).json["changed"] == []
    assert "changed" not in talk.post(note()).json
