"""A server in this process, and the system's Chromium before it."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from people import Person

from kronland.web.app import create_app
from kronland.web.settings import Settings

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LEAN = ("chromium-headless-shell",)  # the same engine with no windows, menus and services around it: 40 % less to do


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The leanest there is."""
    yield from _browser(request, (*LEAN, *NAMES))


@pytest.fixture(scope="session")
def whole_chromium(request: pytest.FixtureRequest) -> Iterator[Any]:
    """With the services that the lean one is without: those of push messages."""
    yield from _browser(request, NAMES)


def _browser(request: pytest.FixtureRequest, names: tuple[str, ...]) -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        why = os.environ.get("KRONLAND_WITHOUT_CHROMIUM") or f"there is none of {', '.join(names)} on this machine"
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI needs a browser: {why}")
        pytest.skip(f"NO BROWSER TEST RUNS: {why}")
    browser = request.getfixturevalue("playwright").chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the server at `address` serves: bots move at once, there is little time for analyses, and the rate has no limits."""
    folder = tmp_path_factory.mktemp("tables")
    return create_app(Settings(database=f"sqlite:///{folder}/tables.db", pace=0.0, limits=False, analysis_seconds=4))


@pytest.fixture(scope="session")
def address(app: Any) -> Iterator[str]:
    """Where a server answers."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    end = time.monotonic() + 300
    while not server.started or not app.state.tables.games.finished:
        assert time.monotonic() < end, "the server did not start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(120)


@pytest.fixture
def person(chromium: Any, address: str) -> Iterator[Callable[..., Person]]:
    """Somebody with a browser of their own: `person("Anna", viewport=...)`. What goes wrong on a page fails the test.

    Who does not say otherwise prefers less motion: a board that moves is drawn many times, and most tests ask only what it shows then.
    """
    people: list[Person] = []

    def made(name: str = "", language: str = "en", **browser: Any) -> Person:
        size = browser.pop("viewport", {"width": 1440, "height": 900})
        browser.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(base_url=address, locale=language, viewport=size, **browser)
        context.set_default_timeout(120_000)  # a page that never comes fails; one that comes late, on a loaded machine, does not
        people.append(Person(context, name, language))
        return people[-1]

    yield made
    wrong = [line for one in people for line in one.wrong]
    for one in people:
        one.page.goto("about:blank")  # Chromium now and then never closes a context whose page is just on its way to another
        one.context.close()
    assert not wrong, "\n".join(wrong)
