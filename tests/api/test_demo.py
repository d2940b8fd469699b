"""The demo: real tables, one of them clean, two of them disputed."""

from __future__ import annotations

from flask.testing import FlaskClient

from api.service.demo import PLAYED_ON, dealers, fill, tables

# What follows from a hand without mistakes.
CONSEQUENCES = {"rrop-all-in", "rrop-ties/5a", "rrop-ties/5b", "baseball/ties", "baseball/session"}
CONSEQUENCES |= {"baseball/exposed-four", "baseball/deal-four"}


def test_the_demo_fills_an_empty_database_only(client: FlaskClient) -> None:
    parts = client.application.extensions["adjudicator"]
    assert fill(parts.recorder, parts.queries, parts.store)
    assert not fill(parts.recorder, parts.queries, parts.store)

    listed = client.get("/v1/tables").json["tables"]
    assert [one["table"] for one in listed] == sorted(name for name, _, _ in tables())
    assert client.get("/v1/tables/clean-hand/rulings").json["rulings"] == []
    for disputed in ("exposed-card", "false-opener"):
        assert client.get(f"/v1/tables/{disputed}/rulings").json["rulings"]


def test_a_simulated_dealer_plays_on_and_nothing_is_ruled_on(client: FlaskClient) -> None:
    parts = client.application.extensions["adjudicator"]
    fill(parts.recorder, parts.queries, parts.store)
    for dealer in dealers(parts.recorder, parts.queries, "test"):
        for _ in range(150):
            dealer.tap()

    for table in PLAYED_ON:
        told = client.get(f"/v1/tables/{table}/rulings").json["rulings"]
        assert {one["rule"] for one in told if one["hand"]} <= CONSEQUENCES
        assert client.get(f"/v1/tables/{table}").json["hand"] > 2
