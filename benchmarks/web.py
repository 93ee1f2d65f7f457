"""How fast the table in the browser is. `python benchmarks/web.py` starts a server beside itself and prints each figure with its goal.

- click: an action sent as the page's script does, to the answered new board, of the game with the largest board
- load: a table of 500 actions rebuilt from its log (games of this length are rare: a shorter one's time is scaled up)
- first load: all that a browser fetches to show a table for the first time, over the wire
- many tables: 200 tables at which 4 seats watch, one move a table every two seconds; from sending the move to each watcher's new board
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
from kronland.games import find_game
from kronland.web.settings import Settings
from kronland.web.store import Store
from kronland.web.tables import SeatWish, Tables, Wish
from kronland.web.visitors import Visitors

GAME = "loewenherz"  # the largest board: 10 x 15 fields, and the most legal actions
CLICKS = 150
ACTIONS = 500
LOADS = 15
TRIED = 30  # random games, of which the longest is loaded


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = {"load_ms": load(Path(folder))}
        with_server = Server(Path(folder))
        try:
            figures |= click(with_server) | {"first_load_kb": first_load(with_server)}
            figures |= asyncio.run(many_tables(with_server, asked.tables, asked.seconds))
        finally:
            with_server.stop()
    if asked.json:
        print(json.dumps(figures))
        return
    goals = {"load_ms": 50, "click_p95_ms": 100, "first_load_kb": 300, "many_p99_ms": 250}
    for name, value in figures.items():
        goal = goals.get(name)
        print(f"{name:20} {value:9.1f}" + (f"   goal: under {goal}   {'met' if value < goal else 'missed'}" if goal else ""))


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

    def make(self, client: Any, seats: int) -> tuple[str, dict[int, str]]:
        body = {"game": GAME, "seats": [{"kind": "me"}] * seats, "public": True}
        made = client.post(f"{self.url}/api/v1/tables", json=body).json()
        return made["id"], {int(seat): token for seat, token in made["tokens"].items()}


def click(server: Server) -> dict[str, float]:
    """From sending an action to the whole answer with the new board, by one person among bots that move at once."""
    chance, times = random.Random(1), []
    table = ""
    with httpx2.Client(base_url=server.url, headers={"HX-Request": "true", "Accept-Encoding": "gzip"}) as client:
        while len(times) < CLICKS:
            if not table:
                form = {"game": GAME, "pace": "0", "kind-0": "me", "kind-1": "bot-page", "kind-2": "bot-page", "kind-3": "bot-page"}
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
    return {"click_p50_ms": times[len(times) // 2], "click_p95_ms": times[int(len(times) * 0.95)]}


def first_load(server: Server) -> float:
    """Kilobytes that come over the wire for a table's page and all that it names."""
    with httpx2.Client(base_url=server.url, headers={"Accept-Encoding": "gzip"}) as client:
        table, _ = server.make(client, 4)
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


async def many_tables(server: Server, count: int, seconds: float) -> dict[str, float]:
    """Each watcher holds an event stream open and fetches the new board after each event."""
    delays: list[float] = []
    sent: dict[str, tuple[int, float]] = {}  # table -> number that the last move makes, and when it was sent
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(base_url=server.url, timeout=60, limits=limits, headers={"Accept-Encoding": "gzip"}) as client:
        made = []
        for _ in range(count):
            body = {"game": GAME, "seats": [{"kind": "me"}] * 4, "public": True}
            made.append((await client.post("/api/v1/tables", json=body)).json())
        moves = 0

        async def watch(table: str) -> None:
            async with client.stream("GET", f"/t/{table}/events") as stream:
                async for line in stream.aiter_lines():
                    if line.startswith("data: "):
                        number = json.loads(line.removeprefix("data: "))["number"]
                        await client.get(f"/t/{table}/fragment")
                        if table in sent and sent[table][0] == number:
                            delays.append((time.perf_counter() - sent[table][1]) * 1000)

        async def play(table: str, tokens: dict[str, str], start: float) -> None:
            nonlocal moves
            chance = random.Random(table)
            await asyncio.sleep(start)
            end = time.perf_counter() + seconds
            path, keys = f"/api/v1/tables/{table}", {seat: {"Authorization": f"Bearer {token}"} for seat, token in tokens.items()}
            view = (await client.get(f"{path}/view")).json()
            while time.perf_counter() < end and view["actors"]:
                actor = str(view["actors"][0])
                mine = (await client.get(f"{path}/view", headers=keys[actor])).json()
                body = {"number": mine["number"], "action": chance.choice(mine["legal"])["notation"]}
                sent[table] = (mine["number"] + 1, time.perf_counter())
                view = (await client.post(f"{path}/actions", json=body, headers=keys[actor])).json()
                moves += 1
                await asyncio.sleep(max(0.0, sent[table][1] + 2 - time.perf_counter()))

        watching = [asyncio.create_task(watch(table["id"])) for table in made for _ in range(4)]
        await asyncio.sleep(3)
        delays.clear()
        await asyncio.gather(*(play(table["id"], table["tokens"], 2 * n / count) for n, table in enumerate(made)))
        await asyncio.sleep(1)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    delays.sort()
    return {
        "tables": count,
        "moves_per_s": moves / (seconds + 2),
        "boards": len(delays),
        "many_p50_ms": delays[len(delays) // 2],
        "many_p99_ms": delays[int(len(delays) * 0.99)],
    }


if __name__ == "__main__":
    main()
