"""Lively games at full speed: random play by the game's taste (see `core.play.lively_choice`), with a count of every action chosen.

Uniformly random games say little about a game's balance. Taste is no good player, but it plays for something.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kronland.core.chance import NO_BITS, STEP, mixed, start_random
from kronland.core.crew import pool_of
from kronland.core.flow import first_actor
from kronland.core.game import Game, act, legal, setup, taste
from kronland.core.kernel import entry, in_mode, rule
from kronland.core.log import NO_LOG
from kronland.core.play import Batch, lively_choice

_32, _ZERO = np.uint64(32), np.uint64(0)


@rule
def steady_choice(s, seat, out, n, draw):
    """The action of the n in `out` that the game's taste likes best; which of several equals, `draw` says."""
    best, equals, chosen = -1, 0, out[0]
    for i in range(n):
        liked = taste(s, seat, out[i])
        if liked > best:
            best, equals = liked, 0
        if liked == best:
            equals += 1
            draw = mixed(draw + STEP)
            if ((draw >> _32) * np.uint64(equals)) >> _32 == _ZERO:
                chosen = out[i]
    return chosen


@entry
def lively_playouts(states, players, options, components, first_seed, out, log, longest, decisions, counts, steady):
    """Set up and play a batch of games by taste; game i is seeded with first_seed + i. `counts[action]` grows with every choice.

    So many choices of a hundred are `steady`, the others are drawn with the weights of taste.
    """
    for i in range(states.shape[0]):
        s = states[i]
        seed = np.uint64(first_seed) + np.uint64(i)
        start_random(s, seed, NO_BITS)
        setup(s, players, options, components, log)
        rng = mixed(seed)
        decisions[i] = 0
        while s.actors and decisions[i] < longest:
            seat = first_actor(s)
            n = legal(s, seat, out)
            if n == 0:
                decisions[i] = -1
                break
            rng += STEP
            draw = mixed(rng)
            rng += STEP
            if ((mixed(rng) >> _32) * np.uint64(100)) >> _32 < np.uint64(steady):
                action = steady_choice(s, seat, out, n, draw)
            else:
                action = lively_choice(s, seat, out, n, draw)
            counts[action] += 1
            act(s, seat, action, log)
            decisions[i] += 1


def lively_batch(
    game: Game,
    players: int,
    games: int,
    seed: int = 0,
    steady: int = 0,
    options: Mapping[str, str] | None = None,
    components: Any = None,
    mode: str = "native",
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Batch, Any]:
    """Lively games on all cores, each on its own seed; with them, how often each action was chosen. `steady`: see `lively_playouts`."""
    chosen = game.option_numbers(game.check_options(game.check_players(players), options or {}))
    parts = game.load_components() if components is None else components
    states, decisions = game.layout.batch(games), np.zeros(games, np.int64)
    portion = 1 if mode == "python" else 64
    kernel = in_mode(lively_playouts, mode)

    def run(start: int) -> tuple[int, Any]:
        part = slice(start, min(start + portion, games))
        room, counts = np.zeros(game.space.size, np.int32), np.zeros(game.space.size, np.int64)
        with np.errstate(over="ignore"):
            seeds = np.uint64(seed + start)
            kernel(states[part], players, chosen, parts, seeds, room, NO_LOG, game.longest, decisions[part], counts, steady)
        return part.stop - part.start, counts

    together = np.zeros(game.space.size, np.int64)
    with pool_of(1 if mode == "python" else threads or os.cpu_count() or 1) as pool:
        for played, counts in pool.map(run, range(0, games, portion)):
            together += counts
            if progress:
                progress(played)
    return Batch(game, states, decisions, mode), together
