"""Secret links: one leads to a seat that somebody has, for another device of that person or a program; one invites to an open seat; one
lets watch. The key of a seat is a program's token, too.

An invitation is no key: it shows who sits at the table and lets one sit down, and then it is spent: it opens nothing any more, but is kept,
so that whoever comes with it is told what became of it. The key of a seat is made when there is somebody to have it. Only hashes of the
keys are kept, see keys.py: a link follows from the cookie of who made it and the moment of that, so its maker can be shown it again, and
nobody else. Nothing here asks who may: `Access` does.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa

from kronland.core.game import SPECTATOR
from kronland.core.words import N_
from kronland.web.errors import NotFound
from kronland.web.safety.keys import derived_key, hashed, new_key
from kronland.web.store import schema
from kronland.web.store.store import Store

MOST_KEYS = 12  # links of one seat that are valid at the same time

NO_LINK = N_("This link is not valid, or not any more. Whoever sent it to you can make a new one.")


class Spent(NotFound):
    """An invitation to a seat that has been taken."""

    def __init__(self, table_id: str) -> None:
        super().__init__(
            N_("This invitation has been used: somebody sits there already. Whoever sent it to you can make one for another open seat.")
        )
        self.table_id = table_id


@dataclass(frozen=True)
class Link:
    """What a secret link leads to; seat -1 is watching."""

    table: str
    game: str
    title: str
    seat: int
    invites: bool  # to an open seat
    maker: str  # the name of who made the table; may be empty

    @property
    def claimed(self) -> bool:
        """Somebody sits there already: the link is another device's."""
        return self.seat != SPECTATOR and not self.invites


def find_link(keeper: Store, key: str) -> Link:
    """What a secret link leads to."""
    with keeper.read() as connection:
        return link_of(connection, key)


def link_of(connection: sa.Connection, key: str) -> Link:
    row = connection.execute(
        sa.select(
            schema.keys.c.seat,
            schema.keys.c.invites,
            schema.tables.c.id,
            schema.tables.c.game,
            schema.tables.c.title,
            schema.seats.c.kind,
            schema.visitors.c.name,
        )
        .join(schema.tables, schema.tables.c.id == schema.keys.c.table)
        .outerjoin(schema.visitors, schema.visitors.c.id == schema.tables.c.maker)
        .outerjoin(schema.seats, sa.and_(schema.seats.c.table == schema.keys.c.table, schema.seats.c.number == schema.keys.c.seat))
        .where(schema.keys.c.hash == hashed(key))
    ).first()
    if row is None:
        raise NotFound(NO_LINK)
    if row.invites and row.kind != "open":
        raise Spent(row.id)
    return Link(row.id, row.game, row.title, row.seat, row.invites, row.name or "")


def shown_again(connection: sa.Connection, table_id: str, secret: str) -> dict[int, str]:
    """The links that were made with this cookie and are valid, by seat; of several to a seat, the newest."""
    kept = connection.execute(sa.select(schema.keys).where(schema.keys.c.table == table_id).order_by(schema.keys.c.made_at)).all()
    made = [(row, derived_key(secret, table_id, row.seat, row.made_at)) for row in kept if secret]
    return {row.seat: key for row, key in made if hashed(key) == row.hash}


def new_link(connection: sa.Connection, table_id: str, seat: int, invites: bool = False, secret: str = "") -> str:
    """A new secret for a seat, made from the cookie's if there is one; beyond `MOST_KEYS` the oldest one ends."""
    now = time.time()
    key = derived_key(secret, table_id, seat, now) if secret else new_key()
    of_seat = sa.and_(schema.keys.c.table == table_id, schema.keys.c.seat == seat)
    old = connection.scalars(sa.select(schema.keys.c.hash).where(of_seat).order_by(schema.keys.c.made_at.desc())).all()
    if len(old) >= MOST_KEYS:
        connection.execute(schema.keys.delete().where(schema.keys.c.hash.in_(old[MOST_KEYS - 1 :])))
    connection.execute(schema.keys.insert().values(hash=hashed(key), table=table_id, seat=seat, invites=invites, made_at=now))
    return key


def end_links(connection: sa.Connection, table_id: str, seat: int) -> None:
    """All links of a seat; seat -1: of watching."""
    connection.execute(schema.keys.delete().where(schema.keys.c.table == table_id, schema.keys.c.seat == seat))


def move_links(connection: sa.Connection, table_id: str, moved: Mapping[int, int]) -> None:
    """People have changed seats, and their links go with them; `moved` says where to."""
    for row in connection.execute(sa.select(schema.keys.c.hash, schema.keys.c.seat).where(schema.keys.c.table == table_id)).all():
        if row.seat != SPECTATOR:
            connection.execute(schema.keys.update().where(schema.keys.c.hash == row.hash).values(seat=moved[row.seat]))
