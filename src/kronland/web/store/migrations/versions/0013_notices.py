"""Notices: what people are to be told, how they want to be, and what is on its way."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("table", sa.String(length=32), nullable=True),
        sa.Column("path", sa.String(length=200), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=True),
        sa.Column("due", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("notices_by_visitor", "notices", ["visitor", "table"], unique=False)
    op.create_index("notices_by_due", "notices", ["due"], unique=False)
    op.create_index("notices_by_table", "notices", ["table"], unique=False)
    op.create_table(
        "reach",
        sa.Column("visitor", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("refused", sa.JSON(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("every", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=True),
        sa.Column("asked_at", sa.Float(), nullable=True),
        sa.Column("verified_at", sa.Float(), nullable=True),
        sa.Column("mailed_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("visitor"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(length=200), nullable=False),
        sa.Column("auth", sa.String(length=100), nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    op.create_index("subscriptions_by_visitor", "subscriptions", ["visitor"], unique=False)
    op.create_table(
        "posts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=False),
        sa.Column("way", sa.String(length=8), nullable=False),
        sa.Column("notice", sa.Integer(), nullable=True),
        sa.Column("subscription", sa.Integer(), nullable=True),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("taken_until", sa.Float(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.ForeignKeyConstraint(["notice"], ["notices.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["subscription"], ["subscriptions.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("posts_by_due", "posts", ["way", "due"], unique=False)
    op.create_index("posts_by_visitor", "posts", ["visitor"], unique=False)
    op.create_index("posts_by_notice", "posts", ["notice"], unique=False)
    op.create_index("posts_by_subscription", "posts", ["subscription"], unique=False)
    op.create_table(
        "keyring",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
