"""Devices, people and logins in the database; tokens and PINs only as hashes.

Nothing here is deleted: who was revoked stays listed, and every enrolment, revocation
and login is a line of the access log, which the database refuses to change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, func, select
from sqlalchemy import update as change

from adjudicator.errors import AdjudicatorError
from api.store import schema

Question = Callable[[Connection], Any]


class AlreadyKnown(AdjudicatorError):
    """A device or person of that name was enrolled before."""


@dataclass(frozen=True)
class Device:
    """A device and what its token may do; ``tables`` it is bound to, if any."""

    device: str
    role: str
    tables: tuple[str, ...]
    enrolled_at: str
    expires_at: str | None = None
    revoked_at: str | None = None

    def wire(self) -> dict[str, Any]:
        """The device as it is listed."""
        return {**self.__dict__, "tables": list(self.tables)}


@dataclass(frozen=True)
class Person:
    """Somebody who may log in on a device."""

    person: str
    role: str
    enrolled_at: str
    revoked_at: str | None = None
    pin_hash: str = ""

    def wire(self) -> dict[str, Any]:
        """The person as listed, without the hash of the PIN."""
        return {name: value for name, value in self.__dict__.items() if name != "pin_hash"}


@dataclass(frozen=True)
class Login:
    """A person's login on a device."""

    device: str
    person: str
    expires_at: str
    ended_at: str | None = None


@dataclass(frozen=True)
class Event:
    """A line of the access log: what happened to whom, and who did it."""

    what: str
    by: Mapping[str, str]
    device: str | None = None
    person: str | None = None
    at: str = ""
    number: int = 0

    def wire(self) -> dict[str, Any]:
        """The line as it is listed."""
        found = {**self.__dict__, "by": dict(self.by)}
        return {name: value for name, value in found.items() if value is not None}


class PeopleStore:
    """What the service keeps about devices and people.

    ``read`` and ``write`` run a piece of work on a connection; a write is done when they
    return, and all of it or none.
    """

    def __init__(
        self,
        read: Callable[[Question], Any],
        write: Callable[[Question], Any],
        now: Callable[[], str],
    ) -> None:
        self._read = read
        self._write = write
        self._now = now

    # --- Devices -----------------------------------------------------------------

    def enrol(self, device: Device, token_hash: str, by: Mapping[str, str]) -> Device:
        """Add a device; ``AlreadyKnown`` if the name is taken, for ever."""
        made = replace(device, enrolled_at=self._now())
        row = {**made.__dict__, "tables": json.dumps(made.tables), "token_hash": token_hash}

        def work(connection: Connection) -> None:
            if _device(connection, made.device) is not None:
                raise _known("device", made.device)
            connection.execute(schema.devices.insert(), row)
            self._log(connection, Event("enrolled", by, device=made.device))

        self._write(work)
        return made

    def renew(self, device: str, token_hash: str, by: Mapping[str, str]) -> Device | None:
        """Give a device another token; the old one ends at once."""
        return self._changed_device(device, {"token_hash": token_hash}, "renewed", by)

    def redeem(self, code_hash: str, token_hash: str) -> Device | None:
        """Give the device with this code its token instead; nobody's where the code is spent."""
        code = schema.devices.c.token_hash == code_hash

        def work(connection: Connection) -> Device | None:
            row = connection.execute(select(schema.devices).where(code)).first()
            if row is None:
                return None
            device = _as_device(row)
            connection.execute(change(schema.devices).where(code).values(token_hash=token_hash))
            by = {"role": device.role, "device": device.device}
            self._log(connection, Event("renewed", by, device=device.device))
            return device

        made: Device | None = self._write(work)
        return made

    def revoke(self, device: str, by: Mapping[str, str]) -> Device | None:
        """End a device's token for good."""
        return self._changed_device(device, {"revoked_at": self._now()}, "revoked", by)

    def _changed_device(
        self, device: str, values: dict[str, Any], what: str, by: Mapping[str, str]
    ) -> Device | None:
        def work(connection: Connection) -> Device | None:
            found = _device(connection, device)
            if found is None or found.revoked_at is not None:
                return found
            here = schema.devices.c.device == device
            connection.execute(change(schema.devices).where(here).values(values))
            self._log(connection, Event(what, by, device=device))
            return _device(connection, device)

        made: Device | None = self._write(work)
        return made

    def by_token(self, token_hash: str) -> Device | None:
        """The device whose token has this hash."""
        where = schema.devices.c.token_hash == token_hash
        rows = self._rows(select(schema.devices).where(where), _as_device)
        return rows[0] if rows else None

    def device(self, name: str) -> Device | None:
        """A device by its name."""
        found: Device | None = self._read(lambda c: _device(c, name))
        return found

    def devices(self) -> list[Device]:
        """Every device, those revoked among them."""
        return self._rows(select(schema.devices).order_by(schema.devices.c.device), _as_device)

    # --- People ------------------------------------------------------------------

    def enrol_person(self, person: Person, by: Mapping[str, str]) -> Person:
        """Add a person; ``AlreadyKnown`` if the name is taken."""
        made = replace(person, enrolled_at=self._now())

        def work(connection: Connection) -> None:
            if _person(connection, made.person) is not None:
                raise _known("person", made.person)
            connection.execute(schema.people.insert(), dict(made.__dict__))
            self._log(connection, Event("enrolled", by, person=made.person))

        self._write(work)
        return made

    def revoke_person(self, name: str, by: Mapping[str, str]) -> Person | None:
        """A person may log in no more, and open logins end."""

        def work(connection: Connection) -> Person | None:
            found = _person(connection, name)
            if found is None or found.revoked_at is not None:
                return found
            here = schema.people.c.person == name
            ended = {"revoked_at": self._now()}
            connection.execute(change(schema.people).where(here).values(ended))
            self._log(connection, Event("revoked", by, person=name))
            return _person(connection, name)

        made: Person | None = self._write(work)
        return made

    def person(self, name: str) -> Person | None:
        """A person by name."""
        found: Person | None = self._read(lambda c: _person(c, name))
        return found

    def people(self) -> list[Person]:
        """Everybody, those revoked among them."""
        return self._rows(select(schema.people).order_by(schema.people.c.person), _as_person)

    # --- Logins ------------------------------------------------------------------

    def log_in(self, login: Login, token_hash: str) -> None:
        """Somebody logged in."""
        row = {**login.__dict__, "token_hash": token_hash}
        self._note(schema.logins.insert().values(row), "logged_in", login)

    def log_in_failed(self, device: str, person: str) -> None:
        """Somebody tried in vain."""
        event = Event("login_failed", {}, device=device, person=person)
        self._write(lambda c: self._log(c, event))

    def log_out(self, token_hash: str, login: Login) -> None:
        """A login ends before its time."""
        here = schema.logins.c.token_hash == token_hash
        ended = change(schema.logins).where(here).values(ended_at=self._now())
        self._note(ended, "logged_out", login)

    def _note(self, statement: Any, what: str, login: Login) -> None:
        event = Event(what, {}, device=login.device, person=login.person)

        def work(connection: Connection) -> None:
            connection.execute(statement)
            self._log(connection, event)

        self._write(work)

    def login(self, token_hash: str) -> Login | None:
        """The login whose token has this hash."""
        where = schema.logins.c.token_hash == token_hash
        rows = self._rows(select(schema.logins).where(where), _as_login)
        return rows[0] if rows else None

    def failures(self, person: str, since: str) -> int:
        """How often a login failed since then."""
        log = schema.access_log.c
        query = (
            select(func.count())
            .select_from(schema.access_log)
            .where(log.person == person, log.what == "login_failed", log.at >= since)
        )
        return int(self._read(lambda c: c.execute(query).scalar()))

    # --- The access log ----------------------------------------------------------

    def access(self, after: int, limit: int) -> list[Event]:
        """Lines of the access log in order, those after number ``after``."""
        log = schema.access_log
        query = select(log).where(log.c.number > after).order_by(log.c.number).limit(limit)
        return self._rows(query, _as_event)

    def _log(self, connection: Connection, event: Event) -> None:
        row = {
            "at": self._now(),
            "what": event.what,
            "device": event.device,
            "person": event.person,
            "by": json.dumps(dict(event.by)),
        }
        connection.execute(schema.access_log.insert(), row)

    def _rows(self, query: Any, as_: Callable[[Row[Any]], Any]) -> list[Any]:
        rows: list[Any] = self._read(
            lambda connection: [as_(row) for row in connection.execute(query)]
        )
        return rows


def _known(what: str, name: str) -> AlreadyKnown:
    return AlreadyKnown(f"There is a {what} {name!r} already; a name is given once.")


def _device(connection: Connection, name: str) -> Device | None:
    query = select(schema.devices).where(schema.devices.c.device == name)
    row = connection.execute(query).first()
    return None if row is None else _as_device(row)


def _person(connection: Connection, name: str) -> Person | None:
    query = select(schema.people).where(schema.people.c.person == name)
    row = connection.execute(query).first()
    return None if row is None else _as_person(row)


def _as_device(row: Row[Any]) -> Device:
    tables = tuple(json.loads(row.tables))
    return Device(row.device, row.role, tables, row.enrolled_at, row.expires_at, row.revoked_at)


def _as_person(row: Row[Any]) -> Person:
    return Person(row.person, row.role, row.enrolled_at, row.revoked_at, row.pin_hash)


def _as_login(row: Row[Any]) -> Login:
    return Login(row.device, row.person, row.expires_at, row.ended_at)


def _as_event(row: Row[Any]) -> Event:
    return Event(row.what, json.loads(row.by), row.device, row.person, row.at, row.number)
