"""A server does not grow with the games that are played: what it keeps in memory has bounds."""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sized
from typing import Any

import pytest
from house import Browser, House, wait_for
from tests.smallest import handed_in

import kronland
from kronland.core.match import Match
from kronland.games import GAMES, find_game
from kronland.games.drawing.memory import MISSING, Memory, weight
from kronland.games.drawing.scenes import _memory
from kronland.web.pages import remembering
from kronland.web.safety.patience import PatientLock
from kronland.web.table import keeping

pytestmark = pytest.mark.slow

ROUND = 6  # games, more than are kept in memory


@pytest.fixture
def house(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(keeping, "MOST_FINISHED", 3)
    monkeypatch.setattr(keeping, "MOST_WORDED", 2)
    with handed_in(), opened(cached_tables=8) as house:
        yield house


@pytest.fixture
def anna(house: House) -> Browser:
    return house.browser("Anna")


def watched_game(house: House, anna: Browser) -> str:
    """A game of bots, of which somebody saw the page and a program the view."""
    table = anna.make("grenzstein", ("bot-page", "bot-squire"), public="yes")
    wait_for(lambda: house.behind(table).stage == "over")
    assert anna.get(f"/t/{table}").status_code == house.browser("", "de").get(f"/t/{table}").status_code == 200
    assert house.client.get(f"/api/v1/tables/{table}/view").status_code == 200
    return table


def ours() -> Counter[str]:
    """How many objects of our own there are, by kind, but for pieces of pages, whose memory has a bound of its own."""
    remembering._memory.clear()
    gc.collect()
    return Counter(type(one).__qualname__ for one in gc.get_objects() if str(type(one).__module__).startswith("kronland."))


def sizes(house: House) -> dict[str, int]:
    """How much the parts of the server hold, all that they are made of included."""
    found: dict[str, int] = {}
    seen: set[int] = set()

    def look(name: str, one: Any) -> None:
        if id(one) in seen or name.count(".") > 4:
            return
        seen.add(id(one))
        if isinstance(one, dict | list | set | deque) and isinstance(one, Sized):
            found[name] = len(one)
        if str(type(one).__module__).startswith("kronland.") and type(one).__name__ != "Table":
            for attribute, value in getattr(one, "__dict__", {}).items():
                look(f"{name}.{attribute}", value)

    for name, part in house.app.state._state.items():  # type: ignore[attr-defined]
        look(name, part)
    return found


def test_what_a_server_keeps_does_not_grow_with_the_games_played(house: House, anna: Browser) -> None:
    for _ in range(ROUND):
        watched_game(house, anna)
    objects, held = ours(), sizes(house)
    for part in ("tables._recent", "bots._turns", "live._open", "thinking._quick._waiting._persons"):
        assert any(name.endswith(part) for name in held), part
    for _ in range(2 * ROUND):
        watched_game(house, anna)
    more, now = ours(), sizes(house)
    grown = {kind: (objects[kind], number) for kind, number in more.items() if number > 1.5 * objects[kind] + ROUND}
    assert not grown, "kinds of objects, how many after the first games and after the others"
    assert {name: (held.get(name, 0), size) for name, size in now.items() if size > 1.5 * held.get(name, 0) + ROUND} == {}
    assert now["tables._recent"] <= 3 + 1


def test_games_that_are_over_make_room_for_others_before_those_in_play(house: House, anna: Browser) -> None:
    """And come back from their log, with all that was said."""
    tables = house.tables
    running = [anna.make("grenzstein", ("me", "bot-page")) for _ in range(3)]
    over = [watched_game(house, anna) for _ in range(8)]
    assert set(running) <= set(tables._recent) and not set(over[:-4]) & set(tables._recent)
    assert len(tables._recent) <= 8
    page = anna.get(f"/t/{over[0]}")
    assert page.status_code == 200 and "/at/1" in page.text


def test_a_table_that_others_are_used_after_keeps_its_game_and_no_words(house: House, anna: Browser) -> None:
    first = watched_game(house, anna)
    behind = house.behind(first)
    assert behind.said
    with behind.lock:
        state = behind.match.state.tobytes()
    watched_game(house, anna), watched_game(house, anna)
    assert not behind.said and not behind.memory and behind.match.state.tobytes() == state
    assert "/at/1" in anna.get(f"/t/{first}").text


def test_tables_with_an_open_page_keep_their_words(house: House, anna: Browser) -> None:
    """At the next move they would be told from the beginning, for each reader."""
    tables = [house.behind(anna.make("grenzstein", ("me", "bot-page"), public="yes")) for _ in range(4)]
    house.tables.has_page_open = lambda table_id: table_id == tables[0].id
    for table in tables:
        anna.get(f"/t/{table.id}")
    anna.get(f"/t/{anna.make('grenzstein', ('me', 'bot-page'), public='yes')}")
    assert [bool(table.said) for table in tables] == [True, False, False, True]


def test_what_somebody_uses_is_not_put_away() -> None:
    import threading

    lock, found = PatientLock(1.0), []

    def look() -> None:
        with lock.at_once() as free:
            found.append(free)

    with lock:
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    look()
    assert found == [False, True]


# What is worked out once ----------------------------------------------------------------------------------------------------------------


def modules() -> Iterator[Any]:
    for module in pkgutil.walk_packages(kronland.__path__, "kronland."):
        if ".migrations" not in module.name and not module.name.endswith(("__main__", "envs.sb3")):  # the latter's extra may be missing
            yield importlib.import_module(module.name)


# Whose arguments are few because there are few of what they name: files of ours, languages, games, owners of pieces, words of our own.
CLOSED = {
    "_bound_mind", "_catalogue", "_spelled", "arms_of", "asset", "document", "owner_symbols", "read_weights", "refusal", "rulebook",
    "template", "usual", "weights_named", "_words", "_game_in", "good_components", "goods", "grammar_of", "machine_for", "macro",
    "level_choices", "linear_name", "looked_at", "march_for", "packed",
}  # fmt: skip


def test_what_is_remembered_of_calls_has_a_bound() -> None:
    unbounded = set()
    for module in modules():
        for name, value in vars(module).items():
            if isinstance(value, functools._lru_cache_wrapper) and value.cache_parameters()["maxsize"] is None:
                if value.__wrapped__.__code__.co_argcount:
                    unbounded.add(name)
    assert unbounded == CLOSED, "functions that remember all they were ever asked"


def test_drawings_take_the_room_they_have_and_no_more() -> None:
    memory = Memory(room=10_000)
    for number in range(100):
        memory.put((number, b"x" * 100), "y" * 500)
        assert memory.used <= 10_000
        assert memory.get((0, b"x" * 100)) is not MISSING or number == 0, "what is asked for stays"
    assert 8 < len(memory) < 20 and memory.get((50, b"x" * 100)) is MISSING
    assert memory.used == sum(size for _, size in memory._kept.values())
    memory.clear()
    assert memory.used == len(memory) == 0


@pytest.mark.parametrize("game_id", GAMES)
def test_pictures_of_all_games_share_one_room(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, chance = find_game(game_id), random.Random(1)
    _memory.clear()
    monkeypatch.setattr(_memory, "room", 200_000)
    match = Match(game, seed=1, mode="python")
    for _ in range(20):
        match.play(chance.choice(match.legal_actions(match.actors[0])), match.actors[0])
        assert game.picture(match.view(0)) and _memory.used <= 200_000
    heaviest = max(weight(drawing) for drawing, _ in _memory._kept.values())
    assert heaviest > 500, "what is drawn counts"


def test_pieces_of_pages_have_as_much_room_as_tables_need() -> None:
    made: list[int] = []

    @remembering.remembered
    def piece(number: int) -> str:
        made.append(number)
        return "x" * (remembering.ROOM * 6 // 10)

    try:
        assert [piece(1), piece(1), piece(2), piece(1)] and made == [1, 2, 1], "there is room for one"
        remembering.make_room(2 * remembering.ROOM // remembering.A_TABLE)
        assert [piece(2), piece(1), piece(2)] and made == [1, 2, 1, 2], "for some"
    finally:
        remembering.make_room(0)
        remembering._memory.clear()
