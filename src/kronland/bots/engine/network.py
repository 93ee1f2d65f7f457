"""A small network beside the linear evaluation: what it sees in a position that features do not tell.

It is shown what one seat may know, the numbers of `core.observation`, and the features of all seats, counted from that seat. Two layers of
sums come after that, then one number for each seat, which is added to the seat's linear worth before worths become shares (`evaluation`).
So a network that says nothing leaves the linear evaluation as it is, and learning begins there.

Nearly all that it costs is the first layer, thousands of numbers wide. These are whole, their weights are too (in steps of `step`), and the
sums are kept from one position to the next: what is different is added, and nothing else. Whole sums come out the same whichever
position was looked at before, so a bot with a fixed seed still chooses the same whatever it has thought about.

A file holds the arrays and a text on how they were made: `minds/weights/GAME.npz`, which NumPy alone reads.
"""

from __future__ import annotations

import io
import itertools
import json
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kronland.core.errors import UsageError
from kronland.core.files import write_bytes
from kronland.core.game import Game
from kronland.core.kernel import Generic, bare, rule
from kronland.core.observing import seats_between

FIRST, SECOND = 64, 32  # sums in the layers
FINEST = 1 / 4096  # step of the weights of the first layer, where they are not too large for it
LARGEST = 32767  # such steps
WORD = 8  # numbers that are compared at once
LARGEST_FILE = 1 << 20
PARTS = ("linear", "first", "step", "dense", "bias", "second", "second_bias", "last", "last_bias")

LOOK = Generic("look")
look = LOOK.function  # look(s, seat, room): put what a seat may know into room.seen

_numbers = itertools.count(1)


class Weights(NamedTuple):
    """What a bot judges by: linear weights, a row early and a row late, and perhaps a network."""

    linear: Any
    number: int  # of the network in this process; 0: there is none
    first: Any  # of each number that is seen, in steps
    step: float
    dense: Any  # of each feature of each seat, and of how far the game has come
    bias: Any
    second: Any
    second_bias: Any
    last: Any
    last_bias: Any


class Room(NamedTuple):
    """What judging works in."""

    features: Any  # of one seat, and room for finding them
    state: Any  # one to censor
    seen: Any
    seen_words: Any  # the same, a word of numbers at a time
    before: Any  # what the sums are of
    before_words: Any
    sums: Any  # of the first layer, in steps
    held: Any  # the number of the network that they are of
    dense: Any
    one: Any
    two: Any


def without_network(linear: Any) -> Weights:
    """Linear weights alone."""
    none = np.zeros(0, np.float32)
    wide, narrow = np.zeros((0, FIRST), np.float32), np.zeros((0, SECOND), np.float32)
    return Weights(np.ascontiguousarray(linear), 0, np.zeros((0, FIRST), np.int16), 1.0, wide, none, narrow, none, wide, none)


def new_room(game: Game, features: int) -> Room:
    """Room to judge positions of a game by so many features of each seat."""
    size = game.observation.size if game.observation is not None else 0
    seen, before = (np.zeros((size + WORD - 1) // WORD * WORD, np.uint8) for _ in range(2))
    return Room(
        features=np.zeros(features),
        state=game.layout.batch(1),
        seen=seen,
        seen_words=seen.view(np.uint64),
        before=before,
        before_words=before.view(np.uint64),
        sums=np.zeros(FIRST, np.int32),
        held=np.zeros(1, np.int64),
        dense=np.zeros(game.seats[-1] * features + 1, np.float32),
        one=np.zeros(FIRST, np.float32),
        two=np.zeros(SECOND, np.float32),
    )


@rule
def with_linear(weights, linear):
    """The same network beside other linear weights."""
    return Weights(
        linear,
        weights.number,
        weights.first,
        weights.step,
        weights.dense,
        weights.bias,
        weights.second,
        weights.second_bias,
        weights.last,
        weights.last_bias,
    )


# What it comes to -------------------------------------------------------------------------------------------------------------------


@rule
def correct(s, viewer, weights, room, table):
    """Add what the network says to the worth of each seat in table[0]; features are in room.dense, and what is seen in room.seen."""
    _sum_first(weights, room)
    one, two = room.one, room.two
    for j in range(FIRST):
        one[j] = np.float32(room.sums[j]) * np.float32(weights.step) + weights.bias[j]
    _add(one, room.dense, weights.dense)
    for j in range(SECOND):
        two[j] = weights.second_bias[j]
    _keep_positive(one)
    _add(two, one, weights.second)
    _keep_positive(two)
    for seat in range(s.players):
        k = seats_between(s, viewer, seat)
        said = weights.last_bias[k]
        for j in range(SECOND):
            said += two[j] * weights.last[j, k]
        table[0, seat] += said


@bare
def _sum_first(weights, room):
    """Bring the sums of the first layer up to what is seen now."""
    seen, before, sums = room.seen, room.before, room.sums
    if room.held[0] != weights.number:
        room.held[0] = weights.number
        for word in range(room.before_words.shape[0]):
            room.before_words[word] = np.uint64(0)
        for j in range(FIRST):
            sums[j] = 0
    for word in range(room.seen_words.shape[0]):
        if room.seen_words[word] != room.before_words[word]:
            for i in range(WORD * word, WORD * word + WORD):
                more = np.int32(seen[i]) - np.int32(before[i])
                if more != 0:
                    for j in range(FIRST):
                        sums[j] += more * np.int32(weights.first[i, j])
            room.before_words[word] = room.seen_words[word]


@bare
def _add(sums, numbers, weights):
    """Add so much of each row of weights as its number says."""
    for i in range(weights.shape[0]):
        number = numbers[i]
        if number != 0:
            for j in range(sums.shape[0]):
                sums[j] += number * weights[i, j]


@bare
def _keep_positive(sums):
    for j in range(sums.shape[0]):
        if sums[j] < 0:
            sums[j] = 0


# Files ------------------------------------------------------------------------------------------------------------------------------


def sizes(game: Game, features: int) -> dict[str, tuple[int, ...]]:
    """What shape each part of a network of a game has."""
    assert game.observation is not None
    seats = game.seats[-1]
    return {
        "linear": (2, features),
        "first": (game.observation.size, FIRST),
        "step": (),
        "dense": (seats * features + 1, FIRST),
        "bias": (FIRST,),
        "second": (FIRST, SECOND),
        "second_bias": (SECOND,),
        "last": (SECOND, seats),
        "last_bias": (seats,),
    }


def in_steps(first: Any) -> tuple[Any, float]:
    """Weights of the first layer as whole numbers, and the step that they count."""
    step = max(FINEST, float(np.abs(first).max(initial=0.0)) / LARGEST)
    return np.rint(np.asarray(first, np.float64) / step).astype(np.int16), step


def save_network(file: Path, parts: dict[str, Any], made: dict[str, Any]) -> None:
    """Write a network, with how it was made."""
    stream = io.BytesIO()
    np.savez_compressed(stream, made=np.array(json.dumps(made)), **{name: parts[name] for name in PARTS})
    if len(stream.getvalue()) > LARGEST_FILE:
        raise UsageError(f"{file.name} would have {len(stream.getvalue())} bytes; expected {LARGEST_FILE} at most")
    write_bytes(file, stream.getvalue())


def load_network(file: Path, game: Game, features: int) -> tuple[Weights, dict[str, Any]]:
    """A network of a game from its file, and how it was made; one that does not fit the game is refused."""
    if game.observation is None:
        raise UsageError(f"{game.title} has no observations, so there is no network for it; expected hand or trained")
    made_by = f"one made by `kronland train {game.id} --net`"
    try:
        with np.load(file, allow_pickle=False) as found:
            parts = {name: found[name] for name in PARTS}
            made = json.loads(str(found["made"]))
    except FileNotFoundError:
        raise UsageError(f"there is no network {file.name} for {game.title}; expected {made_by}") from None
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        raise UsageError(f"{file.name} is no network; expected {made_by}") from None
    for name, shape in sizes(game, features).items():
        if parts[name].shape != shape:
            raise UsageError(f"{file.name}: {name} has the shape {parts[name].shape}; expected {shape}, as {game.title} has it now")
    return weights_from(parts), made


def weights_from(parts: dict[str, Any]) -> Weights:
    """A network as kernels take it, with a number of its own."""
    first = np.zeros(((parts["first"].shape[0] + WORD - 1) // WORD * WORD, FIRST), np.int16)
    first[: parts["first"].shape[0]] = parts["first"]
    rest = {name: np.ascontiguousarray(parts[name], np.float32) for name in PARTS[3:]}
    return Weights(np.array(parts["linear"], np.float64), next(_numbers), first, float(parts["step"]), **rest)
