"""Every route: what it answers when all is well, and when it is asked for nothing."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import validate

import rulebook
from adjudicator.log.events import EVENTS
from api.service.problems import TABLE
from tests.api.talk import DRAW, SEATED, Event, Talk, act, draw_started, note

SHORT: list[Event] = [
    {"type": "attention_called", "by": 5, "about": "short_hand", "seat": 5},
    {"type": "hand_counted", "seat": 5, "count": 3},
]


@pytest.fixture
def short(talk: Talk) -> str:
    """A hand with a short hand ruled a misdeal; the id of that ruling."""
    talk.start(DRAW)
    talk.all({"type": "dealer_changed", "dealer": "Maria"})
    talk.all(*draw_started(3, counts={"5": 3}))
    answer = talk.post({"events": SHORT}).json
    found = [r for r in answer["rulings"] if r["outcomes"][0]["code"] != "no_irregularity"]
    return str(found[0]["id"])


# --- Tables ------------------------------------------------------------------------


def test_a_table_opens_under_the_id_it_asks_for(client: FlaskClient) -> None:
    answer = client.post("/v1/tables", json=DRAW)

    assert (answer.status_code, answer.headers["Location"]) == (201, "/v1/tables/t1")
    assert answer.json["version"] == 1
    assert answer.json["entries"][0]["event"]["type"] == "table_opened"
    assert answer.json["entries"][0]["recorded_by"] == {"role": "open"}
    assert len(answer.json["entries"][0]["hash"]) == 64


def test_a_table_without_an_id_gets_one_and_a_retry_gets_the_same(
    client: FlaskClient,
) -> None:
    body = {name: value for name, value in DRAW.items() if name != "table"}
    headers = {"Idempotency-Key": "open-1"}
    first = client.post("/v1/tables", json=body, headers=headers)
    again = client.post("/v1/tables", json=body, headers=headers)

    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Location"] == first.headers["Location"]
    assert len(client.get("/v1/tables").json["tables"]) == 1


def test_a_table_id_is_taken_once(client: FlaskClient) -> None:
    with_id = {**DRAW, "id": "opening"}
    first = client.post("/v1/tables", json=with_id)
    assert client.post("/v1/tables", json=with_id).json == first.json
    answer = client.post("/v1/tables", json=DRAW)

    assert (answer.status_code, answer.json["code"]) == (409, "TABLE_OPEN")


@pytest.mark.parametrize("name", ["", "a/b", "-x", "x" * 65, 7])
def test_a_table_id_is_letters_and_digits(client: FlaskClient, name: Any) -> None:
    answer = client.post("/v1/tables", json={**DRAW, "table": name})

    assert (answer.status_code, list(answer.json["errors"])) == (422, ["table"])


def test_tables_are_listed_page_by_page(client: FlaskClient) -> None:
    for name in ("b", "a", "c"):
        client.post("/v1/tables", json={**DRAW, "table": name})
    page = client.get("/v1/tables?limit=2").json
    rest = client.get(page["next"]).json

    names = [one["table"] for one in page["tables"] + rest["tables"]]
    assert (names, rest["has_more"], rest["next"]) == (["a", "b", "c"], False, None)
    assert page["tables"][0]["game"] == "draw-high"
    assert client.get("/v1/tables?limit=0").status_code == 422


def test_one_table_comes_with_its_state(talk: Talk) -> None:
    talk.start(DRAW)
    answer = talk.get()

    assert answer.json["players"] == {"1": "P1", "3": "P3", "5": "P5", "6": "P6"}
    assert answer.json["state"]["table"]["stacks"]["1"] == 500
    assert answer.headers["ETag"] == '"5"'
    assert talk.client.get("/v1/tables/nobody").json["code"] == "NOT_FOUND"


def test_state_is_not_sent_again_to_who_has_it(talk: Talk) -> None:
    talk.start(DRAW)
    tag = talk.get("/state").headers["ETag"]
    answer = talk.get("/state", headers={"If-None-Match": tag})

    assert (answer.status_code, answer.data) == (304, b"")
    assert talk.get("/state?at=1").headers["ETag"] == '"1"'
    assert talk.get("/state?at=6").json["code"] == "NO_SUCH_ENTRY"
    assert talk.get("/state?at=-1").status_code == 422


def test_hands_are_listed_and_told(talk: Talk, short: str) -> None:
    listed = talk.get("/hands").json["hands"]
    told = talk.get("/hands/1").json

    assert [one["number"] for one in listed] == [1]
    assert short in told["rulings"]
    assert [one["seq"] for one in told["timeline"]] == list(range(told["first"], told["last"] + 1))
    found = [r["id"] for one in told["timeline"] for r in one["rulings"]]
    assert short in found
    assert talk.get("/hands/2").json["code"] == "NOT_FOUND"
    assert talk.client.get("/v1/tables/nobody/hands").status_code == 404


# --- Events ------------------------------------------------------------------------


def test_one_event_is_recorded_and_judged(talk: Talk) -> None:
    n = talk.start(DRAW)
    answer = talk.post(note(_tablet="kept"))

    assert (answer.status_code, answer.json["version"]) == (201, n + 1)
    assert answer.json["entries"][0]["event"]["_tablet"] == "kept"
    assert {"type": "hand_started", "button": 1, "seats": [1, 3, 5, 6]} in answer.json["next"]


def test_a_dry_run_judges_and_stores_nothing(talk: Talk) -> None:
    talk.start(DRAW)
    talk.all(*draw_started(3, counts={"5": 3}))
    kept = talk.kept()
    answer = talk.post({"events": SHORT}, "?dry_run=true")

    assert (answer.status_code, answer.json["dry_run"]) == (200, True)
    assert answer.json["rulings"]
    assert talk.kept() == kept
    assert talk.post(note(), "?dryrun=true").status_code == 422


def test_a_queue_is_taken_in_the_order_of_the_device(talk: Talk) -> None:
    n = talk.start(DRAW)
    answer = talk.post({"events": [note("second", device_seq=8), note("first", device_seq=7)]}).json

    texts = [entry["event"]["text"] for entry in talk.entries()[n:]]
    assert texts == ["first", "second"]
    assert [entry["seq"] for entry in answer["entries"]] == [n + 2, n + 1]


def test_a_batch_sent_again_with_more_takes_only_what_is_new(talk: Talk) -> None:
    n = talk.start(DRAW)
    one, other = note("a", id="a"), note("b", id="b")
    talk.post({"events": [one]})
    answer = talk.post({"events": [one, other]})

    assert [entry["seq"] for entry in answer.json["entries"]] == [n + 1, n + 2]
    assert len(talk.entries()) == n + 2


def test_a_batch_is_known_again_by_one_id(talk: Talk) -> None:
    talk.start(DRAW)
    body = {"events": [note("a"), note("b", id="b"), note("c")]}
    first = talk.post(body)

    assert talk.post(body).json == first.json


def test_a_new_key_for_a_known_event_stands_for_it_too(talk: Talk) -> None:
    talk.start(DRAW)
    first = talk.post(note("a", id="a"))
    again = talk.post(note("a", id="a"), Idempotency_Key="late")
    reused = talk.post(note("b"), Idempotency_Key="late")

    assert again.json == first.json
    assert reused.json["code"] == "KEY_REUSED"


def test_entries_of_no_table(client: FlaskClient) -> None:
    for answer in (
        client.get("/v1/tables/nobody/events"),
        client.post("/v1/tables/nobody/events", json=note()),
    ):
        assert (answer.status_code, answer.json["code"]) == (404, "NOT_FOUND")


# --- Rulings -----------------------------------------------------------------------


def test_rulings_are_found_by_every_filter(talk: Talk, short: str) -> None:
    def ids(query: str) -> list[str]:
        found = talk.client.get(f"/v1/rulings?{query}").json["rulings"]
        return [one["id"] for one in found]

    assert short in ids("")
    rule = talk.get(f"/rulings/{short}").json["rule"]
    for hit in (
        f"rule={rule}",
        "code=misdeal_redeal",
        "table=t1",
        "player=P5",
        "player=p5",
        "dealer=Maria",
        "dealer=MARIA",
        "from=2020-01-01",
        "hand=1",
    ):
        assert short in ids(hit), hit
    for miss in ("rule=x", "code=x", "player=P1x", "dealer=x", "to=2020-01-01"):
        assert ids(miss) == [], miss
    assert talk.client.get("/v1/rulings?table=nobody").status_code == 404
    assert talk.client.get("/v1/rulings?status=perhaps").status_code == 422
    assert talk.client.get("/v1/rulings?from=yesterday").status_code == 422


def test_rulings_come_the_newest_first_where_asked_and_go_on_so(talk: Talk, short: str) -> None:
    talk.all({"type": "attention_called", "by": 5, "about": "conduct", "seat": 3})
    oldest = [one["id"] for one in talk.get("/rulings").json["rulings"]]
    first = talk.get("/rulings?order=desc&limit=1")
    rest = talk.client.get(first.json["next"]).json["rulings"]

    assert len(oldest) > 1
    assert first.headers["Link"] == f'<{first.json["next"]}>; rel="next"'
    assert [first.json["rulings"][0]["id"], rest[0]["id"]] == oldest[:-3:-1]


def test_a_ruling_is_explained_with_its_law_and_its_proof(talk: Talk, short: str) -> None:
    found = talk.get(f"/rulings/{short}").json

    assert found["text"]
    assert found["articles"][0]["id"] == found["rule"]
    proofs = {fact["seq"] for fact in found["because"]}
    assert proofs <= {entry["seq"] for entry in found["entries"]}
    missing = talk.get("/rulings/9-9-9")
    assert (missing.status_code, missing.json["code"]) == (404, "NO_SUCH_RULING")
    assert short in missing.json["detail"]


def test_the_floor_decides_and_both_stay(talk: Talk, short: str) -> None:
    path = f"{talk.path}/rulings/{short}/decision"
    body = {"decision": "upheld", "reason": "agreed"}
    answer = talk.client.post(path, json=body)

    assert answer.status_code == 201
    found = talk.get(f"/rulings/{short}").json
    assert found["status"] == "upheld"
    assert found["decisions"][0]["event"]["reason"] == "agreed"
    listed = talk.get("/rulings?status=upheld").json["rulings"]
    assert [one["id"] for one in listed] == [short]


def test_a_decision_needs_a_ruling_and_a_known_word(talk: Talk, short: str) -> None:
    nobody = talk.client.post(f"{talk.path}/rulings/9-9-9/decision", json={"decision": "upheld"})
    unknown = talk.client.post(
        f"{talk.path}/rulings/{short}/decision", json={"decision": "perhaps"}
    )
    other = talk.client.post(
        f"{talk.path}/rulings/{short}/decision",
        json={"decision": "upheld", "ruling": "1-1-1"},
    )

    assert (nobody.status_code, nobody.json["code"]) == (404, "NO_SUCH_RULING")
    assert (unknown.status_code, list(unknown.json["errors"])) == (422, ["decision"])
    assert list(other.json["errors"]) == ["ruling"]


def test_what_if_tells_how_another_course_differs(talk: Talk, short: str) -> None:
    kept = talk.kept()
    at = talk.state()["version"] - len(SHORT)
    body = {"at": at, "events": [act(5, "check"), note()]}
    answer = talk.client.post(f"{talk.path}/what-if", json=body)

    assert answer.status_code == 200, answer.text
    missing = [one["id"] for one in answer.json["differences"]["missing"]]
    assert short in missing
    assert talk.kept() == kept


def test_what_if_under_other_options(talk: Talk, short: str) -> None:
    path = f"{talk.path}/what-if"
    same = talk.client.post(path, json={}).json
    edition = talk.client.post(path, json={"edition": rulebook.load().edition}).json
    refused = talk.client.post(path, json={"options": {"burn_befor_draw": "on"}})
    unknown = talk.client.post(path, json={"edition": "1876"})
    beyond = talk.client.post(path, json={"at": 999})
    event = talk.client.post(path, json={"events": [{"type": "acted"}]})

    assert same["differences"] == {"added": [], "missing": []}
    assert edition["differences"] == same["differences"]
    assert (refused.status_code, refused.json["code"]) == (422, "UNKNOWN_OPTION")
    assert unknown.status_code == 422
    assert beyond.json["code"] == "NO_SUCH_ENTRY"
    assert list(event.json["errors"]) == ["events.0.seat"]


EXPOSED: list[Event] = [
    {"type": "round_dealt", "each": 4},
    {"type": "dealt", "to": 5, "card": "9h"},
    {"type": "exposed", "card": "9h", "seat": 5},
    {"type": "dealt", "to": 6, "card": "9s"},
    {"type": "exposed", "card": "9s", "seat": 6},
]


@pytest.mark.parametrize(
    ("options", "added"),
    [({"predraw_exposed_misdeal_at": 2}, ["misdeal_redeal"]), ({"ante_limit": 2}, [])],
    ids=["read as a misdeal", "read the same"],
)
def test_what_if_reads_a_decided_hand_under_other_options(
    talk: Talk, options: Event, added: list[str]
) -> None:
    talk.start(DRAW)
    started = [
        one for one in draw_started(3) if one["type"] not in ("round_dealt", "deal_completed")
    ]
    talk.all(*started, *EXPOSED)
    kept = talk.client.get(f"{talk.path}/rulings").json["rulings"][-1]
    decided = {"ruling": kept["id"], "decision": "overridden", "reason": "it flashed to all"}
    talk.all({"type": "floor_decided", **decided}, note())

    answer = talk.client.post(f"{talk.path}/what-if", json={"options": options})
    assert answer.status_code == 200, answer.text
    differences = answer.json["differences"]
    assert [one["outcomes"][0]["code"] for one in differences["added"]] == added
    assert [one["id"] for one in differences["missing"]] == ([kept["id"]] if added else [])
    assert (answer.json["rulings"][-1]["status"] == "overridden") is not bool(added)


def test_a_whole_log_is_judged_and_not_stored(client: FlaskClient) -> None:
    opened = {name: value for name, value in DRAW.items() if name != "table"}
    log = [
        {"type": "table_opened", **opened},
        *SEATED,
        *draw_started(3, counts={"5": 3}),
        {"type": "acted", "seat": 4, "verb": "check"},
        *SHORT,
    ]
    answer = client.post("/v1/adjudications", json={"events": log})

    assert answer.status_code == 200
    assert [one["code"] for one in answer.json["refused"]] == ["NOBODY_SEATED"]
    assert answer.json["refused"][0]["line"] == len(log) - 2
    assert answer.json["rulings"]
    assert client.get("/v1/tables").json["tables"] == []


def test_a_log_without_a_table_is_refused(client: FlaskClient) -> None:
    answer = client.post("/v1/adjudications", json={"events": [note()]})
    nothing = client.post("/v1/adjudications", json={"events": []})

    assert (answer.status_code, answer.json["code"]) == (422, "NO_TABLE")
    assert nothing.status_code == 422


def test_a_correction_of_the_record_withdraws_what_it_led_to(talk: Talk, short: str) -> None:
    counted = talk.state()["version"]
    fix = {
        "type": "entry_corrected",
        "entry": counted,
        "replacement": {"type": "hand_counted", "seat": 5, "count": 5},
        "reason": "counted again",
    }
    dealt = next(e for e in talk.entries() if e["event"]["type"] == "round_dealt")
    full = {**dealt["event"], "counts": {"5": 5}}
    talk.all({**fix, "entry": dealt["seq"], "replacement": full}, fix)

    assert talk.get(f"/rulings/{short}").json["status"] == "withdrawn"
    withdrawn = talk.get("/rulings?status=withdrawn").json["rulings"]
    assert short in [one["id"] for one in withdrawn]
    assert withdrawn[0]["recorded_at"]


# --- The law -----------------------------------------------------------------------


def test_the_rulebook_is_data(client: FlaskClient) -> None:
    found = client.get("/v1/rulebook").json
    one = client.get("/v1/rulebook/draw-high/4b").json

    assert found["edition"] == rulebook.load().edition
    assert "draw-high/4b" in [rule["id"] for rule in found["rules"]]
    assert (one["id"], one["decided_by"]) == ("draw-high/4b", "code")
    assert {case["near"] for case in one["examples"]} == {True, False}
    assert "rrop-misdeal/1e" in one["displaces"]
    missing = client.get("/v1/rulebook/draw-high/4bb")
    assert (missing.status_code, missing.json["code"]) == (404, "NOT_FOUND")


def test_games_are_data(client: FlaskClient) -> None:
    found = client.get("/v1/games").json["games"]
    one = client.get("/v1/games/draw-high").json

    assert {"draw-high", "jacks-or-better"} <= {game["id"] for game in found}
    assert "opening_requirement" in [option["name"] for option in one["options"]]
    assert client.get("/v1/games/draw-hihg").json["code"] == "NOT_FOUND"


# --- Operators ---------------------------------------------------------------------


def test_health_and_metrics(talk: Talk, short: str) -> None:
    client = talk.client
    assert client.get("/healthz").json == {"status": "ok"}
    assert client.get("/readyz").json["status"] == "ready"
    text = client.get("/metrics").text

    assert 'adjudicator_rulings_total{code="misdeal_redeal"' in text
    assert "adjudicator_entries_total" in text


def test_not_ready_without_a_database(client: FlaskClient, monkeypatch: Any) -> None:
    from api.store.port import StoreUnavailable

    def gone() -> None:
        raise StoreUnavailable("The database does not answer: disk I/O error.")

    store = client.application.extensions["adjudicator"].store
    monkeypatch.setattr(store, "ready", gone)
    answer = client.get("/readyz")

    assert (answer.status_code, answer.json["code"]) == (503, "UNAVAILABLE")


def test_the_openapi_document_is_valid_and_has_every_event(client: FlaskClient) -> None:
    document = client.get("/openapi.json").json
    validate(document)

    assert document["openapi"].startswith("3.1")
    mapping = document["components"]["schemas"]["Event"]["discriminator"]["mapping"]
    assert set(mapping) == set(EVENTS)
    posted = document["components"]["schemas"]["Posted"]["properties"]
    assert posted["kind"]["enum"][0] == "ante"


def test_the_docs_can_be_read_without_the_internet(client: FlaskClient) -> None:
    text = client.get("/docs").text

    assert "http://" not in text
    assert "https://" not in text
    for name in (*EVENTS, *TABLE, "/v1/tables/{table}/events"):
        assert name in text


def test_logs_name_request_and_table_and_no_card(talk: Talk, log: io.StringIO) -> None:
    talk.start(DRAW)
    talk.all({"type": "hand_started", "button": 3})
    shown = {"type": "shown", "seat": 3, "cards": ["Kd"], "purpose": "openers"}
    answer = talk.post(shown, X_Request_ID="tablet-7.1")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]

    assert answer.headers["X-Request-ID"] == "tablet-7.1"
    assert lines[-1]["request_id"] == "tablet-7.1"
    assert (lines[-1]["table"], lines[-1]["status"]) == ("t1", 201)
    assert lines[-1]["hand"] == 1
    assert "Kd" not in log.getvalue()


@pytest.mark.parametrize("number", [2, 10**15, 10**30])
def test_a_hand_that_was_not_played_is_not_there(talk: Talk, number: int) -> None:
    talk.start(DRAW)
    assert talk.get(f"/hands/{number}").json["code"] == "NOT_FOUND"
