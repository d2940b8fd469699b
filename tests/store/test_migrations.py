"""The tables are made by the steps alone, and data of every release comes along."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Engine, MetaData, create_engine, select, text

from adjudicator.errors import AdjudicatorError
from api.settings import Settings
from api.store import migrations
from api.store.engines import connect
from api.store.port import Append, Filter
from api.store.schema import metadata
from api.store.sql import open_store
from api.wiring import create_app
from tests.postgres import Postgres

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


STEPS = sorted(step.revision for step in migrations.steps().walk_revisions())


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/steps.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.mark.parametrize("step", STEPS)
def test_a_database_of_any_step_comes_along_with_what_is_in_it(
    database: str, step: str, released: Path
) -> None:
    engine = connect(database)
    migrations.upgrade(engine, STEPS[0])
    before = copied(create_engine(f"sqlite:///{released}"), engine)
    migrations.upgrade(engine, step)
    engine.dispose()
    store = open_store(database)
    head = store.head("main-3")
    assert head is not None
    written = store.append(Append("main-3", head.version, [{"type": "noted"}], {}, {}))
    moved = store.head("main-3")
    found = [one for head in store.heads("", 10) for one in store.stream(head.table, 0)]
    rulings = [one.body["id"] for one in store.rulings(Filter(player="Bob"), 10)]
    store.close()

    assert sorted((one.body, one.hash) for one in found if one != written[0]) == before
    assert moved is not None
    assert (moved.version, moved.hash) == (head.version + 1, written[0].hash)
    assert rulings == ["1-12-1", "1-13-1"]


def copied(source: Engine, target: Engine) -> list[tuple[bytes, str]]:
    """Copy all that a file of the first release holds; its entries."""
    tables = MetaData()
    tables.reflect(source)
    with source.connect() as old, target.begin() as new:
        for table in tables.sorted_tables:
            rows = [dict(row._mapping) for row in old.execute(select(table))]
            if rows:
                new.execute(table.insert(), rows)
        entries = old.execute(select(tables.tables["entries"])).all()
    source.dispose()
    return sorted((row.body, row.hash) for row in entries)


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
