"""How fast the bots' search is. `python benchmarks/search.py [GAME ...]` prints for each game, from one run on one core:

- iterations: ways down the tree a second, over positions of a game of squires
- decisions: decisions that these iterations play a second, and what part that is of random playouts measured in between
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from kronland.bots import choose, find_bot
from kronland.bots.engine.evaluation import settled, usual, weights_named
from kronland.bots.engine.pondering import NO_ACTIONS, NO_VALUES, ponder
from kronland.bots.engine.tree import new_tree, plant
from kronland.bots.engine.warming import prepare
from kronland.core.log import NO_LOG
from kronland.core.match import Match
from kronland.core.play import playout
from kronland.games import GAMES, find_game

PLAYERS = 3
POSITIONS = 24
ITERATIONS = 3000
PLAYOUTS = 300  # beside each position


def measure(game_id: str, name: str) -> dict[str, float | str]:
    game = find_game(game_id)
    weights, tree = weights_named(game_id, name), new_tree(game)
    roots, out = game.layout.batch(1), np.zeros(game.space.size, np.int32)
    searching = playing = 0.0
    played = searched = 0
    prepare(game)
    playout(Match(game, PLAYERS).state, np.uint64(0), out, NO_LOG, game.longest)  # loads its machine code outside the time
    for match in _positions(game_id):
        seat = match.actors[0]
        roots[0] = match.state
        settled(roots[0], seat)
        plant(tree, seat)
        tree.judged[:] = 0.0
        before = int(tree.used[4])
        began = time.perf_counter()
        ponder(tree, roots, seat, weights, np.uint64(1), ITERATIONS, find_bot("knight").playout, NO_ACTIONS, 0, NO_VALUES)
        searching += time.perf_counter() - began
        searched += int(tree.used[4]) - before
        began = time.perf_counter()
        for seed in range(PLAYOUTS):
            played += playout(match.state, np.uint64(seed), out, NO_LOG, game.longest)
        playing += time.perf_counter() - began
    share = searched / searching / (played / playing)
    return {
        "game": game_id,
        "iterations_per_second": round(POSITIONS * ITERATIONS / searching),
        "decisions_per_iteration": round(searched / POSITIONS / ITERATIONS, 1),
        "decisions_per_second": round(searched / searching),
        "share_of_playouts": round(share, 4),
    }


def _positions(game_id: str) -> list[Match]:
    """Matches stopped at decisions spread over a game of squires."""
    game, found = find_game(game_id), []
    match = Match(game, PLAYERS, seed=1)
    while not match.over:
        if len(match.legal_actions(match.actors[0])) > 1:
            found.append(match.length)
        match.play(choose(match.known(match.actors[0]), "squire@trained", match.length), match.actors[0])
    chosen = [found[i * len(found) // POSITIONS] for i in range(POSITIONS)]
    return [_at(match, length) for length in chosen]


def _at(match: Match, length: int) -> Match:
    """The match as it was after so many decisions."""
    early = Match(match.game, match.players, seed=match.seed)
    for seat, notation in match.history[:length]:
        early.play(notation, seat)
    return early


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--weights", default="", help="hand, trained or net; the game's usual ones, if not said")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = [measure(game_id, asked.weights or usual(game_id, "king")) for game_id in asked.games]
    if asked.json:
        print(json.dumps(rows))
        return
    for row in rows:
        print(
            f"{row['game']:13} {row['iterations_per_second']:>8,} iterations/s of {row['decisions_per_iteration']} decisions; "
            f"{row['decisions_per_second']:,} decisions/s are {row['share_of_playouts']:.1%} of random playouts"
        )


if __name__ == "__main__":
    main()
