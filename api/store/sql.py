"""The record in a database that speaks SQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Select,
    and_,
    create_engine,
    event,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy import update as change
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from adjudicator.errors import AdjudicatorError
from api.store import migrations, schema
from api.store.canonical import START, entry_body, entry_hash, new_salt
from api.store.ledger import SqlLedger
from api.store.people import PeopleStore
from api.store.port import (
    Append,
    Filter,
    Found,
    Head,
    JudgedRow,
    KeptLedger,
    Receipt,
    StoreConflict,
    Stored,
    StoreUnavailable,
)
from api.store.writer import Work, Writer

PAGE = 500
PATIENCE = 10_000  # milliseconds to wait for another process's write
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The server's time."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A time in UTC to the microsecond; in this form order of text is order of time."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def open_store(url: str, clock: Clock = utc_now) -> SqlStore:
    """The store behind a database URL; makes the tables of a new database."""
    return SqlStore(_engine(url), clock)


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise _unusable(url) from None
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        raise _unusable(parsed.render_as_string(hide_password=True))
    made = create_engine(parsed, hide_parameters=True, pool_size=64, max_overflow=16)
    event.listen(made, "connect", _prepare)
    event.listen(made, "begin", _begin)
    return made


def _unusable(url: str) -> AdjudicatorError:
    return AdjudicatorError(
        f"database: found {url!r}; allowed: a file, such as sqlite:///adjudicator.sqlite"
    )


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, not the driver
    for pragma in (
        f"busy_timeout={PATIENCE}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class SqlStore:
    """The record of all tables, one writer and any number of readers."""

    def __init__(self, engine: Engine, clock: Clock = utc_now) -> None:
        self._engine = engine
        self._clock = clock
        try:
            migrations.upgrade(engine)
        except SQLAlchemyError as error:
            raise _unavailable(error) from None
        self._writer = Writer(engine)
        self.ledger: KeptLedger = SqlLedger(self.read, self.write)
        self.appended: list[Callable[[str], None]] = []
        self.people = PeopleStore(self.read, self.write, lambda: stamp(clock()))

    # --- Writing -----------------------------------------------------------------

    def append(self, append: Append) -> list[Stored]:
        """Write entries; ``StoreConflict`` if ``expected`` is not the version."""
        written: list[Stored] = self.write(lambda c: self._append(c, append))
        for told in self.appended:
            told(append.table)
        return written

    def write(self, work: Work) -> Any:
        """Carry out a write, all or nothing; it is on the disk when this returns."""
        try:
            return self._writer.do(work)
        except IntegrityError as error:
            raise StoreConflict(str(error.orig)) from None
        except SQLAlchemyError as error:
            raise _unavailable(error) from None

    def _append(self, connection: Connection, append: Append) -> list[Stored]:
        head = _head(connection, append.table)
        version = head.version if head is not None else 0
        if version != append.expected:
            raise StoreConflict(f"expected version {append.expected}, the current one is {version}")
        written = self._chained(head, append)
        if written:
            _insert(connection, schema.entries, [_row(one, append) for one in written])
            _move_head(connection, head, written[-1], append)
            _keep_rulings(connection, append, written)
        if append.receipt is not None:
            _insert(connection, schema.receipts, [_receipt_row(append.receipt)])
        return written

    def _chained(self, head: Head | None, append: Append) -> list[Stored]:
        now = stamp(self._clock())
        at = now if head is None else max(now, head.recorded_at)
        previous = START if head is None else head.hash
        written = []
        for seq, content in enumerate(append.events, append.expected + 1):
            body = entry_body(
                append.table, seq, at, append.recorded_by, content, previous, new_salt()
            )
            previous = entry_hash(body)
            written.append(Stored(append.table, seq, at, body, previous))
        return written

    # --- Reading -----------------------------------------------------------------

    def head(self, table: str) -> Head | None:
        """The end of a table's log; ``None`` if there is no such table."""
        found: Head | None = self.read(lambda c: _head(c, table))
        return found

    def heads(self, after: str, limit: int, within: Sequence[str] = ()) -> list[Head]:
        """Tables in order of their id, those after ``after``; see ``Filter.within``."""
        found = schema.heads
        query = select(found).where(found.c.table_id > after, *_within(found.c.table_id, within))
        return self._rows(query.order_by(found.c.table_id).limit(limit), _as_head)

    def entries(self, table: str, after: int, limit: int) -> list[Stored]:
        """Entries in order, those after number ``after``."""
        found = schema.entries
        query = select(found).where(found.c.table_id == table, found.c.seq > after)
        return self._rows(query.order_by(found.c.seq).limit(limit), _as_stored)

    def stream(self, table: str, after: int) -> Iterator[Stored]:
        """All entries after number ``after``, in order."""
        while page := self.entries(table, after, PAGE):
            yield from page
            after = page[-1].seq

    def receipt(self, scope: str, key: str) -> Receipt | None:
        """What a retry key was used for."""
        found = schema.receipts
        query = select(found).where(found.c.scope == scope, found.c.key == key)
        rows = self._rows(query, _as_receipt)
        return rows[0] if rows else None

    def rulings(self, wanted: Filter, after: int, limit: int) -> list[Found]:
        """Rulings in the order they were given, those after number ``after``."""
        query = _matching(wanted).where(schema.rulings.c.number > after)
        return self._rows(query.order_by(schema.rulings.c.number).limit(limit), _as_found)

    def open_dues(self) -> int:
        """How many things somebody still has to do, over all tables."""
        query = select(func.coalesce(func.sum(schema.heads.c.dues), 0))
        found: int = self.read(lambda connection: connection.execute(query).scalar())
        return int(found)

    def ready(self) -> None:
        """Return if the database answers; ``StoreUnavailable`` otherwise."""
        self.read(lambda c: c.exec_driver_sql("SELECT 1").scalar())

    def close(self) -> None:
        """Finish what is queued and let the database go."""
        self._writer.close()
        self._engine.dispose()

    def read(self, question: Work) -> Any:
        """Ask the database; what is asked sees one moment of it."""
        try:
            with self._engine.connect() as connection:
                return question(connection)
        except SQLAlchemyError as error:
            raise _unavailable(error) from None

    def _rows(self, query: Select[Any], as_: Callable[[Row[Any]], Any]) -> list[Any]:
        rows: list[Any] = self.read(
            lambda connection: [as_(row) for row in connection.execute(query)]
        )
        return rows


def _unavailable(error: SQLAlchemyError) -> StoreUnavailable:
    cause = getattr(error, "orig", None) or type(error).__name__
    return StoreUnavailable(f"The database does not answer: {cause}.")


def _insert(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(table.insert(), rows)


def _row(one: Stored, append: Append) -> dict[str, Any]:
    content = append.events[one.seq - append.expected - 1]
    return {
        "table_id": one.table,
        "seq": one.seq,
        "event_id": content.get("id"),
        "recorded_at": one.recorded_at,
        "body": one.body,
        "hash": one.hash,
    }


def _move_head(connection: Connection, head: Head | None, last: Stored, append: Append) -> None:
    values = {
        "version": last.seq,
        "hash": last.hash,
        "recorded_at": last.recorded_at,
        "dues": append.summary.get("dues", 0),
        "summary": json.dumps(dict(append.summary)),
    }
    heads = schema.heads
    if head is None:
        opened = {"table_id": append.table, "opened_at": last.recorded_at}
        connection.execute(heads.insert(), values | opened)
        return
    here = and_(heads.c.table_id == append.table, heads.c.version == head.version)
    moved = connection.execute(change(heads).where(here).values(values))
    if moved.rowcount != 1:
        raise StoreConflict(f"version {head.version} is not the current one")


def _keep_rulings(connection: Connection, append: Append, written: list[Stored]) -> None:
    at = written[-1].recorded_at
    rows = [_ruling_row(append.table, at, one) for one in append.judged]
    _insert(connection, schema.rulings, rows)
    marked = [mark for one in append.judged for mark in _marks(append.table, one)]
    _insert(connection, schema.marks, marked)
    found = schema.rulings
    for one in append.changed:
        this = and_(found.c.table_id == append.table, found.c.ruling == one.ruling)
        now = {"status": one.status, "body": json.dumps(dict(one.body))}
        connection.execute(change(found).where(this).values(now))


def _ruling_row(table: str, at: str, one: JudgedRow) -> dict[str, Any]:
    return {
        "table_id": table,
        "ruling": one.ruling,
        "hand": one.hand,
        "seq": one.seq,
        "rule": one.rule,
        "status": one.status,
        "dealer": one.dealer,
        "recorded_at": at,
        "body": json.dumps(dict(one.body)),
    }


def _marks(table: str, one: JudgedRow) -> Iterator[dict[str, Any]]:
    for kind, values in (("code", one.codes), ("player", one.players)):
        for value in dict.fromkeys(values):
            yield {
                "kind": kind,
                "value": value,
                "table_id": table,
                "ruling": one.ruling,
            }


def _receipt_row(receipt: Receipt) -> dict[str, Any]:
    return {
        "scope": receipt.scope,
        "key": receipt.key,
        "fingerprint": receipt.fingerprint,
        "table_id": receipt.table,
        "seqs": json.dumps(receipt.seqs),
        "version": receipt.version,
    }


def _head(connection: Connection, table: str) -> Head | None:
    query = select(schema.heads).where(schema.heads.c.table_id == table)
    row = connection.execute(query).first()
    return None if row is None else _as_head(row)


def _as_head(row: Row[Any]) -> Head:
    return Head(
        row.table_id,
        row.version,
        row.hash,
        row.recorded_at,
        row.opened_at,
        json.loads(row.summary),
    )


def _as_stored(row: Row[Any]) -> Stored:
    return Stored(row.table_id, row.seq, row.recorded_at, row.body, row.hash)


def _as_receipt(row: Row[Any]) -> Receipt:
    seqs = tuple(json.loads(row.seqs))
    return Receipt(row.scope, row.key, row.fingerprint, row.table_id, seqs, row.version)


def _as_found(row: Row[Any]) -> Found:
    return Found(row.number, row.table_id, row.recorded_at, json.loads(row.body))


def _matching(wanted: Filter) -> Select[Any]:
    found = schema.rulings.c
    equal = {
        found.table_id: wanted.table,
        found.rule: wanted.rule,
        found.status: wanted.status,
        found.dealer: wanted.dealer,
        found.hand: wanted.hand,
    }
    query = select(schema.rulings).where(
        *(column == value for column, value in equal.items() if value is not None)
    )
    for kind, value in (("code", wanted.code), ("player", wanted.player)):
        if value is not None:
            query = query.where(_marked(kind, value))
    query = query.where(*_within(found.table_id, wanted.within))
    if wanted.since is not None:
        query = query.where(found.recorded_at >= wanted.since)
    if wanted.until is not None:
        query = query.where(found.recorded_at <= wanted.until)
    return query


def _within(column: Any, tables: Sequence[str]) -> list[Any]:
    """Conditions for these tables and their sessions, whatever the collation."""
    if not tables:
        return []
    own = [column == table for table in tables]
    sessions = [func.substr(column, 1, len(table) + 1) == f"{table}." for table in tables]
    return [or_(*own, *sessions)]


def _marked(kind: str, value: str) -> Any:
    mark, found = schema.marks.c, schema.rulings.c
    return exists().where(
        mark.kind == kind,
        mark.value == value,
        mark.table_id == found.table_id,
        mark.ruling == found.ruling,
    )
