"""Entries are added through a view that moves the end of their table's log."""

from api.store.migrations.guards import entries_follow

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make it; the tables stay as they are."""
    entries_follow()
