"""Lists of tables, from rows alone: no match is rebuilt for them, and a damaged table spoils none."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.games import GAMES
from kronland.web.safety.visitors import Visitor
from kronland.web.store import store
from kronland.web.store.store import Store
from kronland.web.table.seats import Seat, check_company
from kronland.web.table.table import seats_of

LOG = logging.getLogger("kronland.web")
LISTED = 50  # tables in a list of the home page


@dataclass(frozen=True)
class Summary:
    """A table in a list."""

    id: str
    game: str
    title: str
    stage: str
    seats: tuple[Seat, ...]
    actors: tuple[int, ...]  # seats to decide now
    mine: tuple[int, ...]
    made_at: float
    changed_at: float

    @property
    def my_turn(self) -> bool:
        return any(seat in self.actors for seat in self.mine)


class Lists:
    """The part of `Tables` that lists them, and keeps account of those that are damaged."""

    def __init__(self, keeper: Store) -> None:
        self.store = keeper
        self.damaged: dict[str, str] = {}  # tables that cannot be read, set aside: id and reason

    def set_aside(self, table_id: str, problem: Exception) -> None:
        """A damaged table: an alarm in the log, once for each reason."""
        reason = f"{type(problem).__name__}: {problem}"[:300]
        if self.damaged.get(table_id) != reason:
            LOG.error("table %s is damaged and set aside: %s", table_id, reason, exc_info=problem)
        self.damaged[table_id] = reason

    def mine(self, visitor: Visitor) -> list[Summary]:
        """The visitor's tables, the last changed first."""
        if not visitor.known:
            return []
        owned = sa.select(store.owners.c.table).where(store.owners.c.visitor == visitor.id)
        return self._summaries(visitor, sa.or_(store.tables.c.id.in_(owned), store.tables.c.maker == visitor.id))

    def open_tables(self, visitor: Visitor) -> list[Summary]:
        """Public tables that wait for players."""
        return self._summaries(visitor, store.tables.c.public.is_(True), store.tables.c.stage == "waiting")

    def to_watch(self, visitor: Visitor) -> list[Summary]:
        """Public tables at which a game is on."""
        return self._summaries(visitor, store.tables.c.public.is_(True), store.tables.c.stage == "running")

    def _summaries(self, visitor: Visitor, *conditions: Any) -> list[Summary]:
        table = store.tables.c
        wanted = (table.id, table.game, table.title, table.stage, table.players, table.actors, table.made_at, table.changed_at)
        with self.store.read() as connection:
            rows = connection.execute(sa.select(*wanted).where(*conditions).order_by(table.changed_at.desc()).limit(LISTED)).all()
            ids = [row.id for row in rows]
            seats = seats_of(connection, ids)
            mine: dict[str, list[int]] = {}
            query_mine = sa.select(store.owners.c.table, store.owners.c.seat).where(
                store.owners.c.visitor == visitor.id, store.owners.c.table.in_(ids)
            )
            for table_id, seat in connection.execute(query_mine) if visitor.known else ():
                mine.setdefault(table_id, []).append(seat)
        found = []
        for row in rows:
            try:
                found.append(_summary(row, seats[row.id], tuple(mine.get(row.id, ()))))
            except Exception as problem:
                self.set_aside(row.id, problem)
        return found

    def running_with_bots(self) -> list[str]:
        """Tables at which a bot may be to move, for a start after a stop."""
        kept = sa.select(store.seats.c.table).where(sa.or_(store.seats.c.kind == "bot", store.seats.c.kept_by.is_not(None)))
        with self.store.read() as connection:
            query = sa.select(store.tables.c.id).where(store.tables.c.stage == "running", store.tables.c.id.in_(kept))
            return list(connection.scalars(query.order_by(store.tables.c.changed_at.desc())))


def _summary(row: Any, seats: list[Seat], mine: tuple[int, ...]) -> Summary:
    check_company(row.players, row.stage, seats)
    if row.game not in GAMES:
        raise ValueError(f"there is no game {row.game!r}")
    actors = tuple(seat for seat in range(row.players) if row.actors >> seat & 1)
    return Summary(row.id, row.game, row.title, row.stage, tuple(seats), actors, mine, row.made_at, row.changed_at)
