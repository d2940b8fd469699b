"""The demo: real tables, one of them clean, two of them disputed."""

from __future__ import annotations

from flask.testing import FlaskClient

from api.service.demo import fill, tables


def test_the_demo_fills_an_empty_database_only(client: FlaskClient) -> None:
    parts = client.application.extensions["adjudicator"]
    assert fill(parts.recorder, parts.store)
    assert not fill(parts.recorder, parts.store)

    listed = client.get("/v1/tables").json["tables"]
    assert [one["table"] for one in listed] == [name for name, _, _ in tables()]
    assert client.get("/v1/tables/clean-hand/rulings").json["rulings"] == []
    for disputed in ("exposed-card", "false-opener"):
        assert client.get(f"/v1/tables/{disputed}/rulings").json["rulings"]
