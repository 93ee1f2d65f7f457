"""Seeds of 128 bits: the column becomes text. Seeds that are there stay the numbers they were, in decimal digits.

A column beside the old one takes its place: SQLite cannot change a column's type, and a table that others refer to cannot be made anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("wide_seed", sa.String(length=32), nullable=False, server_default=""))
    op.execute("UPDATE tables SET wide_seed = CAST(seed AS VARCHAR(32))")
    op.drop_column("tables", "seed")
    op.alter_column("tables", "wide_seed", new_column_name="seed")
