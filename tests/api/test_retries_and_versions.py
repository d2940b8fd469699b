"""Delayed taps, retries and two devices at once: nothing is stored twice or lost."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.settings import Settings
from api.wiring import create_app

OPTIONS = {"big_blind_basis": "lower", "deal_start": "left_of_button", "burn_before_board": "on"}


def client(path: Path) -> FlaskClient:
    """A service on this file."""
    return create_app(Settings(database=f"sqlite:///{path}", open_to_all=True)).test_client()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "log.sqlite"


@pytest.fixture
def web(file: Path) -> FlaskClient:
    """A limit Omaha table with four players, before the first hand."""
    web = client(file)
    stakes = {"lower": 6, "higher": 12, "unit": 1}
    body = {"table": "t1", "game": "omaha-limit", "stakes": stakes, "options": OPTIONS, "seats": 6}
    answer = web.post("/v1/tables", json=body)
    assert (answer.status_code, answer.headers["Location"]) == (201, "/v1/tables/t1")
    seats = [
        {"type": "player_seated", "seat": s, "player": f"P{s}", "chips": 500} for s in (1, 3, 5, 6)
    ]
    assert web.post("/v1/tables/t1/events", json={"events": seats}).status_code == 201
    return web


def post(web: FlaskClient, body: Any, **headers: str) -> Any:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return web.post("/v1/tables/t1/events", json=body, headers=names)


def log(web: FlaskClient) -> list[dict[str, Any]]:
    return list(web.get("/v1/tables/t1/events?after=0&limit=1000").get_json()["entries"])


def start(web: FlaskClient, counts: dict[str, int] | None = None) -> int:
    """Hand 1 is on, blinds in, cards dealt; gives the version."""
    dealt: dict[str, Any] = {"type": "round_dealt", "each": 4}
    events = [
        {"type": "hand_started", "button": 3},
        {"type": "posted", "seat": 5, "kind": "small_blind", "amount": 3},
        {"type": "posted", "seat": 6, "kind": "big_blind", "amount": 6},
        dealt | ({"counts": counts} if counts else {}),
        {"type": "deal_completed"},
    ]
    answer = post(web, {"events": events})
    assert answer.status_code == 201
    return int(answer.get_json()["version"])


NOTE = {"type": "noted", "text": "x"}


def test_a_delayed_tap_from_a_closed_hand_is_refused_and_its_retry_answered(
    web: FlaskClient,
) -> None:
    start(web)
    tap = {"id": "tap-1", "type": "acted", "hand": 1, "seat": 1, "verb": "fold"}
    first = post(web, tap)
    assert first.status_code == 201
    post(web, {"events": [{"type": "acted", "seat": s, "verb": "fold"} for s in (3, 5)]})
    assert post(web, {"type": "pot_awarded", "to": {"6": 6}}).status_code == 201
    post(web, {"events": [{"type": "hand_ended"}, {"type": "shuffled"}]})
    post(web, {"type": "hand_started", "button": 5})
    before = log(web)

    again = post(web, tap)
    assert again.status_code == first.status_code
    assert again.get_json()["entries"] == first.get_json()["entries"]
    late = post(web, {**tap, "id": "tap-2"})
    assert (late.status_code, late.get_json()["code"]) == (409, "HAND_CLOSED")
    reused = post(web, {**tap, "verb": "call"})
    assert reused.status_code == 422
    assert log(web) == before


def test_a_key_gives_the_first_answer_even_after_a_restart(web: FlaskClient, file: Path) -> None:
    start(web, counts={"5": 3})
    body = {
        "events": [
            {"type": "attention_called", "by": 5, "about": "short_hand", "seat": 5},
            {"type": "hand_counted", "seat": 5, "count": 3},
        ]
    }
    first = post(web, body, Idempotency_Key="K")
    again = post(client(file), body, Idempotency_Key="K")
    other = post(web, {"events": [NOTE]}, Idempotency_Key="K")

    assert first.status_code == 201
    assert again.status_code == 201
    assert again.get_json()["entries"] == first.get_json()["entries"]
    assert again.get_json()["version"] == first.get_json()["version"]
    assert other.status_code in (409, 422)
    assert len(log(web)) == first.get_json()["version"]


def test_a_stale_version_is_refused_with_the_entries_missed(web: FlaskClient) -> None:
    version = start(web)
    ahead = post(web, NOTE, If_Match=f'"{version + 2}"')
    behind = post(web, NOTE, If_Match=f'"{version - 1}"')
    in_body = post(web, {**NOTE, "expected_version": version - 1})

    assert [ahead.status_code, behind.status_code] == [412, 412]
    assert in_body.status_code == 409
    assert behind.get_json()["code"] == "STALE_VERSION"
    assert len(log(web)) == version
    assert post(web, NOTE, If_Match=f'"{version}"').status_code == 201


def test_of_two_devices_at_once_exactly_one_wins(web: FlaskClient) -> None:
    version = start(web)
    codes: list[int] = []

    def act(verb: str) -> None:
        body = {"type": "acted", "seat": 1, "verb": verb}
        codes.append(post(web.application.test_client(), body, If_Match=f'"{version}"').status_code)

    threads = [Thread(target=act, args=(verb,)) for verb in ("fold", "call")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(codes) == [201, 412]
    assert len(log(web)) == version + 1


def test_a_batch_is_taken_whole_or_not_at_all(web: FlaskClient) -> None:
    version = start(web)
    answer = post(web, {"events": [NOTE, {"type": "noted"}, NOTE]})

    assert answer.status_code == 422
    assert any(path.startswith("events.1") for path in answer.get_json()["errors"])
    assert len(log(web)) == version


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"{}", "text/plain", 415),
        (b'{"type": "noted", "text": "' + b"x" * 10_000_000 + b'"}', "application/json", 413),
        (b'{"type": "noted", "text": "a", "text": "b"}', "application/json", 400),
        (b'{"type": "acted", "seat": 1, "verb": "bet", "to": -5}', "application/json", 422),
        (b'{"type": "acted", "seat": 1, "verb": "bet", "to": 1.5}', "application/json", 422),
        (b'{"type": "danced", "seat": 1}', "application/json", 422),
        (b'{"type": "noted", "txt": "a"}', "application/json", 422),
        (b'{"type": "acted", "seat": 2, "verb": "fold"}', "application/json", 409),
    ],
    ids=[
        "broken",
        "not json",
        "too large",
        "twice",
        "negative",
        "fraction",
        "type",
        "field",
        "seat",
    ],
)
def test_bad_input_is_a_problem_document_and_stores_nothing(
    web: FlaskClient, data: bytes, kind: str, status: int
) -> None:
    version = start(web)
    answer = web.post("/v1/tables/t1/events", data=data, content_type=kind)

    assert answer.status_code == status
    assert answer.content_type.startswith("application/problem+json")
    assert {"type", "title", "status", "detail", "code", "request_id"} <= answer.get_json().keys()
    assert len(log(web)) == version


@pytest.mark.parametrize(
    "path",
    [
        "/healthz",
        "/readyz",
        "/metrics",
        "/openapi.json",
        "/docs",
        "/v1/tables",
        "/v1/tables/t1",
        "/v1/tables/t1/state",
        "/v1/tables/t1/state?at=3",
        "/v1/tables/t1/hands",
        "/v1/tables/t1/hands/1",
        "/v1/tables/t1/rulings",
        "/v1/rulings",
        "/v1/rulebook",
        "/v1/rulebook/draw-high/4b",
        "/v1/games",
        "/v1/games/draw-high",
    ],
)
def test_every_reading_route_answers(web: FlaskClient, path: str) -> None:
    start(web)

    assert web.get(path).status_code == 200


@pytest.mark.parametrize(
    "path", ["/nowhere", "/v1/tables/t9", "/v1/tables/t1/hands/7", "/v1/rulebook/none/1"]
)
def test_what_is_not_there_is_a_problem_document(web: FlaskClient, path: str) -> None:
    answer = web.get(path)

    assert answer.status_code == 404
    assert answer.content_type.startswith("application/problem+json")
