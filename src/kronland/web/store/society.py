"""What is kept of people among people: friends, invitations, whom somebody does not want to hear, and order in the house."""

from __future__ import annotations

import sqlalchemy as sa

from kronland.web.store.metadata import METADATA

# Asked by one, and friends once the other has said yes.
friends = sa.Table(
    "friends",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("by", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("to", sa.Integer, sa.ForeignKey("visitors.id")),  # None: nobody has the name that was typed, which the asker is not told
    sa.Column("called", sa.String(120), nullable=False),  # by the one who asked
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("since", sa.Float),  # None: not answered
    sa.Index("friends_by", "by"),
    sa.Index("friends_to", "to"),
)

# Whom somebody does not want to hear of.
mutes = sa.Table(
    "mutes",
    METADATA,
    sa.Column("by", sa.Integer, sa.ForeignKey("visitors.id"), primary_key=True),
    sa.Column("whom", sa.Integer, sa.ForeignKey("visitors.id"), primary_key=True),
    sa.Column("called", sa.String(120), nullable=False),  # as they were called where they were met
    sa.Column("at", sa.Float, nullable=False),
)

# Invitations to a table that waits, each for one person.
invited = sa.Table(
    "invited",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("by", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("to", sa.Integer, sa.ForeignKey("visitors.id")),  # None: as in `friends`
    sa.Column("called", sa.String(120), nullable=False),
    sa.Column("seat", sa.Integer),  # that is kept for them; None: any that is free
    sa.Column("kept_until", sa.Float),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("invited_by_table", "table"),
    sa.Index("invited_to", "to"),
    sa.Index("invited_by", "by"),
)

# Hosts, and those whom a host has blocked or given a name.
standings = sa.Table(
    "standings",
    METADATA,
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), primary_key=True, autoincrement=False),
    sa.Column("host_since", sa.Float),
    sa.Column("blocked_at", sa.Float),
    sa.Column("blocked_until", sa.Float),  # None: for good, if blocked at all
    sa.Column("reason", sa.String(500), nullable=False, server_default=""),
    sa.Column("named", sa.Boolean, nullable=False, server_default=sa.false()),  # the name is a host's, and stays
)

# What somebody wants a host to see. They stay when their tables are dropped: what was said is quoted.
reports = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("by", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("about", sa.Integer, sa.ForeignKey("visitors.id")),  # None: a program without a person
    sa.Column("table", sa.String(32)),
    sa.Column("line", sa.Integer),  # of the chat
    sa.Column("called", sa.String(100), nullable=False),
    sa.Column("quoted", sa.String(2000), nullable=False),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("words", sa.String(1000), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("done_at", sa.Float),
    sa.Column("answer", sa.String(500), nullable=False, server_default=""),
    sa.Index("reports_by_done", "done_at", "at"),
    sa.Index("reports_by", "by"),
)

# All that hosts have done. The database itself refuses to change or to delete a row (migration 0014).
deeds = sa.Table(
    "deeds",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("by", sa.Integer, sa.ForeignKey("visitors.id")),  # None: from the command line
    sa.Column("what", sa.String(16), nullable=False),
    sa.Column("about", sa.Integer, sa.ForeignKey("visitors.id")),
    sa.Column("table", sa.String(32)),
    sa.Column("words", sa.String(1000), nullable=False),
    sa.Index("deeds_by_about", "about"),
)
