"""From the command to the first move, and what a server holds in memory. `python benchmarks/start.py` prints each figure beside its goal.

A server is started by `kronland serve` with an empty cache and an empty database, and is asked as people ask:

- first page: from the command to the home page
- first move, by game: from asking for a table with two squires, interpreted while all is being compiled, to the first of their moves
- compiled: from the command until Löwenherz, at which somebody sat down first, and all games with their bots are compiled
- later start: the command once more, until the home page, and until a bot has moved at a new table
- memory: of the later server when it has read all games and nothing happens; and of one in which bots play thousands of games, of all four
  games in turn, whose pages somebody looks at now and then, in the beginning, on the way and at the end

`--costs` compiles every game by itself instead, and prints what its steps cost, in seconds of a core: the relative costs in
`web/preparing.py` are such figures.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import httpx2

from kronland.games import GAMES, find_game

FIRST = "loewenherz"  # at which somebody sits down first
AT_ONCE = 4  # tables at which bots play
LOOKS = 0.02  # of the questions whether a game is over: how many look at the page as well
LONGEST = 1200.0  # seconds to wait for anything

Figures = Iterator[tuple[str, float]]

GOALS: dict[str, float] = {
    "first_page_s": 4,
    **{f"first_move_{game}_s": 2 for game in GAMES},
    f"compiled_{FIRST}_s": 35,
    "compiled_all_s": 100,
    "later_page_s": 1.5,
    "later_bot_move_s": 2,
    "idle_mb": 400,
    "games_end_mb": 400,
    "games_growth_mb": 20,
}

UNLIMITED = """
import sys, uvicorn
from kronland.web.app import create_app
from kronland.web.settings import Settings
settings = Settings(database=sys.argv[1], limits=False, pace=0)
uvicorn.run(create_app(settings), port=int(sys.argv[2]), log_config=None, access_log=False)
"""

COSTS = """
import json, sys, time
from kronland.bots import BOTS
from kronland.core.warm import warm_up
from kronland.games import find_game
game, last = find_game(sys.argv[1]), []
def tell(part, step):
    now = time.process_time()
    if last:
        print(json.dumps([*last[:2], now - last[2]]), flush=True)
    last[:] = [part, step.partition(":")[0], now]
tell("begin", "begin")
for part, further in (("rules", ()), ("bots", (BOTS,))):
    warm_up(game, lambda step, done, total: tell(part, step), *further)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--games", type=int, default=2000, help="of bots, in one server; 0: none")
    parser.add_argument("--level", default="page", choices=["page", "squire"], help="of the bots in these games")
    parser.add_argument("--cache", type=Path, help="a folder with compiled games: only the later start and memory are measured")
    parser.add_argument("--costs", action="store_true", help="what the steps of compiling cost, and nothing else")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if asked.costs:
            print(json.dumps(costs(Path(folder)), indent=1))
            return
        cache = asked.cache or Path(folder) / "cache"
        measured = [] if asked.cache else [first_start(cache, Path(folder))]
        measured.append(later_start(cache, Path(folder)))
        if asked.games:
            measured.append(many_games(cache, Path(folder), asked.games, asked.level))
        figures: dict[str, float] = {}
        for name, value in chain.from_iterable(measured):
            figures[name] = value
            goal = GOALS.get(name)
            if not asked.json:
                met = f"   goal: under {goal:g}   {'met' if value < goal else 'missed'}" if goal else ""
                print(f"{name:28} {value:9.2f}{met}", flush=True)
    if asked.json:
        print(json.dumps(figures))


def _environment(cache: Path) -> dict[str, str]:
    """Python's own compiled files are kept beside ours: a first start makes them, a later one finds them, whatever is set outside."""
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return given | {"KRONLAND_CACHE": str(cache), "PYTHONPYCACHEPREFIX": str(cache / "python")}


class Server:
    """A server of its own process. Times are from when it was begun."""

    def __init__(self, command: list[str], cache: Path, port: int) -> None:
        environment = _environment(cache)
        self.began = time.perf_counter()
        self.process = subprocess.Popen([sys.executable, "-P", *command], env=environment, stderr=subprocess.DEVNULL)
        self.client = httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)

    def wait(self, until: Callable[[], Any], pause: float = 0.01) -> float:
        """Seconds from the beginning until something is so; who is not there yet says no."""
        while self.process.poll() is None and time.perf_counter() - self.began < LONGEST:
            with suppress(httpx2.TransportError):
                if until():
                    return time.perf_counter() - self.began
            time.sleep(pause)
        raise SystemExit("the server has ended, or does not come to an end")

    def get(self, path: str) -> httpx2.Response:
        """Asked again where a connection is closed at that moment, as servers do with idle ones; a busy machine makes many idle."""
        while self.process.poll() is None:
            with suppress(httpx2.TransportError):
                return self.client.get(path)
        raise SystemExit(f"the server has ended with {self.process.poll()}")

    def first_page(self) -> float:
        return self.wait(lambda: self.client.get("/").status_code == 200)

    def ready(self, *games: str) -> bool:
        health = self.client.get("/healthz").json()
        return all(health["games"][game] == "ready" and health["thinking"][game] == "native" for game in games)

    def make(self, game: str, *levels: str) -> tuple[str, dict[str, str]]:
        """A table, and how to speak for its first seat; without a level for a seat a program sits there."""
        seats = [{"kind": "bot", "level": level} if level else {"kind": "me"} for level in levels]
        answer = self.client.post("/api/v1/tables", json={"game": game, "seats": seats, "public": True, "pace": 0})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["id"], {"Authorization": f"Bearer {next(iter(made['tokens'].values()), '')}"}

    def megabytes(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def stop(self) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait()


@contextmanager
def served(cache: Path, database: Path, code: str = "") -> Iterator[Server]:
    port = 20_000 + (os.getpid() + int(time.time())) % 20_000
    place = f"sqlite:///{database}"
    command = ["-c", code, place, str(port)] if code else ["-m", "kronland", "serve", "--port", str(port), "--database", place]
    server = Server(command, cache, port)
    try:
        yield server
    finally:
        server.stop()


def first_start(cache: Path, folder: Path) -> Figures:
    with served(cache, folder / "first.db") as server:
        yield "first_page_s", server.first_page()
        for game in sorted(GAMES, key=lambda game: game != FIRST):
            yield f"first_move_{game}_s", bot_move(server, game, "squire")
        yield f"compiled_{FIRST}_s", server.wait(lambda: server.ready(FIRST), 0.2)
        yield "compiled_all_s", server.wait(lambda: server.ready(*GAMES), 0.2)
        yield "after_compiling_mb", server.megabytes()


def bot_move(server: Server, game: str, level: str) -> float:
    """Seconds from asking for a table until a bot there has moved: one sits with us, and we take the first action that we may."""
    began, seats = time.perf_counter(), max(find_game(game).seats[0], min(3, find_game(game).seats[-1]))
    table, me = server.make(game, "", *[level] * (seats - 1))
    path, mine = f"/api/v1/tables/{table}", 0

    def moved() -> bool:
        nonlocal mine
        view = server.client.get(f"{path}/view", headers=me).json()
        if view["length"] > mine:
            return True
        if 0 in view["actors"]:
            action = view["legal"][0]["notation"]
            answer = server.client.post(f"{path}/actions", headers=me, json={"number": view["number"], "action": action})
            assert answer.status_code == 200, answer.text
            mine += 1
        return False

    server.wait(moved)
    return time.perf_counter() - began


def later_start(cache: Path, folder: Path) -> Figures:
    """Twice: only the second finds all that a start leaves behind, the database included."""
    with served(cache, folder / "later.db") as server:
        server.wait(lambda: server.ready(*GAMES), 0.05)
    with served(cache, folder / "later.db") as server:
        yield "later_page_s", server.first_page()
        bot_move(server, FIRST, "squire")
        yield "later_bot_move_s", time.perf_counter() - server.began
        yield "later_all_read_s", server.wait(lambda: server.ready(*GAMES), 0.05)
        time.sleep(2)
        yield "idle_mb", server.megabytes()


def many_games(cache: Path, folder: Path, count: int, level: str) -> Figures:
    chance, playing, over, begun, sizes = random.Random(1), list[str](), 0, time.perf_counter(), list[float]()
    with served(cache, folder / "games.db", UNLIMITED) as server:
        server.wait(lambda: server.ready(*GAMES), 0.1)
        made = 0
        for game in GAMES:  # a king thinks, so that there is room for its search
            bot_move(server, game, "king")
        while over < count:
            while made < count and len(playing) < AT_ONCE:
                game = GAMES[made % len(GAMES)]
                playing.append(server.make(game, *[level] * find_game(game).seats[-1])[0])
                made += 1
            for table in list(playing):
                done = server.get(f"/api/v1/tables/{table}").json()["stage"] == "over"
                if done or chance.random() < LOOKS:
                    assert server.get(f"/t/{table}").status_code == 200
                if done:
                    playing.remove(table)
                    over += 1
                    if over * 10 // count > (over - 1) * 10 // count:
                        sizes.append(server.megabytes())
                        print(f"  {over} games: {sizes[-1]:.0f} MB, {time.perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)
            time.sleep(0.05)
        time.sleep(2)
        sizes.append(server.megabytes())
    half = sizes[len(sizes) // 2 - 1]
    yield "games_half_mb", half
    yield "games_end_mb", sizes[-1]
    yield "games_growth_mb", sizes[-1] - half


def costs(folder: Path) -> dict[str, dict[str, float]]:
    """Seconds of a core for each step, the mean of all games, which are compiled one after the other."""
    total: dict[str, dict[str, float]] = {}
    for game in GAMES:
        command = [sys.executable, "-P", "-c", COSTS, game]
        done = subprocess.run(command, env=_environment(folder / "costs"), stdout=subprocess.PIPE, text=True, check=True)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        print(f"  {game}: {sum(seconds for *_, seconds in found):.1f} s", file=sys.stderr, flush=True)
        for part, step, seconds in found:
            if step and part != "begin":
                steps = total.setdefault(part, {})
                steps[step] = round(steps.get(step, 0.0) + seconds / len(GAMES), 2)
    return total


if __name__ == "__main__":
    main()
