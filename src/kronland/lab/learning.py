"""Training in rounds, with a test against the weights set by hand after each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from kronland.bots.engine.evaluation import linear_name, mind_of, read_weights, weights_file
from kronland.bots.engine.training import Positions, fit, log_loss, play_rounds, versus
from kronland.bots.engine.warming import BOTS
from kronland.core.files import write_file
from kronland.core.game import Game
from kronland.core.shares import wilson
from kronland.core.warm import warm_up
from kronland.lab.arena import independent_games
from kronland.lab.spreading import RayCluster, portions

TEST_SEED = 1 << 32  # tests are dealt other games than those learned from
JOB = 16  # games that one job on a cluster plays


@dataclass
class Learned:
    weights: Any
    rounds: list[dict[str, Any]]
    kept: int  # its number; 0: the weights set by hand


def learn(
    game: Game,
    players: int,
    rounds: int,
    games: int,
    tests: int,
    seed: int,
    mode: str,
    progress: Callable[[int], None] | None = None,
    cluster: RayCluster | None = None,
) -> Learned:
    """Rounds of self-play. What is kept is the round whose squire won most against squires with hand-set weights.

    The first of several rounds is never kept: it knows only how games with the hand-set weights go. Its squires may win most of
    all, while a search with its weights can be far weaker than with those of any later round (see docs/bots.md).
    """
    hand = read_weights(game.id, "hand")
    found: list[tuple[float, Any]] = [(1 / players, hand)]
    rows: list[dict[str, Any]] = []
    weights, seen = hand, None
    for number in range(rounds):
        positions = _positions(cluster, game, players, games, seed + number * games, weights, mode, progress)
        seen = positions if seen is None else seen.and_(positions)
        weights = fit(seen, hand)
        won = _won(cluster, game, players, tests, seed + TEST_SEED, weights, hand, mode, progress)
        share = sum(won) / tests
        deals = [won[number : number + players] for number in range(0, tests, players)]
        low, high = wilson(share, independent_games([(sum(deal), len(deal)) for deal in deals]))
        found.append((share, weights))
        rows.append(
            {
                "round": number + 1,
                "win_share": round(share, 4),
                "win_share_low": round(low, 4),
                "win_share_high": round(high, 4),
                "positions": len(seen.progress),
                "log_loss": round(log_loss(seen, weights), 5),
                "log_loss_hand": round(log_loss(seen, hand), 5),
            }
        )
    kept = max((number for number in range(len(found)) if number != 1 or rounds == 1), key=lambda number: found[number][0])
    return Learned(found[kept][1], rows, kept)


def _positions(
    cluster: RayCluster | None, game: Game, players: int, games: int, seed: int, weights: Any, mode: str, progress: Any
) -> Positions:
    """What `play_rounds` gives, from here or from all over a cluster."""
    if cluster is None:
        return play_rounds(game, players, games, seed, weights, mode, progress)
    parts = portions(seed, games, JOB)
    jobs = [(mode, play_rounds, game, players, count, first, weights, mode) for first, count in parts]
    found: Positions = reduce(Positions.and_, _played(cluster, jobs, parts, progress))
    return found


def _won(
    cluster: RayCluster | None, game: Game, players: int, games: int, seed: int, weights: Any, others: Any, mode: str, progress: Any
) -> list[float]:
    """What `versus` gives, in the same way."""
    if cluster is None:
        return versus(game, players, games, seed, weights, others, mode, progress)
    parts = portions(0, games, JOB)
    jobs = [(mode, versus, game, players, count, seed, weights, others, mode, None, first) for first, count in parts]
    return [share for part in _played(cluster, jobs, parts, progress) for share in part]


def _played(cluster: RayCluster, jobs: Sequence[Sequence[Any]], parts: Sequence[tuple[int, int]], progress: Any) -> Iterator[Any]:
    for (_, count), result in zip(parts, cluster.in_order(play_there, jobs), strict=True):
        if progress:
            progress(count)
        yield result


def play_there(mode: str, function: Callable[..., Any], game: Game, *rest: Any) -> Any:
    """Games as one job of many, with the rules compiled where it is done."""
    if mode == "native":
        warm_up(game, None, BOTS)
    return function(game, *rest)


def save_weights(game: Game, weights: Any, out: Path | None = None) -> None:
    """Put the trained weights into the game's file, instead of those learned before, below the others, which stay as they are."""
    name = linear_name(game.id)
    text = weights_file(game.id).read_text("utf-8").partition(f"[{name}]")[0].rstrip()
    lines = [f"{_key(name)} = [{early:.4f}, {late:.4f}]" for name, early, late in zip(mind_of(game.id).features, *weights, strict=True)]
    write_file(out or weights_file(game.id), text + f"\n\n[{name}]\n" + "\n".join(lines) + "\n")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[a-z]+", name) else f'"{name}"'
