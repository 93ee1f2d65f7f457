"""Lists of tables, from rows alone: no match is rebuilt for them, and a damaged table spoils none."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.games import GAMES
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema, society
from kronland.web.store.store import Store
from kronland.web.table.clock import Clock, Pause, pauses_of
from kronland.web.table.seats import Seat, check_company
from kronland.web.table.table import seats_of

LOG = logging.getLogger("kronland.web")
LISTED = 50  # tables in a list of the home page
NOBODY = Visitor(None, "", "en")


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
    clock: Clock | None
    rated: bool
    pauses: dict[int, list[Pause]]
    language: str | None  # of who made it
    kept: int = 0  # open seats that are kept for somebody

    @property
    def my_turn(self) -> bool:
        return any(seat in self.actors for seat in self.mine)


class Lists:
    """The part of `Tables` that lists them, and keeps account of those that are damaged."""

    def __init__(self, keeper: Store, now: Callable[[], float] = time.time) -> None:
        self.store, self.now = keeper, now
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
        owned = sa.select(schema.owners.c.table).where(schema.owners.c.visitor == visitor.id)
        return self._summaries(visitor, sa.or_(schema.tables.c.id.in_(owned), schema.tables.c.maker == visitor.id))

    def has_finished(self, visitor: Visitor, game: str) -> bool:
        """Whether the visitor has played a game to its end here."""
        table, owner = schema.tables.c, schema.owners.c
        over = sa.exists().where(owner.visitor == visitor.id, owner.table == table.id, table.game == game, table.stage == "over")
        with self.store.read() as connection:
            return bool(connection.scalar(sa.select(over)))

    def open_tables(self, visitor: Visitor = NOBODY) -> list[Summary]:
        """Public tables that wait for players."""
        return self._summaries(visitor, schema.tables.c.public.is_(True), schema.tables.c.stage == "waiting")

    def open_tables_of(self, people: Collection[int]) -> list[tuple[int, Summary]]:
        """Public tables that wait for players, at which these people sit."""
        owner, table = schema.owners.c, schema.tables.c
        sits = sa.select(owner.table).where(owner.visitor.in_(people))
        found = self._summaries(NOBODY, table.public.is_(True), table.stage == "waiting", table.id.in_(sits)) if people else []
        with self.store.read() as connection:
            at = sa.select(owner.table, owner.visitor).where(owner.visitor.in_(people), owner.table.in_([one.id for one in found]))
            who = [tuple(row) for row in connection.execute(at)] if found else []
        return [(visitor, one) for one in found for table_id, visitor in who if table_id == one.id]

    def invitations(self, visitor: Visitor) -> list[tuple[str, Summary]]:
        """Tables that wait for this very visitor: who asks, and the table."""
        row, person, table = society.invited.c, schema.visitors.c, schema.tables.c
        if not visitor.known:
            return []
        with self.store.read() as connection:
            mine = sa.select(row.table, person.name).join(schema.visitors, person.id == row.by).join(schema.tables, table.id == row.table)
            mine = mine.where(row.to == visitor.id, row.declined.is_(False), row.by.not_in(visitor.muted), table.stage == "waiting")
            by = {one.table: one.name for one in connection.execute(mine.order_by(row.made_at).limit(LISTED))}
        found = self._summaries(visitor, table.id.in_(by)) if by else []
        return [(by[one.id], one) for one in found if not one.mine]

    def to_watch(self, visitor: Visitor) -> list[Summary]:
        """Public tables at which a game is on."""
        return self._summaries(
            visitor, schema.tables.c.public.is_(True), schema.tables.c.watch.is_(True), schema.tables.c.stage == "running"
        )

    def _summaries(self, visitor: Visitor, *conditions: Any) -> list[Summary]:
        table = schema.tables.c
        listed = (table.id, table.game, table.title, table.stage, table.players, table.actors)
        wanted = (*listed, table.made_at, table.changed_at, table.clock, table.rated, table.language)
        with self.store.read() as connection:
            rows = connection.execute(sa.select(*wanted).where(*conditions).order_by(table.changed_at.desc()).limit(LISTED)).all()
            ids = [row.id for row in rows]
            seats = seats_of(connection, ids)
            mine: dict[str, list[int]] = {}
            query_mine = sa.select(schema.owners.c.table, schema.owners.c.seat).where(
                schema.owners.c.visitor == visitor.id, schema.owners.c.table.in_(ids)
            )
            for table_id, seat in connection.execute(query_mine) if visitor.known else ():
                mine.setdefault(table_id, []).append(seat)
            pauses = pauses_of(connection, [row.id for row in rows if row.clock is not None])
            kept = _kept(connection, [row.id for row in rows if row.stage == "waiting"], self.now())
        found = []
        for row in rows:
            try:
                found.append(_summary(row, seats[row.id], tuple(mine.get(row.id, ())), pauses.get(row.id, {}), kept.get(row.id, 0)))
            except Exception as problem:
                self.set_aside(row.id, problem)
        return found

    def running_with_bots(self) -> list[str]:
        """Tables at which a bot may be to move, for a start after a stop."""
        kept = sa.select(schema.seats.c.table).where(sa.or_(schema.seats.c.kind == "bot", schema.seats.c.kept_by.is_not(None)))
        with self.store.read() as connection:
            query = sa.select(schema.tables.c.id).where(schema.tables.c.stage == "running", schema.tables.c.id.in_(kept))
            return list(connection.scalars(query.order_by(schema.tables.c.changed_at.desc())))


def _kept(connection: sa.Connection, ids: list[str], now: float) -> dict[str, int]:
    """How many seats are kept for somebody, by table."""
    row = society.invited.c
    kept = sa.select(row.table, sa.func.count(sa.distinct(row.seat)).label("seats"))
    kept = kept.where(row.table.in_(ids), row.kept_until > now, row.declined.is_(False)).group_by(row.table)
    return {one.table: one.seats for one in connection.execute(kept)} if ids else {}


def _summary(row: Any, seats: list[Seat], mine: tuple[int, ...], pauses: dict[int, list[Pause]], kept: int) -> Summary:
    check_company(row.players, row.stage, seats)
    if row.game not in GAMES:
        raise ValueError(f"there is no game {row.game!r}")
    actors = tuple(seat for seat in range(row.players) if row.actors >> seat & 1)
    clock = None if row.clock is None else Clock.read(row.clock, row.players)
    return Summary(
        row.id,
        row.game,
        row.title,
        row.stage,
        tuple(seats),
        actors,
        mine,
        row.made_at,
        row.changed_at,
        clock,
        row.rated,
        pauses,
        row.language,
        kept,
    )
