"""The first schema: visitors, tables with their seats, links and watchers, the log, the chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "visitors",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=True),
        sa.Column("preferences", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("start", sa.JSON(), nullable=True),
        sa.Column("title", sa.String(length=240), nullable=False),
        sa.Column("stage", sa.String(length=8), nullable=False),
        sa.Column("pace", sa.Float(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("shuffle", sa.Boolean(), nullable=False),
        sa.Column("maker", sa.Integer(), nullable=True),
        sa.Column("rematch", sa.String(length=32), nullable=True),
        sa.Column("actors", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["maker"],
            ["visitors.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("tables_by_stage", "tables", ["stage", "changed_at"], unique=False)
    op.create_table(
        "chat",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("text", sa.String(length=2000), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table", "number"),
    )
    op.create_table(
        "entries",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("notation", sa.String(length=100), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table", "number"),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("keys_by_seat", "keys", ["table", "seat"], unique=False)
    op.create_table(
        "owners",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.ForeignKeyConstraint(
            ["visitor"],
            ["visitors.id"],
        ),
        sa.PrimaryKeyConstraint("table", "seat", "visitor"),
    )
    op.create_index("owners_by_visitor", "owners", ["visitor"], unique=False)
    op.create_table(
        "seats",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("level", sa.String(length=16), nullable=True),
        sa.Column("kept_by", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table", "number"),
    )
    op.create_table(
        "watchers",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("visitor", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.ForeignKeyConstraint(
            ["visitor"],
            ["visitors.id"],
        ),
        sa.PrimaryKeyConstraint("table", "visitor"),
    )
