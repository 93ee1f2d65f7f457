"""What a position is worth to each seat: features with weights, and from them the share of the win that each seat may expect.

Every game binds a few small kernels to its state type (see the module of its name in `bots.minds`):

- `features(s, seat, out)` fills the features of a seat and gives how far the game has come, from 0 to 1;
- `hunch(s, seat, action)` is the weight of a legal action before any thought; 0: not worth one (a bid of 37 ducats next to one of 36);
  a game that can weigh all legal actions faster together gives `hunches(s, seat, actions, n, out)` instead, and one whose `taste`, the
  weight that comes with its rules (`core.game`), is good enough for bots gives neither;
- `withdraw(s, seat)`, where seats choose in secret at the same time, takes back what others have chosen: the search chooses for them.

A bot thinks about a state that is `settled`: `resample` with the same chance every time. As that draws from what a seat knows, and not from
how the hidden cards lie, states that the seat could not tell apart become the same one, and a bot that starts from there cannot peek.

The weight of a feature moves from its early to its late value as the game goes on. The weighted sums of all seats become shares as in a
logistic model: whoever is ahead by one expects about 2.7 times the share of the other. So the weights can be learned from results. Where
weights have a `network`, it adds to these sums what it sees besides.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from kronland.bots.engine.network import LOOK, Room, Weights, correct, load_network, look, new_room, without_network
from kronland.core.chance import forget_chance
from kronland.core.ending import result
from kronland.core.errors import UsageError
from kronland.core.game import Game, censor, observe, resampled, taste
from kronland.core.kernel import DEFAULT_MODE, Generic, Kernel, entry
from kronland.core.observing import seats_between
from kronland.core.words import Text
from kronland.games import PACKAGES, find_game

FEATURES, HUNCH, HUNCHES, WITHDRAW = Generic("features"), Generic("hunch"), Generic("hunches"), Generic("withdraw")
features, hunch, hunches, withdraw = FEATURES.function, HUNCH.function, HUNCHES.function, WITHDRAW.function

WEIGHTS = Path(__file__).parent.parent / "minds" / "weights"
TRAINED, NET, LINEAR = "trained", "net", "linear"
HOUSE, MINDS = "kronland.games.", "kronland.bots.minds"


@entry
def expect(s, viewer, weights, room, table):
    """The expected share of the win of each seat, in table[0]; a network is shown what the viewer may know."""
    if s.ended:
        result(s, table)
        return
    linear, found = weights.linear, room.features
    count = linear.shape[1]
    for seat in range(s.players):
        progress = features(s, seat, found)
        worth = 0.0
        for f in range(count):
            worth += found[f] * (linear[0, f] * (1.0 - progress) + linear[1, f] * progress)
        table[0, seat] = worth
        if weights.number > 0:
            first = count * seats_between(s, viewer, seat)
            for f in range(count):
                room.dense[first + f] = found[f]
            room.dense[room.dense.shape[0] - 1] = progress
    if weights.number > 0:
        for place in range(count * s.players, room.dense.shape[0] - 1):
            room.dense[place] = 0.0
        look(s, viewer, room)
        correct(s, viewer, weights, room, table)
    highest = -1e30
    for seat in range(s.players):
        highest = max(highest, table[0, seat])
    total = 0.0
    for seat in range(s.players):
        table[0, seat] = np.exp(table[0, seat] - highest)
        total += table[0, seat]
    for seat in range(s.players):
        table[0, seat] /= total


@entry
def by_taste(s, seat, action):
    """The hunch of a mind that has none of its own."""
    return taste(s, seat, action)


@entry
def one_by_one(s, seat, actions, n, out):
    """The hunches of a game that has one for each action by itself."""
    for i in range(n):
        out[i] = hunch(s, seat, actions[i])


@entry
def nothing_secret(s, seat):
    """In a game in which nobody chooses in secret there is nothing to take back."""


@entry
def looked(s, seat, room):
    """What a seat may know, as numbers."""
    room.state[0] = s
    censor(room.state[0], seat)
    observe(room.state[0], seat, room.seen)


@entry
def nothing_to_see(s, seat, room):
    """In a game without observations there is no network to be shown any."""


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
    words: Mapping[Text, tuple[str, ...]] = field(default_factory=dict)  # what people call them

    @property
    def called(self) -> dict[str, Text]:
        """The word for each feature; one that has none goes by its name."""
        return {name: Text(name) for name in self.features} | {name: text for text, names in self.words.items() for name in names}

    def bind(self, dtype: Any, observed: bool = True) -> None:
        LOOK.bind(dtype, looked if observed else nothing_to_see)
        for generic in (FEATURES, HUNCH, HUNCHES, WITHDRAW):
            if generic.name in self.kernels:
                generic.bind(dtype, self.kernels[generic.name])
        if HUNCHES.name not in self.kernels:
            HUNCHES.bind(dtype, one_by_one)
            if HUNCH.name not in self.kernels:
                HUNCH.bind(dtype, by_taste)
        if WITHDRAW.name not in self.kernels:
            WITHDRAW.bind(dtype, nothing_secret)


_binding = threading.RLock()


def mind_of(game_id: str) -> Mind:
    """What bots know about a game, bound to its state type: once, whichever thread asks first."""
    with _binding:
        return _bound_mind(game_id)


@cache
def _bound_mind(game_id: str) -> Mind:
    mind = _mind_module(game_id).MIND
    assert isinstance(mind, Mind)
    game = find_game(game_id)
    mind.bind(game.layout.dtype, game.observation is not None)
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


def _written(game_id: str) -> dict[str, Any]:
    return tomllib.loads(weights_file(game_id).read_text(encoding="utf-8"))


@cache
def read_weights(game_id: str, name: str) -> Any:
    """A set of weights from the game's file: `hand` (set by hand), `trained`, or what `linear` in it names; until somebody has trained
    them, those are the same."""
    file = weights_file(game_id)
    sets = {key: value for key, value in _written(game_id).items() if key not in (NET, LINEAR)}
    for learned in (TRAINED, linear_name(game_id)):
        sets.setdefault(learned, sets["hand"])
    if name not in sets:
        named = [*sets, *([NET] if network_file(game_id).exists() else [])]
        raise UsageError(f"{file.name}: there are no weights {name!r}; there are {', '.join(named)}")
    return weights_of(mind_of(game_id).features, sets[name], f"{file.name}: {name}")


def network_file(game_id: str) -> Path:
    return weights_file(game_id).with_suffix(".npz")


@cache
def weights_named(game_id: str, name: str) -> Weights:
    """What a bot judges by: `net`, the game's network; or linear weights alone."""
    if name == NET:
        return load_network(network_file(game_id), find_game(game_id), len(mind_of(game_id).features))[0]
    return without_network(read_weights(game_id, name))


@cache
def usual(game_id: str, level: str, mode: str = DEFAULT_MODE) -> str:
    """The weights of a bot whose name does not say which: the network at the levels that `net` in the game's file names, where it was seen
    to win. Interpreted it would take most of a bot's time: that is how bots play for the minute in which a machine compiles."""
    return NET if mode == "native" and level in _written(game_id).get(NET, ()) else linear_name(game_id)


@cache
def linear_name(game_id: str) -> str:
    """The weights by which bots judge without a network, and which training learns: `trained`, or what `linear` in the game's file says
    where those stay as they were, for later ones to be compared with."""
    return str(_written(game_id).get(LINEAR, TRAINED))


def room_for(game: Game) -> Room:
    """Room to judge positions of a game in."""
    return new_room(game, len(mind_of(game.id).features))


def weights_of(names: Sequence[str], given: Mapping[str, Sequence[float]], where: str) -> Any:
    """Weights as rows early and late, in the order of the features."""
    if missing := [name for name in names if name not in given]:
        raise UsageError(f"{where}: weights are missing for {', '.join(missing)}")
    if unknown := [name for name in given if name not in names]:
        raise UsageError(f"{where}: there is no feature {unknown[0]!r}; expected {', '.join(names)}")
    return np.array([[float(given[name][0]) for name in names], [float(given[name][1]) for name in names]])
