"""Every route, every role and no token: who is let in, and what nobody else may see."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.log.events import EVENTS
from api.lib import logs
from api.service.roles import NO_TOKEN, PAGES, ROLES, ROUTES, Concealed, may_call
from api.settings import Settings
from api.wiring import create_app
from tests.api.documented import held
from tests.api.guarded import (
    SAYS_NOTHING_OF_A_TABLE,
    TABLE,
    Guarded,
    concealed,
    named_in,
    the_draw,
    until_the_draw,
)
from tests.api.talk import DRAW, note

EVERYBODY = (*ROLES, None)
ROOT = Path(__file__).parents[2]
# A request for every route; a route that is not here fails the tests below.
ASKED: Mapping[str, tuple[str, Any]] = {
    "GET /healthz": ("/healthz", None),
    "GET /readyz": ("/readyz", None),
    "GET /openapi.json": ("/openapi.json", None),
    "GET /docs": ("/docs", None),
    "GET /": ("/", None),
    "POST /sign-in": ("/sign-in", None),
    "POST /sign-out": ("/sign-out", None),
    "POST /settings": ("/settings", None),
    "GET /devices": ("/devices", None),
    "POST /devices": ("/devices", None),
    "GET /enrol/<code>": ("/enrol/adj_e_1", None),
    "POST /enrol": ("/enrol", None),
    "GET /tablet/<table>": (f"/tablet/{TABLE}", None),
    "GET /floor": ("/floor", None),
    "GET /audit": ("/audit", None),
    "GET /audit/<table>/<int:number>": (f"/audit/{TABLE}/1", None),
    "GET /rulebook": ("/rulebook", None),
    "GET /rulebook/<path:rule>": ("/rulebook/draw-high/4b", None),
    "GET /games/<game>": ("/games/draw-high", None),
    "GET /practice": ("/practice", None),
    "GET /practice/<game>/<int:number>": ("/practice/draw-high/1", None),
    "GET /static/<path:name>": ("/static/css/base.css", None),
    "GET /worker.js": ("/worker.js", None),
    "GET /metrics": ("/metrics", None),
    "GET /v1/rulebook": ("/v1/rulebook", None),
    "GET /v1/rulebook/<path:rule>": ("/v1/rulebook/draw-high/4b", None),
    "GET /v1/games": ("/v1/games", None),
    "GET /v1/search": ("/v1/search?q=misdeal", None),
    "GET /v1/subjects": (f"/v1/subjects?table={TABLE}", None),
    "GET /v1/games/<game>": ("/v1/games/draw-high", None),
    "POST /v1/adjudications": (
        "/v1/adjudications",
        {"events": [{"type": "table_opened"} | {k: v for k, v in DRAW.items() if k != "table"}]},
    ),
    "POST /v1/tables": ("/v1/tables", {**DRAW, "table": "{fresh}"}),
    "GET /v1/tables": ("/v1/tables", None),
    "GET /v1/tables/<table>": ("/v1/tables/t1", None),
    "POST /v1/tables/<table>/events": ("/v1/tables/t1/events", note()),
    "GET /v1/tables/<table>/events": ("/v1/tables/t1/events?limit=1000", None),
    "GET /v1/tables/<table>/export": ("/v1/tables/t1/export", None),
    "GET /v1/tables/<table>/state": ("/v1/tables/t1/state", None),
    "GET /v1/tables/<table>/taps": (f"/v1/tables/{TABLE}/taps", None),
    "GET /v1/tables/<table>/hands": ("/v1/tables/t1/hands", None),
    "GET /v1/tables/<table>/hands/<int:number>": ("/v1/tables/t1/hands/1", None),
    "GET /v1/tables/<table>/rulings": ("/v1/tables/t1/rulings", None),
    "GET /v1/tables/<table>/rulings/<ruling>": ("/v1/tables/t1/rulings/{ruling}", None),
    "POST /v1/tables/<table>/rulings/<ruling>/decision": (
        "/v1/tables/t1/rulings/{ruling}/decision?dry_run=true",
        {"decision": "upheld"},
    ),
    "POST /v1/tables/<table>/what-if": ("/v1/tables/t1/what-if", {"events": [note()]}),
    "GET /v1/calls": ("/v1/calls", None),
    "GET /v1/hands": ("/v1/hands", None),
    "GET /v1/rulings": ("/v1/rulings", None),
    "GET /v1/stream": ("/v1/stream?tables=t1", None),  # its messages: see test_stream
    "GET /v1/ledger/key": ("/v1/ledger/key", None),
    "GET /v1/ledger/checkpoint": ("/v1/ledger/checkpoint", None),
    "GET /v1/ledger/inclusion": ("/v1/ledger/inclusion?table=t1&seq=1", None),
    "GET /v1/ledger/consistency": ("/v1/ledger/consistency?first=1", None),
    "GET /v1/ledger/runs": ("/v1/ledger/runs", None),
    "GET /v1/me": ("/v1/me", None),
    "POST /v1/logins": ("/v1/logins", {"person": "{person}", "pin": "4711"}),
    "DELETE /v1/logins": ("/v1/logins", None),
    "GET /v1/devices": ("/v1/devices", None),
    "POST /v1/devices": ("/v1/devices", {"device": "{fresh}", "role": "floor"}),
    "DELETE /v1/devices/<device>": ("/v1/devices/spare", None),
    "POST /v1/devices/<device>/token": ("/v1/devices/renewed/token", None),
    "GET /v1/people": ("/v1/people", None),
    "POST /v1/people": ("/v1/people", {"person": "{fresh}", "role": "floor", "pin": "1234"}),
    "DELETE /v1/people/<person>": ("/v1/people/leaver", None),
    "GET /v1/access": ("/v1/access", None),
}
# The ledger's order and whose device serves which table; no content of any.
NAMES_EVERY_TABLE = {"GET /v1/ledger/runs", "GET /v1/devices"}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    """A service with a hand on in which the record knows every card."""
    file = tmp_path_factory.mktemp("roles") / "api.sqlite"
    app = create_app(Settings(database=f"sqlite:///{file}"), log=logs.new_log(io.StringIO()))
    beside = held(app)
    found = Guarded.of(app)
    found.play(until_the_draw(), the_draw())
    access = app.extensions["adjudicator"].accounts
    for role in ROLES:
        access.enrol_person(f"p-{role}", role, "4711", {"role": "test"})
    access.enrol_person("leaver", "floor", "4711", {"role": "test"})
    for name in ("spare", "renewed"):
        access.enrol(name, "floor", [], None, {"role": "test"})
    app.extensions["adjudicator"].ledger.catch_up()
    yield found
    app.extensions["adjudicator"].store.close()
    assert not beside


def test_every_route_is_in_the_table_and_in_this_test(guarded: Guarded) -> None:
    served = {
        f"{method} {rule.rule}"
        for rule in guarded.app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.endpoint != "static"
    }

    assert served == NO_TOKEN | ROUTES.keys()
    assert served == ASKED.keys()


_numbers = itertools.count()


def _request(guarded: Guarded, route: str, role: str | None) -> tuple[str, str, Any]:
    path, body = ASKED[route]
    ruling = guarded.get("floor", f"/v1/tables/{TABLE}/rulings").json["rulings"][0]["id"]
    blanks = {"{ruling}": ruling, "{fresh}": f"new-{next(_numbers)}", "{person}": f"p-{role}"}
    text = json.dumps(body)
    for blank, value in blanks.items():
        path, text = path.replace(blank, value), text.replace(blank, value)
    return route.split()[0], path, json.loads(text)


def _ask(guarded: Guarded, route: str, role: str | None) -> Any:
    answer = guarded.ask(role, *_request(guarded, route, role))
    if answer.mimetype == "text/event-stream":
        answer.close()  # it would not end by itself
    elif answer.is_streamed:
        answer.get_data()  # a file
        answer.close()
    return answer


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("route", ASKED)
def test_a_route_answers_those_in_the_table_and_nobody_else(
    guarded: Guarded, route: str, role: str | None
) -> None:
    answer = _ask(guarded, route, role)

    if role is None and route not in NO_TOKEN:
        assert (answer.status_code, answer.json["code"]) == (401, "NO_TOKEN")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    elif role is not None and not may_call(ROLES[role], route):
        assert (answer.status_code, answer.json["code"]) == (403, "ROLE")
    elif route in PAGES and route.startswith("POST"):  # a form, for this service's own pages
        assert (answer.status_code, answer.json["code"]) == (403, "OTHER_SITE")
    elif route == "DELETE /v1/logins":
        assert (answer.status_code, answer.json["code"]) == (404, "NOT_FOUND")
    elif role == "surveillance" and route.endswith("/events") and route.startswith("POST"):
        assert answer.status_code == 201
    else:
        assert answer.status_code in (200, 201), answer.text


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("route", sorted(ASKED.keys() - SAYS_NOTHING_OF_A_TABLE))
def test_no_body_names_a_card_that_the_table_has_not_seen(
    guarded: Guarded, route: str, role: str | None
) -> None:
    named = named_in(_ask(guarded, route, role).text, concealed())

    entitled = role is not None and ROLES[role].concealed is Concealed.ALWAYS
    if not entitled:
        assert named == set()
    elif route == "GET /v1/tables/<table>/events":
        assert named == concealed()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("route", sorted(ROUTES.keys() - {"POST /v1/adjudications"}))
def test_a_token_of_another_table_opens_nothing_of_this_one(
    guarded: Guarded, route: str, role: str
) -> None:
    access = guarded.app.extensions["adjudicator"].accounts
    _, token = access.enrol(f"other-{next(_numbers)}", role, ["t9"], None, {"role": "test"})
    method, path, body = _request(guarded, route, role)
    headers = {"Authorization": f"Bearer {token}"}
    answer = guarded.client.open(path, method=method, json=body, headers=headers)

    about_the_table = "<table>" in route or "table=" in path or "tables=" in path
    if may_call(ROLES[role], route) and about_the_table:
        assert (answer.status_code, answer.json["code"]) == (403, "OTHER_TABLE")
    elif "<" not in route and route not in NAMES_EVERY_TABLE:
        assert f'"{TABLE}"' not in json.dumps(answer.json if answer.is_json else {})


# --- What a role may record ------------------------------------------------------------


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_records_what_the_table_says(guarded: Guarded, role: str, kind: str) -> None:
    answer = guarded.ask(
        role,
        "POST",
        f"/v1/tables/{TABLE}/events?dry_run=true",
        {**EXAMPLES.get(kind, {}), "type": kind},
    )

    barred = answer.status_code == 403 and answer.json["code"] == "ROLE"
    assert barred == (kind not in ROLES[role].records)


EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "table_opened": {k: v for k, v in DRAW.items() if k != "table"},
    "player_seated": {"seat": 2, "player": "P2", "chips": 100},
    "player_left": {"seat": 1},
    "sat_out": {"seat": 1},
    "sat_in": {"seat": 1},
    "seat_changed": {"seat": 1, "to": 2},
    "chips_bought": {"seat": 1, "amount": 10},
    "dealer_changed": {"dealer": "Jonas"},
    "game_changed": {"game": "draw-high", "stakes": DRAW["stakes"]},
    "hand_started": {"button": 1},
    "announced": {"topic": "time"},
    "posted": {"seat": 1, "kind": "ante", "amount": 2},
    "dealt": {"to": "burn"},
    "round_dealt": {"each": 1},
    "exposed": {"card": "9c"},
    "card_moved": {"from": "stub", "to": "burn"},
    "hand_counted": {"seat": 5, "count": 5},
    "deck_fault_found": {"fault": "short"},
    "attention_called": {"about": "conduct"},
    "acted": {"seat": 5, "verb": "check"},
    "rapped": {"seat": 5},
    "pot_declared_open": {"seat": 5},
    "draw_indicated": {"seat": 5, "count": 0},
    "discarded": {"seat": 5, "count": 1},
    "draw_count_asked": {"by": 6, "of": 5},
    "draw_count_answered": {"by": 5, "of": 5, "count": 2},
    "shown": {"seat": 5, "cards": ["9c"]},
    "mucked": {"seat": 5},
    "hand_retrieved": {"seat": 5},
    "bet_taken_back": {"seat": 5, "amount": 1},
    "pot_awarded": {"to": {"5": 28}},
    "floor_decided": {"decision": "upheld"},
    "opinion_asked": {"of": "Jonas", "ruling": "1-1-1"},
    "opinion_given": {"opinion": "a misdeal", "ruling": "1-1-1"},
    "entry_corrected": {"entry": 2, "reason": "a slip"},
    "noted": {"text": "x"},
}


def test_a_batch_with_one_entry_beyond_the_role_stores_nothing(guarded: Guarded) -> None:
    before = guarded.get("floor", f"/v1/tables/{TABLE}").json["version"]
    answer = guarded.record("dealer", note(), {"type": "floor_decided", "decision": "upheld"})

    assert (answer.status_code, answer.json["code"]) == (403, "ROLE")
    assert list(answer.json["errors"]) == ["events.1.type"]
    assert "floor" in answer.json["detail"]
    assert guarded.get("floor", f"/v1/tables/{TABLE}").json["version"] == before


def _correction(entry: int, **more: Any) -> dict[str, Any]:
    return {"type": "entry_corrected", "entry": entry, "reason": "a slip", **more}


def test_a_dealer_takes_back_its_own_last_entry_and_no_other(guarded: Guarded) -> None:
    own = guarded.record("dealer", note("wrong")).json["version"]
    earlier = guarded.record("dealer", _correction(own - 1))
    assert earlier.status_code == 403
    own_one = f"and of the last entry, now {own}, to the device that recorded it"
    assert earlier.json["detail"].endswith(f"allowed to: floor, {own_one}")
    assert own_one not in guarded.record("surveillance", _correction(own)).text
    forged = _correction(own, replacement={"type": "floor_decided", "decision": "upheld"})
    assert guarded.record("dealer", forged).status_code == 403
    taken_back = guarded.record("dealer", _correction(own, replacement=note("right")))
    assert taken_back.status_code == 201
    floors = guarded.record("floor", note("of the floor")).json["version"]

    assert guarded.record("dealer", _correction(floors)).json["code"] == "ROLE"
    assert guarded.record("floor", _correction(floors)).status_code == 201


def test_an_entry_says_who_recorded_it_in_which_role_on_which_device(guarded: Guarded) -> None:
    entry = guarded.record("dealer", note()).json["entries"][0]
    assert entry["recorded_by"] == {"role": "dealer", "device": "dealer-1"}
    login = guarded.ask("dealer", "POST", "/v1/logins", {"person": "p-floor", "pin": "4711"}).json
    headers = {"Authorization": f"Bearer {login['token']}"}
    answer = guarded.client.post(f"/v1/tables/{TABLE}/events", json=note(), headers=headers)

    said = {"role": "floor", "device": "dealer-1", "person": "p-floor"}
    assert answer.json["entries"][0]["recorded_by"] == said
