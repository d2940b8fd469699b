"""Commands for whoever runs the service: devices and people, straight on the database.

Who can read and write the database file needs no token; this is how the first admin
token is made, and how one gets in again when the last one is lost.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from api.cli.database import database, opened

if TYPE_CHECKING:
    from api.service.accounts import Accounts
    from api.store.people import PeopleStore

BY: Mapping[str, str] = {"role": "command line"}

as_json = click.option("--json", "machine", is_flag=True, help="One line of JSON for each.")


@contextmanager
def _accounts(url: str, new: bool = False) -> Iterator[tuple[PeopleStore, Accounts]]:
    from api.service.accounts import Accounts

    with opened(url, new) as store:
        yield store.people, Accounts(store.people)


@click.group()
def device() -> None:
    """Enrol, list, renew and revoke devices."""


@device.command(name="enrol")
@click.argument("name")
@click.option("--role", required=True, help="dealer, floor, auditor, surveillance or admin.")
@click.option("--table", "tables", multiple=True, help="A table it is bound to; may be repeated.")
@click.option("--days", type=click.IntRange(1, 3650), help="How long its token lives.")
@database
def enrol_device(
    name: str, role: str, tables: tuple[str, ...], days: int | None, database: str
) -> None:
    """Enrol a device and print its token, this once."""
    with _accounts(database, new=True) as (_, accounts):
        _, token = accounts.enrol(name, role, tables, days, BY)
    click.echo(token)


@device.command(name="renew")
@click.argument("name")
@database
def renew_device(name: str, database: str) -> None:
    """Print another token for a device; the old one ends."""
    with _accounts(database) as (_, accounts):
        _, token = accounts.renew(name, BY)
    click.echo(token)


@device.command(name="revoke")
@click.argument("name")
@database
def revoke_device(name: str, database: str) -> None:
    """Revoke a device for good."""
    with _accounts(database) as (_, accounts):
        revoked = accounts.revoke(name, BY)
    click.echo(f"{revoked.device} is revoked since {revoked.revoked_at}")


@device.command(name="list")
@as_json
@database
def list_devices(machine: bool, database: str) -> None:
    """List every device ever enrolled."""
    with _accounts(database) as (people, _):
        _print([one.wire() for one in people.devices()], machine, "device")


@click.group()
def person() -> None:
    """Enrol, list and revoke people who log in on devices."""


@person.command(name="enrol")
@click.argument("name")
@click.option("--role", required=True, help="dealer, floor, auditor, surveillance or admin.")
@click.option("--pin", help="Others on the machine may see it here; better let it be asked for.")
@database
def enrol_person(name: str, role: str, pin: str | None, database: str) -> None:
    """Enrol a person; the PIN is asked for, or read as one line where nobody can be asked."""
    pin = _asked_pin() if pin is None else pin
    with _accounts(database, new=True) as (_, accounts):
        enrolled = accounts.enrol_person(name, role, pin, BY)
    click.echo(f"{enrolled.person} may log in as {enrolled.role}")


def _asked_pin() -> str:
    asked = sys.stdin
    if asked.isatty():
        entered: str = click.prompt("PIN", hide_input=True, confirmation_prompt=True)
        return entered
    return asked.readline().rstrip("\r\n")


@person.command(name="revoke")
@click.argument("name")
@database
def revoke_person(name: str, database: str) -> None:
    """Revoke a person; open logins end."""
    with _accounts(database) as (_, accounts):
        revoked = accounts.revoke_person(name, BY)
    click.echo(f"{revoked.person} is revoked since {revoked.revoked_at}")


@person.command(name="list")
@as_json
@database
def list_people(machine: bool, database: str) -> None:
    """List everybody ever enrolled."""
    with _accounts(database) as (people, _):
        _print([one.wire() for one in people.people()], machine, "person")


def _print(rows: list[dict[str, Any]], machine: bool, name: str) -> None:
    lines = [json.dumps(row) if machine else _line(row, name) for row in rows]
    if not rows and not machine:
        lines = [f"No {name} is enrolled."]
    for line in lines:
        click.echo(line)


def _line(row: Mapping[str, Any], name: str) -> str:
    ended = row["revoked_at"] and f"revoked {row['revoked_at']}"
    expires = row.get("expires_at") and f"until {row['expires_at']}"
    parts = (row[name], row["role"], ", ".join(row.get("tables", ())), ended or expires or "")
    return "  ".join(part for part in parts if part)
