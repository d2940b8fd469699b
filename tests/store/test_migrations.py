"""The tables are made by the steps alone, and data of every release comes along."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from adjudicator.errors import AdjudicatorError
from api.settings import Settings
from api.store import migrations
from api.store.port import Filter
from api.store.schema import metadata
from api.store.sql import open_store
from api.wiring import create_app

RELEASED = sorted((Path(__file__).parent / "released").glob("*.sql"))


@pytest.fixture(params=RELEASED, ids=lambda path: path.stem)
def released(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file as a release left it, with tables, rulings and a decision in it."""
    file = tmp_path / "released.sqlite"
    with sqlite3.connect(file) as database:
        database.executescript(request.param.read_text())
    database.close()
    return file


def test_a_file_of_a_release_keeps_every_entry_byte_for_byte(released: Path) -> None:
    with sqlite3.connect(released) as database:
        before = database.execute("SELECT body, hash FROM entries ORDER BY 1, 2").fetchall()
    database.close()
    store = open_store(f"sqlite:///{released}")
    found = [one for head in store.heads("", 10) for one in store.stream(head.table, 0)]
    store.close()

    assert sorted((one.body, one.hash) for one in found) == before
    assert len(before) > 10


def test_a_file_of_a_release_is_served_as_before(released: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{released}", open_to_all=True))
    client = app.test_client()
    state = client.get("/v1/tables/main-3/state").json
    named = {one["id"]: one["status"] for one in client.get("/v1/rulings").json["rulings"]}
    retried = client.post(
        "/v1/tables",
        json={
            "table": "main-3",
            "game": "draw-high",
            "seats": 6,
            "stakes": {"ante": 2, "small_bet": 10, "big_bet": 20},
            "options": {"joker_in_use": "off"},
        },
        headers={"Idempotency-Key": "open-main-3"},
    )
    found = app.extensions["adjudicator"].store.rulings(Filter(player="Bob"), 10)
    app.extensions["adjudicator"].store.close()

    assert state["version"] == 14
    assert named["1-13-1"] == "upheld"
    assert retried.json["entries"][0]["seq"] == 1
    assert [one.body["id"] for one in found] == ["1-12-1", "1-13-1"]


def test_the_steps_make_the_tables_that_are_asked(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.sqlite"
    open_store(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        missing = migrations.missing(connection, metadata)
    engine.dispose()

    assert missing == []


def test_the_steps_follow_one_another_in_one_line() -> None:
    walked = [step.revision for step in migrations.steps().walk_revisions()]

    assert walked == sorted(walked, reverse=True)
    assert len(migrations.steps().get_heads()) == 1


def test_tables_of_a_later_version_are_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/later.sqlite"
    open_store(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()

    with pytest.raises(AdjudicatorError, match=r"step '9999'.*Use the version that made them"):
        open_store(url)
