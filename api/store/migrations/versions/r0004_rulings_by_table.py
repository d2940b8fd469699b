"""Rulings are kept by table, with no number that counts across tables."""

import sqlalchemy as sa
from alembic import op

from api.store.migrations.guards import never_replaced
from api.store.types import NAME, TEXT, TIME, WHOLE, short

revision = "0004"
down_revision = "0003"

KEPT = "table_id, ruling, hand, seq, rule, status, dealer, recorded_at, body"


def upgrade() -> None:
    """Copy them over in the order they were given."""
    for name in ("rule", "status", "recorded_at"):
        op.drop_index(f"rulings_{name}", "rulings")
    op.rename_table("ruling_marks", "old_marks")
    op.rename_table("rulings", "old_rulings")
    _make()
    op.execute(
        f"INSERT INTO rulings ({KEPT}, place) SELECT {KEPT}, number - MIN(number) "
        "OVER (PARTITION BY table_id, recorded_at, seq) FROM old_rulings"
    )
    op.execute(
        "INSERT INTO ruling_marks (table_id, ruling, kind, value) "
        "SELECT table_id, ruling, kind, value FROM old_marks"
    )
    op.drop_table("old_marks")
    op.drop_table("old_rulings")
    op.create_index("rulings_in_order", "rulings", ["recorded_at", "table_id", "seq", "place"])
    op.create_index("rulings_rule", "rulings", ["rule"])
    op.create_index("rulings_status", "rulings", ["status"])
    op.create_index("ruling_marks_value", "ruling_marks", ["kind", "value"])
    never_replaced("entries", ("table_id", "seq"), ("table_id", "event_id"))
    never_replaced("receipts", ("scope", "key"))


def _make() -> None:
    op.create_table(
        "rulings",
        sa.Column("table_id", NAME, nullable=False),
        sa.Column("ruling", NAME, nullable=False),
        sa.Column("hand", WHOLE, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("place", WHOLE, nullable=False),
        sa.Column("rule", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("dealer", TEXT),
        sa.Column("recorded_at", TIME, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "ruling", name="rulings_by_table"),
    )
    op.create_table(
        "ruling_marks",
        sa.Column("table_id", NAME, nullable=False),
        sa.Column("ruling", NAME, nullable=False),
        sa.Column("kind", short(6), nullable=False),
        sa.Column("value", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "ruling", "kind", "value", name="marks_by_table"),
        sa.ForeignKeyConstraint(
            ["table_id", "ruling"],
            ["rulings.table_id", "rulings.ruling"],
            name="marks_of_ruling",
        ),
    )
