"""The two first bots.

`page` plays carelessly but lively, by the game's taste. `squire` takes what brings the most points at once, counted against the best of the
others, and follows its taste where several are equal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.errors import UsageError
from kronland.core.flow import mixed
from kronland.core.game import Game, act
from kronland.core.kernel import DEFAULT_MODE, in_mode, interpreted
from kronland.core.layout import State
from kronland.core.log import NO_LOG
from kronland.core.play import lively_choice

LEVELS = ("page", "squire")


def choose(game: Game, state: State, seat: int, level: str, seed: int, mode: str = DEFAULT_MODE) -> int:
    """The action that a bot of this level takes as this seat; the same state and seed give the same action."""
    if level not in LEVELS:
        raise UsageError(f"there is no bot {level!r}; there are {' and '.join(LEVELS)}")
    with np.errstate(over="ignore"):
        out = np.zeros(game.space.size, np.int32)
        count = int(in_mode(game.kernels["legal"], mode)(state, seat, out))
        if count == 0:
            raise UsageError(f"seat {seat} has nothing to decide")
        if level == "squire":
            count = _best(game, state, seat, out, count, mode)
        draw = interpreted(mixed)(np.uint64(seed))
        return int(in_mode(lively_choice, mode)(state, seat, out, count, draw))


def _best(game: Game, state: State, seat: int, out: Any, count: int, mode: str) -> int:
    """Bring the actions with the best immediate outcome to the front of `out`; how many there are."""
    if count == 1:
        return 1
    values = np.zeros(count)
    for number in range(count):
        after = state.copy()
        in_mode(act, mode)(after, seat, int(out[number]), NO_LOG)
        points = game.results(after)[1]
        values[number] = points[seat] - max(np.delete(points, seat))
    best = np.flatnonzero(values == values.max())
    out[: len(best)] = out[:count][best]
    return len(best)
