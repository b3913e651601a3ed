"""Photos that come under the address of a deal which no match has, or which is not stored yet."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the deal to the photos."""
    op.add_column("photos", sa.Column("deal_id", sa.String(64)))
    op.create_index("ix_photos_deal_id", "photos", ["deal_id"])
