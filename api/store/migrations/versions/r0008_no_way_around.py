"""Nothing is written over the log of access, or over a full tile of the ledger."""

from api.store.migrations.guards import full_tiles_never_replaced, never_replaced

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Close the way around their guards."""
    never_replaced("access_log", ("number",))
    full_tiles_never_replaced("ledger_tiles")
