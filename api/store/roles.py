"""The rights of the role that the service runs as: it reads and adds, and that is all.

The tables belong to another role, which the service never is. What may be changed or
removed beside the record (heads, rulings as they stand, caches) is named by each table.
"""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.errors import AdjudicatorError
from api.store import migrations
from api.store.engines import connect
from api.store.schema import log, metadata


def grant(url: str, role: str) -> None:
    """Give a role of PostgreSQL what the service needs; asked as the tables' owner."""
    engine = connect(url)
    try:
        if engine.dialect.name != "postgresql":
            raise AdjudicatorError("grant: only PostgreSQL has roles")
        quoted = engine.dialect.identifier_preparer.quote_identifier(role)
        with engine.begin() as connection:
            for table in metadata.sorted_tables:
                rights = ", ".join(("SELECT", "INSERT", *table.info.get("rights", ())))
                connection.execute(text(f'GRANT {rights} ON "{table.name}" TO {quoted}'))
            connection.execute(text(f"GRANT INSERT ON {log.name} TO {quoted}"))
            connection.execute(text(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {quoted}"))
            connection.execute(text(f"GRANT SELECT ON {migrations.ACCOUNT} TO {quoted}"))
    except SQLAlchemyError as error:
        raise AdjudicatorError(f"grant: {getattr(error, 'orig', error)}") from None
    finally:
        engine.dispose()
