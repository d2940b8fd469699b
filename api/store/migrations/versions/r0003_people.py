"""Devices, people and their logins, and the log of who was let in."""

import sqlalchemy as sa
from alembic import op

from api.store.migrations.guards import written_once
from api.store.types import HASH, NAME, TIME, WHOLE, short

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "devices",
        sa.Column("device", NAME, primary_key=True),
        sa.Column("role", short(16), nullable=False),
        sa.Column("tables", sa.Text, nullable=False),
        sa.Column("token_hash", HASH, nullable=False, unique=True),
        sa.Column("enrolled_at", TIME, nullable=False),
        sa.Column("expires_at", TIME),
        sa.Column("revoked_at", TIME),
    )
    op.create_table(
        "people",
        sa.Column("person", NAME, primary_key=True),
        sa.Column("role", short(16), nullable=False),
        sa.Column("pin_hash", sa.Text, nullable=False),
        sa.Column("enrolled_at", TIME, nullable=False),
        sa.Column("revoked_at", TIME),
    )
    op.create_table(
        "logins",
        sa.Column("token_hash", HASH, primary_key=True),
        sa.Column("device", NAME, nullable=False),
        sa.Column("person", NAME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.Column("ended_at", TIME),
    )
    op.create_table(
        "access_log",
        sa.Column("number", WHOLE, primary_key=True, autoincrement=True),
        sa.Column("at", TIME, nullable=False),
        sa.Column("what", short(16), nullable=False),
        sa.Column("device", NAME),
        sa.Column("person", NAME),
        sa.Column("by", sa.Text, nullable=False),
    )
    op.create_index("access_log_person", "access_log", ["person", "what", "at"])
    written_once("access_log")
