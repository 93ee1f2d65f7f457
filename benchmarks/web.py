"""How fast the table in the browser is. `python benchmarks/web.py` starts servers beside itself and prints each figure with its goal.

- click: an action sent as the page's script does, to the answered new board; of all games, the first has the largest board
- load: a table of 500 actions rebuilt from its log (games of this length are rare: a shorter one's time is scaled up)
- first load: all that a browser fetches to show a table for the first time, over the wire
- home: the first page, with 10,000 tables stored
- parts: the processor time of a move by part, in this process (benchmarks/move_parts.py)
- many tables: four people at each, all with the page open, one move a table every few seconds; from sending the move to the last of the
  four having the new board, the processor time of servers and database a move, and the memory of a stream

The many tables are played on SQLite by one process and on PostgreSQL by two (`--database`, `--workers`). For what is promised of two cores:

    python benchmarks/web.py --only many --database postgresql --workers 2 --tables 1000 --every 5 --seconds 60
    python benchmarks/web.py --only many --database postgresql --workers 2 --tables 200 --every 5 --seconds 3600     # memory over an hour

Servers have as many cores as they have processes (PostgreSQL is not held to them), and the client the others, where there are more.
KRONLAND_MODE=python measures without compiled rules.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import secrets
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2
import sqlalchemy as sa

from kronland.core.match import Match
from kronland.games import GAMES, find_game
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.safety.visitors import Visitors
from kronland.web.settings import Settings
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.tables import Tables

sys.path[:0] = [str(Path(__file__).resolve().parent)]
import many  # noqa: E402
from many import GAME  # noqa: E402
from move_parts import measured  # noqa: E402
from served import Server, serving  # noqa: E402

CLICKS = 150
ACTIONS = 500
LOADS = 15
TRIED = 30  # random games, of which the longest is loaded


KINDS = ("load", "parts", "click", "first", "home", "many")
STORED = 10_000  # tables, for the home page
LOOKS = 300  # at it


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--only", choices=KINDS, action="append", help="this, or these; all, if not said")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append", help="for the many tables; both, if not said")
    parser.add_argument("--workers", type=int, default=2, help="processes on PostgreSQL (2)")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two moves at a table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    kinds = asked.only or KINDS
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        if "load" in kinds:
            figures["load_ms"] = load(Path(folder))
        if "parts" in kinds:
            parts = measured(GAME, CLICKS)
            figures |= {f"part_{part}_ms": spent for part, spent in parts.items()} | {"parts_in_all_ms": sum(parts.values())}
        for database in asked.database or ("sqlite", "postgresql"):
            workers = 1 if database == "sqlite" else asked.workers
            with tempfile.TemporaryDirectory(dir=folder) as place, serving(database, Path(place), workers, workers) as server:
                found: dict[str, float] = {}
                for game in GAMES if "click" in kinds else ():
                    found |= click(server, game)
                if "first" in kinds:
                    found["first_load_kb"] = max(first_load(server, game) for game in GAMES)
                if "home" in kinds:
                    found |= home(server)
                if "many" in kinds:
                    found |= many.measured(server, asked.tables, asked.every, asked.seconds)
                figures |= {f"{database}_{name}": value for name, value in found.items()}
    if asked.json:
        print(json.dumps(figures))
        return
    goals: dict[str, float] = {"load_ms": 50, "first_load_kb": 300, "many_p99_ms": 250, "home_p99_ms": 100, "many_mb_a_stream": 0.15}
    goals |= {f"click_{game}_p95_ms": 100 for game in GAMES} | {"many_cpu_ms_a_move": 3}
    for name, value in figures.items():
        goal = goals.get(name.removeprefix("sqlite_").removeprefix("postgresql_"))
        print(f"{name:40} {value:9.2f}" + (f"   goal: at most {goal}   {'met' if value <= goal else 'missed'}" if goal else ""))


def home(server: Server) -> dict[str, float]:
    """The first page for somebody who has come before, with thousands of tables stored: copies of one that is played."""
    store = Store(server.database)
    with httpx2.Client(base_url=server.url) as client:
        first = make(server, client, GAME)
        with store.write() as connection:
            for number in range(STORED):
                new = secrets.token_hex(8)
                for table in (schema.tables, schema.deals, schema.seats):
                    key = table.c.id if table is schema.tables else table.c.table
                    columns = {column: sa.literal(new) if column is key else column for column in table.c}
                    if table is schema.tables:
                        columns[schema.tables.c.changed_at] = schema.tables.c.changed_at - number
                    rows = sa.select(*columns.values()).where(key == first)
                    connection.execute(table.insert().from_select(list(table.c), rows))
        store.close()
        assert client.post("/settings", data={"name": "Anna"}).status_code == 303
        times = []
        for _ in range(LOOKS):
            began = time.perf_counter()
            assert client.get("/").status_code == 200
            times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return {"home_p50_ms": times[LOOKS // 2], "home_p99_ms": times[int(LOOKS * 0.99)]}


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
        access.act(seat, table.number, access.action(notation))
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


def make(server: Server, client: Any, game: str, address: str = "10.0.0.1") -> str:
    body = {"game": game, "seats": [{"kind": "me"}] * 4, "public": True}
    return str(client.post(f"{server.url}/api/v1/tables", json=body, headers={"X-Forwarded-For": address}).json()["id"])


def click(server: Server, game: str) -> dict[str, float]:
    """From sending an action to the whole answer with the new board, by one person among bots that move at once."""
    chance, times = random.Random(1), []
    table = ""
    with httpx2.Client(base_url=server.url, headers={"Kronland-Script": "yes", "Accept-Encoding": "gzip"}) as client:
        while len(times) < CLICKS:
            if not table:
                form = {"game": game, "pace": "0", "kind-0": "me"} | {f"kind-{seat}": "bot-page" for seat in (1, 2, 3)}
                table = client.post("/new", data=form).headers["location"]
            page = client.get(table, headers={"Kronland-Script": ""}).text
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
        table = make(server, client, game)
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


if __name__ == "__main__":
    main()
