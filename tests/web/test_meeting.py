"""Several processes of one machine: who asks for a table is answered by the one at which it meets, over whatever connection."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from house import finished, wait_for
from test_processes import _workers

from kronland.web.live.meeting import Handed, Meeting, table_named

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
TABLES = 12  # by chance all of them meet at one of two processes once in 2,000 times
BURST = 40  # connections at the same moment, more than a socket lets wait


class Several:
    """Two processes on one PostgreSQL."""

    def __init__(self, database: str) -> None:
        environment = {**os.environ, "KRONLAND_MODE": "python", "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-P", "-m", "kronland", "serve", "--port", "0", "--workers", "2", "--database", database]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        found = re.search(r"serving on http://\S+:(\d+)/ ", line)
        assert found, line
        self.port = int(found[1])
        self.said: list[str] = []
        threading.Thread(target=self.said.extend, args=(self.process.stderr,), daemon=True).start()
        self.settled()

    def processes(self) -> set[int]:
        return _workers(self.process.pid)

    def settled(self) -> None:
        """Both are there, and each has its place."""
        wait_for(lambda: len(self.processes()) == 2 and len({self.where(f"settled{number}") for number in range(TABLES)}) == 2, pause=0.2)

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def holder(self, connection: socket.socket) -> int | None:
        """The process that has the other end of a connection, by what the system says."""
        mine, inode = connection.getsockname()[1], None
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            here, there, *_, inode_found = line.split()[1:10]
            if int(here.split(":")[1], 16) == self.port and int(there.split(":")[1], 16) == mine:
                inode = inode_found
        for process in self.processes():
            with suppress(OSError):
                if any(str(fd.readlink()) == f"socket:[{inode}]" for fd in Path(f"/proc/{process}/fd").iterdir()):
                    return process
        return None

    def where(self, table: str) -> int | None:
        """The process that answers whoever asks for a table over a connection of its own."""
        connection = self.connect()
        try:
            ask(connection, "GET", f"/t/{table}")
            return self.holder(connection.sock)
        except OSError:
            return None
        finally:
            connection.close()

    def make(self, count: int = TABLES) -> list[tuple[str, dict[str, str]]]:
        """Tables of two people, with their tokens by seat."""
        made, connection = [], self.connect()
        for number in range(count):
            address = {"X-Forwarded-For": f"10.0.0.{number + 1}"}
            body = {"game": "koenig", "seats": [{"kind": "me"}] * 2, "public": True}
            status, answer = ask(connection, "POST", "/api/v1/tables", body, **address)
            assert status == 201, answer
            made.append((answer["id"], answer["tokens"]))
        return made

    def move(self, table: str, tokens: dict[str, str]) -> int:
        """Whoever is to decide does; the version after it."""
        seat = ask(self.connect(), "GET", f"/api/v1/tables/{table}/view")[1]["actors"][0]
        key = {"Authorization": f"Bearer {tokens[str(seat)]}"}
        view = ask(self.connect(), "GET", f"/api/v1/tables/{table}/view", **key)[1]
        body = {"number": view["number"], "action": view["legal"][0]["notation"]}
        status, answer = ask(self.connect(), "POST", f"/api/v1/tables/{table}/actions", body, **key)
        assert status == 200, answer
        return int(ask(self.connect(), "GET", f"/api/v1/tables/{table}/view")[1]["version"])


def ask(connection: http.client.HTTPConnection, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    more = {"Content-Type": "application/json"} if body is not None else {}
    connection.request(method, path, None if body is None else json.dumps(body), {**headers, **more})
    answer = connection.getresponse()
    text = answer.read()
    return answer.status, json.loads(text) if text and "json" in answer.headers.get("content-type", "") else text


class Reader(threading.Thread):
    """A stream of a table over a connection of its own."""

    def __init__(self, several: Several, path: str) -> None:
        super().__init__(daemon=True)
        self.connection = several.connect()
        self.connection.request("GET", path)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200
        self.holder = several.holder(self.answer.fp.raw._sock)  # type: ignore[attr-defined]
        self.lines: list[str] = []
        self.start()

    def run(self) -> None:
        with suppress(OSError, http.client.HTTPException, AttributeError):
            while line := self.answer.readline():
                self.lines.append(line.decode().rstrip())

    def version(self) -> int:
        return max((json.loads(line[6:]).get("version", 0) for line in self.lines if line.startswith("data: ")), default=0)

    def leave(self) -> None:
        with suppress(OSError):
            self.answer.fp.raw._sock.shutdown(socket.SHUT_RDWR)  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def several(postgres: Callable[[], str]) -> Iterator[Several]:
    server = Several(postgres())
    yield server
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(60) == 0
    wait_for(lambda: any("stopped" in line for line in server.said))
    assert not [line for line in server.said if '"level": "error"' in line]


def test_readers_and_moves_of_a_table_meet_and_tables_are_spread(several: Several) -> None:
    tables, holders = several.make(), set()
    for table, tokens in tables:
        page, program = Reader(several, f"/t/{table}/events"), Reader(several, f"/api/v1/tables/{table}/events")
        asked = {several.where(table) for _ in range(3)}
        assert {page.holder, program.holder} == asked, "all of a table are at one process"
        version = several.move(table, tokens)
        wait_for(lambda readers=(page, program), version=version: all(reader.version() >= version for reader in readers))  # type: ignore[misc]
        holders |= asked
        page.leave()
        program.leave()
    assert holders == several.processes(), "and all tables are not at one"


def test_a_connection_that_asks_for_many_tables_is_answered_for_each_as_a_proxy_needs_it(several: Several) -> None:
    tables, connection, holders = several.make(), several.connect(), []
    for table, tokens in [*tables, *tables]:
        key = {"Authorization": f"Bearer {tokens['0']}"}
        status, view = ask(connection, "GET", f"/api/v1/tables/{table}/view", **key)
        assert status == 200 and view["seat"] == 0
        holders.append(several.holder(connection.sock))
        assert ask(connection, "POST", f"/api/v1/tables/{table}/chat", {"text": "é" * 400}, **key)[0] == 204
        assert several.holder(connection.sock) == holders[-1] == several.where(table)
        assert ask(connection, "GET", "/healthz")[0] == 200 and several.holder(connection.sock) == holders[-1], "others stay where they are"
    assert set(holders) == several.processes() and holders[:TABLES] == holders[TABLES:]


def test_requests_that_are_sent_at_once_are_answered_in_order(several: Several) -> None:
    """Over one connection, before the first answer has come: those behind the first are not handed on."""
    tables = [table for table, _ in several.make()]
    with socket.create_connection(("127.0.0.1", several.port), 60) as connection:
        sent = "".join(f"GET /api/v1/tables/{table}/view HTTP/1.1\r\nHost: x\r\n\r\n" for table in tables)
        connection.sendall(sent.encode() + b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        found = b""
        while more := connection.recv(65536):
            found += more
    assert found.count(b"HTTP/1.1 200") == TABLES + 1
    last = tables[-1]
    assert several.where(last) in several.processes()


def test_half_a_line_and_silence_keep_nobody_waiting_and_are_ended(several: Several) -> None:
    table, _ = several.make(1)[0]
    with ExitStack() as open_ones:
        dawdling = []
        for number in range(100):
            one = open_ones.enter_context(socket.create_connection(("127.0.0.1", several.port), 60))
            one.sendall((b"", b"GE", f"GET /t/{table}".encode(), f"GET /t/{table}/events HTTP/1.1".encode())[number % 4])
            dawdling.append(one)
        for _ in range(10):
            began = time.monotonic()
            assert several.where(table) in several.processes() and time.monotonic() - began < 5
        began = time.monotonic()
        for one in dawdling:
            assert one.recv(1000).startswith(b"HTTP/1.1 408")
        assert time.monotonic() - began < 30


def test_a_request_that_comes_byte_by_byte_meets_all_the_same(several: Several) -> None:
    for table, _ in several.make(4):
        with socket.create_connection(("127.0.0.1", several.port), 60) as connection:
            for byte in f"GET /t/{table} HTTP/1.1\r\nHost: x\r\n\r\n".encode():
                connection.sendall(bytes([byte]))
                time.sleep(0.002)
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
            assert several.holder(connection) == several.where(table)


def test_many_that_come_at_once_meet(several: Several) -> None:
    table, _ = several.make(1)[0]
    home, found = several.where(table), []
    connections = [several.connect() for _ in range(BURST)]
    for connection in connections:
        connection.connect()
    for connection in connections:
        connection.request("GET", f"/t/{table}")
    for connection in connections:
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read()
        found.append(several.holder(connection.sock))
    assert set(found) == {home}


def test_tables_of_a_process_that_is_killed_go_on_at_once_and_come_back(several: Several) -> None:
    tables = several.make()
    homes = {table: several.where(table) for table, _ in tables}
    killed = homes[tables[0][0]]
    assert killed is not None
    mine = [(table, tokens) for table, tokens in tables if homes[table] == killed]
    (other,) = several.processes() - {killed}
    cut_off = Reader(several, f"/t/{tables[0][0]}/events")
    assert cut_off.holder == killed
    os.kill(killed, signal.SIGKILL)
    cut_off.join(20)
    wait_for(lambda: killed not in several.processes())  # a system ends a process piece by piece
    assert not cut_off.is_alive()
    readers = {table: Reader(several, f"/t/{table}/events") for table, _ in mine}
    assert {reader.holder for reader in readers.values()} == {other}
    for table, tokens in mine:
        version = several.move(table, tokens)
        wait_for(lambda table=table, version=version: readers[table].version() >= version)  # type: ignore[misc]
    several.settled()
    (new,) = several.processes() - {other}
    for table, tokens in mine:
        assert several.where(table) == new, "the place of the dead one has been taken"
        wait_for(lambda table=table: not readers[table].is_alive())  # type: ignore[misc]
        assert "event: move" in readers[table].lines, "readers are sent to where the table meets now"
        back = Reader(several, f"/t/{table}/events")
        assert back.holder == new
        version = several.move(table, tokens)
        wait_for(lambda back=back, version=version: back.version() >= version)  # type: ignore[misc]
        back.leave()


def test_processes_that_are_replaced_leave_their_tables_to_those_that_replace_them(several: Several) -> None:
    tables = [table for table, _ in several.make()]
    before = {table: several.where(table) for table in tables}
    olds = several.processes()
    several.process.send_signal(signal.SIGHUP)
    wait_for(lambda: len(now := several.processes()) == 2 and not now & olds, pause=0.2)
    after = {table: several.where(table) for table in tables}
    assert set(after.values()) == several.processes()
    assert len({(before[table], after[table]) for table in tables}) == 2, "those that were together still are"


# Places, by themselves --------------------------------------------------------------------------------------------------------------


class Answer(asyncio.Protocol):
    """Says who has answered, and what was read before."""

    def __init__(self, name: str) -> None:
        self.name, self.data = name, b""

    def bring(self, data: bytes) -> None:
        self.data = data

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.write(self.name.encode() + b":" + self.data)
        transport.close()


def meeting(folder: Path, name: str, places: int = 2) -> Meeting:
    made = Meeting()
    made.prepare(str(folder), places)
    made.begin(asyncio.get_running_loop(), lambda: Answer(name))
    return made


async def handed(giver: Meeting, table: str, data: bytes = b"x") -> str:
    """Who answers a connection that this one has."""
    mine, theirs = socket.socketpair()
    mine.setblocking(False)
    found = giver.give(table, theirs.fileno(), data)
    theirs.close()
    if found is not Handed.GIVEN:
        return found.value
    text = await asyncio.get_running_loop().sock_recv(mine, 100)
    mine.close()
    return text.decode()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The names of sockets are short."""
    place = Path(f"/tmp/kronland-test-{os.getpid()}")
    place.mkdir()
    yield place
    for file in place.iterdir():
        file.unlink()
    place.rmdir()


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.name != "lock")


def of(giver: Meeting, count: int = 20) -> list[str]:
    """Tables that meet at another than this."""
    return list(giver.elsewhere([f"table{number}" for number in range(count)]))


def test_the_dead_are_passed_over_and_their_places_taken(folder: Path) -> None:
    async def play() -> None:
        one, two = meeting(folder, "one"), meeting(folder, "two")
        assert names(folder) == ["0", "1"]
        table = of(one)[0]
        assert table not in of(two) and len(of(one)) + len(of(two)) == 20
        assert await handed(one, table, b"GET") == "two:GET" and await handed(two, table) == "kept"
        two.end()
        assert names(folder) == ["0", "1"] and await handed(one, table) == "kept" and of(one) == []
        three = meeting(folder, "three")
        assert names(folder) == ["0", "1"] and await handed(one, table) == "three:x" and table in of(one)
        one.end()
        three.end()

    finished(play())


def test_who_leaves_gives_the_place_to_who_waits_for_it(folder: Path) -> None:
    async def play() -> None:
        one, two = meeting(folder, "one"), meeting(folder, "two")
        table = of(one)[0]
        three = meeting(folder, "three")
        assert len(names(folder)) == 3 and await handed(one, table) == "two:x", "nothing goes to who waits"
        two.leave()
        assert names(folder) == ["0", "1"]
        assert await handed(one, table) == "three:x" and await handed(two, table) == "three:x" and await handed(three, table) == "kept"
        three.leave()
        assert names(folder) == ["0"] and await handed(one, table) == "kept" and await handed(three, table) == "one:x"
        for each in (one, two, three):
            each.end()

    finished(play())


def test_who_takes_nothing_in_is_let_be_for_a_while(folder: Path) -> None:
    async def play() -> None:
        clock = [0.0]
        one, two = Meeting(lambda: clock[0]), meeting(folder, "two")
        one.prepare(str(folder), 2)
        one.begin(asyncio.get_running_loop(), lambda: Answer("one"))
        table = of(one)[0]
        ends = [socket.socketpair() for _ in range(600)]
        found = [one.give(table, theirs.fileno(), b"x") for _, theirs in ends]  # nobody takes any in: the loop is busy with this
        assert found[0] is Handed.GIVEN and found[-1] is Handed.BUSY
        one.stalled(table)
        assert one.give(table, ends[0][1].fileno(), b"x") is Handed.KEPT and of(one) == []
        await asyncio.sleep(0.2)
        for mine, theirs in ends:
            mine.close()
            theirs.close()
        clock[0] += 100
        assert await handed(one, table) == "two:x"
        assert await handed(one, table, b"x" * 50_000) == "kept", "what is too large stays"
        one.end()
        two.end()

    finished(play())


def test_what_sweeps_the_folder_is_got_over(folder: Path) -> None:
    async def play() -> None:
        one, two = meeting(folder, "one"), meeting(folder, "two")
        table = of(one)[0]
        for name in names(folder):
            (folder / name).unlink()
        assert await handed(one, table) == "kept", "nobody is there"
        one._look()
        two._look()
        assert names(folder) == ["0", "1"] and await handed(one, table) == "two:x"
        one.dissolve()
        assert await handed(one, table) == "kept"
        one._look()
        folder.mkdir()
        one.end()
        two.end()

    finished(play())


@pytest.mark.parametrize(
    ("line", "table"),
    [
        (b"GET /t/Ab-_9 HTTP/1.1\r\n", "Ab-_9"),
        (b"POST /t/x/act HTTP/1.1\r\n", "x"),
        (b"GET /t/x?look=1 HTTP/1.1\r\n", "x"),
        (b"GET /api/v1/tables/x/view HTTP/1.1\r\n", "x"),
        (b"GET /api/v1/tables HTTP/1.1\r\n", None),
        (b"GET /tables/x HTTP/1.1\r\n", None),
        (b"GET / HTTP/1.1\r\nX: GET /t/x HTTP/1.1\r\n", None),
        (b"\r\nGET /t/x HTTP/1.1\r\n", None),
        (b"GET /t/%2e%2e HTTP/1.1\r\n", None),
        (b"GET /t/" + b"x" * 65 + b" HTTP/1.1\r\n", None),
        (b"\x16\x03\x01\x00", None),
    ],
)
def test_only_the_first_line_names_a_table(line: bytes, table: str | None) -> None:
    assert table_named(line) == table
