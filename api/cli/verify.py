"""The command that checks that a record is as it was written."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.database import as_json, known_key, opened, token
from api.cli.failing import in_words
from api.lib import files
from api.lib.file_marks import SQLITE

if TYPE_CHECKING:
    from api.evidence.note import PublicKey
    from api.evidence.report import Report

TAMPERED = 1  # exit statuses
UNREADABLE = 2


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
    database. Exits with 0 if all is as it was signed, with 1 if something was altered,
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
