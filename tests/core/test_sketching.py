"""What a GPU sketches of an observation and writes down is what the interpreted kernels write, without a GPU."""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import kronland
from kronland.core.game import hide, observe
from kronland.core.kernel import DEFAULT_MODE, ON_GPU, interpreted, source_behind
from kronland.games import GAMES, find_game

if DEFAULT_MODE == "python":
    pytest.skip("nothing is compiled", allow_module_level=True)

pytest.importorskip("numba.cuda")

from kronland.core import marching
from kronland.core.game import observe_at
from kronland.core.march import March
from kronland.core.sketching import SKETCHED, counter_numbers, words_for

SOURCES = {source_behind(kernel, None): source_behind(other, None) for kernel, other in SKETCHED.items()}


def as_on_a_gpu(kernel: Any, dtype: Any, instead: Any, made: dict[Any, Any]) -> Any:
    """A kernel interpreted as a GPU runs it: with others in place of some."""
    source = source_behind(kernel, dtype)
    if source is None:
        return kernel
    source = instead.get(source, ON_GPU.get(source, source))
    if source not in made:
        here = dict(source.__globals__)
        made[source] = FunctionType(source.__code__, here, source.__name__, source.__defaults__)
        for name in source.__code__.co_names:
            if name in here:
                here[name] = as_on_a_gpu(here[name], dtype, instead, made)
    return made[source]


def write_pair(words: Any, k: int, first: Any, second: Any) -> None:
    words[k], words[k + 1] = first, second


@pytest.mark.parametrize("game_id", GAMES)
def test_a_sketch_that_is_written_down_is_the_observation(game_id: str) -> None:
    game, count = find_game(game_id), 35  # one block that is full, and one that is not
    dtype, players, observation = game.layout.dtype, game.seats[-1], game.observation
    assert observation is not None
    size, places = observation.size, observation.counters
    made, others = dict[Any, Any](), dict[Any, Any]()
    sketch, place = as_on_a_gpu(observe, dtype, SOURCES, made), as_on_a_gpu(observe_at, dtype, {}, others)
    names = March(game)._for_sketches()
    step, flags_at, (flags, counters) = names["STEP"], names["FLAGS_AT"], words_for(observation)
    assert step >= flags_at + flags + counters and step % 2 == 1
    number_of = counter_numbers(observation)
    batch: Any = kronland.batch(game_id, players, games=count, seed=1, mode="native")
    states = game.layout.batch(count)
    for i in range(count):
        states[i] = batch.states[i]
        for _ in range(9):
            batch.step(batch.sample())
    wanted = np.zeros((count, size), np.uint8)
    written = np.full((count, size), 77, np.uint8)
    bytes_ = written.reshape(-1)
    pairs = np.zeros(count * size // 8 + 2, np.uint64)
    with np.errstate(over="ignore"):
        for first in range(0, count, marching.WARP):
            rows = min(marching.WARP, count - first)
            room = np.zeros(step * (marching.WARP + 1), np.uint64)
            for g in range(rows):
                s, seat = states[first + g], (first + g) % players
                interpreted(hide)(s, seat)
                interpreted(observe)(s, seat, wanted[first + g])
                sketch(s, seat, (room[g * step + flags_at : (g + 1) * step], number_of))
            here = {**marching.__dict__, **names, "write_pair": write_pair}
            for name in ("sixteen_bits", "spread", "lowest", "byte_of", "byte_of_ones"):
                here[name] = interpreted(here[name])
            for t in range(marching.WATCHERS):
                here["cuda"] = SimpleNamespace(threadIdx=SimpleNamespace(x=t))
                FunctionType(marching.write_flags.__code__, here)(room, first, rows, written, pairs)
            whole = rows * size // 16 * 16
            start = first * size
            bytes_[start : start + whole] = pairs[start // 8 : (start + whole) // 8].view(np.uint8)
            for t in range(marching.WATCHERS):
                here["cuda"] = SimpleNamespace(threadIdx=SimpleNamespace(x=t))
                FunctionType(marching.write_counters.__code__, here)(room, first, rows, places, written)
            for g in range(rows):
                for field in range(observation.places):
                    place(states[first + g], (first + g) % players, written[first + g], field)
    assert np.array_equal(wanted, written)


def test_fields_and_duchies_by_the_word_are_what_they_are_one_by_one() -> None:
    from kronland.games.rheinlaender.rules import duchies

    game, rng = find_game("rheinlaender"), np.random.default_rng(5)
    for name, width in (("duchy", 8), ("churches", 4)):  # words that a GPU reads lie where it can
        assert game.layout.places[name].start % width == 0 and game.layout.dtype.fields[name][0].itemsize % width == 0
    states = game.layout.batch(2)
    with np.errstate(over="ignore"):
        for _ in range(40):
            states[0]["players"] = 5
            states[0]["duchy"] = rng.integers(0, 44, 200) * rng.integers(0, 2, 200)
            states[0]["churches"] = np.append(0, rng.integers(0, 3, 43) * rng.integers(0, 2, 43))
            states[0]["duke"] = rng.integers(-1, 5, 44)
            states[1] = states[0]
            old, target = (int(number) for number in rng.choice(np.arange(1, 44), 2, replace=False))
            interpreted(duchies._take_over_fields)(states[0], old, target)
            interpreted(duchies.take_over_words)(states[1], np.int64(old), np.int64(target))
            interpreted(duchies._count_bishops)(states[0])
            interpreted(duchies.count_bishops_by_word)(states[1])
            assert states[0].tobytes() == states[1].tobytes()
