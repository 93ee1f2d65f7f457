"""Who is at a table, and on whose account its bots think.

A person is a visitor; programs without one count by the address that their tables were made from, which is kept in memory alone. At a
table is who has its page open, and whoever sits there and has given a sign of life of late.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING

from kronland.core.words import N_
from kronland.web.errors import BadInput
from kronland.web.safety.fairness import Share

if TYPE_CHECKING:
    from kronland.web.safety.visitors import Visitor
    from kronland.web.table.table import Table
    from kronland.web.table.tables import Tables

MOST_ALONE = 6  # tables of one visitor at which bots play while nobody is there
MOST_ALONE_BY_ADDRESS = 30


class TooManyAlone(BadInput):
    """Bots play at too many tables that nobody looks at."""

    status, code = 429, "too-many"

    def __init__(self, count: int) -> None:
        text = N_("Bots play alone at {count} of your tables already. Look in on one of them, or wait until a game is over.")
        super().__init__(text, count=count)


def is_attended(tables: Tables, table_id: str) -> bool:
    if tables.has_page_open(table_id) or tables.elsewhere.has_page_open(table_id):
        return True
    table = tables.in_memory(table_id)
    if table is None:
        return False
    patience, now, there = tables.settings.away_after, time.monotonic(), partial(tables.elsewhere.seen, table_id)
    return any(seat.kind in ("person", "guest") and now - max(seat.seen, there(seat.number)) <= patience for seat in table.seats)


def person_of(table: Table, visitor: Visitor | None = None) -> Hashable:
    if visitor is not None and visitor.known:
        return "visitor", visitor.id
    return ("visitor", table.maker) if table.maker is not None else ("address", table.address)


def share_of(tables: Tables, table: Table, visitor: Visitor | None = None) -> Share:
    """Of the table's bots; with a visitor, of what that one asks for there."""
    address = visitor.address if visitor is not None and visitor.known else table.address
    return Share(person_of(table, visitor), table.id, partial(is_attended, tables, table.id), address)
