"""What the examples share: how well an agent does against pages, and the curve of what it has learned.

An agent is a function of numbers and masks, a row for each game, that gives an action for each row.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

import kronland
from kronland.lab.arena import wilson
from kronland.lab.plots import draw_learning

SEAT = 0
SIDE_BY_SIDE = 256


def arguments(about, game_id):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=game_id)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0, help="of the processor, to learn in")
    parser.add_argument("--games", type=int, default=1000, help="against pages, before and after")
    parser.add_argument("--points", type=int, default=6, help="of the curve between the two")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="an SVG file for the curve; its figures go beside it as JSON")
    return parser.parse_args()


def win_share(agent, game_id, players, games, seed):
    """The share of the win of an agent against pages in games that nobody learned from, with Wilson's 95 % interval."""
    batch = kronland.batch(game_id, players, min(games, SIDE_BY_SIDE), seed=seed, restart=True, learner=SEAT, others="page")
    won, left = [], np.full(batch.games, -(-games // batch.games))  # as many games in each place: short ones are not too many
    while left.any():
        batch.step(agent(batch.observe(), batch.mask.copy()))
        counted = batch.done & (left > 0)
        won.extend(batch.results[counted, SEAT].tolist())
        left[counted] -= 1
    share = float(np.mean(won))
    return share, *wilson(share, len(won)), len(won)


class Curve:
    """Asks an agent now and then while it learns; the seconds that this takes are not those of learning."""

    def __init__(self, agent, given):
        self.agent, self.given, self.rows = agent, given, []
        self._learned, self._since = 0.0, time.process_time()
        self.ask(0, given.games)
        self._since = time.process_time()

    @property
    def seconds(self):
        return self._learned + time.process_time() - self._since

    def ask(self, steps, games):
        seconds = self.seconds if self.rows else 0.0
        share, low, high, games = win_share(self.agent, self.given.game, self.given.players, games, seed=10**9)
        row = {"round": round(seconds), "steps": steps, "games": games, "win_share": share, "win_share_low": low, "win_share_high": high}
        self.rows.append(row)
        print(f"after {seconds:5.1f} s and {steps:>8,} steps: {share:6.1%} ({low:.1%} to {high:.1%}) of {games} games", flush=True)
        self._learned, self._since = seconds, time.process_time()

    def go_on(self, steps):
        """Whether there is time left to learn; asked after every portion."""
        given = self.given
        if self.seconds >= given.seconds:
            self.ask(steps, given.games)
            return False
        if self.seconds >= given.seconds * len(self.rows) / (given.points + 1):
            self.ask(steps, max(1, given.games // 4))
        return True

    def save(self, title):
        if self.given.curve is not None:
            draw_learning(title, self.given.players, self.rows, self.given.curve, "win share against pages", "seconds of learning")
            told = {"game": self.given.game, "players": self.given.players, "seed": self.given.seed, "curve": self.rows}
            self.given.curve.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")
