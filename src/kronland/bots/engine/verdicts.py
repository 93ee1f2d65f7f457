"""Looking back at a game: what each position was worth to each seat, and what a bot thinks of a decision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kronland.bots.engine.choosing import think
from kronland.bots.engine.evaluation import expect, mind_of, room_for, usual, weights_named
from kronland.core.game import MOST_SEATS, seats_of
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.view import Known, Opened

JUDGE = "king"  # by whose weights positions are judged


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


def expected_shares(position: Known | Opened, mode: str = DEFAULT_MODE) -> list[float]:
    """The share of the win that each seat may expect; at the end of a game, the one that it has."""
    game, state = position.game, position.state
    mind_of(game.id)
    weights = weights_named(game.id, usual(game.id, JUDGE, mode))
    table = np.zeros((3, MOST_SEATS))
    viewer = position.seat if isinstance(position, Known) else int(state.actors and seats_of(int(state.actors))[0])
    with np.errstate(over="ignore"):
        in_mode(expect, mode)(state, viewer, weights, room_for(game), table)
    return [float(share) for share in table[0, : int(state.players)]]


def verdict(known: Known, action: int, level: str, seed: int, mode: str = DEFAULT_MODE) -> Verdict:
    """What a searching bot thinks of an action that the seat took with this knowledge."""
    thoughts = think(known, level, seed, mode, also=(action,))
    best = thoughts[0]
    chosen = next((thought.share for thought in thoughts if thought.action == action), best.share)
    return Verdict(best.action, best.share, chosen, len(thoughts) == 1)
