"""What commands on a database share: their options, and opening it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from api.evidence.note import PublicKey
    from api.store.sql import SqlStore

DATABASE = "sqlite:///adjudicator.sqlite"

database = click.option(
    "--database",
    metavar="URL",
    envvar="ADJUDICATOR_DATABASE",
    show_envvar=True,
    default=DATABASE,
    show_default=True,
    help="Where the service keeps its tables.",
)
key_file = click.option(
    "--key",
    metavar="FILE",
    envvar="ADJUDICATOR_KEY",
    show_envvar=True,
    help="The file with the signing key; by default it lies beside the database.",
)
token = click.option(
    "--token",
    metavar="TOKEN",
    envvar="ADJUDICATOR_TOKEN",
    show_envvar=True,
    help="For a service: an auditor's token.",
)
as_json = click.option("--json", "machine", is_flag=True, help="One line of JSON.")


@contextmanager
def opened(url: str, new: bool = False) -> Iterator[SqlStore]:
    """The store behind a URL; unless it may be ``new``, it must exist and be of this version.

    Opening migrates: a backup or an inspection must come before any migration.
    """
    from api.store.sql import open_store

    if not new:
        _check(url)
    store = open_store(url)
    try:
        yield store
    finally:
        store.close()


def _check(url: str) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from adjudicator.errors import AdjudicatorError
    from api.store import migrations
    from api.store.engines import connect, file_of

    file = file_of(url)
    if file is not None and not file.exists():
        raise AdjudicatorError(f"database: there is no file {file}")
    engine = connect(url)
    try:
        with engine.connect() as connection:
            step = migrations.current(connection)
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        raise AdjudicatorError(f"database: does not answer: {cause}") from None
    finally:
        engine.dispose()
    if step != migrations.newest():
        advice = "Bring them up to date: adjudicator migrate"
        if not migrations.knows(step):
            advice = "Use the version that made them."
        known = migrations.newest()
        raise AdjudicatorError(f"database: found tables of step {step}; allowed: {known}. {advice}")


def keys_path(url: str, key: str | None) -> Path:
    """Where the signing key of a database is."""
    from api.settings import Settings

    return Settings(database=url, signing_key=key).key_file


def known_key(url: str) -> PublicKey | None:
    """The public half of the key beside a database, if there is one."""
    from api.evidence import keys

    path = keys_path(url, None)
    return keys.load(path).public if path.exists() else None
