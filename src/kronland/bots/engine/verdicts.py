"""Looking back at a game: what each position was worth to each seat, and what a bot thinks of a decision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kronland.bots.engine.choosing import think
from kronland.bots.engine.evaluation import expect, mind_of, read_weights
from kronland.core.game import MOST_SEATS, Game
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.layout import State


@dataclass(frozen=True)
class Verdict:
    """What a bot thinks of a decision, with what the seat knew: the share of the win expected of it, and of what the bot would do."""

    best: int
    best_share: float
    share: float
    forced: bool  # nothing else was worth a thought

    @property
    def loss(self) -> float:
        return max(0.0, self.best_share - self.share)


def expected_shares(game: Game, state: State, mode: str = DEFAULT_MODE) -> list[float]:
    """The share of the win that each seat may expect; of a finished game, the one that it has."""
    mind_of(game.id)
    weights = read_weights(game.id, "trained")
    table = np.zeros((3, MOST_SEATS))
    with np.errstate(over="ignore"):
        in_mode(expect, mode)(state, weights, np.zeros(weights.shape[1]), table)
    return [float(share) for share in table[0, : int(state.players)]]


def verdict(game: Game, state: State, seat: int, action: int, level: str, seed: int, mode: str = DEFAULT_MODE) -> Verdict:
    """What a searching bot thinks of an action that the seat took here, in this state or in any that it could not tell from this one."""
    thoughts = think(game, state, seat, level, seed, mode, also=(action,))
    best = thoughts[0]
    chosen = next((thought.share for thought in thoughts if thought.action == action), best.share)
    return Verdict(best.action, best.share, chosen, len(thoughts) == 1)
