"""Several servers on one PostgreSQL: what is done at one is told to the others, and who is there; any of them answers any request."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from house import House, Program, wait_for
from test_people import account
from test_secrets import Spy, company, play_on, replaced
from uvicorn.supervisors import multiprocess as supervisors

from kronland.core.layout import same
from kronland.web import serving
from kronland.web.live import following
from kronland.web.live.elsewhere import GONE, LONGEST, Attendance, Elsewhere
from kronland.web.live.live import Stream
from kronland.web.safety.visitors import Visitor
from kronland.web.store.alone import Claim, InUse
from kronland.web.store.store import Store

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
AWAY = 30.0
PASSER_BY = Visitor(None, "", "en")  # who gives no sign of life for anybody


@pytest.fixture(scope="module")
def database_of_many(postgres: Callable[[], str]) -> str:
    return postgres()


@pytest.fixture(scope="module")
def two(database_of_many: str, opened: Callable[..., Any]) -> Iterator[tuple[House, House]]:
    """Two servers, which look at the database only when they are told: what arrives was told."""
    with pytest.MonkeyPatch.context() as moment:
        moment.setattr(following, "SWEEP", 1e9)
        moment.setattr(following, "PRESENCE", 0.05)
        settings = {"database": database_of_many, "away_after": AWAY}
        with opened(**settings) as one, opened(**settings) as other:
            yield one, other


def test_what_is_done_at_one_server_is_told_to_who_waits_at_another(two: tuple[House, House]) -> None:
    one, other = two
    table, seats = one.make("koenig", ("me", "me"))
    there = Program(other.client, table, seats[0].token)
    version = there.view()["version"]
    assert seats[0].post("chat", text="hello").status_code == 204
    threading.Timer(0.1, lambda: seats[0].post("chat", text="again")).start()
    assert there.get("wait", version=version + 1, timeout=20).json()["version"] == version + 2
    actor = seats[0].view()["actors"][0]
    mine = seats[actor].view()
    assert Program(other.client, table, seats[actor].token).act(mine["number"], mine["legal"][0]["notation"]).status_code == 200
    assert seats[0].view()["version"] == version + 3
    here, behind = (house.tables.in_memory(table) for house in two)
    assert here is not None and behind is not None
    assert here.match.state.tobytes() == behind.match.state.tobytes()


def test_a_table_that_nobody_follows_at_a_server_is_read_there_when_it_is_asked_for(two: tuple[House, House]) -> None:
    one, other = two
    table, seats = one.make("koenig", ("me", "me"))
    there = Program(other.client, table, seats[0].token)
    version = there.view()["version"]
    behind = other.tables.in_memory(table)
    assert behind is not None
    assert seats[0].post("chat", text="hello").status_code == 204
    wait_for(lambda: behind.heard == version + 1)
    assert behind.version == version, "nobody has asked"
    other.tables.catch_up_all()
    assert behind.version == version
    assert there.view()["version"] == version + 1 == behind.version


def test_what_changes_while_a_page_begins_to_follow_reaches_it(two: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looking at the table and following it nobody follows it there yet."""
    one, other = two
    anna = one.browser("Anna")
    table = anna.make("koenig", ("me", "me"))
    behind = other.behind(table)

    def listens() -> bool:
        assert anna.post(f"/t/{table}/chat", text="do you hear me?").status_code < 400
        return behind.heard > 0

    wait_for(listens, pause=1)  # a server that has just begun does not yet
    other.tables.find(table)

    def been_at(*_: object) -> None:
        version = behind.version
        assert anna.post(f"/t/{table}/chat", text="hello").status_code < 400
        wait_for(lambda: behind.heard > version)

    monkeypatch.setattr(other.app.state.notices, "been_at", been_at)  # type: ignore[attr-defined]
    cookie = "; ".join(f"{name}={value}" for name, value in anna.client.cookies.items())
    status, event = other.first_event(f"/t/{table}/events", cookie=cookie)
    assert status == 200 and json.loads(event.split("data: ")[1])["version"] == behind.heard == one.behind(table).version


def test_a_name_that_is_chosen_at_one_server_is_known_at_another(two: tuple[House, House]) -> None:
    one, other = two
    anna = one.browser("Anna")
    there = other.browser()
    there.client.cookies = anna.client.cookies
    assert 'value="Anna"' in there.get("/settings").text
    assert anna.post("/settings", name="Annalena").status_code == 303
    wait_for(lambda: 'value="Annalena"' in there.get("/settings").text)


def test_who_deletes_an_account_waits_for_a_move_and_no_move_for_that(two: tuple[House, House]) -> None:
    """Each waited for what the other had changed already, and PostgreSQL broke one of them off."""
    one, other = two
    anna, called = account(one, "Anna")
    table = anna.make("koenig", ("me", "open"), public="yes")
    assert one.browser("Ben").post(f"/t/{table}/join").status_code == 303
    behind, answers = one.behind(table), list[int]()
    there = other.browser()
    there.client.cookies = anna.client.cookies
    deleting = threading.Thread(target=lambda: answers.append(there.post("/account/delete", sure=called).status_code), daemon=True)
    waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

    def waiting() -> bool:
        with one.tables.store.read() as connection:
            return connection.exec_driver_sql(waits).scalar_one() > 0

    with behind.lock, one.tables.writing(behind) as connection:
        deleting.start()
        wait_for(waiting)
        one.tables.save_seats(connection, behind)
    deleting.join(120)
    assert answers == [303]
    for house in two:
        assert "Anna" not in {seat.name for seat in house.behind(table).seats}


def test_who_is_there_is_known_at_every_server(two: tuple[House, House]) -> None:
    """Signs of life, pages that are open, and who watches; and who leaves at one server is away at all."""
    one, other = two
    anna, ben = one.browser("Anna"), other.browser("Ben")
    table = anna.make("koenig", ("me", "open"), public="yes")
    assert ben.post(f"/t/{table}/join", seat=1).status_code == 303
    assert anna.get(f"/t/{table}").status_code == 200
    at_one, at_other = (house.tables.enter(table, PASSER_BY) for house in two)
    annas, bens = [  # seats are dealt out by lot
        next(seat.number for seat in at_one.table.seats if seat.name == name) for name in ("Anna", "Ben")
    ]
    at_one.table.seats[bens].seen = at_other.table.seats[annas].seen = float("-inf")
    wait_for(lambda: not at_one.away(bens) and not at_other.away(annas))
    live = other.app.state.live  # type: ignore[attr-defined]
    live._open[table] = {Stream(other.tables.enter(table, PASSER_BY), 0, lambda: "")}
    try:
        wait_for(lambda: one.tables.watching(table) == ("",) and one.tables.elsewhere.has_page_open(table))
    finally:
        del live._open[table]
    wait_for(lambda: one.tables.watching(table) == ())
    at_other.leaves(bens, -AWAY)
    wait_for(lambda: at_one.away(bens))


def test_servers_tell_one_another_nothing_of_the_game(two: tuple[House, House], database_of_many: str) -> None:
    one, _ = two
    table, seats = one.make("koenig", ("me", "me"))
    store, told = Store(database_of_many), list[tuple[str, str]]()
    ready = threading.Event()

    def listen() -> None:
        with store.listening("kronland_changed", "kronland_renamed", "kronland_there") as ear:
            ready.set()
            while ("kronland_changed", f"{table} 7") not in told:
                told.extend(ear.heard(0.2))

    listening = threading.Thread(target=listen, daemon=True)
    listening.start()
    assert ready.wait(120)
    while (behind := one.behind(table)).version < 7:
        view = seats[behind.actors[0]].view()
        assert seats[behind.actors[0]].act(view["number"], view["legal"][0]["notation"]).status_code == 200
    listening.join(120)
    store.close()
    for what, text in told:
        if what == "kronland_changed":
            assert re.fullmatch(r"\S{1,32} \d+", text)
        elif what == "kronland_there":
            server, tables = json.loads(text)
            assert re.fullmatch("[0-9a-f]{12}", server)
            for seen, pages, named, others in tables.values():
                assert all(isinstance(age, float) for age in seen.values()) and isinstance(pages, bool) and isinstance(others, int)
                assert all(visitor.isdigit() for visitor in named)
    assert ("kronland_changed", f"{table} 7") in told


def test_twins_answer_alike_at_the_other_server(two: tuple[House, House]) -> None:
    """What a seat may not know it cannot learn from a server that has the game from the log of another."""
    one, other = two
    table, programs, spies = company(one, "koenig")
    play_on(table, programs, 12)
    there = other.behind(table.id)
    assert same(there.match.state, table.match.state)
    differed = 0
    for seat, spy in ((-1, spies[-1]), (0, spies[0])):
        browser = other.browser()
        browser.client.cookies = spy.browser.client.cookies
        elsewhere = Spy(other, browser, Program(other.client, table.id, spy.program.token), there)
        before = elsewhere.answers()
        with there.lock:
            twin = there.match.twin(seat, 1000 + seat)
            differed += not same(twin, there.match.state)
        with replaced(there, twin):
            assert elsewhere.answers() == before, f"seat {seat} can tell a twin at another server"
    assert differed


# Who is elsewhere, by a clock of its own --------------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_server_that_falls_silent_is_forgotten() -> None:
    clock, saying = Clock(), Elsewhere()
    heard = Elsewhere(clock)
    (message,) = saying.messages([("t", Attendance({0: 2.0}, True, {5: "Carl"}, 1))])
    assert heard.hear(message) and not saying.hear(message), "what one says oneself is no news"
    assert heard.seen("t", 0) == 998.0 and heard.has_page_open("t") and heard.watching("t") == ({5: "Carl"}, 1)
    (message,) = saying.messages([("t", Attendance({0: 20.0}, False))])
    assert heard.hear(message)
    assert heard.seen("t", 0) == 980.0 and not heard.has_page_open("t"), "the last word counts: who has left is told so"
    (message,) = Elsewhere().messages([("t", Attendance({0: 1.0}, True))])
    assert heard.hear(message)
    assert heard.seen("t", 0) == 999.0, "of several servers the newest sign of life"
    clock.now += GONE + 1
    assert not heard.has_page_open("t") and not heard.knows("t") and heard.seen("t", 0) == 999.0
    clock.now += 1000
    assert heard.hear(next(iter(saying.messages([("u", Attendance())])))) and heard.seen("t", 0) == float("-inf") and "t" not in heard._said


def test_messages_fit() -> None:
    saying, heard = Elsewhere(), Elsewhere()
    tables = [(f"table{number}", Attendance({0: 1.0, 1: 2.5}, True, {number: "Ñ" * 24}, 3)) for number in range(500)]
    messages = list(saying.messages(tables))
    assert len(messages) > 1 and all(len(message.encode()) < LONGEST + 200 for message in messages)
    for message in messages:
        heard.hear(message)
    assert all(heard.watching(table_id) == (found.named, 3) for table_id, found in tables)


# Processes ----------------------------------------------------------------------------------------------------------------------------


def test_a_file_is_served_once(tmp_path: Path) -> None:
    """The lock dies with its process, whatever it dies of."""
    database = f"sqlite:///{tmp_path}/tables.db"
    code = f"from kronland.web.store.alone import Claim; held = Claim({database!r}); print('held', flush=True); input()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    other = subprocess.Popen([sys.executable, "-c", code], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None and other.stdout.readline() == "held\n"
    from typer.testing import CliRunner

    from kronland.cli.app import app

    said = CliRunner().invoke(app, ["serve", "--port", "0", "--database", database])
    assert said.exit_code == 2 and said.stderr.count("\n") == 1
    assert f"another Kronland serves {tmp_path}/tables.db already" in said.stderr
    with pytest.raises(InUse):
        Claim(database)
    other.kill()
    other.wait(120)
    claim = Claim(database)
    claim.release()
    Claim(database).release()
    Claim("sqlite://").release()
    Claim("postgresql+psycopg://nobody@/nothing").release()


def test_several_need_postgresql(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from kronland.cli.app import app

    said = CliRunner().invoke(app, ["serve", "--port", "0", "--workers", "2", "--database", f"sqlite:///{tmp_path}/tables.db"])
    assert said.exit_code == 2 and said.stderr.startswith("kronland: --workers 2: several processes need PostgreSQL")


def test_a_process_that_is_killed_is_replaced_and_a_stop_is_clean(database_of_many: str) -> None:
    environment = {**os.environ, "KRONLAND_MODE": "python", "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-P", "-m", "kronland", "serve", "--port", "0", "--workers", "2", "--database", database_of_many]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"serving on (http://\S+)/ ", line)
        assert found, line
        address = f"{found[1]}/healthz"
        assert _status(address) == 200
        wait_for(lambda: len(_workers(process.pid)) == 2, pause=0.2)
        killed = min(_workers(process.pid))
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: len(now := _workers(process.pid)) == 2 and killed not in now, pause=0.2)
        assert {_status(address) for _ in range(8)} == {200}
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0 and "stopped" in process.stderr.read()
    finally:
        if process.poll() is None:
            process.kill()


def test_a_process_that_hears_nothing_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A supervisor that waits for it replaces no other one and does not stop."""
    monkeypatch.setattr(serving, "ENDING", 0.2)
    assert supervisors.Process is serving.Process, "it is what the supervisor starts"
    deaf, ready = supervisors.Process(serving.configuration(None), []), tmp_path / "ready"
    command = f"trap '' TERM; touch {ready}; while :; do sleep 0.1; done"
    deaf.process = multiprocessing.get_context("spawn").Process(target=os.execvp, args=("sh", ["sh", "-c", command]))
    deaf.start()
    wait_for(ready.exists)
    deaf.terminate()
    deaf.join()
    assert deaf.exitcode == -signal.SIGKILL and f"process {deaf.pid} did not end" in caplog.text


def test_a_supervisor_waits_for_no_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked for, and whoever gives none in time counts as dead; meanwhile signals are heard."""
    process, clock = serving.Process(serving.configuration(None), []), Clock()
    monkeypatch.setattr(serving, "time", SimpleNamespace(monotonic=clock))
    process.process = SimpleNamespace(is_alive=lambda: True)  # type: ignore[assignment]
    assert process.is_alive(60) and process.child_conn.recv() == b"ping"
    clock.now += 59
    assert process.is_alive(60), "it has time still"
    process.child_conn.send(True)
    assert process.is_alive(60) and not process.child_conn.poll(0), "it has answered"
    clock.now += 1000
    assert process.is_alive(60) and process.child_conn.recv() == b"ping", "it is asked again"
    clock.now += 61
    assert not process.is_alive(60)
    process.child_conn.close()
    assert not process.is_alive(60)


def test_a_supervisor_can_be_told_to_stop_between_any_two_steps() -> None:
    """An event of Python's own is locked for some of them, and whoever set it then, from a signal, waited for that lock for ever."""
    told = serving.Supervisor.__new__(serving.Supervisor)
    told.should_exit = leaving = serving.Exit()
    steps = 0

    def heard(frame: Any, event: str, argument: Any) -> Any:
        nonlocal steps
        steps += 1
        told._stop(signal.SIGTERM, frame)  # as a signal would, right here
        assert leaving.is_set()
        leaving._said = False
        return heard

    before = sys.gettrace()
    sys.settrace(heard)
    try:
        leaving.wait(0.01)
    finally:
        sys.settrace(before)
    assert steps > 5 and not leaving.wait(0)
    told._stop(signal.SIGTERM, None)
    assert leaving.wait()


def test_a_process_that_stands_still_keeps_nobody_from_stopping(database_of_many: str) -> None:
    """The supervisor hears at once that it is to stop; what does not end by itself is killed in time."""
    environment = {**os.environ, "KRONLAND_MODE": "python", "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    served = "import kronland.web.serving as s; s.ENDING, s.READY = 1.0, 10_000; from kronland.cli import main; main()"
    command = [sys.executable, "-P", "-c", served, "serve", "--port", "0", "--workers", "2", "--database", database_of_many]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = re.search(r"serving on (http://\S+)/ ", process.stderr.readline())
        assert found and _status(f"{found[1]}/healthz") == 200
        wait_for(lambda: len(_workers(process.pid)) == 2, pause=0.2)
        still = min(_workers(process.pid))
        os.kill(still, signal.SIGSTOP)
        time.sleep(2.0)  # it has been asked for a sign of life by now, and has hours to give one
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
        assert f"process {still} did not end" in process.stderr.read()
    finally:
        if process.poll() is None:
            process.kill()


def _status(url: str) -> int | None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        with suppress(httpx2.TransportError):
            return int(httpx2.get(url, timeout=60).status_code)
    return None


def _workers(parent: int) -> set[int]:
    """The processes that serve: children of the supervisor that were spawned by it."""
    listed = subprocess.run(["ps", "-ww", "--ppid", str(parent), "-o", "pid=,args="], capture_output=True, text=True).stdout
    return {int(line.split()[0]) for line in listed.splitlines() if "spawn_main" in line}
