"""Holds on tables, and dropping what the entries of a table say when its time is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from api.store.schema import (
    entries,
    expiries,
    heads,
    hold_releases,
    holds,
    marks,
    rulings,
    snapshots,
)

Ask = Callable[[Callable[[Connection], Any]], Any]
Stamp = Callable[[], str]


@dataclass(frozen=True)
class Hold:
    """A reason to keep all that a table's entries say."""

    number: int
    table: str
    case: str
    placed_at: str
    placed_by: str
    reason: str


class SqlRetention:
    """Holds and expiry in a database that speaks SQL."""

    def __init__(self, read: Ask, write: Ask, stamp: Stamp) -> None:
        self._read = read
        self._write = write
        self._stamp = stamp

    def holds(self, table: str | None = None) -> list[Hold]:
        """The holds that are on, of one table or of all."""
        found: list[Hold] = self._read(lambda connection: _holds(connection, table))
        return found

    def hold(self, table: str, case: str, by: str, reason: str) -> None:
        """Put a hold on a table."""
        row = {
            "table_id": table,
            "case_id": case,
            "placed_at": self._stamp(),
            "placed_by": by,
            "reason": reason,
        }
        self._write(lambda connection: connection.execute(insert(holds).values(row)))

    def release(self, hold: Hold, by: str, reason: str) -> None:
        """Take a hold off."""
        row = {
            "number": hold.number,
            "released_at": self._stamp(),
            "released_by": by,
            "reason": reason,
        }
        self._write(lambda connection: connection.execute(insert(hold_releases).values(row)))

    def last_written(self, before: str) -> list[tuple[str, str]]:
        """Tables whose last entry is of before a moment, and when that was."""
        query = select(heads.c.table_id, heads.c.recorded_at)
        query = query.where(heads.c.recorded_at < before).order_by(heads.c.table_id)
        rows: list[Any] = self._read(lambda connection: connection.execute(query).all())
        return [(row.table_id, row.recorded_at) for row in rows]

    def expired(self) -> set[str]:
        """Tables whose content was dropped."""
        query = select(expiries.c.table_id)
        rows: list[Any] = self._read(lambda connection: connection.execute(query).all())
        return {row.table_id for row in rows}

    def drop(self, table: str, seq: int) -> int:
        """Drop what the entries before ``seq`` say, and the rulings on them; how many.

        The database itself refuses while a hold is on.
        """
        dropped: int = self._write(lambda c: _drop(c, table, seq, self._stamp()))
        return dropped


def _holds(connection: Connection, table: str | None) -> list[Hold]:
    released = select(hold_releases.c.number)
    query = select(holds).where(holds.c.number.not_in(released)).order_by(holds.c.number)
    if table is not None:
        query = query.where(holds.c.table_id == table)
    return [_as_hold(row) for row in connection.execute(query)]


def _as_hold(row: Row[Any]) -> Hold:
    return Hold(row.number, row.table_id, row.case_id, row.placed_at, row.placed_by, row.reason)


def _drop(connection: Connection, table: str, seq: int, at: str) -> int:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")  # not only out of sight
    known = select(expiries.c.seq).where(expiries.c.table_id == table)
    if connection.execute(known).first() is None:
        row = {"table_id": table, "seq": seq, "expired_at": at}
        connection.execute(insert(expiries).values(row))
    here = (entries.c.table_id == table, entries.c.seq < seq, entries.c.body != b"")
    dropped = connection.execute(update(entries).where(*here).values(body=b"")).rowcount
    connection.execute(delete(snapshots).where(snapshots.c.table_id == table))
    connection.execute(delete(marks).where(marks.c.table_id == table))
    connection.execute(delete(rulings).where(rulings.c.table_id == table))
    return dropped
