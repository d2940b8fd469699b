"""Checkpoints and proofs over HTTP, checked as a stranger would."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from api.evidence.ledger import leaf_of
from api.evidence.merkle import proves_consistency, proves_inclusion
from api.evidence.note import Checkpoint, checkpoint, public_key
from tests.api.talk import Talk, note


def sign(client: FlaskClient) -> None:
    client.application.extensions["adjudicator"].ledger.take_in()


def head(client: FlaskClient) -> Checkpoint:
    key = public_key(client.get("/v1/ledger/key").text)
    return checkpoint(client.get("/v1/ledger/checkpoint").text, key)


def steps(answer: Any) -> list[bytes]:
    return [bytes.fromhex(step) for step in answer.json["proof"]]


def test_an_entry_is_proven_to_whoever_has_the_key(client: FlaskClient, talk: Talk) -> None:
    version = talk.start()
    sign(client)
    found = head(client)
    for entry in talk.entries():
        query = {"table": "t1", "seq": entry["seq"]}
        answer = client.get("/v1/ledger/inclusion", query_string=query)
        place = answer.json["place"]

        assert answer.json["hash"] == entry["hash"]
        assert proves_inclusion(
            leaf_of(entry["hash"]), place, found.size, steps(answer), found.root
        )
    assert found.size == version


def test_an_older_checkpoint_is_continued(client: FlaskClient, talk: Talk) -> None:
    talk.start()
    sign(client)
    older = head(client)
    talk.all(note("a"), note("b"))
    sign(client)
    newer = head(client)
    answer = client.get("/v1/ledger/consistency", query_string={"first": older.size})

    assert answer.json["second"] == newer.size == older.size + 2
    assert proves_consistency(older.size, newer.size, older.root, newer.root, steps(answer))


def test_runs_say_which_entry_stands_where(client: FlaskClient, talk: Talk) -> None:
    talk.start()
    sign(client)
    talk.all(note("a"))
    sign(client)
    first = client.get("/v1/ledger/runs?limit=1").json
    rest = client.get(first["next"]).json

    assert first["runs"] == [{"place": 0, "table": "t1", "seq": 1, "entries": 5}]
    assert rest["runs"] == [{"place": 5, "table": "t1", "seq": 6, "entries": 1}]
    assert (first["has_more"], rest["has_more"], rest["next"]) == (True, False, None)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/ledger/inclusion?table=t1&seq=5", 409, "NOT_YET"),
        ("/v1/ledger/inclusion?table=t1&seq=6", 404, "NO_SUCH_ENTRY"),
        ("/v1/ledger/inclusion?table=t9&seq=1", 404, "NOT_FOUND"),
        ("/v1/ledger/inclusion?table=t1&seq=0", 422, "MALFORMED"),
        ("/v1/ledger/inclusion?seq=1", 422, "MALFORMED"),
        ("/v1/ledger/inclusion?table=t1&seq=1&size=1", 422, "MALFORMED"),
        ("/v1/ledger/consistency?first=1", 422, "MALFORMED"),
        ("/v1/ledger/consistency?first=0&second=1", 422, "MALFORMED"),
        ("/v1/ledger/consistency", 422, "MALFORMED"),
        ("/v1/ledger/runs?limit=0", 422, "MALFORMED"),
    ],
)
def test_what_cannot_be_proven_is_a_problem(
    client: FlaskClient, talk: Talk, path: str, status: int, code: str
) -> None:
    talk.start()
    answer = client.get(path)

    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_the_metrics_count_what_is_open(client: FlaskClient, talk: Talk) -> None:
    talk.start()

    assert "adjudicator_open_dues 0.0" in client.get("/metrics").text
