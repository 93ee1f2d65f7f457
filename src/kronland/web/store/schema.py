"""What is on disk: visitors, tables, seats, the append-only log from which every match is rebuilt, and what is kept around them.

What people are among people is in `society.py`; an older database becomes like this by `migrations`.
"""

from __future__ import annotations

import sqlalchemy as sa

from kronland.web.store import society  # noqa: F401 - tables of the same database
from kronland.web.store.metadata import METADATA as METADATA

visitors = sa.Table(
    "visitors",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(64), nullable=False, unique=True),  # hash of the cookie
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("language", sa.String(2)),  # None: as the browser asks
    sa.Column("preferences", sa.JSON, nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
)

tables = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),  # version of the rules that it was begun with; while it waits, made with
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("start", sa.JSON),  # of a table that goes on from a record: position, components, actions
    sa.Column("title", sa.String(240), nullable=False),
    sa.Column("stage", sa.String(8), nullable=False),  # waiting, running, over; ended: broken off
    sa.Column("pace", sa.Float, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("shuffle", sa.Boolean, nullable=False),
    sa.Column("hints", sa.Boolean),  # whether players may ask for hints; None: those who play against bots alone
    sa.Column("maker", sa.Integer, sa.ForeignKey("visitors.id")),
    sa.Column("rematch", sa.String(32)),  # the table that came after this one
    sa.Column("actors", sa.Integer, nullable=False),  # bit mask of the seats to decide, for the lists
    sa.Column("number", sa.Integer, nullable=False),  # entries of the log
    sa.Column("version", sa.Integer, nullable=False),  # counts every change, of rights too; whoever writes must have seen the last
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("changed_at", sa.Float, nullable=False),
    sa.Column("clock", sa.JSON(none_as_null=True)),  # as `Clock.kept` writes it; None: nobody is in a hurry
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),  # whether its result counts
    sa.Column("due", sa.Float),  # when somebody's time will have run out; None: no clock runs
    sa.Column("tournament", sa.String(32)),  # that it was made for
    sa.Column("language", sa.String(2)),  # of who made it; None: a program's
    sa.Column("watch", sa.Boolean, nullable=False, server_default=sa.true()),  # whether others may watch
    sa.Column("hidden", sa.JSON(none_as_null=True)),  # numbers of lines of the chat that a host has hidden
    sa.Index("tables_by_stage", "stage", "changed_at"),
    sa.Index("tables_by_due", "due"),
)

# Where the chance of a game comes from. A table that waits has no row: what has not been dealt cannot be told.
deals = sa.Table(
    "deals",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seed", sa.String(32), nullable=False),  # as `core.seeds.seed_text` writes it
    sa.Column("salt", sa.String(64), nullable=False),
)

seats = sa.Table(
    "seats",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),  # person, guest (at the maker's screen), bot, open
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("level", sa.String(16)),  # of a bot
    sa.Column("kept_by", sa.String(16)),  # level of the bot that stands in for a person who is away
    sa.Column("hints", sa.Integer, nullable=False, server_default="0"),  # that were taken
)

owners = sa.Table(
    "owners",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), primary_key=True),
    sa.Index("owners_by_visitor", "visitor"),
)

watchers = sa.Table(
    "watchers",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), primary_key=True),
)

keys = sa.Table(
    "keys",
    METADATA,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),  # -1: watching
    # It leads to an open seat, opens nothing, and is spent when somebody sits down.
    sa.Column("invites", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Index("keys_by_seat", "table", "seat"),
)

entries = sa.Table(
    "entries",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),  # play, undo, redo, withdraw, takeover, giveback, timeout
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("notation", sa.String(100), nullable=False),  # of a play; the bot's level of a takeover or timeout; how many of an undo
    sa.Column("at", sa.Float, nullable=False),
)

chat = sa.Table(
    "chat",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("text", sa.String(2000), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("visitor", sa.Integer),  # who said it; None: a program, or a line of before that was kept
)

analyses = sa.Table(
    "analyses",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),  # of how games are analysed
    sa.Column("found", sa.JSON, nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
)

# Days on which somebody's clocks stand still.
holidays = sa.Table(
    "holidays",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("first", sa.Float, nullable=False),
    sa.Column("last", sa.Float, nullable=False),
    sa.Index("holidays_by_visitor", "visitor"),
)

# How rated games came out. They stay when their tables are dropped: ratings follow from them.
results = sa.Table(
    "results",
    METADATA,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # of the game's book: the order in which games ended
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id")),  # None: a bot
    sa.Column("level", sa.String(16)),  # of a bot
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("mu", sa.Float),  # the rating after it, of a person
    sa.Column("sigma", sa.Float),
    sa.UniqueConstraint("game", "number", "seat"),
    sa.Index("results_by_visitor", "visitor", "game", "number"),
)

# How every game came out that was played here from its beginning, for the statistics. They name nobody, and stay when tables are dropped.
outcomes = sa.Table(
    "outcomes",
    METADATA,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # the order in which they were written: who has read some goes on from there
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("level", sa.String(16)),  # of a bot; None: a person
    sa.Column("end", sa.String(32), nullable=False),  # the game's word for how it ended; "clock": broken off, and the points do not count
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("won", sa.Float, nullable=False),  # share of the win
    sa.Column("points", sa.Float, nullable=False),
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("minutes", sa.Float),  # None: with a clock, over days
    sa.Column("brought", sa.JSON, nullable=False),  # what each step of the final scoring has brought, by event
    sa.Column("had", sa.JSON, nullable=False),  # what counters said in the end, by their English words
    sa.UniqueConstraint("game", "number", "seat"),
)

tournaments = sa.Table(
    "tournaments",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("maker", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("name", sa.String(240), nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),  # at a table, as far as they divide
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("system", sa.String(8), nullable=False),  # swiss, robin
    sa.Column("clock", sa.JSON, nullable=False),  # terms of the tables
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("stage", sa.String(8), nullable=False),  # entries, running, over; off: called off
    sa.Column("round", sa.Integer, nullable=False),  # that is played; 0: none yet
    sa.Column("closes", sa.Float),  # when it begins by itself; None: by hand
    sa.Column("longest", sa.Float),  # seconds after which the next round begins, whatever is still played; None: when all tables are over
    sa.Column("due", sa.Float),  # when that will be
    sa.Column("seed", sa.String(32)),  # of the lots; None before it begins
    sa.Column("version", sa.Integer, nullable=False),  # counts every change; who takes the next step must have seen the last
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("changed_at", sa.Float, nullable=False),
    sa.Index("tournaments_by_stage", "stage", "changed_at"),
)

entrants = sa.Table(
    "entrants",
    METADATA,
    sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # by which the lots are drawn
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("gone", sa.Integer),  # the first round without them; None: still in
    sa.Column("place", sa.Integer),  # when it is over
    sa.UniqueConstraint("tournament", "visitor"),
    sa.Index("entrants_by_visitor", "visitor"),
)

# Who sits where in which round, and what became of it. They stay when the tables are dropped.
placings = sa.Table(
    "placings",
    METADATA,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.id"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("board", sa.Integer, nullable=False),  # number of the table in its round
    sa.Column("entrant", sa.Integer),  # None: a bot that fills
    sa.Column("level", sa.String(16)),  # of a bot
    sa.Column("rank", sa.Integer),  # None: the game is on
    sa.Column("share", sa.Float),  # points made there, in means of the table
    sa.Index("placings_by_tournament", "tournament", "round"),
)

# Visitors that several browsers are, each by a cookie of its own (`devices`).
accounts = sa.Table(
    "accounts",
    METADATA,
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), primary_key=True, autoincrement=False),
    sa.Column("sign_in", sa.String(120), nullable=False),  # the name with its number
    sa.Column("folded", sa.String(200), nullable=False, unique=True),  # as it is compared
    sa.Column("password", sa.String(200)),  # argon2's hash; None: signs in by a passkey or a recovery code
    sa.Column("made_at", sa.Float, nullable=False),
)

devices = sa.Table(
    "devices",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(64), nullable=False, unique=True),  # hash of the cookie
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False),
    sa.Column("proved_at", sa.Float),  # when its person last signed in there or proved to be the one; None: before that was kept
    sa.Index("devices_by_visitor", "visitor"),
)

passkeys = sa.Table(
    "passkeys",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Index("passkeys_by_visitor", "visitor"),
)

# Recovery codes that have not been used, as hashes.
codes = sa.Table(
    "codes",
    METADATA,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Index("codes_by_visitor", "visitor"),
)

# What a passkey is asked to sign, until it is answered.
challenges = sa.Table(
    "challenges",
    METADATA,
    sa.Column("challenge", sa.String(200), primary_key=True),
    sa.Column("visitor", sa.Integer),  # who may answer with a new passkey; None: whoever signs in
    sa.Column("until", sa.Float, nullable=False),
)

# What somebody is to be told: see notices/. Words are names and titles, never anything of a game.
notices = sa.Table(
    "notices",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id")),
    sa.Column("path", sa.String(200), nullable=False),  # where it leads
    sa.Column("words", sa.JSON, nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float),  # in the list; who has been at the table needs no notice any more, and it is dropped
    sa.Column("due", sa.Float),  # when it is to be sent on; None: that has been seen to
    sa.Index("notices_by_visitor", "visitor", "table"),
    sa.Index("notices_by_due", "due"),
    sa.Index("notices_by_table", "table"),
)

# How somebody wants to be told.
reach = sa.Table(
    "reach",
    METADATA,
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), primary_key=True, autoincrement=False),
    sa.Column("refused", sa.JSON, nullable=False),  # what is not wanted, like "turn mail"
    sa.Column("quiet_from", sa.Integer),  # minutes of the day; None: no quiet hours
    sa.Column("quiet_until", sa.Integer),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("every", sa.Integer, nullable=False),  # seconds between two mails, at least
    sa.Column("language", sa.String(2), nullable=False),  # of the browser that was used last, where none is chosen
    sa.Column("address", sa.String(254)),
    sa.Column("asked_at", sa.Float),  # when a mail was sent to confirm the address
    sa.Column("verified_at", sa.Float),  # None: nothing else is sent there
    sa.Column("mailed_at", sa.Float),
)

# Browsers that take web push.
subscriptions = sa.Table(
    "subscriptions",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("device", sa.String(64), nullable=False),  # hash of the browser's cookie: who is signed out is told nothing more
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),  # of the endpoint
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(200), nullable=False),
    sa.Column("auth", sa.String(100), nullable=False),
    sa.Column("failures", sa.Integer, nullable=False, server_default="0"),  # in a row
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Index("subscriptions_by_visitor", "visitor"),
)

# What is to be sent: a notice to a browser or by mail, or a mail to confirm an address. Whoever sends it takes it for a while.
posts = sa.Table(
    "posts",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), nullable=False),
    sa.Column("way", sa.String(8), nullable=False),  # push, mail, confirm
    sa.Column("notice", sa.Integer, sa.ForeignKey("notices.id", ondelete="CASCADE")),
    sa.Column("subscription", sa.Integer, sa.ForeignKey("subscriptions.id", ondelete="CASCADE")),
    sa.Column("due", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    sa.Column("taken_until", sa.Float, nullable=False, server_default="0"),
    sa.Index("posts_by_due", "way", "due"),
    sa.Index("posts_by_visitor", "visitor"),
    sa.Index("posts_by_notice", "notice"),
    sa.Index("posts_by_subscription", "subscription"),
)

# Secrets that all servers on this database share, made when they are first needed.
keyring = sa.Table("keyring", METADATA, sa.Column("name", sa.String(16), primary_key=True), sa.Column("value", sa.Text, nullable=False))

# What is to be thought about, for whichever process is free to do it; see bots/queue.py. Moments are the database's own.
work = sa.Table(
    "work",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),  # move, analysis
    sa.Column("number", sa.Integer, nullable=False),  # the position that it is about
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("level", sa.String(16), nullable=False),
    sa.Column("deep", sa.Boolean, nullable=False),  # it takes a search
    sa.Column("line", sa.String(64), nullable=False),  # on whose account
    sa.Column("due", sa.Float, nullable=False),  # not to be carried out before
    sa.Column("attended_until", sa.Float, nullable=False),
    sa.Column("taken_by", sa.String(16)),
    sa.Column("taken_until", sa.Float, nullable=False),
    sa.Column("done", sa.Integer, nullable=False, server_default="0"),  # of an analysis, how far it is
    sa.Column("total", sa.Integer, nullable=False, server_default="0"),
    sa.Column("failed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("made_at", sa.Float, nullable=False),
)

# When a person or a table was last thought for.
served = sa.Table("served", METADATA, sa.Column("who", sa.String(64), primary_key=True), sa.Column("at", sa.Float, nullable=False))

# What was told to a seat, for pages at other servers; the position has passed where the number is another.
hints = sa.Table(
    "hints",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("found", sa.JSON, nullable=False),
)

# All that goes with a table when it is dropped.
OF_A_TABLE = tuple(kind for kind in METADATA.sorted_tables if any(key.references(tables) for key in kind.foreign_keys))
