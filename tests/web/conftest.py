"""Fixtures: houses to play in."""

from __future__ import annotations

import importlib.util
import itertools
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient
from house import House

from kronland.core.kernel import DEFAULT_MODE
from kronland.games import GAMES
from kronland.web.app import create_app
from kronland.web.settings import Settings
from kronland.web.store import store

USUAL = store.PATIENCE


def tool(name: str) -> Any:
    """A module of tools/."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent.parent.parent / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def cluster() -> Iterator[Any]:
    """A PostgreSQL cluster that runs; the test is left out where there is no PostgreSQL."""
    tools = tool("postgres_cluster")
    programs = tools.programs_folder()
    if programs is None and os.environ.get("CI") != "true":
        pytest.skip(os.environ.get("KRONLAND_WITHOUT_POSTGRESQL") or "there is no PostgreSQL on this machine")
    assert programs is not None, "CI needs PostgreSQL"
    with tools.cluster(programs) as made:
        yield made


@pytest.fixture(scope="module")
def mortal_postgres() -> Iterator[Any]:
    """A cluster that a test may stop and start."""
    with cluster() as made:
        yield made


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Makes an empty database in a PostgreSQL cluster of its own; gives its URL."""
    with cluster() as made:
        address = made.url
        numbers = itertools.count(1)

        def new_database() -> str:
            name = f"kronland{next(numbers)}"
            engine = sa.create_engine(address, isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                connection.exec_driver_sql(f"CREATE DATABASE {name}")
            engine.dispose()
            return str(address).replace("/postgres?", f"/{name}?")

        yield new_database


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of an empty database of either kind, which several servers may use."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('database')}/tables.db"
    return str(request.getfixturevalue("postgres")())


@contextmanager
def _patient() -> Iterator[None]:
    """A machine that has much else to do is no database that does not answer, but where a test says how patient to be."""
    with pytest.MonkeyPatch.context() as patch:
        if store.PATIENCE == USUAL:
            patch.setattr(store, "PATIENCE", 30.0)
        yield


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Opens a house with settings of its own; to be used in a `with`."""

    @contextmanager
    def open_house(now: Callable[[], float] = time.time, **settings: Any) -> Iterator[House]:
        folder = tmp_path_factory.mktemp("house")
        values: dict[str, Any] = {"database": f"sqlite:///{folder}/tables.db", "pace": 0.0, "mode": "python", "limits": False}
        values |= {"away_after": 1e9, "draws_ahead": False} | settings
        with _patient(), TestClient(create_app(Settings(**values), now), follow_redirects=False) as client:
            yield House(client)

    return open_house


@pytest.fixture(scope="module")
def house(opened: Callable[..., Any]) -> Iterator[House]:
    """Interpreted rules, bots that move at once, no rate limits."""
    with opened() as house:
        yield house


@pytest.fixture(scope="module")
def fast_house(opened: Callable[..., Any]) -> Iterator[House]:
    """Compiled rules, and little time for analyses: each takes all that it may."""
    with opened(mode=DEFAULT_MODE, analysis_seconds=4) as house:
        house.tables.games.start()
        house.tables.games.wait()
        yield house


@pytest.fixture(scope="module", params=GAMES)
def game_id(request: pytest.FixtureRequest) -> str:
    return str(request.param)
