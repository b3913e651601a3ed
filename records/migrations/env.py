"""Runs migrations on the connection that :func:`records.database.upgrade` hands over."""

from alembic import context

from records.tables import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
context.run_migrations()
