"""Tournaments, from entry to standings: everything by itself, once, whichever server does it. No test waits: time is brought."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
import sqlalchemy as sa
from tests.smallest import handed_in

from kronland.web.club.checking import check_ratings
from kronland.web.club.expiry import Expiry
from kronland.web.errors import BadInput, Conflict, Forbidden, NotFound
from kronland.web.safety.visitors import Visitor, Visitors
from kronland.web.settings import Settings
from kronland.web.store import schema
from kronland.web.store.copying import back_up, restore
from kronland.web.store.store import Store
from kronland.web.table.clock import DAY, Terms
from kronland.web.table.tables import Tables
from kronland.web.tournament.asked import TournamentWish
from kronland.web.tournament.checking import check_tournaments
from kronland.web.tournament.entries import end_entries, entries_of, move_entries
from kronland.web.tournament.tournaments import MOST_OPEN, News, Tournaments

GAME = "rheinlaender"
ENDS = Terms("move", DAY, "end")
SMALLEST = "grenzstein"


class Wall:
    moment = 1.8e9

    def __call__(self) -> float:
        return self.moment


class Club:
    """Servers on one database, and people."""

    def __init__(self, database: str, servers: int = 1, people: int = 12) -> None:
        self.wall = Wall()
        settings = Settings(database=database, mode="python")
        self.tables = [Tables(Store(database), settings, now=self.wall) for _ in range(servers)]
        self.tables[0].store.migrate()
        self.all = [Tournaments(tables) for tables in self.tables]
        self.one, self.store = self.all[0], self.tables[0].store
        visitors = Visitors(self.store)
        self.people = [visitors.make("en", f"Player {number}")[0] for number in range(1, people + 1)]
        self.told: list[News] = []
        for tournaments in self.all:
            tournaments.tell = lambda connection, news: self.told.append(news)

    def make(self, entrants: int, **more: Any) -> str:
        values = {"name": "Autumn cup", "game": GAME, "players": 4, "rounds": 3, "clock": ENDS, **more}
        made = self.one.make(self.people[0], TournamentWish(**values))
        for person in self.people[:entrants]:
            self.one.enter(made, person)
        return made

    def running(self, tournament: str) -> list[str]:
        found = self.one.found(tournament)
        return [table for table, chairs in found.tables.items() if any(chair.rank is None for chair in chairs)]

    def late(self, tables: int = 0, server: int = 0) -> None:
        """Nobody decides any more until time has run out."""
        self.wall.moment += DAY
        assert Expiry(self.tables[server]).look() >= tables

    def play(self, table_id: str, chance: random.Random, moves: int = 10**6, server: int = 0) -> None:
        """By those whose seats they are."""
        tables = self.tables[server]
        for _ in range(moves):
            table = tables.find(table_id)
            if table.stage != "running":
                return
            seat = chance.choice(table.actors)
            whose = next(iter(table.owners[seat]))
            access = tables.enter(table_id, next(person for person in self.people if person.id == whose))
            access.act(seat, table.number, chance.choice(table.match.legal_actions(seat)))

    def close(self) -> None:
        for tables in self.tables:
            tables.thinking.stop()
            tables.store.close()


@pytest.fixture
def club(tmp_path: Any) -> Iterator[Club]:
    made = Club(f"sqlite:///{tmp_path}/tables.db")
    yield made
    made.close()


def test_twelve_people_over_three_rounds(club: Club, tmp_path: Any) -> None:
    made, chance = club.make(12, players=3, rated=True), random.Random(4)
    assert club.one.look() == 0, "it waits for who made it"
    club.one.start(made, club.people[0])
    met: set[tuple[int, int]] = set()
    for number in (1, 2, 3):
        found = club.one.found(made)
        assert (found.stage, found.row.round, club.one.look()) == ("running", number, 0)
        chairs = [chair for chair in found.chairs if chair.round == number]
        assert sorted(chair.entrant or 0 for chair in chairs) == list(range(1, 13)) and len(chairs) == 12
        assert len({chair.table for chair in chairs}) == 4 and {chair.seat for chair in chairs} == {0, 1, 2}
        groups = [[chair.entrant for chair in chairs if chair.table == table] for table in {chair.table for chair in chairs}]
        met |= {tuple(sorted(pair)) for group in groups for pair in combinations(group, 2)}  # type: ignore[type-var, misc]
        for person in club.people:
            tables = club.tables[0].mine(person)
            assert sum(one.stage == "running" for one in tables) == 1, "everybody finds the table of the round at home"
        for table in club.running(made):
            assert club.tables[0].find(table).rated and club.tables[0].find(table).public
            club.play(table, chance, chance.randrange(6))
        club.late(4)
        assert not club.running(made) and club.one.look() == 1 and club.one.look() == 0
    assert len(met) == 36, "in three rounds nobody has met anybody twice"
    found = club.one.found(made)
    assert found.stage == "over" and [one.place for one in found.standings] == list(range(1, 13))
    assert {one.number: one.place for one in found.entrants} == {one.entrant: one.place for one in found.standings}
    assert [sum(news.kind == kind for news in club.told) for kind in ("round", "over")] == [36, 12]
    assert check_tournaments(club.store) == (1, []) and check_ratings(club.store) == (36, [])
    with pytest.raises(Forbidden):
        club.one.go_on(made, club.people[0], 3)
    # A copy has all of it.
    back_up(club.store, tmp_path / "copy.db")
    other = Store(f"sqlite:///{tmp_path}/other.db")
    other.migrate()
    assert restore(tmp_path / "copy.db", other)["placings"] == 36 and check_tournaments(other) == (1, [])
    with other.write() as connection:
        connection.execute(schema.placings.update().where(schema.placings.c.board == 1).values(rank=4))
        connection.execute(schema.entrants.update().where(schema.entrants.c.number == 1).values(place=99))
    wrong = check_tournaments(other)[1]
    assert any("its record leads to" in line for line in wrong) and any("its games lead to" in line for line in wrong)
    other.close()


def test_games_that_are_played_to_their_end(tmp_path: Any) -> None:
    """A small game for two, everybody against everybody, and a bot for the fifth."""
    with handed_in():
        club, chance = Club(f"sqlite:///{tmp_path}/tables.db", people=5), random.Random(1)
        made = club.make(5, game=SMALLEST, players=2, rounds=2, system="robin")
        club.one.start(made, club.people[0])
        while club.one.found(made).stage == "running":
            for table in club.running(made):
                behind = club.tables[0].find(table)
                if any(seat.kind == "bot" for seat in behind.seats):
                    club.late()  # no bot thinks here: its person waits in vain, or the bot for that one
                    behind = club.tables[0].find(table)
                    if behind.stage == "running":
                        access = next(club.tables[0].enter(table, one) for one in club.people if {one.id} in behind.owners.values())
                        seat = access.seats[0]
                        access.act(seat, behind.number, behind.match.legal_actions(seat)[0])
                        club.one.go_on(made, club.people[0], club.one.found(made).row.round)
                        break
                else:
                    club.play(table, chance)
            club.one.look()
        found = club.one.found(made)
        assert found.stage == "over" and any(one.share != 1 for one in found.standings), "points count"
        assert sum(chair.level == "squire" for chair in found.chairs) == 2
        assert check_tournaments(club.store) == (1, [])
        club.close()


def test_who_leaves_gets_no_seat_any_more(club: Club) -> None:
    made = club.make(7, players=4)
    club.one.start(made, club.people[0])
    assert sorted(map(len, club.one.found(made).tables.values())) == [3, 4]
    club.one.leave(made, club.people[6])
    with pytest.raises(Forbidden):
        club.one.leave(made, club.people[6])
    with pytest.raises(Forbidden):
        club.one.enter(made, club.people[8])
    club.one.remove(made, club.people[0], 6)
    club.late(2)
    assert club.one.look() == 1
    second = [chair.entrant for chair in club.one.found(made).chairs if chair.round == 2]
    assert sorted(second) == [1, 2, 3, 4, 5], "five at one table: the game is for them"  # type: ignore[type-var]
    for person in club.people[1:5]:
        club.one.leave(made, person)
    club.late(1)
    assert club.one.look() == 1 and club.one.found(made).stage == "over", "alone there is nobody to play against"
    assert len(club.one.found(made).standings) == 7 and check_tournaments(club.store)[1] == []


def test_a_round_has_its_time(club: Club) -> None:
    """The next one begins though games are on; these count when they are over. The last one waits for all."""
    made = club.make(6, players=3, rounds=2, longest=2 * DAY, clock=Terms("move", 7 * DAY, "end"), closes_in=DAY)
    assert club.one.look() == 0
    club.wall.moment += DAY
    assert club.one.look() == 1, "entries have closed"
    assert club.one.found(made).row.round == 1 and club.one.look() == 0
    club.wall.moment += 2 * DAY
    assert club.one.look() == 1 and club.one.found(made).row.round == 2
    assert len(club.running(made)) == 4 and not club.one.found(made).games
    club.wall.moment += 3 * DAY
    assert club.one.look() == 0
    club.wall.moment += 2 * DAY
    assert Expiry(club.tables[0]).look() == 2 and club.one.look() == 0 and len(club.one.found(made).games) == 2, "games of round 1 count"
    club.late(0)
    club.late(2)
    assert club.one.look() == 1 and club.one.found(made).stage == "over" and len(club.one.found(made).games) == 4
    assert check_tournaments(club.store) == (1, [])


def test_what_comes_after_the_end_counts_no_more(club: Club) -> None:
    made = club.make(6, players=3, rounds=1)
    club.one.start(made, club.people[0])
    with pytest.raises(Forbidden):
        club.one.go_on(made, club.people[0], 0)
    club.one.go_on(made, club.people[0], 1)
    assert club.one.found(made).stage == "over"
    club.late(2)
    assert len(club.one.found(made).games) == 0 and check_tournaments(club.store) == (1, [])


def test_nobody_came(club: Club) -> None:
    made = club.make(1, closes_in=DAY)
    with pytest.raises(Forbidden):
        club.one.start(made, club.people[0])
    club.wall.moment += DAY
    assert club.one.look() == 1 and club.one.found(made).stage == "off"
    with pytest.raises(Forbidden):
        club.one.enter(made, club.people[1])


def test_called_off(club: Club) -> None:
    made = club.make(6, players=3)
    club.one.start(made, club.people[0])
    with pytest.raises(Forbidden):
        club.one.call_off(made, club.people[1])
    club.one.call_off(made, club.people[0])
    club.late(2)
    assert club.one.look() == 0 and club.one.found(made).stage == "off" and check_tournaments(club.store)[1] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " \u200b "},
        {"game": "chess"},
        {"players": 2},
        {"players": 9},
        {"rounds": 0},
        {"rounds": 21},
        {"system": "knockout"},
        {"clock": None},
        {"closes_in": 1.0},
        {"longest": 1e9},
        {"options": {"nonsense": "x"}},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_what_no_tournament_can_be(club: Club, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        club.make(0, **wrong)


def test_entering(club: Club) -> None:
    made = club.make(2)
    club.one.enter(made, club.people[1])
    assert [one.number for one in club.one.found(made).entrants] == [1, 2], "a button pressed twice enters once"
    club.one.leave(made, club.people[0])
    club.one.enter(made, club.people[2])
    assert [one.number for one in club.one.found(made).entrants] == [2, 3]
    with pytest.raises(Forbidden):
        club.one.enter(made, Visitor(club.people[3].id, "", "en"))
    for act in (club.one.leave, club.one.start, lambda made, person: club.one.go_on(made, person, 0), club.one.call_off):
        with pytest.raises(Forbidden):
            act(made, club.people[5])
        with pytest.raises(NotFound):
            act("nothing", club.people[0])
    with pytest.raises(Forbidden):
        club.one.remove(made, club.people[5], 2)
    for _ in range(MOST_OPEN - 1):
        club.make(0)
    with pytest.raises(Forbidden):
        club.make(0)


def test_a_step_that_cannot_be_taken_is_let_be(club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    made = club.make(4, closes_in=DAY)
    other = club.make(4, closes_in=DAY)
    with club.store.write() as connection:
        connection.execute(schema.tournaments.update().where(schema.tournaments.c.id == made).values(options={"archbishop": "nonsense"}))
    club.wall.moment += DAY
    assert club.one.look() == 1 and club.one.look() == 0 and club.one.found(other).stage == "running"
    assert sum("cannot go on" in line.message for line in caplog.records) == 1


def test_a_step_that_another_has_just_taken_is_not_taken_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between seeing that a tournament can go on and reading how it stands: else a round would be left out, and one come after the last."""
    made, found = club.make(4, rounds=2), club.one.found
    club.one.start(made, club.people[0])

    def after_another(tournament: str) -> Any:
        monkeypatch.setattr(club.one, "found", found)
        assert club.one.look() == 1
        return found(tournament)

    for stage in ("running", "over"):
        club.late(1)
        monkeypatch.setattr(club.one, "found", after_another)
        assert club.one.look() == 0
        now = found(made)
        assert (now.stage, now.row.round, len(now.tables)) == (stage, 2, 2)


def both(*calls: Callable[[], Any]) -> list[Any]:
    """At the same moment."""
    gate, found = threading.Barrier(len(calls)), [None] * len(calls)

    def run(place: int) -> None:
        gate.wait()
        try:
            found[place] = calls[place]()
        except (Conflict, Forbidden) as problem:
            found[place] = problem  # type: ignore[call-overload]

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_two_servers_take_every_step_once(database: str) -> None:
    """Entries, starts, ends of games and rounds, all at once on both; nothing happens twice, and nothing is forgotten."""
    club, chance = Club(database, 2, 8), random.Random(2)
    made = club.make(0, players=4, rounds=2, rated=True)
    both(*(lambda person=person, server=number % 2: club.all[server].enter(made, person) for number, person in enumerate(club.people)))  # type: ignore[misc]
    assert sorted(one.number for one in club.one.found(made).entrants) == list(range(1, 9))
    started = both(*(lambda one=one: one.start(made, club.people[0]) for one in club.all))  # type: ignore[misc]
    assert sum(problem is None for problem in started) == 1
    for number in (1, 2):
        assert club.all[1].found(made).row.round == number and len(club.running(made)) == 2
        for place, table in enumerate(club.running(made)):
            club.play(table, chance, 2, server=place)
        club.wall.moment += DAY
        assert sum(both(*(Expiry(tables).look for tables in club.tables))) == 2
        assert sum(both(*(one.look for one in club.all))) == 1
    assert [one.found(made).stage for one in club.all] == ["over"] * 2
    with club.store.read() as connection:
        rows = connection.execute(sa.select(schema.placings)).all()
        assert len(rows) == 16 and len(connection.execute(sa.select(schema.tables.c.id)).all()) == 4
    assert check_tournaments(club.store) == (1, []) and check_ratings(club.store) == (16, [])
    club.close()


def test_entries_go_along_with_their_person(club: Club) -> None:
    """Who signs in has the browser's entries, once each; who is gone is waited for by nobody."""
    one, two, three = club.people[:3]
    both_in, moved, begun = club.make(3), club.make(1), club.make(3, players=3)
    club.one.start(begun, club.people[0])
    with club.store.write() as connection:
        move_entries(connection, one.id or 0, two.id or 0)
    assert [entrant.visitor for entrant in club.one.found(both_in).entrants] == [two.id, three.id]
    assert [entrant.visitor for entrant in club.one.found(moved).entrants] == [two.id]
    assert {entrant.number: entrant.gone for entrant in club.one.found(begun).entrants} == {1: 2, 2: None, 3: None}, (
        "twice in it: once from now on"
    )
    assert club.one.found(moved).row.maker == two.id
    with club.store.write() as connection:
        end_entries(connection, two.id or 0)
    assert [entrant.visitor for entrant in club.one.found(both_in).entrants] == [three.id]
    assert [entrant.gone for entrant in club.one.found(begun).entrants] == [2, 2, None]
    with club.store.read() as connection:
        assert [row.name for row in connection.execute(entries_of(three.id or 0))] == ["Autumn cup"] * 2
