"""Alembic's entry: the connection is handed over by `Store.migrate`."""

from alembic import context

from kronland.web.store.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
context.run_migrations()
