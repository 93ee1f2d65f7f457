"""Tables whose rules have changed since they were begun, so that today's cannot play them (`Game.earlier`): their record is still there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.core.record import written
from kronland.core.seeds import read_seed, written_seed
from kronland.core.words import N_
from kronland.web.errors import Forbidden, NotFound, WebError
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema, store

NO_TABLE = N_("There is no such table, or it is a private one.")
NOT_YOURS = N_("Only those who played can have the record of a game that did not come to its end.")


class Outdated(WebError):
    """The rules are others by now."""

    status, code = 410, "outdated"

    def __init__(self, table_id: str, then: int, now: int) -> None:
        text = N_("This game was begun with version {then} of the rules; now it is version {now}, and it can neither go on nor be shown.")
        super().__init__(text, then=then, now=now)
        self.table_id = table_id


@dataclass(frozen=True)
class Remains:
    """What can still be said of such a table to a visitor."""

    row: Any
    names: list[str]
    is_player: bool

    @property
    def may_have_record(self) -> bool:
        return bool(self.is_player or self.row.stage == "over")


def remains(keeper: store.Store, table_id: str, visitor: Visitor) -> Remains:
    """For those who may see the table; for others there is none."""
    with keeper.read() as connection:
        table = schema.tables.c
        wanted = (table.id, table.game, table.rules, table.players, table.title, table.stage, table.public, table.maker)
        row = connection.execute(sa.select(*wanted).where(table.id == table_id)).first()
        sat = sa.select(schema.seats.c.name).where(schema.seats.c.table == table_id).order_by(schema.seats.c.number)
        names = connection.scalars(sat).all()
        owners = set(connection.scalars(sa.select(schema.owners.c.visitor).where(schema.owners.c.table == table_id)))
        watchers = set(connection.scalars(sa.select(schema.watchers.c.visitor).where(schema.watchers.c.table == table_id)))
    is_player = visitor.known and visitor.id in owners
    if row is None or not (row.public or is_player or (visitor.known and (visitor.id in watchers or visitor.id == row.maker))):
        raise NotFound(NO_TABLE)
    return Remains(row, list(names), is_player)


def record_of(keeper: store.Store, table_id: str, visitor: Visitor) -> str:
    """The record, from the log alone. Of a game that was not over it tells every secret: it is for those who played."""
    found = remains(keeper, table_id, visitor)
    if not found.may_have_record:
        raise Forbidden(NOT_YOURS)
    row, entries, deals = found.row, schema.entries.c, schema.deals.c
    with keeper.read() as connection:
        table = schema.tables.c
        options, begun = connection.execute(sa.select(table.options, table.start).where(table.id == table_id)).one()
        seed, salt = connection.execute(sa.select(deals.seed, deals.salt).where(deals.table == table_id)).one()
        query = sa.select(entries.kind, entries.seat, entries.notation).where(entries.table == table_id).order_by(entries.number)
        log = connection.execute(query).all()
    start = begun or {}
    played: list[tuple[int, str]] = [(seat, notation) for seat, notation in start.get("actions", ())]
    undone: list[tuple[int, str]] = []
    for kind, seat, notation in log:
        if kind == "play":
            played.append((seat, notation))
            undone.clear()
        elif kind == "undo":
            undone += [played.pop() for _ in range(int(notation))]
        elif kind == "redo":
            played.append(undone.pop())
        elif kind == "withdraw":
            last = max(number for number, (who, _) in enumerate(played) if who == seat)
            undone = [played.pop(last)]
    lines = {name: start[name].splitlines() if start.get(name) is not None else None for name in ("position", "components")}
    return written(
        played,
        None,
        game=row.game,
        rules=row.rules,
        players=row.players,
        options=options,
        names=found.names,
        seed=written_seed(read_seed(seed)),
        salt=salt,
        **lines,
    )
