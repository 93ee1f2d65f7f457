"""The two first bots.

`page` plays carelessly but lively, by the game's taste. `squire` takes what brings the most points at once, counted against the best of the
others, and follows its taste where several are equal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.errors import UsageError
from kronland.core.flow import mixed
from kronland.core.game import MOST_SEATS, Game, act
from kronland.core.kernel import DEFAULT_MODE, in_mode, interpreted
from kronland.core.layout import State
from kronland.core.log import NO_LOG
from kronland.core.play import lively_choice
from kronland.core.tally import batch_result

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
    points = outcomes(game, state, seat, out[:count], mode)[1]
    others = np.delete(points, seat, axis=1).max(axis=1)
    values = points[:, seat] - others
    best = np.flatnonzero(values == values.max())
    out[: len(best)] = out[:count][best]
    return len(best)


def outcomes(game: Game, state: State, seat: int, actions: Any, mode: str = DEFAULT_MODE) -> tuple[Any, Any]:
    """The states that the actions lead to, and the points of each seat in them."""
    states = game.layout.batch(len(actions))
    with np.errstate(over="ignore"):
        decide = in_mode(act, mode)
        for number, action in enumerate(actions):
            states[number] = state
            decide(states[number], seat, int(action), NO_LOG)
    return states, points_in(states, mode)


def points_in(states: Any, mode: str = DEFAULT_MODE) -> Any:
    """The points of each seat in each state of a batch."""
    table = np.zeros((len(states), 3, MOST_SEATS))
    with np.errstate(over="ignore"):
        in_mode(batch_result, mode)(states, table)
    return table[:, 1, : int(states[0].players)]
