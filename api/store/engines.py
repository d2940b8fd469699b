"""Connections to the databases there are, each set so that a commit is on the disk."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, TableClause, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from adjudicator.errors import AdjudicatorError

READERS = 64
SPARE = 16
PATIENCE = 10  # seconds to wait for a lock, a free connection or an answer
VALUES = 30_000  # in one statement; SQLite takes 32,766, PostgreSQL 65,535
WRITES = "writes"
ALLOWED = "a file, such as sqlite:///adjudicator.sqlite, or postgresql://host/name"


def to_write(engine: Engine) -> Connection:
    """A connection whose transactions have the right to write from their beginning."""
    connection = engine.connect()
    connection.info[WRITES] = True
    return connection


def connect(url: str) -> Engine:
    """The engine behind a database URL."""
    parsed = _parsed(url)
    backend = parsed.get_backend_name()
    if backend == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return _sqlite(parsed)
    if backend in ("postgresql", "postgres"):
        return _postgresql(parsed)
    raise _unusable(parsed.render_as_string(hide_password=True))


def _parsed(url: str) -> URL:
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise _unusable(url) from None
    if "\0" in (found.database or ""):
        raise _unusable(url)
    return found


def _unusable(url: str) -> AdjudicatorError:
    return AdjudicatorError(f"database: found {url!r}; allowed: {ALLOWED}")


def file_of(url: str) -> Path | None:
    """The file of a database that is one."""
    parsed = _parsed(url)
    file = parsed.database if parsed.get_backend_name() == "sqlite" else None
    return Path(file) if file else None


def together(
    connection: Connection, table: TableClause, found: Sequence[Mapping[str, Any]]
) -> None:
    """Insert rows in one statement, or in as few as there may be.

    A thread that has a statement carried out gives way to all that compute, and may wait
    long for its turn: with a statement for each row everybody waits for the writer.
    """
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    at_once = VALUES // len(found[0]) if found else 1
    for start in range(0, len(found), at_once):
        these = found[start : start + at_once]
        row = f"({', '.join(mark for _ in these[0])})"
        into = f"{table.name} ({', '.join(these[0])})"
        text = f"INSERT INTO {into} VALUES {', '.join([row] * len(these))}"
        connection.exec_driver_sql(text, tuple(value for one in these for value in one.values()))


# --- SQLite --------------------------------------------------------------------------


def _sqlite(url: URL) -> Engine:
    _closed_to_others(url)
    made = create_engine(url, hide_parameters=True, pool_size=READERS, max_overflow=SPARE)
    event.listen(made, "connect", _prepare_sqlite)
    event.listen(made, "checkin", _no_longer_writing)
    # Listening to "begin" would make every statement look for listeners of its own.
    made.dialect.do_begin = _begin_sqlite  # type: ignore[method-assign, assignment]
    return made


def _closed_to_others(url: URL) -> None:
    """A new file is for its owner only: it will hold concealed cards."""
    if url.database and "uri" not in url.query:
        with suppress(OSError):  # it is there already, or SQLite will say why it cannot be
            os.close(os.open(url.database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, not the driver
    for pragma in (
        f"busy_timeout={PATIENCE * 1000}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: PoolProxiedConnection) -> None:
    connection.cursor().execute("BEGIN IMMEDIATE" if WRITES in connection.info else "BEGIN")


def _no_longer_writing(_connection: Any, record: ConnectionPoolEntry) -> None:
    record.info.pop(WRITES, None)


# --- PostgreSQL ----------------------------------------------------------------------

# A server that is gone is noticed within seconds, and of several hosts the one that
# takes writes is found, so that a cluster may change its mind about which that is.
FINDS_THE_PRIMARY = {
    "target_session_attrs": "read-write",
    "connect_timeout": "2",
    "tcp_user_timeout": "4000",
    "keepalives_idle": "5",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "application_name": "adjudicator",
}


def at_the_primary(url: URL) -> URL:
    """The database where it takes writes, on whichever of the hosts named that is."""
    wanted = {**FINDS_THE_PRIMARY, **url.query}
    return url.set(drivername="postgresql+psycopg", query=wanted)


def for_libpq(url: URL) -> tuple[str, str | None]:
    """The address as PostgreSQL's own programs take it, and apart from it the password."""
    from psycopg.conninfo import make_conninfo  # only who has PostgreSQL has the driver

    there = at_the_primary(url)
    _, found = there.get_dialect()().create_connect_args(there)
    password = found.pop("password", None)
    return make_conninfo(**found), password


def _postgresql(url: URL) -> Engine:
    try:
        made = create_engine(
            at_the_primary(url),
            hide_parameters=True,
            pool_size=16,
            max_overflow=READERS + SPARE - 16,
            pool_timeout=PATIENCE,
            pool_use_lifo=True,
            pool_recycle=1800,
        )
    except (ImportError, NoSuchModuleError):
        raise AdjudicatorError(
            "database: PostgreSQL needs the driver psycopg; install psycopg[binary]"
        ) from None
    event.listen(made, "connect", _prepare_postgresql)
    return made


def _prepare_postgresql(connection: Any, _record: Any) -> None:
    """An acknowledged entry is on the disk, whatever the server's own default is."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        (found,) = cursor.fetchone()
        if found in ("off", "local"):
            cursor.execute("SET synchronous_commit = on")
        cursor.execute(f"SET lock_timeout = '{PATIENCE}s'")
        cursor.execute("SET idle_in_transaction_session_timeout = '60s'")
    connection.commit()
