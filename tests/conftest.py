"""Before the tests: compile rules and bots of the games once, so that the workers find them in the cache and do not all compile them."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from kronland.bots import BOTS
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.warm import is_warm
from kronland.games import GAMES, find_game

BROWSER = Path(__file__).parent / "web" / "browser"
CLUSTERS = {"postgres", "mortal_postgres"}  # fixtures that start PostgreSQL
WARM_UP = """
import sys
from kronland.bots import BOTS
from kronland.core.warm import PLAYOUTS, warm_up
from kronland.games import find_game
from kronland.lab.conformance import GameCheck, Report, set_ups
for game_id in sys.argv[1:]:
    game = find_game(game_id)
    print(f"compiling {game.title} ...", flush=True)
    warm_up(game, None, BOTS, PLAYOUTS)
    GameCheck(game, *set_ups(game)[0], 1, Report(), "native", None, most=20).run()
"""


def games_of(asked: Sequence[str]) -> Sequence[str]:
    """The games that the tests asked for are about: those of their folders, or all."""
    folders = [re.search(r"tests/games/(\w+)/", f"{argument}/") for argument in asked]
    found = {folder[1] for folder in folders if folder and folder[1] in GAMES}
    return sorted(found) if all(folders) and found else GAMES


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out the browser, PostgreSQL and what is slow: for between two changes")
    parser.addoption("--long", action="store_true", help="whole games where a run usually plays the first and last decisions of one")


@pytest.fixture(scope="session")
def long(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("--long"))


@pytest.fixture(autouse=True)
def loggers_as_before() -> Iterator[None]:
    """A command that was run in this process may have told them to write elsewhere, and tests after it would find nothing."""
    loggers = [logging.getLogger(name) for name in ("kronland", "uvicorn")]
    before = [(logger.handlers[:], logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than there are cores: a third of the time of the tests of servers and browsers is waiting. Of a quick run it is less, and
    each worker imports all tests and reads all games for itself."""
    return (os.cpu_count() or 1) + (1 if config.getoption("--quick") else 2)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A quick run does not even read the tests of the browser."""
    return True if config.getoption("--quick") and collection_path == BROWSER else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    quick, long = config.getoption("--quick"), config.getoption("--long")
    left_out = [
        item
        for item in items
        if (item.get_closest_marker("long") and not long)
        or (item.get_closest_marker("gpu") and not _has_gpu())
        or (quick and _takes_long(item))
    ]
    left_out += _more_cases(items) if quick else []
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


def _has_gpu() -> bool:
    from numba import cuda

    return bool(cuda.is_available())


def _takes_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None or _needs_a_cluster(item)


def _needs_a_cluster(item: pytest.Item) -> bool:
    """Whether it is about PostgreSQL; what both databases do is tried with SQLite as well."""
    case = getattr(item, "callspec", None)
    return not CLUSTERS.isdisjoint(getattr(item, "fixturenames", ())) or (case is not None and "postgresql" in case.params.values())


def _more_cases(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """All but the first case of each test that is marked `sampled`."""
    seen: set[tuple[Path, str]] = set()
    more = []
    for item in items:
        if item.get_closest_marker("sampled"):
            test = (item.path, getattr(item, "originalname", item.name))
            if test in seen:
                more.append(item)
            seen.add(test)
    return more


def pytest_sessionstart(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput") or session.config.option.collectonly or DEFAULT_MODE == "python":
        return
    needed = games_of(session.config.args)
    if session.config.getoption("--quick"):
        needed = [game_id for game_id in needed if not is_warm(find_game(game_id), BOTS)]
    halves = [needed[0::2], needed[1::2]]
    started = [
        subprocess.Popen([sys.executable, "-c", WARM_UP, *half], env={**os.environ, "PYTHONUNBUFFERED": "1"}) for half in halves if half
    ]
    for process in started:
        process.wait()
