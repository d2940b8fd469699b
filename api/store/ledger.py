"""Where the ledger is kept: its tiles, its runs and its newest checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    cast,
    func,
    select,
    tuple_,
)
from sqlalchemy import delete as remove
from sqlalchemy import update as change

from api.store.engines import together
from api.store.port import Run, Signed, Tiles, Waiting
from api.store.schema import entries, heads, ledger, runs, tiles

ONLY = 1  # the id of the only row
Ask = Callable[[Callable[[Connection], Any]], Any]


class SqlLedger:
    """The ledger in a database that speaks SQL."""

    def __init__(self, read: Ask, write: Ask) -> None:
        self._read = read
        self._write = write

    def signed(self) -> Signed | None:
        """The newest checkpoint; ``None`` before the first."""
        found: Signed | None = self._read(_signed)
        return found

    def waiting(self, tables: Collection[str] | None, limit: int) -> list[Waiting]:
        """Up to so many entries that have no place yet; of all tables if none is named."""
        query = _everywhere if tables is None else _at_these
        given = {"most": limit} if tables is None else {"most": limit, "tables": sorted(tables)}
        rows: list[Any] = self._read(lambda connection: connection.execute(query, given).all())
        return [one for row in rows for one in _pieces(row.table_id, row.told)]

    def extend(
        self, before: Signed | None, after: Signed, runs: Sequence[Run], tiles: Tiles
    ) -> bool:
        """Take in entries; false if the ledger is no longer as it was ``before``."""
        done: bool = self._write(lambda c: _extend(c, before, after, runs, tiles))
        return done

    def tile(self, level: int, place: int) -> bytes:
        """Hashes of the tree, from the left end of a tile; nothing if there is none."""
        here = {"at_level": level, "at_place": place}
        found: bytes | None = self._read(lambda c: c.execute(_tile, here).scalar())
        return bytes(found or b"")

    def place(self, table: str, seq: int) -> int | None:
        """Where an entry stands."""
        query = select(runs).where(runs.c.table_id == table, runs.c.seq <= seq)
        query = query.order_by(runs.c.seq.desc()).limit(1)
        found = self._read(lambda connection: connection.execute(query).first())
        if found is None or seq >= found.seq + found.entries:
            return None
        place: int = found.place + seq - found.seq
        return place

    def runs_of(self, table: str) -> list[Run]:
        """The runs of one table, in order."""
        query = select(runs).where(runs.c.table_id == table).order_by(runs.c.seq)
        rows: list[Any] = self._read(lambda connection: connection.execute(query).all())
        return [_as_run(row) for row in rows]

    def runs(self, after: int, limit: int) -> list[Run]:
        """Runs in order, those that begin at ``after`` or later."""
        query = select(runs).where(runs.c.place >= after).order_by(runs.c.place).limit(limit)
        rows: list[Any] = self._read(lambda connection: connection.execute(query).all())
        return [_as_run(row) for row in rows]

    def runs_from(self, place: int, limit: int) -> list[Run]:
        """Runs in order, from the one in which ``place`` lies."""
        first = select(func.max(runs.c.place)).where(runs.c.place <= place).scalar_subquery()
        query = select(runs).where(runs.c.place >= func.coalesce(first, 0))
        query = query.order_by(runs.c.place).limit(limit)
        rows: list[Any] = self._read(lambda connection: connection.execute(query).all())
        return [_as_run(row) for row in rows]


def _as_run(row: Row[Any]) -> Run:
    return Run(row.place, row.table_id, row.seq, row.entries)


_newest = select(ledger).where(ledger.c.id == ONLY)
_here = and_(tiles.c.level == bindparam("at_level"), tiles.c.place == bindparam("at_place"))
_tile = select(tiles.c.hashes).where(_here)
_these = tuple_(tiles.c.level, tiles.c.place).in_(bindparam("these", expanding=True))
_remove_tiles = remove(tiles).where(_these)
_move_on = (
    change(ledger)
    .where(
        and_(
            ledger.c.id == ONLY,
            ledger.c.size == bindparam("old_size"),
            ledger.c.note == bindparam("old_note"),
        )
    )
    .values(size=bindparam("new_size"), note=bindparam("new_note"))
)


def _signed(connection: Connection) -> Signed | None:
    row = connection.execute(_newest).first()
    return None if row is None else Signed(row.size, row.note)


def _waiting(*those: ColumnElement[bool]) -> Select[Any]:
    """Tables' logs have no holes, so what is beyond a table's last run is what waits."""
    last = (
        select(runs.c.seq + runs.c.entries - 1)
        .where(runs.c.table_id == heads.c.table_id)
        .order_by(runs.c.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    done = func.coalesce(last, 0)
    behind = select(heads.c.table_id, done.label("done")).where(heads.c.version > done, *those)
    these = behind.subquery()
    beyond = and_(entries.c.table_id == these.c.table_id, entries.c.seq > these.c.done)
    query = select(entries.c.table_id, entries.c.seq, entries.c.hash).join(these, beyond)
    query = query.order_by(entries.c.table_id, entries.c.seq).limit(bindparam("most"))
    found = query.subquery()
    # One row for a table: each that is fetched gives way to all threads that record.
    each = cast(found.c.seq, Text).concat(" ").concat(found.c.hash)
    told = func.aggregate_strings(each, ",").label("told")
    return select(found.c.table_id, told).group_by(found.c.table_id).order_by(found.c.table_id)


def _pieces(table: str, told: str) -> Iterator[Waiting]:
    """What follows each other; the database puts it together in no certain order."""
    pairs = sorted((int(seq), found) for seq, found in (one.split(" ") for one in told.split(",")))
    for _, piece in groupby(enumerate(pairs), lambda one: one[1][0] - one[0]):
        numbers, hashes = zip(*(pair for _, pair in piece), strict=True)
        yield Waiting(table, numbers[0], hashes)


_everywhere = _waiting()
_at_these = _waiting(heads.c.table_id.in_(bindparam("tables", expanding=True)))


def _extend(
    connection: Connection,
    before: Signed | None,
    after: Signed,
    added: Sequence[Run],
    changed: Tiles,
) -> bool:
    if before is None:
        if _signed(connection) is not None:
            return False
        row = {"id": ONLY, "size": after.size, "note": after.note}
        connection.execute(ledger.insert(), row)
    else:
        now = {
            "old_size": before.size,
            "old_note": before.note,
            "new_size": after.size,
            "new_note": after.note,
        }
        if connection.execute(_move_on, now).rowcount != 1:
            return False
    _keep(connection, added, changed)
    return True


def _keep(connection: Connection, added: Sequence[Run], changed: Tiles) -> None:
    taken = [
        {"place": run.place, "table_id": run.table, "seq": run.seq, "entries": run.entries}
        for run in added
    ]
    grown = [
        {"level": level, "place": place, "hashes": hashes}
        for (level, place), hashes in changed.items()
    ]
    together(connection, runs, taken)
    if changed:
        connection.execute(_remove_tiles, {"these": list(changed)})
    together(connection, tiles, grown)
