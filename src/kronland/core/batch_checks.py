"""What a batch is asked for, checked, and what is said to whoever asks for something else: the same on the CPU and on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.errors import IllegalAction, KronlandError, UsageError
from kronland.core.game import Game
from kronland.core.kernel import interpreted
from kronland.core.layout import State
from kronland.core.seeds import SMALL_SEEDS
from kronland.core.stepping import NOTHING


def whole(what: str, number: Any, least: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise UsageError(f"{what} is {number!r}; expected a whole number from {least} on")
    return int(number)


RANDOM, PAGE = OTHERS = ("random", "page")  # how the seats that do not learn choose: all alike, or by the game's taste


def check_others(others: Any) -> str:
    if others not in OTHERS:
        raise UsageError(f"the others are {others!r}; expected {' or '.join(map(repr, OTHERS))}, which is all that many games at once have")
    return str(others)


def small_seed(seed: Any, games: int) -> int:
    """Every game has a seed of its own, and those that follow it do, too."""
    most = SMALL_SEEDS - games
    if whole("seed", seed, 0) > most:
        raise UsageError(f"the seed {seed} is out of range; expected 0 to {most}")
    return int(seed)


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
    return np.uint64((first_seed * 0x9E3779B9 + call * FAR if seed is None else seed) % 2**64)


def check_number(number: int, games: int) -> int:
    if not isinstance(number, int | np.integer) or not 0 <= number < games:
        raise UsageError(f"there is no game {number}; games are 0 to {games - 1}")
    return int(number)


def check_seat(seat: int, players: int) -> int:
    if not 0 <= seat < players:
        raise UsageError(f"there is no seat {seat}; seats are 0 to {players - 1}")
    return seat


def described(given: Any) -> str:
    if isinstance(given, np.ndarray):
        return f"an array of {given.shape}, {given.dtype}"
    return f"{type(given).__name__} {str(given)[:60]!r}"
