"""Tokens of devices, and people who log in on them.

A token is 256 bits of chance and is kept as its SHA-256 only, so a copy of the database
lets nobody in. A person's login lives on top of a device's token, for a shift at most,
and ends with the device. What a token may do is in ``api.service.roles``.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from api.service.problems import Problem
from api.service.roles import ROLES, Caller
from api.store.people import AlreadyKnown, Device, Login, PeopleStore, Person
from api.store.sql import stamp

DEVICE, LOGIN, INVITATION = "adj_d_", "adj_p_", "adj_e_"
CODE = re.compile(INVITATION + r"(\d{1,12})_[\w-]{43}", re.ASCII)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
PIN = range(4, 65)  # characters
TRIES, LOCKED_FOR = 5, timedelta(minutes=15)
LONGEST_LOGIN = timedelta(hours=12)
INVITED = timedelta(minutes=10)  # for which a code to enrol is good
CACHED = 1.0  # seconds for which a resolved token is cached
COST = {"n": 2**14, "r": 8, "p": 1}


def token_hash(token: str) -> str:
    """The hash that is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def pin_hash(pin: str, salt: str | None = None) -> str:
    """The hash that is stored of a PIN: salted, and slow to guess."""
    salt = salt or secrets.token_hex(16)
    derived = hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), **COST)
    return f"{salt}${derived.hex()}"


def _fits(pin: str, kept: str) -> bool:
    return hmac.compare_digest(pin_hash(pin, kept.partition("$")[0]), kept)


class Accounts:
    """Resolves tokens to callers; enrols and revokes devices and people."""

    def __init__(
        self, store: PeopleStore, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._store = store
        self._now = now
        self._known: dict[str, tuple[float, Caller]] = {}
        self._gate = threading.Lock()

    # --- Who is it? --------------------------------------------------------------

    def caller(self, token: str) -> Caller:
        """The caller a token stands for; a ``Problem`` if it is not valid."""
        if token.startswith(INVITATION):
            raise bad_token("This is a code that enrols a device: open it in the device's browser.")
        hashed = token_hash(token)
        moment, known = self._known.get(hashed, (0.0, None))
        if known is not None and time.monotonic() - moment < CACHED:
            return known
        self._forget(hashed)
        caller = self._of_login(hashed) if token.startswith(LOGIN) else self._of_device(hashed)
        with self._gate:
            self._known[hashed] = (time.monotonic(), caller)
        return caller

    def _forget(self, hashed: str | None = None) -> None:
        with self._gate:
            if hashed is None:
                self._known.clear()
            else:
                self._known.pop(hashed, None)

    def _of_device(self, hashed: str) -> Caller:
        device = self._store.by_token(hashed)
        if device is None:
            raise bad_token("The token is not known here.")
        self._check_device(device)
        return Caller(ROLES[device.role], device.device, None, device.tables)

    def _check_device(self, device: Device) -> None:
        if device.revoked_at is not None:
            raise bad_token(f"The device {device.device!r} was revoked at {device.revoked_at}.")
        if device.expires_at is not None and device.expires_at <= stamp(self._now()):
            detail = f"The token of device {device.device!r} expired at {device.expires_at}."
            raise bad_token(detail)

    def _of_login(self, hashed: str) -> Caller:
        login = self._store.login(hashed)
        if login is None:
            raise bad_token("The login is not known here.")
        ended = login.ended_at or (
            login.expires_at if login.expires_at <= stamp(self._now()) else None
        )
        if ended is not None:
            raise bad_token(f"The login ended at {ended}; log in again.")
        device, person = self._store.device(login.device), self._store.person(login.person)
        assert device is not None
        assert person is not None
        self._check_device(device)
        if person.revoked_at is not None:
            raise bad_token(f"The person {person.person!r} was revoked at {person.revoked_at}.")
        return Caller(ROLES[person.role], device.device, person.person, device.tables)

    # --- Devices -----------------------------------------------------------------

    def enrol(
        self,
        name: str,
        role: str,
        tables: Sequence[str],
        days: int | None,
        by: Mapping[str, str],
    ) -> tuple[Device, str]:
        """Enrol a device; its token is returned this once."""
        _check_name("device", name)
        _check_role(role)
        for table in tables:
            _check_name("tables", table)
        if ROLES[role].own_tables and not tables:
            raise _malformed("tables", f"a {role}'s device is bound to one table or more")
        token = DEVICE + secrets.token_urlsafe(32)
        until = None if days is None else stamp(self._now() + timedelta(days=days))
        device = Device(name, role, tuple(tables), "", until)
        try:
            return self._store.enrol(device, token_hash(token), by), token
        except AlreadyKnown as known:
            raise Problem("NAME_TAKEN", str(known), {"device": [str(known)]}) from None

    def renew(self, name: str, by: Mapping[str, str]) -> tuple[Device, str]:
        """Replace a device's token; the old one stops working at once."""
        return self._renewed(name, DEVICE + secrets.token_urlsafe(32), by)

    def invite(self, name: str, by: Mapping[str, str]) -> tuple[Device, str]:
        """Replace a device's token by a code, good once and for minutes, that gets it one.

        The code says when it ends; it is known by its hash, so nobody can put that off.
        """
        until = int((self._now() + INVITED).timestamp())
        return self._renewed(name, f"{INVITATION}{until}_{secrets.token_urlsafe(32)}", by)

    def redeem(self, code: str) -> tuple[Device, str]:
        """A device's token for the code it was invited with, which ends with this."""
        met = CODE.fullmatch(code)
        if met is None:
            raise bad_token("This is no code that enrols a device.")
        if int(met[1]) <= self._now().timestamp():
            raise bad_token("The code has expired; an admin gives another.")
        token, hashed = DEVICE + secrets.token_urlsafe(32), token_hash(code)
        device = self._store.redeem(hashed, token_hash(token))
        if device is None:
            raise bad_token("The code was used before, or another has taken its place.")
        self._check_device(device)
        return device, token

    def _renewed(self, name: str, token: str, by: Mapping[str, str]) -> tuple[Device, str]:
        device = self._store.renew(name, token_hash(token), by)
        self._forget()
        if device is None:
            raise _nobody("device", name)
        self._check_device(device)
        return device, token

    def revoke(self, name: str, by: Mapping[str, str]) -> Device:
        """End a device's token, and every login on the device."""
        device = self._store.revoke(name, by)
        self._forget()
        if device is None:
            raise _nobody("device", name)
        return device

    def has_admin(self) -> bool:
        """Whether any admin device could enrol others."""
        now = stamp(self._now())
        return any(
            one.role == "admin"
            and one.revoked_at is None
            and (one.expires_at is None or one.expires_at > now)
            for one in self._store.devices()
        )

    # --- People ------------------------------------------------------------------

    def enrol_person(self, name: str, role: str, pin: str, by: Mapping[str, str]) -> Person:
        """Enrol a person, who may then log in on devices."""
        _check_name("person", name)
        _check_role(role)
        if len(pin) not in PIN:
            raise _malformed("pin", f"allowed: {PIN.start} to {PIN.stop - 1} characters")
        person = Person(name, role, "", pin_hash=pin_hash(pin))
        try:
            return self._store.enrol_person(person, by)
        except AlreadyKnown as known:
            raise Problem("NAME_TAKEN", str(known), {"person": [str(known)]}) from None

    def revoke_person(self, name: str, by: Mapping[str, str]) -> Person:
        """Revoke a person; open logins end."""
        person = self._store.revoke_person(name, by)
        self._forget()
        if person is None:
            raise _nobody("person", name)
        return person

    def log_in(self, caller: Caller, name: str, pin: str, hours: int) -> tuple[Login, str, str]:
        """A login on the caller's device: the login, its token and its role."""
        assert caller.device is not None
        device = self._store.device(caller.device)
        assert device is not None
        person = self._store.person(name)
        since = self._now() - LOCKED_FOR
        if self._store.failures(name, stamp(since)) >= TRIES:
            detail = f"{TRIES} logins of {name!r} failed; wait {LOCKED_FOR.seconds // 60} minutes."
            raise Problem("TOO_MANY", detail, retry_after=LOCKED_FOR.seconds)
        kept = person.pin_hash if person is not None else pin_hash("", "00")
        if not _fits(pin, kept) or person is None or person.revoked_at is not None:
            self._store.log_in_failed(device.device, name)
            raise Problem("LOGIN_FAILED", "No person of this name with this PIN.")
        allowed = ROLES[device.role].logins
        if person.role not in allowed:
            detail = (
                f"A {person.role} does not log in on a {device.role}'s device; "
                f"allowed: {', '.join(allowed)}."
            )
            raise Problem("ROLE", detail, {"person": [detail]})
        token = LOGIN + secrets.token_urlsafe(32)
        until = self._now() + min(timedelta(hours=hours), LONGEST_LOGIN)
        login = Login(device.device, person.person, stamp(until))
        self._store.log_in(login, token_hash(token))
        return login, token, person.role

    def log_out(self, token: str) -> None:
        """End the login that this token stands for."""
        hashed = token_hash(token)
        login = self._store.login(hashed)
        if login is None:
            detail = "The token is the device's own; nobody is logged in."
            raise Problem("NOT_FOUND", detail)
        self._store.log_out(hashed, login)
        self._forget()


def bad_token(detail: str) -> Problem:
    """The token is not valid; it is never echoed."""
    return Problem("BAD_TOKEN", detail)


def _check_name(what: str, name: str) -> None:
    if not NAME.fullmatch(name):
        raise _malformed(what, "allowed: 1 to 64 letters, digits, '.', '_' or '-'")


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise _malformed("role", f"found {role!r}; allowed: {', '.join(ROLES)}")


def _malformed(field: str, said: str) -> Problem:
    return Problem("MALFORMED", f"{field}: {said}", {field: [said]})


def _nobody(what: str, name: str) -> Problem:
    detail = f"There is no {what} {name!r}."
    return Problem("NOT_FOUND", detail, {what: [detail]})
