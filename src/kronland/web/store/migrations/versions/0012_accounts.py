"""Accounts: visitors that several browsers are, with passwords, passkeys and recovery codes."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("visitor", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sign_in", sa.String(length=120), nullable=False),
        sa.Column("folded", sa.String(length=200), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("visitor"),
        sa.UniqueConstraint("folded"),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("devices_by_visitor", "devices", ["visitor"], unique=False)
    op.create_table(
        "passkeys",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("passkeys_by_visitor", "passkeys", ["visitor"], unique=False)
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("codes_by_visitor", "codes", ["visitor"], unique=False)
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.String(length=200), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=True),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("challenge"),
    )
