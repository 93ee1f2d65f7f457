"""How fast whole random games are on a CUDA GPU, and whether their ends are those of the CPU, byte for byte.

    python benchmarks/gpu/speed.py [--count 1048576] [--compared 4096] [GAME...]

All games are begun at once and played abreast to their ends on the GPU (`core/abreast.py`); the time is that of setting them up and playing
them, the best of three, without compiling and without copying states back. Needs a GPU and `kronland[cuda]`.
What it printed, and when, stands in benchmarks/gpu/README.md.
"""

from __future__ import annotations

import argparse
import sys
import time

import numba
import numpy as np
from numba import cuda

from kronland.core.abreast import LOOK, Games, free_room, machine_for
from kronland.core.game import Game
from kronland.core.kernel import check_device
from kronland.core.play import play_batch
from kronland.games import GAMES, find_game


def measure(game: Game, count: int) -> tuple[float, float, Games]:
    """The seconds of setting up and of playing, and the games."""
    players = game.seats[-1]
    options, parts = game.option_numbers(game.check_options(players, {})), game.load_components()
    machine = machine_for(game)
    cuda.synchronize()
    began = time.perf_counter()
    games = Games(machine, players, count, 0, options, parts)
    cuda.synchronize()
    set_up = time.perf_counter()
    while games.going:
        games.play(LOOK)
    cuda.synchronize()
    return set_up - began, time.perf_counter() - set_up, games


def report(game: Game, count: int, compared: int) -> bool:
    count = min(count, free_room(game))
    began = time.perf_counter()
    machine_for(game)
    ready = time.perf_counter() - began
    best, decisions = (0.0, float("inf")), 0
    for _ in range(3):
        setting_up, playing, games = measure(game, count)
        best = min(best, (setting_up, playing), key=sum)
        decisions, ends = int(games.decisions().sum()), games.states[:compared].copy_to_host()
        del games
        cuda.current_context().deallocations.clear()
    print(
        f"{game.id}: {count:,} games, {decisions:,} decisions in {best[0]:.3f} + {best[1]:.3f} s: {decisions / sum(best) / 1e6:.0f} M/s"
        f" ({decisions / best[1] / 1e6:.0f} without setting up); compiled or read in {ready:.1f} s",
        flush=True,
    )
    if not compared:
        return True
    native = play_batch(game, game.seats[-1], compared, 0)
    same = sum(a.tobytes() == b.tobytes() for a, b in zip(native.states, ends, strict=True))
    print(f"{game.id}: {same} of {compared} final states are the same bytes as the CPU's", flush=True)
    return same == compared


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    asked.add_argument("--count", type=int, default=1 << 20, help="games at a time")
    asked.add_argument("--compared", type=int, default=4096, help="of which so many are played on the CPU, too")
    given = asked.parse_args()
    games = [find_game(game_id) for game_id in given.games]
    check_device()
    print(f"{cuda.get_current_device().name}, Numba {numba.__version__}, NumPy {np.__version__}", flush=True)
    alike = [report(game, given.count, given.compared) for game in games]
    return 0 if all(alike) else 1


if __name__ == "__main__":
    sys.exit(main())
