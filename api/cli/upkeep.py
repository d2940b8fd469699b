"""Commands that keep an installation sound: backup, doctor, retention."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.database import as_json, database, key_file, keys_path, opened

if TYPE_CHECKING:
    from api.evidence.note import PublicKey
    from api.ops.doctor import Finding

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
    against the signed ledger. Exits with 1 if it does not verify; then no file is written.
    The signing key is not in it: keep that elsewhere.
    """
    from api.ops.backup import back_up

    known = _signed(database, key)
    report = back_up(database, target, known)
    click.echo(json.dumps(report.wire()) if machine else "\n".join(report.lines()))
    sys.exit(0 if report.verified else WRONG)


def _signed(url: str, key: str | None) -> PublicKey:
    """Catch the ledger up first, so that the backup proves every entry."""
    from api.evidence import keys
    from api.evidence.ledger import Ledger

    with opened(url) as store:
        ledger = Ledger(store.ledger, keys.load(keys_path(url, key)))
        ledger.catch_up()
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
    record, the key, the clock, the end of every table's chain, and the ledger. Exits with
    0 if all is well or there are only warnings, and with 1 if something is bad.
    """
    from api.ops import doctor as upkeep

    findings = list(upkeep.examine(database, keys_path(database, key), _now()))
    if machine:
        click.echo(json.dumps([finding.wire() for finding in findings]))
    else:
        click.echo("\n".join(map(_line, findings)))
    sys.exit(WRONG if any(finding.state == upkeep.BAD for finding in findings) else 0)


def _line(finding: Finding) -> str:
    advice = f"\n{' ' * 22}{finding.remedy}" if finding.remedy else ""
    return f"{SIGNS[finding.state]}  {finding.what:<19}  {finding.detail}{advice}".rstrip()


# --- retention -----------------------------------------------------------------------


@click.group()
def retention() -> None:
    """Hold tables for a case; drop what is older than it has to be kept.

    A table is kept or dropped whole, by the age of its last entry. Its numbers, times,
    hashes and places in the ledger stay for ever, and so does an entry that says who
    dropped it and why: it still verifies.
    """


by = click.option("--by", metavar="NAME", required=True, help="Who decides this.")
reason = click.option("--reason", metavar="TEXT", required=True, help="Why.")
case = click.option("--case", metavar="ID", required=True, help="The case it is about.")
years = click.option(
    "--years",
    metavar="N",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="How long tables are kept.",
)


@retention.command(name="list")
@years
@database
@as_json
def list_old(years: int, database: str, machine: bool) -> None:
    """List the tables that are due, held for a case, or dropped."""
    from dataclasses import asdict

    from api.ops.retention import Retention

    with opened(database) as store:
        tables = list(Retention(store, years).old())
    if machine:
        click.echo(json.dumps([asdict(one) for one in tables]))
        return
    if not tables:
        click.echo(f"{_nothing_due(years)} None is held or dropped.")
    for one in tables:
        cases = "".join(f"  {hold.case}: {hold.reason}" for hold in one.holds)
        click.echo(f"{one.state:<8}{one.table:<24}{one.last_entry[:10]}{cases}")


def _nothing_due(years: int) -> str:
    return f"No table is due: each is kept for {years} years after its last entry."


@retention.command()
@click.argument("table")
@case
@by
@reason
@database
def hold(table: str, case: str, by: str, reason: str, database: str) -> None:
    """Keep TABLE for a case, however old it gets."""
    from api.ops.retention import Retention

    with opened(database) as store:
        Retention(store).hold(table, case, by, reason)
    click.echo(f"{table} is held for {case}.")


@retention.command()
@click.argument("table")
@case
@by
@reason
@database
def release(table: str, case: str, by: str, reason: str, database: str) -> None:
    """Say that a case needs TABLE no more."""
    from api.ops.retention import Retention

    with opened(database) as store:
        Retention(store).release(table, case, by, reason)
    click.echo(f"{table} is not held for {case} any more.")


@retention.command()
@click.argument("tables", metavar="[TABLE]...", nargs=-1)
@by
@reason
@years
@database
def drop(tables: tuple[str, ...], by: str, reason: str, years: int, database: str) -> None:
    """Drop what the entries of TABLEs say, or of all that are due.

    What is held or too young is refused. On PostgreSQL run it as the tables' owner: the
    service's role may not. Backups made before still have it all.
    """
    from api.ops.retention import DUE, Retention

    with opened(database) as store:
        kept = Retention(store, years)
        due = tables or [one.table for one in kept.old() if one.state == DUE]
        for table in due:
            dropped = kept.drop(table, by, reason)
            click.echo(f"{table}: the content of {dropped} entries is gone.")
    if not due:
        click.echo(_nothing_due(years))
