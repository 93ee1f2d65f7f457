"""Reports: what somebody wants a host to see, of a person or of a line of the chat, with a reason."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.errors import BadInput, Forbidden, NotFound
from kronland.web.people.standing import check_standing
from kronland.web.safety.cleaning import clean
from kronland.web.store import society
from kronland.web.table.access import Access
from kronland.web.table.asking import Person
from kronland.web.table.table import ChatLine
from kronland.web.table.tables import Tables

REASONS = ("insult", "threat", "spam", "cheating", "name", "other")
LONGEST_WORDS = 1000
MOST_OPEN = 10  # reports of one person that no host has looked at
BEFORE = 8  # lines of the chat that are quoted before the one that is meant
LISTED = 100
NOTHING = N_("Choose a player or a line of the chat.")


@dataclass(frozen=True)
class Report:
    id: int
    by: int
    about: int | None
    table: str | None
    line: int | None
    called: str
    quoted: str
    reason: str
    words: str
    at: float
    done_at: float | None
    answer: str


def others_at(access: Access, language: str) -> list[tuple[int, Person]]:
    """The other people who sit at a table, by seat, under the names they have there."""
    table = access.table
    with table.lock:
        names = table.names(language)
        people = {seat.number: min(table.owners.get(seat.number, ()), default=None) for seat in table.seats if seat.kind == "person"}
        return [(seat, Person(who, names[seat])) for seat, who in people.items() if who is not None and seat not in access.seats]


def lines_of_others(access: Access) -> list[ChatLine]:
    """What others have said, and can be read here."""
    if not access.may_watch:  # who is only invited reads no chat
        return []
    table = access.table
    return [line for line in access.heard() if line.text and table.speaker(line) != access.visitor.id]


def send(tables: Tables, access: Access, seat: int | None, line: int | None, reason: str, words: str, language: str) -> None:
    """For a host to look at."""
    visitor, table = access.visitor, access.table
    check_standing(visitor)
    if reason not in REASONS:
        raise BadInput(N_("Choose a reason."))
    about, called, quoted = _meant(access, seat, line, language)
    row = society.reports.c
    with tables.store.write() as connection:
        open_ones = sa.select(sa.func.count()).where(row.by == visitor.id, row.done_at.is_(None))
        if (connection.scalar(open_ones) or 0) >= MOST_OPEN:
            raise Forbidden(N_("{most} of your reports wait for a host already."), most=MOST_OPEN)
        values = {"by": visitor.id, "about": about, "table": table.id, "line": line, "called": called, "quoted": quoted[-2000:]}
        told = {"reason": reason, "words": clean(words, LONGEST_WORDS), "at": tables.now(), "answer": ""}
        connection.execute(society.reports.insert().values(**values, **told))


def _meant(access: Access, seat: int | None, line: int | None, language: str) -> tuple[int | None, str, str]:
    """Whom a report is about, what they are called, and what is quoted."""
    table = access.table
    if line is not None:
        said = {one.number: one for one in lines_of_others(access)}
        if line not in said:
            raise NotFound(N_("There is no such line in the chat."))
        names = table.names(language)
        around = [one for one in access.chat_lines() if line - BEFORE <= one.number <= line]
        quoted = "\n".join(f"{one.name or names[one.seat]}: {one.text}" for one in around)
        return table.speaker(said[line]), said[line].name or names[said[line].seat], quoted
    for number, person in others_at(access, language):
        if number == seat:
            return person.id, person.called, ""
    raise NotFound(NOTHING)


def listed(tables: Tables, done: bool = False) -> list[Report]:
    """Those that wait for a host, the oldest first, and the first of everybody before the second of anybody, so that nobody's are drowned;
    or those that are done, the newest first."""
    row = society.reports.c
    turn = sa.func.row_number().over(partition_by=row.by, order_by=row.at)
    query = sa.select(society.reports).where(row.done_at.is_not(None) if done else row.done_at.is_(None))
    with tables.store.read() as connection:
        found = connection.execute(query.order_by(*([row.done_at.desc()] if done else [turn, row.at])).limit(LISTED))
        return [Report(**one._mapping) for one in found]
