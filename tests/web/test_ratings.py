"""Rated games: what may be one, what it changes, who sees that, and that all of it follows from the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from house import Browser, House, Program, near_the_end

from kronland.games import find_game
from kronland.web.club.checking import check_ratings
from kronland.web.club.expiry import Expiry
from kronland.web.club.holidays import touch
from kronland.web.club.plot import plot
from kronland.web.club.ratings import BEGINNER, Place, Rating, current, rated
from kronland.web.lobby.wishes import wish_of_record
from kronland.web.safety.visitors import Visitors
from kronland.web.settings import Settings
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.clock import DAY, Clock, Terms
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

GAME = "rheinlaender"
CLOCK = {"clock": f"move-{DAY:.0f}", "rated": "yes"}
EXAMPLE = find_game(GAME).example
assert EXAMPLE is not None
RECORD = EXAMPLE.read_text("utf-8")


class Wall:
    moment = 1.8e9

    def __call__(self) -> float:
        return self.moment


@pytest.fixture(scope="module")
def wall() -> Wall:
    return Wall()


@pytest.fixture(scope="module")
def house(opened: Callable[..., Any], wall: Wall) -> Iterator[House]:
    with opened(now=wall) as made:
        yield made


def sat(house: House, people: list[Browser], **more: Any) -> str:
    """A rated table at which all of them sit."""
    table = people[0].make(GAME, ("me", *("open",) * (len(people) - 1)), pace=30, **CLOCK, **more)
    for seat, person in enumerate(people[1:], 1):
        assert person.post(people[0].link(table, seat)).status_code == 303
    return table


def end(house: House, wall: Wall, table: str) -> int:
    """Nobody decides any more, until time has run out; whose it was."""
    late = house.behind(table).actors[0]
    wall.moment += DAY
    house.app.state.expiry.look()  # type: ignore[attr-defined]
    return late


# What follows from a result -----------------------------------------------------------------------------------------------------------


def test_who_wins_rises_and_bots_stand_fast() -> None:
    after = rated([Place(0, 1, None, 1), Place(1, 2, None, 2), Place(2, None, "king", 3)], {})
    assert set(after) == {1, 2} and after[1].mu > after[2].mu and after[1].sigma < BEGINNER.sigma
    better = rated([Place(0, 1, None, 1), Place(1, None, "king", 2)], {})[1]
    assert better.mu > rated([Place(0, 1, None, 1), Place(1, None, "page", 2)], {})[1].mu, "more is won from a stronger one"
    even = rated([Place(0, 1, None, 1), Place(1, 2, None, 1)], {})
    assert even[1] == even[2]
    assert BEGINNER.shown == 1500 and BEGINNER.give_or_take == 1000


def test_the_plot_says_what_it_shows() -> None:
    drawn = plot([Rating(25, 8), Rating(27, 7), Rating(26, 6)], "Rating over 3 games, now 1560")
    assert 'role="img"' in drawn and "now 1560" in drawn and drawn.count("rating-dot") == 3 and "style" not in drawn
    assert plot([Rating(25, 8)], "one").count("rating-dot") == 1


# Which games count --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [{"clock": ""}, {"hints": "yes"}, {"kind-1": "guest"}, {"kind-1": "me"}],
    ids=["without a clock", "with hints", "at one screen", "two seats"],
)
def test_what_cannot_be_rated(house: House, wrong: dict[str, str]) -> None:
    form = {"game": GAME, "kind-0": "me", "kind-1": "open", "kind-2": "bot-page", **CLOCK, **wrong}
    answer = house.browser("Anna").post("/new", **form)
    assert answer.status_code == 400 and "rated game" in answer.text


def test_a_rated_seat_is_one_persons(house: House) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table = anna.make(GAME, ("me", "open", "open"), public="yes", pace=30, **CLOCK)
    assert "rated" in ben.get("/").text and "rated" in anna.get(f"/t/{table}").text
    assert anna.post(f"/t/{table}/join", seat=1).status_code == 403 == anna.post(anna.link(table, 1)).status_code, "not two seats"
    assert Program(house.client, table).post("join").status_code == 403, "nor a program, for whom nothing could count"
    assert ben.post(f"/t/{table}/join", seat=1).status_code == 303
    assert ben.post(f"/t/{table}/link", seat=1).status_code == 403, "no key to one's seat for another"
    assert anna.post(f"/t/{table}/start", level="page").status_code == 303
    assert house.behind(table).allows_hints(0) is False
    assert anna.post(f"/t/{table}/take-over", seat=0, level="king").status_code == 403, "no bot plays for somebody who could"


def test_time_that_ran_out_is_a_defeat(house: House, wall: Wall) -> None:
    people = [house.browser(name) for name in ("Anna", "Ben", "Cleo")]
    table = sat(house, people, out="end", public="yes")
    late = end(house, wall, table)
    with house.tables.store.read() as connection:
        rows = connection.execute(sa.select(schema.results).where(schema.results.c.table == table)).all()
    assert {row.seat: row.rank for row in rows} == {seat: 2 if seat == late else 1 for seat in range(3)}
    ids = {row.seat: row.visitor for row in rows}
    mine = people[late].get(f"/people/{ids[late]}")
    assert mine.status_code == 200 and "place 2" in mine.text and 'class="graph"' in mine.text
    assert "<td>1</td><td>0</td><td>1</td>" in mine.text, "behind each of the others, once"
    assert f'href="/t/{table}"' in mine.text
    club = house.browser("Wanda", "de").get("/club").text
    assert f'href="/people/{ids[late]}"' in club and "Der Klub" in club and "König 1980" in club
    assert "Ratings now:" in people[0].get(f"/t/{table}").text
    assert people[0].post(f"/t/{table}/rematch").status_code == 303 and house.behind(house.behind(table).rematch or "").rated
    assert check_ratings(house.tables.store)[1] == []


def test_a_private_table_is_told_of_and_not_opened(house: House, wall: Wall) -> None:
    people = [house.browser(name) for name in ("Dora", "Emil", "Fritz")]
    table = sat(house, people, out="end")
    end(house, wall, table)
    with house.tables.store.read() as connection:
        dora = connection.scalar(sa.select(schema.visitors.c.id).where(schema.visitors.c.name == "Dora"))
    assert f'href="/t/{table}"' in people[0].get(f"/people/{dora}").text
    told = house.browser("Wanda").get(f"/people/{dora}").text
    assert f"/t/{table}" not in told and "Emil" in told


def test_of_others_there_is_nothing_to_tell(house: House) -> None:
    """Neither whether a number is somebody's, nor what such a one is called."""
    shy = house.browser("Shy")
    with house.tables.store.read() as connection:
        known = connection.scalar(sa.select(schema.visitors.c.id).where(schema.visitors.c.name == "Shy"))
    answers = [shy.get(f"/people/{number}") for number in (known, 10**6, 0, 2**40)]
    assert {answer.status_code for answer in answers} == {404} and all("Shy" not in answer.text for answer in answers[1:])
    assert answers[0].text.replace(f"/people/{known}", "/people/N") == answers[1].text.replace(f"/people/{10**6}", "/people/N")


# The books ----------------------------------------------------------------------------------------------------------------------------


def finish(tables: Tables, visitors: list[Any]) -> Table:
    table, actions = near_the_end(tables, RECORD, visitors, 1)
    seat, notation = actions[-1]
    access = tables.enter(table.id, visitors[seat])
    access.act(seat, table.number, access.action(notation, seat))
    return tables.find(table.id)


def test_ratings_follow_from_the_records_on_both_databases(database: str) -> None:
    """Games that end on two servers stand in one book; worked out again, every number is the same, and what was tampered with is found."""
    servers = [Tables(Store(database), Settings(database=database, mode="python")) for _ in range(2)]
    servers[0].store.migrate()
    people = [Visitors(servers[0].store).make("en", name)[0] for name in ("Anna", "Ben", "Cleo", "Dora", "Emil")]
    played = find_game(GAME).seats
    count = len(wish_of_record(RECORD, servers[0].games).seats)
    assert count in played
    made = [finish(servers[turn % 2], [*people[turn:], *people[:turn]][:count]) for turn in range(2)]
    assert [table.stage for table in made] == ["over"] * 2 and all(table.terms is None for table in made)
    assert check_ratings(servers[1].store) == (2 * count, [])
    with servers[0].store.read() as connection:
        rows = connection.execute(sa.select(schema.results).order_by(schema.results.c.number, schema.results.c.seat)).all()
        assert [row.number for row in rows] == [1] * count + [2] * count
        last = next(row for row in reversed(rows) if row.visitor == people[2].id)
        assert current(connection, GAME, people[2].id or 0) == Rating(last.mu, last.sigma)
        assert current(connection, "koenig", people[2].id or 0) is None
    assert {row.seat: row.rank for row in rows if row.table == made[0].id} == {
        seat: int(result["rank"]) for seat, result in enumerate(made[0].match.results())
    }
    with servers[0].store.write() as connection:
        other = sa.and_(schema.results.c.table == made[0].id, schema.results.c.seat == 0)
        connection.execute(schema.results.update().where(other).values(rank=schema.results.c.rank + 1))
    _, found = check_ratings(servers[0].store)
    assert any("its record leads to" in line for line in found) and any("was written" in line for line in found)
    for server in servers:
        server.thinking.stop()
        server.store.close()


def test_the_last_days_of_a_rated_game_on_two_servers(database: str) -> None:
    """People decide now on this server and now on that one; twice somebody is late, is stood in for and comes back; it counts once."""
    wall = Wall()
    servers = [Tables(Store(database), Settings(database=database, mode="python"), now=wall) for _ in range(2)]
    servers[0].store.migrate()
    count = len(wish_of_record(RECORD, servers[0].games).seats)
    people = [Visitors(servers[0].store).make("en", f"Player {seat}")[0] for seat in range(count)]
    clock = Clock.new(Terms("move", DAY, "bot"), count).kept()
    table, actions = near_the_end(servers[0], RECORD, people, 10, clock=clock)
    touch(servers[1], table.id)  # the clock begins
    late = turns = 0
    last = -1
    while (here := servers[turns % 2].find(table.id)).stage == "running":
        seat, notation = actions[here.match.length]
        if turns in (2, 4):
            wall.moment += DAY
            assert sorted(Expiry(server).look() for server in servers) == [0, 1], "it runs out once"
            late += 1
            servers[(turns + 1) % 2].enter(table.id, people[seat]).give_back(seat)
        elif seat != last:  # decisions in a row share a time, as long as they can be taken back
            wall.moment += DAY / 4
            assert [Expiry(server).look() for server in servers] == [0, 0], "in time"
        access = servers[turns % 2].enter(table.id, people[seat])
        access.act(seat, access.table.number, access.action(notation, seat))
        turns, last = turns + 1, seat
    assert [server.find(table.id).stage for server in servers] == ["over", "over"] and late == 2
    with servers[1].store.read() as connection:
        rows = connection.execute(sa.select(schema.results).where(schema.results.c.table == table.id)).all()
    assert {row.visitor: row.rank for row in rows} == {
        people[seat].id: int(result["rank"]) for seat, result in enumerate(servers[0].find(table.id).match.results())
    }
    for server in servers:
        server.thinking.stop()
        server.store.close()


def test_terms_of_a_rated_game_come_along(house: House) -> None:
    table = house.behind(house.browser("Anna").make(GAME, ("me", "bot-page", "bot-page"), pace=30, **CLOCK))
    assert table.rated and table.terms == Terms("move", DAY, "bot") and table.hints is False
