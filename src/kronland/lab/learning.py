"""Training in rounds, with a test against the weights set by hand after each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kronland.bots.evaluation import WEIGHTS, mind_of, read_weights
from kronland.bots.training import fit, log_loss, play_rounds, versus
from kronland.core.files import write_file
from kronland.core.game import Game
from kronland.lab.arena import wilson

TEST_SEED = 1 << 32  # tests are dealt other games than those learned from


@dataclass
class Learned:
    weights: Any
    rounds: list[dict[str, Any]]
    kept: int


def learn(
    game: Game, players: int, rounds: int, games: int, tests: int, seed: int, mode: str, progress: Callable[[int], None] | None = None
) -> Learned:
    """Rounds of self-play and fitting; what is kept is the round whose squire won most against squires with hand-set weights."""
    hand = read_weights(game.id, "hand")
    weights, seen = hand, None
    found: list[tuple[float, Any]] = []
    rows: list[dict[str, Any]] = []
    for number in range(1, rounds + 1):
        positions = play_rounds(game, players, games, seed + (number - 1) * games, weights, mode, progress)
        seen = positions if seen is None else seen.and_(positions)
        weights = fit(seen, hand)
        share = versus(game, players, tests, seed + TEST_SEED, weights, hand, mode, progress) if tests else 0.0
        low, high = wilson(share, tests)
        found.append((share, weights))
        rows.append(
            {
                "round": number,
                "positions": len(seen.progress),
                "log_loss": round(log_loss(seen, weights), 5),
                "log_loss_hand": round(log_loss(seen, hand), 5),
                "win_share": round(share, 4),
                "win_share_low": round(low, 4),
                "win_share_high": round(high, 4),
            }
        )
    best = int(np.argmax([share for share, _ in found])) if tests else rounds - 1
    return Learned(found[best][1], rows, best + 1)


def save_weights(game: Game, weights: Any, out: Path | None = None) -> None:
    """Put the trained weights into the game's file, below those set by hand, which stay as they are written."""
    text = (WEIGHTS / f"{game.id}.toml").read_text("utf-8").partition("[trained]")[0].rstrip()
    lines = [f"{_key(name)} = [{early:.4f}, {late:.4f}]" for name, early, late in zip(mind_of(game.id).features, *weights, strict=True)]
    write_file(out or WEIGHTS / f"{game.id}.toml", text + "\n\n[trained]\n" + "\n".join(lines) + "\n")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[a-z]+", name) else f'"{name}"'
