"""What becomes of a table for its tournament: written in the transaction that ends the game, as long as the tournament goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from kronland.web.club.ratings import places_of
from kronland.web.store import schema
from kronland.web.tournament.standings import share_of

if TYPE_CHECKING:
    from kronland.web.table.table import Table


def placed(table: Table) -> dict[int, tuple[int, float]]:
    """Rank and points in means of the table, by seat; of a game that was broken off the points do not count."""
    even = [1.0] * table.players
    shares = share_of([result["points"] for result in table.match.results()]) if table.stage == "over" else even
    return {place.seat: (place.rank, round(shares[place.seat], 9)) for place in places_of(table)}


def write_placing(connection: sa.Connection, table: Table) -> None:
    """Who takes the next step of the tournament waits for this, or this for that one: what comes after its end counts no more."""
    row, placing = schema.tournaments.c, schema.placings.c
    stage = sa.select(row.stage).where(row.id == table.tournament).with_for_update(read=True)
    if connection.scalar(stage) != "running":
        return
    for seat, (rank, share) in placed(table).items():
        place = sa.and_(placing.table == table.id, placing.seat == seat)
        connection.execute(schema.placings.update().where(place).values(rank=rank, share=share))
