"""The database's tables as they are asked; ``migrations`` makes them.

Every key of the record begins with the table's id and nothing counts across tables on
the way of an append. ``info["rights"]`` names what the service's role may do with a
table beside reading and inserting.
"""

from __future__ import annotations

from sqlalchemy import (
    Column,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    column,
    table,
)

from api.store.types import HASH, NAME, TEXT, TIME, WHOLE, short

metadata = MetaData()

entries = Table(
    "entries",
    metadata,
    Column("table_id", NAME, primary_key=True),
    Column("seq", WHOLE, primary_key=True, autoincrement=False),
    Column("event_id", TEXT),
    Column("recorded_at", TIME, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", HASH, nullable=False),
    UniqueConstraint("table_id", "event_id", name="entries_event_id"),
)

heads = Table(
    "heads",
    metadata,
    Column("table_id", NAME, primary_key=True),
    Column("version", WHOLE, nullable=False),
    Column("hash", HASH, nullable=False),
    Column("recorded_at", TIME, nullable=False),
    Column("opened_at", TIME, nullable=False),
    Column("dues", WHOLE, nullable=False, server_default="0"),
    Column("summary", Text, nullable=False),
    info={"rights": ("UPDATE",)},
)

# The way into the record: what is inserted here becomes an entry and moves the end of its
# table's log, which the database refuses unless ``previous`` is the hash at that end.
log = table(
    "log",
    *map(column, ("table_id", "seq", "event_id", "recorded_at", "body", "hash", "previous")),
    *map(column, ("dues", "summary")),
)

receipts = Table(
    "receipts",
    metadata,
    Column("scope", NAME, primary_key=True),
    Column("key", TEXT, primary_key=True),
    Column("fingerprint", HASH, nullable=False),
    Column("table_id", NAME, nullable=False),
    Column("seqs", Text, nullable=False),
    Column("version", WHOLE, nullable=False),
)

rulings = Table(
    "rulings",
    metadata,
    Column("table_id", NAME, primary_key=True),
    Column("ruling", NAME, primary_key=True),
    Column("hand", WHOLE, nullable=False),
    Column("seq", WHOLE, nullable=False),
    Column("place", WHOLE, nullable=False),
    Column("rule", TEXT, nullable=False),
    Column("status", TEXT, nullable=False),
    Column("dealer", TEXT),
    Column("recorded_at", TIME, nullable=False),
    Column("body", Text, nullable=False),
    Index("rulings_in_order", "recorded_at", "table_id", "seq", "place"),
    Index("rulings_rule", "rule"),
    Index("rulings_status", "status"),
    info={"rights": ("UPDATE",)},
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", NAME, primary_key=True),
    Column("seq", WHOLE, primary_key=True, autoincrement=False),
    Column("hand", WHOLE, nullable=False),
    Column("fold", HASH, nullable=False),
    Column("body", LargeBinary, nullable=False),
    info={"rights": ("DELETE",)},
)

marks = Table(
    "ruling_marks",
    metadata,
    Column("table_id", NAME, primary_key=True),
    Column("ruling", NAME, primary_key=True),
    Column("kind", short(6), primary_key=True),
    Column("value", TEXT, primary_key=True),
    Index("ruling_marks_value", "kind", "value"),
    ForeignKeyConstraint(["table_id", "ruling"], ["rulings.table_id", "rulings.ruling"]),
)

# The ledger: every entry of every table in one order, as leaves of a Merkle tree. A run
# is a piece of a table's log that stands together in it.
ledger = Table(
    "ledger",
    metadata,
    Column("id", WHOLE, primary_key=True, autoincrement=False),
    Column("size", WHOLE, nullable=False),
    Column("note", Text, nullable=False),
    info={"rights": ("UPDATE",)},
)

runs = Table(
    "ledger_runs",
    metadata,
    Column("place", WHOLE, primary_key=True, autoincrement=False),
    Column("table_id", NAME, nullable=False),
    Column("seq", WHOLE, nullable=False),
    Column("entries", WHOLE, nullable=False),
    UniqueConstraint("table_id", "seq", name="ledger_runs_entry"),
)

tiles = Table(
    "ledger_tiles",
    metadata,
    Column("level", WHOLE, primary_key=True, autoincrement=False),
    Column("place", WHOLE, primary_key=True, autoincrement=False),
    Column("hashes", LargeBinary, nullable=False),
    info={"rights": ("DELETE",)},
)

# Holds keep the content of a table's entries; what expires loses it, never its hash.
holds = Table(
    "holds",
    metadata,
    Column("number", WHOLE, primary_key=True, autoincrement=True),
    Column("table_id", NAME, nullable=False),
    Column("case_id", NAME, nullable=False),
    Column("placed_at", TIME, nullable=False),
    Column("placed_by", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Index("holds_table", "table_id"),
)

hold_releases = Table(
    "hold_releases",
    metadata,
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("released_at", TIME, nullable=False),
    Column("released_by", Text, nullable=False),
    Column("reason", Text, nullable=False),
)

expiries = Table(
    "expiries",
    metadata,
    Column("table_id", NAME, primary_key=True),
    Column("seq", WHOLE, nullable=False),
    Column("expired_at", TIME, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("device", NAME, primary_key=True),
    Column("role", short(16), nullable=False),
    Column("tables", Text, nullable=False),
    Column("token_hash", HASH, nullable=False, unique=True),
    Column("enrolled_at", TIME, nullable=False),
    Column("expires_at", TIME),
    Column("revoked_at", TIME),
    info={"rights": ("UPDATE",)},
)

people = Table(
    "people",
    metadata,
    Column("person", NAME, primary_key=True),
    Column("role", short(16), nullable=False),
    Column("pin_hash", Text, nullable=False),
    Column("enrolled_at", TIME, nullable=False),
    Column("revoked_at", TIME),
    info={"rights": ("UPDATE",)},
)

logins = Table(
    "logins",
    metadata,
    Column("token_hash", HASH, primary_key=True),
    Column("device", NAME, nullable=False),
    Column("person", NAME, nullable=False),
    Column("expires_at", TIME, nullable=False),
    Column("ended_at", TIME),
    info={"rights": ("UPDATE",)},
)

access_log = Table(
    "access_log",
    metadata,
    Column("number", WHOLE, primary_key=True, autoincrement=True),
    Column("at", TIME, nullable=False),
    Column("what", short(16), nullable=False),
    Column("device", NAME),
    Column("person", NAME),
    Column("by", Text, nullable=False),
    Index("access_log_person", "person", "what", "at"),
)
