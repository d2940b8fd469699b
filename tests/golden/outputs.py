"""What the product answers to the stored logs, one answer an item.

``check`` is ``adjudicator check --json``, ``timeline`` the same for people to read,
``steps`` the state after every entry, ``masked`` what each role reads of a table over HTTP,
halfway and at the end. ``check`` has every log, the others a share of them.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from flask.testing import FlaskClient

from tests.golden.doors import (
    ROLES,
    Docket,
    Rate,
    Rates,
    Refused,
    Settings,
    create_app,
    load,
    main,
    state_json,
)
from tests.golden.inputs import Event, logs

SOURCES = ("docs", "cases", "hands", "tests", "walks")
SHARE = {"check": 1, "timeline": 8, "steps": 12, "masked": 32}
GROUP = 60
READERS = ("dealer", "floor", "auditor", "surveillance")
NEVER_THE_SAME = (
    "hash",
    "prev_hash",
    "salt",
    "recorded_at",
    "opened_at",
    "started_at",
    "request_id",
)
DIGITS = 16
BY = {"role": "test"}
Answer = tuple[str, str]


def names(kind: str) -> list[str]:
    """The logs of which this kind of answer is kept."""
    if kind == "check":
        return [name for source in SOURCES for name in logs(source)]
    every = [name for source in SOURCES if source != "tests" for name in logs(source)]
    return every[3 :: SHARE[kind]]


def groups(kind: str) -> list[list[str]]:
    """The same in parts that may be worked on side by side."""
    every = names(kind)
    return [every[start : start + GROUP] for start in range(0, len(every), GROUP)]


def answers(kind: str, wanted: Iterable[str]) -> Iterator[Answer]:
    """What the product answers to these logs."""
    return KINDS[kind]((name, logs(name.partition("/")[0])[name]) for name in wanted)


def digest(answer: str) -> str:
    """The first digits of an answer's SHA-256."""
    return hashlib.sha256(answer.encode()).hexdigest()[:DIGITS]


def lines_of(events: Iterable[Event]) -> str:
    """A log file's text."""
    return "".join(json.dumps(event) + "\n" for event in events)


# --- On the command line ------------------------------------------------------------


def command(*arguments: str, given: str = "") -> str:
    """What a command prints, on a screen as wide as any."""
    runner, wide = CliRunner(), {"COLUMNS": "999"}
    return runner.invoke(main, arguments, input=given, env=wide, catch_exceptions=False).stdout


def _check(found: Iterable[tuple[str, list[Event]]]) -> Iterator[Answer]:
    for name, events in found:
        yield name, command("check", "-", "--json", given=lines_of(events))


def _timeline(found: Iterable[tuple[str, list[Event]]]) -> Iterator[Answer]:
    for name, events in found:
        yield name, command("check", "-", given=lines_of(events))


# --- Entry by entry -----------------------------------------------------------------


def _steps(found: Iterable[tuple[str, list[Event]]]) -> Iterator[Answer]:
    for name, events in found:
        yield name, "\n".join(_states(events))


def _states(events: Iterable[Event]) -> Iterator[str]:
    docket = Docket(load())
    for event in events:
        if _taken(docket, event):
            yield json.dumps(state_json(docket.state))


def _taken(docket: Docket, event: Event) -> bool:
    try:
        docket.record(event)
    except Refused:
        return False
    return True


# --- Over HTTP ----------------------------------------------------------------------


@contextmanager
def service(*tables: str) -> Iterator[tuple[FlaskClient, Callable[[str], Any]]]:
    """A client of a fresh service, and what a role sends to be known.

    The dealer serves these tables.
    """
    plenty = Rate(1e9, 10**9)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            database=f"sqlite:///{Path(folder) / 'golden.sqlite'}",
            rates=Rates(plenty, plenty, plenty),
        )
        app = create_app(settings, log=_Silent())
        parts = app.extensions["adjudicator"]
        tokens = {
            name: parts.accounts.enrol(name, name, role.own_tables * tables, None, BY)[1]
            for name, role in ROLES.items()
        }
        try:
            yield app.test_client(), lambda role: {"Authorization": f"Bearer {tokens[role]}"}
        finally:
            parts.store.close()


class _Silent:
    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None


def _masked(found: Iterable[tuple[str, list[Event]]]) -> Iterator[Answer]:
    tables = {_table(name): (name, events) for name, events in found}
    with service(*tables) as (client, known):
        for table, (name, events) in tables.items():
            docket = Docket(load())
            kept = [event for event in events if _taken(docket, event)]
            yield name, _views(client, known, table, kept)


def _table(name: str) -> str:
    """A log's name as that of a table."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[-40:].strip("-")


def _views(
    client: FlaskClient, known: Callable[[str], Any], table: str, events: list[Event]
) -> str:
    opening = {k: v for k, v in events[0].items() if k != "type"} | {"table": table}
    reply = client.post("/v1/tables", json=opening, headers=known("floor"))
    said: list[Any] = [reply.status_code]
    half = len(events) // 2
    for part in (events[1:half], events[half:]):
        body = {"events": part}
        path = f"/v1/tables/{table}/events"
        reply = client.post(path, json=body, headers=known("floor"))
        said.append([reply.status_code, settled(reply.json)])
        for role in READERS:
            told = {path: _read(client, known(role), path) for path in _paths(table)}
            said.append([role, told])
    return json.dumps(said)


def _paths(table: str) -> Iterator[str]:
    for path in ("/events?limit=1000", "/state", "/hands", "/hands/1", "/rulings?limit=1000"):
        yield f"/v1/tables/{table}{path}"


def _read(client: FlaskClient, headers: Mapping[str, str], path: str) -> Any:
    reply = client.get(path, headers=headers)
    return [reply.status_code, settled(reply.json)]


def settled(value: Any) -> Any:
    """Without what is drawn at random or told by the clock."""
    if isinstance(value, list):
        return [settled(one) for one in value]
    if isinstance(value, dict):
        return {k: settled(one) for k, one in value.items() if k not in NEVER_THE_SAME}
    return value


KINDS: Mapping[str, Callable[[Iterable[tuple[str, list[Event]]]], Iterator[Answer]]] = {
    "check": _check,
    "timeline": _timeline,
    "steps": _steps,
    "masked": _masked,
}
