"""Whether tournaments are right: every place follows from the record of its game, and the order in the end from the places."""

from __future__ import annotations

import sqlalchemy as sa

from kronland.core.errors import KronlandError
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.table import Table, stored
from kronland.web.tournament.placing import placed
from kronland.web.tournament.reading import Tournament, read


def check_tournaments(keeper: Store) -> tuple[int, list[str]]:
    """How many there are, and what is wrong, in words. Games that have been dropped, or that cannot be read, are believed."""
    wrong: list[str] = []
    with keeper.read() as connection:
        ids = list(connection.scalars(sa.select(schema.tournaments.c.id).order_by(schema.tournaments.c.made_at)))
        found = [read(connection, tournament_id) for tournament_id in ids]
    for one in found:
        wrong += [f"tournament {one.id}: {problem}" for problem in _problems(keeper, one)]
    return len(found), wrong


def _problems(keeper: Store, found: Tournament) -> list[str]:
    wrong = []
    if found.stage == "over":
        written = {one.number: one.place for one in found.entrants}
        if written != (worked := {one.entrant: one.place for one in found.standings}):
            wrong.append(f"the places {written} were written, its games lead to {worked}")
    for number in range(1, found.row.round + 1):
        sat = [chair.entrant for chair in found.chairs if chair.round == number and chair.entrant is not None]
        if len(sat) != len(set(sat)):
            wrong.append(f"somebody sits at two tables of round {number}")
    for table_id, chairs in found.tables.items():
        ranks = {chair.seat: (chair.rank, chair.share) for chair in chairs}
        try:
            table = Table(stored(keeper, table_id), lambda game: "python")
        except (KronlandError, ValueError):
            continue
        over = table.stage in ("over", "ended")
        if over and any(rank is None for rank, _ in ranks.values()) and found.stage != "running":
            continue  # it ended after the tournament did
        if ranks != (leads := placed(table) if over else dict.fromkeys(ranks, (None, None))):
            wrong.append(f"table {table_id}: {ranks} was written, its record leads to {leads}")
    return wrong
