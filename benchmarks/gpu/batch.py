"""How fast a batch on a CUDA GPU is for programs that learn, part by part, and whether it is the CPU's, byte for byte.

    python benchmarks/gpu/batch.py [--count 262144] [--steps 200] [--compared 256] [GAME...]

Games restart when they are over. Each step has a random action in every game and leaves the mask of what is legal then (`step`); then come
the observation of the seat to decide (`observe`) and, the last column, up to 8 candidates of each game, in rows a second. PyTorch, where it
is installed, takes the arrays without a copy. Needs a GPU and `kronland[cuda]`. What it printed, and when, stands in
benchmarks/gpu/README.md.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import numba
import numpy as np
from numba import cuda

import kronland
from kronland.core.kernel import check_device
from kronland.games import GAMES, find_game
from kronland.lab.gpu_batches import compare_batches

CANDIDATES = 8


def timed(times: int, do: Callable[[], object]) -> float:
    """Seconds of doing it once, of so many times."""
    cuda.synchronize()
    began = time.perf_counter()
    for _ in range(times):
        do()
    cuda.synchronize()
    return (time.perf_counter() - began) / times


def shared_with_torch(batch: kronland.GameBatch) -> str:
    try:
        import torch
    except ImportError:
        return "PyTorch is not here"
    seen = batch.observe()
    here = seen.__cuda_array_interface__["data"][0]
    both = torch.as_tensor(seen, device="cuda"), torch.from_dlpack(seen)
    same = all(tensor.data_ptr() == here for tensor in both) and bool((both[0] == both[1]).all()) and int(both[1].sum()) > 0
    chosen = torch.multinomial(torch.as_tensor(batch.mask, device="cuda").float(), 1)[:, 0]
    batch.step(chosen)
    return f"PyTorch {torch.__version__} {'shares' if same else 'DOES NOT SHARE'} the memory, and its choices were taken"


def measure(game_id: str, count: int, steps: int) -> None:
    began = time.perf_counter()
    batch = kronland.batch(game_id, players=find_game(game_id).seats[-1], games=count, restart=True, mode="cuda")
    batch.step(batch.sample())
    batch.observe()
    batch.candidates(CANDIDATES)
    cuda.synchronize()
    ready = time.perf_counter() - began
    for _ in range(100):  # games part company
        batch.step(batch.sample())
    sampling, looking = timed(steps, batch.sample), timed(steps, batch.observe)
    playing = timed(steps, lambda: batch.step(batch.sample()))
    all_of_it = timed(steps, lambda: (batch.step(batch.sample()), batch.observe()))
    rows = len(batch.candidates(CANDIDATES))
    trying = timed(5, lambda: batch.candidates(CANDIDATES))
    print(
        f"{game_id}: {count:,} games, compiled or read in {ready:.1f} s; with masks {count / playing / 1e6:.0f} M decisions/s,"
        f" with masks and observations {count / all_of_it / 1e6:.0f} M/s; candidates {rows / trying / 1e6:.0f} M rows/s"
        f" (ms: sample {sampling * 1e3:.2f}, step {(playing - sampling) * 1e3:.2f}, observe {looking * 1e3:.2f},"
        f" {rows:,} rows {trying * 1e3:.1f})",
        flush=True,
    )
    print(f"{game_id}: {shared_with_torch(batch)}", flush=True)


def compare(game_id: str, games: int) -> bool:
    game, decisions, told = find_game(game_id), 0, list[str]()
    for players in game.seats:
        for ways in ({}, {"restart": True, "steps": 300}, {"learner": players - 1, "restart": True, "steps": 40}):
            number, differing = compare_batches(game, players, {}, games, 7, **ways)
            decisions, told = decisions + number, told + differing
    print(f"{game_id}: {decisions:,} decisions compared with the CPU's batch: {'; '.join(told) or 'all the same bytes'}", flush=True)
    return not told


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    asked.add_argument("--count", type=int, default=1 << 18, help="games at a time")
    asked.add_argument("--steps", type=int, default=200)
    asked.add_argument("--compared", type=int, default=256, help="games of each comparison with the CPU")
    given = asked.parse_args()
    check_device()
    print(f"{cuda.get_current_device().name}, Numba {numba.__version__}, NumPy {np.__version__}", flush=True)
    alike = True
    for game_id in given.games:
        if given.count:
            measure(game_id, given.count, given.steps)
        if given.compared:
            alike = compare(game_id, given.compared) and alike
    return 0 if alike else 1


if __name__ == "__main__":
    sys.exit(main())
