"""Tournaments: made, entered and left by people; what comes then, round after round, happens by itself, once.

Everything is a fact on disk. Every server looks now and then which tournament can take its next step, and when a table here has just come
to its end; the step is one transaction, which first claims the version of the tournament that it was worked out from. Of several servers
one has taken it, and a server that dies half-way has not.
"""

from __future__ import annotations

import logging
import random
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.games import find_game
from kronland.web.errors import Conflict, Forbidden, NotFound, Unavailable, WebError
from kronland.web.lobby.wishes import Plan, SeatWish, Wish
from kronland.web.lobby.wishes import checked as planned
from kronland.web.people.standing import check_standing
from kronland.web.safety.keys import new_table_id
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables
from kronland.web.tournament.asked import MOST_ENTRANTS, TournamentWish, checked, counts_for
from kronland.web.tournament.pairing import group_sizes, robin, seating, swiss
from kronland.web.tournament.reading import NO_TOURNAMENT, Entrant, Tournament, read

LOG = logging.getLogger("kronland.web")
EVERY = 5.0  # seconds between two looks
FILLER = "squire"  # the bot that fills a group
PACE = 1.0  # seconds between two moves of it
MOST_OPEN = 5  # tournaments of one maker that are not over
NOBODY = Visitor(None, "", "en")

NOT_OPEN = N_("This tournament takes no entries any more.")
FULL = N_("This tournament is full: {most} have entered.")
TOO_MANY = N_("You have made {most} tournaments that are not over yet. Bring one to its end before you make another.")
NOT_IN = N_("You have not entered this tournament.")
NOT_MAKER = N_("Only whoever made the tournament can do that.")
NOT_NOW = N_("That is not possible any more: the tournament has gone on.")
TOO_FEW = N_("A tournament needs two people at least.")
NO_NAME = N_("Please say by what name you want to enter: everybody sees it there.")


@dataclass(frozen=True)
class News:
    """What somebody is told: "round" (a table of it is ready) or "over"."""

    kind: str
    visitor: int
    tournament: str
    table: str
    number: int  # of the round; the place in the end
    game: str
    title: str  # the tournament's name


class Tournaments:
    def __init__(self, tables: Tables) -> None:
        self.tables, self.store = tables, tables.store
        self.tell: Callable[[sa.Connection, News], None] = lambda connection, news: None  # in the transaction in which it happens
        self._let_be: set[tuple[str, int]] = set()  # steps that cannot be taken: each is named in the server's log once
        self._stopped, self._news = False, threading.Event()
        self._thread = threading.Thread(target=self._run, name="tournaments", daemon=True)

    # What people do -------------------------------------------------------------------------------------------------------------------

    def make(self, visitor: Visitor, wish: TournamentWish) -> str:
        """A new tournament, open for entries; its id."""
        check_standing(visitor)
        values, row = checked(wish, self.tables.now()), schema.tournaments.c
        with self.store.write() as connection:
            mine = sa.select(sa.func.count()).where(row.maker == visitor.id, row.stage.in_(("entries", "running")))
            if (connection.scalar(mine) or 0) >= MOST_OPEN:
                raise Forbidden(TOO_MANY, most=MOST_OPEN)
            tournament_id = new_table_id()
            connection.execute(schema.tournaments.insert().values(id=tournament_id, maker=visitor.id, **values))
        return tournament_id

    def found(self, tournament_id: str) -> Tournament:
        with self.store.read() as connection:
            return read(connection, tournament_id)

    def enter(self, tournament_id: str, visitor: Visitor) -> None:
        """Whoever has entered already, has."""
        check_standing(visitor)
        if not visitor.name:
            raise Forbidden(NO_NAME)
        with self.store.write() as connection:
            found = self._claimed(connection, tournament_id)
            if found.entrant_of(visitor.id) is not None and found.stage == "entries":
                return
            if found.stage != "entries":
                raise Forbidden(NOT_OPEN)
            if len(found.entrants) >= MOST_ENTRANTS:
                raise Forbidden(FULL, most=MOST_ENTRANTS)
            number = max((one.number for one in found.entrants), default=0) + 1
            values = {"tournament": tournament_id, "number": number, "visitor": visitor.id, "at": self.tables.now()}
            connection.execute(schema.entrants.insert().values(**values))

    def leave(self, tournament_id: str, visitor: Visitor) -> None:
        with self.store.write() as connection:
            found = self._claimed(connection, tournament_id)
            mine = found.entrant_of(visitor.id)
            if mine is None or mine.gone is not None:
                raise Forbidden(NOT_IN)
            self._take_out(connection, found, mine)

    def remove(self, tournament_id: str, visitor: Visitor, number: int) -> None:
        """Who made it may take somebody out."""
        with self.store.write() as connection:
            found = self._claimed(connection, tournament_id)
            self._check_maker(found, visitor)
            other = found.by_number.get(number)
            if other is None or other.gone is not None:
                raise NotFound(N_("Nobody of that number has entered."))
            self._take_out(connection, found, other)

    def start(self, tournament_id: str, visitor: Visitor) -> None:
        self._step(tournament_id, visitor, "entries")

    def go_on(self, tournament_id: str, visitor: Visitor, number: int) -> None:
        """From this round to the next at once, or to the end, whatever is still played."""
        self._step(tournament_id, visitor, "running", number)

    def call_off(self, tournament_id: str, visitor: Visitor) -> None:
        """No further rounds; games that are on go on, for their own sake."""
        with self.store.write() as connection:
            found = self._claimed(connection, tournament_id)
            self._check_maker(found, visitor)
            if found.stage not in ("entries", "running"):
                raise Forbidden(NOT_NOW)
            self._write(connection, found, stage="off", due=None, closes=None)

    @staticmethod
    def _take_out(connection: sa.Connection, found: Tournament, entrant: Entrant) -> None:
        row = schema.entrants.c
        place = sa.and_(row.tournament == found.id, row.number == entrant.number)
        if found.stage == "entries":
            connection.execute(schema.entrants.delete().where(place))
        elif found.stage == "running":
            connection.execute(schema.entrants.update().where(place).values(gone=found.row.round + 1))
        else:
            raise Forbidden(NOT_NOW)

    @staticmethod
    def _check_maker(found: Tournament, visitor: Visitor) -> None:
        if not visitor.known or found.row.maker != visitor.id:
            raise Forbidden(NOT_MAKER)

    @staticmethod
    def _claimed(connection: sa.Connection, tournament_id: str) -> Tournament:
        """As it is now, and nobody else changes it before this transaction has ended."""
        row = schema.tournaments.c
        claim = schema.tournaments.update().where(row.id == tournament_id).values(version=row.version + 1)
        if connection.execute(claim).rowcount != 1:
            raise NotFound(NO_TOURNAMENT)
        return read(connection, tournament_id)

    def _write(self, connection: sa.Connection, found: Tournament, **values: Any) -> None:
        row = schema.tournaments.update().where(schema.tournaments.c.id == found.id)
        connection.execute(row.values(changed_at=self.tables.now(), **values))

    def _step(self, tournament_id: str, visitor: Visitor, stage: str, number: int = 0) -> None:
        found = self.found(tournament_id)
        self._check_maker(found, visitor)
        if (found.stage, found.row.round) != (stage, number):
            raise Forbidden(NOT_NOW)
        if stage == "entries" and len(found.entrants) < 2:
            raise Forbidden(TOO_FEW)
        if not self._advance(found):
            raise Conflict

    # What comes by itself -------------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped = True
        self._news.set()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def hear(self, table: Table) -> None:
        """A table has changed; told with its lock held."""
        if table.tournament is not None and table.stage in ("over", "ended"):
            self._news.set()

    def _run(self) -> None:
        while not self._stopped:
            self._news.wait(EVERY)
            self._news.clear()
            if self._stopped:
                return
            try:
                self.look()
            except Unavailable as problem:
                LOG.warning("tournaments could not be looked at: %s", problem)
            except Exception:
                LOG.exception("tournaments could not be looked at")

    def look(self) -> int:
        """Every tournament that can go on does; how many."""
        row, placing, now = schema.tournaments.c, schema.placings.c, self.tables.now()
        played = sa.exists().where(placing.tournament == row.id, placing.round == row.round, placing.rank.is_(None))
        ready = sa.or_(
            sa.and_(row.stage == "entries", row.closes <= now),
            sa.and_(row.stage == "running", sa.or_(~played, sa.and_(row.due <= now, row.round < row.rounds))),
        )
        with self.store.read() as connection:
            seen = connection.execute(sa.select(row.id, row.version).where(row.stage.in_(("entries", "running")), ready)).all()
        return sum(self._taken(*one) for one in seen)

    def _taken(self, tournament_id: str, version: int) -> bool:
        found = self.found(tournament_id)
        if found.row.version != version:  # somebody has taken the step, or entered: whether it can go on now is for the next look
            return False
        try:
            return (found.id, version) not in self._let_be and self._advance(found)
        except Unavailable:
            raise
        except (WebError, ValueError) as problem:
            LOG.warning("tournament %s cannot go on: %s", tournament_id, problem)
            self._let_be.add((found.id, version))
            return False

    def _advance(self, found: Tournament) -> bool:
        """The next step: the first round, the next one, or the end. False where somebody else has changed the tournament meanwhile."""
        if found.stage == "entries" and len(found.entrants) < 2:
            return self._close(found, "off")
        if found.stage == "running" and (found.row.round >= found.row.rounds or len(found.present) < 2):
            return self._close(found, "over")
        return self._begin_round(found)

    def _claim(self, connection: sa.Connection, found: Tournament, **values: Any) -> bool:
        row = schema.tournaments.c
        claim = schema.tournaments.update().where(row.id == found.id, row.version == found.row.version)
        values |= {"version": row.version + 1, "changed_at": self.tables.now()}
        return connection.execute(claim.values(**values)).rowcount == 1

    def _close(self, found: Tournament, stage: str) -> bool:
        entrant, called = schema.entrants.c, (found.row.game, found.row.name)
        with self.store.write() as connection:
            if not self._claim(connection, found, stage=stage, due=None, closes=None):
                return False
            now = read(connection, found.id)  # with what has come in since it was looked at: from here on nothing does
            for one in now.standings if stage == "over" else ():
                place = sa.and_(entrant.tournament == found.id, entrant.number == one.entrant)
                connection.execute(schema.entrants.update().where(place).values(place=one.place))
                self.tell(connection, News("over", now.by_number[one.entrant].visitor, found.id, "", one.place, *called))
        return True

    def _begin_round(self, found: Tournament) -> bool:
        number, now, called = found.row.round + 1, self.tables.now(), (found.row.game, found.row.name)
        found.seed = found.seed or secrets.token_hex(16)
        companies = self._companies(found, number)
        plans = [self._plan(found, number, company) for company in companies]
        due = None if found.row.longest is None else now + found.row.longest
        made: list[str] = []
        with self.store.write() as connection:
            if not self._claim(connection, found, stage="running", round=number, due=due, closes=None, seed=found.seed):
                return False
            for board, (company, plan) in enumerate(zip(companies, plans, strict=True), 1):
                made.append(self.tables.set_up(connection, NOBODY, plan))
                for seat, one in enumerate(company):
                    whose = {"entrant": None, "level": FILLER} if one is None else {"entrant": one.number, "level": None}
                    values = {"table": made[-1], "seat": seat, "tournament": found.id, "round": number, "board": board}
                    connection.execute(schema.placings.insert().values(**values, **whose))
                    if one is not None:
                        self.tell(connection, News("round", one.visitor, found.id, made[-1], number, *called))
        for table_id in made:
            try:
                self.tables.made(table_id, NOBODY)
            except WebError as problem:  # the table is there, and is found by whoever looks for it
                LOG.warning("table %s of tournament %s could not be told: %s", table_id, found.id, problem)
        return True

    def _companies(self, found: Tournament, number: int) -> list[list[Entrant | None]]:
        """Who sits at each table of a round, in the order of the seats; None: a bot that fills."""
        row, met, sat = found.row, found.met(), found.sat()
        people = {one.number: one for one in found.present}
        sizes = group_sizes(len(people), row.players, counts_for(find_game(row.game), row.options))
        chance = random.Random(f"{found.seed}:{number}")
        if row.system == "swiss":
            groups = swiss([one.entrant for one in found.standings if one.entrant in people], sizes, met, number)
        else:
            groups = robin([one.number for one in found.drawn(people.values())], sizes, met, number, number)
        bots = [[-1 - place for place in range(size.bots)] for size in sizes]
        orders = [seating([*group, *more], sat, chance) for group, more in zip(groups, bots, strict=True)]
        return [[people.get(one) for one in order] for order in orders]

    def _plan(self, found: Tournament, number: int, company: Sequence[Entrant | None]) -> Plan:
        row = found.row
        seats = [SeatWish("bot", level=FILLER) if one is None else SeatWish("entrant", one.name, visitor=one.visitor) for one in company]
        look = Wish(row.game, seats, row.options, public=True, pace=PACE, title=f"{row.name} · {number}", clock=found.terms)
        wish = replace(look, rated=row.rated, tournament=row.id)
        return planned(wish, NOBODY, self.tables.games, self.tables.settings, self.tables.now())
