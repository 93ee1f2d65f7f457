"""Whether a batch on a GPU is the batch of the compiled rules: arrays, candidates and states, byte for byte, over whole games."""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.batch import GameBatch
from kronland.core.game import Game
from kronland.core.kernel import check_device

EVERY = 10  # steps between two looks at everything
MOST = 8  # candidates of a game
ALWAYS = ("actors", "counts", "done")
AT_TIMES = ("mask", "results", "points")


def compare_batches(
    game: Game,
    players: int,
    options: dict[str, str],
    games: int,
    seed: int,
    restart: bool = False,
    learner: int | None = None,
    steps: int = 0,
) -> tuple[int, list[str]]:
    """Play two batches with the same random choices, to the end of all games or for so many `steps`; the number of decisions, and in what
    they differ."""
    check_device()
    from kronland.core.device_batch import DeviceBatch

    here = GameBatch(game, players, games, "native", seed, options, restart, learner=learner)
    there = DeviceBatch(game, players, games, seed, options, restart, learner)
    step, decisions, told = 0, 0, list[str]()
    while not told:
        last = step >= steps if steps else bool(here.done.all())
        if step % EVERY == 0 or last:
            told += _differences(here, there, (*ALWAYS, *AT_TIMES)) + _deeper(here, there, step)
        else:
            told += _differences(here, there, ALWAYS)
        if last:
            break
        chosen, other = here.sample(seed=step), there.sample(seed=step)
        if not np.array_equal(chosen, other.numpy()):
            told.append("sample()")
            break
        decisions += int((chosen >= 0).sum())
        here.step(chosen)
        there.step(other)
        step += 1
    return decisions, [f"{players} players, from seed {seed}: after {step} steps the GPU has another {what}" for what in told]


def _differences(here: Any, there: Any, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if not np.array_equal(getattr(here, name), getattr(there, name).numpy())]


def _deeper(here: Any, there: Any, step: int) -> list[str]:
    """In states, observations and candidates."""
    told = []
    if here.states.tobytes() != there.states.numpy().tobytes():
        told.append("state")
    if here.game.observation is None:
        return told
    if not np.array_equal(here.observe(), there.observe().numpy()):
        told.append("observe()")
    ours, theirs = (batch.candidates(MOST, seed=step) for batch in (here, there))
    names = ("first", "games", "actions", "ended", "shares", "observations")
    return told + [f"candidates().{name}" for name in names if not np.array_equal(getattr(ours, name), getattr(theirs, name).numpy())]
