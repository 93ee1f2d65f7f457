#!/usr/bin/env python3
"""Let two servers on one PostgreSQL be asked for things at the same moment that cannot all happen, and look whether all is in order.

    python tools/races.py --races 10000

Each race is a handful of requests, sent at once, each to either server, by one who plays on two computers: two moves from the same
position, taking back the move before, lines of chat; a seat that several take at once; and at some tables a clock that runs out at the same
moment, for time passes quickly there. Afterwards

- of what was answered as done from one position, only one thing was done, and the log has it where it was answered, with seat and action;
- of two who took a seat one has it;
- every line of chat that was answered is there, once, and so are the numbers of all lines;
- both servers tell the same of every table, and every table can be rebuilt from its log.

What is found goes to stdout; the exit code is 1 if something is amiss.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]

from kill_server import Client, Servers, database  # noqa: E402

GAME, SEATS = "koenig", 2  # one decides at a time: a number of the log is one decision
LONGEST = 12  # races at one table
HURRY = 3000  # times as fast as time passes for the servers: ten minutes are a fifth of a second
RACERS = 5


class Races:
    def __init__(self, ports: list[int], seed: int) -> None:
        self.ports, self.chance = ports, random.Random(seed)
        self.client = Client(ports, random.Random(seed))
        self.racers = [Client(ports, random.Random(seed + number)) for number in range(1, RACERS + 1)]
        self.pool = ThreadPoolExecutor(RACERS)
        self.seen: Counter[str] = Counter()
        self.amiss: list[str] = []
        self.done: list[tuple[str, int, str, int, str]] = []  # table, number, kind, seat, notation: as answered
        self.said: list[tuple[str, str]] = []  # table and line
        self.tables: list[tuple[str, dict[int, str]]] = []

    def at_once(self, *requests: tuple[str, str, Any, str]) -> list[tuple[int, Any]]:
        """The answers to requests that are sent at the same moment."""
        start = threading.Barrier(len(requests))

        def send(racer: Client, request: tuple[str, str, Any, str]) -> tuple[int, Any]:
            start.wait()
            answer = racer.answered(*request)
            return answer if answer is not None else (0, None)

        answers = list(self.pool.map(send, self.racers, requests))
        for (method, path, _, _), (status, said) in zip(requests, answers, strict=True):
            if status == 503:
                self.seen["requests that were told to come again"] += 1
            elif status == 0 or status >= 500:
                self.amiss.append(f"{method} {path} was answered with {status}: {said}")
        return answers

    def run(self, races: int) -> None:
        while self.seen["races"] < races and len(self.amiss) < 20:
            table, tokens = self.make(clock=self.chance.random() < 0.3)
            for _ in range(LONGEST):
                if self.seen["races"] >= races or not self.race(table, tokens):
                    break
            self.compare(table, tokens)

    def make(self, clock: bool) -> tuple[str, dict[int, str]]:
        """A table whose last seat two take at the same time."""
        seats = [*({"kind": "me"} for _ in range(SEATS - 1)), {"kind": "open"}]
        body: dict[str, Any] = {"game": GAME, "seats": seats, "pace": 0}
        if clock:
            body["clock"] = {"kind": "move", "seconds": 600, "out": "end"}
        answer = self.client.answered("POST", "/api/v1/tables", body)
        assert answer is not None and answer[0] == 201, answer
        made = answer[1]
        path, invitation = f"/api/v1/tables/{made['id']}", made["invitations"][str(SEATS - 1)]
        answers = self.at_once(*(("POST", f"{path}/join", {"name": name}, invitation) for name in ("Anna", "Ben", "Carl")))
        taken = [said for status, said in answers if status == 201]
        if len(taken) != 1:
            self.amiss.append(f"{path}: a seat was given to {len(taken)}")
        self.seen["races"] += 1
        self.seen["seats that two or more wanted"] += 1
        tokens = {int(seat): token for seat, token in made["tokens"].items()} | {one["seat"]: one["token"] for one in taken}
        self.tables.append((made["id"], tokens))
        return made["id"], tokens

    def race(self, table: str, tokens: dict[int, str]) -> bool:
        """Whether the game goes on."""
        path = f"/api/v1/tables/{table}"
        views = [self.client.answered("GET", f"{path}/view", None, token) for token in tokens.values()]
        if any(view is None or view[0] != 200 for view in views):
            return views.count(None) == 0 and all(view is not None and view[0] == 503 for view in views)
        view = next((view[1] for view in views if view is not None and view[1]["legal"]), None)
        if view is None or view["stage"] != "running":
            self.seen["games broken off by the clock"] += view is None
            return False
        seat, number = view["seat"], view["number"]
        token = tokens[seat]
        actions = [self.chance.choice(view["legal"])["notation"] for _ in range(2)]
        lines = [f"line {self.chance.randrange(10**12)}" for _ in range(2)]
        moves = [("POST", f"{path}/actions", {"number": number, "action": action}, token) for action in actions]
        back = ("POST", f"{path}/undo", {"number": number}, token)
        talk = [("POST", f"{path}/chat", {"text": line}, self.chance.choice(list(tokens.values()))) for line in lines]
        first, second, undone, *spoken = self.at_once(*moves, back, *talk)
        found = [("play", actions[0], first), ("play", actions[1], second), ("undo", "1", undone)]
        done = [(kind, notation) for kind, notation, (status, _) in found if status == 200]
        for kind, notation, (status, said) in found:
            if status not in (200, 403, 409, 422, 503):
                self.amiss.append(f"{path}: {kind} {notation} from {number} was answered with {status}: {said}")
        if len(done) > 1:
            self.amiss.append(f"{path}: from {number} all of {done} were done")
        self.done += [(table, number, kind, seat, notation) for kind, notation in done]
        self.said += [(table, line) for line, (status, _) in zip(lines, spoken, strict=True) if status == 204]
        self.seen["races"] += 1
        self.seen.update(f"{'moves made' if kind == 'play' else 'moves taken back'}" for kind, _ in done)
        self.seen["lines said"] += sum(status == 204 for status, _ in spoken)
        return True

    def compare(self, table: str, tokens: dict[int, str]) -> None:
        """Both servers tell the same."""
        for token in tokens.values():
            told = [Client([port]).answered("GET", f"/api/v1/tables/{table}/history", None, token) for port in self.ports]
            talk = [Client([port]).answered("GET", f"/api/v1/tables/{table}/chat", None, token) for port in self.ports]
            if told[0] != told[1] or talk[0] != talk[1]:
                self.amiss.append(f"{table}: the servers tell {told} and {talk}")

    def check(self, url: str) -> None:
        """What is on disk is what was answered."""
        import sqlalchemy as sa

        from kronland.web.settings import Settings
        from kronland.web.store import schema
        from kronland.web.store.store import Store
        from kronland.web.table.tables import Tables

        keeper = Store(url)
        with keeper.read() as connection:
            entries = {(row.table, row.number): (row.kind, row.seat, row.notation) for row in connection.execute(sa.select(schema.entries))}
            lines = Counter((row.table, row.text) for row in connection.execute(sa.select(schema.chat)))
            numbers: dict[str, list[int]] = {}
            for row in connection.execute(sa.select(schema.chat.c.table, schema.chat.c.number)):
                numbers.setdefault(row.table, []).append(row.number)
        for table, number, kind, seat, notation in self.done:
            if entries.get((table, number)) != (kind, seat, notation):
                self.amiss.append(f"{table}: {kind} {notation} was answered at {number}, the log has {entries.get((table, number))}")
        for table, line in self.said:
            if lines[table, line] != 1:
                self.amiss.append(f"{table}: {line!r} is there {lines[table, line]} times")
        self.amiss += [f"{table}: lines {found}" for table, found in numbers.items() if sorted(found) != list(range(len(found)))]
        tables = Tables(keeper, Settings(mode="python"))
        for table, _ in self.tables:
            try:
                tables.forget(tables.find(table))
                self.seen["tables rebuilt from their logs"] += 1
            except Exception as problem:
                self.amiss.append(f"{table} cannot be rebuilt: {problem}")
        keeper.close()


def raced(url: str, races: int, seed: int, tell: Callable[[str], None] = print) -> int:
    servers = Servers(url, 2, HURRY)
    try:
        for place in range(2):
            servers.start(place)
        found = Races(servers.ports, seed)
        found.run(races)
        found.check(url)
    finally:
        servers.close()
    for what, number in sorted(found.seen.items()):
        tell(f"  {number:7,} {what}")
    tell(f"  {len(found.amiss):7,} amiss")
    for text in found.amiss[:20]:
        tell(f"          {text[:1000]}")
    return int(bool(found.amiss))


def main() -> int:
    asked = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    asked.add_argument("--races", type=int, default=10_000)
    asked.add_argument("--database", default="postgresql", help="of its own, if not said; or a SQLAlchemy URL")
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    with database(options.database) as url:
        return raced(url, options.races, options.seed)


if __name__ == "__main__":
    sys.exit(main())
