"""Clocks of tables that are played over days, and holidays on which they stand still."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("tables", sa.Column("due", sa.Float(), nullable=True))
    op.create_index("tables_by_due", "tables", ["due"], unique=False)
    op.create_table(
        "holidays",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=False),
        sa.Column("first", sa.Float(), nullable=False),
        sa.Column("last", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("holidays_by_visitor", "holidays", ["visitor"], unique=False)
