"""How fast the table in the browser is. `python benchmarks/web.py` starts a server beside itself and prints each figure with its goal.

- click: an action sent as the page's script does, to the answered new board; of all games, the first has the largest board
- load: a table of 500 actions rebuilt from its log (games of this length are rare: a shorter one's time is scaled up)
- first load: all that a browser fetches to show a table for the first time, over the wire
- many tables: 200 tables with 4 seats each, all with the page open, one move a table every two seconds; from sending the move to the last
  of the four having the new board

Where there are two cores or more, the server has one for itself and the client another.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2

from kronland.core.match import Match
from kronland.games import GAMES, find_game
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.safety.visitors import Visitors
from kronland.web.settings import Settings
from kronland.web.store.store import Store
from kronland.web.table.tables import Tables

GAME = "loewenherz"  # the largest board: 10 x 15 fields, and the most legal actions
CLICKS = 150
ACTIONS = 500
LOADS = 15
TRIED = 30  # random games, of which the longest is loaded


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--only-many", action="store_true", help="nothing but the many tables")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = {} if asked.only_many else {"load_ms": load(Path(folder))}
        with_server = Server(Path(folder))
        try:
            for game in () if asked.only_many else GAMES:
                figures |= click(with_server, game)
            if not asked.only_many:
                figures |= {"first_load_kb": max(first_load(with_server, game) for game in GAMES)}
            figures |= asyncio.run(many_tables(with_server, asked.tables, asked.seconds))
        finally:
            with_server.stop()
    if asked.json:
        print(json.dumps(figures))
        return
    goals: dict[str, float] = {"load_ms": 50, "first_load_kb": 300, "many_p99_ms": 250} | {f"click_{game}_p95_ms": 100 for game in GAMES}
    for name, value in figures.items():
        goal = goals.get(name)
        print(f"{name:28} {value:9.1f}" + (f"   goal: under {goal}   {'met' if value < goal else 'missed'}" if goal else ""))


def load(folder: Path) -> float:
    """Milliseconds to rebuild a table from its log, the best of several times; of the longest game of many, as if it had 500 actions."""
    store = Store(f"sqlite:///{folder}/load.db")
    store.migrate()
    tables = Tables(store, Settings())
    tables.games.start()
    tables.games.wait()
    visitor, _ = Visitors(store).make("en", "Anna")
    game = find_game(GAME)
    actions = max((_random_game(Match(game, 4, seed=seed)) for seed in range(TRIED)), key=lambda found: len(found[1]))
    table = tables.make(visitor, Wish(GAME, tuple(SeatWish("guest") for _ in range(4)), seed=actions[0]))
    access = tables.enter(table.id, visitor)
    for seat, notation in actions[1]:
        access.act(seat, table.number, notation)
    times = []
    for _ in range(LOADS):
        tables.forget(table)
        began = time.perf_counter()
        table = tables.find(table.id)
        times.append((time.perf_counter() - began) * 1000)
    store.close()
    return min(times) * ACTIONS / table.number


def _random_game(match: Match) -> tuple[int, list[tuple[int, str]]]:
    """Seed and decisions of a game that is played at random, up to 500 of them."""
    chance = random.Random(match.seed)
    while not match.over and match.length < ACTIONS:
        match.play(chance.choice(match.legal_actions(match.actors[0])), match.actors[0])
    return match.seed, match.history


class Server:
    """A server of its own process, without rate limits: one machine plays all visitors here."""

    def __init__(self, folder: Path) -> None:
        code = (
            "import sys, uvicorn; from kronland.web.app import create_app; from kronland.web.settings import Settings; "
            "uvicorn.run(create_app(Settings(database=sys.argv[1], limits=False, pace=0, cached_tables=1000)), port=int(sys.argv[2]), "
            "log_config=None, access_log=False, timeout_keep_alive=120)"  # a client that reuses a connection must not find it closed
        )
        port = 20_000 + os.getpid() % 20_000
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([sys.executable, "-c", code, f"sqlite:///{folder}/served.db", str(port)])
        if len(cores := sorted(os.sched_getaffinity(0))) > 1:
            os.sched_setaffinity(self.process.pid, cores[:1])
            os.sched_setaffinity(0, cores[1:])
        while True:
            try:
                games = httpx2.get(f"{self.url}/healthz").json()["games"]
            except httpx2.TransportError:
                games = {}
            if games and set(games.values()) == {"ready"}:
                return
            time.sleep(0.1)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def make(self, client: Any, game: str) -> str:
        body = {"game": game, "seats": [{"kind": "me"}] * 4, "public": True}
        return str(client.post(f"{self.url}/api/v1/tables", json=body).json()["id"])

    def cpu(self) -> float:
        """Seconds of a core that the server has used."""
        spent = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")


def click(server: Server, game: str) -> dict[str, float]:
    """From sending an action to the whole answer with the new board, by one person among bots that move at once."""
    chance, times = random.Random(1), []
    table = ""
    with httpx2.Client(base_url=server.url, headers={"HX-Request": "true", "Accept-Encoding": "gzip"}) as client:
        while len(times) < CLICKS:
            if not table:
                form = {"game": game, "pace": "0", "kind-0": "me"} | {f"kind-{seat}": "bot-page" for seat in (1, 2, 3)}
                table = client.post("/new", data=form).headers["location"]
            page = client.get(table).text
            number = re.search(r'name="seat" value="0"><input type="hidden" name="number" value="(\d+)"', page)
            actions = re.findall(r'<button class="act[^>]*name="action" value="([^"]+)"', page)
            if "/play-on" in page or "/rematch" in page:
                table = ""  # the game is over
            if not (number and actions):
                time.sleep(0.02)
                continue
            began = time.perf_counter()
            answer = client.post(f"{table}/act", data={"seat": "0", "number": number[1], "action": chance.choice(actions)})
            times.append((time.perf_counter() - began) * 1000)
            assert answer.status_code == 200, answer.text[:200]
    times.sort()
    return {f"click_{game}_p50_ms": times[len(times) // 2], f"click_{game}_p95_ms": times[int(len(times) * 0.95)]}


def first_load(server: Server, game: str) -> float:
    """Kilobytes that come over the wire for a table's page and all that it names."""
    with httpx2.Client(base_url=server.url, headers={"Accept-Encoding": "gzip"}) as client:
        table = server.make(client, game)
        page = _raw(client, f"/t/{table}")
        text = client.get(f"/t/{table}").text
        named = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', text))
        style = next((name for name in named if ".css" in name), None)
        sizes = page + sum(_raw(client, name) for name in named)
        if style:
            sizes += sum(_raw(client, font) for font in set(re.findall(r"url\([\"']?(/static/[^)\"']+woff2)", client.get(style).text)))
    return sizes / 1000


def _raw(client: httpx2.Client, path: str) -> int:
    with client.stream("GET", path) as answer:
        return sum(len(part) for part in answer.iter_raw())


class Reader:
    """The page of one who sits at a table: its cookie, and what the stream has brought."""

    def __init__(self, table: str, cookie: str) -> None:
        self.table, self.headers = table, {"Cookie": f"{cookie}; kl_shape=wide", "HX-Request": "true"}
        self.lines: list[str] = []
        self.number, self.bytes, self.news = -1, 0, asyncio.Event()

    async def follow(self, client: httpx2.AsyncClient) -> None:
        async with client.stream("GET", f"/t/{self.table}/events", headers=self.headers) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: "):
                    news = json.loads(line.removeprefix("data: "))
                    self.bytes += len(line)
                    pieces = (piece.split("\n") if isinstance(piece, str) else self.lines[slice(*piece)] for piece in news["patch"])
                    self.lines = [line for piece in pieces for line in piece]
                    self.number = news["number"]
                    self.news.set()

    def choices(self) -> list[str]:
        """The actions that the page offers; none if it is not this seat's turn."""
        page = "\n".join(self.lines)
        return re.findall(r'data-action="([^"]+)"', page) if 'data-turn="yes"' in page else []


async def many_tables(server: Server, count: int, seconds: float) -> dict[str, float]:
    """At each table sit four people with the page open; whoever is to decide clicks. Until the last of the four has the new board."""
    delays: list[float] = []
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(base_url=server.url, timeout=60, limits=limits, headers={"Accept-Encoding": "gzip"}) as client:
        tables = [await _company(client) for _ in range(count)]
        readers = [reader for company in tables for reader in company]
        following = [asyncio.create_task(reader.follow(client)) for reader in readers]
        while not all(reader.lines for reader in readers):
            await asyncio.sleep(0.2)
        for reader in readers:
            reader.bytes = 0
        cpu = server.cpu()

        async def play(company: list[Reader], start: float) -> None:
            chance = random.Random(company[0].table)
            await asyncio.sleep(start)
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                seat, choices = next(((seat, found) for seat, reader in enumerate(company) if (found := reader.choices())), (0, []))
                if not choices:
                    return  # the game is over
                for reader in company:
                    reader.news.clear()
                number = company[seat].number
                form = {"seat": str(seat), "number": str(number), "action": chance.choice(choices)}
                began = time.perf_counter()
                answer = asyncio.create_task(client.post(f"/t/{company[0].table}/act", data=form, headers=company[seat].headers))
                await asyncio.gather(*(reader.news.wait() for reader in company))
                delays.append((time.perf_counter() - began) * 1000)
                assert (await answer).status_code == 200 and all(reader.number == number + 1 for reader in company)
                await asyncio.sleep(max(0.0, began + 2 - time.perf_counter()))

        await asyncio.gather(*(play(company, 2 * n / count) for n, company in enumerate(tables)))
        used = server.cpu() - cpu
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    delays.sort()
    return {
        "tables": count,
        "moves": len(delays),
        "many_p50_ms": delays[len(delays) // 2],
        "many_p99_ms": delays[int(len(delays) * 0.99)],
        "kb_a_board": sum(reader.bytes for reader in readers) / 4 / len(delays) / 1000,
        "cpu_ms_a_move": used * 1000 / len(delays),
    }


async def _company(client: httpx2.AsyncClient) -> list[Reader]:
    body = {"game": GAME, "seats": [{"kind": "me"}] * 4, "public": True, "options": {"setup": "beginner"}}
    made = (await client.post("/api/v1/tables", json=body)).json()
    company = []
    for seat in range(4):
        client.cookies.clear()
        answer = await client.post(f"/s/{made['tokens'][str(seat)]}", data={"name": f"Seat {seat}"})
        company.append(Reader(made["id"], answer.headers["set-cookie"].split(";")[0]))
    client.cookies.clear()
    return company


if __name__ == "__main__":
    main()
