"""Whether the books are right: every result follows from the record of its game, and every rating from the results."""

from __future__ import annotations

import sqlalchemy as sa

from kronland.core.errors import KronlandError
from kronland.web.club.ratings import places_of, recomputed
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.table import Table, stored


def check_ratings(keeper: Store) -> tuple[int, list[str]]:
    """How many results there are, and what is wrong, in words. Games that have been dropped, or that cannot be read, are believed."""
    with keeper.read() as connection:
        rows = connection.execute(sa.select(schema.results)).all()
    wrong = recomputed(rows)
    written: dict[str, dict[int, int]] = {}
    for row in rows:
        written.setdefault(row.table, {})[row.seat] = row.rank
    for table_id, ranks in written.items():
        try:
            table = Table(stored(keeper, table_id), lambda game: "python")
        except (KronlandError, ValueError):
            continue
        found = {place.seat: place.rank for place in places_of(table)}
        if found != ranks:
            wrong.append(f"table {table_id}: the places {ranks} were written, its record leads to {found}")
    return len(rows), wrong
