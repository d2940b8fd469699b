"""What is wrong with an installation, and what to do about it.

Changes nothing: whatever it tries in the database it rolls back.
"""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable, select, text
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.errors import AdjudicatorError
from api.evidence import keys
from api.evidence.chain import Shown, first_fault
from api.evidence.ledger import Proofs
from api.evidence.note import checkpoint
from api.evidence.sources import of_row
from api.store import migrations
from api.store.canonical import START
from api.store.engines import connect, file_of, to_write
from api.store.ledger import SqlLedger
from api.store.port import Stored
from api.store.schema import (
    access_log,
    entries,
    expiries,
    heads,
    hold_releases,
    holds,
    log,
    metadata,
    receipts,
    runs,
)

OK, WARNING, BAD = "ok", "warning", "bad"
LAST = 200  # entries at the end of each table that are looked at
TABLES = 500  # tables, those written to last
SKEW = timedelta(seconds=2)
LATE = timedelta(minutes=1)
LITTLE, TOO_LITTLE = 2 * 1024**3, 256 * 1024**2  # bytes free on the disk
NO_TABLE = "~"  # an id that no table can have
KEPT = (entries, receipts, runs, holds, hold_releases, expiries, access_log)


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at; ``remedy`` says what to do where it is not well."""

    what: str
    state: str
    detail: str
    remedy: str = ""

    def wire(self) -> dict[str, str]:
        """The finding as plain JSON."""
        return {
            "what": self.what,
            "state": self.state,
            "detail": self.detail,
            "remedy": self.remedy,
        }


def examine(url: str, key: Path, now: Callable[[], datetime]) -> Iterator[Finding]:
    """Everything that can be checked, in the order to fix it."""
    missing = _missing(url)
    if missing:
        yield missing
        return
    engine = connect(url)
    try:
        yield from _looked_at(engine, key, now)
    except SQLAlchemyError as error:
        yield Finding("database", BAD, f"cannot be read: {_cause(error)}", _remedy(engine))
    finally:
        engine.dispose()


def _looked_at(engine: Engine, key: Path, now: Callable[[], datetime]) -> Iterator[Finding]:
    reached = _reachable(engine)
    yield reached
    if reached.state == BAD:
        return
    version = _version(engine)
    yield version
    yield from _file(engine)
    yield from _settings(engine)
    yield from _standbys(engine)
    yield _key(key)
    if version.state == BAD:
        return
    yield _guards(engine)
    yield _way_in(engine)
    yield _clock(engine, now())
    yield _chains(engine)
    yield _ledger(engine, key)
    yield _lag(engine, now())


def _cause(error: SQLAlchemyError) -> object:
    return getattr(error, "orig", None) or error


def _missing(url: str) -> Finding | None:
    """To connect to a file makes it; so it is looked for before."""
    file = file_of(url)
    if file is None or file.exists():
        return None
    return Finding("database", BAD, f"there is no file {file}", "Name it with --database.")


def _ask(engine: Engine, question: Callable[[Connection], Any]) -> Any:
    with engine.connect() as connection:
        return question(connection)


def _scalar(engine: Engine, asked: str) -> Any:
    return _ask(engine, lambda connection: connection.execute(text(asked)).scalar())


def _reachable(engine: Engine) -> Finding:
    try:
        _ask(engine, lambda connection: connection.execute(text("SELECT 1")))
    except SQLAlchemyError as error:
        return Finding("database", BAD, f"does not answer: {_cause(error)}", _remedy(engine))
    return Finding("database", OK, f"{engine.dialect.name} answers")


def _remedy(engine: Engine) -> str:
    if engine.dialect.name == "sqlite":
        return "Mend its address; if the file is damaged, keep it and restore a backup."
    return "Start it, or mend its address."


def _version(engine: Engine) -> Finding:
    found = _ask(engine, migrations.current)
    if found != migrations.newest():
        detail = f"tables of step {found}; this version wants {migrations.newest()}"
        return Finding("tables", BAD, detail, _to_be_of_this_version(found))
    differing = _ask(engine, lambda connection: migrations.missing(connection, metadata))
    if differing:
        detail = f"{len(differing)} differences from step {found}, first: {differing[0]}"
        return Finding("tables", BAD, detail, "Somebody changed the tables; restore a backup.")
    return Finding("tables", OK, f"step {found}")


def _to_be_of_this_version(found: str | None) -> str:
    if migrations.knows(found):
        return "Run adjudicator migrate with this version."
    return "Use the version that made them."


def _file(engine: Engine) -> Iterator[Finding]:
    if engine.dialect.name != "sqlite":
        return
    path = Path(engine.url.database or "")
    mode = stat.S_IMODE(path.stat().st_mode)
    remedy = f"chmod 600 {path}: it holds concealed cards."
    if mode & stat.S_IWOTH:
        yield Finding("file", BAD, f"anybody can write to it, mode {mode:04o}", remedy)
    elif mode & keys.OTHERS:
        yield Finding("file", WARNING, f"others can read it, mode {mode:04o}", remedy)
    else:
        yield Finding("file", OK, f"mode {mode:04o}")
    free = shutil.disk_usage(path.absolute().parent).free
    state = BAD if free < TOO_LITTLE else WARNING if free < LITTLE else OK
    remedy = "" if state == OK else "Make room; a full disk stops the record."
    yield Finding("disk", state, f"{free / 1024**3:.1f} GiB free", remedy)


WANTED = {
    "sqlite": (
        ("PRAGMA journal_mode", ("wal",)),
        ("PRAGMA synchronous", ("2", "3")),
        ("PRAGMA foreign_keys", ("1",)),
    ),
    "postgresql": (
        ("SHOW fsync", ("on",)),
        ("SHOW full_page_writes", ("on",)),
        ("SHOW synchronous_commit", ("on", "remote_write", "remote_apply")),
        ("SHOW server_encoding", ("UTF8",)),
    ),
}


def _settings(engine: Engine) -> Iterator[Finding]:
    """What makes an acknowledged entry durable."""
    for asked, allowed in WANTED[engine.dialect.name]:
        name = asked.split(" ")[1]
        found = str(_scalar(engine, asked))
        if found in allowed:
            yield Finding(name, OK, found)
            continue
        detail = f"found {found}; allowed: {', '.join(allowed)}"
        yield Finding(name, BAD, detail, "An acknowledged entry may be lost; set it back.")


def _standbys(engine: Engine) -> Iterator[Finding]:
    """Where there are standbys, an acknowledged entry should be on one of them."""
    if engine.dialect.name != "postgresql":
        return
    asked = "SELECT coalesce(sync_state, 'hidden') AS state FROM pg_stat_replication"
    states = [row.state for row in _rows(engine, text(asked))]
    if states:
        yield standbys(states, str(_scalar(engine, "SHOW synchronous_standby_names")))


def standbys(states: list[str], named: str) -> Finding:
    """What the states of the standbys, and the setting that names them, come to."""
    detail = f"{len(states)} attached: {', '.join(sorted(states))}"
    if not named:
        remedy = "Losing the machine loses entries; set synchronous_mode in Patroni."
        return Finding("standbys", BAD, f"{detail}; none is waited for", remedy)
    if not {"sync", "quorum", "hidden"} & set(states):
        return Finding("standbys", WARNING, detail, "None keeps up; writes may be waiting.")
    return Finding("standbys", OK, detail)


def _key(path: Path) -> Finding:
    try:
        found = keys.load(path)
    except AdjudicatorError as error:
        return Finding("key", BAD, str(error), keys.REMEDY)
    return Finding("key", OK, found.public.text())


def _guards(engine: Engine) -> Finding:
    """Whether the database refuses to change what was recorded; tried, and taken back."""
    open_to_change = [
        f"{verb} on {table.name}"
        for table in KEPT
        for verb in ("update", "delete")
        if _allows(engine, table, verb)
    ]
    if not open_to_change:
        return Finding("guards", OK, "what was recorded can be neither changed nor removed")
    detail = f"the database allows {', '.join(open_to_change)}"
    return Finding("guards", BAD, detail, "Triggers are gone; verify, and restore a backup.")


def _allows(engine: Engine, table: Any, verb: str) -> bool:
    row = _ask(engine, lambda connection: connection.execute(select(table).limit(1)).first())
    if row is None:
        return False
    key = [column == getattr(row, column.name) for column in table.primary_key]
    same = {column.name: column for column in table.primary_key}
    change = table.update().values(same) if verb == "update" else table.delete()
    return _refusal(engine, change.where(*key)) is None


def _way_in(engine: Engine) -> Finding:
    """Whether entries can be added where they follow, and nowhere else; taken back."""
    first = {"table_id": NO_TABLE, "seq": 1, "recorded_at": "", "body": b"", "hash": START}
    first |= {"previous": START, "dues": 0, "summary": "{}"}
    refusal = _refusal(engine, log.insert(), first)
    if refusal is not None:
        remedy = "Let adjudicator migrate grant it to this role, or restore a backup."
        return Finding("appends", BAD, f"entries cannot be added: {refusal}", remedy)
    if _refusal(engine, log.insert(), first, {**first, "seq": 3}) is None:
        detail = "the database takes entries that do not follow the last one"
        return Finding("appends", BAD, detail, "Triggers are gone; verify, and restore a backup.")
    return Finding("appends", OK, "entries are added where they follow the last one")


def _refusal(engine: Engine, statement: Executable, *rows: dict[str, Any]) -> object:
    """Why the database refuses to carry this out; what it does carry out is taken back."""
    with to_write(engine) as connection:
        try:
            for row in rows or ({},):
                connection.execute(statement, row)
        except SQLAlchemyError as error:
            return _cause(error)
        finally:
            connection.rollback()
    return None


def _clock(engine: Engine, now: datetime) -> Finding:
    newest = _scalar(engine, "SELECT max(recorded_at) FROM heads")
    if newest is None:
        return Finding("clock", OK, "nothing recorded yet")
    behind = _time(newest) - now
    if behind > SKEW:
        detail = f"it is behind the last entry by {behind.total_seconds():.0f} s"
        return Finding(
            "clock", BAD, detail, "Set the clock; times of record stand still meanwhile."
        )
    if engine.dialect.name == "postgresql":
        apart = abs((_scalar(engine, "SELECT now()") - now).total_seconds())
        if apart > SKEW.total_seconds():
            detail = f"it differs from the database's by {apart:.0f} s"
            return Finding("clock", WARNING, detail, "Let NTP keep both.")
    return Finding("clock", OK, f"not behind the last entry, of {newest}")


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(UTC)


def _chains(engine: Engine) -> Finding:
    recent = select(heads).order_by(heads.c.recorded_at.desc()).limit(TABLES)
    found = [fault for fault in (_chain(engine, row) for row in _rows(engine, recent)) if fault]
    if found:
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        detail = f"{found[0]}{more}"
        return Finding("chains", BAD, detail, "Run adjudicator verify; keep the file as it is.")
    return Finding("chains", OK, f"the last {LAST} entries of every table hold together")


def _rows(engine: Engine, query: Any) -> list[Any]:
    return list(_ask(engine, lambda connection: connection.execute(query).all()))


def _chain(engine: Engine, head: Any) -> str | None:
    """The end of a table's log, from some entry on, against its head."""
    here = entries.c.table_id == head.table_id
    asked = select(entries).where(here, entries.c.seq <= head.version)  # more may have come
    asked = asked.order_by(entries.c.seq.desc()).limit(LAST + 1)
    rows = [
        Stored(row.table_id, row.seq, row.recorded_at, bytes(row.body), row.hash)
        for row in reversed(_rows(engine, asked))
    ]
    if not rows or (rows[-1].seq, rows[-1].hash) != (head.version, head.hash):
        return f"table {head.table_id!r} does not end with its entry {head.version}"
    shown: list[Shown] = [of_row(one) for one in rows]
    first = shown[0] if rows[0].seq > 1 else None
    fault = first_fault(head.table_id, shown[1:] if first else shown, after=first)
    return fault.detail if fault else None


def _ledger(engine: Engine, key: Path) -> Finding:
    kept = SqlLedger(lambda question: _ask(engine, question), _never)
    signed = kept.signed()
    if signed is None:
        return Finding("ledger", WARNING, "nothing was signed yet", "Start the service.")
    remedy = "Run adjudicator verify; keep the file as it is."
    try:
        said = checkpoint(signed.note, keys.load(key).public)
        if said.root != Proofs(kept).root(said.size):
            return Finding("ledger", BAD, "it is not the one that was signed", remedy)
    except AdjudicatorError as error:
        return Finding("ledger", BAD, str(error), remedy)
    return Finding("ledger", OK, f"{said.size} entries signed as {said.origin}")


def _never(_: Any) -> Any:
    raise AssertionError("a doctor writes nothing")


def _lag(engine: Engine, now: datetime) -> Finding:
    kept = SqlLedger(lambda question: _ask(engine, question), _never)
    waiting = kept.waiting(None, 1)
    if not waiting:
        return Finding("sequencer", OK, "every entry is in the ledger")
    table, seq = waiting[0].table, waiting[0].seq
    asked = select(entries.c.recorded_at).where(entries.c.table_id == table, entries.c.seq == seq)
    since = now - _time(_rows(engine, asked)[0].recorded_at)
    if since < LATE:
        return Finding("sequencer", OK, "the newest entries are about to be signed")
    detail = f"entry {seq} of table {table!r} waits for {since.total_seconds():.0f} s"
    remedy = "Start the service, or look into its log for 'not signed'."
    return Finding("sequencer", WARNING, detail, remedy)
