"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

from api.store.migrations.guards import written_once
from api.store.types import HASH, NAME, TEXT, TIME, WHOLE, short

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "entries",
        sa.Column("table_id", NAME, primary_key=True),
        sa.Column("seq", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("event_id", TEXT),
        sa.Column("recorded_at", TIME, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", HASH, nullable=False),
        sa.UniqueConstraint("table_id", "event_id", name="entries_event_id"),
    )
    op.create_table(
        "heads",
        sa.Column("table_id", NAME, primary_key=True),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("hash", HASH, nullable=False),
        sa.Column("recorded_at", TIME, nullable=False),
        sa.Column("opened_at", TIME, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_table(
        "receipts",
        sa.Column("scope", NAME, primary_key=True),
        sa.Column("key", TEXT, primary_key=True),
        sa.Column("fingerprint", HASH, nullable=False),
        sa.Column("table_id", NAME, nullable=False),
        sa.Column("seqs", sa.Text, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
    )
    op.create_table(
        "rulings",
        sa.Column("number", WHOLE, primary_key=True, autoincrement=True),
        sa.Column("table_id", NAME, nullable=False),
        sa.Column("ruling", NAME, nullable=False),
        sa.Column("hand", WHOLE, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("rule", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("dealer", TEXT),
        sa.Column("recorded_at", TIME, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "ruling", name="rulings_id"),
    )
    for name in ("rule", "status", "recorded_at"):
        op.create_index(f"rulings_{name}", "rulings", [name])
    op.create_table(
        "ruling_marks",
        sa.Column("kind", short(6), primary_key=True),
        sa.Column("value", TEXT, primary_key=True),
        sa.Column("table_id", NAME, primary_key=True),
        sa.Column("ruling", NAME, primary_key=True),
        sa.ForeignKeyConstraint(["table_id", "ruling"], ["rulings.table_id", "rulings.ruling"]),
    )
    written_once("entries")
    written_once("receipts")
