"""Random games by the hundred thousand on a CUDA GPU, all of them abreast: each step is one decision in every game.

A GPU runs 32 threads as one, the *warp*: where they take different ways, it goes every way, one after the other. With a thread for each
game, playing on by itself, the games of a warp are soon all somewhere else, and the GPU waits for instructions most of the time. So games
are sorted, before each half of a step, by what is to be done with them:

- `choose` picks a legal action (`core.picking`); games come to it by their phase;
- `carry_out` does it; games come to it by the verb that was picked, or, where far more comes of an action than of others of its verb, by
  that (`labour`).

Each half hands its games on to the queues of the other. A block of threads has games of one queue alone, and blocks that run at the same
time mostly those of one, so that its code is at hand. Choices, and so states, are those of `core.play`. What this brought: docs/gpu.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda import types
from numba.cuda.cudadrv.driver import device_memset

from kronland.core import listing, picking
from kronland.core.chance import NO_BITS, STEP, mixed, start_random
from kronland.core.cuda import OPTIONS, DeviceFunction, Twins, launchable, record
from kronland.core.flow import first_actor
from kronland.core.game import Game, act, labour, legal, setup
from kronland.core.kernel import ON_GPU, Kernel, kernel_digest
from kronland.core.log import NO_LOG
from kronland.core.named import source_of, sources_below
from kronland.core.picking import FOUND, WANTED
from kronland.core.sharing import sharing

BLOCK = 256  # threads
REGISTERS = 128  # of a thread at most: with more of them fewer threads go on while others wait for memory, with less they wait more
QUEUES = 32  # phases of a game, and its verbs, are fewer
LOOK = 16  # steps between two looks at how many games go on
MOST = 1 << 20  # games at a time: more are no quicker
NOBODY = -1
_32 = np.uint64(32)
MAKERS = ("abreast", "cuda", "sharing")  # modules that say what becomes of kernels on a GPU

PICKED = {
    listing.append: picking.append,
    listing.append_series: picking.append_series,
    listing.append_bits: picking.append_bits,
    listing.append_word: picking.append_word,
    listing.append_places: picking.append_places,
}


def phase_of(s):
    return np.int64(s.phase)


def one_phase(s):
    """Of a game that has no phases."""
    return np.int64(0)


def first_of(components):
    """The components, which are a record: a GPU is given an array of one."""
    return components[0]


def all_of(components):
    return components


def queue_up(i, going, number, queues, lengths, row):
    """Hand the game of this thread on to a queue. All threads of a block must come here: their games are counted first."""
    here = cuda.shared.array(QUEUES, np.int32)
    first = cuda.shared.array(QUEUES, np.int32)
    t = cuda.threadIdx.x
    if t < QUEUES:
        here[t] = 0
    cuda.syncthreads()
    place = 0
    if going:
        place = cuda.atomic.add(here, number, 1)
    cuda.syncthreads()
    if t < QUEUES and here[t] > 0:
        first[t] = cuda.atomic.add(lengths, (row, t), here[t])
    cuda.syncthreads()
    if going:
        queues[number, first[number] + place] = i


def next_in_line(queues, lengths, row, count):
    """The game of this thread, or nobody: so many queues one after the other, each begun by a new block."""
    where = cuda.shared.array(2, np.int32)
    if cuda.threadIdx.x == 0:
        block, number = cuda.blockIdx.x, 0
        while number < count and block >= (lengths[row, number] + BLOCK - 1) // BLOCK:
            block -= (lengths[row, number] + BLOCK - 1) // BLOCK
            number += 1
        where[0], where[1] = number, block * BLOCK
    cuda.syncthreads()
    number, place = where[0], where[1] + cuda.threadIdx.x
    if number < count and place < lengths[row, number]:
        return np.int64(queues[number, place])
    return np.int64(NOBODY)


def line_for(s, seat, action, verb_of):
    """The queue for an action: that of its verb, or, behind those of all verbs, that of the kind of long work that comes of it."""
    kind = np.int64(labour(s, seat, action))
    return np.int64(verb_of[verb_of.shape[0] - 1]) + kind if kind > 0 else np.int64(verb_of[action])


def begin(states, players, options, components, first_seed, log, queues, lengths):
    """Set the games up; game i is seeded with first_seed + i."""
    i = np.int64(cuda.grid(1))
    going, number = i < states.shape[0], np.int64(0)
    if going:
        s = states[i]
        start_random(s, np.uint64(first_seed) + np.uint64(i), NO_BITS)
        setup(s, players, options, parts_of(components), log)  # noqa: F821 (`first_of` or `all_of`)
        number = phase_of(s)
    queue_up(i, going, number, queues, lengths, 0)


def choose(states, first_seed, verb_of, actions, decisions, queues, next_queues, lengths, row):
    """The first half of a step: pick as `core.play.playout` does."""
    out = cuda.local.array(2, np.int32)
    i = next_in_line(queues, lengths, row, QUEUES)
    going, number = False, np.int64(0)
    if i >= 0:
        s = pair(states[i], states[0])  # noqa: F821 (of `core.sharing`)
        seat = first_actor(s)
        out[WANTED] = 0
        n = legal(s, seat, out)
        if n == 0:
            decisions[i] = -1
        else:
            rng = mixed(np.uint64(first_seed) + np.uint64(i)) + STEP * np.uint64(s.clock + 1)
            out[WANTED] = np.int64(((mixed(rng) >> _32) * np.uint64(n)) >> _32)
            if out[WANTED] > 0:  # the first one is there already
                legal(s, seat, out)
            actions[i] = out[FOUND]
            going, number = True, line_for(s, seat, np.int64(out[FOUND]), verb_of)
    queue_up(i, going, number, next_queues, lengths, row + 1)


def carry_out(states, actions, log, longest, decisions, queues, next_queues, lengths, row):
    """The second half of a step."""
    i = next_in_line(queues, lengths, row, QUEUES)
    going, number = False, np.int64(0)
    if i >= 0:
        s = pair(states[i], states[0])  # noqa: F821
        act(s, first_actor(s), actions[i], log)
        if s.actors == 0 or s.clock >= longest:
            decisions[i] = s.clock
        else:
            going, number = True, phase_of(s)
    queue_up(i, going, number, next_queues, lengths, row + 1)


def twins_of(game: Game) -> Twins:
    """The kernels of a game as a GPU runs them, which pick where others list."""
    return Twins(game.layout.dtype, PICKED)


def helpers_of(game: Game, twins: Twins, common: frozenset[str]) -> dict[str, Any]:
    """What the functions that are launched call by these names; all games read the `common` fields from one state."""
    helpers: dict[str, Any] = {
        "queue_up": queue_up,
        "next_in_line": next_in_line,
        "line_for": line_for,
        "phase_of": phase_of if "phase" in game.layout.dtype.names else one_phase,
        "parts_of": first_of if game.load_components().dtype.names else all_of,
    }
    names: dict[str, Any] = {name: DeviceFunction(twins.function(helper), OPTIONS) for name, helper in helpers.items()}
    return {**names, "pair": sharing(common)}


def array(kind: Any, dimensions: int = 1) -> Any:
    return types.Array(kind, dimensions, "C")


def parts_type(game: Game) -> Any:
    """The type of the components as a GPU is given them."""
    components = game.load_components()
    return array(record(components.dtype), 1 if components.dtype.names else components.ndim)


def parts_there(components: Any) -> Any:
    """The components on the GPU: a record in an array of one."""
    return cuda.to_device(np.asarray([components], components.dtype) if components.dtype.names else components)


def functions(game: Game, twins: Twins, common: frozenset[str]) -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """What a GPU runs for a game: the functions with all that they call, and the types of their arguments."""
    names, parts = helpers_of(game, twins, common), parts_type(game)
    states, numbers, table, large = array(record(game.layout.dtype)), array(types.int32), array(types.int32, 2), array(types.int64)
    arguments: dict[Any, tuple[Any, ...]] = {
        begin: (states, types.int64, large, parts, types.uint64, table, table, table),
        choose: (states, types.uint64, numbers, numbers, large, table, table, table, types.int64),
        carry_out: (states, numbers, table, types.int64, large, table, table, table, types.int64),
    }
    return {function.__name__: (twins.function(function, **names), given) for function, given in arguments.items()}


def digest_of(game: Game, makers: Iterable[str], *kernels: Kernel) -> str:
    """A digest of all that the code for the GPU is made from: kernels, and modules that say what becomes of them."""
    texts = b"".join((Path(__file__).parent / f"{name}.py").read_bytes() for name in makers)
    asked, dtype = (*game.kernels.values(), *kernels), game.layout.dtype
    others = [ON_GPU[source] for source in sources_below([source_of(kernel, dtype) for kernel in asked], dtype) if source in ON_GPU]
    return kernel_digest(dtype, *asked, *sorted(others, key=lambda source: source.__qualname__)) + hashlib.sha256(texts).hexdigest()


def verb_numbers(game: Game) -> Any:
    """The number of the verb of each action: its queue."""
    verbs = np.zeros(game.space.size, np.int32)
    for number, verb in enumerate(game.verbs):
        verbs[verb.first : verb.first + verb.size] = number
    assert len(game.verbs) < QUEUES
    return verbs


class Machine:
    """A game on the GPU, compiled for it or read from the disk."""

    def __init__(self, game: Game) -> None:
        self.game = game
        digest = digest_of(game, MAKERS, act, *PICKED.values())
        made = functions(game, twins_of(game), game.layout.printed)
        self.begin, self.choose, self.carry_out = (
            launchable(*made[name], digest, max_registers=REGISTERS) for name in ("begin", "choose", "carry_out")
        )
        self.verb_of, self.log = cuda.to_device(verb_numbers(game)), cuda.to_device(NO_LOG)


@cache
def machine_for(game: Game) -> Machine:
    return Machine(game)


class Games:
    """Games that are being played on the GPU, all at the same number of decisions."""

    def __init__(self, machine: Machine, players: int, count: int, seed: int, options: Any, components: Any) -> None:
        self.machine, self.count, self.seed, self.steps, self.going = machine, count, np.uint64(seed), 0, count
        game = machine.game
        self.states = cuda.device_array(count, game.layout.dtype)
        self._decisions = cuda.to_device(np.zeros(count, np.int64))
        self._actions = cuda.device_array(count, np.int32)
        self._queues = cuda.device_array((QUEUES, count), np.int32), cuda.device_array((QUEUES, count), np.int32)
        self._lengths = cuda.to_device(np.zeros((2 * game.longest + 2 * LOOK, QUEUES), np.int32))
        device_memset(self.states, 0, self.states.nbytes)
        parts = parts_there(components)
        machine.begin[-(-count // BLOCK), BLOCK](
            self.states, players, cuda.to_device(options), parts, self.seed, machine.log, self._queues[0], self._lengths
        )

    def play(self, steps: int) -> None:
        """So many decisions in each game that is not over; then look how many go on."""
        machine, (phases, verbs) = self.machine, self._queues
        blocks = -(-self.going // BLOCK) + QUEUES  # each queue may leave a part of a block over
        choose, carry_out = machine.choose[blocks, BLOCK], machine.carry_out[blocks, BLOCK]
        for row in range(2 * self.steps, 2 * (self.steps + steps), 2):
            choose(self.states, self.seed, machine.verb_of, self._actions, self._decisions, phases, verbs, self._lengths, row)
            carry_out(self.states, self._actions, machine.log, machine.game.longest, self._decisions, verbs, phases, self._lengths, row + 1)
        self.steps += steps
        self.going = int(self._lengths[2 * self.steps].copy_to_host().sum())

    def decisions(self) -> Any:
        return self._decisions.copy_to_host()


def free_room(game: Game) -> int:
    """How many games of this kind find room on the GPU at a time."""
    each = game.layout.dtype.itemsize + 8 * QUEUES + 16
    return int(min(MOST, cuda.current_context().get_memory_info().free * 3 // 4 // each))


def play_abreast(
    game: Game, players: int, states: Any, seed: int, options: Any, components: Any, progress: Callable[[int], None] | None = None
) -> Any:
    """Fill `states` with the ends of random games, the first seeded with `seed`; the number of decisions of each."""
    machine, decisions, most = machine_for(game), np.zeros(len(states), np.int64), free_room(game)
    for first in range(0, len(states), most):
        part = slice(first, min(first + most, len(states)))
        games = Games(machine, players, part.stop - first, seed + first, options, components)
        while games.going:
            games.play(LOOK)
        games.states.copy_to_host(states[part])
        decisions[part] = games.decisions()
        if progress:
            progress(part.stop - first)
    return decisions
