"""What a person has among people, when a browser becomes an account's, when somebody leaves, and for who wants to see all of it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kronland.web.store import schema, society

FRIENDS, MUTES, INVITED, STANDINGS, REPORTS = society.friends, society.mutes, society.invited, society.standings, society.reports


def tables_with_invitations(connection: sa.Connection, visitor: int) -> set[str]:
    row = INVITED.c
    return set(connection.scalars(sa.select(row.table).where(sa.or_(row.by == visitor, row.to == visitor))))


def bring_people_along(connection: sa.Connection, visitor: int, account: int) -> None:
    """All of a visitor becomes another's; what both have stays once. What hosts have done stays as it was written."""
    for kind, columns in ((FRIENDS, ("by", "to")), (INVITED, ("by", "to")), (REPORTS, ("by", "about"))):
        for name in columns:
            connection.execute(kind.update().where(kind.c[name] == visitor).values({name: account}))
    _once(connection, account)
    for mine, other in (("by", "whom"), ("whom", "by")):
        both = MUTES.alias()
        twice = sa.exists().where(both.c[mine] == account, both.c[other] == MUTES.c[other])
        connection.execute(MUTES.delete().where(MUTES.c[mine] == visitor, sa.or_(twice, MUTES.c[other] == account)))
        connection.execute(MUTES.update().where(MUTES.c[mine] == visitor).values({mine: account}))
    connection.execute(schema.chat.update().where(schema.chat.c.visitor == visitor).values(visitor=account))
    _bring_block(connection, visitor, account)


def _once(connection: sa.Connection, account: int) -> None:
    """Nobody is a friend of themselves, or twice of another: of two rows the one that was answered stays."""
    row, seen = FRIENDS.c, set()
    mine = sa.select(FRIENDS).where(sa.or_(row.by == account, row.to == account)).order_by(row.since.is_(None), row.id)
    for one in connection.execute(mine).all():
        other = one.to if one.by == account else one.by
        if other == account or (other is not None and other in seen):
            connection.execute(FRIENDS.delete().where(row.id == one.id))
        seen.add(other)


def _bring_block(connection: sa.Connection, visitor: int, account: int) -> None:
    """Who is blocked stays so under another name."""
    row = STANDINGS.c
    found = connection.execute(sa.select(STANDINGS).where(row.visitor == visitor, row.blocked_at.is_not(None))).first()
    there = connection.execute(sa.select(STANDINGS).where(row.visitor == account)).first()
    if found is not None and (there is None or there.blocked_at is None):
        block = {"blocked_at": found.blocked_at, "blocked_until": found.blocked_until, "reason": found.reason}
        change = STANDINGS.insert().values(visitor=account, named=False, **block)
        connection.execute(change if there is None else STANDINGS.update().where(row.visitor == account).values(**block))
    connection.execute(STANDINGS.delete().where(row.visitor == visitor))


def forget_people(connection: sa.Connection, visitor: int) -> None:
    """Somebody leaves. Reports about them stay, without the name and what they said; what hosts have done stays."""
    connection.execute(FRIENDS.delete().where(sa.or_(FRIENDS.c.by == visitor, FRIENDS.c.to == visitor)))
    connection.execute(MUTES.delete().where(sa.or_(MUTES.c.by == visitor, MUTES.c.whom == visitor)))
    connection.execute(INVITED.delete().where(sa.or_(INVITED.c.by == visitor, INVITED.c.to == visitor)))
    connection.execute(STANDINGS.delete().where(STANDINGS.c.visitor == visitor))
    connection.execute(REPORTS.update().where(REPORTS.c.about == visitor).values(called="", quoted=""))


def people_of(connection: sa.Connection, visitor: int) -> dict[str, Any]:
    """For who wants to see all that is kept about them: what they have asked and said, and how they stand; not who has reported them."""
    friend, person = FRIENDS.c, schema.visitors.c
    other = sa.case((friend.by == visitor, friend.to), else_=friend.by)
    friends = sa.select(person.name, friend.since).join(schema.visitors, person.id == other)

    def rows(query: Any) -> list[dict[str, Any]]:
        return [dict(row._mapping) for row in connection.execute(query)]

    standing = sa.select(STANDINGS.c.host_since, STANDINGS.c.blocked_at, STANDINGS.c.blocked_until, STANDINGS.c.reason)
    invited, report = INVITED.c, REPORTS.c
    return {
        "friends": rows(friends.where(sa.or_(friend.by == visitor, friend.to == visitor), friend.since.is_not(None))),
        "friends_asked": rows(sa.select(friend.called, friend.made_at).where(friend.by == visitor, friend.since.is_(None))),
        "muted": rows(sa.select(MUTES.c.called, MUTES.c.at).where(MUTES.c.by == visitor)),
        "invitations_sent": rows(sa.select(invited.table, invited.called, invited.made_at).where(invited.by == visitor)),
        "invitations": rows(sa.select(invited.table, invited.made_at).where(invited.to == visitor)),
        "reports_sent": rows(sa.select(report.table, report.called, report.reason, report.words, report.at).where(report.by == visitor)),
        "standing": rows(standing.where(STANDINGS.c.visitor == visitor)),
    }
