"""A house with tables in it, reached over HTTP alone: browsers with cookies, programs with tokens."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar
from urllib.parse import unquote

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from fastapi.testclient import TestClient

from kronland.core.seeds import read_seed
from kronland.games import find_game
from kronland.web.lobby.wishes import wish_of_record
from kronland.web.store import schema
from kronland.web.store.schema import deals, entries, tables
from kronland.web.store.store import MIGRATIONS, Store
from kronland.web.table.tables import Table, Tables

Json = Any
Headers = Sequence[tuple[bytes, bytes]]
T = TypeVar("T")


def finished(work: Coroutine[Any, Any, T]) -> T:
    """What comes of it, in a thread of its own: a browser's tests, on the same worker before, leave a loop running in this one."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, work).result()


class Program:
    """A program at a seat, or without a token just anybody."""

    def __init__(self, client: TestClient, table: str, token: str | None = None) -> None:
        self.client, self.table, self.token = client, table, token
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, what: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/tables/{self.table}/{what}".rstrip("/"), params=query, headers=self.headers)

    def post(self, what: str, **body: Any) -> Any:
        return self.client.post(f"/api/v1/tables/{self.table}/{what}", json=body, headers=self.headers)

    def view(self, language: str = "en") -> Json:
        answer = self.get("view", language=language)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, number: int, action: str) -> Any:
        return self.post("actions", number=number, action=action)


class Browser:
    """A person's browser: cookies, forms, and a table's page."""

    def __init__(self, house: House, name: str = "", language: str = "en") -> None:
        self.client = TestClient(house.app, follow_redirects=False, headers={"Accept-Language": language})
        if name:
            assert self.post("/settings", name=name).status_code == 303

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(path, params=query)

    def post(self, path: str, **form: Any) -> Any:
        return self.client.post(path, data={name: str(value) for name, value in form.items()})

    def make(self, game: str = "loewenherz", kinds: tuple[str, ...] = ("me", "bot-page", "bot-page"), **more: Any) -> str:
        """A new table by the form; its id."""
        form = {f"kind-{number}": kind for number, kind in enumerate(kinds)}
        answer = self.post("/new", game=game, pace=more.pop("pace", 0), **form, **more)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).removeprefix("/t/")

    def link(self, table: str, seat: int | str) -> str:
        """A secret link, as a path."""
        answer = self.post(f"/t/{table}/link", seat=seat)
        assert answer.status_code == 200, answer.text
        found = re.search(r'id="fresh"[^>]* value="http://testserver(/[sw]/[\w-]+)"', answer.text)
        assert found, "the page shows no link"
        return found[1]

    def act(self, table: str, seat: int, number: int, action: str) -> Any:
        return self.post(f"/t/{table}/act", seat=seat, number=number, action=action)


class House:
    """An application that runs, and the tables behind it for those tests that look there."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.app = client, client.app
        self.tables: Tables = client.app.state.tables  # type: ignore[attr-defined]

    def browser(self, name: str = "", language: str = "en") -> Browser:
        return Browser(self, name, language)

    def make(
        self, game: str = "loewenherz", kinds: tuple[str, ...] = ("me", "me", "me"), level: str = "page", **more: Any
    ) -> tuple[str, list[Program]]:
        """A new table by the API: its id, and a program for each seat; with an invitation for an open one, without a token for a bot's."""
        seats = [{"kind": kind, "level": level} for kind in kinds]
        answer = self.client.post("/api/v1/tables", json={"game": game, "seats": seats, "pace": 0, **more})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        tokens = made["tokens"] | made["invitations"]
        return made["id"], [Program(self.client, made["id"], tokens.get(str(seat))) for seat in range(len(kinds))]

    def first_event(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and first event of a stream, which is then left; headers are lower case."""
        said, left = bytearray(), asyncio.Event()
        status = 0

        async def receive() -> dict[str, Any]:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            said.extend(message.get("body", b""))
            if (b"\ndata: " in said and said.endswith(b"\n\n")) or status >= 400:
                left.set()

        async def follow() -> None:
            pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
            scope = {
                "type": "http",
                "method": "GET",
                "path": path,
                "query_string": b"",
                "headers": pairs,
                "server": ("x", 80),
                "scheme": "http",
            }
            async with asyncio.timeout(120):
                await self.client.app({**scope, "client": ("x", 1), "root_path": "", "http_version": "1.1"}, receive, send)  # type: ignore[arg-type]

        assert self.client.portal is not None
        self.client.portal.call(follow)
        return status, said.decode()

    def asked(self, method: str, path: str, query: bytes = b"", headers: Headers = (), body: bytes = b"") -> tuple[int, bytes]:
        """Status and beginning of what is answered to a request as it stands; who asks goes away then, so that streams end, too."""
        said, sent, status = bytearray(), False, 0

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                return {"type": "http.disconnect"}
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            said.extend(message.get("body", b""))

        async def ask() -> None:
            scope = {
                "type": "http",
                "method": method,
                "path": unquote(path),
                "raw_path": path.encode(),
                "query_string": query,
                "headers": [(b"host", b"testserver"), *headers],
                "server": ("testserver", 80),
                "client": ("testclient", 1),
                "scheme": "http",
                "root_path": "",
                "http_version": "1.1",
            }
            await self.client.app(scope, receive, send)  # type: ignore[arg-type]

        assert self.client.portal is not None
        with suppress(Exception):  # what the server stumbles over is answered first, and raised then
            self.client.portal.call(ask)
        return status, bytes(said)

    def behind(self, table: str) -> Table:
        return self.tables.find(table)


def fewest(game_id: str) -> int:
    return find_game(game_id).seats[0]


def wait_for(condition: Callable[[], Any], seconds: float = 120.0, pause: float = 0.02) -> Any:
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(pause)
    return found


def over(seat: Program) -> Json:
    """The view of a game that plays itself, when it is over."""
    wait_for(lambda: seat.get("").json()["stage"] == "over", 120, 0.1)
    return seat.view()


def play(programs: list[Program], decisions: int, seed: int = 0) -> None:
    """Play on at random, by whoever is to decide."""
    chance = random.Random(seed)
    for _ in range(decisions):
        view = programs[0].view()
        if view["stage"] == "over":
            return
        seat = view["actors"][0]
        mine = view if seat == 0 else programs[seat].view()
        answer = programs[seat].act(mine["number"], chance.choice(mine["legal"])["notation"])
        assert answer.status_code == 200, answer.text


def near_the_end(tables: Tables, record: str, visitors: list[Any], left: int, **values: Any) -> tuple[Table, list[list[Any]]]:
    """A rated table of these people, at which a recorded game lacks its last decisions; and all decisions of that game."""
    wish = wish_of_record(record, tables.games)
    assert wish.start is not None
    actions = wish.start["actions"]
    table = tables.make(visitors[0], replace(wish, start={**wish.start, "actions": actions[:-left]}))
    with tables.store.write() as connection:
        connection.execute(schema.tables.update().where(schema.tables.c.id == table.id).values(rated=True, **values))
        for place, visitor in enumerate(visitors):
            connection.execute(schema.owners.delete().where(schema.owners.c.table == table.id, schema.owners.c.seat == place))
            connection.execute(schema.owners.insert().values(table=table.id, seat=place, visitor=visitor.id))
            row = sa.and_(schema.seats.c.table == table.id, schema.seats.c.number == place)
            connection.execute(schema.seats.update().where(row).values(kind="person", level=None))
    tables.forget(table)
    return tables.find(table.id), actions


def check_seeds_of_before(store: Store) -> None:
    """Tables of a database whose seeds were numbers, with rows that refer to them, keep seeds and rows."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with store.write() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        there = sa.Table("tables", sa.MetaData(), autoload_with=connection)
        values = {column.name: 0 for column in there.columns if not column.nullable}
        values |= {
            "game": "koenig",
            "rules": 1,
            "options": "{}",
            "salt": "s",
            "title": "",
            "stage": "over",
            "public": False,
            "shuffle": False,
        }
        seeds = {"small": 7, "large": 2**63 - 1}
        for table_id, seed in seeds.items():
            connection.execute(there.insert().values({**values, "id": table_id, "seed": seed}))
            connection.execute(entries.insert().values(table=table_id, number=1, kind="play", seat=0, notation="done", at=0.0))
    store.migrate()
    with store.read() as connection:
        found = connection.execute(sa.select(deals.c.table, deals.c.seed)).all()
        assert {table_id: read_seed(seed) for table_id, seed in found} == seeds
        assert len(connection.execute(sa.select(entries)).all()) == 2
    with store.write() as connection:
        for kind in (entries, deals, tables):
            connection.execute(kind.delete())
    store.close()
