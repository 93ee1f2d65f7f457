"""Whether all that is kept can be read: every table is rebuilt from its log, by the rules that it was begun with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from kronland.web.errors import WebError
from kronland.web.store import schema
from kronland.web.store.outdated import Outdated
from kronland.web.store.store import Store
from kronland.web.table.table import Table, stored


@dataclass(frozen=True)
class Found:
    """A table: how many entries its log has, and what is wrong with it."""

    table: str
    entries: int = 0
    problem: str = ""
    outdated: bool = False  # whole, as far as can be told, but of rules that cannot be played any more


def check_all(keeper: Store) -> Iterator[Found]:
    """All tables, one after the other; interpreted, for a game takes less time that way than compiling does."""
    with keeper.read() as connection:
        ids = list(connection.scalars(sa.select(schema.tables.c.id).order_by(schema.tables.c.made_at)))
    for table_id in ids:
        try:
            yield Found(table_id, Table(stored(keeper, table_id), lambda game: "python").number)
        except Outdated:
            yield Found(table_id, outdated=True)
        except WebError as problem:
            if problem.status != 404:  # it has been dropped meanwhile
                yield Found(table_id, problem=str(problem))
        except Exception as problem:
            yield Found(table_id, problem=f"{type(problem).__name__}: {problem}")
