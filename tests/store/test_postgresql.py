"""The record in PostgreSQL, on a real server started here."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, create_engine, text

from api.store import migrations, roles
from api.store.engines import connect
from api.store.port import Append, Receipt, Store, Stored, StoreUnavailable
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
        store.append(append(0, noted("a"))._replace(receipt=receipt))
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
        with _queued(store, [append(0, noted("x"), table=table) for table in tables]) as written:
            pass
        answered = [one.result()[0].table for one in written]
        with psycopg.connect(url) as database:
            rows = database.execute("SELECT table_id, xmin::text FROM entries ORDER BY ctid")
            found = rows.fetchall()

        assert answered == tables
        assert [table for table, _ in found] == sorted(tables)
        assert len({transaction for _, transaction in found}) == 1

    def test_appends_that_fell_into_a_deadlock_together_are_written_one_by_one(
        self, store: SqlStore, url: str
    ) -> None:
        for table in "abc":
            store.append(append(0, noted("x"), table=table))
        with psycopg.connect(url) as other, ThreadPoolExecutor(1) as pool:
            other.execute("SET deadlock_timeout = '1min'")  # so that the store gives way
            _hold(other, "b")
            with _queued(store, [append(1, noted("y"), table=table) for table in "abc"]) as written:
                _until_somebody_waits(url)
                pool.submit(_hold, other, "a").result(10)
                other.rollback()
        answered = [one.result()[0].seq for one in written]

        assert answered == [2, 2, 2]
        assert [one.seq for table in "abc" for one in store.stream(table, 1)] == [2, 2, 2]

    @pytest.mark.parametrize("code", ["40001", "40P01"])
    @pytest.mark.parametrize(("times", "lost"), [(0, ""), (1, ""), (2, ""), (3, "b")])
    def test_who_gives_way_again_and_again_gives_way_alone(
        self, store: SqlStore, url: str, code: str, times: int, lost: str
    ) -> None:
        """Once with the others and twice alone; nobody else notices."""
        with psycopg.connect(url) as database:
            database.execute(GIVES_WAY.format(table="b", times=times, code=code))
        with _queued(store, [append(0, noted("x"), table=table) for table in "abc"]) as written:
            pass
        refused = {t for t, one in zip("abc", written, strict=True) if one.exception()}

        assert refused == set(lost)
        assert {head.table for head in store.heads("", 9)} == set("abc") - refused
        assert all(isinstance(one.exception(), StoreUnavailable | None) for one in written)

    def test_an_append_that_gave_way_all_by_itself_is_tried_once_more(
        self, store: SqlStore, url: str
    ) -> None:
        with psycopg.connect(url) as database:
            database.execute(GIVES_WAY.format(table="t", times=1, code="40P01"))

        assert [one.seq for one in store.append(append(0, noted("x")))] == [1]

    def test_other_work_that_gave_way_is_tried_again_as_well(self, store: SqlStore) -> None:
        """What is written apart from the appends it is committed with."""
        tried: list[int] = []

        def work(connection: Connection) -> int:
            tried.append(1)
            if len(tried) == 1:
                connection.execute(text("DO $$BEGIN RAISE SQLSTATE '40001'; END$$"))
            return len(tried)

        assert store.write(work) == 2

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


# Sequences are not taken back: they tell how often something was tried.
GIVES_WAY = """
CREATE SEQUENCE tries;
CREATE FUNCTION gives_way() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.table_id = '{table}' AND nextval('tries') <= {times} THEN
    RAISE SQLSTATE '{code}';
  END IF;
  RETURN NEW;
END$$;
CREATE TRIGGER gives_way BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION gives_way();
"""


@contextmanager
def _queued(store: SqlStore, appends: Sequence[Append]) -> Iterator[list[Future[list[Stored]]]]:
    """Appends that wait in this order while the store is busy; then it has all at once."""
    begun, over = Event(), Event()

    def busy(_: Connection) -> None:
        begun.set()
        over.wait(10)

    with ThreadPoolExecutor(len(appends) + 1) as pool:
        pool.submit(store.write, busy)
        begun.wait(10)
        written = []
        for one in appends:
            written.append(pool.submit(store.append, one))
            time.sleep(0.02)
        over.set()
        yield written


def _hold(connection: psycopg.Connection[Any], table: str) -> None:
    """Take the end of a table's log and keep it until the transaction ends."""
    connection.execute("SELECT FROM heads WHERE table_id = %s FOR UPDATE", (table,))


def _until_somebody_waits(url: str) -> None:
    waits = "SELECT FROM pg_locks WHERE NOT granted"
    with psycopg.connect(url, autocommit=True) as database:
        for _ in range(200):
            if database.execute(waits).rowcount:
                return
            time.sleep(0.01)
    raise AssertionError("nobody waits for a lock")


def _as_service(postgres: Postgres, url: str) -> str:
    """The URL for a role that has been given what the service needs."""
    name = url.rsplit("/", 1)[1]
    postgres.run(name, f"CREATE ROLE s{name} LOGIN")
    roles.grant(url, f"s{name}")
    return postgres.dsn(name, f"s{name}")
