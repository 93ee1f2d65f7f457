"""Two servers on one database: whatever they do at the same moment, all that was answered is there, and both say the same.

KRONLAND_RACES=1000 makes a thousand races of each kind.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from house import Program

from kronland.web.errors import Conflict, Forbidden, NotFound, Refused, WebError
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.safety.visitors import Visitor, Visitors
from kronland.web.settings import Settings
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.access import Access
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

pytestmark = pytest.mark.slow

GAME, PLAYERS = "rheinlaender", 3
RACES = int(os.environ.get("KRONLAND_RACES", "10"))
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """One person makes a table for each race."""
    for limit in ("MOST_OPEN", "MOST_WAITING"):
        monkeypatch.setattr(f"kronland.web.people.standing.{limit}", 10**6)


class Servers:
    """Two that know nothing of one another, and what they must agree on."""

    def __init__(self, database: str) -> None:
        settings = Settings(database=database, mode="python")
        self.both = [Tables(Store(database), settings) for _ in range(2)]
        self.both[0].store.migrate()
        self.settings = settings
        visitors = Visitors(self.both[0].store)
        self.anna, self.ben, self.cleo, self.dora = (visitors.make("en", name)[0] for name in ("Anna", "Ben", "Cleo", "Dora"))

    def make(self, *kinds: str, **more: Any) -> Table:
        return self.both[0].make(self.anna, Wish(GAME, [SeatWish(kind) for kind in kinds], pace=30, **more))

    def enter(self, table: Table, *visitors: Visitor) -> list[Access]:
        """Each server has the table in memory, as it is before the race."""
        return [server.enter(table.id, visitor) for server, visitor in zip(self.both, visitors * 2, strict=False)]

    def agree(self, table_id: str) -> Table:
        """Both servers, and one that begins now, have the same table; gives it."""
        tables = [server.find(table_id) for server in (*self.both, Tables(Store(self.settings.database), self.settings))]
        assert shown(tables[0]) == shown(tables[1]) == shown(tables[2])
        return tables[2]

    def close(self) -> None:
        for server in self.both:
            server.thinking.stop()
            server.store.close()


def shown(table: Table) -> Any:
    seats = [(seat.number, seat.kind, seat.name, seat.level, seat.kept_by, seat.hints) for seat in table.seats]
    owners = {seat: visitors for seat, visitors in table.owners.items() if visitors}
    state = None if table.stage == "waiting" else table.match.state.tobytes()
    return table.stage, table.version, table.number, table.entries, seats, owners, table.watchers, table.chat, table.pace, state


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[Servers]:
    found = Servers(database)
    yield found
    found.close()


def race(*calls: Callable[[], Any]) -> list[Any]:
    """All at the same moment; what each gave, or the error that it told."""
    gate, found = threading.Barrier(len(calls)), [None] * len(calls)

    def run(place: int) -> None:
        gate.wait()
        try:
            found[place] = calls[place]() or "done"
        except WebError as problem:
            found[place] = problem
        except Exception as problem:
            found[place] = f"{type(problem).__name__}: {problem}"

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def won(found: list[Any], *losing: type[WebError]) -> list[int]:
    """Which were carried out; the others must have lost in one of these ways."""
    assert all(one == "done" or isinstance(one, (Access, Table, str, *losing)) for one in found), found
    assert not any(isinstance(one, str) and ":" in one for one in found), found
    return [place for place, one in enumerate(found) if not isinstance(one, WebError)]


def test_of_two_moves_one_is_made(servers: Servers) -> None:
    table = servers.make("me", *("guest",) * (PLAYERS - 1))
    for turn in range(RACES):
        one, two = servers.enter(table, servers.anna)
        here = one.table
        if here.stage == "over":
            break
        seat, number = here.actors[0], here.number
        legal = here.match.legal_actions(seat)
        actions = legal[turn % len(legal)], legal[-1]
        made = won(
            race(lambda: one.act(seat, number, actions[0]), lambda: two.act(seat, number, actions[1])),  # noqa: B023
            Conflict,
        )
        assert len(made) == 1
        found = servers.agree(table.id)
        assert found.number == number + 1 and found.entries[-1] == ("play", seat, here.game.space.notation(actions[made[0]], seat))


def test_a_move_and_taking_back_are_one_after_the_other(servers: Servers) -> None:
    table, undone = servers.make("me", *("guest",) * (PLAYERS - 1)), 0
    for _ in range(RACES * 3):
        one, two = servers.enter(table, servers.anna)
        here = one.table
        if here.stage == "over":
            break
        seat, number = here.actors[0], here.number
        if here.match.length == 0 or here.match.undo_refusal() or here.match.last_seat != seat:
            one.act(seat, number, here.match.legal_actions(seat)[0])
            continue
        action = here.match.legal_actions(seat)[-1]
        made = won(race(lambda: one.undo(seat, number), lambda: two.act(seat, number, action)), Conflict, Refused)  # noqa: B023
        assert len(made) == 1
        undone += made == [0]
        assert servers.agree(table.id).number == number + 1


def test_a_seat_is_never_given_to_two(servers: Servers) -> None:
    for turn in range(RACES):
        table = servers.make("me", "open", "open", public=True, shuffle=turn % 2 == 1)
        ben, cleo = servers.enter(table, servers.ben, servers.cleo)
        key = servers.both[0].enter(table.id, servers.anna).seat_link(1)
        calls: list[Callable[[], Any]] = [
            lambda: servers.both[0].join(table.id, servers.ben, 1, "Ben"),  # noqa: B023
            lambda: servers.both[1].sit(key, servers.cleo, "Cleo"),  # noqa: B023
        ]
        if turn % 3 == 0:  # and while the game is being begun by its maker
            starter = servers.both[turn % 2].enter(table.id, servers.anna)
            calls.append(lambda: starter.start_now("page"))  # noqa: B023
        made = won(race(*calls), NotFound, Forbidden)
        found = servers.agree(table.id)
        owners = [visitor for seat in range(PLAYERS) for visitor in found.owners.get(seat, ())]
        assert len(owners) == len(set(owners)) and all(len(found.owners.get(seat, ())) <= 1 for seat in range(PLAYERS))
        for place, visitor in enumerate((servers.ben, servers.cleo)):
            assert (visitor.id in owners) == (place in made), "who was told that the seat is theirs has it, and nobody else"
        assert (({0, 1} & set(made)) and not {0, 1} <= set(made)) or turn % 3 == 0
        assert ben.seats == tuple(seat for seat in range(PLAYERS) if servers.ben.id in found.owners.get(seat, ()))
        assert cleo.seats == tuple(seat for seat in range(PLAYERS) if servers.cleo.id in found.owners.get(seat, ()))
        if turn % 3 == 0:
            assert found.stage == "running"


def test_a_game_begins_once(servers: Servers) -> None:
    for turn in range(RACES):
        table = servers.make("me", "open", "bot", public=True, shuffle=turn % 2 == 1)
        one, _ = servers.enter(table, servers.anna)
        made = won(
            race(lambda: one.start_now("page"), lambda: servers.both[1].join(table.id, servers.ben, 1, "Ben")),  # noqa: B023
            NotFound,
        )
        found = servers.agree(table.id)
        assert found.stage == "running"
        assert sorted(seat.kind for seat in found.seats) == (["bot", "person", "person"] if 1 in made else ["bot", "bot", "person"])
        with servers.both[0].store.read() as connection:
            assert connection.scalar(sa.select(sa.func.count()).where(schema.deals.c.table == table.id)) == 1


def test_whatever_is_said_or_set_stays(servers: Servers) -> None:
    table = servers.make("me", *("guest",) * (PLAYERS - 1))
    said: list[str] = []
    for turn in range(RACES):
        one, two = servers.enter(table, servers.anna)
        words, pace, name = [f"one {turn}", f"two {turn}"], float(turn % 30), f"A{turn}"
        calls = [
            lambda: one.chat(words[0]),  # noqa: B023
            lambda: two.chat(words[1]),  # noqa: B023
            lambda: one.set_pace(pace),  # noqa: B023
            lambda: two.rename(0, name),  # noqa: B023
            lambda: two.watch_link(),  # noqa: B023
        ]
        assert len(won(race(*calls))) == len(calls), "none of these is in the way of another"
        said += words
        found = servers.agree(table.id)
        assert sorted(line.text for line in found.chat) == sorted(said) and [line.number for line in found.chat] == list(range(len(said)))
        assert found.pace == pace and found.seats[0].name == name


def test_a_revoked_link_opens_nothing_more(servers: Servers) -> None:
    for _ in range(RACES):
        table = servers.make("me", *("guest",) * (PLAYERS - 1))
        one, _ = servers.enter(table, servers.anna)
        key, watching = one.seat_link(0), one.watch_link()
        won(race(lambda: one.revoke(0), lambda: servers.both[1].sit(key, servers.ben)), NotFound)  # noqa: B023
        won(race(lambda: one.revoke_watching(), lambda: servers.both[1].watch(watching, servers.cleo)), NotFound)  # noqa: B023
        found = servers.agree(table.id)
        assert found.owners[0] == {servers.anna.id} and not found.watchers


def test_there_is_one_rematch(servers: Servers) -> None:
    for _ in range(RACES):
        table = servers.make("me", "open", "bot", public=True)
        servers.both[1].join(table.id, servers.ben, 1)
        for server in servers.both:  # as if the game had been played
            server.find(table.id).stage = "over"
        one, two = (server.enter(table.id, visitor) for server, visitor in zip(servers.both, (servers.anna, servers.ben), strict=True))
        for access in (one, two):
            access.table.stage = "over"
        found = race(one.rematch, two.rematch)
        with servers.both[0].store.read() as connection:
            stage = connection.execute(
                sa.select(schema.tables.c.stage, schema.tables.c.rematch).where(schema.tables.c.id == table.id)
            ).one()
        if any(isinstance(answer, WebError) for answer in found):  # who read the table anew saw that it was not over
            assert [answer.id for answer in found if isinstance(answer, Table)] == [stage.rematch]
        else:
            assert {answer.id for answer in found} == {stage.rematch}


def test_who_looks_sees_what_the_other_has_done(servers: Servers) -> None:
    table = servers.make("me", *("guest",) * (PLAYERS - 1))
    told: list[int] = []
    servers.both[1].listeners = [lambda changed: told.append(changed.version) if changed.id == table.id else None]
    one, two = servers.enter(table, servers.anna)
    one.chat("hello")
    assert [line.text for line in servers.both[1].enter(table.id, servers.anna).chat_lines()] == ["hello"]
    one.set_pace(7)
    told.clear()
    servers.both[1].catch_up_all()
    assert two.table.pace == 7 and told == [one.table.version], "streams and bots are told as well"
    servers.both[1].catch_up_all()
    assert len(told) == 1
    servers.both[1].listeners = []


def test_a_table_that_is_dropped_elsewhere_is_gone(servers: Servers) -> None:
    table = servers.make("me", "open", "bot")
    one, two = servers.enter(table, servers.anna)
    with servers.both[0].store.write() as connection:
        connection.execute(schema.tables.update().where(schema.tables.c.id == table.id).values(changed_at=time.time() - 40 * 24 * 3600))
    assert servers.both[0].tidy() == 1
    with pytest.raises(NotFound):
        two.chat("hello")
    with pytest.raises(NotFound):
        servers.both[1].find(table.id)
    assert one.table.id == table.id


WORKER = """
import json, random, sys
from kronland.web.errors import WebError
from kronland.web.settings import Settings
from kronland.web.store.store import Store
from kronland.web.table.tables import Tables
from kronland.web.safety.visitors import Visitor
database, visitor, me, count, *ids = sys.argv[1:]
tables, chance, acknowledged = Tables(Store(database), Settings(database=database, mode="python")), random.Random(me), []
for turn in range(int(count)):
    access = tables.enter(chance.choice(ids), Visitor(int(visitor), "Anna", "en"))
    table = access.table
    try:
        if chance.random() < 0.5 or table.stage == "over":
            access.chat(f"{me} {turn}")
            acknowledged.append([table.id, "chat", f"{me} {turn}"])
        else:
            with table.lock:
                seat, number = table.actors[0], table.number
                action = chance.choice(list(table.match.legal_for(seat)))
            access.act(seat, number, access.action(action, seat))
            acknowledged.append([table.id, "play", number, seat, action])
    except WebError as problem:
        assert problem.status in (409, 422, 403), problem
print(json.dumps(acknowledged))
"""


def test_two_processes(servers: Servers) -> None:
    tables = [servers.make("me", *("guest",) * (PLAYERS - 1)) for _ in range(2)]
    command = [sys.executable, "-c", WORKER, servers.settings.database, str(servers.anna.id)]
    environment = {**os.environ, "KRONLAND_MODE": "python", "PYTHONPATH": str(ROOT / "src")}
    ids, count = [table.id for table in tables], str(2 * RACES)
    workers = [subprocess.Popen([*command, name, count, *ids], env=environment, stdout=subprocess.PIPE, text=True) for name in ("a", "b")]
    acknowledged = [entry for worker in workers for entry in json.loads(worker.communicate(timeout=300)[0])]
    assert [worker.returncode for worker in workers] == [0, 0]
    for table in tables:
        found = servers.agree(table.id)
        mine = [entry[1:] for entry in acknowledged if entry[0] == table.id]
        assert sorted(line.text for line in found.chat) == sorted(entry[1] for entry in mine if entry[0] == "chat")
        moves = sorted((entry[1:] for entry in mine if entry[0] == "play"), key=lambda entry: entry[0])
        assert [(seat, action) for _, seat, action in moves] == [(seat, action) for _, seat, action in found.entries]


def test_streams_hear_of_the_other_server(database: str, opened: Callable[..., Any]) -> None:
    """By HTTP: who waits at one server is told within a moment of what is done at the other."""
    with opened(database=database) as one, opened(database=database) as two:
        table, seats = one.make(GAME, ("me",) * PLAYERS)
        there = Program(two.client, table, seats[0].token)
        version = there.view()["version"]
        assert seats[0].post("chat", text="hello").status_code == 204
        two.tables.forget(two.behind(table))
        version = there.view()["version"]
        threading.Timer(0.2, lambda: seats[0].post("chat", text="again")).start()
        assert there.get("wait", version=version, timeout=20).json()["version"] == version + 1
