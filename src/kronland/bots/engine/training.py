"""Learning the weights of an evaluation from self-play.

Squires with the weights of the last round play against themselves, now and then on a hunch, so that positions differ. Positions are kept
with the features of all seats; the end of the game says what share each seat got. The new weights are those of the logistic model (see
`evaluation`) that explain the shares of all rounds so far best, held near the weights set by hand as far as the games say nothing else, and
to their signs in any case.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kronland.bots.engine.evaluation import features, mind_of
from kronland.bots.engine.judging import judge, play_on
from kronland.bots.engine.network import with_linear, without_network
from kronland.bots.engine.tree import new_tree
from kronland.core.chance import NO_BITS, STEP, mixed, start_random
from kronland.core.ending import result
from kronland.core.flow import first_actor
from kronland.core.game import MOST_SEATS, Game, act, legal, setup
from kronland.core.kernel import entry, in_mode

_32 = np.uint64(32)
WHOLE = 4294967296.0

CARELESS = 0.08  # so often a decision is made on a hunch
KEPT = 0.15  # so often a position is kept
ROWS = 400  # positions of one game at most
POINTS_PART = 0.5  # of the share that is learned: by points, which tell more than who won; the rest is the share of the win
CLOSE = 0.1  # points that are this part of the winner's behind count 1/e
HOLD = 300.0  # how firmly the weights are held near those set by hand, in positions
LEAST_SPREAD = 0.02  # of a feature: one that is hardly ever there is held, too
SMALL = 1e-6  # a step that ends the search for weights


@entry
def self_play(tree, roots, players, options, components, seed, plain, weights, out, values, careless, kept, rows, progress, table, longest):
    """One game of squires, each with its own linear weights in place of the `plain` ones.

    Of the positions kept: the features of all seats, and how far the game had come; the result; how many positions these are.
    """
    s = roots[0]
    start_random(s, np.uint64(seed), NO_BITS)
    setup(s, players, options, components, tree.log)
    rng = mixed(np.uint64(seed) + STEP)
    count, decisions = 0, 0
    while s.actors and decisions < longest:
        decisions += 1
        seat = first_actor(s)
        n = legal(s, seat, out)
        rng += STEP
        if n == 1:
            act(s, seat, out[0], tree.log)
            continue
        if np.float64(mixed(rng) >> _32) < careless * WHOLE:
            play_on(tree, s, rng, 1)
        else:
            judge(tree, roots, seat, with_linear(plain, weights[seat]), out, n, rng, 1, values)
            best = 0
            for i in range(1, n):
                if values[i] > values[best]:
                    best = i
            act(s, seat, out[best], tree.log)
        rng += STEP
        if s.actors and count < rows.shape[0] and np.float64(mixed(rng) >> _32) < kept * WHOLE:
            for other in range(s.players):
                progress[count] = features(s, other, tree.room.features)
                for f in range(rows.shape[2]):
                    rows[count, other, f] = tree.room.features[f]
            count += 1
    result(s, table)
    return count


@dataclass
class Positions:
    """Kept positions: features of all seats, how far the game had come, and the share that each seat got in the end."""

    features: Any
    progress: Any
    shares: Any

    def and_(self, other: Positions) -> Positions:
        return Positions(
            np.concatenate([self.features, other.features]),
            np.concatenate([self.progress, other.progress]),
            np.concatenate([self.shares, other.shares]),
        )

    def rows(self) -> Any:
        """Features early and late side by side: what the weights, early and late, are multiplied with."""
        p = self.progress[:, None, None]
        return np.concatenate([self.features * (1 - p), self.features * p], axis=2)


class _Table:
    """Squires at a table, game after game."""

    def __init__(self, game: Game, players: int, mode: str) -> None:
        self.game, self.players, self.mode = game, players, mode
        count = len(mind_of(game.id).features)
        self.tree = new_tree(game)
        self.out, self.values = np.zeros(game.space.size, np.int32), np.zeros(game.space.size)
        self.rows, self.far, self.table = np.zeros((ROWS, players, count)), np.zeros(ROWS), np.zeros((3, MOST_SEATS))
        self.options = game.option_numbers(game.check_options(game.check_players(players), {}))
        self.components = game.load_components()

    def play(self, seed: int, weights: Any, careless: float, kept: float) -> int:
        """One game; weights are those of each seat. How many positions were kept."""
        with np.errstate(over="ignore"):
            count = in_mode(self_play, self.mode)(
                self.tree, self.game.layout.batch(1), self.players, self.options, self.components, np.uint64(seed),
                without_network(weights[0]), weights, self.out, self.values, careless, kept, self.rows, self.far, self.table,
                self.game.longest,
            )  # fmt: skip
        return int(count)


def play_rounds(
    game: Game, players: int, games: int, seed: int, weights: Any, mode: str, progress: Callable[[int], None] | None = None
) -> Positions:
    """Positions from so many games of squires against themselves."""
    table, every = _Table(game, players, mode), np.stack([weights] * players)
    found = []
    for number in range(games):
        count = table.play(seed + number, every, CARELESS, KEPT)
        shares = np.repeat(_learned_share(table.table[:, :players])[None], count, axis=0)
        found.append((table.rows[:count].copy(), table.far[:count].copy(), shares))
        if progress:
            progress(1)
    return Positions(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def versus(
    game: Game,
    players: int,
    games: int,
    seed: int,
    weights: Any,
    others: Any,
    mode: str,
    progress: Callable[[int], None] | None = None,
    first: int = 0,
) -> list[float]:
    """What one squire with some weights wins of each game against a table of squires with others; it sits on every seat of every deal.

    `first` is the number of the first game, where others are played elsewhere.
    """
    table, won = _Table(game, players, mode), []
    for number in range(first, first + games):
        seat = number % players
        table.play(seed + number // players, np.stack([weights if n == seat else others for n in range(players)]), 0.0, 0.0)
        won.append(float(table.table[0, seat]))
        if progress:
            progress(1)
    return won


def _learned_share(table: Any) -> Any:
    points = table[1] - table[1].max()
    near = np.exp(points / max(1.0, CLOSE * abs(table[1].max())))
    return (1 - POINTS_PART) * table[0] + POINTS_PART * near / near.sum()


def log_loss(positions: Positions, weights: Any) -> float:
    """How surprised the evaluation is by the shares, per position."""
    worth = positions.rows() @ weights.ravel()
    worth -= worth.max(axis=1, keepdims=True)
    logs = worth - np.log(np.exp(worth).sum(axis=1, keepdims=True))
    return float(-(positions.shares * logs).sum(axis=1).mean())


def fit(positions: Positions, start: Any, steps: int = 30) -> Any:
    """The weights that explain the shares best; `start` is what they are held near.

    A weight that would have another sign than at the start is 0. Whoever set it by hand knew what is good; games only tell what went along
    with winning, by which points early in Löwenherz would be bad (see docs/bots.md).
    """
    rows, centre = positions.rows(), start.ravel()
    free = np.ones(len(centre), bool)
    while True:
        weights = np.zeros(len(centre))
        weights[free] = _explanation(rows[:, :, free], positions.shares, centre[free], steps)
        wrong = weights * centre < 0
        if not wrong.any():
            return weights.reshape(start.shape)
        free &= ~wrong


def _explanation(rows: Any, shares: Any, centre: Any, steps: int) -> Any:
    """Weights of any sign, by Newton's method."""
    hold = HOLD * (rows.std(axis=(0, 1)) + LEAST_SPREAD) ** 2  # features of any scale are held alike

    def explain(weights: Any) -> tuple[Any, float]:
        """The shares that the weights expect, and how much is wrong with that."""
        worth = rows @ weights
        worth -= worth.max(axis=1, keepdims=True)
        expected = np.exp(worth)
        whole = expected.sum(axis=1, keepdims=True)
        surprise = -(shares * (worth - np.log(whole))).sum()
        return expected / whole, float(surprise + (hold * (weights - centre) ** 2).sum() / 2)

    weights = centre.copy()
    expected, wrong = explain(weights)
    for _ in range(steps):
        slope = np.einsum("nsf,ns->f", rows, shares - expected) - hold * (weights - centre)
        mean = np.einsum("nsf,ns->nf", rows, expected)
        curve = np.einsum("nsf,ns,nsg->fg", rows, expected, rows, optimize=True) - mean.T @ mean + np.diag(hold)
        step = np.linalg.solve(curve, slope)
        tried = explain(weights + step)
        while tried[1] > wrong and np.abs(step).max() > SMALL:  # far from the best, a whole step can lead astray
            step /= 2
            tried = explain(weights + step)
        weights += step
        expected, wrong = tried
        if np.abs(step).max() <= SMALL:
            break
    return weights
