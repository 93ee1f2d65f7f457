"""Play random games on a CUDA GPU and compare every final state with the one that compiled rules reach on the CPU, byte for byte.

    python benchmarks/gpu/same_as_native.py [--count 4096] [GAME...]

Chance is part of the state, so equal bytes mean equal draws: the keyed generator is the same on the CPU and on the GPU.
Needs a GPU and numba-cuda. What it printed, and when, stands in benchmarks/gpu/README.md.
"""

from __future__ import annotations

import argparse
import sys
import time

import numba
import numpy as np
from numba import cuda
from numba.cuda.extending import overload
from numba.cuda.np.numpy_support import from_dtype

from kronland.core.chance import NO_BITS, start_random
from kronland.core.game import APPLY, LEGAL, SETUP, setup
from kronland.core.kernel import Generic
from kronland.core.log import NO_LOG
from kronland.core.play import play_batch, playout
from kronland.games import GAMES, find_game


def bind_for_cuda(generic: Generic) -> None:
    """Bind a generic a second time: numba-cuda has types of records, and a registry of overloads, of its own."""
    for dtype, kernel in list(generic.kernels.items()):
        _bind(generic, from_dtype(dtype), kernel)


def _bind(generic: Generic, record, kernel) -> None:  # type: ignore[no-untyped-def]
    @overload(generic.function, strict=False)
    def implementation(s, *rest):  # type: ignore[no-untyped-def]
        if s == record:
            return lambda s, *rest: kernel(s, *rest)
        return None


@cuda.jit
def play_all(states, players, options, components, first_seed, room, log, longest, decisions):  # type: ignore[no-untyped-def]
    """One thread a game, as `core.play.batch_playout` does it one after the other."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = states[i]
        seed = np.uint64(first_seed) + np.uint64(i)
        start_random(s, seed, NO_BITS)
        setup(s, players, options, components[0], log)
        decisions[i] = playout(s, seed, room[i], log, longest)


def compare(game_id: str, games: int, seed: int) -> bool:
    game = find_game(game_id)
    players = game.seats[-1]
    options = game.option_numbers(game.check_options(players, {}))
    began = time.perf_counter()
    native = play_batch(game, players, games, seed)
    ours = time.perf_counter() - began

    components = np.asarray([game.load_components()], game.load_components().dtype)
    states = cuda.to_device(np.zeros(games, game.layout.dtype))
    decisions = cuda.to_device(np.zeros(games, np.int64))
    room = cuda.device_array((games, game.space.size), np.int32)
    log, chosen, parts = cuda.to_device(NO_LOG), cuda.to_device(options), cuda.to_device(components)
    began = time.perf_counter()
    play_all[(games + 127) // 128, 128](states, players, chosen, parts, np.uint64(seed), room, log, game.longest, decisions)
    cuda.synchronize()
    first = time.perf_counter() - began
    found = states.copy_to_host()
    same = sum(a.tobytes() == b.tobytes() for a, b in zip(native.states, found, strict=True))
    equal = same == games and np.array_equal(native.decisions, decisions.copy_to_host())
    print(
        f"{game_id}: {same} of {games} final states are the same bytes, {int(native.decisions.sum())} decisions, "
        f"{int(native.states['draws'].sum())} numbers drawn; compiled and played on the CPU in {ours:.1f} s, on the GPU in {first:.1f} s",
        flush=True,
    )
    return equal


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    asked.add_argument("--count", type=int, default=4096, help="games of each")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    for game_id in given.games:
        find_game(game_id)
    for generic in (SETUP, LEGAL, APPLY):
        bind_for_cuda(generic)
    print(f"{cuda.get_current_device().name}, Numba {numba.__version__}", flush=True)
    equal = [compare(game_id, given.count, given.seed) for game_id in given.games]
    return 0 if all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
