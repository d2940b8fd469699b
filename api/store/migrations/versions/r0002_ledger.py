"""The ledger: all entries in one signed order. Open dues counted by the database."""

import sqlalchemy as sa
from alembic import op

from api.store.migrations.guards import full_tiles_stay, written_once
from api.store.types import NAME, WHOLE

revision = "0002"
down_revision = "0001"

DUES = {
    "sqlite": "json_extract(summary, '$.dues')",
    "postgresql": "(summary::json ->> 'dues')::bigint",
}


def upgrade() -> None:
    """Make its tables."""
    op.create_table(
        "ledger",
        sa.Column("id", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("size", WHOLE, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_table(
        "ledger_runs",
        sa.Column("place", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("table_id", NAME, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("entries", WHOLE, nullable=False),
        sa.UniqueConstraint("table_id", "seq", name="ledger_runs_entry"),
    )
    op.create_table(
        "ledger_tiles",
        sa.Column("level", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("place", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
    )
    written_once("ledger_runs")
    full_tiles_stay("ledger_tiles")
    op.add_column("heads", sa.Column("dues", WHOLE, nullable=False, server_default="0"))
    counted = DUES[op.get_bind().dialect.name]
    op.execute(f"UPDATE heads SET dues = coalesce({counted}, 0)")
