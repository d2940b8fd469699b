"""A service that asks for tokens, as it is installed: made by command, spoken to over HTTP."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.main import main
from tests.api.served import Served
from tests.api.talk import DRAW, note


@pytest.fixture
def database(file: Path) -> str:
    """Where the service keeps its tables."""
    return f"sqlite:///{file}"


def _told(database: str, *words: str) -> str:
    found = CliRunner().invoke(main, [*words, "--database", database])
    assert found.exit_code == 0, found.output
    return found.output.strip()


@pytest.fixture
def office(database: str) -> dict[str, str]:
    """The first admin device, made by command."""
    return {"Authorization": f"Bearer {_told(database, 'device', 'enrol', 'o', '--role', 'admin')}"}


@pytest.fixture
def served(database: str, office: dict[str, str]) -> Iterator[Served]:
    """The service, which has an admin by now."""
    found = Served(database)
    yield found
    if found.process.poll() is None:
        found.kill()


def test_from_the_first_token_to_a_dealer_who_is_turned_away(
    served: Served, database: str, office: dict[str, str]
) -> None:
    assert served.get("/v1/tables").status_code == 401
    tokens = {}
    for role in ("floor", "dealer"):
        body = {"device": role, "role": role, "tables": ["t1"]}
        made = served.post("/v1/devices", json=body, headers=office)
        tokens[role] = {"Authorization": f"Bearer {made.json['token']}"}
    opened = served.post("/v1/tables", json=DRAW, headers=tokens["floor"])
    recorded = served.post("/v1/tables/t1/events", json=note(), headers=tokens["dealer"])
    assert (opened.status_code, recorded.status_code) == (201, 201)
    assert recorded.json["entries"][0]["recorded_by"] == {"role": "dealer", "device": "dealer"}
    assert served.post("/v1/tables/t1/events", json=note(), headers=office).status_code == 403

    _told(database, "device", "revoke", "dealer")
    time.sleep(1.1)
    answer = served.post("/v1/tables/t1/events", json=note(), headers=tokens["dealer"])
    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
    assert served.stop() == 0


def test_with_tokens_any_address_may_be_served(database: str, office: dict[str, str]) -> None:
    served = Served(database, "--host", "0.0.0.0")
    port = served.address.rsplit(":", 1)[1]
    served.address = f"http://127.0.0.1:{port}"
    try:
        assert served.get("/v1/me", headers=office).json["role"] == "admin"
    finally:
        served.kill()


@pytest.mark.parametrize("asked", [["verify", "URL"], ["export", "t1", "--service", "URL"]])
def test_who_sends_no_token_is_told_how_to(served: Served, asked: list[str]) -> None:
    words = [served.address if word == "URL" else word for word in asked]
    none = CliRunner().invoke(main, words)
    wrong = CliRunner().invoke(main, [*words, "--token", "adj_d_nobodys"])

    assert "answers 401: The header Authorization is missing." in none.stderr
    assert "--token" in none.stderr
    assert "answers 401" in wrong.stderr
    assert "--token" in wrong.stderr


def test_what_a_service_says_of_a_refusal_is_handed_on(
    served: Served, office: dict[str, str]
) -> None:
    token = office["Authorization"].split()[1]
    told = CliRunner().invoke(main, ["export", "t1", "--service", served.address, "--token", token])

    assert "answers 404: There is no table 't1'" in told.stderr
    assert "--token" not in told.stderr
