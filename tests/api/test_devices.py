"""Devices and people: enrolled, renewed, revoked, logged in; limits at the door."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adjudicator.errors import AdjudicatorError
from api.cli.main import main
from api.lib import logs
from api.service import accounts as tokens
from api.service.accounts import LOCKED_FOR, TRIES, Accounts
from api.service.problems import Problem
from api.service.rate_limits import Buckets, Rate, Rates
from api.settings import Settings
from api.wiring import create_app
from tests.api.guarded import BY, TABLE, Guarded
from tests.api.talk import DRAW, note

Made = Callable[..., Guarded]


@pytest.fixture
def make(file: Path, log: io.StringIO) -> Iterator[Made]:
    """Makes services that ask for tokens."""
    made: list[Guarded] = []

    def service(**settings: Any) -> Guarded:
        url = f"sqlite:///{file}"
        app = create_app(Settings(database=url, **settings), log=logs.new_log(log))
        made.append(Guarded.of(app))
        return made[-1]

    yield service
    for one in made:
        one.app.extensions["adjudicator"].store.close()


@pytest.fixture
def guarded(make: Made) -> Guarded:
    """A service with a device in every role."""
    return make()


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _me(guarded: Guarded, token: str) -> Any:
    return guarded.client.get("/v1/me", headers=_bearer(token))


# --- Devices ---------------------------------------------------------------------------


def test_an_admin_enrols_a_device_and_its_token_works_at_once(guarded: Guarded) -> None:
    body = {"device": "tablet-9", "role": "dealer", "tables": ["main-9"], "days": 30}
    answer = guarded.ask("admin", "POST", "/v1/devices", body)
    found = _me(guarded, answer.json["token"]).json

    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    assert (found["role"], found["device"], found["tables"]) == ("dealer", "tablet-9", ["main-9"])
    assert "acted" in found["records"]
    assert "floor_decided" not in found["records"]
    listed = guarded.get("auditor", "/v1/devices")
    assert answer.json["token"] not in listed.text
    assert "tablet-9" in [one["device"] for one in listed.json["devices"]]


def test_a_revoked_device_is_turned_away_at_once(guarded: Guarded) -> None:
    assert _me(guarded, guarded.tokens["dealer"]).status_code == 200
    assert guarded.ask("admin", "DELETE", "/v1/devices/dealer-1").status_code == 200
    answer = _me(guarded, guarded.tokens["dealer"])

    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
    assert "revoked" in answer.json["detail"]
    assert guarded.tokens["dealer"] not in answer.text
    again = guarded.ask("admin", "POST", "/v1/devices/dealer-1/token")
    assert again.json["code"] == "BAD_TOKEN"


def test_a_renewed_token_ends_the_old_one(guarded: Guarded) -> None:
    fresh = guarded.ask("admin", "POST", "/v1/devices/floor-1/token").json["token"]

    assert _me(guarded, guarded.tokens["floor"]).status_code == 401
    assert _me(guarded, fresh).json["device"] == "floor-1"


def test_a_token_ends_with_its_days(guarded: Guarded) -> None:
    people = guarded.app.extensions["adjudicator"].store.people
    later = datetime.now(UTC) + timedelta(days=2)
    _, token = Accounts(people).enrol("short-lived", "floor", [], 1, BY)

    assert Accounts(people).caller(token).device == "short-lived"
    with pytest.raises(Problem, match="expired"):
        Accounts(people, lambda: later).caller(token)


def test_what_another_process_revokes_is_known_within_a_second(
    guarded: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _me(guarded, guarded.tokens["floor"]).status_code == 200
    Accounts(guarded.app.extensions["adjudicator"].store.people).revoke("floor-1", BY)
    moment = tokens.time.monotonic() + tokens.CACHED
    monkeypatch.setattr(tokens.time, "monotonic", lambda: moment)

    assert tokens.CACHED <= 1
    assert _me(guarded, guarded.tokens["floor"]).status_code == 401


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"device": "x y", "role": "floor"}, "device"),
        ({"device": "x", "role": "king"}, "role"),
        ({"device": "x", "role": "dealer"}, "tables"),
        ({"device": "x", "role": "dealer", "tables": ["a/b"]}, "tables"),
        ({"device": "x", "role": "floor", "days": 0}, "days"),
        ({"device": "x", "role": "floor", "more": 1}, "more"),
    ],
)
def test_a_device_that_cannot_be_is_refused(guarded: Guarded, body: Any, field: str) -> None:
    answer = guarded.ask("admin", "POST", "/v1/devices", body)

    assert answer.status_code == 422
    assert [path.split(".")[0] for path in answer.json["errors"]] == [field]


def test_a_name_is_given_once(guarded: Guarded) -> None:
    body = {"device": "floor-1", "role": "floor"}
    answer = guarded.ask("admin", "POST", "/v1/devices", body)
    assert (answer.status_code, answer.json["code"]) == (409, "NAME_TAKEN")
    assert guarded.ask("admin", "DELETE", "/v1/devices/nobody").status_code == 404


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Basic YWRtaW46YWRtaW4=",
        "Bearer adj_d_",
        "Bearer adj_d_" + "A" * 43,
        "Bearer adj_p_" + "A" * 43,
        "Bearer " + "x" * 5000,
        "Bearer two tokens",
        "Bearer \xff\xfe",
        "Bearer ' OR 1=1 --",
    ],
)
def test_a_broken_token_opens_nothing(guarded: Guarded, header: str) -> None:
    answer = guarded.client.get("/v1/tables", headers={"Authorization": header})

    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
    assert header.removeprefix("Bearer ") not in answer.text or len(header) < 8


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_is_read_in_any_case(guarded: Guarded, scheme: str) -> None:
    token = guarded.tokens["floor"]
    found = [
        guarded.client.get("/v1/me", headers={"Authorization": f"{one} {token}"}).status_code
        for one in (scheme, f"{scheme}s")
    ]

    assert found == [200, 401]


def test_a_device_of_a_table_serves_its_sessions_too(guarded: Guarded) -> None:
    for name in (TABLE, f"{TABLE}.20260101.1", f"{TABLE}0", "T1.x", "other"):
        guarded.ask("floor", "POST", "/v1/tables", {**DRAW, "table": name})
    listed = guarded.get("dealer", "/v1/tables").json["tables"]

    assert [one["table"] for one in listed] == [TABLE, f"{TABLE}.20260101.1"]
    path = "/v1/tables/{}/events"
    assert guarded.ask("dealer", "POST", path.format(f"{TABLE}.20260101.1"), note()).json["entries"]
    assert guarded.ask("dealer", "POST", path.format(f"{TABLE}0"), note()).status_code == 403
    assert guarded.get("dealer", "/v1/rulings?table=other").json["code"] == "OTHER_TABLE"
    assert len(guarded.get("floor", "/v1/tables").json["tables"]) == 5


# --- People ----------------------------------------------------------------------------


def _enrol(guarded: Guarded, name: str, role: str) -> None:
    body = {"person": name, "role": role, "pin": "4711"}
    assert guarded.ask("admin", "POST", "/v1/people", body).status_code == 201


def _log_in(guarded: Guarded, device: str, person: str, pin: str = "4711") -> Any:
    return guarded.ask(device, "POST", "/v1/logins", {"person": person, "pin": pin})


def test_a_floor_person_decides_on_the_dealers_tablet(guarded: Guarded) -> None:
    guarded.ask("floor", "POST", "/v1/tables", DRAW)
    _enrol(guarded, "maria", "floor")
    login = _log_in(guarded, "dealer", "maria").json
    decided = {
        "type": "floor_decided",
        "decision": "overridden",
        "outcomes": [{"code": "warning"}],
        "reason": "rudeness",
    }
    path = f"/v1/tables/{TABLE}/events"
    answer = guarded.client.post(path, json=decided, headers=_bearer(login["token"]))

    assert answer.status_code == 201
    said = {"role": "floor", "device": "dealer-1", "person": "maria"}
    assert answer.json["entries"][0]["recorded_by"] == said
    elsewhere = guarded.client.post(
        "/v1/tables", json={**DRAW, "table": "x"}, headers=_bearer(login["token"])
    )
    assert elsewhere.json["code"] == "OTHER_TABLE"


def test_a_login_ends_by_hand_with_its_time_its_device_or_its_person(guarded: Guarded) -> None:
    _enrol(guarded, "maria", "floor")
    people = guarded.app.extensions["adjudicator"].store.people
    given = [_log_in(guarded, "floor", "maria").json["token"] for _ in range(3)]
    ended = guarded.client.delete("/v1/logins", headers=_bearer(given[0]))
    assert ended.status_code == 200
    assert _me(guarded, given[0]).json["code"] == "BAD_TOKEN"
    assert _me(guarded, given[1]).json["person"] == "maria"
    later = datetime.now(UTC) + timedelta(hours=9)
    with pytest.raises(Problem, match="log in again"):
        Accounts(people, lambda: later).caller(given[1])

    guarded.ask("admin", "DELETE", "/v1/devices/floor-1")
    assert _me(guarded, given[1]).status_code == 401
    _enrol(guarded, "ole", "auditor")
    ole = _log_in(guarded, "auditor", "ole").json["token"]
    assert _me(guarded, ole).json["role"] == "auditor"
    guarded.ask("admin", "DELETE", "/v1/people/ole")
    assert _me(guarded, ole).status_code == 401
    assert _log_in(guarded, "auditor", "ole").status_code == 401


def test_a_person_logs_in_only_where_the_role_belongs(guarded: Guarded) -> None:
    for name, role in (("adam", "admin"), ("wim", "surveillance")):
        _enrol(guarded, name, role)
        answer = _log_in(guarded, "dealer", name)
        assert (answer.status_code, answer.json["code"]) == (403, "ROLE")


def test_wrong_pins_lock_a_name_for_a_while_right_ones_among_them(guarded: Guarded) -> None:
    _enrol(guarded, "maria", "floor")
    for _ in range(TRIES):
        answer = _log_in(guarded, "floor", "maria", "0000")
        assert (answer.status_code, answer.json["code"]) == (401, "LOGIN_FAILED")
    locked = _log_in(guarded, "floor", "maria")

    assert (locked.status_code, locked.json["code"]) == (429, "TOO_MANY")
    assert int(locked.headers["Retry-After"]) == LOCKED_FOR.seconds
    people = guarded.app.extensions["adjudicator"].store.people
    later = datetime.now(UTC) + LOCKED_FOR + timedelta(seconds=1)
    caller = Accounts(people).caller(guarded.tokens["floor"])
    assert Accounts(people, lambda: later).log_in(caller, "maria", "4711", 1)[2] == "floor"


def test_a_name_that_is_not_known_is_refused_like_a_wrong_pin(guarded: Guarded) -> None:
    _enrol(guarded, "maria", "floor")
    wrong, unknown = _log_in(guarded, "floor", "maria", "0000"), _log_in(guarded, "floor", "who")

    told = [{**one.json, "request_id": ""} for one in (wrong, unknown)]
    assert told[0] == told[1]


def test_who_was_let_in_and_by_whom_is_kept_for_good(guarded: Guarded) -> None:
    _enrol(guarded, "maria", "floor")
    _log_in(guarded, "floor", "maria", "0000")
    _log_in(guarded, "floor", "maria")
    guarded.ask("admin", "DELETE", "/v1/people/maria")
    page = guarded.get("auditor", "/v1/access?after=5&limit=3").json
    rest = guarded.get("auditor", page["next"]).json

    told = [(one["what"], one["person"]) for one in (*page["access"], *rest["access"])]
    expected = ["enrolled", "login_failed", "logged_in", "revoked"]
    assert told == [(what, "maria") for what in expected]
    assert page["access"][0]["by"] == {"role": "admin", "device": "admin-1"}
    store = guarded.app.extensions["adjudicator"].store
    over = """REPLACE INTO access_log (number, at, what, "by") VALUES (1, '', 'x', '')"""
    for change in ("DELETE FROM access_log", "UPDATE access_log SET at = ''", over):
        with pytest.raises(AdjudicatorError, match="written once"):
            store.write(lambda c, change=change: c.exec_driver_sql(change))


# --- The command line --------------------------------------------------------------------


@pytest.fixture
def run(file: Path) -> Callable[..., Result]:
    """Runs a command on the test's database."""

    def command(*words: str, **more: Any) -> Result:
        url = f"sqlite:///{file}"
        return CliRunner().invoke(main, [*words, "--database", url], **more)

    return command


def test_devices_come_and_go_by_command(run: Callable[..., Result]) -> None:
    token = run("device", "enrol", "office", "--role", "admin").output.strip()
    assert token.startswith("adj_d_")
    assert run("device", "renew", "office").output.strip() != token
    assert run("device", "revoke", "office").output.startswith("office is revoked since 20")
    listed = run("device", "list").output

    assert listed.startswith("office  admin  revoked 20")
    assert '"device": "office"' in run("device", "list", "--json").output
    assert token not in listed
    again = run("device", "enrol", "office", "--role", "admin")
    assert (again.exit_code, "already" in again.output) == (1, True)


def test_people_come_and_go_by_command(run: Callable[..., Result]) -> None:
    made = run("person", "enrol", "maria", "--role", "floor", input="4711\n4711\n")
    assert "maria may log in as floor" in made.output
    assert "4711" not in made.output
    assert run("person", "revoke", "maria").exit_code == 0
    assert run("person", "list").output.startswith("maria  floor  revoked")
    assert run("person", "revoke", "nobody").exit_code == 1


def test_a_service_without_an_admin_says_how_to_make_the_first_token(
    run: Callable[..., Result],
) -> None:
    told = run("serve", "--port", "0")

    assert told.exit_code == 1
    assert "adjudicator device enrol office --role admin --database sqlite:///" in told.output
    assert "--open" in told.output


# --- Limits ------------------------------------------------------------------------------


def test_a_bucket_fills_with_time() -> None:
    now = [0.0]
    bucket = Buckets(Rate(2, 3), lambda: now[0])

    assert [bucket.wait("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.wait("b") == 0
    now[0] = 0.5
    assert [bucket.wait("a"), bucket.wait("a")] == [0, 0.5]
    now[0] = 100
    assert bucket.wait("a", 300) == 0
    assert bucket.wait("a") > 100


def test_new_entries_are_limited_and_retries_of_accepted_ones_never(make: Made) -> None:
    guarded = make(rates=Rates(entries=Rate(0.001, 3)))
    guarded.ask("floor", "POST", "/v1/tables", DRAW)
    sent = [(note(id="n-1"), {}), (note(id="n-2"), {}), (note(), {"Idempotency-Key": "n-3"})]
    first = [guarded.record("dealer", event, headers=key) for event, key in sent]
    keyed = guarded.record("dealer", note(), headers={"Idempotency-Key": "k"})

    assert [one.status_code for one in first] == [201] * 3
    assert (keyed.status_code, keyed.json["code"]) == (429, "TOO_MANY")
    assert int(keyed.headers["Retry-After"]) > 100
    for (event, key), answer in zip(sent * 5, first * 5, strict=True):
        again = guarded.record("dealer", event, headers=key)
        assert (again.status_code, again.json) == (201, answer.json)
    assert guarded.record("floor", note()).status_code == 201


def test_reads_are_limited_for_each_device(make: Made) -> None:
    guarded = make(rates=Rates(requests=Rate(0.001, 2)))
    asked = [guarded.get("floor", "/v1/tables").status_code for _ in range(3)]

    assert asked == [200, 200, 429]
    assert guarded.get("auditor", "/v1/tables").status_code == 200
    assert guarded.client.get("/healthz").status_code == 200


def test_guessing_tokens_is_slowed_and_good_ones_are_not(make: Made) -> None:
    guarded = make(rates=Rates(strangers=Rate(0.001, 2)))
    guessed = [_me(guarded, f"adj_d_{number}").status_code for number in range(4)]

    assert guessed == [401, 401, 429, 429]
    assert guarded.get("floor", "/v1/me").status_code == 200


# --- Headers -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/docs", "/v1/me", "/v1/tables", "/nothing", "/openapi.json"])
def test_every_answer_says_what_browsers_leave_alone(guarded: Guarded, path: str) -> None:
    headers = guarded.get("floor", path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"  # forms without TLS need their origin
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "Server" not in headers or "Werkzeug" not in headers["Server"]
    assert "Strict-Transport-Security" not in headers


def test_over_tls_browsers_are_told_to_stay_there(guarded: Guarded) -> None:
    answer = guarded.client.get("/healthz", base_url="https://floor.example")
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
