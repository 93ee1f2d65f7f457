"""When the person of a device has last proved who they are: what changes how one signs in asks for it."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("devices", sa.Column("proved_at", sa.Float(), nullable=True))
