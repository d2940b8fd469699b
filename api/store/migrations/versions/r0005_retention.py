"""Retention: an entry's content may be dropped in its time, unless a hold prevents it."""

import sqlalchemy as sa
from alembic import op

from api.store.migrations.guards import content_may_expire, never_replaced, written_once
from api.store.types import NAME, TIME, WHOLE

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make its tables, and let the guard of the entries know them."""
    op.create_table(
        "holds",
        sa.Column("number", WHOLE, primary_key=True, autoincrement=True),
        sa.Column("table_id", NAME, nullable=False),
        sa.Column("case_id", NAME, nullable=False),
        sa.Column("placed_at", TIME, nullable=False),
        sa.Column("placed_by", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_index("holds_table", "holds", ["table_id"])
    op.create_table(
        "hold_releases",
        sa.Column("number", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("released_at", TIME, nullable=False),
        sa.Column("released_by", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_table(
        "expiries",
        sa.Column("table_id", NAME, primary_key=True),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("expired_at", TIME, nullable=False),
    )
    for table in ("holds", "hold_releases", "expiries"):
        written_once(table)
    content_may_expire()
    never_replaced("ledger_runs", ("place",), ("table_id", "seq"))
    never_replaced("holds", ("number",))
    never_replaced("hold_releases", ("number",))
    never_replaced("expiries", ("table_id",))
