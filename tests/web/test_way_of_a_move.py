"""The way of a move has no detour: its notation is parsed once, the rules judge it once, and whoever made it is brought the board once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from house import Browser, House, wait_for

from kronland.core.match import Match
from kronland.core.space import ActionSpace
from kronland.games import GAMES

BOARD = '<div id="table"'


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often an action was parsed and judged."""
    found: Counter[str] = Counter()
    parse, call = ActionSpace.parse, Match._call

    def parsing(self: ActionSpace, text: str, seat: int | None = None) -> int:
        found["parse"] += 1
        return parse(self, text, seat)

    def calling(self: Match, kernel: Any, *arguments: Any) -> Any:
        found["refusal"] += kernel is self.game.kernels["refusal"]
        return call(self, kernel, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(ActionSpace, "parse", parsing)
        patched.setattr(Match, "_call", calling)
        yield found


class Following:
    """A page that is open: its stream, and all that it was brought."""

    def __init__(self, house: House, browser: Browser, table: str, page: str) -> None:
        self.said, self._left = bytearray(), asyncio.Event()
        cookies = "; ".join([*(f"{name}={value}" for name, value in browser.client.cookies.items()), "kl_shape=wide"])
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/t/{table}/events",
            "query_string": f"since={house.behind(table).version}&page={page}".encode(),
            "headers": [(b"host", b"testserver"), (b"cookie", cookies.encode())],
            "server": ("testserver", 80),
            "client": ("testclient", 1),
            "scheme": "http",
            "root_path": "",
            "http_version": "1.1",
        }

        async def receive() -> dict[str, Any]:
            await self._left.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            self.said.extend(message.get("body", b""))

        portal = house.client.portal
        assert portal is not None
        self._portal = portal
        self._follows = portal.start_task_soon(house.app, scope, receive, send)
        wait_for(lambda: b"retry" in self.said)

    @property
    def brought(self) -> list[Any]:
        return [json.loads(part.split("data: ", 1)[1]) for part in self.said.decode().split("\n\n") if "data: " in part]

    def leave(self) -> None:
        self._portal.call(self._leave)
        self._follows.result(20)

    async def _leave(self) -> None:
        self._left.set()


@pytest.mark.parametrize("confirm", ["", "yes"])
@pytest.mark.parametrize("game", GAMES)
def test_a_click_is_parsed_and_judged_once(house: House, monkeypatch: pytest.MonkeyPatch, game: str, confirm: str) -> None:
    anna = house.browser("Anna")
    if confirm:
        assert anna.post("/settings", confirm="yes").status_code == 303
    table = anna.make(game, ("me", "guest", "guest"))
    behind = house.behind(table)
    for _ in range(3):
        seat, length = behind.actors[0], behind.match.length
        action = next(iter(behind.match.legal_for(seat)))
        with counted(monkeypatch) as found:
            answer = anna.act(table, seat, behind.number, action)
            assert answer.status_code in (200, 303)
        moved = behind.match.length > length
        assert found == Counter(parse=1, refusal=int(moved)), "what is to be confirmed is not judged yet"
        if not moved:
            with counted(monkeypatch) as found:
                answer = anna.post(f"/t/{table}/act", seat=seat, number=behind.number, action=action, sure="yes")
            assert found == Counter(parse=1, refusal=1)
        assert behind.match.length == length + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_programs_move_is_parsed_and_judged_once(house: House, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    table, seats = house.make(game)
    behind = house.behind(table)
    seat = behind.actors[0]
    refused = next(text for text in map(behind.game.space.notation, range(behind.game.space.size)) if behind.match.why(text, seat))
    for action, status in ((refused, 422), (next(iter(behind.match.legal_for(seat))), 200)):
        with counted(monkeypatch) as found:
            assert seats[seat].act(behind.number, action).status_code == status
        assert found == Counter(parse=1, refusal=1)


def test_a_bots_move_is_judged_once_and_never_parsed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with counted(monkeypatch) as found:
        table, _ = house.make("koenig", ("bot", "bot"))
        behind = house.behind(table)
        wait_for(lambda: behind.match.length >= 5)
        with behind.lock:
            assert found == Counter(refusal=behind.match.length)


def test_whoever_moves_is_brought_the_board_once(house: House) -> None:
    """The page's stream brings it, as a patch; the answer says only which version to wait for."""
    anna = house.browser("Anna")
    table = anna.make("rheinlaender", ("me", "guest", "guest"))
    behind = house.behind(table)
    page = Following(house, anna, table, "page-of-anna")
    try:
        headers = {"Kronland-Script": "yes", "Kronland-Page": "page-of-anna"}
        boards = 0
        for done in range(1, 4):
            seat = behind.actors[0]
            form = {"seat": seat, "number": behind.number, "action": next(iter(behind.match.legal_for(seat)))}
            answer = anna.client.post(f"/t/{table}/act", data=form, headers=headers)
            wait_for(lambda: len(page.brought) >= done)  # noqa: B023
            boards = len(page.brought) + (BOARD in answer.text)
            assert boards == done, "in the answer, or by the stream, but not both"
            assert answer.status_code == 204 and not answer.content
            assert page.brought[-1]["version"] == behind.version == int(answer.headers["Kronland-Version"])
    finally:
        page.leave()


def test_who_has_no_stream_here_is_answered_with_the_board(house: House) -> None:
    """One that is cut off, at another server, or another page's: whoever asks gets the board in the answer."""
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table, other = anna.make("rheinlaender", ("me", "guest", "guest")), anna.make("rheinlaender", ("me", "guest", "guest"))
    behind = house.behind(table)
    gone, elsewhere = Following(house, anna, table, "gone"), Following(house, anna, other, "elsewhere")
    gone.leave()
    try:
        for page in ("gone", "elsewhere", "", "never"):
            seat = behind.actors[0]
            form = {"seat": seat, "number": behind.number, "action": next(iter(behind.match.legal_for(seat)))}
            answer = anna.client.post(f"/t/{table}/act", data=form, headers={"Kronland-Script": "yes", "Kronland-Page": page})
            assert answer.status_code == 200 and BOARD in answer.text, page
    finally:
        elsewhere.leave()
    assert ben.get(f"/t/{table}").status_code == 404


def test_what_no_stream_brings_is_in_the_answer(house: House) -> None:
    """A refusal, a question whether it is meant, a lesson that has been read: these change no table."""
    anna = house.browser("Anna")
    table = anna.make("rheinlaender", ("me", "guest", "guest"))
    behind = house.behind(table)
    page = Following(house, anna, table, "page")
    try:
        headers = {"Kronland-Script": "yes", "Kronland-Page": "page"}
        form = {"seat": behind.actors[0], "number": behind.number, "action": "nonsense"}
        assert BOARD in anna.client.post(f"/t/{table}/act", data=form, headers=headers).text
        assert BOARD in anna.client.post(f"/t/{table}/met", data={"met": "rheinlaender:knight"}, headers=headers).text
        assert not page.brought
    finally:
        page.leave()
