"""Gestures on the label page that were stored, so that none is done twice."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "label_gestures",
        sa.Column("editor", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, sa.ForeignKey("label_versions.seq"), nullable=True, index=True),
    )
