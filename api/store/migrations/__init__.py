"""How the database's tables came to be: every step since the first release, in order.

The tables are made by these steps only, so that a new database and one that has grown
up over the years are the same.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, MetaData, inspect, text

from adjudicator.errors import AdjudicatorError
from api.store.engines import to_write

FIRST = "0001"
ACCOUNT = "alembic_version"  # the table that says which step was the last
ONE_AT_A_TIME = 4_207_216_733  # the number of PostgreSQL's advisory lock; any would do


@cache
def steps() -> ScriptDirectory:
    """All steps there are."""
    return ScriptDirectory.from_config(_config())


def newest() -> str:
    """The step after which the tables are as this program needs them."""
    head = steps().get_current_head()
    assert head is not None
    return head


def knows(step: str | None) -> bool:
    """Whether this program has the step, and so can go on from it."""
    return step is None or any(one.revision == step for one in steps().walk_revisions())


def upgrade(engine: Engine, to: str = "head") -> None:
    """Bring the tables up to date; data stays. Several processes may ask at once."""
    with engine.connect() as connection:
        if current(connection) == newest():
            return
    with to_write(engine) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            lock = text("SELECT pg_advisory_xact_lock(:number)")
            connection.execute(lock, {"number": ONE_AT_A_TIME})
        config = _config()
        config.attributes["connection"] = connection
        if _is_first_release(connection):
            command.stamp(config, FIRST)
        try:
            command.upgrade(config, to)
        except CommandError as error:
            raise _too_new(connection, error) from None


def missing(connection: Connection, wanted: MetaData) -> list[Any]:
    """How the tables there are differ from the ones that are asked."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    found: list[Any] = compare_metadata(context, wanted)
    return found


def current(connection: Connection) -> str | None:
    """The step that the tables are of."""
    return MigrationContext.configure(connection).get_current_revision()


def _is_first_release(connection: Connection) -> bool:
    """The first release kept no account of its tables."""
    return current(connection) is None and inspect(connection).has_table("entries")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "api.store:migrations")
    return config


def _too_new(connection: Connection, error: CommandError) -> AdjudicatorError:
    found = current(connection)
    return AdjudicatorError(
        f"database: found tables of step {found!r}; this version knows them "
        f"up to {newest()!r} ({error}). Use the version that made them."
    )
