"""Commands that keep an installation sound: backup, doctor, retention."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.commands.database import as_json, database, key_file, keys_path, opened, told

if TYPE_CHECKING:
    from api.evidence.note import PublicKey
    from api.upkeep.doctor import Finding

WRONG = 1
SIGNS = {"ok": "ok     ", "warning": "WARNING", "bad": "BAD    "}


@click.command()
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@database
@key_file
@as_json
def backup(target: Path, database: str, key: str | None, machine: bool) -> None:
    """Write a backup to FILE while the service runs, and try it.

    The copy is restored and verified before it gets its name: every chain, and all of it
    against the signed ledger. Ends with 1 if it does not verify; then no file is written.
    The signing key is not in it: keep that elsewhere.
    """
    from api.upkeep.backup import back_up

    known = _signed(database, key)
    with told():
        report = back_up(database, target, known)
    click.echo(json.dumps(report.wire()) if machine else "\n".join(report.lines()))
    sys.exit(0 if report.verified else WRONG)


def _signed(url: str, key: str | None) -> PublicKey:
    """Bring all there is into the ledger first, so that the backup proves all of it."""
    from api.evidence import keys
    from api.evidence.ledger import Ledger

    with opened(url) as store:
        ledger = Ledger(store.ledger, keys.load(keys_path(url, key)))
        while ledger.take_in():
            pass
        ledger.newest()
        return ledger.key


def _now() -> Callable[[], datetime]:
    from api.store.sql import utc_now

    return utc_now


@click.command()
@database
@key_file
@as_json
def doctor(database: str, key: str | None, machine: bool) -> None:
    """Say what is wrong with this installation, and what to do about it.

    Looks at the database and its settings, the disk, the guards against changing the
    record, the key, the clock, the end of every table's chain, and the ledger. Ends with
    0 if all is well or only warned about, and with 1 if something is bad.
    """
    from api.upkeep import doctor as upkeep

    with told():
        found = list(upkeep.examine(database, keys_path(database, key), _now()))
    if machine:
        click.echo(json.dumps([finding.wire() for finding in found]))
    else:
        click.echo("\n".join(map(_line, found)))
    sys.exit(WRONG if any(finding.state == upkeep.BAD for finding in found) else 0)


def _line(finding: Finding) -> str:
    advice = f"\n{' ' * 22}{finding.remedy}" if finding.remedy else ""
    return f"{SIGNS[finding.state]}  {finding.what:<19}  {finding.detail}{advice}".rstrip()
