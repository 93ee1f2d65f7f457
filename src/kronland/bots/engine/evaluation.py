"""What a position is worth to each seat: features with weights, and from them the share of the win that each seat may expect.

Every game binds a few small kernels to its state type (see the module of its name in `bots.minds`):

- `features(s, seat, out)` fills the features of a seat and gives how far the game has come, from 0 to 1;
- `hunch(s, seat, action)` is the weight of a legal action before any thought; 0: not worth one (a bid of 37 ducats next to one of 36);
  a game that can weigh all legal actions faster together gives `hunches(s, seat, actions, n, out)` instead;
- `withdraw(s, seat)`, where seats choose in secret at the same time, takes back what others have chosen: the search chooses for them.

A bot thinks about a state that is `settled`: `resample` with the same chance every time. As that draws from what a seat knows, and not from
how the hidden cards lie, states that the seat could not tell apart become the same one, and a bot that starts from there cannot peek.

The weight of a feature moves from its early to its late value as the game goes on. The weighted sums of all seats become shares as in a
logistic model: whoever is ahead by one expects about 2.7 times the share of the other. So the weights can be learned from results.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from kronland.core.chance import forget_chance
from kronland.core.errors import UsageError
from kronland.core.game import resampled, result
from kronland.core.kernel import Generic, Kernel, entry
from kronland.games import PACKAGES, find_game

FEATURES, HUNCH, HUNCHES, WITHDRAW = Generic("features"), Generic("hunch"), Generic("hunches"), Generic("withdraw")
features, hunch, hunches, withdraw = FEATURES.function, HUNCH.function, HUNCHES.function, WITHDRAW.function

WEIGHTS = Path(__file__).parent.parent / "minds" / "weights"
HOUSE, MINDS = "kronland.games.", "kronland.bots.minds"


@entry
def expect(s, weights, room, table):
    """The expected share of the win of each seat, in table[0]; weights are a row early and a row late, room is for the features."""
    if s.ended:
        result(s, table)
        return
    highest = -1e30
    for seat in range(s.players):
        progress = features(s, seat, room)
        worth = 0.0
        for f in range(weights.shape[1]):
            worth += room[f] * (weights[0, f] * (1.0 - progress) + weights[1, f] * progress)
        table[0, seat] = worth
        if worth > highest:
            highest = worth
    total = 0.0
    for seat in range(s.players):
        table[0, seat] = np.exp(table[0, seat] - highest)
        total += table[0, seat]
    for seat in range(s.players):
        table[0, seat] /= total


@entry
def one_by_one(s, seat, actions, n, out):
    """The hunches of a game that has one for each action by itself."""
    for i in range(n):
        out[i] = hunch(s, seat, actions[i])


@entry
def nothing_secret(s, seat):
    """In a game in which nobody chooses in secret there is nothing to take back."""


@entry
def settled(s, seat):
    """Make the state the one that stands for all that the seat could not tell from it."""
    withdraw(s, seat)
    resampled(s, seat, np.uint64(0))
    forget_chance(s)
    s.barrier = 0


@dataclass(frozen=True)
class Mind:
    """What bots know about one game: the names of its features, and the kernels that find them."""

    features: tuple[str, ...]
    kernels: Mapping[str, Kernel]

    def bind(self, dtype: Any) -> None:
        for generic in (FEATURES, HUNCH, HUNCHES, WITHDRAW):
            if generic.name in self.kernels:
                generic.bind(dtype, self.kernels[generic.name])
        if HUNCHES.name not in self.kernels:
            HUNCHES.bind(dtype, one_by_one)
        if WITHDRAW.name not in self.kernels:
            WITHDRAW.bind(dtype, nothing_secret)


@cache
def mind_of(game_id: str) -> Mind:
    """What bots know about a game, bound to its state type."""
    mind = _mind_module(game_id).MIND
    assert isinstance(mind, Mind)
    mind.bind(find_game(game_id).layout.dtype)
    return mind


def _mind_module(game_id: str) -> Any:
    """Minds of the house lie in `bots.minds`, for games know nothing of bots; a game that lies elsewhere brings its own, `mind.py`."""
    package = PACKAGES[game_id]
    return import_module(f"{MINDS}.{game_id}" if package.startswith(HOUSE) else f"{package}.mind")


def weights_file(game_id: str) -> Path:
    return (
        WEIGHTS / f"{game_id}.toml"
        if PACKAGES[game_id].startswith(HOUSE)
        else Path(_mind_module(game_id).__file__).with_name("weights.toml")
    )


@cache
def read_weights(game_id: str, name: str) -> Any:
    """A set of weights from the game's file: `hand` (set by hand) or `trained`; until somebody has trained them, those are the same."""
    file = weights_file(game_id)
    sets = tomllib.loads(file.read_text(encoding="utf-8"))
    sets.setdefault("trained", sets["hand"])
    if name not in sets:
        raise UsageError(f"{file.name}: there are no weights {name!r}; there are {', '.join(sets)}")
    return weights_of(mind_of(game_id).features, sets[name], f"{file.name}: {name}")


def weights_of(names: Sequence[str], given: Mapping[str, Sequence[float]], where: str) -> Any:
    """Weights as rows early and late, in the order of the features."""
    if missing := [name for name in names if name not in given]:
        raise UsageError(f"{where}: weights are missing for {', '.join(missing)}")
    if unknown := [name for name in given if name not in names]:
        raise UsageError(f"{where}: there is no feature {unknown[0]!r}; expected {', '.join(names)}")
    return np.array([[float(given[name][0]) for name in names], [float(given[name][1]) for name in names]])
