"""Friends, invitations for one person, and order: whom somebody does not hear, reports, hosts and all that they have done."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("language", sa.String(length=2), nullable=True))
    op.add_column("tables", sa.Column("watch", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("hidden", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("chat", sa.Column("visitor", sa.Integer(), nullable=True))
    op.create_table(
        "friends",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("to", sa.Integer(), nullable=True),
        sa.Column("called", sa.String(length=120), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("since", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["by"], ["visitors.id"]),
        sa.ForeignKeyConstraint(["to"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("friends_by", "friends", ["by"], unique=False)
    op.create_index("friends_to", "friends", ["to"], unique=False)
    op.create_table(
        "mutes",
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("whom", sa.Integer(), nullable=False),
        sa.Column("called", sa.String(length=120), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["visitors.id"]),
        sa.ForeignKeyConstraint(["whom"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("by", "whom"),
    )
    op.create_table(
        "invited",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("to", sa.Integer(), nullable=True),
        sa.Column("called", sa.String(length=120), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("kept_until", sa.Float(), nullable=True),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("declined", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
        sa.ForeignKeyConstraint(["by"], ["visitors.id"]),
        sa.ForeignKeyConstraint(["to"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("invited_by_table", "invited", ["table"], unique=False)
    op.create_index("invited_to", "invited", ["to"], unique=False)
    op.create_index("invited_by", "invited", ["by"], unique=False)
    op.create_table(
        "standings",
        sa.Column("visitor", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("host_since", sa.Float(), nullable=True),
        sa.Column("blocked_at", sa.Float(), nullable=True),
        sa.Column("blocked_until", sa.Float(), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=False, server_default=""),
        sa.Column("named", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["visitor"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("visitor"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("about", sa.Integer(), nullable=True),
        sa.Column("table", sa.String(length=32), nullable=True),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("called", sa.String(length=100), nullable=False),
        sa.Column("quoted", sa.String(length=2000), nullable=False),
        sa.Column("reason", sa.String(length=16), nullable=False),
        sa.Column("words", sa.String(length=1000), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("done_at", sa.Float(), nullable=True),
        sa.Column("answer", sa.String(length=500), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["by"], ["visitors.id"]),
        sa.ForeignKeyConstraint(["about"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("reports_by_done", "reports", ["done_at", "at"], unique=False)
    op.create_index("reports_by", "reports", ["by"], unique=False)
    op.create_table(
        "deeds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=True),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("about", sa.Integer(), nullable=True),
        sa.Column("table", sa.String(length=32), nullable=True),
        sa.Column("words", sa.String(length=1000), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["visitors.id"]),
        sa.ForeignKeyConstraint(["about"], ["visitors.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("deeds_by_about", "deeds", ["about"], unique=False)
    _only_grows("deeds")


def _only_grows(table: str) -> None:
    """Rows are added, and never changed or deleted: not by us, either."""
    words = f"{table} only grows"
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"CREATE FUNCTION {table}_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '{words}'; END $$")
        op.execute(f"CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_only_grows()")
        return
    for what in ("UPDATE", "DELETE"):
        op.execute(f"CREATE TRIGGER {table}_no_{what.lower()} BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, '{words}'); END")
