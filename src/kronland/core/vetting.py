"""States from outside, looked at before rules are given them: compiled code would read on behind an array wherever a number says so.

What a state says must hold by the invariants of the rules, and be what is read back from its position as text; where that leaves
something open (`Game.left_open`), the invariants alone judge it.
"""

from __future__ import annotations

import numpy as np

from kronland.core.errors import PositionError
from kronland.core.flow import Barrier
from kronland.core.game import Game, check_state
from kronland.core.layout import CHANCE, MOST_DECISIONS, State, differences


def written(game: Game, state: State) -> str:
    """The position of a state as text, where the invariants hold; what is wrong with it else."""
    check_state(game, state)
    if not 0 <= state.clock <= MOST_DECISIONS:
        raise PositionError(f"the state cannot arise: {state.clock} decisions are said to have been made")
    try:
        with np.errstate(all="ignore"):
            problems = game.invariants(state)
            text = "" if problems else game.write_position(state)
    except Exception:  # whatever numbers lead to that no rule has ever put there
        problems = ["it is full of other numbers"]
    if problems:
        raise PositionError(f"the state cannot arise, or something in it is hidden: {problems[0]}")
    return text


def unreadable(problem: PositionError) -> PositionError:
    """What is said of a state whose text is refused."""
    return PositionError(f"the state cannot arise: as text it is no position ({problem})")


def check_read(game: Game, state: State, read: State) -> None:
    """Whether the state is the one that was read from its text."""
    if other := [name for name in differences(standing(state), standing(read)) if name not in {*CHANCE, *game.left_open}]:
        raise PositionError(f"the state cannot arise: as text it is a position with another {' and '.join(other)}")


def vet(game: Game, state: State) -> None:
    """Nothing, or what is wrong with a state."""
    text = written(game, state)
    try:
        read = game.read_position(text, int(state.players))
    except PositionError as problem:
        raise unreadable(problem) from None
    check_read(game, state, read)


def standing(state: State) -> State:
    """A state without what is about the way there: how many decisions it took, and whether the last can be taken back."""
    found = state.copy()
    found.barrier, found.clock = Barrier.NONE, 0
    return found
