"""Commands that show that the record is as it was written: key, export, verify."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.database import as_json, database, key_file, keys_path, known_key, opened
from api.cli.failing import in_words
from api.lib import files
from api.lib.file_marks import SQLITE

if TYPE_CHECKING:
    from api.evidence.note import PublicKey
    from api.evidence.report import Report

TAMPERED = 1
UNREADABLE = 2


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


token = click.option(
    "--token",
    metavar="TOKEN",
    envvar="ADJUDICATOR_TOKEN",
    show_envvar=True,
    help="For a service: an auditor's token.",
)


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


@click.command()
@click.argument("what", metavar="FILE|URL")
@click.option("--key", "pinned", metavar="KEY", help="The public key, or a file that holds it.")
@click.option(
    "--checkpoint",
    "kept",
    metavar="FILE",
    help="Keeps the newest checkpoint; the record must continue the one kept before.",
)
@token
@click.option(
    "--replay",
    is_flag=True,
    help="For a database: judge all of it anew and compare the rulings it keeps.",
)
@as_json
def verify(
    what: str,
    pinned: str | None,
    kept: str | None,
    token: str | None,
    replay: bool,
    machine: bool,
) -> None:
    """Check that a record is as it was written, and name the first entry that is not.

    FILE is an export or a SQLite database; URL is a running service (http://...) or a
    database. Ends with 0 if all is as it was signed, with 1 if something was altered,
    removed, inserted or reordered, and with 2 if it could not be read.
    """
    try:
        known = _public(pinned) if pinned else None
        report = _checked(what, known, kept, token, replay)
        _keep(report, kept)
    except Exception as error:
        said = in_words(error)
        if said is None:
            raise
        _unreadable(said, machine)
    if machine:
        click.echo(json.dumps(report.wire()))
    else:
        click.echo("\n".join(report.lines()))
    sys.exit(0 if report.verified else TAMPERED)


def _unreadable(detail: str, machine: bool) -> None:
    if machine:
        click.echo(json.dumps({"verified": False, "faults": [], "error": detail}))
    click.echo(detail, err=True)
    sys.exit(UNREADABLE)


def _public(pinned: str) -> PublicKey:
    from api.evidence.note import public_key

    path = Path(pinned)
    return public_key(files.text_of(path) if path.exists() else pinned)


def _kept(kept: str | None) -> str | None:
    path = Path(kept) if kept else None
    return files.text_of(path) if path and path.exists() else None


def _keep(report: Report, kept: str | None) -> None:
    if kept and report.verified:
        files.write(Path(kept), report.note, files.EVERYBODY, over=True)


def _checked(
    what: str, pinned: PublicKey | None, kept: str | None, token: str | None, replay: bool
) -> Report:
    from api.evidence import bundle, sources, whole

    url = _database(what)
    if url is not None:
        return _database_checked(url, pinned or known_key(url), _kept(kept), replay)
    if what.startswith(("http://", "https://")):
        _only_for_databases(replay)
        return whole.check(sources.AtService(what, token), pinned, _kept(kept))
    with files.text_in(Path(what)) as file:
        _only_for_databases(replay)
        if kept is not None:
            raise click.UsageError("--checkpoint: an export has no older checkpoints")
        return bundle.check(bundle.read(file), pinned)


def _only_for_databases(replay: bool) -> None:
    if replay:
        raise click.UsageError("--replay: only a database keeps rulings beside its record")


def _database(what: str) -> str | None:
    """The address of a database, or of the one in a file; ``None`` if it is none."""
    if "://" in what:
        return None if what.startswith(("http://", "https://")) else what
    if not Path(what).is_file():  # what was read of a pipe would be missing later
        return None
    with open(what, "rb") as file:
        return f"sqlite:///{what}" if file.read(len(SQLITE)) == SQLITE else None


def _database_checked(
    url: str, known: PublicKey | None, earlier: str | None, replay: bool
) -> Report:
    import rulebook
    from api.evidence import replay as anew
    from api.evidence import sources, whole

    with opened(url) as store:
        report = whole.check(sources.InStore(store, url, known), known, earlier)
        if not replay:
            return report
        return report.with_faults(*anew.check(store, rulebook.load().checked()))
