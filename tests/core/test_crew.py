"""The threads of a batch: one caller at a time, and all of them there in a process that was forked."""

from __future__ import annotations

import multiprocessing
import threading
from typing import Any

import pytest

import kronland
from kronland.core.batch import GameBatch
from kronland.core.crew import Crew

ASKED: dict[str, tuple[Any, ...]] = {"step": ([5, 5],), "observe": (), "sample": (), "candidates": (), "reset": (), "match": (0,)}
LONG = 120


@pytest.mark.parametrize("name", ASKED)
def test_one_caller_at_a_time_is_at_the_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels let go of the interpreter's lock: one stepped states that another one looked at, and discs lay twice afterwards."""
    games = kronland.batch("brianboru", players=3, games=2, seed=7, mode="python")
    taken: list[bool] = []

    def another(*_: Any, **__: Any) -> None:
        """While a caller is at the games."""
        asking = threading.Thread(target=lambda: taken.append(games._crew.turn.acquire(blocking=False)))
        asking.start()
        asking.join()
        raise InterruptedError

    for part in ("_run", "_call"):
        monkeypatch.setattr(games, part, another)
    monkeypatch.setattr(kronland.Match, "from_state", another)
    with pytest.raises(InterruptedError):
        getattr(games, name)(*ASKED[name])
    assert taken == [False] and games._crew.turn.acquire(blocking=False)


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    """A fork copies none, and whoever waited for those of its parent waited for ever."""
    crew, done = Crew(2), []
    crew.work([lambda: done.append(1), lambda: done.append(2)])
    assert sorted(done) == [1, 2]
    with crew.turn:
        child = multiprocessing.get_context("fork").Process(target=_work, args=(crew,))
        child.start()
    child.join(LONG)
    stuck = child.is_alive()
    child.kill()
    assert not stuck and child.exitcode == 0


def _work(crew: Crew) -> None:
    done: list[int] = []
    asking = threading.Thread(target=lambda: done.append(crew.turn.acquire(timeout=LONG)))
    asking.start()
    asking.join()
    crew.work([lambda: done.append(1), lambda: done.append(2)])
    raise SystemExit(0 if sorted(done) == [1, 1, 2] else 1)


def test_a_batch_is_of_a_game() -> None:
    with pytest.raises(kronland.UsageError, match="'brianboru' is no game; expected kronland"):
        GameBatch("brianboru")  # type: ignore[arg-type]
