"""Hands, rulings and entries as text and as CSV; what cannot be answered in kind is refused."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from tests.api.talk import DRAW, Talk, draw_started

PATHS = ["/events", "/rulings", "/hands/1"]


@pytest.fixture
def hand(talk: Talk) -> Talk:
    """A hand with a ruling."""
    talk.start(DRAW)
    talk.all(*draw_started(1, counts={"5": 4}))
    talk.all({"type": "attention_called", "by": 5, "about": "short_hand", "seat": 5})
    return talk


def asked(talk: Talk, path: str, accept: str) -> Any:
    return talk.get(path, headers={"Accept": accept})


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("kind", ["text/plain", "text/csv"])
def test_it_is_answered_in_the_kind_asked_for(hand: Talk, path: str, kind: str) -> None:
    answer = asked(hand, path, kind)

    assert answer.status_code == 200
    assert answer.content_type == f"{kind}; charset=utf-8"
    assert "Accept" in answer.headers["Vary"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("accept", ["", "*/*", "application/json", "text/html, */*;q=0.1"])
def test_json_is_what_anybody_else_gets(hand: Talk, path: str, accept: str) -> None:
    headers = {"Accept": accept} if accept else {}

    assert hand.get(path, headers=headers).content_type == "application/json"


@pytest.mark.parametrize("path", PATHS)
def test_another_kind_is_refused_with_those_there_are(hand: Talk, path: str) -> None:
    answer = asked(hand, path, "application/pdf")

    assert (answer.status_code, answer.json["code"]) == (406, "NOT_ACCEPTABLE")
    assert "text/csv" in answer.json["errors"]["Accept"][0]


def test_every_entry_is_a_row_and_a_line(hand: Talk) -> None:
    entries = hand.entries()
    read = rows(asked(hand, "/events", "text/csv").text)

    assert [int(row["seq"]) for row in read] == [one["seq"] for one in entries]
    assert all(row["text"] for row in read)
    assert len({row["text"] for row in read}) > len(read) / 2
    assert len(asked(hand, "/events", "text/plain").text.splitlines()) == len(entries)


def test_a_hand_has_its_rulings_under_their_entries(hand: Talk) -> None:
    (*_, last) = hand.get("/rulings").json["rulings"]
    text = asked(hand, "/hands/1", "text/plain").text
    read = rows(asked(hand, "/hands/1", "text/csv").text)

    assert last["text"] in text
    assert last["id"] in read[-1]["rulings"]


def test_a_page_of_rulings_says_how_to_go_on(hand: Talk) -> None:
    answer = asked(hand, "/rulings?limit=1", "text/csv")

    assert len(rows(answer.text)) == 1
    assert 'rel="next"' in answer.headers["Link"]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x"])
def test_a_spreadsheet_gets_no_formula(hand: Talk, text: str) -> None:
    hand.all({"type": "misdeal_called", "by": "dealer"})
    hand.all({"type": "player_seated", "seat": 2, "player": text, "chips": 5})
    hand.all({"type": "sat_out", "seat": 2})
    (*_, last) = rows(asked(hand, "/events", "text/csv").text)

    assert last["text"] == f"'{text} (seat 2) sits out"
