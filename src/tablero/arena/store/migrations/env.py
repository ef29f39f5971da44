"""Alembic runs this: our migrations, in the transaction of whoever opens the database."""

from alembic import context

from tablero.arena.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
