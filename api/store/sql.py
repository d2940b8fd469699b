"""The record in a database that speaks SQL: SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, bindparam, func, select
from sqlalchemy import update as change
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from api.store import migrations, rows, schema
from api.store.canonical import START, entry_body, entry_hash, new_salts
from api.store.engines import connect, together
from api.store.ledger import SqlLedger
from api.store.people import PeopleStore
from api.store.port import (
    Append,
    Filter,
    Found,
    Head,
    KeptLedger,
    Receipt,
    Snapshot,
    StoreConflict,
    Stored,
    StoreUnavailable,
)
from api.store.retention import SqlRetention
from api.store.watch import Watch, names_several
from api.store.writer import Writer

PAGE = 500
Clock = Callable[[], datetime]
Answer = TypeVar("Answer")
Work = Callable[[Connection], Any]


def utc_now() -> datetime:
    """The server's time."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A time in UTC to the microsecond; in this form order of text is order of time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def open_store(url: str, clock: Clock = utc_now) -> SqlStore:
    """The store behind a database URL; makes the tables of a new database."""
    return SqlStore(connect(url), clock)


class SqlStore:
    """The record of all tables, one writer and any number of readers."""

    def __init__(self, engine: Engine, clock: Clock = utc_now) -> None:
        self._engine = engine
        self._clock = clock
        try:
            migrations.upgrade(engine)
        except SQLAlchemyError as error:
            raise _unavailable(error) from None
        self._salts = new_salts()
        self._watch = Watch(engine) if names_several(engine.url) else None
        self._writer: Writer[Append | Work, Any] = Writer(engine, self._carry_out)
        self.ledger: KeptLedger = SqlLedger(self.read, self.write)
        self.appended: list[Callable[[str], None]] = []
        self.people = PeopleStore(self.read, self.write, lambda: stamp(clock()))
        self.retention = SqlRetention(self.read, self.write, lambda: stamp(clock()))

    # --- Writing -----------------------------------------------------------------

    def append(self, append: Append) -> list[Stored]:
        """Write entries; ``StoreConflict`` if ``expected`` is not the version."""
        written: list[Stored] = self._do(append)
        for told in self.appended:
            told(append.table)
        return written

    def write(self, work: Work) -> Any:
        """Carry out a write, all or nothing; it is on the disk when this returns."""
        return self._do(work)

    def _do(self, job: Append | Work) -> Any:
        try:
            return self._writer.do(job)
        except IntegrityError as error:
            raise StoreConflict(str(error.orig)) from None
        except SQLAlchemyError as error:
            raise _unavailable(error) from None

    def _carry_out(self, connection: Connection, jobs: Sequence[Append | Work]) -> list[Any]:
        """Several writes in one transaction: appends table by table, all else by itself."""
        found = [(place, job) for place, job in enumerate(jobs) if isinstance(job, Append)]
        found.sort(key=lambda one: one[1].table)  # alike everywhere: no two wait for each other
        answers: list[Any] = [None] * len(jobs)
        appended = self._append(connection, [job for _, job in found])
        for (place, _), written in zip(found, appended, strict=True):
            answers[place] = written
        for place, job in enumerate(jobs):
            if not isinstance(job, Append):
                answers[place] = _apart(connection, job)
        return answers

    def _append(
        self, connection: Connection, appends: Sequence[Append]
    ) -> list[list[Stored] | Exception]:
        """Several appends at once; each that does not fit is answered so.

        Whoever says which entry an append comes after is believed, and found out when
        the head is not there.
        """
        if not appends:
            return []
        ends = {one.table: one.after for one in appends if one.after is not None}
        asked = {one.table for one in appends if one.expected} - ends.keys()
        ends |= _ends_of(connection, asked)
        now = stamp(self._clock())
        batch = _Batch()
        answers: list[list[Stored] | Exception] = []
        for append in appends:
            last = ends.get(append.table)
            version = 0 if last is None else last.seq
            if version != append.expected:
                answers.append(_stale(append.expected, version))
                continue
            written = _chained(last, append, now, self._salts)
            batch.add(append, written, START if last is None else last.hash)
            if written:
                ends[append.table] = written[-1]
            answers.append(written)
        batch.write(connection)
        return answers

    # --- Reading -----------------------------------------------------------------

    def head(self, table: str) -> Head | None:
        """The end of a table's log; ``None`` if there is no such table."""
        found = self._rows(_head_of, rows.as_head, {"name": table})
        return found[0] if found else None

    def heads(self, after: str, limit: int, within: Sequence[str] = ()) -> list[Head]:
        """Tables in order of their id, those after ``after``; see ``Filter.within``."""
        found = schema.heads
        own = rows.within(found.c.table_id, within)
        query = select(found).where(found.c.table_id > after, *own)
        return self._rows(query.order_by(found.c.table_id).limit(limit), rows.as_head)

    def entries(self, table: str, after: int, limit: int) -> list[Stored]:
        """Entries in order, those after number ``after``."""
        found = schema.entries
        query = select(found).where(found.c.table_id == table, found.c.seq > after)
        return self._rows(query.order_by(found.c.seq).limit(limit), rows.as_stored)

    def stream(self, table: str, after: int) -> Iterator[Stored]:
        """All entries after number ``after``, in order."""
        full = True
        while full and (page := self.entries(table, after, PAGE)):
            yield from page
            after, full = page[-1].seq, len(page) == PAGE

    def numbers(self, table: str, ids: Sequence[str]) -> dict[str, int]:
        """The entries that were recorded under these event ids."""
        found = schema.entries.c
        query = select(found.event_id, found.seq)
        query = query.where(found.table_id == table, found.event_id.in_(ids))
        return dict(self._rows(query, lambda row: (row.event_id, row.seq)))

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot some time soon; those of other builds go."""
        kept = schema.snapshots
        others = (kept.c.table_id == snapshot.table) & (kept.c.fold != snapshot.build)

        def work(connection: Connection) -> None:
            connection.execute(kept.delete().where(others))
            connection.execute(kept.insert(), rows.snapshot_row(snapshot))

        self._writer.later(work)

    def snapshot(
        self, table: str, build: str, until: int | None = None, before_hand: int | None = None
    ) -> Snapshot | None:
        """The newest snapshot of a build, up to an entry and from before a hand."""
        kept = schema.snapshots
        query = select(kept).where(kept.c.table_id == table, kept.c.fold == build)
        if until is not None:
            query = query.where(kept.c.seq <= until)
        if before_hand is not None:
            query = query.where(kept.c.hand < before_hand)
        found = self._rows(query.order_by(kept.c.seq.desc()).limit(1), rows.as_snapshot)
        return found[0] if found else None

    def receipt(self, scope: str, key: str) -> Receipt | None:
        """What a retry key was used for."""
        found = schema.receipts
        query = select(found).where(found.c.scope == scope, found.c.key == key)
        answers = self._rows(query, rows.as_receipt)
        return answers[0] if answers else None

    def rulings(self, wanted: Filter, limit: int) -> list[Found]:
        """Rulings in the order they were given."""
        return self._rows(rows.matching(wanted).limit(limit), rows.as_found)

    def open_dues(self) -> int:
        """How many things somebody still has to do, over all tables."""
        query = select(func.coalesce(func.sum(schema.heads.c.dues), 0))
        return int(self.read(lambda connection: connection.execute(query).scalar_one()))

    def settle(self) -> None:
        """Return once all that was read so far is as safe as what was acknowledged.

        In a cluster a server that comes back may show what no other has. A commit waits
        for the others, and with it for everything before. A file has no others.
        """
        if self._engine.dialect.name == "postgresql":
            self.write(lambda connection: connection.execute(_mark_the_log))

    def ready(self) -> None:
        """Return if the database answers; ``StoreUnavailable`` otherwise."""
        self.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())

    def close(self) -> None:
        """Finish what is queued and let the database go."""
        self._writer.close()
        if self._watch is not None:
            self._watch.stop()
        self._engine.dispose()

    def read(self, question: Callable[[Connection], Answer]) -> Answer:
        """Ask the database."""
        try:
            try:
                with self._engine.connect() as connection:
                    return question(connection)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            # A pooled connection had outlived its server, which may be back.
            with self._engine.connect() as connection:
                return question(connection)
        except SQLAlchemyError as error:
            raise _unavailable(error) from None

    def _rows(
        self,
        query: Select[Any],
        as_: Callable[[Row[Any]], Answer],
        given: dict[str, Any] | None = None,
    ) -> list[Answer]:
        return self.read(lambda c: [as_(row) for row in c.execute(query, given)])


def _apart(connection: Connection, work: Work) -> Any:
    """What a write answers, or why it took itself back."""
    part = connection.begin_nested()
    try:
        answer = work(connection)
        part.commit()
    except Exception as error:
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            raise
        part.rollback()
        return error
    return answer


class _Batch:
    """The rows of several appends, to be inserted table by table."""

    def __init__(self) -> None:
        self.entries: list[rows.Values] = []
        self.rulings: list[rows.Values] = []
        self.marks: list[rows.Values] = []
        self.changed: list[rows.Values] = []
        self.receipts: list[rows.Values] = []

    def add(self, append: Append, written: Sequence[Stored], previous: str) -> None:
        self.entries += rows.log_rows(append, written, previous)
        if append.receipt is not None:
            self.receipts.append(rows.receipt_row(append.receipt))
        if not written:
            return
        at = written[-1].recorded_at
        for place, one in enumerate(append.judged):
            self.rulings.append(rows.ruling_row(append.table, at, place, one))
            self.marks += rows.mark_rows(append.table, one)
        for one in append.changed:
            row = rows.ruling_row(append.table, at, 0, one)
            self.changed.append({f"new_{name}": value for name, value in row.items()})

    def write(self, connection: Connection) -> None:
        for table, found in (
            (schema.log, self.entries),
            (schema.rulings, self.rulings),
            (schema.marks, self.marks),
            (schema.receipts, self.receipts),
        ):
            together(connection, table, found)
        if self.changed:
            connection.execute(_change_ruling, self.changed)


# Statements are made once: whoever waits for an append waits for its statements too.
_mark_the_log = select(func.pg_logical_emit_message(True, "adjudicator", "settle"))
_change_ruling = (
    change(schema.rulings)
    .where(
        schema.rulings.c.table_id == bindparam("new_table_id"),
        schema.rulings.c.ruling == bindparam("new_ruling"),
    )
    .values(status=bindparam("new_status"), body=bindparam("new_body"))
)
_head_of = select(schema.heads).where(schema.heads.c.table_id == bindparam("name"))
_heads_of = (
    select(schema.heads)
    .where(schema.heads.c.table_id.in_(bindparam("names", expanding=True)))
    .order_by(schema.heads.c.table_id)
    .with_for_update()
)


def _ends_of(connection: Connection, tables: set[str]) -> dict[str, Stored]:
    """The last entries of logs, without their content; held until the commit."""
    if not tables:
        return {}
    found = connection.execute(_heads_of, {"names": sorted(tables)})
    return {row.table_id: rows.as_end(row) for row in found}


def _chained(last: Stored | None, append: Append, now: str, salts: Iterator[str]) -> list[Stored]:
    """The events as entries, each bound to the one before; time never goes back."""
    at = now if last is None else max(now, last.recorded_at)
    previous = START if last is None else last.hash
    written = []
    for seq, content in enumerate(append.events, append.expected + 1):
        salt = next(salts)
        body = entry_body(append.table, seq, at, append.recorded_by, content, previous, salt)
        previous = entry_hash(body)
        written.append(Stored(append.table, seq, at, body, previous))
    return written


def _stale(expected: int, version: int) -> StoreConflict:
    return StoreConflict(f"expected version {expected}, the current one is {version}")


def _unavailable(error: SQLAlchemyError) -> StoreUnavailable:
    cause = getattr(error, "orig", None) or type(error).__name__
    return StoreUnavailable(f"The database does not answer: {cause}.")
