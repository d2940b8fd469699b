"""Finding hands over all tables, by who played, who dealt, what was ruled, and when."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.lib import logs
from api.service import hand_search
from api.settings import Settings
from api.wiring import create_app
from tests.api.guarded import TABLE, Guarded, the_draw, until_the_draw
from tests.api.talk import DRAW, Talk, draw_started


def hand(talk: Talk, *more: dict[str, Any], **dealt: Any) -> None:
    """A hand that is dealt and then called off."""
    talk.all(*draw_started(1, **dealt), *more, {"type": "misdeal_called", "by": "dealer"})
    talk.all({"type": "shuffled"})


@pytest.fixture
def played(client: FlaskClient) -> FlaskClient:
    """Two tables: Maria deals three hands at the first, Jonas one at the second."""
    one, two = Talk(client), Talk(client, "t2")
    one.start(DRAW)
    one.all({"type": "dealer_changed", "dealer": "Maria"})
    hand(one)
    hand(one, {"type": "floor_called", "seat": 5})
    short = {"type": "attention_called", "by": 5, "about": "short_hand", "seat": 5}
    hand(one, short, {"type": "hand_counted", "seat": 5, "count": 4}, counts={"5": 4})
    two.start(DRAW | {"table": "t2"})
    two.all({"type": "dealer_changed", "dealer": "Jonas"})
    hand(two)
    return client


def found(client: FlaskClient, query: str = "") -> list[tuple[str, int]]:
    hands = client.get(f"/v1/hands?{query}").json["hands"]
    return [(one["table"], one["number"]) for one in hands]


ALL = [("t1", 1), ("t1", 2), ("t1", 3), ("t2", 1)]


@pytest.mark.parametrize(
    ("query", "hands"),
    [
        ("", ALL),
        ("order=desc", ALL[::-1]),
        ("table=t2", ALL[3:]),
        ("dealer=maria", ALL[:3]),
        ("dealer=Mari", []),
        ("player=p5", ALL),
        ("player=P2", []),
        ("rule=draw-high/4b", [("t1", 3)]),
        ("code=misdeal_redeal&table=t1", ALL[:3]),
        ("rule=draw-high/4b&code=hand_dead", []),
        ("disputed=true", [("t1", 2)]),
        ("disputed=false&dealer=Maria", [("t1", 1), ("t1", 3)]),
        ("to=2020-01-01", []),
        ("from=2020-01-01", ALL),
    ],
)
def test_hands_are_found_by(played: FlaskClient, query: str, hands: list[tuple[str, int]]) -> None:
    assert found(played, query) == hands


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pages_follow_each_other_without_gap_or_repeat(
    played: FlaskClient, order: str, limit: int
) -> None:
    answer = played.get(f"/v1/hands?order={order}&limit={limit}")
    seen = list(answer.json["hands"])
    while answer.json["next"]:
        assert answer.headers["Link"] == f'<{answer.json["next"]}>; rel="next"'
        answer = played.get(answer.json["next"])
        seen += answer.json["hands"]

    numbers = [(one["table"], one["number"]) for one in seen]
    assert numbers == (ALL if order == "asc" else ALL[::-1])


def test_a_request_looks_through_so_many_hands_and_says_where_to_go_on(
    played: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_search, "LOOKED_THROUGH", 2)
    monkeypatch.setattr(hand_search, "CHUNK", 1)
    first = played.get("/v1/hands?dealer=Jonas").json
    second = played.get(first["next"]).json

    assert (first["hands"], first["has_more"]) == ([], True)
    assert [one["table"] for one in second["hands"]] == ["t2"]


def test_a_hand_says_who_played_and_who_dealt(played: FlaskClient) -> None:
    one = played.get("/v1/hands?table=t2").json["hands"][0]

    assert one["dealer"] == "Jonas"
    assert one["players"] == {"1": "P1", "3": "P3", "5": "P5", "6": "P6"}


@pytest.mark.parametrize("query", ["table=t9", "after=x"])
def test_what_is_not_there_is_refused(played: FlaskClient, query: str) -> None:
    assert played.get(f"/v1/hands?{query}").status_code in (404, 422)


def test_a_ruling_that_rests_on_a_concealed_card_finds_no_hand(tmp_path: Any) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'api.sqlite'}")
    app = create_app(settings, log=logs.new_log(io.StringIO()))
    guarded = Guarded.of(app)
    guarded.play(until_the_draw(), the_draw())
    rules = {one["rule"] for one in guarded.get("surveillance", "/v1/rulings").json["rulings"]}
    told = {one["rule"] for one in guarded.get("dealer", "/v1/rulings").json["rulings"]}

    for rule in rules:
        hands = guarded.get("dealer", f"/v1/hands?table={TABLE}&rule={rule}").json["hands"]
        assert bool(hands) == (rule in told)
    app.extensions["adjudicator"].store.close()
