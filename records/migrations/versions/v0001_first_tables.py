"""The first tables: records, their versions, and photos."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "records",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False, index=True),
        sa.Column("match_id", sa.String(64), sa.ForeignKey("records.id"), index=True),
    )
    op.create_table(
        "versions",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("record_id", sa.String(64), sa.ForeignKey("records.id"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.UniqueConstraint("record_id", "version"),
    )
    op.create_table(
        "photos",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("upload_sha256", sa.String(64), nullable=False, index=True),
        sa.Column("match_id", sa.String(64), sa.ForeignKey("records.id"), index=True),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
    )
    op.create_table(
        "version_photos",
        sa.Column("seq", sa.Integer, sa.ForeignKey("versions.seq"), primary_key=True),
        sa.Column("sha256", sa.String(64), sa.ForeignKey("photos.sha256"), primary_key=True),
    )
