"""What becomes of somebody's entries when a browser's person signs in to an account, or when an account is deleted."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kronland.web.store import schema


def move_entries(connection: sa.Connection, visitor: int, account: int) -> None:
    """They become the account's. Who has entered one tournament with both is once in it: the visitor's entry is left.

    Tournaments that were made are the account's, too.
    """
    row, both = schema.entrants.c, schema.entrants.alias()
    twice = sa.exists().where(both.c.tournament == row.tournament, both.c.visitor == account)
    _end(connection, visitor, twice)
    connection.execute(schema.entrants.update().where(row.visitor == visitor, ~twice).values(visitor=account))
    connection.execute(schema.tournaments.update().where(schema.tournaments.c.maker == visitor).values(maker=account))


def end_entries(connection: sa.Connection, visitor: int) -> None:
    """Nobody waits for who is gone: those that have not begun are without them, and in the others they get no further seats."""
    _end(connection, visitor, sa.true())


def _end(connection: sa.Connection, visitor: int, which: sa.ColumnElement[bool]) -> None:
    row, tournament = schema.entrants.c, schema.tournaments.c
    mine = sa.and_(row.visitor == visitor, which)
    open_ones = list(connection.scalars(sa.select(row.tournament).where(mine)))
    claim = schema.tournaments.update().where(tournament.id.in_(open_ones)).values(version=tournament.version + 1)
    connection.execute(claim)  # whoever works out the next round does so without them
    begun = sa.select(tournament.id).where(tournament.stage == "running")
    waiting = sa.select(tournament.id).where(tournament.stage == "entries")
    connection.execute(schema.entrants.delete().where(mine, row.tournament.in_(waiting)))
    following = sa.select(tournament.round + 1).where(tournament.id == row.tournament).scalar_subquery()
    connection.execute(schema.entrants.update().where(mine, row.gone.is_(None), row.tournament.in_(begun)).values(gone=following))


def entries_of(visitor: int) -> Any:
    row, tournament = schema.entrants.c, schema.tournaments.c
    listed = sa.select(tournament.id, tournament.name, tournament.game, row.number, row.at, row.place)
    return listed.join(schema.entrants, row.tournament == tournament.id).where(row.visitor == visitor).order_by(row.at)
