"""What streams bring to pages: patches that build on one another, each for its reader alone, and nothing after a right has ended."""

from __future__ import annotations

import gc
import json
import random
import threading
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from house import Browser, House, Program
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.requests import Request

from kronland.games import GAMES
from kronland.games.drawing.scenes import forget
from kronland.web.errors import NotFound
from kronland.web.live.live import STILL_HERE, Page, patch
from kronland.web.safety.visitors import Visitor
from kronland.web.table.links import NO_LINK
from kronland.web.table.parts import Part

Lines = st.lists(st.sampled_from(["", "a", "b", "c", "d"]), max_size=12)


def patched(old: list[str], pieces: Any) -> list[str]:
    found: list[str] = []
    for piece in pieces:
        found += piece.split("\n") if isinstance(piece, str) else old[slice(*piece)]
    return found


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # on a busy machine any input is
@given(st.lists(Lines, min_size=3, max_size=3), st.lists(Lines, min_size=3, max_size=3), st.sets(st.sampled_from([0, 1, 2])), st.booleans())
def test_a_patch_makes_the_new_from_the_old(old: list[list[str]], new: list[list[str]], stays: set[int], first: bool) -> None:
    before = () if first else tuple(Part("\n".join(lines)) for lines in old)
    now = tuple(before[place] if before and place in stays else Part("\n".join(lines)) for place, lines in enumerate(new))
    had, wanted = ([line for part in parts for line in part.lines] for parts in (before, now))
    pieces = patch(before, now)
    assert patched(had, pieces) == wanted
    assert not any(isinstance(one, str) == isinstance(two, str) for one, two in pairwise(pieces) if isinstance(one, str)), "one piece"


def page_of(house: House, browser: Browser, table: str, shape: str = "wide") -> Page:
    """The page as a stream holds it."""
    cookies = "; ".join([*(f"{name}={value}" for name, value in browser.client.cookies.items()), f"kl_shape={shape}"])
    headers = [(b"cookie", cookies.encode()), (b"accept-language", browser.client.headers["accept-language"].encode())]
    return Page(Request({"type": "http", "path": "/", "query_string": b"", "headers": headers, "app": house.app, "state": {}}), table)


def brought(page: Page, lines: list[str]) -> list[str]:
    said = page.draw()
    assert said, "there is something new"
    return patched(lines, json.loads(said.split("data: ", 1)[1])["patch"])


@pytest.fixture
def untidied() -> Iterator[None]:
    """Nobody looks for garbage but the test, and only in what is made from here on."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.mark.parametrize("game", GAMES)
def test_bringing_a_page_leaves_nothing_to_tidy_up(house: House, game: str, untidied: None) -> None:
    """What refers to itself stays until Python looks for garbage, and for that a server stands still."""
    anna, wanda = house.browser("Anna"), house.browser("Wanda", "de")
    table = anna.make(game, kinds=("me", "me", "me"), public="yes")
    behind, chance = house.behind(table), random.Random(4)
    pages = [page_of(house, anna, table), page_of(house, wanda, table)]
    left = 0
    for _ in range(8):
        seat = behind.actors[0]
        assert anna.act(table, seat, behind.number, chance.choice(list(behind.match.legal_for(seat)))).status_code in (200, 303)
        gc.collect()
        assert all(page.draw() for page in pages)
        left += gc.collect()
    assert left < 5 * 8 * len(pages), "objects"


def test_no_two_readers_share_what_differs(house: House) -> None:
    """Every reader's page, drawn in any order with all memories warm, is what it would be with none."""
    anna, ben, wanda = house.browser("Anna"), house.browser("Ben", "de"), house.browser("Wanda")
    table = anna.make(kinds=("me", "open"), public="yes")
    assert ben.post(anna.link(table, 1)).status_code == 303
    assert wanda.post("/settings", sound="yes").status_code == 303
    behind, chance = house.behind(table), random.Random(4)
    readers = [
        (anna, "wide"),
        (ben, "wide"),
        (wanda, "wide"),
        (house.browser("Xaver"), "wide"),
        (house.browser("", "de"), "tall"),
    ]
    pages = [page_of(house, browser, table, shape) for browser, shape in readers]
    lines: list[list[str]] = [[] for _ in pages]
    for _ in range(25):
        seat = behind.actors[0]
        action = chance.choice(list(behind.match.legal_for(seat)))
        assert (anna, ben)[seat].act(table, seat, behind.number, action).status_code == 303
        order = list(range(len(pages)))
        chance.shuffle(order)
        for number in order:
            lines[number] = brought(pages[number], lines[number])
        for (browser, shape), known in zip(readers, lines, strict=True):
            forget()
            behind.memory.clear()
            assert brought(page_of(house, browser, table, shape), []) == known
    assert len({"\n".join(known) for known in lines}) == len(lines), "these readers all see something else"


def test_who_is_put_out_gets_nothing_more(house: House) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table = anna.make(kinds=("me", "open"))
    assert ben.post(anna.link(table, 1)).status_code == 303
    phone = house.browser("Ben's phone")
    assert phone.post(ben.link(table, 1)).status_code == 303
    page = page_of(house, phone, table)
    assert page.draw()
    cookie = f"kl_visitor={phone.client.cookies['kl_visitor']}"
    assert house.first_event(f"/t/{table}/events", cookie=cookie)[0] == 200
    assert ben.post(f"/t/{table}/revoke", seat=1).status_code == 200
    assert house.first_event(f"/t/{table}/events", cookie=cookie)[0] == 404
    live = house.app.state.live  # type: ignore[attr-defined]
    ended: list[Any] = []

    class Listening:
        draw, put, access = page.draw, ended.append, None

    live._draw(Listening())
    house.client.portal.call(_nothing)  # type: ignore[union-attr]
    assert ended == [None], "an open stream ends instead of being told"


def test_a_program_whose_key_is_revoked_while_it_waits_hears_that_and_no_news(house: House) -> None:
    anna = house.browser("Anna")
    table = anna.make("koenig", kinds=("me", "me"))
    program = Program(house.client, table, anna.link(table, 0).removeprefix("/s/"))
    version = house.behind(table).version
    assert program.get("wait", version=version, timeout=0).status_code == 200
    revoking = threading.Timer(0.3, anna.post, (f"/t/{table}/revoke",), {"seat": 0})
    revoking.start()
    assert program.get("wait", version=version, timeout=20).status_code == 404
    revoking.join()


def test_one_stream_that_fails_silences_no_other(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """All silent ones are told at once that the server is there; before, each failed for itself."""
    anna = house.browser("Anna")
    table = anna.make("koenig", kinds=("me", "me"))
    live, told = house.app.state.live, list[Any]()  # type: ignore[attr-defined]

    def silent(name: str, fails: Exception | None) -> Any:
        def seen() -> None:
            if fails is not None:
                raise fails

        access = SimpleNamespace(seen=seen, visitor=Visitor(None, "", "en"), table=house.behind(table))
        return SimpleNamespace(access=access, put=lambda news: told.append((name, news)))

    live._say_still_here([silent("broken", RuntimeError("broken")), silent("put out", NotFound(NO_LINK)), silent("here", None)])
    house.client.portal.call(_nothing)  # type: ignore[union-attr]
    assert told == [("broken", None), ("put out", None), ("here", STILL_HERE)]
    assert live.alive and "nobody could tell who is at table" in caplog.text


async def _nothing() -> None:
    pass


def test_a_page_is_brought_the_language_and_settings_of_now(house: House) -> None:
    anna = house.browser("Anna")
    table = anna.make(kinds=("me", "guest"))
    page = page_of(house, anna, table)
    assert "Log</h2>" in "\n".join(brought(page, []))
    assert anna.post("/language", language="de", back="/").status_code == 303
    assert anna.post(f"/t/{table}/chat", text="hallo").status_code == 303
    assert "Log</h2>" not in "\n".join(brought(page, [line for part in page.parts for line in part.lines]))
