"""The label queue: photos to label, their labels in every version, and who let photos of corrected hands in."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "label_photos",
        sa.Column("sha256", sa.String(64), sa.ForeignKey("photos.sha256"), primary_key=True),
        sa.Column("added", sa.Integer, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("guess", sa.Text, nullable=False),
        sa.Column("uncertainty", sa.Double, nullable=False),
        sa.Column("look", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "label_versions",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("sha256", sa.String(64), sa.ForeignKey("label_photos.sha256"), nullable=False, index=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_table(
        "label_consents",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("given", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
