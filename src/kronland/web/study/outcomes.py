"""How games came out, one row a seat, for the statistics: written in the transaction that ends a game, and never of one that is on.

Nobody is named in them. Tables that were over before this was kept are read one by one, as there is time (`catch_up`).
"""

from __future__ import annotations

import logging
import time
from typing import Any

import sqlalchemy as sa

from kronland.core.game import SPECTATOR
from kronland.core.match import Match
from kronland.web.club.ratings import BOOK, places_of
from kronland.web.errors import Unavailable
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.scoring import brought
from kronland.web.table.table import Table, stored

LOG = logging.getLogger("kronland.web")
CLOCK = "clock"  # the end of a game that was broken off
AT_ONCE = 20  # tables of before in one look


def write_outcome(connection: sa.Connection, table: Table, now: float) -> None:
    """Of a game that has just ended, and was played here from its beginning."""
    if not table.whole:
        return
    if connection.dialect.name == "postgresql":  # numbers in the order in which they can be read
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(BOOK)))
    row, entry = schema.outcomes.c, schema.entries.c
    if connection.scalar(sa.select(sa.exists().where(row.table == table.id))):
        return
    number = (connection.scalar(sa.select(sa.func.max(row.number)).where(row.game == table.game.id)) or 0) + 1
    times = sa.select(sa.func.min(entry.at), sa.func.max(entry.at)).where(entry.table == table.id)
    first, last = connection.execute(times).one()
    minutes = None if table.clock is not None or first is None else (last - first) / 60
    common = {"table": table.id, "game": table.game.id, "number": number, "at": now, "players": table.players}
    common |= {"decisions": table.match.length, "minutes": minutes}
    connection.execute(schema.outcomes.insert(), [common | seat for seat in outcome(table)])


def outcome(table: Table) -> list[dict[str, Any]]:
    """What became of each seat."""
    match, over = table.match, table.stage == "over"
    results = match.results()
    gains, counters = (brought(match), _counters(match)) if over else ({}, [{} for _ in results])
    names = match.game.event_names
    return [
        {
            "seat": place.seat,
            "level": place.level,
            "end": match.game.end_name(match.state) if over else CLOCK,
            "rank": place.rank,
            "won": results[place.seat]["share"] if over else 0.0,
            "points": results[place.seat]["points"] if over else 0.0,
            "brought": {names[code]: points[place.seat] for code, points in gains.items()},
            "had": counters[place.seat],
        }
        for place in places_of(table)
    ]


def _counters(match: Match) -> list[dict[str, int]]:
    """What the counters of the desk say in the end, by their English words; a game that shows something odd has none."""
    found: list[dict[str, int]] = [{} for _ in range(match.players)]
    try:
        for plate in match.view(SPECTATOR, "en").desk.plates:
            if 0 <= plate.seat < match.players:
                numbers = ((count.said, count.value.replace("\N{MINUS SIGN}", "-")) for count in plate.counts)
                found[plate.seat] = {said: int(value) for said, value in numbers if value.lstrip("-").isdecimal()}
    except Exception:
        LOG.warning("the counters of a finished game of %s could not be read", match.game.id, exc_info=True)
    return found


class Before:
    """Tables that were over before outcomes were kept."""

    def __init__(self, keeper: Store) -> None:
        self.store, self.done = keeper, False
        self._let_be: set[str] = set()  # that cannot be read

    def catch_up(self, seconds: float) -> int:
        """Some of them, for about so long; how many."""
        count, end = 0, time.monotonic() + seconds
        for table_id in self._missing():
            if time.monotonic() > end:
                break
            try:
                table = Table(stored(self.store, table_id), lambda game: "python")
            except Unavailable:
                raise
            except Exception:  # whatever is wrong with it is told to those who ask for it
                self._let_be.add(table_id)
                continue
            with self.store.write() as connection:
                last = connection.scalar(sa.select(sa.func.max(schema.entries.c.at)).where(schema.entries.c.table == table_id))
                write_outcome(connection, table, last or table.made_at)
            count += 1
        return count

    def _missing(self) -> list[str]:
        if self.done:
            return []
        row = schema.tables.c
        known = sa.exists().where(schema.outcomes.c.table == row.id)
        whole = sa.or_(row.start.is_(None), sa.cast(row.start, sa.String) == "null")
        query = sa.select(row.id).where(row.stage.in_(("over", "ended")), whole, ~known, row.id.not_in(self._let_be))
        with self.store.read() as connection:
            found = list(connection.scalars(query.order_by(row.changed_at.desc()).limit(AT_ONCE)))
        self.done = not found  # what ends from here on is written as it does
        return found
