"""The database's tables, and the triggers that keep the record as it was written."""

from __future__ import annotations

from sqlalchemy import (
    DDL,
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    event,
)

metadata = MetaData()
Whole = BigInteger().with_variant(Integer, "sqlite")
TIME, HASH, NAME = String(27), String(64), String(64)

entries = Table(
    "entries",
    metadata,
    Column("table_id", NAME, primary_key=True),
    Column("seq", Whole, primary_key=True, autoincrement=False),
    Column("event_id", Text),
    Column("recorded_at", TIME, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", HASH, nullable=False),
    UniqueConstraint("table_id", "event_id", name="entries_event_id"),
)

heads = Table(
    "heads",
    metadata,
    Column("table_id", NAME, primary_key=True),
    Column("version", Whole, nullable=False),
    Column("hash", HASH, nullable=False),
    Column("recorded_at", TIME, nullable=False),
    Column("opened_at", TIME, nullable=False),
    Column("summary", Text, nullable=False),
)

receipts = Table(
    "receipts",
    metadata,
    Column("scope", NAME, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("fingerprint", HASH, nullable=False),
    Column("table_id", NAME, nullable=False),
    Column("seqs", Text, nullable=False),
    Column("version", Whole, nullable=False),
)

rulings = Table(
    "rulings",
    metadata,
    Column("number", Whole, primary_key=True, autoincrement=True),
    Column("table_id", NAME, nullable=False),
    Column("ruling", NAME, nullable=False),
    Column("hand", Whole, nullable=False),
    Column("seq", Whole, nullable=False),
    Column("rule", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("dealer", Text),
    Column("recorded_at", TIME, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "ruling", name="rulings_id"),
    Index("rulings_rule", "rule"),
    Index("rulings_status", "status"),
    Index("rulings_recorded_at", "recorded_at"),
)

marks = Table(
    "ruling_marks",
    metadata,
    Column("kind", String(6), primary_key=True),
    Column("value", Text, primary_key=True),
    Column("table_id", NAME, primary_key=True),
    Column("ruling", NAME, primary_key=True),
    ForeignKeyConstraint(["table_id", "ruling"], ["rulings.table_id", "rulings.ruling"]),
)

_REFUSES = (
    "CREATE TRIGGER IF NOT EXISTS {table}_no_{verb} BEFORE {verb} ON {table} "
    "BEGIN SELECT RAISE(ABORT, '{table} are written once and kept'); END"
)
for _kept in (entries, receipts):
    for _verb in ("update", "delete"):
        _text = _REFUSES.format(table=_kept.name, verb=_verb)
        _refuse = DDL(_text)  # type: ignore[no-untyped-call]
        event.listen(_kept, "after_create", _refuse.execute_if(dialect="sqlite"))
