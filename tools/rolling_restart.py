#!/usr/bin/env python3
"""Replace the processes of a server one after the other while people play, and look whether anybody notices.

    python tools/rolling_restart.py --tables 200 --restarts 5

`kronland serve --workers 2` on a PostgreSQL of its own. At every table two people sit with the page open, as browsers have it: a stream
that comes back by itself when it ends, and moves that are sent once more where a connection that had been used before was closed. SIGHUP
to the server replaces all processes. Every answer must be a good one, every move must reach both pages, and every game must go on to the
end of the run. What was seen goes to stdout; the exit code is 1 if something was amiss.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import httpx2

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]

GAME, SEATS = "koenig", 2
RETRY = 2.0  # seconds after which a browser opens a stream again, as the stream tells it
PAUSE = 1.0  # seconds between two moves at a table
PATIENCE = 120.0  # seconds for a move to reach both pages, however busy the machine is
SEEN: Counter[str] = Counter()
AMISS: list[str] = []


class Person:
    """A browser with the page of a table open."""

    def __init__(self, client: httpx2.AsyncClient, table: str, seat: int, cookie: str, address: dict[str, str]) -> None:
        self.client, self.table, self.seat = client, table, seat
        self.headers = {**address, "Cookie": f"{cookie}; kl_shape=wide", "Kronland-Script": "yes", "Kronland-Page": cookie[-20:]}
        self.lines: list[str] = []
        self.number, self.over, self.news = -1, False, asyncio.Event()

    async def follow(self) -> None:
        """The stream, again and again."""
        while True:
            self.lines = []
            try:
                path = f"/t/{self.table}/events?page={self.headers['Kronland-Page']}"
                async with self.client.stream("GET", path, headers=self.headers) as found:
                    if found.status_code != 200:
                        AMISS.append(f"a stream was answered with {found.status_code}")
                    async for line in found.aiter_lines():
                        if line.startswith("data: "):
                            self._take(json.loads(line.removeprefix("data: ")))
            except httpx2.TransportError:
                pass
            SEEN["streams that ended and were opened again"] += 1
            await asyncio.sleep(RETRY)

    def _take(self, news: dict[str, object]) -> None:
        patch = news["patch"]
        assert isinstance(patch, list)
        pieces = (piece.split("\n") if isinstance(piece, str) else self.lines[slice(*piece)] for piece in patch)
        self.lines = [line for piece in pieces for line in piece]
        self.number, self.over = int(str(news["number"])), news["stage"] == "over"
        self.news.set()

    def choices(self) -> list[str]:
        page = "\n".join(self.lines)
        return re.findall(r'data-action="([^"]+)"', page) if 'data-turn="yes"' in page else []

    async def act(self, action: str) -> bool:
        """Whether the move was made: what another connection has done already is answered with 409."""
        form = {"seat": str(self.seat), "number": str(self.number), "action": action}
        for _ in range(5):
            try:
                answer = await self.client.post(f"/t/{self.table}/act", data=form, headers=self.headers)
            except httpx2.TransportError:
                SEEN["requests that were sent once more"] += 1
                continue
            if answer.status_code >= 400 and answer.status_code not in (409, 422):
                words = " ".join(re.sub("<[^>]*>", " ", answer.text).split())
                AMISS.append(f"a move was answered with {answer.status_code}: {words[:200]}")
            return answer.status_code < 300
        AMISS.append("a move could not be sent")
        return False


async def play(people: list[Person], over: asyncio.Event) -> None:
    chance = random.Random(people[0].table)
    while not over.is_set():
        deciding = [(person, found) for person in people if (found := person.choices())]
        if deciding:
            person, found = deciding[0]
            number = person.number
            if await person.act(chance.choice(found)):
                SEEN["moves made"] += 1
                end = time.monotonic() + PATIENCE
                while not all(other.number > number for other in people):
                    if time.monotonic() > end:
                        AMISS.append(f"table {person.table}: a move did not reach everybody")
                        return
                    await asyncio.sleep(0.05)
        elif people[0].over:
            SEEN["games that ended"] += 1
            return
        await asyncio.sleep(PAUSE)


async def company(client: httpx2.AsyncClient, number: int) -> list[Person]:
    """Each table's people come from an address of their own, as a proxy on the same machine says it."""
    address = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
    body = {"game": GAME, "seats": [{"kind": "me"}] * SEATS, "public": True}
    made = (await client.post("/api/v1/tables", json=body, headers=address)).json()
    people = []
    for seat in range(SEATS):
        client.cookies.clear()
        answer = await client.post(f"/s/{made['tokens'][str(seat)]}", data={"name": f"Seat {seat}"}, headers=address)
        people.append(Person(client, made["id"], seat, answer.headers["set-cookie"].split(";")[0], address))
    client.cookies.clear()
    return people


def workers(parent: int) -> set[int]:
    listed = subprocess.run(["ps", "-ww", "--ppid", str(parent), "-o", "pid=,args="], capture_output=True, text=True).stdout
    return {int(line.split()[0]) for line in listed.splitlines() if "spawn_main" in line}


async def run(url: str, server: subprocess.Popen[str], tables: int, restarts: int) -> None:
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(base_url=url, timeout=PATIENCE, limits=limits) as client:
        companies = [await company(client, number) for number in range(tables)]
        following = [asyncio.create_task(person.follow()) for people in companies for person in people]
        over = asyncio.Event()
        games = [asyncio.create_task(play(people, over)) for people in companies]
        for number in range(restarts):
            enough = SEEN["moves made"] + tables
            while SEEN["moves made"] < enough and not AMISS and not all(game.done() for game in games):
                await asyncio.sleep(0.2)
            before, end = workers(server.pid), time.monotonic() + 2 * PATIENCE
            server.send_signal(signal.SIGHUP)
            while (now := workers(server.pid)) & before or len(now) != len(before):
                assert time.monotonic() < end, "the processes are not replaced: a new one that is not ready within a minute is given up"
                await asyncio.sleep(0.5)
            SEEN["restarts of both processes"] += 1
            print(f"{number + 1} of {restarts}: {SEEN['moves made']} moves", file=sys.stderr, flush=True)
        enough = SEEN["moves made"] + tables
        while SEEN["moves made"] < enough and not AMISS and not all(game.done() for game in games):
            await asyncio.sleep(0.2)
        over.set()
        await asyncio.gather(*games)
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)


def main() -> int:
    from postgres_cluster import cluster, programs_folder

    asked = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--restarts", type=int, default=5)
    options = asked.parse_args()
    programs = programs_folder()
    assert programs is not None, "there is no PostgreSQL on this machine"
    environment = {**os.environ, "KRONLAND_MODE": "python", "PYTHONPATH": str(ROOT / "src")}
    with cluster(programs) as made:
        command = [sys.executable, "-P", "-m", "kronland", "serve", "--port", "0", "--workers", "2", "--database", made.url]
        server = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        assert server.stderr is not None
        found = re.search(r"serving on (http://\S+)/ ", server.stderr.readline())
        assert found, "the server does not begin"
        said: list[str] = []
        reading = threading.Thread(target=said.extend, args=(server.stderr,), daemon=True)
        reading.start()  # else a server that has much to say would wait for ever
        try:
            asyncio.run(run(found[1], server, options.tables, options.restarts))
        finally:
            server.terminate()  # one that is left alone without its database starts processes for ever
        ended = server.wait(60)
        reading.join(60)
        SEEN["lines of the server's log"] += len(said)
        if ended != 0 or any('"level": "error"' in line for line in said) or AMISS:
            AMISS.append(f"the server ended with {ended} and said:\n{''.join(said)[-4000:]}")
    for what, number in sorted(SEEN.items()):
        print(f"  {number:7,} {what}")
    print(f"  {len(AMISS):7,} amiss")
    for text, times in Counter(AMISS).most_common(20):
        print(f"          {times} times: {text}")
    return int(bool(AMISS))


if __name__ == "__main__":
    sys.exit(main())
