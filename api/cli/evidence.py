"""Commands on the signed ledger: its key, and the export of a table."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from api.cli.database import database, key_file, keys_path, opened, token
from api.lib import files


@click.group()
def key() -> None:
    """Make or show the key that signs the ledger."""


@key.command(name="create")
@click.argument("origin")
@database
@key_file
def create_key(origin: str, database: str, key: str | None) -> None:
    """Make the signing key of a log called ORIGIN, such as casino.example/floor.

    Only its owner can read the file. Make it before the first entry is signed; the
    service makes one by itself, with a name of its own, where there is none.
    """
    from api.evidence import keys

    made = keys.create(keys_path(database, key), origin)
    click.echo(made.public.text())


@key.command(name="show")
@database
@key_file
def show_key(database: str, key: str | None) -> None:
    """Print the public key: hand it to everybody who is to verify."""
    from api.evidence import keys

    click.echo(keys.load(keys_path(database, key)).public.text())


@key.command(name="replace")
@click.argument("origin")
@database
@key_file
def replace_key(origin: str, database: str, key: str | None) -> None:
    """Go on with a new key for a log called ORIGIN where the old one is lost.

    Stop the service first. What the old key signed is signed anew. Everybody who keeps
    the old public key or a checkpoint will be told by `verify`: tell them why before, and
    let them verify with the old key once more.
    """
    from api.evidence import keys
    from api.evidence.ledger import Ledger

    path = keys_path(database, key)
    if path.exists():
        why = "what it signed is verified with it. Move it away first, or name another with --key"
        raise keys.BadKeyFile(f"key file {path}: there is a key; {why}.")
    with opened(database) as store:
        made = keys.create(path, origin)
        try:
            Ledger(store.ledger, made).take_over()
        except Exception:
            path.unlink()
            raise
    click.echo(made.public.text())


@click.command()
@click.argument("table")
@click.option("-o", "--output", metavar="FILE", help="By default it is printed.")
@database
@key_file
@click.option("--service", metavar="URL", help="Ask a running service instead.")
@token
def export(
    table: str,
    output: str | None,
    database: str,
    key: str | None,
    service: str | None,
    token: str | None,
) -> None:
    """Write the log of TABLE to a file that proves itself.

    It holds every entry with its hash, the signed checkpoint of the ledger, and for each
    entry the proof that it stands there. `adjudicator verify FILE` needs nothing else.
    A service masks the cards that the token's role may not see.
    """
    from api.evidence import bundle, keys
    from api.evidence.ledger import Ledger
    from api.evidence.sources import AtService
    from api.store.sql import stamp, utc_now

    if service is not None:
        _write(AtService(service, token).export(table), output)
        return
    with opened(database) as store:
        ledger = Ledger(store.ledger, keys.load(keys_path(database, key)))
        _write(bundle.lines(store, ledger, table, stamp(utc_now())), output)


def _write(lines: Iterable[str], output: str | None) -> None:
    if output is None:
        sys.stdout.writelines(lines)
        return
    target = Path(output)
    files.refuse_taken(target)
    with files.part_of(target) as part:
        with part.open("w", encoding="utf-8") as file:
            file.writelines(lines)
        files.settle(part, target)
