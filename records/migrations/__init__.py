"""How the tables came to be, step by step (alembic); :func:`records.database.upgrade` runs what is missing."""
