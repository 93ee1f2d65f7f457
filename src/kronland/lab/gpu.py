"""Whether a GPU plays as the compiled rules do: the starts of random games, every tenth decision and the ends, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kronland.core.game import Game
from kronland.core.kernel import check_device
from kronland.core.layout import differences
from kronland.core.log import NO_LOG
from kronland.core.play import batch_playout, play_until
from kronland.lab.conformance import fitting_set_ups

EVERY = 10  # decisions between two comparisons
PORTION = 4096  # games at a time
TOLD = 20  # differences of a portion: the first ones tell


@dataclass
class Comparison:
    """What was compared, and what was found to differ."""

    games: int = 0
    decisions: int = 0
    states: int = 0
    violations: list[str] = field(default_factory=list)


def check_on_gpu(
    game: Game,
    games: int,
    seed: int = 0,
    players: int | None = None,
    options: dict[str, str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Play the same games on the GPU and on the CPU: as many of each set-up that fits what was asked for."""
    check_device()
    fitting, found, first = fitting_set_ups(game, players, options or {}), Comparison(), seed
    for number, (count, chosen) in enumerate(fitting):
        last = first + games // len(fitting) + (number < games % len(fitting))
        while first < last:
            portion = min(PORTION, last - first)
            _compare(game, count, chosen, portion, first, found)
            first += portion
            if progress:
                progress(portion)
    return found


def _compare(game: Game, players: int, options: dict[str, str], count: int, seed: int, found: Comparison) -> None:
    from kronland.core.abreast import Games, machine_for

    chosen, parts, decisions = game.option_numbers(options), game.load_components(), np.zeros(count, np.int64)
    states, out = game.layout.batch(count), np.zeros(game.space.size, np.int32)
    batch_playout(states, players, chosen, parts, np.uint64(seed), out, NO_LOG, 0, decisions)  # sets up, and plays nothing
    there = Games(machine_for(game), players, count, seed, chosen, parts)
    told: list[str] = []
    while True:
        theirs = there.states.copy_to_host()
        for i in _different(states, theirs)[:TOLD]:
            what = ", ".join(differences(states[i], theirs[i])[:5])
            told.append(f"{players} players, seed {seed + int(i)}: after {there.steps} decisions the GPU has another {what}")
        found.states += count
        if told or not there.going:
            break
        there.play(EVERY)
        play_until(states, np.uint64(seed), out, NO_LOG, min(there.steps, game.longest))
    if not told and np.any(there.decisions() != states["clock"]):
        told.append(f"{players} players, from seed {seed}: the GPU has counted other numbers of decisions")
    found.games += count
    found.decisions += int(states["clock"].sum())
    found.violations += told


def _different(ours: Any, theirs: Any) -> Any:
    """Which of the states are not the same bytes."""
    a, b = (np.frombuffer(states.tobytes(), np.uint8).reshape(len(states), -1) for states in (ours, theirs))
    return np.flatnonzero((a != b).any(axis=1))
