"""Who may do what: the one table that the service, its documentation and tests read.

A role says which entries its holder may record, which routes they may call, and when they may
read cards that the table has not seen. Whatever the table does not allow is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from adjudicator.log.events import EVENTS


class Concealed(Enum):
    """When a role may read cards that were never seen at the table."""

    NEVER = "never"
    AFTER_HAND = "once the hand is over"
    ALWAYS = "at once"


@dataclass(frozen=True)
class Role:
    """One row of the table.

    ``takes_back`` allows the correction of the table's last entry where the same device
    recorded it; any other correction asks for ``entry_corrected`` in ``records``.
    ``logins`` are the roles of people who may log in on a device of this role.
    """

    name: str
    about: str
    records: frozenset[str] = frozenset()
    concealed: Concealed = Concealed.NEVER
    own_tables: bool = False
    takes_back: bool = False
    logins: tuple[str, ...] = ()

    @property
    def may_take_back(self) -> bool:
        """Whether its holder may correct at least the last entry of their own device."""
        return self.takes_back or "entry_corrected" in self.records


EVERY_EVENT = frozenset(EVENTS)
OPINIONS = frozenset(("opinion_asked", "opinion_given"))
FLOOR_ONLY = OPINIONS | {"table_opened", "game_changed", "floor_decided", "entry_corrected"}
OPEN = Role(
    "open",
    "a service without tokens, on one machine",
    records=EVERY_EVENT,
    concealed=Concealed.ALWAYS,
)
ROLES: Mapping[str, Role] = {
    role.name: role
    for role in (
        Role(
            "dealer",
            "records what happens at its own table",
            records=EVERY_EVENT - FLOOR_ONLY,
            own_tables=True,
            takes_back=True,
            logins=("dealer", "floor"),
        ),
        Role(
            "floor",
            "opens tables, decides, corrects, and records what a dealer may",
            records=EVERY_EVENT,
            logins=("floor",),
        ),
        Role(
            "auditor",
            "reads everything, a hand's cards once it is over",
            concealed=Concealed.AFTER_HAND,
            logins=("auditor",),
        ),
        Role(
            "surveillance",
            "sees everything as it happens, notes, calls the floor and says how it sees a matter",
            records=frozenset(("noted", "floor_called", "call_closed", "opinion_given")),
            concealed=Concealed.ALWAYS,
            logins=("surveillance",),
        ),
        Role(
            "admin",
            "enrols and revokes devices and people; records nothing",
            logins=("admin",),
        ),
    )
}

_EVERY = frozenset(ROLES)
_RECORDS = frozenset(name for name, role in ROLES.items() if role.records)
_FLOOR, _ADMIN = frozenset(("floor",)), frozenset(("admin",))
_ACCESS = frozenset(("admin", "auditor", "surveillance"))

# Pages say nothing of a table: what they show, their scripts ask for with the reader's token.
PAGES = frozenset(
    (
        "GET /",
        "POST /sign-in",
        "POST /sign-out",
        "POST /settings",
        "GET /devices",
        "POST /devices",
        "GET /enrol/<code>",
        "POST /enrol",
        "GET /tablet/<table>",
        "GET /floor",
        "GET /audit",
        "GET /audit/<table>/<int:number>",
        "GET /rulebook",
        "GET /rulebook/<path:rule>",
        "GET /games/<game>",
        "GET /practice",
        "GET /practice/<game>/<int:number>",
        "GET /static/<path:name>",
        "GET /worker.js",
    )
)
NO_TOKEN = PAGES | {"GET /healthz", "GET /readyz", "GET /openapi.json", "GET /docs"}
ROUTES: Mapping[str, frozenset[str]] = {
    "GET /metrics": _EVERY,
    "GET /v1/rulebook": _EVERY,
    "GET /v1/rulebook/<path:rule>": _EVERY,
    "GET /v1/games": _EVERY,
    "GET /v1/search": _EVERY,
    "GET /v1/subjects": _EVERY,
    "GET /v1/games/<game>": _EVERY,
    "POST /v1/adjudications": _EVERY,
    "POST /v1/tables": _FLOOR,
    "GET /v1/tables": _EVERY,
    "GET /v1/tables/<table>": _EVERY,
    "POST /v1/tables/<table>/events": _RECORDS,
    "GET /v1/tables/<table>/events": _EVERY,
    "GET /v1/tables/<table>/export": _EVERY,
    "GET /v1/tables/<table>/state": _EVERY,
    "GET /v1/tables/<table>/taps": _EVERY,
    "GET /v1/tables/<table>/hands": _EVERY,
    "GET /v1/tables/<table>/hands/<int:number>": _EVERY,
    "GET /v1/tables/<table>/rulings": _EVERY,
    "GET /v1/tables/<table>/rulings/<ruling>": _EVERY,
    "POST /v1/tables/<table>/rulings/<ruling>/decision": _FLOOR,
    "POST /v1/tables/<table>/what-if": _EVERY,
    "GET /v1/calls": _EVERY,
    "GET /v1/hands": _EVERY,
    "GET /v1/rulings": _EVERY,
    "GET /v1/stream": _EVERY,
    "GET /v1/ledger/key": _EVERY,
    "GET /v1/ledger/checkpoint": _EVERY,
    "GET /v1/ledger/inclusion": _EVERY,
    "GET /v1/ledger/consistency": _EVERY,
    "GET /v1/ledger/runs": _EVERY - {"dealer"},
    "GET /v1/me": _EVERY,
    "POST /v1/logins": _EVERY,
    "DELETE /v1/logins": _EVERY,
    "GET /v1/devices": _ACCESS,
    "POST /v1/devices": _ADMIN,
    "DELETE /v1/devices/<device>": _ADMIN,
    "POST /v1/devices/<device>/token": _ADMIN,
    "GET /v1/people": _ACCESS,
    "POST /v1/people": _ADMIN,
    "DELETE /v1/people/<person>": _ADMIN,
    "GET /v1/access": _ACCESS,
}
RECORDING = frozenset(
    (
        "POST /v1/tables",
        "POST /v1/tables/<table>/events",
        "POST /v1/tables/<table>/rulings/<ruling>/decision",
    )
)


@dataclass(frozen=True)
class Caller:
    """Who sends a request: in which role, on which device, and logged in as whom.

    ``tables`` are those the device is bound to; none means every table.
    """

    role: Role
    device: str | None = None
    person: str | None = None
    tables: tuple[str, ...] = ()

    def recorded_by(self) -> dict[str, str]:
        """What an entry says about who recorded it."""
        known = {"role": self.role.name, "device": self.device, "person": self.person}
        return {name: value for name, value in known.items() if value is not None}

    def serves(self, table: str) -> bool:
        """Whether the table is one of the caller's.

        A device bound to ``main-3`` also serves that table's sessions, ``main-3.…``.
        """
        if not self.tables:
            return True
        return any(table == own or table.startswith(own + ".") for own in self.tables)


ANYBODY = Caller(OPEN)


def asks_for_token(route: str) -> bool:
    """Whether a route, such as ``GET /v1/tables``, requires a token."""
    return route not in NO_TOKEN


def documented(route: str) -> str:
    """A route as the documentation writes it: ``GET /v1/games/{game}``."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


def may_call(role: Role, route: str) -> bool:
    """Whether a role may call a route."""
    return role is OPEN or route in NO_TOKEN or role.name in ROUTES.get(route, ())


def recorders_of(kind: str) -> list[str]:
    """The roles that may record an event type."""
    return [name for name, role in ROLES.items() if kind in role.records]


def as_rows() -> Iterable[tuple[str, ...]]:
    """The table as the documentation prints it."""
    yield "role", "does", "may record", "at", "reads concealed cards"
    for role in ROLES.values():
        where = "its own tables" if role.own_tables else "every table"
        yield role.name, role.about, _recorded(role), where, role.concealed.value


def _recorded(role: Role) -> str:
    if not role.records:
        return "nothing"
    if role.records == EVERY_EVENT:
        return "every entry"
    if len(role.records) < len(EVERY_EVENT) / 2:
        return ", ".join(sorted(role.records))
    but = ", ".join(sorted(EVERY_EVENT - role.records))
    own = "; takes back its own last entry" if role.takes_back else ""
    return f"every entry but {but}{own}"
