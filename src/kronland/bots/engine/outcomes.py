"""What actions bring at once: the states that they lead to, and the points won."""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.game import MOST_SEATS, act
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.log import NO_LOG
from kronland.core.play import batch_result
from kronland.core.view import Known


def outcomes(known: Known, actions: Any, mode: str = DEFAULT_MODE) -> tuple[Any, Any]:
    """The states that the actions lead to, and the points that each seat wins by them, as far as the seat can know."""
    states = known.game.layout.batch(1 + len(actions))
    states[0] = known.state
    with np.errstate(over="ignore"):
        decide = in_mode(act, mode)
        for number, action in enumerate(actions, 1):
            states[number] = known.state
            decide(states[number], known.seat, int(action), NO_LOG)
    points = _points_in(states, mode)
    return states[1:], points[1:] - points[0]


def _points_in(states: Any, mode: str) -> Any:
    """The points of each seat in each state of a batch."""
    table = np.zeros((len(states), 3, MOST_SEATS))
    with np.errstate(over="ignore"):
        in_mode(batch_result, mode)(states, table)
    return table[:, 1, : int(states[0].players)]
