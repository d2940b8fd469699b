"""The command that makes the database's tables, for whoever owns the database."""

from __future__ import annotations

import click

from api.cli.database import database, opened


@click.command()
@database
@click.option("--grant", "role", metavar="ROLE", help="Let this role of PostgreSQL serve.")
def migrate(database: str, role: str | None) -> None:
    """Make the database's tables or bring them up to date; data stays.

    The service does this by itself where it may. On PostgreSQL it should not: migrate as
    the owner, and serve as a ROLE that reads and adds and cannot change the record.
    """
    from api.store import migrations, roles

    with opened(database, new=True):
        if role is not None:
            roles.grant(database, role)
    click.echo(f"The tables are those of step {migrations.newest()}.")
