"""What a batch is asked for, checked, and what is said to whoever asks for something else: the same on the CPU and on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.errors import IllegalAction, KronlandError, UsageError
from kronland.core.game import Game
from kronland.core.given import described, quoted, read_word, whole, whole_number
from kronland.core.kernel import interpreted
from kronland.core.layout import State
from kronland.core.seeds import SMALL_SEEDS
from kronland.core.stepping import NOTHING

RANDOM, PAGE = OTHERS = ("random", "page")  # how the seats that do not learn choose: all alike, or by the game's taste


LAST = np.uint64(2**63 - 1)


def check_others(others: Any) -> str:
    if not isinstance(others, str) or others not in OTHERS:
        raise UsageError(
            f"the others are {quoted(others)}; expected {' or '.join(map(repr, OTHERS))}, which is all that many games at once have"
        )
    return str(others)


def small_seed(seed: Any, games: int) -> int:
    """Every game has a seed of its own, and those that follow it do, too."""
    return whole("seed", seed, 0, SMALL_SEEDS - games)


def actions_for(given: Any, games: int) -> Any:
    """An action for each game, as numbers that are an array of their own."""
    try:
        array = np.asarray(given)
    except ValueError:  # rows of different lengths
        array = np.zeros(0)
    large = array.dtype.kind == "u" and (array > LAST).any()  # of the unsigned ones, which would come out negative
    if array.shape != (games,) or array.dtype.kind not in "iu" or large:
        raise UsageError(f"expected {games} whole numbers, an action for each game; got {described(given)}")
    return array.astype(np.int64)


def why_not(game: Game, state: State, number: int, seat: int, action: int, count: int, first: int) -> KronlandError:
    """What is wrong with the action of a game that has so many legal ones, of which `first` is one."""
    if seat < 0:
        return UsageError(f"game {number} is over; expected {NOTHING} for it, or reset(), or a batch whose games restart")
    legal = f"expected one of its {count} legal actions, such as {first}"
    if not 0 <= action < game.space.size:
        return UsageError(f"game {number}: there is no action {action}; {legal}")
    with np.errstate(over="ignore"):
        code = int(interpreted(game.kernels["refusal"])(state, seat, action))
    why = game.why(code)
    named = f"{game.space.notation(action, seat)!r} ({action})"
    return IllegalAction(f"game {number}: {named} is not legal now: {str(why).rstrip('.')}; {legal}", why)


FAR = 0xD1B54A32D192ED03  # times small numbers: far from one another


def chance_for(first_seed: int, call: int, seed: int | None) -> Any:
    """What a call of a batch draws from."""
    return np.uint64((first_seed * 0x9E3779B9 + call * FAR) % 2**64 if seed is None else read_word(seed))


def check_number(given: Any, games: int) -> int:
    number = whole_number(given)
    if number is None or not 0 <= number < games:
        raise UsageError(f"there is no game {quoted(given)}; games are 0 to {games - 1}")
    return number
