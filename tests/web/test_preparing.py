"""All games are played from the first second, interpreted; what child processes compile meanwhile is used from when it is there."""

from __future__ import annotations

import gc
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from house import Browser, House, Program, fewest, wait_for

from kronland.bots import choose
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.match import Match
from kronland.core.record import write
from kronland.games import GAMES, find_game
from kronland.web import app, preparing, serving
from kronland.web.bots import pacing
from kronland.web.preparing import COSTS, WHOLE, Preparation, Progress
from kronland.web.settings import Settings

pytestmark = pytest.mark.slow

WAITING_CHILD = """
import os, sys, time
print('["rules", "legal"]', flush=True)
while not os.path.exists(os.path.join({signs!r}, sys.argv[1])):
    time.sleep(0.05)
"""
COMPILED = pytest.mark.skipif(DEFAULT_MODE == "python", reason="there is compiled code in it")


class Unprepared:
    """A house with an empty cache, as it seems: its children compile for ever, until they are told that it is done."""

    def __init__(self, house: House, signs: Path) -> None:
        self.house, self.signs, self.games = house, signs, house.tables.games

    def finish(self, game: str) -> None:
        (self.signs / game).touch()
        self.games.wait(game)


@pytest.fixture
def unprepared(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Unprepared]:
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: False)
    monkeypatch.setattr(preparing, "CHILD", WAITING_CHILD.format(signs=str(tmp_path)))
    with opened(mode="native", adviser="king:20") as house:
        yield Unprepared(house, tmp_path)


# The first answer ---------------------------------------------------------------------------------------------------------------------


def test_who_comes_first_is_answered_before_anything_is_prepared(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(app, "UNASKED", 1000)
    monkeypatch.setattr(Preparation, "_run", lambda self: begun.append("thread"))
    with opened(mode="native") as house:
        assert not begun
        assert house.client.get("/").status_code == 200
        wait_for(lambda: len(begun) == house.tables.games._cores)
        house.client.get("/")
        assert len(begun) == house.tables.games._cores, "once is enough"


def test_a_server_that_nobody_asks_prepares_all_the_same(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(app, "UNASKED", 0)
    monkeypatch.setattr(Preparation, "_run", lambda self: begun.append("thread"))
    with opened(mode="native"):
        wait_for(lambda: bool(begun))


def test_garbage_is_looked_for_again_when_a_server_has_started(opened: Callable[..., Any]) -> None:
    """`kronland serve` begins without; what the start has made is not looked through any more."""
    gc.disable()
    try:
        with opened(mode="python") as house:
            assert not gc.isenabled()
            house.client.get("/")
            wait_for(gc.isenabled)
            assert gc.get_freeze_count()
    finally:
        gc.unfreeze()
        gc.enable()


def test_a_process_of_several_leaves_garbage_alone_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made anew, not forked: what the command has said about garbage is not known to them."""
    looked: list[bool] = []

    def create(settings: Settings) -> Any:
        looked.append(gc.isenabled())
        return SimpleNamespace(state=SimpleNamespace(live=None))

    monkeypatch.setattr(serving, "create_app", create)
    monkeypatch.setattr(signal, "signal", lambda *of: None)
    try:
        serving.Application(Settings(), "warning", folder=None, processes=1)()
    finally:
        gc.enable()
    assert looked == [False]


# While nothing is compiled ------------------------------------------------------------------------------------------------------------


def my_moves(house: House, table: str, seat: Program | None, browser: Browser, moves: int) -> None:
    """Play some decisions of seat 0, by the API or by the form of the page."""
    chance, behind = random.Random(3), house.behind(table)
    for _ in range(moves):
        wait_for(lambda: behind.actors == (0,) or behind.stage == "over")
        with behind.lock:
            number, legal = behind.number, behind.match.legal_actions(0)
        notation = behind.game.space.notation(chance.choice(legal))
        answer = seat.act(number, notation) if seat is not None else browser.act(table, 0, number, notation)
        assert answer.status_code in (200, 303), answer.text


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_is_played_watched_replayed_and_explained_at_once(unprepared: Unprepared, game_id: str) -> None:
    house, games = unprepared.house, unprepared.games
    anna, wanda = house.browser("Anna"), house.browser("Wanda", "de")
    home = anna.get("/")
    assert home.status_code == 200 and home.text.count('action="/play-now"') == len(GAMES)
    assert "strong bots are being prepared" in home.text and home.text.count("seconds more") == len(GAMES)
    kinds = ("me", "bot-king", "bot-page", "bot-squire", "bot-knight")[: max(fewest(game_id), min(3, find_game(game_id).seats[-1]))]
    table = anna.make(game_id, kinds, public="yes")
    wait_for(lambda: house.behind(table).actors == (0,))
    page = anna.get(f"/t/{table}").text
    assert "bot, king, plays as squire for now" in page and "Until that is done they play as squires" in page
    assert 'id="preparing"' in page and f'data-from="/t/{table}/preparing"' in page and "more</li>" in page
    my_moves(house, table, None, anna, 2)
    watched = wanda.get(f"/t/{table}").text
    assert "spielt vorerst als Knappe" in watched and "Spielen kannst du schon alles" in watched
    assert all(anna.get(f"/t/{table}{path}").status_code == 200 for path in ("/at/0", "/at/1", "/choices", "/text", "/preparing"))
    assert anna.get(f"/rules/{game_id}").status_code == 200 == anna.get(f"/picture/{game_id}/middle.svg").status_code
    record = write(Match(find_game(game_id), seed=1, mode="python"))
    assert anna.post("/import", text=record).status_code == 303

    by_api, seats = house.make(game_id, ("me", *("bot",) * (len(kinds) - 1)), "king")
    view = wait_for(lambda: (view := seats[0].view())["actors"] == [0] and view)
    assert view["bots"] == [None, *["squire"] * (len(kinds) - 1)]
    seat = seats[0].get("").json()["seats"][1]
    assert (seat["level"], seat["plays_as"]) == ("king", "squire")
    my_moves(house, by_api, seats[0], anna, 2)
    assert not house.client.get("/api/v1/games").json()[0]["ready"]
    assert games.mode(game_id) == games.bot_mode(game_id) == "python" and games.state(game_id).stage in ("waiting", "compiling")


def test_a_hint_and_an_analysis_come_when_they_can(unprepared: Unprepared) -> None:
    house = unprepared.house
    anna = house.browser("Anna")
    table = anna.make("loewenherz", ("me", "bot-page"))
    wait_for(lambda: house.behind(table).actors == (0,))
    assert anna.post(f"/t/{table}/hint", seat=0, number=house.behind(table).number).status_code == 303
    assert "The strongest bot is being prepared, and thinks about your position then" in anna.get(f"/t/{table}").text
    golden = Path(__file__).resolve().parent.parent / "golden" / "rheinlaender"
    record = min(golden.glob("*.json"), key=lambda file: file.stat().st_size).read_text("utf-8")
    finished = anna.post("/import", text=record).headers["location"]
    analysis = anna.get(f"{finished}/analysis")
    assert analysis.status_code == 200 and "when the strong bots are prepared, in about" in analysis.text


def test_squires_that_think_interpreted_keep_to_their_time() -> None:
    """By a clock that jumps: the first action that was looked at is as much as there is time for."""
    match = Match(find_game("koenig"), seed=4, mode="python")
    seat = match.actors[0]
    legal = match.legal_actions(seat)
    assert len(legal) > 20 and choose(match.known(seat), "squire", 1, "python", within=0.0) in legal


def test_levels_while_bots_are_compiled() -> None:
    games = Preparation("native")
    assert [games.plays_as("koenig", level) for level in ("page", "squire", "knight", "king")] == ["page", "squire", "squire", "squire"]
    games._bots.add("koenig")
    assert [games.plays_as("koenig", level) for level in ("knight", "king")] == ["knight", "king"]
    assert Preparation("python").plays_as("koenig", "king") == "king", "where nothing is compiled, it thinks interpreted"


# When it is compiled ------------------------------------------------------------------------------------------------------------------


@COMPILED
@pytest.mark.parametrize("game_id", GAMES)
def test_a_table_in_play_goes_over_unnoticed(unprepared: Unprepared, monkeypatch: pytest.MonkeyPatch, game_id: str) -> None:
    """The same table, the same bytes; the king thinks as itself from then on, and nothing is compiled in anybody's request."""
    house, games = unprepared.house, unprepared.games
    anna, levels = house.browser("Anna"), []
    real = pacing.choose
    monkeypatch.setattr(pacing, "choose", lambda known, level, *more: (levels.append(level), real(known, "page", *more))[1])
    table = anna.make(game_id, ("me", "bot-king", *["bot-page"] * (fewest(game_id) - 2)))
    behind = house.behind(table)
    my_moves(house, table, None, anna, 3)
    wait_for(lambda: behind.actors == (0,))
    assert anna.post(f"/t/{table}/hint", seat=0, number=behind.number).status_code == 303
    before, page = behind.match.state.tobytes(), anna.get(f"/t/{table}").text
    assert behind.match.mode == "python" and "squire" in levels and set(levels) <= {"squire", "page"}
    unprepared.finish(game_id)
    assert games.state(game_id) == Progress("ready", 1.0) and not games.finished
    wait_for(lambda: behind.advice[0].told)
    assert behind.match.mode == "native" and behind.match.state.tobytes() == before

    from numba.core import event

    with event.install_recorder("numba:compile") as recorder:
        after = wait_for(lambda: (page := anna.get(f"/t/{table}").text) and "advice-rank" in page and page)
        assert "for now" in page and "for now" not in after and "being prepared" not in after
        my_moves(house, table, None, anna, 3)
        wait_for(lambda: "king" in levels)
        assert anna.get(f"/t/{table}/choices").status_code == anna.get(f"/t/{table}/text").status_code == 200
        behind.game.write_position(behind.match.state)
    assert not recorder.buffer, "nothing is compiled in a request"
    replayed = Match(behind.game, behind.players, behind.options, behind.match.seed, mode="python")
    with behind.lock:
        history, state = behind.match.history, behind.match.state.tobytes()
    for seat, notation in history:
        replayed.play(notation, seat)
    assert replayed.state.tobytes() == state
    house.tables.forget(behind)
    assert house.behind(table).match.mode == "native", "a table that is loaded begins so"


@COMPILED
def test_threads_that_ask_at_once_get_whole_twins() -> None:
    """The first use of interpreted rules is made by many requests at the same time."""
    code = """
import threading
import time
from types import FunctionType
from kronland.core import kernel
from kronland.core.kernel import interpreted, _sources
from kronland.games import find_game
game, whole = find_game("loewenherz"), []
kernel.FunctionType = lambda *made: (time.sleep(0), FunctionType(*made))[1]  # lets the others go on in between
barrier = threading.Barrier(8)
def ask():
    barrier.wait()
    twin = interpreted(game.kernels["legal"])
    whole.append(isinstance(twin, FunctionType) and not any(id(value) in _sources for value in list(twin.__globals__.values())))
threads = [threading.Thread(target=ask) for _ in range(8)]
[thread.start() for thread in threads], [thread.join() for thread in threads]
assert whole == [True] * 8, whole
"""
    subprocess.run([sys.executable, "-c", "import sys; sys.setswitchinterval(1e-6)\n" + code], check=True)


# In which order, and how far ----------------------------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_interpreted_rules_are_ready_at_once() -> None:
    games = Preparation("python")
    assert games.finished and all(games.state(game).ready for game in GAMES)
    assert games.state("chess").stage == "failed"


def test_a_game_that_somebody_sits_at_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One core: the game that it is busy with is gone on with later."""
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: False)
    monkeypatch.setattr(preparing, "CHILD", WAITING_CHILD.format(signs=str(tmp_path)))
    games = Preparation("native", cores=1)
    games.start()
    wait_for(lambda: games._works[GAMES[0]].child)
    games.first(GAMES[2])
    wait_for(lambda: games.state(GAMES[2]).stage == "compiling" and games._works[GAMES[2]].child)
    assert games.state(GAMES[0]).stage == "waiting"
    games.first(GAMES[3])
    games.first(GAMES[1])
    assert games.state(GAMES[2]).stage == "compiling", "where somebody sits is not left for another"
    assert next(iter(games._works)) == GAMES[1]
    games.stop()
    games.wait()
    wait_for(lambda: not any(thread.is_alive() for thread in games._threads))


def test_the_game_that_somebody_sits_at_is_compiled_by_two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two cores: the second one leaves the game that nobody sits at, and is not called away for a table elsewhere."""
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: False)
    monkeypatch.setattr(preparing, "CHILD", WAITING_CHILD.format(signs=str(tmp_path)))
    games = Preparation("native", cores=2)
    games.start()
    first, second = (games._works[game] for game in GAMES[:2])
    wait_for(lambda: first.child and second.child)
    assert not first.helped and not second.helped, "two games at a time, where nobody sits"
    games.first(GAMES[0])
    wait_for(lambda: first.helper)
    helper = first.helper
    assert games.state(GAMES[1]).stage == "waiting" and games.state(GAMES[1]).seconds > games.state(GAMES[0]).seconds
    games.first(GAMES[2])
    games.first(GAMES[3])
    assert first.helper is helper and helper is not None and helper.poll() is None
    games.stop()
    helper.wait(60)
    games.wait()
    wait_for(lambda: not any(thread.is_alive() for thread in games._threads))


def test_the_last_game_is_compiled_by_two_and_help_may_fail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: False)
    monkeypatch.setattr(preparing, "CHILD", "import sys; sys.argv[2:] and sys.exit(3)\n" + WAITING_CHILD.format(signs=str(tmp_path)))
    monkeypatch.setattr(Preparation, "_read_rules", lambda self, game: None)
    monkeypatch.setattr(preparing, "prepare", lambda game: None)
    games = Preparation("native", cores=2)
    games.start()
    for game in GAMES[:-1]:
        (tmp_path / game).touch()
    wait_for(lambda: games._works[GAMES[-1]].helped and games._works[GAMES[-1]].helper is None)
    (tmp_path / GAMES[-1]).touch()
    games.wait()
    assert all(games.state(game).ready for game in GAMES)
    wait_for(lambda: not any(thread.is_alive() for thread in games._threads))


def test_what_is_left_is_told_by_what_was_measured() -> None:
    clock = Clock()
    games = Preparation("native", cores=2, clock=clock)
    first, second, third, _ = (games._works[game] for game in GAMES)
    assert games.state(GAMES[3]).seconds == pytest.approx(2 * WHOLE, abs=1), "two at a time"
    for work in (first, second):
        work.stage = "compiling"
        games._begin_step(work, 6.0, 30.0)
    early = games.state(GAMES[0])
    clock.now += 3
    late = games.state(GAMES[0])
    assert late.seconds == early.seconds - 3 and late.share > early.share, "it moves within a step, too"
    clock.now += 12 - 3
    for work in (first, second):  # took twice as long as was thought
        games._measure(work)
        games._begin_step(work, 10.0, 20.0)
    assert 30 < games.state(GAMES[0]).seconds < 60
    assert games.state(GAMES[2]).seconds == pytest.approx(games.state(GAMES[0]).seconds + third.todo * games._rate(), abs=1)


def test_the_child_tells_its_steps_and_its_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: False)
    monkeypatch.setattr(preparing, "CHILD", WAITING_CHILD.format(signs=str(tmp_path)) + "raise SystemExit(3)")
    games = Preparation("native", cores=1)
    first = GAMES[0]
    assert games.state(first).stage == "waiting" and not games.finished
    games.start()
    wait_for(lambda: games._works[first].step == COSTS["rules"]["legal"])
    assert games.state(first).stage == "compiling"
    for game in GAMES:
        (tmp_path / game).touch()
    games.wait()
    assert all(games.state(game).stage == "failed" and games.plays_as(game, "king") == "squire" for game in GAMES)


@COMPILED
def test_a_game_that_was_compiled_before_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: game.id == "koenig")
    monkeypatch.setattr(preparing, "CHILD", "raise SystemExit(3)")
    games = Preparation("native", cores=1)
    games.start()
    games.wait()
    assert {game: games.state(game).stage for game in GAMES} == {**dict.fromkeys(GAMES, "failed"), "koenig": "ready"}
    assert games.bot_mode("koenig") == games.mode("koenig") == "native"


def test_a_game_that_is_only_read_is_worth_waiting_for(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = GAMES[:2]
    looked, read = threading.Event(), threading.Event()
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: looked.wait(60) and game.id == first)
    monkeypatch.setattr(Preparation, "_prepare", lambda self, work: read.wait(60) and self._end(work, "ready"))
    games = Preparation("native", cores=1)
    assert games.near(first) is None, "nobody reads anything yet"
    games.start()
    seen = games.near(first)
    assert seen is not None and not seen.done()
    looked.set()
    seen.result(60)
    assert games.near(first) is games.over(first) and games.near(second) is not games.over(second)
    read.set()
    games.wait_for_reading()
    games.wait()
    assert games.near(first) is games.near(second) is None


def test_what_has_to_be_compiled_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: False)
    monkeypatch.setattr(preparing, "CHILD", WAITING_CHILD.format(signs=str(tmp_path)))
    games = Preparation("native", cores=1)
    games.start()
    games.wait_for_reading()
    assert all(games.near(game) is None for game in GAMES) and not games.finished
    games.stop()


def test_a_bot_waits_for_what_is_only_read() -> None:
    begun: list[str] = []
    near: Future[None] = Future()
    games = SimpleNamespace(near=lambda game: None if near.done() else near, plays_as=lambda game, level: level)
    thinking = SimpleNamespace(submit=lambda level, *more: begun.append(level))
    bots: Any = SimpleNamespace(tables=SimpleNamespace(games=games), thinking=thinking, _think=None)
    bots._begin = lambda turn: pacing.Pacing._begin(bots, turn)
    bots._begin(SimpleNamespace(game="koenig", level="knight", share=None))
    assert not begun
    near.set_result(None)
    assert begun == ["knight"]


def test_who_waits_for_a_game_is_let_go_when_the_server_stops() -> None:
    games = Preparation("native")
    waiting: Future[None] = games.over("koenig")
    thread = threading.Thread(target=games.wait)
    thread.start()
    games.stop()
    thread.join(120)
    assert not thread.is_alive() and waiting.cancelled() and games.finished
