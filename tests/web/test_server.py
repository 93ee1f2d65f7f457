"""A real server process: live events, a lost connection, `kill -9` in the middle of play, a stop in good order."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx2
import pytest
from typer.testing import CliRunner

from kronland.cli.app import app
from kronland.cli.serve import _listen
from kronland.web.store.store import Store

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent


class Server:
    """`kronland serve` on a free port, interpreted, on a database that outlives it."""

    def __init__(self, database: Path, *options: str) -> None:
        environment = {**os.environ, "KRONLAND_MODE": "python", "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "kronland", "serve", "--port", "0", "--database", f"sqlite:///{database}", *options]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        found = None
        self.said: list[str] = []
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(r"serving on (http://\S+)/ ", line):
                break
        assert found, "".join(self.said)
        self.url = found[1]
        threading.Thread(target=lambda: self.said.extend(self.process.stderr or ()), daemon=True).start()
        self.client = httpx2.Client(base_url=self.url, timeout=120)
        assert self.client.get("/healthz").status_code == 200, "whoever comes early waits and is not refused"

    def make(self, *kinds: str, **more: Any) -> tuple[str, dict[int, dict[str, str]]]:
        seats = [{"kind": kind, "level": "page"} for kind in kinds]
        made = self.client.post("/api/v1/tables", json={"game": "loewenherz", "seats": seats, "pace": 0, **more}).json()
        return f"/api/v1/tables/{made['id']}", {int(seat): {"Authorization": f"Bearer {token}"} for seat, token in made["tokens"].items()}

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        self.process.send_signal(how)
        return self.process.wait(120)


@contextmanager
def serving(database: Path, *options: str) -> Iterator[Server]:
    server = Server(database, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


class Stream(threading.Thread):
    """Reads server-sent events until it is told to stop or the connection ends."""

    def __init__(self, url: str, last: str | None = None, **headers: str) -> None:
        super().__init__(daemon=True)
        self.events: list[dict[str, Any]] = []
        self.headers = {**headers, **({"Last-Event-ID": last} if last else {})}
        self.url, self.stopped = url, False
        self.start()

    def run(self) -> None:
        try:
            with httpx2.stream("GET", self.url, headers=self.headers, timeout=120) as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                for line in answer.iter_lines():
                    if line.startswith("data: "):
                        self.events.append(json.loads(line.removeprefix("data: ")))
                    if self.stopped:
                        return
        except httpx2.TransportError:
            pass

    def wait(self, count: int) -> list[dict[str, Any]]:
        end = time.monotonic() + 120
        while len(self.events) < count:
            assert time.monotonic() < end, f"only {self.events}"
            time.sleep(0.01)
        return self.events


def test_everyone_learns_of_a_change_and_a_lost_connection_misses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        table, keys = server.make("me", "me", "me", public=True)
        first, second = Stream(server.url + table + "/events"), Stream(server.url + table.replace("/api/v1/tables", "/t") + "/events")
        version = first.wait(1)[0]["version"]
        assert second.wait(1)[0]["version"] == version, "a stream begins with where the table is"
        for step in range(3):
            view = server.client.get(table + "/view").json()
            actor = keys[view["actors"][0]]
            mine = server.client.get(table + "/view", headers=actor).json()
            body = {"number": mine["number"], "action": mine["legal"][0]["notation"]}
            assert server.client.post(table + "/actions", json=body, headers=actor).status_code == 200
            for stream in (first, second):
                assert stream.wait(step + 2)[-1]["number"] == step + 1
        versions = [event["version"] for event in first.events]
        assert versions == sorted(set(versions)), "nothing twice, nothing out of order"
        # Who was away since the second event gets one that leads to the newest; who has missed nothing gets none.
        late = Stream(server.url + table + "/events", last=str(versions[1]))
        assert late.wait(1)[0]["version"] == versions[-1]
        current = Stream(server.url + table + "/events", last=str(versions[-1]))
        assert server.client.post(table + "/chat", json={"text": "hello"}, headers=keys[0]).status_code == 204
        assert current.wait(1)[0]["version"] == versions[-1] + 1
        assert len(current.events) == 1
        # The same by asking: at once where there is news, after the time where there is none.
        newest = current.events[-1]["version"]
        assert server.client.get(table + "/wait", params={"version": 1}).json()["version"] == newest
        began = time.monotonic()
        assert server.client.get(table + "/wait", params={"version": newest, "timeout": 0.3}).json()["version"] == newest
        assert time.monotonic() - began >= 0.3


def test_kill_9_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    """Several games are played at once when the server dies. Everything that was answered is there after the next start, and it goes on."""
    database = tmp_path / "tables.db"
    answered: dict[str, list[str]] = {}
    games: list[tuple[str, dict[int, dict[str, str]]]] = []
    dead = threading.Event()

    def play(server: Server, table: str, keys: dict[int, dict[str, str]]) -> None:
        chance, client = random.Random(table), httpx2.Client(base_url=server.url, timeout=120)
        try:
            while not dead.is_set():
                actor = client.get(table, headers=keys[0]).json()["actors"][0]
                view = client.get(table + "/view", headers=keys[actor]).json()
                action = chance.choice(view["legal"])["notation"]
                answer = client.post(table + "/actions", json={"number": view["number"], "action": action}, headers=keys[actor])
                if answer.status_code == 200:
                    answered[table].append(f"{actor} {action}")
        except (httpx2.TransportError, json.JSONDecodeError):
            return

    def history(server: Server, table: str, keys: dict[int, dict[str, str]]) -> list[str]:
        found = server.client.get(table + "/history", headers=keys[0]).json()
        views = {seat: server.client.get(table + "/history", headers=headers).json() for seat, headers in keys.items()}
        return [f"{entry['seat']} {views[entry['seat']][number]['action']}" for number, entry in enumerate(found)]

    with serving(database) as server:
        games = [server.make("me", "me", "me", options={"setup": "beginner"}) for _ in range(4)]
        bots, _ = server.make("bot", "bot", "bot", public=True, pace=0.05)
        answered = {table: [] for table, _ in games}
        threads = [threading.Thread(target=play, args=(server, table, keys), daemon=True) for table, keys in games]
        for thread in threads:
            thread.start()
        end = time.monotonic() + 120
        while min(map(len, answered.values())) < 15:
            assert time.monotonic() < end
            time.sleep(0.02)
        seen = server.client.get(bots).json()
        told = server.client.get(bots + "/view").json()["number"]
        assert server.kill() == -signal.SIGKILL
        dead.set()
        for thread in threads:
            thread.join(120)
    with serving(database) as server:
        for table, keys in games:
            found = history(server, table, keys)
            assert found[: len(answered[table])] == answered[table], "an answered move was lost"
            assert len(found) <= len(answered[table]) + 1, "at most the one that was on its way is there besides"
            actor = server.client.get(table, headers=keys[0]).json()["actors"][0]
            view = server.client.get(table + "/view", headers=keys[actor]).json()
            body = {"number": view["number"], "action": view["legal"][0]["notation"]}
            assert server.client.post(table + "/actions", json=body, headers=keys[actor]).status_code == 200, "play goes on"
        assert seen["stage"] == "running"
        end = time.monotonic() + 120
        while server.client.get(bots + "/view").json()["number"] <= told:
            assert time.monotonic() < end, "bots do not go on after a restart"
            time.sleep(0.05)


def test_a_stop_in_good_order(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", "--log-level", "info") as server:
        table, keys = server.make("me", "bot", public=True)
        stream = Stream(server.url + table + "/events")
        stream.wait(1)
        began = time.monotonic()
        assert server.kill(signal.SIGTERM) == 0
        assert time.monotonic() - began < 60, "open streams do not hold it up"
        stream.join(120)
        assert not stream.is_alive()
        time.sleep(0.2)
        lines = [json.loads(line) for line in server.said if line.startswith("{")]
        requests = [line for line in lines if line["message"] == "request"]
        assert {"time", "level", "method", "path", "status", "ms"} <= requests[0].keys()
        token = keys[0]["Authorization"].split()[1]
        assert not any(token in line for line in server.said)


def test_a_taken_port_is_said_and_whoever_comes_early_waits() -> None:
    """Also while the server that has it is not ready to answer."""
    with _listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        socket.create_connection(("127.0.0.1", port), timeout=120).close()
        done = CliRunner().invoke(app, ["serve", "--port", str(port), "--database", "sqlite://"])
        assert done.exit_code == 2
        assert f"port {port}" in done.stderr and done.stderr.count("\n") == 1


def test_kronland_alone_serves_on_a_free_port(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"KRONLAND_MODE": "python", "PYTHONPATH": str(ROOT / "src"), "KRONLAND_DATA": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-m", "kronland"], env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = re.search(r"serving on (http://127\.0\.0\.1:\d+/) ", process.stderr.readline())
        assert found
        assert "Kronland" in httpx2.get(found[1], timeout=120).text
        assert (tmp_path / "kronland" / "tables.db").exists()
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 0


def refused(database: str) -> str:
    """What the server says to a database that it cannot use; one that it can use after all would be served for ever."""
    with patch("kronland.web.serving.serve_alone", side_effect=AssertionError("it was served")):
        done = CliRunner().invoke(app, ["serve", "--port", "0", "--database", database])
    assert done.exit_code == 2, done.output
    assert "--database" in done.stderr and done.stderr.count("\n") == 1 and done.stdout == ""
    return done.stderr


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("nonsense", "expected one like"),
        ("oracle://x", "oracle"),
        ("postgresql+psycopg://someone:password@127.0.0.1:1/x", "refused"),
    ],
)
def test_a_bad_database_is_said(wrong: str, said: str) -> None:
    answer = refused(wrong)
    assert said in answer and "password" not in answer


def test_no_folder_is_made_for_a_database(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    assert "folder must exist" in refused(f"sqlite:///{missing}/at/all.db")
    assert not missing.exists()


def migrated(file: Path) -> None:
    made = Store(f"sqlite:///{file}")
    made.migrate()
    made.close()


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.write_text("Dear diary, this is no database at all. " * 100)
    assert "not a database" in refused(f"sqlite:///{file}")
    file.unlink()
    migrated(file)
    whole = sqlite3.connect(file)
    whole.execute("UPDATE alembic_version SET version_num = '9999'")
    whole.commit()
    whole.close()
    assert "newer Kronland" in refused(f"sqlite:///{file}")
    other = tmp_path / "other.db"
    migrated(other)
    holder = sqlite3.connect(other, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert "locked; another program holds it" in refused(f"sqlite:///{other}")
    holder.close()
