"""Games over days: clocks that run by facts on disk, what happens when they run out, and holidays. No test waits: time is brought."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from house import Browser, House

from kronland.web.club.expiry import Expiry
from kronland.web.club.holidays import LONGEST, MOST_DAYS, Holidays
from kronland.web.errors import BadInput, Forbidden, NotFound
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.pages.moments import iso
from kronland.web.safety.visitors import Visitors
from kronland.web.settings import Settings
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.clock import DAY, HOUR, LEAST, Clock, Terms, Time
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

GAME = "rheinlaender"
BEGIN = datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()  # noon of a Monday
PEOPLE = ("me", "open", "open")


class Wall:
    """A clock on the wall that stands still until somebody moves it."""

    def __init__(self) -> None:
        self.moment = BEGIN

    def __call__(self) -> float:
        return self.moment


class Days:
    """A house in which time goes by as the test says, and three people at a table."""

    def __init__(self, house: House, wall: Wall) -> None:
        self.house, self.wall = house, wall
        self.people = [house.browser(name) for name in ("Anna", "Ben", "Cleo")]

    def table(self, clock: str, out: str = "bot", **more: Any) -> str:
        table = self.people[0].make(GAME, PEOPLE, clock=clock, out=out, pace=30, **more)
        for seat in (1, 2):
            assert self.people[seat].post(self.people[0].link(table, seat)).status_code == 303
        return table

    def pass_by(self, table: str, seconds: float) -> int:
        """Time goes by, and the server looks; how often it has run out at the table."""
        before = self.timeouts(table)
        self.wall.moment += seconds
        self.house.app.state.expiry.look()  # type: ignore[attr-defined]
        return self.timeouts(table) - before

    def timeouts(self, table: str) -> int:
        return sum(kind == "timeout" for kind, _, _ in self.behind(table).entries)

    def behind(self, table: str) -> Table:
        return self.house.behind(table)

    def decides(self, table: str) -> int:
        return self.behind(table).actors[0]

    def play(self, table: str, chance: random.Random) -> int:
        """Who is to decide does; who that was."""
        behind = self.behind(table)
        seat = behind.actors[0]
        action = chance.choice(behind.match.legal_actions(seat))
        answer = self.people[seat].act(table, seat, behind.number, behind.game.space.notation(action, seat))
        assert answer.status_code == 303, answer.text
        return seat

    def left(self, table: str, seat: int) -> float:
        behind = self.behind(table)
        assert behind.clock is not None
        return behind.clock.times[seat].remains(self.wall.moment, behind.pauses.get(seat, ()))


@pytest.fixture(scope="module")
def days(opened: Callable[..., Any]) -> Iterator[Days]:
    wall = Wall()
    with opened(now=wall) as house:
        yield Days(house, wall)


# The clock by itself ------------------------------------------------------------------------------------------------------------------


def test_holidays_put_off_the_end_of_time() -> None:
    time = Time(left=10, since=100)
    assert time.runs_out() == 110 and time.remains(104) == 6
    assert time.runs_out([(103, 203), (110, 150)]) == 210, "holidays of two devices of a person are not added up"
    assert time.runs_out([(50, 90)]) == 110 == time.runs_out([(110, 200)])
    assert time.runs_out([(90, 105)]) == 115 and time.remains(104, [(90, 105)]) == 10
    assert time.remains(208, [(103, 203)]) == 2 and time.remains(999, [(103, 203)]) == 0
    assert Time(left=10).runs_out([(1, 2)]) is None


def test_runs_out_and_remains_agree() -> None:
    chance = random.Random(7)
    for _ in range(300):
        pauses = [(first := chance.uniform(0, 100), first + chance.uniform(0, 40)) for _ in range(chance.randrange(4))]
        time = Time(chance.uniform(1, 60), chance.uniform(0, 60))
        end = time.runs_out(pauses)
        assert end is not None
        assert time.remains(end, pauses) == pytest.approx(0, abs=1e-9) and time.remains(end - 0.01, pauses) <= 0.01 + 1e-9


@pytest.mark.parametrize("wrong", [("move", 599, "bot"), ("move", 15 * DAY, "bot"), ("bank", 61 * DAY, "end"), ("turn", HOUR, "bot")])
def test_what_no_clock_can_be(wrong: tuple[str, float, str]) -> None:
    with pytest.raises(BadInput):
        Terms(*wrong)
    with pytest.raises(BadInput):
        Terms("move", float("nan"), "bot")
    kept = Clock.new(Terms("move", HOUR), 3).kept()
    with pytest.raises(ValueError):
        Clock.read({**kept, "out": "never"}, 3)
    with pytest.raises(ValueError):
        Clock.read(kept, 4)


# At a table -------------------------------------------------------------------------------------------------------------------------


def test_a_week_of_three_people(days: Days) -> None:
    """A day for each move: who plays in time keeps the seat, who does not is stood in for, and comes back to play."""
    table, chance = days.table(f"move-{DAY:.0f}"), random.Random(3)
    sleeper, ran_out, waited = 2, 0, 0
    for _ in range(7 * 4):
        if days.behind(table).seats[sleeper].kept_by:
            assert days.people[sleeper].post(f"/t/{table}/give-back", seat=sleeper).status_code == 303
            assert days.left(table, sleeper) == LEAST, "no bot has moved meanwhile: the same decision, in time that was over"
            while days.decides(table) == sleeper:
                days.play(table, chance)
            waited = 0
        while days.decides(table) != sleeper:
            days.play(table, chance)
            if chance.random() < 0.2:  # only after a move: else one of the others could wait for a day, too
                break
        asleep = days.decides(table) == sleeper
        waited = waited + 1 if asleep else 0
        late = days.pass_by(table, 6 * HOUR)
        assert late == (waited == 4), "a day, not more and not less, and for the sleeper alone"
        ran_out += late
    assert ran_out >= 3
    assert {entry[1:] for entry in days.behind(table).entries if entry[0] == "timeout"} == {(sleeper, "squire")}


def test_nobody_is_late_before_their_time(days: Days) -> None:
    table = days.table("move-600")
    seat = days.decides(table)
    assert days.pass_by(table, 599) == 0 and days.left(table, seat) == 1
    assert days.pass_by(table, 1) == 1 and days.behind(table).seats[seat].kept_by == "squire"
    assert days.pass_by(table, 10 * DAY) == 0, "it runs out once"
    assert days.people[seat].post(f"/t/{table}/give-back", seat=seat).status_code == 303
    if seat in days.behind(table).actors:
        assert days.left(table, seat) == LEAST, "who is back has time for a decision"


def test_a_bank_is_spent_by_deciding_alone(days: Days) -> None:
    table, chance = days.table(f"bank-{HOUR:.0f}", "end"), random.Random(1)
    first = days.decides(table)
    days.pass_by(table, 600)
    while days.decides(table) == first:
        days.play(table, chance)
    second = days.decides(table)
    assert days.left(table, first) == HOUR - 600 and days.left(table, second) == HOUR
    days.pass_by(table, 900)
    assert days.left(table, first) == HOUR - 600 and days.left(table, second) == HOUR - 900


def test_who_decides_in_the_last_moment_wins_no_time(days: Days) -> None:
    """The server looks every few seconds: whoever decided in between when a bank was empty had ten minutes more, again and again."""
    days.house.app.state.expiry.stop()  # type: ignore[attr-defined]  # it looks when the test says so, however slow the machine is
    table, chance = days.table("bank-600", "end"), random.Random(2)
    late = days.decides(table)
    days.wall.moment += 602
    while days.decides(table) == late:
        days.play(table, chance)
    while days.decides(table) != late:
        days.play(table, chance)
    assert days.left(table, late) == 0
    assert days.pass_by(table, 5) == 1 and days.behind(table).late == (late,)


def test_the_game_ends_with_the_rest(days: Days) -> None:
    table = days.table(f"bank-{HOUR:.0f}", "end", public="yes")
    late = days.decides(table)
    assert days.pass_by(table, HOUR) == 1
    behind = days.behind(table)
    assert behind.stage == "ended" and behind.late == (late,) and behind.due is None and not behind.actors
    name = behind.seats[late].name
    for person in (*days.people, days.house.browser("Wanda")):
        page = person.get(f"/t/{table}")
        assert page.status_code == 200 and f"The game has ended here: time ran out for {name}." in page.text
        assert "data-action" not in page.text, "there is nothing to decide"
    number = behind.number
    assert days.people[late].act(table, late, number, "done").status_code == 403
    for path, eyes in (("analysis", {}), ("record.json", {}), ("at/0", {"eyes": (late + 1) % 3})):
        assert days.people[late].get(f"/t/{table}/{path}", **eyes).status_code == 403, "nothing was uncovered: hands stay secret"
    info = days.house.client.get(f"/api/v1/tables/{table}").json()
    assert info["stage"] == "ended" and info["clock"]["seats"][late] == {"left": 0, "since": None, "runs_out": None}
    assert days.people[late].post(f"/t/{table}/rematch").status_code == 303
    again = days.behind(days.behind(table).rematch or "")
    assert again.terms == Terms("bank", HOUR, "end"), "the same clock again"
    days.house.tables.forget(behind)
    assert days.behind(table).stage == "ended", "and so it is read from disk"


def test_taking_back_wins_no_time(days: Days) -> None:
    """Play, take back, play, take back: the others waited for ever."""
    wall, chance = days.wall, random.Random(0)
    table = days.table("move-3600")
    for _ in range(60):
        seat = days.play(table, chance)
        behind = days.behind(table)
        if behind.actors == (seat,) and behind.match.undo_barrier is None:
            break
    else:
        pytest.fail("nobody could take anything back")
    left = days.left(table, seat)
    for _ in range(3):
        wall.moment += 600
        assert days.people[seat].post(f"/t/{table}/undo", seat=seat, number=behind.number).status_code == 303
        assert days.left(table, seat) == left - 600
        assert days.people[seat].post(f"/t/{table}/redo", seat=seat, number=behind.number).status_code == 303
        left -= 600
        assert days.left(table, seat) == left
    assert days.people[seat].post(f"/t/{table}/chat", text="hm").status_code == 303
    assert days.left(table, seat) == left, "nor does talking"
    assert days.people[seat].post(f"/t/{table}/take-over", seat=seat).status_code == 303
    assert days.people[seat].post(f"/t/{table}/give-back", seat=seat).status_code == 303
    if days.behind(table).actors == (seat,):
        assert days.left(table, seat) == left, "nor a bot that has not moved"


def test_nobody_gives_another_to_a_bot_who_has_time(days: Days) -> None:
    table = days.table("move-600")
    seat, behind = days.decides(table), days.behind(table)
    behind.seats[seat].seen -= 2e9
    other = days.people[(seat + 1) % 3]
    refused = other.post(f"/t/{table}/take-over", seat=seat)
    assert refused.status_code == 403 and "has time" in refused.text
    assert "take-over" not in other.get(f"/t/{table}").text.split('id="players"')[1].split("</ol>")[0]


def test_who_decides_how_long_and_since_when_is_said(days: Days) -> None:
    table = days.table(f"move-{DAY:.0f}")
    seat = days.decides(table)
    german = days.people[seat].client
    for page in (german.get(f"/t/{table}").text, german.get("/").text):
        assert f'datetime="{iso(days.wall.moment + DAY)}"' in page and "clock.js" in page and 'data-left="{time} left"' in page
    assert f'<time class="since" datetime="{iso(days.wall.moment)}"' in german.get(f"/t/{table}").text
    german.post("/language", data={"language": "de"})
    said = german.get(f"/t/{table}").text
    german.post("/language", data={"language": "en"})
    assert "1 Tag für jeden Zug" in said and 'data-left="noch {time}"' in said and re.search(r">bis \d+\. \w+\.?,? \d\d:\d\d UTC<", said)
    waiting = days.people[0].make(GAME, PEOPLE, clock="bank-3600", out="end")
    assert "<dt>Clock</dt><dd>1 hour a player for the whole game; then the game ends" in days.people[0].get(f"/t/{waiting}").text


@pytest.mark.parametrize("clock", ["move-5", "move-", "bank-999999999999999", "turn-600", "move-1e9", "<b>"])
def test_a_clock_that_cannot_be_is_refused_on_the_form(days: Days, clock: str) -> None:
    answer = days.people[0].post("/new", game=GAME, clock=clock, **{"kind-0": "me", "kind-1": "open", "kind-2": "open"})
    assert answer.status_code == 400 and 'role="alert"' in answer.text and 'name="kind-0"' in answer.text


def test_programs_have_clocks_too(days: Days) -> None:
    _, programs = days.house.make(GAME, clock={"kind": "move", "seconds": 600, "out": "bot"}, pace=30)
    seat = programs[0].get("").json()["actors"][0]
    time = programs[0].get("").json()["clock"]["seats"][seat]
    assert time == {"left": 600, "since": days.wall.moment, "runs_out": days.wall.moment + 600}
    assert days.pass_by(programs[0].table, 601) == 1 and programs[0].get("").json()["seats"][seat]["kept_by"] == "squire"
    wrong = {"game": GAME, "seats": [{"kind": "me"}] * 3, "clock": {"kind": "move", "seconds": 20 * DAY}}
    assert days.house.client.post("/api/v1/tables", json=wrong).status_code == 400


# Holidays ---------------------------------------------------------------------------------------------------------------------------


def day(wall: Wall, later: int) -> str:
    return str((datetime.fromtimestamp(wall.moment, UTC) + timedelta(days=later)).date())


def holidays(person: Browser) -> list[str]:
    return re.findall(r'name="number" value="(\d+)"', person.get("/settings").text)


def test_a_holiday_stops_the_clocks_of_one_person(days: Days) -> None:
    table = days.table(f"move-{DAY:.0f}")
    seat = days.decides(table)
    away, other = days.people[seat], days.people[(seat + 1) % 3]
    assert away.post("/holidays", first=day(days.wall, 0), last=day(days.wall, 2)).status_code == 303
    assert len(holidays(away)) == 1 and not holidays(other)
    page = other.get(f"/t/{table}").text
    assert "on holiday until" in page
    assert days.pass_by(table, 2 * DAY) == 0 and days.left(table, seat) == DAY
    assert other.post("/holidays/end", number=holidays(away)[0]).status_code == 404, "another's holiday is none"
    assert away.post("/holidays/end", number=holidays(away)[0]).status_code == 303 and not holidays(away)
    assert days.pass_by(table, DAY - 1) == 0 and days.pass_by(table, 1) == 1, "who is back early has the clock run again"


def test_holidays_have_limits(days: Days) -> None:
    person, wall = days.house.browser("Udo", "de"), days.wall

    def take(first: int, last: int) -> int:
        return int(person.post("/holidays", first=day(wall, first), last=day(wall, last)).status_code)

    assert take(-1, 3) == take(3, 2) == take(1, 1 + LONGEST) == take(400, 401) == 400
    assert person.post("/holidays", first="tomorrow", last="").status_code == 400
    assert take(1, LONGEST) == 303 and take(5, 6) == 400, "not twice on one day"
    rest = MOST_DAYS - LONGEST
    assert take(100, 100 + rest) == 400 and take(100, 99 + rest) == 303 and take(200, 200) == 400
    refused = person.post("/holidays", first=day(wall, 200), last=day(wall, 200))
    assert f"mehr als {MOST_DAYS} Urlaubstage" in refused.text


# Several servers, and restarts --------------------------------------------------------------------------------------------------------


def test_time_runs_out_once_on_several_servers_and_after_a_restart(database: str) -> None:
    """Clocks are facts on disk: a server that has just begun knows them, and of several that look at once one ends each."""
    wall = Wall()

    def server() -> Tables:
        return Tables(Store(database), Settings(database=database, mode="python"), now=wall)

    servers = [server()]
    servers[0].store.migrate()
    visitors = Visitors(servers[0].store)
    anna = visitors.make("en", "Anna")[0]
    seats = [SeatWish("me"), SeatWish("guest"), SeatWish("guest")]
    wishes = [Wish(GAME, seats, pace=30, clock=Terms("move", HOUR, out)) for out in ("bot", "end")]
    made = [servers[0].make(anna, wish).id for wish in wishes * 3]
    servers += [server(), server()]  # begun later: nothing in memory
    Holidays(servers[1]).take(anna, *(datetime.fromtimestamp(BEGIN, UTC).date(),) * 2)
    wall.moment += 2 * HOUR
    assert [Expiry(one).look() for one in servers] == [0, 0, 0], "it is a holiday"
    wall.moment += 12 * HOUR  # which ended at midnight
    found = [0] * len(servers)
    gate = threading.Barrier(len(servers))

    def look(place: int) -> None:
        gate.wait()
        found[place] = Expiry(servers[place]).look()

    threads = [threading.Thread(target=look, args=(place,)) for place in range(len(servers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(found) == len(made)
    with servers[0].store.read() as connection:
        late = connection.execute(sa.select(schema.entries.c.table).where(schema.entries.c.kind == "timeout")).scalars().all()
    assert sorted(late) == sorted(made), "each once"
    for one in servers:
        assert [one.find(table).stage for table in made] == ["running", "ended"] * 3
        access = one.enter(made[1], anna)
        with pytest.raises(Forbidden):
            access.record()
        with pytest.raises(NotFound):
            Holidays(one).end(anna, 10**9)
    for one in servers:
        one.thinking.stop()
        one.store.close()


def test_a_table_that_cannot_be_played_stops_no_clock_of_others(days: Days, caplog: pytest.LogCaptureFixture) -> None:
    tables = [days.table("move-600"), days.table("move-600")]
    with days.house.tables.store.write() as connection:
        connection.execute(schema.entries.insert().values(table=tables[0], number=99, kind="nonsense", seat=0, notation="", at=0.0))
    days.house.tables.forget(days.behind(tables[0]))
    table = tables[1]
    assert days.pass_by(table, 600) == 1 and days.behind(table).seats[days.behind(table).entries[-1][1]].kept_by
    assert days.pass_by(table, 600) == 0 and sum("time has run out at table" in line for line in caplog.messages) == 1
