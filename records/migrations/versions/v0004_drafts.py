"""Drafts of deals, step by step, and what was read in each photo."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "readings",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("sha256", sa.String(64), sa.ForeignKey("photos.sha256"), nullable=False, index=True),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_table(
        "drafts",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("deal_id", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False, index=True),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_index("ix_drafts_deal_device", "drafts", ["deal_id", "device"])
