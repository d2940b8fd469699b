"""Between the protocol's values and the database's rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Row, Select, exists, func, or_, select, tuple_

from api.store import schema
from api.store.port import Append, Filter, Found, Head, JudgedRow, Receipt, Snapshot, Stored

Values = dict[str, Any]


def _text(value: Any) -> str:
    return orjson.dumps(value).decode()


def log_rows(append: Append, written: Iterable[Stored], previous: str) -> Iterator[Values]:
    """Entries as they are added to a log whose last hash is ``previous``."""
    dues, summary = append.summary.get("dues", 0), _text(append.summary)
    for one, content in zip(written, append.events, strict=True):
        yield {
            "table_id": one.table,
            "seq": one.seq,
            "event_id": content.get("id"),
            "recorded_at": one.recorded_at,
            "body": one.body,
            "hash": one.hash,
            "previous": previous,
            "dues": dues,
            "summary": summary,
        }
        previous = one.hash


def ruling_row(table: str, at: str, place: int, one: JudgedRow) -> Values:
    """A ruling as it is inserted."""
    return {
        "table_id": table,
        "ruling": one.ruling,
        "hand": one.hand,
        "seq": one.seq,
        "place": place,
        "rule": one.rule,
        "status": one.status,
        "dealer": one.dealer,
        "recorded_at": at,
        "body": _text(dict(one.body)),
    }


def mark_rows(table: str, one: JudgedRow) -> Iterator[Values]:
    """What else a ruling is found by."""
    for kind, values in (("code", one.codes), ("player", one.players)):
        for value in dict.fromkeys(values):
            yield {"table_id": table, "ruling": one.ruling, "kind": kind, "value": value}


def receipt_row(receipt: Receipt) -> Values:
    """What a retry key stands for, as it is inserted."""
    return {
        "scope": receipt.scope,
        "key": receipt.key,
        "fingerprint": receipt.fingerprint,
        "table_id": receipt.table,
        "seqs": _text(receipt.seqs),
        "version": receipt.version,
    }


def snapshot_row(snapshot: Snapshot) -> Values:
    """A snapshot as it is inserted."""
    return {
        "table_id": snapshot.table,
        "seq": snapshot.seq,
        "hand": snapshot.hand,
        "fold": snapshot.build,  # the column keeps its first name
        "body": snapshot.body,
    }


def as_snapshot(row: Row[Any]) -> Snapshot:
    """A snapshot from its row."""
    return Snapshot(row.table_id, row.seq, row.hand, row.fold, row.body)


def as_end(row: Row[Any]) -> Stored:
    """The last entry of a log, without its content, from the row of the log's end."""
    return Stored(row.table_id, row.version, row.recorded_at, b"", row.hash)


def as_head(row: Row[Any]) -> Head:
    """The end of a log from its row."""
    summary: Mapping[str, Any] = orjson.loads(row.summary)
    return Head(row.table_id, row.version, row.hash, row.recorded_at, row.opened_at, summary)


def as_stored(row: Row[Any]) -> Stored:
    """An entry from its row."""
    return Stored(row.table_id, row.seq, row.recorded_at, row.body, row.hash)


def as_receipt(row: Row[Any]) -> Receipt:
    """What a retry key stands for, from its row."""
    seqs = tuple(orjson.loads(row.seqs))
    return Receipt(row.scope, row.key, row.fingerprint, row.table_id, seqs, row.version)


def as_found(row: Row[Any]) -> Found:
    """A ruling from its row."""
    place = (row.recorded_at, row.table_id, row.seq, row.place)
    return Found(place, row.table_id, row.recorded_at, orjson.loads(row.body))


def matching(wanted: Filter) -> Select[Any]:
    """The rulings that fit, in the order they were given."""
    found = schema.rulings.c
    equal = {
        found.table_id: wanted.table,
        found.rule: wanted.rule,
        found.status: wanted.status,
    }
    query = select(schema.rulings).where(
        *(column == value for column, value in equal.items() if value is not None)
    )
    mark = schema.marks.c.value
    if wanted.dealer is not None:
        query = query.where(_called(found.dealer, wanted.dealer))
    if wanted.code is not None:
        query = query.where(_marked("code", mark == wanted.code))
    if wanted.player is not None:
        query = query.where(_marked("player", _called(mark, wanted.player)))
    if wanted.hands is not None:
        query = query.where(found.hand.between(*wanted.hands))
    query = query.where(*within(found.table_id, wanted.within))
    if wanted.since is not None:
        query = query.where(found.recorded_at >= wanted.since)
    if wanted.until is not None:
        query = query.where(found.recorded_at <= wanted.until)
    order = (found.recorded_at, found.table_id, found.seq, found.place)
    if wanted.after is not None:
        place, after = tuple_(*order), tuple_(*wanted.after)
        query = query.where(place < after if wanted.newest_first else place > after)
    return query.order_by(*(one.desc() if wanted.newest_first else one for one in order))


def within(column: Any, tables: Sequence[str]) -> list[Any]:
    """Conditions for these tables and their sessions, whatever the collation."""
    if not tables:
        return []
    own = [column == table for table in tables]
    sessions = [func.substr(column, 1, len(table) + 1) == f"{table}." for table in tables]
    return [or_(*own, *sessions)]


def _called(column: Any, name: str) -> Any:
    """Whether it is somebody's name; SQLite knows upper and lower case of plain letters only."""
    return or_(column == name, func.lower(column) == name.lower())


def _marked(kind: str, fits: Any) -> Any:
    mark, found = schema.marks.c, schema.rulings.c
    return exists().where(
        mark.table_id == found.table_id,
        mark.ruling == found.ruling,
        mark.kind == kind,
        fits,
    )
