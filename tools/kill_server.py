#!/usr/bin/env python3
"""Kill a server that is being played at, again and again, and look whether anything that it had answered is lost.

    python tools/kill_server.py                         1,000 kills, half of them over SQLite and half over PostgreSQL
    python tools/kill_server.py --kills 50 --database sqlite
    python tools/kill_server.py --kills 50 --database postgresql --processes 2
    python tools/kill_server.py --kills 20 --of-the-database --processes 2

A real server (uvicorn, the whole application, a database on disk) is played at over HTTP by several clients, which make tables, join them,
move, take back and talk. At a random moment it gets `kill -9`; the next one starts on the same database. Then every table in play must be
exactly as it was answered: all moves, lines of chat and seats that were acknowledged are there, and beside them at most the one request of
each client that was on its way. At the end every table that was ever made is looked at once more. What is found goes to stdout; the exit
code is 1 if anything is lost or cannot be read.

With `--processes 2` two servers share a PostgreSQL, every request goes to either, and one of them is killed while the other serves on. With
`--of-the-database` the servers live and PostgreSQL is stopped as by a crash, and started again: whoever asks meanwhile is told 503.

A start has to be cheap for a thousand of them: the servers are forked from a process that has imported everything, and the rules are
interpreted. They inherit its listening socket, so that no port is lost between two of them.
"""

from __future__ import annotations

import argparse
import gc
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]

GAME, SEATS = "rheinlaender", 3  # the last one is open, and is joined
CLIENTS = 4
LONGEST = 30  # moves at one table: a table is replayed after each start, and interpreted
MOST_ANSWERS = 12  # that a server has given, after it has been looked at, when it is killed; and a moment more
MOMENT = 0.05  # seconds
PATIENCE = 120.0  # seconds for a start
MOMENTS = 10.0  # seconds in which a server that starts may answer: its socket takes questions also when it has ended


# The server -------------------------------------------------------------------------------------------------------------------------


def nursery(processes: int, hurry: float = 1.0) -> None:
    """Forks a server for each line on stdin, which names its place and the database; says its pid. For them time may pass in a `hurry`."""
    import uvicorn

    from kronland.core.match import Match
    from kronland.games import find_game
    from kronland.web.app import create_app
    from kronland.web.club import expiry
    from kronland.web.settings import Settings

    if hurry > 1:
        expiry.EVERY = 0.05
    began = time.time()
    create_app(Settings(mode="python"))  # whatever is read once is read before the first fork
    match = Match(find_game(GAME), SEATS, mode="python")
    match.play(match.legal_actions(match.actors[0])[0], match.actors[0])
    match.view(0)
    gc.collect()
    gc.freeze()
    listening = [socket.create_server(("127.0.0.1", 0), backlog=64) for _ in range(processes)]
    print(*(one.getsockname()[1] for one in listening), flush=True)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who are killed
    for line in sys.stdin:
        place, _, database = line.strip().partition(" ")
        pid = os.fork()
        if pid == 0:
            settings = Settings(database=database, pace=0.05, mode="python", limits=False)
            app = create_app(settings, lambda: began + (time.time() - began) * hurry)
            config = uvicorn.Config(app, log_level="error", access_log=False, timeout_keep_alive=int(PATIENCE))
            uvicorn.Server(config).run(sockets=[listening[int(place)]])
            os._exit(0)
        print(pid, flush=True)


class Servers:
    """On one database, each on a port of its own: when one is killed, the next takes its place."""

    def __init__(self, database: str, processes: int = 1, hurry: float = 1.0) -> None:
        environment = {**os.environ, "KRONLAND_MODE": "python"}
        command = [sys.executable, __file__, "--nursery", "--processes", str(processes), "--hurry", str(hurry)]
        self._nursery = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.database, self.ports = database, [int(port) for port in self._said().split()]
        self.pids = [0] * processes

    def _said(self) -> str:
        assert self._nursery.stdout is not None
        line = self._nursery.stdout.readline()
        assert line, "the nursery has died"
        return line

    def start(self, place: int = 0) -> None:
        """A server that finds no database at its start ends, and is started again, as by systemd."""
        self._fork(place)
        end = time.monotonic() + PATIENCE
        while Client([self.ports[place]], patience=MOMENTS).answered("GET", "/healthz") is None:
            assert time.monotonic() < end, "the server does not answer"
            if not self._lives(place):
                self._fork(place)
            time.sleep(0.02)

    def _fork(self, place: int) -> None:
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(f"{place} {self.database}\n")
        self._nursery.stdin.flush()
        self.pids[place] = int(self._said())

    def _lives(self, place: int) -> bool:
        try:
            os.kill(self.pids[place], 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self, place: int = 0) -> None:
        os.kill(self.pids[place], signal.SIGKILL)
        self.pids[place] = 0

    def close(self) -> None:
        for place, pid in enumerate(self.pids):
            if pid and self._lives(place):
                self.kill(place)
        assert self._nursery.stdin is not None
        self._nursery.stdin.close()
        self._nursery.wait(20)


class Client:
    """HTTP, without any patience of its own: a connection that ends is no answer. Of several servers any is asked."""

    def __init__(self, ports: list[int], chance: random.Random | None = None, patience: float = PATIENCE) -> None:
        self.ports, self.chance, self.patience = ports, chance or random.Random(), patience
        self._connections: dict[int, http.client.HTTPConnection] = {}

    def answered(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any] | None:
        """Status and content, or None if none came."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        port = self.chance.choice(self.ports)
        try:
            if port not in self._connections:
                self._connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=self.patience)
            connection = self._connections[port]
            if body is not None:
                headers["Content-Type"] = "application/json"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            said = answer.read()
            return answer.status, json.loads(said) if said else None
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            if port in self._connections:
                self._connections.pop(port).close()
            return None

    def forget(self) -> None:
        """Begin with new connections."""
        while self._connections:
            self._connections.popitem()[1].close()


# What has been answered -------------------------------------------------------------------------------------------------------------


@dataclass
class Known:
    """A table as its client has been told it is; `on_its_way` may be there besides: how it would be then."""

    path: str
    tokens: dict[int, str]
    moves: list[str] = field(default_factory=list)
    talk: list[str] = field(default_factory=list)
    joined: bool = False
    on_its_way: dict[str, list[str]] = field(default_factory=dict)  # moves or talk, with what was asked for; or joining


ACKNOWLEDGED = ("tables made", "seats taken", "moves made", "moves taken back", "lines said")


class Lost(Exception):
    """Something that was answered is not there."""


@dataclass
class Count:
    """What has been done and found, over all clients."""

    done: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    guard: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, what: str) -> None:
        with self.guard:
            self.done[what] += 1

    @property
    def answers(self) -> int:
        """How many changes of tables have been acknowledged."""
        return sum(self.done[what] for what in ACKNOWLEDGED)


class Player(threading.Thread):
    """Plays at tables of its own, on both seats, and looks after every kill whether all is there."""

    def __init__(self, ports: list[int], seed: str, count: Count, kills: Kills) -> None:
        super().__init__(daemon=True)
        self.client, self.chance, self.count, self.kills = Client(ports), random.Random(seed), count, kills
        self.tables: list[Known] = []
        self.looked = 0  # the last server at which all was looked at
        self.unanswered = False  # a request, since then: first of all it must be seen what became of it

    def run(self) -> None:
        try:
            while not self.kills.over:
                # What a server had begun to write when it was killed may come to its end in the database a moment later.
                if not self.kills.serving or (self.unanswered and self.looked == self.kills.number):
                    time.sleep(0.005)
                    continue
                if self.looked != self.kills.number or self.unanswered:
                    number, self.unanswered = self.kills.number, False
                    self.client.forget()  # connections to a server that is no more: what is sent there would wait for the next kill
                    if self.tables and not self.look(self.tables[-1]):
                        continue
                    self.looked = number
                if not self.tables or len(self.tables[-1].moves) >= LONGEST:
                    self.make()
                elif not self.tables[-1].joined:
                    self.join_table(self.tables[-1])
                else:
                    self.go_on(self.tables[-1])
        except Lost as problem:
            self.count.lost.append(str(problem))
        except Exception as problem:
            self.count.lost.append(f"{type(problem).__name__}: {problem}")
        self.looked = -1

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """The answer; None if there was none."""
        answer = self.client.answered(method, path, body, token)
        if answer is None:
            self.unanswered = True
            return None
        status, said = answer
        if (
            status == 503
        ):  # on a busy machine the database may take too long: then it must be seen what became of it, like without an answer
            self.count("requests that were told to come again")
            self.looked = 0
            return None
        if status >= 300:
            raise Lost(f"{method} {path} was answered with {status}: {said}")
        return said if said is not None else {}

    def make(self) -> None:
        seats = [*({"kind": "me"} for _ in range(SEATS - 1)), {"kind": "open"}]
        if (made := self.ask("POST", "/api/v1/tables", {"game": GAME, "seats": seats, "pace": 0})) is None:
            return
        tokens = {int(seat): token for seat, token in {**made["tokens"], **made["invitations"]}.items()}
        self.tables.append(Known(f"/api/v1/tables/{made['id']}", tokens))
        self.count("tables made")

    def join_table(self, table: Known) -> None:
        invitation = table.tokens[SEATS - 1]
        if "join" in table.on_its_way:
            answer = self.client.answered("GET", f"{table.path}/view", None, invitation)
            if answer is None:
                return
            if answer[0] == 404:  # it was carried out, and the answer with the key is lost: nobody can go on here
                self.tables.pop()
                self.count("seats taken whose answer did not come")
                return
        table.on_its_way = {"join": []}
        taken = self.ask("POST", f"{table.path}/join", {"name": "Robot"}, invitation)
        if taken is None:
            return
        table.tokens[SEATS - 1], table.joined, table.on_its_way = taken["token"], True, {}
        self.count("seats taken")

    def go_on(self, table: Known) -> None:
        view = self.ask("GET", f"{table.path}/view", None, table.tokens[0])
        if view is None:
            return
        if view["stage"] == "over":
            self.make()
            return
        seat = view["actors"][0]
        if seat != 0 and (view := self.ask("GET", f"{table.path}/view", None, table.tokens[seat])) is None:
            return
        what = self.chance.random()
        if what < 0.15:
            self.say(table, seat)
        elif what < 0.25 and view["can_undo"]:
            self.move(table, seat, "undo", {"number": view["number"]}, table.moves[:-1], "moves taken back")
        else:
            action = self.chance.choice(view["legal"])["notation"]
            body = {"number": view["number"], "action": action}
            self.move(table, seat, "actions", body, [*table.moves, f"{seat} {action}"], "moves made")

    def move(self, table: Known, seat: int, what: str, body: Any, then: list[str], counted: str) -> None:
        table.on_its_way = {"moves": then}
        answer = self.ask("POST", f"{table.path}/{what}", body, table.tokens[seat])
        if answer is None:
            return
        table.moves, table.on_its_way = then, {}
        self.count(counted)

    def say(self, table: Known, seat: int) -> None:
        text = f"line {self.chance.randrange(10**9)}"
        table.on_its_way = {"talk": [*table.talk, text]}
        if self.ask("POST", f"{table.path}/chat", {"text": text}, table.tokens[seat]) is None:
            return
        table.talk, table.on_its_way = [*table.talk, text], {}
        self.count("lines said")

    def look(self, table: Known) -> bool:
        """Whether all is there that was answered; False if the server died meanwhile. `Lost` if not."""
        histories = {}
        for seat in range(SEATS) if table.joined else ():
            if (found := self.ask("GET", f"{table.path}/history", None, table.tokens[seat])) is None:
                return False
            histories[seat] = found
        talk = self.ask("GET", f"{table.path}/chat", None, table.tokens[0])
        info = self.ask("GET", table.path, None, table.tokens[0])
        if talk is None or info is None:
            return False
        kinds = [seat["kind"] for seat in info["seats"]]
        if table.joined and set(kinds) != {"person"}:
            raise Lost(f"{table.path}: a seat that was taken is {kinds}")
        moves = [f"{one['seat']} {histories[one['seat']][number]['action']}" for number, one in enumerate(histories.get(0, []))]
        lines = [one["text"] for one in talk]
        for what, found, known in (("moves", moves, table.moves), ("talk", lines, table.talk)):
            if table.joined or what == "talk":
                way = table.on_its_way.get(what)
                if found not in (known, way):
                    raise Lost(f"{table.path}: {what} are {found}, answered were {known}, on its way was {way}")
                if way is not None:
                    self.count("requests on their way that were carried out" if found == way else "requests on their way that were not")
        if table.joined:
            table.moves = moves
            table.on_its_way = {}
        table.talk = lines
        self.count("tables looked at")
        return True


# Killing ----------------------------------------------------------------------------------------------------------------------------


@dataclass
class Kills:
    number: int = 0
    serving: bool = False
    over: bool = False


def killed(database: str, kills: int, seed: int, processes: int = 1, crash: Callable[[], None] | None = None) -> Count:
    """So many kills over one database; or so many times a `crash` of that, with the servers left alone."""
    count, state, chance, servers = Count(), Kills(), random.Random(seed), Servers(database, processes)
    players = [Player(servers.ports, f"{seed} {number}", count, state) for number in range(CLIENTS)]
    try:
        for place in range(1, processes):
            servers.start(place)
        place = 0
        for number in range(1, kills + 2):
            if crash is None or number == 1:
                servers.start(place)
            state.number, state.serving = number, True
            if number == 1:
                for player in players:
                    player.start()
            end = time.monotonic() + PATIENCE
            while any(player.is_alive() and player.looked != number for player in players):
                assert time.monotonic() < end, "the tables cannot be looked at"
                time.sleep(0.005)
            if count.lost or number > kills:
                break
            enough = count.answers + chance.randint(0, MOST_ANSWERS)
            while count.answers < enough and not count.lost:
                time.sleep(0.002)
            time.sleep(chance.uniform(0, MOMENT))
            if crash is not None:
                crash()
                count("restarts of the database")
                continue
            state.serving = processes > 1  # the others serve on
            place = chance.randrange(processes)
            servers.kill(place)
            count("kills")
        state.over = True
        for player in players:
            player.join(PATIENCE)
        last = Player(servers.ports, "last", count, state)
        for table in [table for player in players for table in player.tables]:
            try:
                assert last.look(table), "the server died by itself"
                count("tables looked at in the end")
            except (Lost, AssertionError) as problem:
                count.lost.append(str(problem))
    finally:
        state.over = True
        servers.close()
    return count


@contextmanager
def database(wanted: str) -> Iterator[str]:
    """The address of a database: of its own for a kind, the one that is wanted for an address."""
    from postgres_cluster import cluster, programs_folder

    if wanted == "sqlite":
        with tempfile.TemporaryDirectory(prefix="kl-kill-") as folder:
            yield f"sqlite:///{folder}/tables.db"
    elif wanted == "postgresql":
        programs = programs_folder()
        assert programs is not None, "there is no PostgreSQL on this machine"
        with cluster(programs) as made:
            yield made.url
    else:
        yield wanted


def told(database: str, count: Count) -> int:
    """What was found, to stdout; 1 if anything is lost."""
    print(f"{database}:")
    for what, number in sorted(count.done.items()):
        print(f"  {number:7,} {what}")
    print(f"  {len(count.lost):7,} lost or unreadable", flush=True)
    for text in count.lost[:20]:
        print(f"          {text[:1000]}")
    return int(bool(count.lost))


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--kills", type=int, default=1000, help="in all, shared by the databases (1000)")
    asked.add_argument("--database", help="sqlite or postgresql, of its own, or a SQLAlchemy URL; one of each kind, if not said")
    asked.add_argument("--processes", type=int, default=1, help="servers on one PostgreSQL, of which one at a time is killed (1)")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--of-the-database", action="store_true", help="stop and start PostgreSQL instead, as by a crash")
    asked.add_argument("--nursery", action="store_true", help=argparse.SUPPRESS)
    asked.add_argument("--hurry", type=float, default=1.0, help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.nursery:
        nursery(options.processes, options.hurry)
        return 0
    if options.of_the_database:
        from postgres_cluster import cluster, programs_folder

        programs = programs_folder()
        assert programs is not None, "there is no PostgreSQL on this machine"
        with cluster(programs) as made:

            def crash() -> None:
                made.stop()
                made.start()

            return told("postgresql", killed(made.url, options.kills, options.seed, options.processes, crash))
    failed = False
    wanted = [options.database] if options.database else ["sqlite", "postgresql"] if options.processes == 1 else ["postgresql"]
    for place, kind in enumerate(wanted):
        with database(kind) as address:
            kills = options.kills // len(wanted) + (place < options.kills % len(wanted))
            failed |= bool(told(address.partition(":")[0], killed(address, kills, options.seed, options.processes)))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
