"""States of tables, so that nobody has to judge a long log from its first entry."""

import sqlalchemy as sa
from alembic import op

from api.store.types import HASH, NAME, WHOLE

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make their table; it may be emptied at any time."""
    op.create_table(
        "snapshots",
        sa.Column("table_id", NAME, primary_key=True),
        sa.Column("seq", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("hand", WHOLE, nullable=False),
        sa.Column("fold", HASH, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
