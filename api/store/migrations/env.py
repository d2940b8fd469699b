"""Run by Alembic: the steps work on the connection that was handed in."""

from alembic import context

from api.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
