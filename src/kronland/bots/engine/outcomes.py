"""What actions bring at once: the states that they lead to, and the points in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.game import MOST_SEATS, Game, act
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.layout import State
from kronland.core.log import NO_LOG
from kronland.core.tally import batch_result


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
