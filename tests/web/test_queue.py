"""What bots have to do, as a queue in PostgreSQL: fair, taken once, and lost by nobody's death."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from house import House, Program, wait_for

from kronland.bots import Counsel, Thought
from kronland.core.view import Known
from kronland.core.words import Text
from kronland.web.bots import hints, pacing, queue
from kronland.web.bots.pacing import Pacing
from kronland.web.bots.queue import Job, Queue
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.safety.visitors import Visitor, Visitors
from kronland.web.settings import Settings
from kronland.web.store.schema import work
from kronland.web.store.store import Store
from kronland.web.study import analysing
from kronland.web.study.analysing import Analysis
from kronland.web.table import deciding
from kronland.web.table.tables import Tables
from kronland.web.thinker import think

pytestmark = pytest.mark.slow

GAME = "koenig"


@pytest.fixture(scope="module")
def address(postgres: Callable[[], str]) -> str:
    return postgres()


class Waiting:
    """Tables at which bots are to move, and nobody who takes it from the queue."""

    def __init__(self, address: str) -> None:
        self.store = Store(address)
        self.store.migrate()
        self.tables = Tables(self.store, Settings(database=address, mode="python"))
        self.bots = Pacing(self.tables)
        self.persons = [Visitors(self.store).make("en", name)[0] for name in ("Anna", "Ben", "Cleo")]

    def make(self, visitor: Visitor, level: str = "squire") -> str:
        wish = Wish(GAME, [SeatWish("bot", level=level), SeatWish("bot", level=level)], pace=0)
        return self.tables.make(visitor, wish).id

    def clear(self) -> None:
        with self.store.write() as connection:
            connection.execute(work.delete())
            connection.execute(sa.text("DELETE FROM served"))


@pytest.fixture
def waiting(address: str) -> Iterator[Waiting]:
    found = Waiting(address)
    yield found
    found.clear()
    with found.store.write() as connection:  # nobody plays on at them
        connection.execute(sa.text("UPDATE tables SET stage = 'over'"))
    found.tables.thinking.stop()
    found.store.close()


def test_persons_take_turns_and_their_tables(waiting: Waiting) -> None:
    anna, ben, cleo = waiting.persons
    of = {waiting.make(visitor): visitor.name for visitor in (anna, anna, anna, anna, ben, ben, cleo)}
    takes = Queue(waiting.store)
    taken = [takes.take("move", False) for _ in range(len(of) + 1)]
    assert [of[job.table] for job in taken if job] == ["Anna", "Ben", "Cleo", "Anna", "Ben", "Anna", "Anna"] and taken[-1] is None
    assert len({job.table for job in taken if job}) == len(of), "each once"


def test_tables_at_which_somebody_is_come_first(waiting: Waiting) -> None:
    anna, ben, _ = waiting.persons
    alone, there = waiting.make(anna), waiting.make(ben)
    takes = Queue(waiting.store)
    takes.attend([there])
    assert [job.table for job in (takes.take("move", False), takes.take("move", False)) if job] == [there, alone]


def test_many_visitors_of_one_address_share_a_turn(waiting: Waiting) -> None:
    crowd = [replace(Visitors(waiting.store).make("en", "Swarm")[0], address="203.0.113.9") for _ in range(12)]
    for visitor in crowd:
        table = waiting.tables.find(waiting.make(visitor))
        with table.lock, waiting.tables.writing(table):  # as the next change does: now it is known where its maker is
            pass
    with waiting.store.read() as connection:
        lines = list(connection.scalars(sa.select(work.c.line)))
        written = str(connection.execute(sa.select(work)).all())
    assert len(lines) == 12 and len(set(lines)) == 9, "eight as persons of their own, the others as one"
    assert "203.0.113" not in written, "no address is kept"


def test_what_is_taken_is_nobody_elses_until_its_taker_falls_silent(waiting: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    table = waiting.make(waiting.persons[0], "knight")
    one, two = Queue(waiting.store), Queue(waiting.store)
    assert one.take("move", False) is None, "a search is for those who have time for one"
    job = one.take("move", True)
    assert isinstance(job, Job) and job.table == table and job.level == "knight" and two.take("move", True) is None
    monkeypatch.setattr(queue, "LEASE", -1.0)  # it has died: what it said last is long ago
    one.renew([table], "move")
    monkeypatch.undo()
    assert two.take("move", True) == replace(job, wait=pytest.approx(job.wait, abs=60))
    one.renew([table], "move")
    one.drop(job)
    assert one.take("move", True) is None, "who has lost it cannot hold or drop it"
    two.put_off(table, "move", 1000.0)
    assert one.take("move", True) is None
    with waiting.store.write() as connection:
        connection.execute(work.update().values(taken_until=0.0))
    assert one.take("move", True) is not None
    one.release()
    assert two.take("move", True) is not None, "who stops gives back at once"


def test_what_nobody_has_noted_is_found(waiting: Waiting) -> None:
    """Tables of an older Kronland."""
    table = waiting.make(waiting.persons[0])
    waiting.clear()
    takes = Queue(waiting.store)
    assert takes.take("move", False) is None and table in takes.missing()
    waiting.bots._note_missed(table)
    assert table not in takes.missing()
    job = takes.take("move", False)
    assert job is not None and job.table == table


# With servers -------------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two(address: str, opened: Callable[..., Any]) -> Iterator[tuple[House, House]]:
    with opened(database=address, adviser="knight") as one, opened(database=address, adviser="knight") as other:
        yield one, other


def bots(house: House) -> Pacing:
    found: Pacing = house.app.state.bots  # type: ignore[attr-defined]
    return found


def test_bots_play_to_the_end_whoever_thinks(two: tuple[House, House]) -> None:
    one, other = two
    table, (seat, _) = one.make(GAME, ("me", "bot"), public=True)
    there = Program(other.client, table, seat.token)
    for turn in range(6):
        view = wait_for(lambda: (mine := seat.view()) and mine["legal"] and mine)
        answer = (seat, there)[turn % 2].act(view["number"], view["legal"][0]["notation"])
        assert answer.status_code == 200, answer.text
    wait_for(lambda: there.view()["legal"])
    with one.tables.store.read() as connection:
        assert not connection.execute(sa.select(work).where(work.c.table == table)).all(), "nothing is left to do"


def test_what_a_dead_process_had_in_hand_is_taken_over(two: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    """One thinks and never comes to an end, like one that was killed: it renews nothing."""
    one, other = two
    thinks, go_on, real = threading.Event(), threading.Event(), pacing.choose
    stuck = list[str]()

    def choose(known: Known, *more: Any) -> int:
        if threading.current_thread().name.startswith("bot") and not stuck:
            stuck.append(threading.current_thread().name)
            thinks.set()
            go_on.wait(60)
        return real(known, *more)

    monkeypatch.setattr(pacing, "choose", choose)
    monkeypatch.setattr(queue, "LEASE", 0.2)
    monkeypatch.setattr(pacing, "RENEWED", 1e9)  # nobody renews, as if dead
    table, (seat, _) = one.make(GAME, ("me", "bot"))
    try:
        while not thinks.is_set():
            view = seat.view()
            if view["legal"]:
                assert seat.act(view["number"], view["legal"][0]["notation"]).status_code == 200
        number = seat.view()["number"]
        wait_for(lambda: other.behind(table).number > number)
    finally:
        go_on.set()


def test_servers_leave_thinking_to_those_who_only_think(two: tuple[House, House], address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "RENEWED", 0.05)
    stop, settings = threading.Event(), Settings(database=address, mode="python", bot_threads=2)
    thinker = threading.Thread(target=think, args=(Store(address), settings, stop), daemon=True)
    thinker.start()
    try:
        wait_for(lambda: all(bots(house).leaves_it_to_others for house in two))
        accepted = list[Job]()
        for house in two:
            monkeypatch.setattr(bots(house), "_accept", accepted.append)
        _, (seat, _) = two[0].make(GAME, ("me", "bot"))
        for _ in range(4):
            view = wait_for(lambda: (mine := seat.view()) and mine["legal"] and mine)
            assert seat.act(view["number"], view["legal"][0]["notation"]).status_code == 200
        assert not accepted, "no server has thought"
        monkeypatch.undo()
    finally:
        stop.set()
        thinker.join(60)
    wait_for(lambda: not any(bots(house).leaves_it_to_others for house in two))
    wait_for(lambda: seat.view()["legal"])


def test_a_hint_that_was_told_at_one_server_is_shown_at_the_other(two: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    anna = one.browser("Anna")
    table = anna.make(GAME, ("me", "bot-page"), pace=0)
    wait_for(lambda: 'data-turn="yes"' in anna.get(f"/t/{table}").text)
    behind, there = one.behind(table), other.browser()
    first, second, *_ = behind.match.legal_actions(behind.actors[0])
    told = Counsel((Thought(first, 9, 0.75), Thought(second, 8, 0.5)), (Text("points"),))
    monkeypatch.setattr(deciding, "counsel", lambda *_: told)
    there.client.cookies = anna.client.cookies
    assert there.get(f"/t/{table}").status_code == 200
    assert anna.post(f"/t/{table}/hint", seat=behind.actors[0], number=behind.number).status_code == 303
    wait_for(lambda: "75" in _advice(anna.get(f"/t/{table}").text))
    assert _advice(there.get(f"/t/{table}").text) == _advice(anna.get(f"/t/{table}").text)


def _advice(page: str) -> str:
    return page.partition('class="advice')[2].partition("</section>")[0]


def test_what_is_told_is_read_as_it_was_written() -> None:
    told = Counsel((Thought(3, 10, 0.5), Thought(4, 9, 0.25)), (Text("one", "many", "n"),), (Text("other"),))
    found = hints.read(7, hints.written(told))
    assert found.number == 7 and found.counsel == told


def test_an_analysis_is_made_by_whoever_is_free(two: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    monkeypatch.setattr(analysing.Analyses, "_analysed", lambda *_: Analysis([[0.5, 0.5]], []))
    table, (seat, _) = one.make(GAME, ("me", "me"))
    for house in two:
        monkeypatch.setattr(house.behind(table), "stage", "over")
    monkeypatch.setattr(one.app.state.analyses, "_do", lambda *_: None)  # type: ignore[attr-defined]
    access = one.tables.enter_by_key(seat.token or "")
    monkeypatch.setattr(access.table, "stage", "over")
    found = one.app.state.analyses  # type: ignore[attr-defined]
    monkeypatch.setattr(queue, "LEASE", 0.0)  # who takes it and does nothing is dead
    wait_for(lambda: isinstance(found.of(access), Analysis))
    assert not Queue(other.tables.store).asked(table, "analysis"), "it is done"
