"""What came out of many games, without keeping them: lengths, ends, points and wins, gathered batch by batch."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from kronland.core.game import MOST_SEATS, Game
from kronland.core.kernel import in_mode
from kronland.core.play import Batch, batch_result

DEAD_END, UNFINISHED = "dead end", "unfinished"
WHOLE = 60  # parts of a win: each of two to five winners has a whole number of them, and sums do not depend on their order


class Tally:
    """Add batches, then read the figures."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.players = game, players
        self.games = self.decisions = 0
        self.lengths: list[Any] = []  # decisions of each game, an array a batch
        self.ends: Counter[str] = Counter({end.name.lower(): 0 for end in game.ends})
        self.points = np.zeros(players)
        self.wins = np.zeros(players, np.int64)  # in sixtieths: a shared win counts as a share

    def add(self, batch: Batch, mode: str) -> None:
        count = len(batch.decisions)
        results = np.zeros((count, 3, MOST_SEATS))
        with np.errstate(over="ignore"):
            in_mode(batch_result, mode)(batch.states, results)
        self.games += count
        self.decisions += int(np.sum(np.maximum(batch.decisions, 0)))
        self.lengths.append(batch.decisions)
        self.ends.update(batch.ends())
        dead = int(np.sum(batch.decisions < 0))
        running = int(np.sum(batch.states["ended"] == 0)) - dead
        self.ends.update({name: number for name, number in ((DEAD_END, dead), (UNFINISHED, running)) if number})
        self.wins += np.rint(results[:, 0, : self.players] * WHOLE).astype(np.int64).sum(axis=0)
        self.points += results[:, 1, : self.players].sum(axis=0)

    def add_all(self, other: Tally) -> None:
        """What came out of other games, which come after these."""
        self.games += other.games
        self.decisions += other.decisions
        self.lengths += other.lengths
        self.ends.update(other.ends)
        self.wins += other.wins
        self.points += other.points

    @property
    def broken(self) -> int:
        """Games that did not come to an end, which no rules should allow."""
        return self.ends[DEAD_END] + self.ends[UNFINISHED]

    def length(self) -> tuple[int, float, int]:
        """The shortest game, the mean and the longest, in decisions."""
        lengths = np.concatenate(self.lengths)
        return int(lengths.min()), float(lengths.mean()), int(lengths.max())

    def mean_points(self) -> list[float]:
        return [float(points) / self.games for points in self.points]

    def shares(self) -> list[float]:
        """The part of all games that each seat won."""
        return [int(wins) / (WHOLE * self.games) for wins in self.wins]
