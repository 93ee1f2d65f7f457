"""Fixtures: houses to play in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from house import House

from kronland.core.kernel import DEFAULT_MODE
from kronland.games import GAMES
from kronland.web.app import create_app
from kronland.web.settings import Settings


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Opens a house with settings of its own; to be used in a `with`."""

    @contextmanager
    def open_house(**settings: Any) -> Iterator[House]:
        folder = tmp_path_factory.mktemp("house")
        values: dict[str, Any] = {"database": f"sqlite:///{folder}/tables.db", "pace": 0.0, "mode": "python", "limits": False}
        values |= {"away_after": 1e9} | settings
        with TestClient(create_app(Settings(**values)), follow_redirects=False) as client:
            yield House(client)

    return open_house


@pytest.fixture(scope="module")
def house(opened: Callable[..., Any]) -> Iterator[House]:
    """Interpreted rules, bots that move at once, no rate limits."""
    with opened() as house:
        yield house


@pytest.fixture(scope="module")
def fast_house(opened: Callable[..., Any]) -> Iterator[House]:
    """Compiled rules."""
    with opened(mode=DEFAULT_MODE) as house:
        house.tables.games.wait()
        yield house


@pytest.fixture(scope="module", params=GAMES)
def game_id(request: pytest.FixtureRequest) -> str:
    return str(request.param)
