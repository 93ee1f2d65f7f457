"""Connections: an address that holds too many is turned away, what does not arrive is ended, and everyone else is served meanwhile."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi.testclient import TestClient
from house import House, finished, wait_for
from test_server import serving

from kronland.web.live import live
from kronland.web.live.live import MOST_BY_ADDRESS, TooManyStreams
from kronland.web.safety import connections, visitors
from kronland.web.safety.connections import BY_ADDRESS, Doorkeeper, guarded, room_for_connections
from kronland.web.store.schema import visitors as known_visitors

pytestmark = pytest.mark.slow

STREAMS, HALVES = 600, 800


@pytest.fixture
def many_files() -> Iterator[None]:
    """Room for as many sockets as this test opens."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = STREAMS + HALVES + 400
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"this machine allows {hard} open files only")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connected(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 20, (source, 0))


def said(one: socket.socket, size: int = 4000) -> bytes:
    """What comes, up to an empty line or the end; nothing of who was cut off."""
    found = b""
    with suppress(OSError):
        while b"\r\n\r\n" not in found and (more := one.recv(size)):
            found += more
    return found


def answer(port: int, source: str, path: str = "/healthz") -> bytes:
    with connected(port, source) as one:
        one.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        return said(one)


def served(port: int) -> None:
    for source in ("127.0.0.1", "127.0.0.3", "127.0.0.4"):
        began = time.monotonic()
        assert answer(port, source, "/").startswith(b"HTTP/1.1 200"), f"{source} is not served"
        assert time.monotonic() - began < 60


def test_streams_and_half_sent_requests_of_one_address_harm_nobody_else(tmp_path: Path, many_files: None) -> None:
    with serving(tmp_path / "tables.db") as server, ExitStack() as open_ones:
        port = int(server.url.rpartition(":")[2])
        table, _ = server.make("me", "me", public=True)
        request = f"GET {table}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        streams, halves = [], []
        for _ in range(STREAMS):
            one = open_ones.enter_context(connected(port, "127.0.0.2"))
            with suppress(OSError):
                one.sendall(request)
            streams.append(one)
        served(port)
        codes = [said(one).partition(b"\r\n")[0] for one in streams]
        well = sum(code.startswith(b"HTTP/1.1 200") for code in codes)
        assert 0 < well < MOST_BY_ADDRESS + STREAMS // 20, "streams are counted, and one that has ended makes room for another"
        for _ in range(HALVES):
            one = open_ones.enter_context(connected(port, "127.0.0.5"))
            with suppress(OSError):
                one.sendall(b"POST /settings HTTP/1.1\r\nHost: x\r\nContent-Le")
            halves.append(one)
        served(port)
        refused = 0
        for one in halves:
            one.settimeout(0)
            refused += said(one).startswith(b"HTTP/1.1 503")
        assert refused >= HALVES - BY_ADDRESS - 50, "connections are counted"
        assert b" 503 " in answer(port, "127.0.0.5"), "who holds too many has no more"


# The protocol alone -----------------------------------------------------------------------------------------------------------------


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of the body, when it is there."""
    if scope["type"] != "http":
        return
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    text = str(length).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(len(text)).encode())]})
    await send({"type": "http.response.body", "body": text})


@contextmanager
def listening(doorkeeper: Doorkeeper, app: Any = echo) -> Iterator[int]:
    place = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, http=guarded(doorkeeper), lifespan="off", log_config=None, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [place]}, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    yield int(place.getsockname()[1])
    server.should_exit = True
    thread.join(120)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", b"408"),
        (b"GET / HT", b"408"),
        (b"\r\n", b"408"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab", b"408"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", b"408"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 20_000, b"431"),
        (b"GET /" + b"x" * 70_000, b"431"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab", b"200"),
    ],
)
def test_what_does_not_arrive_is_ended(sent: bytes, code: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(connections, name, 0.5)
    doorkeeper = Doorkeeper()
    with listening(doorkeeper) as port, connected(port, "127.0.0.2") as one:
        with suppress(OSError):
            one.sendall(sent)
        assert said(one).split()[1] == code
        if code == b"200":  # a connection is kept for the next request; one that comes slowly ends it
            one.sendall(b"GET / HTTP/1.1\r\n")
            while more := one.recv(1000):
                code = more
            assert code.startswith(b"HTTP/1.1 408")
        wait_for(lambda: not doorkeeper.here)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n", b"200"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: nonsense\r\n\r\n", b"200"),
    ],
)
def test_strangers_write_nothing_into_the_log(sent: bytes, code: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO), listening(Doorkeeper()) as port, connected(port, "127.0.0.2") as one:
        one.sendall(sent)
        assert said(one).split()[1] == code
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_addresses_are_counted_and_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    doorkeeper = Doorkeeper(in_all=5, by_address=2)
    with listening(doorkeeper) as port:
        held = [connected(port, "127.0.0.2") for _ in range(2)]
        wait_for(lambda: doorkeeper.here["127.0.0.2"] == 2)
        assert b" 503 " in answer(port, "127.0.0.2") and b" 200 " in answer(port, "127.0.0.3")
        held += [connected(port, "127.0.0.1") for _ in range(3)]  # a proxy that is believed brings many
        wait_for(lambda: doorkeeper.here.total() == 5)
        assert b" 503 " in answer(port, "127.0.0.3"), "in all there is an end, too"
        for one in held:
            one.close()
        wait_for(lambda: not doorkeeper.here)
        assert b" 200 " in answer(port, "127.0.0.2")


async def endless(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    while True:
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
        await asyncio.sleep(0)


def test_an_answer_that_nobody_takes_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WRITE_SECONDS", 0.3)
    doorkeeper = Doorkeeper()
    with listening(doorkeeper, endless) as port, connected(port, "127.0.0.2") as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_for(lambda: doorkeeper.here)
        wait_for(lambda: not doorkeeper.here)


def test_there_are_files_left_for_the_rest() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (600, before[1]))
        room = room_for_connections()
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert soft >= room + connections.SPARE_FILES or room == 16
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# Streams, cookies, visitors ---------------------------------------------------------------------------------------------------------


def test_streams_are_counted_by_address_visitor_and_in_all(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    class Access:
        def __init__(self, visitor: int | None) -> None:
            self.visitor = visitors.Visitor(visitor, "", "en")
            self.table = house.behind(table)

    table = house.browser("Anna").make(kinds=("me", "guest"))
    monkeypatch.setattr(live, "MOST_BY_VISITOR", 2)
    monkeypatch.setattr(live, "MOST_BY_ADDRESS", 4)
    monkeypatch.setattr(live, "MOST_IN_ALL", 6)

    async def follow() -> None:
        streams, open_ones = live.Live(), []

        async def opened(visitor: int | None, address: str) -> None:
            made = streams.listen(streams.admit(live.Stream(Access(visitor), 0, address=address)))  # type: ignore[arg-type]
            await anext(made)
            open_ones.append(made)

        async def refused(visitor: int | None, address: str) -> None:
            with pytest.raises(TooManyStreams):
                await opened(visitor, address)

        for _ in range(2):
            await opened(1, "a")
        await refused(1, "b")  # that visitor, from wherever
        for _ in range(2):
            await opened(None, "a")
        await refused(None, "a")
        await refused(2, "a")
        for _ in range(2):
            await opened(2, "b")
        await refused(3, "c")
        for made in open_ones:
            await made.aclose()
        assert not streams._held
        await opened(1, "a")
        await open_ones[-1].aclose()

    finished(follow())


def test_invented_cookies_and_tokens_do_not_widen_limits(opened: Callable[..., Any]) -> None:
    with opened(limits=True) as house:
        anna = house.browser("Anna")
        table = anna.make(kinds=("me", "open"), public="yes")
        for header in ("Cookie", "Authorization"):
            codes = []
            for number in range(40):
                stranger = TestClient(house.app, follow_redirects=False, client=(f"10.0.0.{header == 'Cookie'}", 1))
                value = f"kl_visitor=invented-{number}" if header == "Cookie" else f"Bearer invented-{number}"
                path = f"/t/{table}/join" if header == "Cookie" else f"/api/v1/tables/{table}/join"
                codes.append(stranger.post(path, headers={header: value}, data={}, json=None).status_code)
            assert 20 <= codes.index(429) < 30 and codes.count(429) >= 10, "one of that address has twenty tries, not each of forty names"
        assert anna.get(f"/t/{table}").status_code == 200


def test_visitors_who_never_were_at_a_table_are_forgotten(opened: Callable[..., Any]) -> None:
    with opened() as house:
        anna, ben, carl, dora = (house.browser(name) for name in ("Anna", "Ben", "Carl", "Dora"))
        table = anna.make(kinds=("me", "open"))
        assert ben.post(anna.link(table, 1)).status_code == 303
        assert carl.post(anna.link(table, "watch")).status_code == 303
        everyone = house.app.state.visitors
        assert everyone.tidy() == 0, "nobody is forgotten at once"
        with house.tables.store.write() as connection:
            connection.execute(known_visitors.update().values(made_at=time.time() - 6 * 24 * 3600))
        assert everyone.tidy() == 0, "nor within a week"
        with house.tables.store.write() as connection:
            connection.execute(known_visitors.update().values(made_at=time.time() - 8 * 24 * 3600))
        assert everyone.tidy() == 1
        assert [one.get("/settings").text.count(f'value="{name}"') for one, name in ((anna, "Anna"), (carl, "Carl"), (dora, "Dora"))] == [
            1,
            1,
            0,
        ]
        assert dora.post("/settings", name="Dora again").status_code == 303, "and is known anew"
        assert "Dora again" in dora.get("/settings").text
