"""Where the processor time of a move goes, with four people at the table: by parts, on one thread, without a network.

    python benchmarks/move_parts.py [GAME] [MOVES]

Each part is timed by the clock of the thread, and what it calls that is a part itself is taken off: so the sum is the whole, and other
work on the machine makes it longer only by what it takes from caches. What a server adds to this (connections, the event loop, the
request on its way) is the difference to `cpu_ms_a_move` of benchmarks/web.py.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import count
from typing import Any

from starlette.requests import Request

from kronland.core import match as matches
from kronland.core.match import Match
from kronland.core.space import ActionSpace
from kronland.core.view import View
from kronland.web import garbage
from kronland.web.app import create_app
from kronland.web.live import live
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.safety.visitors import Visitor
from kronland.web.settings import Settings
from kronland.web.store.store import Store
from kronland.web.table import page
from kronland.web.table.tables import Tables

TABLES, PEOPLE = 20, 4
SETUP = {"loewenherz": {"setup": "beginner"}}  # as in web.py: castles stand, and most decisions leave the map as it is
SEEDS = count(1)
matches.new_seed = lambda: next(SEEDS)  # the same games in every run, to compare two: tables deal when the last has come


class Clock:
    """Thread time by part, each without the parts that it calls."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._open: list[list[Any]] = []  # name and what its own parts took

    def __call__(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **more: Any) -> Any:
            self._open.append([name, 0.0])
            began = time.thread_time()
            try:
                return function(*arguments, **more)
            finally:
                self._end(time.thread_time() - began)

        return timed

    def _end(self, took: float) -> None:
        name, within = self._open.pop()
        self.spent[name] += took - within
        if self._open:
            self._open[-1][1] += took

    def around(self, name: str, made: Callable[..., AbstractContextManager[Any]]) -> Callable[..., AbstractContextManager[Any]]:
        """A context manager whose beginning and end are the part; its block is not."""
        clock = self

        class Timed:
            def __init__(self, *arguments: Any, **more: Any) -> None:
                self.inner = made(*arguments, **more)

            def __enter__(self) -> Any:
                return clock(name, self.inner.__enter__)()

            def __exit__(self, *what: Any) -> Any:
                return clock(name, self.inner.__exit__)(*what)

        return lambda *arguments, **more: Timed(*arguments, **more)


def install(clock: Clock) -> None:
    """Only what every move goes through, from the outside in."""
    parts: list[tuple[Any, str, str]] = [
        (Tables, "enter", "enter and rights"),
        (ActionSpace, "parse", "parse"),
        (Match, "judged", "judge"),
        (Match, "carry_out", "carry out"),
        (Tables, "append", "store"),
        (page, "table_page", "gather the page"),
        (Match, "view", "censored views"),
        (Match, "view_at", "censored views"),
        (page, "parts_of", "template"),
        (live, "patch", "patch"),
        (live, "event", "encode"),
    ]
    for owner, name, part in parts:
        setattr(owner, name, clock(part, getattr(owner, name)))
    for name, part in (("board_svg", "board"), ("desk", "desk")):
        kept = View.__dict__[name]
        kept.func = clock(part, kept.func)
    for name in ("read", "write"):
        setattr(Store, name, clock.around("store", getattr(Store, name)))


def measured(game: str, moves: int, database: str = "") -> dict[str, float]:
    """Milliseconds of a core a move, by part."""
    clock, chance = Clock(), random.Random(1)
    garbage.leave()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=database or f"sqlite:///{folder}/parts.db", limits=False, pace=0, draws_ahead=False))
        tables: Tables = app.state.tables
        if tables.settings.mode != "python":
            tables.games.start()
            tables.games.wait()
        garbage.look_from_here()
        install(clock)
        people = [app.state.visitors.make("en", f"Person {number}") for number in range(PEOPLE)]
        tables.followers = lambda table_id: {visitor.id for visitor, _ in people}  # their pages are open: nobody is sent a notice
        played = [_company(app, game, people) for _ in range(TABLES)]
        act = clock("decide (rest)", _act)
        draw = clock("draw (rest)", lambda reader: reader.draw())
        for number in range(-3 * TABLES, moves):
            if number == 0:
                clock.spent.clear()
            place = number % TABLES
            table, readers = played[place]
            if table.stage != "running":
                played[place] = table, readers = _company(app, game, people)
            seat = table.actors[0]
            notation = chance.choice(list(table.match.legal_for(seat)))
            act(tables, table, next(visitor for visitor, _ in people if visitor.id in table.owners[seat]), seat, notation)
            for reader in readers:
                assert draw(reader)
        app.state.store.close()
    return {part: 1000 * seconds / moves for part, seconds in clock.spent.most_common()}


def _act(tables: Tables, table: Any, visitor: Visitor, seat: int, notation: str) -> None:
    access = tables.enter(table.id, visitor, as_known=True)
    access.act(seat, table.number, access.action(notation, seat))


def _company(app: Any, game: str, people: list[tuple[Visitor, str]]) -> tuple[Any, list[live.Page]]:
    tables: Tables = app.state.tables
    seats = (SeatWish("me"), *[SeatWish("open")] * (PEOPLE - 1))
    table = tables.make(people[0][0], Wish(game, seats, SETUP.get(game, {}), public=True))
    for visitor, _ in people[1:]:
        with table.lock:
            tables.claim(table, next(seat.number for seat in table.seats if seat.kind == "open"), visitor)
    readers = []
    for _, key in people:
        headers = [(b"cookie", f"kl_visitor={key}; kl_shape=wide".encode()), (b"accept-language", b"en")]
        scope = {"type": "http", "path": "/", "query_string": b"", "headers": headers, "app": app, "state": {}}
        readers.append(live.Page(Request(scope), table.id))
        readers[-1].draw()
    return table, readers


def main() -> None:
    game, moves = (sys.argv[1:2] or ["loewenherz"])[0], int((sys.argv[2:3] or ["400"])[0])
    found = measured(game, moves)
    if "--json" in sys.argv:
        print(json.dumps(found))
        return
    for part, spent in found.items():
        print(f"{part:20} {spent:8.3f} ms")
    print(f"{'all':20} {sum(found.values()):8.3f} ms")


if __name__ == "__main__":
    main()
