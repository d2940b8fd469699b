"""A device is enrolled by a code that an admin's page shows: once, and for minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from api.lib import logs
from api.service.accounts import INVITATION, INVITED
from api.settings import Settings
from api.wiring import create_app
from tests.api.guarded import TABLE, Guarded

OURS = {"Sec-Fetch-Site": "same-origin"}
PAGE = {"Accept": "text/html,*/*;q=0.8"}
FORM = {"device": "tablet-9", "role": "dealer", "tables": TABLE}


@pytest.fixture
def guarded(file: Path, log: Any) -> Iterator[Guarded]:
    app = create_app(Settings(database=f"sqlite:///{file}"), log=logs.new_log(log))
    yield Guarded.of(app)
    app.extensions["adjudicator"].store.close()


def office(guarded: Guarded, role: str = "admin") -> Any:
    """A browser in which a device of the role is signed in."""
    browser = guarded.app.test_client()
    given = {"token": guarded.tokens[role]}
    assert browser.post("/sign-in", data=given, headers=OURS).status_code == 303
    return browser


def code(page: str) -> str:
    """The code in the address that the page shows."""
    (found,) = set(re.findall(r"/enrol/([\w-]+)", page))
    return str(found)


def invited(guarded: Guarded, **more: str) -> str:
    answer = office(guarded).post("/devices", data=FORM | more, headers=OURS)
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    assert "<svg" in answer.text
    return code(answer.text)


def redeemed(guarded: Guarded, given: str) -> tuple[Any, Any]:
    """A fresh browser after it has sent a code, and the answer it got."""
    browser = guarded.app.test_client()
    answer = browser.post("/enrol", data={"code": given}, headers=OURS | PAGE)
    return browser, answer


def test_a_scanned_code_makes_the_browser_the_device(guarded: Guarded) -> None:
    given = invited(guarded)
    browser = guarded.app.test_client()
    for _ in range(2):  # to look at the page spends nothing
        assert given in browser.get(f"/enrol/{given}").text
    assert browser.get("/v1/me").status_code == 401

    browser, answer = redeemed(guarded, given)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tablet/{TABLE}")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    me = browser.get("/v1/me").json
    assert (me["device"], me["role"], me["tables"]) == ("tablet-9", "dealer", [TABLE])


def test_a_code_is_good_once(guarded: Guarded) -> None:
    given = invited(guarded)
    first, _ = redeemed(guarded, given)
    second, refused = redeemed(guarded, given)

    assert (refused.status_code, refused.mimetype) == (401, "text/html")
    assert "used before" in refused.text
    assert second.get("/v1/me").status_code == 401
    assert first.get("/v1/me").status_code == 200


def test_a_code_is_good_for_minutes(guarded: Guarded) -> None:
    given, accounts = invited(guarded), guarded.app.extensions["adjudicator"].accounts
    late = datetime.now(UTC) + INVITED + timedelta(seconds=1)
    accounts._now = lambda: late
    _, refused = redeemed(guarded, given)
    assert "has expired" in refused.text
    put_off = re.sub(r"_\d+_", f"_{int(late.timestamp()) + 60}_", given)
    _, refused = redeemed(guarded, put_off)
    assert "used before" in refused.text

    accounts._now = lambda: late - timedelta(seconds=5)
    _, taken = redeemed(guarded, given)
    assert taken.status_code == 303


def test_a_code_is_no_token(guarded: Guarded) -> None:
    given = invited(guarded)
    assert given.startswith(INVITATION)
    answer = guarded.client.get("/v1/me", headers={"Authorization": f"Bearer {given}"})
    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
    _, refused = redeemed(guarded, guarded.tokens["dealer"])
    assert refused.status_code == 401


def test_a_new_code_ends_the_token_and_the_code_before_it(guarded: Guarded) -> None:
    first = invited(guarded)
    second = invited(guarded, again="1")
    _, refused = redeemed(guarded, first)
    assert refused.status_code == 401
    browser, _ = redeemed(guarded, second)
    assert browser.get("/v1/me").status_code == 200
    invited(guarded, again="1")
    guarded.app.extensions["adjudicator"].accounts._forget()
    assert browser.get("/v1/me").status_code == 401


def test_a_revoked_device_gets_no_token_for_its_code(guarded: Guarded) -> None:
    given = invited(guarded)
    guarded.ask("admin", "DELETE", "/v1/devices/tablet-9")
    _, refused = redeemed(guarded, given)
    assert (refused.status_code, "revoked" in refused.text) == (401, True)


@pytest.mark.parametrize("role", ["dealer", "floor", "auditor", "surveillance"])
def test_only_an_admin_sees_devices_and_enrols_them(guarded: Guarded, role: str) -> None:
    browser = office(guarded, role)
    assert "<table" not in browser.get("/devices").text
    answer = browser.post("/devices", data=FORM, headers=OURS | PAGE)
    assert answer.status_code == 403
    assert "<table" in office(guarded).get("/devices").text


def test_another_sites_page_enrols_nothing(guarded: Guarded) -> None:
    browser, elsewhere = office(guarded), {"Sec-Fetch-Site": "cross-site"}
    assert browser.post("/devices", data=FORM, headers=elsewhere).status_code == 403
    given = invited(guarded)
    answer = browser.post("/enrol", data={"code": given}, headers=elsewhere)
    assert answer.json["code"] == "OTHER_SITE"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"device": "no name"}, "letters, digits"),
        ({"tables": ""}, "bound to one table or more"),
        ({"role": "king"}, "allowed: dealer, floor"),
        ({"device": "nobody", "again": "1"}, "There is no device"),
    ],
)
def test_what_is_wrong_with_a_device_stands_above_the_form(
    guarded: Guarded, change: dict[str, str], said: str
) -> None:
    answer = office(guarded).post("/devices", data=FORM | change, headers=OURS)
    assert 400 <= answer.status_code < 500
    assert said in answer.text
    assert 'role="alert"' in answer.text
