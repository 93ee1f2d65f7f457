"""Tournaments in lists, from rows alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.core.words import Words
from kronland.web.pages import club_texts as C
from kronland.web.pages.moments import said_moment
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.tournament.page import title_of

LISTED = 50
AT_HOME = 6


@dataclass(frozen=True)
class Entry:
    """A tournament in a list."""

    id: str
    name: str
    game: str
    stage: str
    round: int
    rounds: int
    closes: float | None
    rated: bool
    entrants: int


def _listed(keeper: Store, most: int, *conditions: Any) -> list[Entry]:
    row, entrant = schema.tournaments.c, schema.entrants.c
    count = sa.select(sa.func.count()).where(entrant.tournament == row.id).scalar_subquery()
    wanted = sa.select(row.id, row.name, row.game, row.stage, row.round, row.rounds, row.closes, row.rated, count)
    with keeper.read() as connection:
        return [Entry(*one) for one in connection.execute(wanted.where(*conditions).order_by(row.changed_at.desc()).limit(most))]


def in_stage(keeper: Store, stage: str) -> list[Entry]:
    return _listed(keeper, LISTED, schema.tournaments.c.stage == stage)


def at_home(keeper: Store, visitor: Visitor) -> list[Entry]:
    """Those that take entries, and those that one plays in."""
    row, entrant = schema.tournaments.c, schema.entrants.c
    mine = sa.exists().where(entrant.tournament == row.id, entrant.visitor == (visitor.id if visitor.known else -1))
    return _listed(keeper, AT_HOME, sa.or_(row.stage == "entries", sa.and_(row.stage == "running", mine)))


def card(entry: Entry, say: Words) -> dict[str, Any]:
    """A tournament in a list."""
    said = say(C.STAGES[entry.stage], round=entry.round, rounds=entry.rounds)
    if entry.stage == "entries" and entry.closes is not None:
        said = say(C.BEGINS_AT, moment=said_moment(entry.closes, say))
    facts = [said.rstrip("."), say(C.FACT_ENTRANTS, count=entry.entrants), say(C.FACT_ROUNDS, count=entry.rounds)]
    return {
        "id": entry.id,
        "name": entry.name,
        "game": title_of(entry.game),
        "facts": [*facts, say(C.FACT_RATED)] if entry.rated else facts,
    }
