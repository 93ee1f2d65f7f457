"""Many tables at once, four people at each with the page open, and whoever is to decide clicks.

The people are as light as they can be, for they are on the same cores as the servers: a connection each for what is brought, and one a
table for what is sent, with as much of HTTP as the server speaks. They are brought the same bytes as browsers, make the same lines of them,
and look for choices in these. A page that is cut off or sent to another process comes back, as a browser's does.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx2
import uvloop
from served import Server

GAME = "loewenherz"  # the largest board: 10 x 15 fields, and the most legal actions
PEOPLE = 4
LOOKS_AT_MEMORY = 20
PATIENCE = 60.0  # seconds after which a move that has not come to all is a failure
KEPT_OPEN = 4.0  # seconds; the server closes a connection on which nothing was asked for five
BACK = 0.1  # seconds until a page comes back


class Wire(asyncio.Protocol):
    """A connection on which one answer at a time comes.

    `heard` is told of each piece of its body, and `ended` of its end, or of the connection's.
    """

    def __init__(self, heard: Callable[[bytes], None], ended: Callable[[bool], None]) -> None:
        self.heard, self.ended = heard, ended
        self.transport: Any = None
        self.status = 0
        self._rest = b""
        self._left: int | None = 0  # bytes of the body, or of a chunk, that are still to come; None: an answer is to begin
        self._chunked = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def ask(self, request: bytes) -> None:
        self._left, self.status = None, 0
        self.transport.write(request)

    def connection_lost(self, problem: Exception | None) -> None:
        self.ended(False)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while self._rest and self._step():
            pass

    def _step(self) -> bool:
        """Whether something was understood."""
        if self._left is None:
            return self._begins()
        if self._left:
            piece, self._rest = self._rest[: self._left], self._rest[self._left :]
            self._left -= len(piece)
            self.heard(piece)
            if not self._left and not self._chunked:
                self.ended(True)
            return True
        if not self._chunked:
            raise RuntimeError(f"more than was asked for: {self._rest[:80]!r}")
        self._rest = self._rest.removeprefix(b"\r\n")  # the end of the chunk before
        size, found, rest = self._rest.partition(b"\r\n")
        if not found:
            return False
        self._left, self._rest = int(size, 16), rest
        if not self._left:
            self._chunked, self._rest = False, rest.removeprefix(b"\r\n")
            self.ended(True)
        return True

    def _begins(self) -> bool:
        head, found, rest = self._rest.partition(b"\r\n\r\n")
        if not found:
            return False
        self._rest, self.status = rest, int(head[9:12])
        said = head.lower()
        self._chunked = b"transfer-encoding: chunked" in said
        length = re.search(rb"content-length: (\d+)", said)
        self._left = int(length[1]) if length else 0
        if not self._left and not self._chunked:
            self.ended(True)
        return True


class Reader:
    """The page of one who sits at a table: its cookie, and what the stream has brought."""

    def __init__(self, server: str, table: str, cookie: str, address: dict[str, str]) -> None:
        self.server, self.table = urlsplit(server), table
        page = cookie[-20:]
        headers = {
            **address,
            "Cookie": f"{cookie}; kl_shape=wide",
            "Kronland-Script": "yes",
            "Kronland-Page": page,
            "Host": self.server.netloc,
        }
        self.headers = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.asks = f"GET /t/{table}/events?page={page} HTTP/1.1\r\n{self.headers}\r\n".encode()
        self.lines: list[str] = []
        self.number, self.bytes, self.over, self.news = -1, 0, False, asyncio.Event()
        self.came_back, self.wire, self._rest, self._gone = -1, None, b"", False

    async def follow(self) -> None:
        """Until `leave`."""
        if self._gone:
            return
        wire = Wire(self._hear, self._end)
        self.came_back += 1
        self._rest = b""
        await asyncio.get_running_loop().create_connection(lambda: wire, self.server.hostname, self.server.port)
        self.wire = wire
        wire.ask(self.asks)

    def leave(self) -> None:
        self._gone, self.lines = True, []
        if self.wire is not None:
            self.wire.transport.abort()

    def _end(self, whole: bool) -> None:
        if self.wire is None or self._gone:
            return
        wire, self.wire = self.wire, None
        wire.transport.abort()
        loop = asyncio.get_running_loop()
        loop.call_later(BACK, lambda: loop.create_task(self.follow()))

    def _hear(self, piece: bytes) -> None:
        *events, self._rest = (self._rest + piece).split(b"\n\n")
        for event in events:
            if (start := event.find(b"data: ")) >= 0 and b"event: change" in event:
                self._take(json.loads(event[start + 6 :]))
                self.bytes += len(event)

    def _take(self, news: dict[str, Any]) -> None:
        new: list[str] = []
        for piece in news["patch"]:
            new += piece.split("\n") if isinstance(piece, str) else self.lines[piece[0] : piece[1]]
        self.lines = new
        self.number, self.over = news["number"], news["stage"] == "over"
        self.news.set()

    def choices(self) -> list[str]:
        """The actions that the page offers; none if it is not this seat's turn."""
        if not any('data-turn="yes"' in line for line in self.lines[:3]):  # the page begins with it
            return []
        return [found for line in self.lines if "data-action" in line for found in re.findall(r'data-action="([^"]+)"', line)]


class Sender:
    """What one table's people send, over a connection that is kept as long as the server keeps it."""

    def __init__(self) -> None:
        self._wire: Wire | None = None
        self._answer: asyncio.Future[int] | None = None
        self._used = 0.0

    async def post(self, reader: Reader, path: str, form: dict[str, str]) -> int:
        """The answer's status."""
        if self._wire is None or time.monotonic() - self._used > KEPT_OPEN:
            self.close()
            self._wire = wire = Wire(lambda piece: None, lambda whole: self._end(wire, whole))
            await asyncio.get_running_loop().create_connection(lambda: wire, reader.server.hostname, reader.server.port)
        body = urlencode(form)
        head = f"{reader.headers}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        self._answer = asyncio.get_running_loop().create_future()
        self._wire.ask(f"POST {path} HTTP/1.1\r\n{head}{body}".encode())
        status = await self._answer
        self._used = time.monotonic()
        return status

    def close(self) -> None:
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.transport.abort()

    def _end(self, wire: Wire, whole: bool) -> None:
        if self._wire is wire and self._answer is not None and not self._answer.done():
            self._answer.set_result(wire.status if whole else 0)


class Company:
    """The people at one table, who begin another when the game is over."""

    def __init__(self, club: Club, number: int) -> None:
        self.club, self.number, self.sender = club, number, Sender()
        self.people: list[Reader] = []

    async def sit_down(self) -> None:
        self.people = await self.club.invite(self.number)
        await asyncio.gather(*(reader.follow() for reader in self.people))
        until = time.monotonic() + PATIENCE
        while not all(reader.lines for reader in self.people):
            await asyncio.sleep(0.05)
            assert time.monotonic() < until, "a page is not brought its board"
        for reader in self.people:
            reader.bytes = 0

    def leave(self) -> None:
        for reader in self.people:
            reader.leave()

    async def play(self, first: float, every: float, end: float) -> None:
        """Moves until the end of the measurement."""
        chance = random.Random(self.people[0].table)
        await asyncio.sleep(first)
        while (began := time.perf_counter()) < end:
            if self.people[0].over:
                self.club.ended += 1
                self.club.kept(self.people)
                self.leave()
                await self.sit_down()
                began = time.perf_counter()
            await self.move(chance)
            await asyncio.sleep(max(0.0, began + every - time.perf_counter()))

    async def move(self, chance: random.Random) -> None:
        people = self.people
        seat, choices = next((seat, found) for seat, reader in enumerate(people) if (found := reader.choices()))
        number = people[seat].number
        form = {"seat": str(seat), "number": str(number), "action": chance.choice(choices)}
        for reader in people:
            reader.news.clear()
        began = time.perf_counter()
        answer = asyncio.create_task(self.sender.post(people[seat], f"/t/{people[0].table}/act", form))
        async with asyncio.timeout(PATIENCE):
            for reader in people:
                while reader.number <= number:
                    reader.news.clear()
                    await reader.news.wait()
        self.club.delays.append((time.perf_counter() - began) * 1000)
        status = await answer
        assert status in (200, 204), status  # the board is in the answer where another process has the page's stream
        self.club.behind += status == 200


class Club:
    """All of them, and what was measured."""

    def __init__(self, server: Server, client: httpx2.AsyncClient) -> None:
        self.server, self.client = server, client
        self.delays: list[float] = []
        self.behind = self.ended = self.bytes = self.came_back = 0
        self._one_at_a_time = asyncio.Lock()  # the client's cookies are one company's while it sits down

    def kept(self, people: list[Reader]) -> None:
        self.bytes += sum(reader.bytes for reader in people)
        self.came_back += sum(reader.came_back for reader in people)

    async def invite(self, number: int) -> list[Reader]:
        """Each table's people come from an address of their own, as a proxy on the same machine says it."""
        address = {"X-Forwarded-For": f"10.{1 + number // 62500}.{number // 250 % 250}.{number % 250 + 1}"}
        body = {"game": GAME, "seats": [{"kind": "me"}] * PEOPLE, "public": True, "options": {"setup": "beginner"}}
        async with self._one_at_a_time:
            made = (await self.client.post("/api/v1/tables", json=body, headers=address)).json()
            people = []
            for seat in range(PEOPLE):
                self.client.cookies.clear()
                answer = await self.client.post(f"/s/{made['tokens'][str(seat)]}", data={"name": f"Seat {seat}"}, headers=address)
                people.append(Reader(self.server.url, made["id"], answer.headers["set-cookie"].split(";")[0], address))
            self.client.cookies.clear()
        return people


async def many_tables(server: Server, count: int, every: float, seconds: float) -> dict[str, float]:
    """From sending a move to the last of the four having the new board. Whose game is over begin another: it takes about 300 moves."""
    async with httpx2.AsyncClient(base_url=server.url, timeout=120) as client:
        before, club = server.memory(), Club(server, client)
        companies = [Company(club, number) for number in range(count)]
        for company in companies:
            await company.sit_down()
        opened = server.memory()
        cpu, database_cpu, own_cpu = server.cpu(), server.database_cpu(), time.process_time()
        memory: list[float] = []

        async def watch() -> None:
            for part in range(1, LOOKS_AT_MEMORY + 1):
                await asyncio.sleep(seconds / LOOKS_AT_MEMORY)
                memory.append(server.memory())
                print(f"after {seconds * part / LOOKS_AT_MEMORY:.0f} s: {memory[-1]:.0f} MB, {len(club.delays)} moves", file=sys.stderr)

        end = time.perf_counter() + seconds
        await asyncio.gather(watch(), *(company.play(every * company.number / count, every, end) for company in companies))
        used, database_used, own = server.cpu() - cpu, server.database_cpu() - database_cpu, time.process_time() - own_cpu
        for company in companies:
            club.kept(company.people)
            company.leave()
    moves, delays = len(club.delays), sorted(club.delays)
    return {
        "many_tables": count,
        "many_moves": moves,
        "many_moves_at_the_other_process": club.behind,
        "many_pages_that_came_back": club.came_back,
        "many_games_that_ended": club.ended,
        "many_p50_ms": delays[moves // 2],
        "many_p99_ms": delays[int(moves * 0.99)],
        "many_kb_a_board": club.bytes / PEOPLE / moves / 1000,
        "many_cpu_ms_a_move": used * 1000 / moves,
        "many_database_cpu_ms_a_move": database_used * 1000 / moves,
        "many_people_cpu_ms_a_move": own * 1000 / moves,
        "many_mb_a_stream": (opened - before) / (PEOPLE * count),
        "many_mb_halfway": memory[LOOKS_AT_MEMORY // 2 - 1],
        "many_mb_grown_in_the_second_half": memory[-1] - memory[LOOKS_AT_MEMORY // 2 - 1],
    }


def measured(server: Server, count: int, every: float, seconds: float) -> dict[str, float]:
    return uvloop.run(many_tables(server, count, every, seconds))
