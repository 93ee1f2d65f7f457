"""Statistics of finished games: what is counted, that nothing running is, and that the page costs the same however many there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from house import House
from tests.smallest import handed_in

from kronland.core.words import words
from kronland.games import GAMES, find_game
from kronland.web.lobby.wishes import SeatWish, Wish, wish_of_record
from kronland.web.safety.visitors import Visitor
from kronland.web.settings import Settings
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.study.outcomes import Before, outcome
from kronland.web.study.statistics import Statistics, spread
from kronland.web.study.statistics_page import statistics_page
from kronland.web.table.tables import Tables

GAME = "rheinlaender"
SMALLEST = "grenzstein"


@pytest.fixture
def tables(tmp_path: Any) -> Iterator[Tables]:
    database = f"sqlite:///{tmp_path}/tables.db"
    with handed_in():
        made = Tables(Store(database), Settings(database=database, mode="python"))
        made.store.migrate()
        yield made
        made.thinking.stop()
        made.store.close()


def anna(tables: Tables) -> Visitor:
    from kronland.web.safety.visitors import Visitors

    return Visitors(tables.store).make("en", "Anna")[0]


def play(tables: Tables, decisions: int = 10**6, pick: int = 0) -> str:
    """A small game, by one person on both seats."""
    me = anna(tables)
    table = tables.make(me, Wish(SMALLEST, (SeatWish("me"), SeatWish("guest"))))
    access = tables.enter(table.id, me)
    for _ in range(decisions):
        if table.stage != "running":
            break
        seat = table.actors[0]
        legal = table.match.legal_actions(seat)
        access.act(seat, table.number, legal[pick % len(legal)])
    return table.id


def test_a_spread() -> None:
    assert spread({}) is None
    one = spread({3: 1})
    assert one is not None and (one.least, one.low, one.median, one.high, one.most, one.mean) == (3, 3, 3, 3, 3, 3)
    many = spread({1: 1, 2: 2, 3: 1, 10: 1})
    assert many is not None and (many.count, many.least, many.low, many.median, many.high, many.most, many.mean) == (5, 1, 2, 2, 3, 10, 3.6)


def test_games_are_counted_as_they_end(tables: Tables) -> None:
    statistics = Statistics(tables.store)
    play(tables, decisions=3)
    assert statistics.of(SMALLEST) == {}, "of a running game nothing is told"
    ended = [tables.find(play(tables, pick=pick)) for pick in (0, 1, 2)]
    tally = statistics.of(SMALLEST)[2]
    assert tally.games == 3 == sum(tally.ends.values()) and tally.broken_off == 0
    results = [table.match.results() for table in ended]
    assert sum(tally.by_rank[1].values()) == sum(one["rank"] == 1 for result in results for one in result)
    assert tally.seats[0].wins == sum(result[0]["share"] for result in results) and tally.seats[0].games == 3
    assert tally.shared == sum(sum(one["share"] > 0 for one in result) > 1 for result in results)
    before = tally.games
    play(tables)
    assert statistics.of(SMALLEST)[2].games == 4 and tally.games == before, "who reads the old ones reads them unchanged"
    assert Statistics(tables.store).of(SMALLEST)[2].decisions == statistics.of(SMALLEST)[2].decisions, "anew it comes to the same"


def test_what_was_not_played_here_does_not_count(tables: Tables) -> None:
    example = find_game(GAME).example
    assert example is not None
    tables.import_record(anna(tables), example.read_text("utf-8"))
    assert Statistics(tables.store).of(GAME) == {}


def test_games_of_before_are_counted_once(tables: Tables) -> None:
    ids = {play(tables, pick=pick) for pick in (0, 1)}
    play(tables, decisions=2)
    with tables.store.write() as connection:
        connection.execute(schema.outcomes.delete())
        connection.execute(schema.entries.update().where(schema.entries.c.table == min(ids)).values(notation="nonsense"))
    before = Before(tables.store)
    assert before.catch_up(60) == 1 and before.catch_up(60) == 0 and before.done, "one cannot be read, and one is not over"
    assert Statistics(tables.store).of(SMALLEST)[2].games == 1
    with tables.store.read() as connection:
        assert set(connection.scalars(sa.select(schema.outcomes.c.table))) == {max(ids)}


@pytest.mark.parametrize("game_id", GAMES)
def test_what_wins_is_told_by_the_game(tables: Tables, game_id: str) -> None:
    """All that a game declares, in both languages: final scoring and counters."""
    example = find_game(game_id).example
    assert example is not None
    wish = wish_of_record(example.read_text("utf-8"), tables.games)
    table = tables.make(anna(tables), replace(wish, seats=tuple(SeatWish("absent") for _ in wish.seats)))
    rows = outcome(table)
    assert sum(row["won"] for row in rows) == pytest.approx(1) and all(row["had"] for row in rows)
    common = {"table": "t", "game": game_id, "number": 1, "at": 0.0, "players": len(rows), "decisions": 9, "minutes": None}
    with tables.store.write() as connection:
        connection.execute(schema.outcomes.insert(), [common | row for row in rows])
    english, german = (statistics_page(Statistics(tables.store), find_game(game_id), words(language))[0] for language in ("en", "de"))
    assert english["brought"] and len(english["had"]) >= 3 and len(german["had"]) == len(english["had"])
    labels = [one[0] for one in english["had"]], [one[0] for one in german["had"]]
    assert sum(one != two for one, two in zip(*labels, strict=True)) >= 2, f"{labels[1]}: not translated"
    for page in (english, german):
        assert page["points_plot"].count("spread-box") == len(rows) == page["seats_plot"].count("rating-dot")
        assert 'role="img"' in page["points_plot"] and "style" not in page["points_plot"]


def test_the_pages(house: House) -> None:
    with house.tables.store.write() as connection:
        for number in range(1, 41):
            for seat in range(3):
                values = {"table": f"t{number}", "seat": seat, "game": GAME, "number": number, "at": 0.0, "players": 3, "end": "knights"}
                rank = 1 + (seat + number) % 3
                values |= {"rank": rank, "won": float(rank == 1), "points": 50.0 - 10 * rank, "decisions": 100 + number, "minutes": 30.0}
                connection.execute(schema.outcomes.insert().values(**values, brought={"final_duchy": 9 - rank}, had={"Dukes": rank}))
            if number > 38:
                row = sa.and_(schema.outcomes.c.game == GAME, schema.outcomes.c.number == number)
                connection.execute(schema.outcomes.update().where(row).values(end="clock"))
    told = house.client.get(f"/api/v1/games/{GAME}/statistics").json()
    assert len(told) == 1 and (told[0]["games"], told[0]["broken_off"], told[0]["decisions"]["median"]) == (38, 2, 119.5)
    assert told[0]["points_by_rank"]["1"]["mean"] == 40 and told[0]["final_scoring"]["final_duchy"] == {"winners": 8, "others": 6.5}
    low, high = told[0]["seats"][0]["low"], told[0]["seats"][0]["high"]
    assert low < 1 / 3 < high
    for language, said in (("en", "What wins"), ("de", "Was gewinnt")):
        page = house.browser("Anna", language).get(f"/statistics/{GAME}")
        assert page.status_code == 200 and said in page.text and page.text.count('class="graph"') == 2 and "119" in page.text
        said_of = page.text.split("<main")[1]
        assert not re.search("[Pp]oint|Punkt", said_of.replace("points-plot", "")), "it is money that wins there"
        assert f"{words(language)(find_game(GAME).points_said)} {'by place' if language == 'en' else 'nach Platz'}" in said_of
    assert f'href="/statistics/{GAME}"' in house.browser("Anna").get("/club").text
    empty = next(game for game in GAMES if game != GAME)
    assert "come to its end here yet" in house.browser("Anna").get(f"/statistics/{empty}").text
