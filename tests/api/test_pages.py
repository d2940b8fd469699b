"""Signing in on a page: cookies that no script reads and no other site's page can use."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.lib import logs
from api.settings import Settings
from api.web.texts import LANGUAGES, texts
from api.wiring import create_app
from tests.api.talk import DRAW, SEATED

HERE = {"Sec-Fetch-Site": "same-origin"}
BY = {"role": "test"}


@pytest.fixture
def app(tmp_path: object) -> Iterator[Flask]:
    made = Settings(database=f"sqlite:///{tmp_path}/pages.sqlite")
    app = create_app(made, log=logs.new_log(io.StringIO()))
    yield app
    app.extensions["adjudicator"].store.close()


@pytest.fixture
def browser(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def token(app: Flask) -> str:
    """The token of the dealer's device at table t1, where Maria may log in."""
    accounts = app.extensions["adjudicator"].accounts
    floor = accounts.enrol("desk", "floor", [], None, BY)[1]
    opened = app.test_client().post(
        "/v1/tables", json=DRAW, headers={"Authorization": f"Bearer {floor}"}
    )
    assert opened.status_code == 201
    accounts.enrol_person("maria", "dealer", "4711", BY)
    made: str = accounts.enrol("tablet-1", "dealer", ["t1"], None, BY)[1]
    return made


def test_who_signs_in_by_token_and_pin_may_record_as_that_person(
    browser: FlaskClient, token: str
) -> None:
    answer = browser.post(
        "/sign-in", data={"token": token, "person": "maria", "pin": "4711"}, headers=HERE
    )
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert browser.get("/v1/me").json["person"] == "maria"
    sent = browser.post("/v1/tables/t1/events", json=SEATED[0], headers=HERE)
    assert sent.status_code == 201
    assert "maria" in browser.get("/").text


def test_cookies_are_for_this_site_and_hidden_from_scripts(
    browser: FlaskClient, token: str
) -> None:
    answer = browser.post(
        "/sign-in", data={"token": token, "person": "maria", "pin": "4711"}, headers=HERE
    )
    cookies = answer.headers.getlist("Set-Cookie")
    assert len(cookies) == 2
    assert all("HttpOnly" in one and "SameSite=Strict" in one for one in cookies)


@pytest.mark.parametrize(
    "form",
    [
        {"token": "adj_d_nonsense"},
        {"person": "maria", "pin": "0000"},
        {"person": "nobody", "pin": "4711"},
    ],
)
def test_a_wrong_token_or_pin_signs_nobody_in(
    browser: FlaskClient, token: str, form: dict[str, str]
) -> None:
    answer = browser.post("/sign-in", data={"token": token} | form, headers=HERE)
    assert answer.status_code == 401
    assert 'role="alert"' in answer.text
    assert not answer.headers.getlist("Set-Cookie")
    assert browser.get("/v1/me").status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {},
    ],
)
def test_a_page_of_another_site_records_nothing(
    browser: FlaskClient, token: str, headers: dict[str, str]
) -> None:
    browser.post("/sign-in", data={"token": token}, headers=HERE)
    answer = browser.post("/v1/tables/t1/events", json=SEATED[0], headers=headers)
    assert (answer.status_code, answer.json["code"]) == (403, "OTHER_SITE")
    assert browser.get("/v1/tables/t1").json["version"] == 1


def test_an_origin_of_this_service_is_enough_where_the_browser_tells_no_more(
    browser: FlaskClient, token: str
) -> None:
    browser.post("/sign-in", data={"token": token}, headers=HERE)
    sent = browser.post(
        "/v1/tables/t1/events", json=SEATED[0], headers={"Origin": "http://localhost"}
    )
    assert sent.status_code == 201


@pytest.mark.parametrize(
    ("after", "leads_to"),
    [
        ("/tablet/t1", "/tablet/t1"),
        ("//elsewhere.example", "/"),
        ("/\\elsewhere.example", "/"),
        ("https://elsewhere.example", "/"),
        ("", "/"),
    ],
)
def test_signing_in_leads_on_to_this_service_only(
    browser: FlaskClient, token: str, after: str, leads_to: str
) -> None:
    answer = browser.post("/sign-in", data={"token": token, "after": after}, headers=HERE)
    assert answer.headers["Location"] == leads_to


def test_signing_out_ends_the_login_and_keeps_the_device(browser: FlaskClient, token: str) -> None:
    browser.post("/sign-in", data={"token": token, "person": "maria", "pin": "4711"}, headers=HERE)
    browser.post("/sign-out", headers=HERE)
    assert browser.get("/v1/me").json == browser.get("/v1/me").json | {"person": None}
    browser.post("/sign-in", data={"person": "maria", "pin": "4711"}, headers=HERE)
    assert browser.get("/v1/me").json["person"] == "maria"

    browser.post("/sign-out", data={"forget": "1"}, headers=HERE)
    assert browser.get("/v1/me").status_code == 401


def test_a_token_in_the_header_comes_before_the_cookie(
    app: Flask, browser: FlaskClient, token: str
) -> None:
    browser.post("/sign-in", data={"token": token}, headers=HERE)
    other = app.extensions["adjudicator"].accounts.enrol("cage", "auditor", [], None, BY)[1]
    told = browser.get("/v1/me", headers={"Authorization": f"Bearer {other}"}).json
    assert told["role"] == "auditor"


@pytest.mark.parametrize("path", ["/", "/floor", "/audit", "/tablet/t1", "/docs"])
def test_a_page_loads_nothing_inline_and_nothing_from_elsewhere(
    browser: FlaskClient, path: str
) -> None:
    answer = browser.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http://" not in answer.text.replace("http://www.w3.org", "")
    assert " style=" not in answer.text


def test_every_language_has_the_same_texts_with_the_same_blanks() -> None:
    assert {"de", "en"} <= set(LANGUAGES)
    english = texts("en").by_key
    for language in LANGUAGES:
        said = texts(language).by_key
        assert said.keys() == english.keys()
        for key, text in said.items():
            blanks = {part.partition("}")[0] for part in text.split("{")[1:]}
            assert blanks == {part.partition("}")[0] for part in english[key].split("{")[1:]}, key


def test_what_was_searched_for_is_shown_as_text(browser: FlaskClient) -> None:
    answer = browser.get("/rulebook", query_string={"q": "<script>alert(1)</script>"})

    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;" in answer.text


@pytest.mark.parametrize(
    ("form", "language", "theme"),
    [
        ({"language": "de", "theme": "dark"}, "de", "dark"),
        ({"language": "en", "theme": "light"}, "en", "light"),
        ({"language": "xx", "theme": "pink"}, "en", None),
        ({}, "en", None),
    ],
)
def test_a_browser_keeps_the_language_and_the_look_that_were_set(
    browser: FlaskClient, form: dict[str, str], language: str, theme: str | None
) -> None:
    browser.post("/settings", data={"language": "de", "theme": "dark"}, headers=HERE)
    assert browser.post("/settings", data=form, headers=HERE).status_code == 303
    page = browser.get("/rulebook", headers={"Accept-Language": "en"}).text
    assert f'<html lang="{language}"' in page
    assert ("data-theme" in page) is (theme is not None)
    assert theme is None or f'data-theme="{theme}"' in page


def test_another_sites_page_sets_nothing(browser: FlaskClient) -> None:
    answer = browser.post("/settings", data={"theme": "dark"}, headers={"Origin": "null"})
    assert answer.status_code == 403
    assert not answer.headers.getlist("Set-Cookie")
