"""Deals of their own, made when a game begins; keys that only invite.

Tables that wait lose the seed that they were made with, and get another when they begin. Keys of open seats become invitations.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deals",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("seed", sa.String(length=32), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table"),
    )
    op.execute(
        """INSERT INTO deals ("table", seed, salt) SELECT id, CAST(seed AS VARCHAR(32)), salt FROM tables WHERE stage <> 'waiting'"""
    )
    op.drop_column("tables", "seed")
    op.drop_column("tables", "salt")
    op.add_column("keys", sa.Column("invites", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(
        """UPDATE keys SET invites = (1 = 1) WHERE EXISTS
        (SELECT 1 FROM seats WHERE seats."table" = keys."table" AND seats.number = keys.seat AND seats.kind = 'open')"""
    )
