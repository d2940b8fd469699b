"""Bad input of every kind: a clear answer, nothing stored, nothing lost."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.http.problem_documents import PROBLEM_JSON
from api.service.problems import TABLE
from api.service.roles import NO_TOKEN, PAGES, ROUTES
from api.settings import Settings
from api.store.port import StoreConflict
from api.wiring import create_app
from tests.api.talk import DRAW, SEATED, Talk, act, draw_started, note

LARGEST_BODY = Settings().largest_body
CLOSED = {"type": "table_closed"}


@pytest.fixture
def table(talk: Talk) -> Talk:
    """A draw table between hands."""
    talk.start(DRAW)
    return talk


def problem(answer: Any, status: int, code: str) -> Any:
    """The answer is this problem, in the one shape."""
    assert (answer.status_code, answer.json["code"]) == (status, code), answer.text
    assert answer.headers["Content-Type"] == PROBLEM_JSON
    found = answer.json
    assert found["status"] == status
    assert found["type"] == f"/docs#{code}"
    assert found["title"] == TABLE[code].title
    assert found["detail"]
    assert found["hint"]
    assert found["request_id"] == answer.headers["X-Request-ID"]
    return found


def correct(entry: int, replacement: Any) -> dict[str, Any]:
    content = {"entry": entry, "replacement": replacement, "reason": "slip"}
    return {"type": "entry_corrected", **content}


REFUSED: list[tuple[str, int, list[Any], Any]] = [
    ("MALFORMED", 422, [], {"type": "chips_bought", "seat": 1, "amount": -5}),
    ("MALFORMED", 422, [], {"type": "chips_bought", "seat": 1, "amount": 2.5}),
    ("MALFORMED", 422, [], {"type": "chips_bought", "seat": 1, "amount": 2**53}),
    ("MALFORMED", 422, [], {"text": "no type"}),
    ("MALFORMED", 422, [], {"events": []}),
    ("MALFORMED", 422, [], {"events": [note()] * 501}),
    ("MALFORMED", 422, [], {"events": [7]}),
    ("MALFORMED", 422, [], {"events": note()}),
    ("MALFORMED", 422, [], [note()]),
    ("MALFORMED", 422, [], {**note(), "expected_version": "7"}),
    ("UNKNOWN_FIELD", 422, [], {"events": [note()], "verison": 3}),
    ("UNKNOWN_TYPE", 422, [], {"type": "actd"}),
    ("UNKNOWN_FIELD", 422, [], note(txet="y")),
    (
        "UNKNOWN_OPTION",
        422,
        [],
        {
            "type": "game_changed",
            "game": "draw-high",
            "stakes": DRAW["stakes"],
            "options": {"burn_befor_draw": "on"},
        },
    ),
    (
        "UNKNOWN_GAME",
        422,
        [],
        {"type": "game_changed", "game": "draw-hihg", "stakes": DRAW["stakes"]},
    ),
    ("TABLE_OPEN", 409, [], {"type": "table_opened", **DRAW}),
    ("TABLE_CLOSED", 409, [CLOSED], {"type": "sat_out", "seat": 1}),
    ("NOBODY_SEATED", 409, [], {"type": "sat_out", "seat": 2}),
    ("PLACE_TAKEN", 409, [], {**SEATED[0], "player": "Other"}),
    ("NO_HAND", 409, [], act(1, "check")),
    ("HAND_CLOSED", 409, draw_started(3), act(5, "check", hand=2)),
    ("HAND_ON", 409, draw_started(3), CLOSED),
    ("NO_SUCH_ENTRY", 404, [], correct(99, None)),
    (
        "NO_SUCH_RULING",
        404,
        draw_started(3),
        {"type": "floor_decided", "ruling": "1-1-9", "decision": "upheld"},
    ),
    ("NOT_CORRECTABLE", 422, [], correct(1, None)),
    ("LATER_ENTRY", 409, draw_started(3), correct(2, None)),
]


@pytest.mark.parametrize(
    ("code", "status", "before", "body"),
    REFUSED,
    ids=[f"{i}-{case[0]}" for i, case in enumerate(REFUSED)],
)
def test_what_cannot_be_is_refused_and_nothing_stored(
    table: Talk, code: str, status: int, before: list[Any], body: Any
) -> None:
    if code == "TABLE_OPEN":
        body = {name: value for name, value in body.items() if name != "table"}
    if before:
        table.all(*before)
    kept = table.kept()
    problem(table.post(body), status, code)
    assert table.kept() == kept
    if isinstance(body, dict) and "type" in body and "expected_version" not in body:
        found = problem(table.post({"events": [note(), body]}), status, code)
        assert all(path.startswith("events.1") for path in found["errors"])
        assert found["errors"]
    assert table.kept() == kept
    assert table.post(note()).status_code == 201


def test_every_wrong_event_of_a_batch_is_named(table: Talk) -> None:
    batch = {"events": [note(7), note(), {"type": "actd"}, note(x=1)]}
    found = problem(table.post(batch), 422, "MALFORMED")

    assert set(found["errors"]) == {"events.0.text", "events.2.type", "events.3.x"}


RAW: list[tuple[str, bytes, int, str]] = [
    ("empty", b"", 400, "BROKEN_JSON"),
    ("cut off", b'{"type": "noted", "text": "x"', 400, "BROKEN_JSON"),
    ("name twice", b'{"type":"noted","text":"x","text":"y"}', 400, "BROKEN_JSON"),
    ("NaN", b'{"type":"noted","text":NaN}', 400, "BROKEN_JSON"),
    ("infinity", b'{"type":"noted","text":1e999}', 400, "BROKEN_JSON"),
    ("half surrogate", b'{"type":"noted","text":"\\ud800"}', 400, "BROKEN_JSON"),
    ("in a name", b'{"type":"noted","_\\udfff":"x"}', 400, "BROKEN_JSON"),
    ("byte order mark", b'\xef\xbb\xbf{"type":"noted","text":"x"}', 400, "BROKEN_JSON"),
    ("not UTF-8", b'{"type":"noted","text":"\xff"}', 400, "BROKEN_JSON"),
    ("deep", b'{"_x":' + b"[" * 40 + b"]" * 40 + b"}", 400, "BROKEN_JSON"),
    ("a bomb", b"[" * 100_000 + b"]" * 100_000, 400, "BROKEN_JSON"),
    ("digits", b'{"type":"noted","device_seq":' + b"9" * 5000 + b"}", 400, "BROKEN_JSON"),
    ("beyond", b'{"type":"noted","device_seq":9007199254740993}', 422, "MALFORMED"),
    ("null", b"null", 422, "MALFORMED"),
    ("text", b'"noted"', 422, "MALFORMED"),
]


@pytest.mark.parametrize(
    ("body", "status", "code"), [case[1:] for case in RAW], ids=[c[0] for c in RAW]
)
def test_json_that_is_none(table: Talk, body: bytes, status: int, code: str) -> None:
    kept = table.kept()
    headers = {"Content-Type": "application/json"}
    for path in (f"{table.path}/events", "/v1/tables", "/v1/adjudications"):
        answer = table.client.post(path, data=body, headers=headers)
        problem(answer, status, code)
    assert table.kept() == kept


def test_a_half_surrogate_is_answered_in_json(table: Talk) -> None:
    path = f"{table.path}/rulings/%ED%A0%80"

    assert table.client.get(path).status_code == 404


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_another_content_type_is_refused(table: Talk, kind: str) -> None:
    headers = {"Content-Type": kind} if kind else {}
    for path in (f"{table.path}/events", f"{table.path}/what-if"):
        answer = table.client.post(path, data=json.dumps(note()), headers=headers)
        problem(answer, 415, "UNSUPPORTED_MEDIA_TYPE")


def test_a_body_that_is_too_large_is_refused(table: Talk) -> None:
    kept = table.kept()
    body = note("x" * 10_000_000)

    problem(table.post(body), 413, "TOO_LARGE")
    problem(table.client.post("/v1/adjudications", json=body), 413, "TOO_LARGE")
    assert table.kept() == kept


def arrived(table: Talk, body: bytes, told: int | None = None) -> Any:
    """What is answered to so much of a body, of a length that was told, or in chunks."""
    stream = {"wsgi.input": io.BytesIO(body), "wsgi.input_terminated": True}
    sent = {"HTTP_TRANSFER_ENCODING": "chunked"} if told is None else {"CONTENT_LENGTH": str(told)}
    kind = {"Content-Type": "application/json"}
    path = f"{table.path}/events"
    return table.client.post(path, headers=kind, environ_overrides={**stream, **sent})


def test_a_body_of_no_told_length_is_read_to_its_end_or_refused(table: Talk) -> None:
    """Cut off at the limit, what is left could be another request, and a valid one."""

    def chunked(length: int) -> Any:
        body = json.dumps(note("x")).encode().ljust(length)
        return arrived(table, body)

    problem(chunked(LARGEST_BODY + 1), 413, "TOO_LARGE")
    assert chunked(LARGEST_BODY).status_code == 201
    assert chunked(100).status_code == 201


@pytest.mark.parametrize("more", [0, 1])
def test_a_body_of_the_largest_size_is_taken_and_a_byte_more_is_not(table: Talk, more: int) -> None:
    body = json.dumps(note("x")).encode().ljust(LARGEST_BODY + more)
    answer = arrived(table, body, len(body))

    assert answer.status_code == (413 if more else 201)


@pytest.mark.parametrize("body", [b"", b'{"type": "noted", "te'])
def test_a_broken_chunk_is_named_where_it_may_have_cut_the_body_short(
    table: Talk, body: bytes
) -> None:
    words = f"It came in chunks, and a broken one ends it; bytes read: {len(body)}."
    in_chunks = problem(arrived(table, body), 400, "BROKEN_JSON")
    at_once = problem(arrived(table, body, len(body)), 400, "BROKEN_JSON")

    assert in_chunks["detail"].endswith(words)
    assert in_chunks["detail"] == f"{at_once['detail']} {words}"


def test_a_body_that_stops_short_of_its_length_is_not_taken(table: Talk) -> None:
    """What arrived of it may well be JSON."""
    body = json.dumps(note("x")).encode()
    found = problem(arrived(table, body, 40), 400, "BROKEN_JSON")

    assert found["detail"] == "The body ended after 30 of the 40 bytes that were announced."
    assert arrived(table, body, 30).status_code == 201


def test_a_byte_order_mark_is_called_by_its_name(table: Talk) -> None:
    body = json.dumps(note("x")).encode("utf-8-sig")
    found = problem(arrived(table, body, len(body)), 400, "BROKEN_JSON")

    assert "begins with a byte order mark; allowed" in found["detail"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("after=1&after=2", "after"),
        ("limit=5&after=1&limit=5", "limit"),
        ("after=1_0", "after"),
        ("after=%2B1", "after"),
        ("after=%D9%A1", "after"),
        ("after=1.0", "after"),
        ("after=-1", "after"),
    ],
)
def test_a_query_that_could_be_read_in_two_ways_is_refused(
    table: Talk, query: str, field: str
) -> None:
    found = problem(table.client.get(f"{table.path}/events?{query}"), 422, "MALFORMED")

    assert list(found["errors"]) == [field]
    assert table.client.get(f"{table.path}/events?after=1&limit=5").status_code == 200


@pytest.mark.parametrize("route", sorted((NO_TOKEN | ROUTES.keys()) - PAGES))
def test_a_query_that_no_route_reads_is_refused(table: Talk, route: str) -> None:
    method, rule = route.split()
    path = re.sub(r"<[^>]*>", "1", rule)
    sent = {"method": method, "json": {} if method == "POST" else None}
    found = problem(table.client.open(f"{path}?colour=red", **sent), 422, "MALFORMED")

    assert found["errors"]["colour"] == ["Unknown field."]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"type": None}, "No event of type null"),
        ({"type": ["noted"]}, 'No event of type ["noted"]; did you mean'),
        (note() | {"expected_version": True}, "found true; allowed"),
    ],
)
def test_what_was_found_is_told_as_it_was_sent(table: Talk, body: Any, words: str) -> None:
    assert words in table.post(body).json["detail"]


def test_a_seat_nobody_sits_in_is_named(table: Talk) -> None:
    found = problem(table.post({"type": "sat_out", "seat": 4}), 409, "NOBODY_SEATED")

    assert list(found["errors"]) == ["seat"]
    assert "4" in found["errors"]["seat"][0]


def test_a_stale_version_is_answered_with_what_was_missed(table: Talk) -> None:
    n = table.state()["version"]
    table.all(note("a"), note("b"))
    header = problem(table.post(note(), If_Match=f'"{n}"'), 412, "STALE_VERSION")
    body = problem(table.post({**note(), "expected_version": n}), 409, "STALE_VERSION")

    for found in (header, body):
        assert found["version"] == n + 2
        texts = [entry["event"]["text"] for entry in found["entries"]]
        assert texts == ["a", "b"]


@pytest.mark.parametrize("tag", ['"x"', 'W/"1"', '"99999999999999999999"'])
def test_a_tag_that_no_version_had_is_stale(table: Talk, tag: str) -> None:
    problem(table.post(note(), If_Match=tag), 412, "STALE_VERSION")


def test_any_version_will_do(table: Talk) -> None:
    assert table.post(note(), If_Match="*").status_code == 201


@pytest.mark.parametrize(
    "headers",
    [
        {"If_Match": '"1", "2"'},
        {"Idempotency_Key": ""},
        {"Idempotency_Key": "x" * 256},
        {"Idempotency_Key": "two words"},
        {"Idempotency_Key": '"'},
        {"Idempotency_Key": '""'},
        {"Idempotency_Key": '"K'},
        {"Idempotency_Key": '"K" "L"'},
        {"Idempotency_Key": '"K";a=1'},
        {"Idempotency_Key": r'"K\"'},
        {"Idempotency_Key": r'"\K"'},
        {"Idempotency_Key": '"' + "x" * 256 + '"'},
    ],
)
def test_headers_that_say_nothing_clear(table: Talk, headers: dict[str, str]) -> None:
    problem(table.post(note(), **headers), 400, "BAD_REQUEST")


@pytest.mark.parametrize(
    ("quoted", "bare"),
    [
        ('"K"', "K"),
        (r'"K\"L\\"', 'K"L\\'),
        ('"two words"', '"two words"'),
        ('"' + "x" * 255 + '"', "x" * 255),
        (r'"' + r"\\" * 255 + '"', "\\" * 255),
    ],
)
def test_a_key_in_quotes_is_the_key_itself(table: Talk, quoted: str, bare: str) -> None:
    first = table.post(note("a"), Idempotency_Key=quoted)
    again = table.post(note("a"), Idempotency_Key=bare)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    problem(table.post(note("b"), Idempotency_Key=bare), 422, "KEY_REUSED")
    assert table.post(note("a"), Idempotency_Key="k").json["version"] == first.json["version"] + 1


def test_a_key_that_is_half_quoted_is_told_how_to_be_quoted(table: Talk) -> None:
    found = problem(table.post(note(), Idempotency_Key='"K'), 400, "BAD_REQUEST")

    assert """found '"K'; allowed: 1 to 255 characters in quotes""" in found["detail"]


def test_an_id_on_two_contents_of_a_batch_is_told_by_its_two_places(table: Talk) -> None:
    kept = table.kept()
    batch = [note("a", id="a"), note("b"), note("c", id="a")]
    found = problem(table.post({"events": batch}), 422, "ID_REUSED")

    said = "found 'a', which stands at events.0 for another content"
    assert found["errors"] == {"events.2.id": [said]}
    assert "entry" not in found
    assert table.kept() == kept
    same = table.post({"events": [batch[0], batch[1], batch[0]]})
    assert (same.status_code, len(same.json["entries"])) == (201, 3)
    recorded = problem(table.post({"events": [note("z"), batch[2]]}), 422, "ID_REUSED")
    assert recorded["errors"] == {"events.1.id": [f"used by entry {recorded['entry']}"]}


def test_an_id_and_a_key_stand_for_one_content(table: Talk) -> None:
    table.post(note("a", id="a"), Idempotency_Key="K")
    kept = table.kept()
    by_id = problem(table.post(note("b", id="a")), 422, "ID_REUSED")
    problem(table.post(note("b"), Idempotency_Key="K"), 422, "KEY_REUSED")

    assert by_id["entry"] == kept[0][-1]["seq"]
    assert table.kept() == kept


def test_addresses_and_methods_that_are_none(client: FlaskClient) -> None:
    problem(client.get("/v1/nothing"), 404, "NOT_FOUND")
    problem(client.get("/v1/tables/x/hands/one"), 404, "NOT_FOUND")
    problem(client.get("/v1//tables"), 404, "NOT_FOUND")
    problem(client.get("/static/app.js"), 404, "NOT_FOUND")
    answer = client.delete("/v1/tables")
    problem(answer, 405, "METHOD_NOT_ALLOWED")
    assert "POST" in answer.headers["Allow"]


def test_a_log_must_begin_with_its_table(client: FlaskClient) -> None:
    body = {"events": [note()]}

    problem(client.post("/v1/adjudications", json=body), 422, "NO_TABLE")


def test_a_failure_tells_its_words_to_nobody(
    table: Talk, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("the card was Kd")

    store = table.client.application.extensions["adjudicator"].store
    monkeypatch.setattr(store, "append", fails)
    answer = table.post(note())
    monkeypatch.undo()

    problem(answer, 500, "INTERNAL")
    assert "Kd" not in answer.text + log.getvalue()
    assert "ZeroDivisionError" in log.getvalue()
    assert table.post(note()).status_code == 201


def test_a_table_that_others_write_to_all_the_time(
    table: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: Any) -> None:
        raise StoreConflict("somebody was faster")

    store = table.client.application.extensions["adjudicator"].store
    monkeypatch.setattr(store, "append", busy)

    problem(table.post(note()), 409, "BUSY")


@pytest.fixture
def beside(table: Talk) -> Iterator[Talk]:
    """The same table at another process."""
    parts = table.client.application.extensions["adjudicator"]
    other = create_app(Settings(database=str(parts.store._engine.url), open_to_all=True))
    yield Talk(other.test_client())
    other.extensions["adjudicator"].store.close()


def test_another_process_writing_to_the_table_is_noticed(table: Talk, beside: Talk) -> None:
    for turn in range(5):
        n = table.post(note(f"here {turn}")).json["version"]
        assert beside.post(note(f"there {turn}")).json["version"] == n + 1
    assert table.state()["version"] == n + 1


@pytest.mark.parametrize("known_by", [{"Idempotency_Key": "K"}, {}])
def test_a_retry_that_reaches_another_process_gets_the_first_answer(
    table: Talk, beside: Talk, known_by: dict[str, str]
) -> None:
    beside.all(note("it knows the table, and not what comes next"))
    body = note("x") if known_by else note("x", id="x")
    first = table.post(body, **known_by)
    again = beside.post(body, **known_by)

    assert (again.status_code, again.json) == (first.status_code, first.json)


def test_every_code_is_an_http_error_with_a_hint() -> None:
    for code, known in TABLE.items():
        assert 400 <= known.status < 600, code
        assert known.title
        assert known.hint
