"""Random play at full speed: one game, or many on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from kronland.core.chance import NO_BITS, STEP, mixed, start_random
from kronland.core.crew import pool_of
from kronland.core.ending import result
from kronland.core.errors import UsageError
from kronland.core.flow import first_actor
from kronland.core.game import MOST_SEATS, Game, act, check_game, legal, setup, taste
from kronland.core.given import WORD, quoted, whole
from kronland.core.kernel import DEFAULT_MODE, check_device, check_mode, entry, in_mode
from kronland.core.log import NO_LOG

_32 = np.uint64(32)


@entry
def playout(s, seed, out, log, longest):
    """Play a state to its end with random legal actions; the number of decisions, -1 if there was a dead end.

    The choices come from a generator of their own, never from the one inside the state. `out` is room for the legal actions.
    """
    rng = mixed(np.uint64(seed))
    decisions = 0
    while s.actors and decisions < longest:
        seat = first_actor(s)
        n = legal(s, seat, out)
        if n == 0:
            return -1
        rng += STEP
        pick = ((mixed(rng) >> _32) * np.uint64(n)) >> _32
        act(s, seat, out[np.int64(pick)], log)
        decisions += 1
    return decisions


@entry
def lively_choice(s, seat, out, n, draw):
    """One of the n legal actions in `out`, picked by the game's taste; `draw` is a random 64-bit number.

    Uniformly random play seldom gets anywhere (random borders close no region): tests and careless bots play by taste.
    """
    total = 0
    for i in range(n):
        total += taste(s, seat, out[i])
    pick = np.int64(((np.uint64(draw) >> _32) * np.uint64(total)) >> _32)
    for i in range(n):
        pick -= taste(s, seat, out[i])
        if pick < 0:
            return out[i]
    return out[n - 1]


@entry
def batch_playout(states, players, options, components, first_seed, out, log, longest, decisions):
    """Set up and play a batch of games; game i is seeded with first_seed + i."""
    for i in range(states.shape[0]):
        s = states[i]
        seed = np.uint64(first_seed) + np.uint64(i)
        start_random(s, seed, NO_BITS)
        setup(s, players, options, components, log)
        decisions[i] = playout(s, seed, out, log, longest)


@entry
def play_until(states, first_seed, out, log, decisions):
    """Play the games that `batch_playout` has begun on to so many decisions, or to their end, as it would."""
    for i in range(states.shape[0]):
        s = states[i]
        first = mixed(np.uint64(first_seed) + np.uint64(i))
        while s.actors and s.clock < decisions:
            seat = first_actor(s)
            n = legal(s, seat, out)
            if n == 0:
                break
            pick = ((mixed(first + STEP * np.uint64(s.clock + 1)) >> _32) * np.uint64(n)) >> _32
            act(s, seat, out[np.int64(pick)], log)


@entry
def batch_result(states, out):
    """The results of a batch of games: `out[i]` is filled as `result` does it."""
    for i in range(states.shape[0]):
        result(states[i], out[i])


class Batch:
    """The outcome of a batch of random games: final states and the number of decisions of each."""

    def __init__(self, game: Game, states: Any, decisions: Any, mode: str = DEFAULT_MODE) -> None:
        self.game, self.states, self.decisions, self.mode = game, states, decisions, mode

    def ends(self) -> dict[str, int]:
        """How often each way of ending occurred."""
        return {end.name.lower(): int(np.sum(self.states["ended"] == end)) for end in self.game.ends}

    def results(self) -> tuple[Any, Any]:
        """Each seat's share of the win, and its points, in every game: arrays with a row for each.

        >>> import kronland
        >>> shares, points = kronland.play_batch(kronland.game("rheinlaender"), players=3, games=2, seed=7, mode="python").results()
        >>> shares.sum(axis=1), points.shape
        (array([1., 1.]), (2, 3))
        """
        table = np.zeros((len(self.states), 3, MOST_SEATS))
        with np.errstate(over="ignore"):
            in_mode(batch_result, DEFAULT_MODE if self.mode == "cuda" else self.mode)(self.states, table)
        players = int(self.states["players"][0]) if len(self.states) else 0
        return table[:, 0, :players], table[:, 1, :players]


def play_batch(
    game: Game,
    players: int,
    games: int,
    seed: int = 0,
    options: dict[str, str] | None = None,
    mode: str = "native",
    threads: int | None = None,
    components: Any = None,
    progress: Callable[[int], None] | None = None,
    chunk: int = 256,
) -> Batch:
    """Random games, each on its own seed, on all cores: kernels run without the interpreter lock. In mode `cuda` on a GPU, all abreast.

    >>> import kronland
    >>> batch = kronland.play_batch(kronland.game("rheinlaender"), players=3, games=2, seed=7, mode="python")
    >>> batch.ends(), len(batch.states)
    ({'knights': 2}, 2)
    """
    check_game(game)
    players, games, chunk = game.check_players(players), whole("games", games, 0), whole("chunk", chunk, 1)
    seed = whole("seed", seed, 0, WORD - games)
    chosen = game.option_numbers(game.check_options(players, {} if options is None else options))
    parts = usual = game.load_components()
    if components is not None:
        if getattr(components, "dtype", None) != usual.dtype or components.shape != usual.shape:
            raise UsageError(f"the components are {quoted(components)}; expected what game.load_components(text, name) gives")
        parts = components
    if progress is not None and not callable(progress):
        raise UsageError(f"progress is {quoted(progress)}; expected a function of how many games more are over")
    if isinstance(mode, str) and mode == "cuda":
        check_device()
        from kronland.core.abreast import play_abreast

        ends = game.layout.batch(games)
        return Batch(game, ends, play_abreast(game, players, ends, seed, chosen, parts, progress), mode)
    kernel = in_mode(batch_playout, check_mode(mode))
    states = game.layout.batch(games)
    decisions = np.zeros(games, np.int64)
    cores = os.cpu_count() or 1 if threads is None else whole("threads", threads, 1)
    workers = 1 if mode == "python" else cores

    portion = 1 if mode == "python" else chunk  # interpreted games are slow: show progress after each

    def run(start: int) -> int:
        part = slice(start, min(start + portion, games))
        out = np.zeros(game.space.size, np.int32)
        with np.errstate(over="ignore"):
            kernel(states[part], players, chosen, parts, np.uint64(seed + start), out, NO_LOG, game.longest, decisions[part])
        return part.stop - part.start

    with pool_of(workers) as pool:
        for done in pool.map(run, range(0, games, portion)):
            if progress:
                progress(done)
    return Batch(game, states, decisions, mode)
