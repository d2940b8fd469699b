"""Backups that were tried: a copy counts once it was restored and verified.

SQLite is copied while the service writes, with the backup interface of SQLite itself;
PostgreSQL is dumped with pg_dump and restored into a database made for the purpose.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.errors import AdjudicatorError
from api.evidence import whole
from api.evidence.note import PublicKey
from api.evidence.report import Report
from api.evidence.sources import InStore
from api.lib import files
from api.store.engines import at_the_primary, for_libpq
from api.store.sql import open_store


class BackupFailed(AdjudicatorError):
    """There is no backup."""


def back_up(url: str, target: Path, key: PublicKey | None) -> Report:
    """Write a backup to a new file and say what restoring it showed.

    A backup that does not verify is not kept under its name.
    """
    files.refuse_taken(target)
    parsed = make_url(url)
    copy = _sqlite if parsed.get_backend_name() == "sqlite" else _postgresql
    with files.part_of(target) as part:
        report = copy(parsed, part, key)
        if report.verified:
            files.settle(part, target)
    return report


def _restored(url: str, name: str, key: PublicKey | None) -> Report:
    store = open_store(url)
    try:
        return whole.check(InStore(store, name, key), key)
    finally:
        store.close()


# --- SQLite --------------------------------------------------------------------------


def _sqlite(url: URL, part: Path, key: PublicKey | None) -> Report:
    file = Path(url.database or "")
    if not file.exists():
        raise BackupFailed(f"database: there is no file {file}")
    source = f"file:{file.absolute()}?mode=ro"
    try:
        with (
            closing(sqlite3.connect(source, uri=True)) as there,
            closing(sqlite3.connect(part)) as copy,
        ):
            there.backup(copy)
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise BackupFailed(f"the copy is damaged: {found}")
        report = _restored(f"sqlite:///{part}", f"backup of {file}", key)
        with closing(sqlite3.connect(part)) as copy:
            copy.execute("PRAGMA journal_mode = DELETE")  # one file is all there is to keep
    except sqlite3.Error as error:
        raise BackupFailed(f"no backup was written: {error}") from None
    return report


# --- PostgreSQL ----------------------------------------------------------------------


def _postgresql(url: URL, part: Path, key: PublicKey | None) -> Report:
    _run(url, "pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--file={part}")
    with _scratch(url) as empty:
        _run(empty, "pg_restore", "--no-owner", "--no-acl", "--exit-on-error", str(part))
        shown = url.render_as_string(hide_password=True)
        return _restored(empty.render_as_string(hide_password=False), f"backup of {shown}", key)


@contextmanager
def _scratch(url: URL) -> Iterator[URL]:
    """An empty database beside the one backed up, gone afterwards."""
    name = f"adjudicator_restored_{uuid.uuid4().hex[:12]}"
    server = create_engine(at_the_primary(url), isolation_level="AUTOCOMMIT", pool_size=1)
    try:
        with server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        try:
            yield url.set(database=name)
        finally:
            with server.connect() as connection:
                connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", error)
        raise BackupFailed(
            f"a backup is tried by restoring it, and no database can be made for that: {cause}"
        ) from None
    finally:
        server.dispose()


def _run(url: URL, program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs; the password is never on its command line."""
    found = shutil.which(program)
    if found is None:
        raise BackupFailed(f"{program} is not installed; it comes with PostgreSQL's client")
    target, password = for_libpq(url)
    secret = {"PGPASSWORD": password} if password else {}
    done = subprocess.run(
        [found, *arguments, f"--dbname={target}"],
        env={**os.environ, **secret},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = "; ".join(done.stderr.split("\n")[:3]) or "failed without a word"
        raise BackupFailed(f"{program}: {said}")
