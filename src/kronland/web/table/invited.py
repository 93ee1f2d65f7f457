"""Invitations to a table that waits, each for one person, who alone can take it; some keep a seat for a while.

They are facts of the table, written like every change of it, with its version.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.web.store import society
from kronland.web.table.clock import DAY, Terms

KEPT = 1800.0  # seconds that a seat is kept for somebody where people play at once
KEPT_OVER_DAYS = 2 * DAY  # and where they have days for a move


@dataclass(frozen=True)
class Invited:
    id: int
    by: int
    to: int | None  # None: nobody has the name that was typed, and who typed it is not told
    called: str
    seat: int | None  # that is kept for them
    kept_until: float | None
    made_at: float
    declined: bool

    def keeps(self, now: float) -> bool:
        """Whether a seat is not for others just now."""
        return self.seat is not None and not self.declined and self.kept_until is not None and now < self.kept_until


@dataclass(frozen=True)
class Meeting:
    """The table that somebody is invited to."""

    table: str
    game: str
    title: str


def invited_to(connection: sa.Connection, table_id: str) -> list[Invited]:
    row = society.invited.c
    found = connection.execute(sa.select(society.invited).where(row.table == table_id).order_by(row.id))
    return [Invited(one.id, one.by, one.to, one.called, one.seat, one.kept_until, one.made_at, one.declined) for one in found]


def kept_for(terms: Terms | None) -> float:
    """How long a seat is kept: who has days for a move has days to come."""
    return KEPT if terms is None else KEPT_OVER_DAYS


def free_for(seats: Sequence[int], invitations: Iterable[Invited], visitor: int | None, now: float) -> list[int]:
    """Which of the open seats somebody may take: none that is kept for another; the one that is kept for this one first."""
    invitations = list(invitations)
    own = {one.seat for one in invitations if visitor is not None and one.to == visitor and not one.declined}
    kept = {one.seat for one in invitations if one.keeps(now)} - own
    return sorted((seat for seat in seats if seat not in kept), key=lambda seat: (seat not in own, seat))


def add(connection: sa.Connection, table_id: str, rows: Sequence[dict[str, Any]], now: float) -> None:
    """`rows` say by, to, called; and seat and kept_until, where one is kept."""
    for row in rows:
        connection.execute(
            society.invited.insert().values(**{"seat": None, "kept_until": None, "declined": False, "made_at": now} | row, table=table_id)
        )


def settle(connection: sa.Connection, table_id: str, seat: int, visitor: int | None, begun: bool) -> None:
    """Somebody has sat down: an own invitation is spent, and who was to have that seat may have another. A game that has begun has none."""
    row, here = society.invited.c, society.invited.c.table == table_id
    if begun:
        connection.execute(society.invited.delete().where(here))
        return
    if visitor is not None:
        connection.execute(society.invited.delete().where(here, row.to == visitor))
    connection.execute(society.invited.update().where(here, row.seat == seat).values(seat=None, kept_until=None))
