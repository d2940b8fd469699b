"""The command that serves over HTTP."""

from __future__ import annotations

import click
from click.core import ParameterSource

from api.cli.database import database


@click.command()
@click.option(
    "--demo",
    is_flag=True,
    help="Tables with disputes, open to this machine; gone at the end unless a database is named.",
)
@click.option("--open", "open_", is_flag=True, help="Ask for no tokens; this machine only.")
@click.option("--host", metavar="H", default="127.0.0.1", show_default=True)
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
)
@database
@click.pass_context
def serve(ctx: click.Context, demo: bool, open_: bool, host: str, port: int, database: str) -> None:
    """Serve tables, rulings and the rulebook over HTTP.

    Asks for the tokens of enrolled devices, unless --open or --demo is given.
    """
    from api.server import run

    unnamed = ctx.get_parameter_source("database") is ParameterSource.DEFAULT
    run(host, port, None if demo and unnamed else database, demo, open_)
