"""Searching the law by words, ids and what the field calls things."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from rulebook import load


def found(client: FlaskClient, q: str, **more: Any) -> Any:
    return client.get("/v1/search", query_string={"q": q, **more}).json


@pytest.mark.parametrize(
    ("q", "kind", "id"),
    [
        ("draw-high/4c", "article", "draw-high/4c"),
        ("DRAW-HIGH/4C", "article", "draw-high/4c"),
        ("amb-03", "decision", "AMB-03"),
        ("misdeal_action_threshold", "option", "misdeal_action_threshold"),
        ("omaha-limit", "game", "omaha-limit"),
    ],
)
def test_an_id_finds_what_has_it_first(client: FlaskClient, q: str, kind: str, id: str) -> None:
    first = found(client, q)["found"][0]

    assert (first["kind"], first["id"]) == (kind, id)


def test_every_word_has_to_be_there(client: FlaskClient) -> None:
    both, one = found(client, "button misdeal"), found(client, "misdeal")

    assert 0 < both["count"] < one["count"] + found(client, "button")["count"]
    assert found(client, "misdeal xyzzy")["count"] == 0


def test_a_word_of_the_field_is_read_as_that_of_the_articles(client: FlaskClient) -> None:
    told = found(client, "Flashed")

    assert told["read_as"] == [{"word": "flashed", "forms": ["exposed"]}]
    assert any("exposed" in one["heading"] for one in told["found"])
    assert found(client, "exposed")["read_as"] == []


def test_every_synonym_leads_somewhere(client: FlaskClient) -> None:
    assert [one for one in load().synonyms() if not found(client, one, limit=1)["count"]] == []


def test_what_is_found_has_an_address(client: FlaskClient) -> None:
    for one in found(client, "draw", limit=1000)["found"]:
        assert client.get(one["url"]).status_code == 200, one


def test_a_search_is_paged_and_says_how_to_go_on(client: FlaskClient) -> None:
    whole = found(client, "hand", limit=1000)["found"]
    answer = client.get("/v1/search?q=hand&limit=2")
    second = client.get(answer.json["next"]).json

    assert answer.headers["Link"] == f'<{answer.json["next"]}>; rel="next"'
    assert answer.json["found"] + second["found"] == whole[:4]
    assert "Link" not in client.get("/v1/search?q=draw-high/4c").headers


@pytest.mark.parametrize("q", ["", "x" * 201])
def test_nothing_to_look_for_is_refused(client: FlaskClient, q: str) -> None:
    assert client.get("/v1/search", query_string={"q": q}).status_code == 422
