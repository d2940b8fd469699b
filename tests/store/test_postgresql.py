"""The record in PostgreSQL, on a real server started here."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import psycopg
import pytest
from sqlalchemy import Connection, create_engine, text

from api.store import migrations, roles
from api.store.engines import connect
from api.store.port import Receipt, Store
from api.store.schema import metadata
from api.store.sql import SqlStore, open_store
from tests.postgres import Postgres
from tests.store.contract import StoreContract, append, noted

CHANGES = [
    "UPDATE entries SET hash = 'x'",
    "DELETE FROM entries",
    "TRUNCATE entries",
    "UPDATE receipts SET version = 9",
    "DELETE FROM receipts",
    "TRUNCATE receipts",
]


class TestPostgresql(StoreContract):
    """One server for a property."""

    @pytest.fixture
    def url(self, postgres: Postgres) -> str:
        return postgres.new_database()

    @pytest.mark.parametrize("statement", CHANGES)
    def test_the_database_refuses_to_change_the_record(
        self, store: Store, url: str, statement: str
    ) -> None:
        """Even to the owner of the tables."""
        receipt = Receipt("t", "K", "f" * 64, "t", (1,), 1)
        store.append(replace(append(0, noted("a")), receipt=receipt))
        with (
            psycopg.connect(url) as database,
            pytest.raises(psycopg.IntegrityError, match="written once and kept"),
        ):
            database.execute(statement)

    @pytest.mark.parametrize("statement", CHANGES)
    def test_the_role_of_the_service_has_no_right_to_change_the_record(
        self, store: Store, url: str, postgres: Postgres, statement: str
    ) -> None:
        served = _as_service(postgres, url)
        with (
            psycopg.connect(served) as database,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            database.execute(statement)

    def test_the_role_of_the_service_can_do_its_work(
        self, store: Store, url: str, postgres: Postgres
    ) -> None:
        served = open_store(_as_service(postgres, url))
        served.append(append(0, noted("a")))
        served.append(append(1, noted("b")))
        served.close()

        assert [one.seq for one in store.stream("t", 0)] == [1, 2]

    def test_a_role_that_could_add_entries_still_can_after_an_update(
        self, url: str, postgres: Postgres
    ) -> None:
        engine = connect(url)
        migrations.upgrade(engine, "0006")
        engine.dispose()
        name = url.rsplit("/", 1)[1]
        postgres.run(name, f"CREATE ROLE s{name} LOGIN")
        for right in ("SELECT, INSERT ON entries", "SELECT, INSERT, UPDATE ON heads"):
            postgres.run(name, f"GRANT {right} TO s{name}")
        postgres.run(name, f"GRANT SELECT ON alembic_version TO s{name}")
        open_store(url).close()
        served = open_store(postgres.dsn(name, f"s{name}"))
        written = served.append(append(0, noted("a")))
        served.close()

        assert [one.seq for one in written] == [1]

    def test_what_is_committed_together_is_written_table_by_table(
        self, store: SqlStore, url: str
    ) -> None:
        """Each process in the same order, so that no two of them wait for each other."""
        tables = ["c", "a", "e", "b", "d"]
        begun, over = Event(), Event()

        def busy(_: Connection) -> None:
            begun.set()
            over.wait(10)

        with ThreadPoolExecutor(len(tables) + 1) as pool:
            pool.submit(store.write, busy)
            begun.wait(10)
            written = []
            for table in tables:
                written.append(pool.submit(store.append, append(0, noted("x"), table=table)))
                time.sleep(0.02)
            over.set()
            answered = [one.result()[0].table for one in written]
        with psycopg.connect(url) as database:
            rows = database.execute("SELECT table_id, xmin::text FROM entries ORDER BY ctid")
            found = rows.fetchall()

        assert answered == tables
        assert [table for table, _ in found] == sorted(tables)
        assert len({transaction for _, transaction in found}) == 1

    def test_a_commit_is_flushed_whatever_the_database_says(
        self, url: str, postgres: Postgres
    ) -> None:
        name = url.rsplit("/", 1)[1]
        postgres.run(name, f"ALTER DATABASE {name} SET synchronous_commit = off")
        store = open_store(url)
        with store._engine.connect() as connection:
            level = connection.execute(text("SHOW synchronous_commit")).scalar()
        store.close()

        assert level == "on"

    def test_the_steps_make_the_tables_that_are_asked(self, url: str) -> None:
        open_store(url).close()
        engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
        with engine.connect() as connection:
            missing = migrations.missing(connection, metadata)
        engine.dispose()

        assert missing == []


def _as_service(postgres: Postgres, url: str) -> str:
    """The URL for a role that has been given what the service needs."""
    name = url.rsplit("/", 1)[1]
    postgres.run(name, f"CREATE ROLE s{name} LOGIN")
    roles.grant(url, f"s{name}")
    return postgres.dsn(name, f"s{name}")
