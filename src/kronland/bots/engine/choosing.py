"""The bots: four levels, all configurations of the same few parts.

`page` plays on a hunch, `squire` takes the action after which the evaluation is best, `knight` and `king` search. A bot is named by its
level and, for experiments, by what differs from it: `squire@hand` has the weights set by hand, `knight:500` thinks for 500 iterations
instead of its time and is deterministic, `king@hand:2000` both.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from kronland.bots.engine.evaluation import mind_of, read_weights, settled
from kronland.bots.engine.judging import judge
from kronland.bots.engine.search import search
from kronland.bots.engine.tree import Tree, harvest, lead, move_root, new_tree, plant
from kronland.core.chance import mixed
from kronland.core.errors import UsageError
from kronland.core.game import Game, act
from kronland.core.kernel import DEFAULT_MODE, in_mode, interpreted
from kronland.core.layout import State, same
from kronland.core.log import NO_LOG
from kronland.core.play import lively_choice

SLICE = 16  # iterations between two looks at whether a search may end
LOOK = 0.002  # seconds between two such looks of a search against the clock: each one takes the interpreter, which a server needs as well
IN_TIME = 0.97  # the part of its time after which a search ends: the way there and back takes some, too
HOPE = 0.2  # a search ends when not even this part of all iterations left would let the second action overtake the first
PLAYOUT = 8  # decisions by hunches before the evaluation
STRIDE = 1 << 40  # between the seeds of threads


@dataclass(frozen=True)
class Bot:
    """How a bot decides."""

    name: str
    greedy: bool = True  # look at what each action brings
    seconds: float = 0.0  # to search; 0: do not
    iterations: int = 0  # to search instead, on one thread
    threads: int = 1
    exploration: float = 2.0  # how much the search tries what looks worse, see `tree`
    trust: float = 30.0  # as how many visits the judged share of an action counts
    playout: int = 0  # decisions by hunches before the evaluation
    samples: int = 1  # possibilities in the squire's judgement
    weights: str = "trained"

    @property
    def searches(self) -> bool:
        return self.seconds > 0 or self.iterations > 0


BOTS = {
    bot.name: bot
    for bot in (
        Bot("page", greedy=False),
        Bot("squire", samples=2),
        Bot("knight", seconds=0.3, playout=PLAYOUT),
        Bot("king", seconds=2.0, threads=2, playout=PLAYOUT),
    )
}
LEVELS = tuple(BOTS)


@dataclass(frozen=True)
class Thought:
    """What a search thinks of an action: how often it was tried, and the share of the win that it expects."""

    action: int
    visits: int
    share: float


@cache
def find_bot(name: str) -> Bot:
    """A bot by its name: LEVEL, LEVEL@WEIGHTS, LEVEL:ITERATIONS or both."""
    head, colon, iterations = name.partition(":")
    level, at, weights = head.partition("@")
    if level not in BOTS:
        raise UsageError(f"there is no bot {name!r}; there are {', '.join(LEVELS)}")
    bot = replace(BOTS[level], name=name)
    if at:
        bot = replace(bot, weights=weights)
    if colon:
        if not bot.searches or not iterations.isdecimal() or int(iterations) < 1:
            raise UsageError(f"bot {name!r}: expected knight or king, a colon and a number of iterations, like knight:500")
        bot = replace(bot, seconds=0.0, iterations=int(iterations), threads=1)
    return bot


def choose(game: Game, state: State, seat: int, level: str, seed: int, mode: str = DEFAULT_MODE) -> int:
    """The action that a bot takes as this seat; the same state and seed give the same action, but for bots that think against the clock."""
    bot = find_bot(level)
    desk = _Desk(game, state, seat, seed, mode)
    if len(desk.actions) == 1:
        return int(desk.actions[0])
    if bot.searches:
        return desk.search(bot)[0].action
    if bot.greedy:
        return desk.best_at_once(bot)
    return desk.lively()


def think(game: Game, state: State, seat: int, level: str, seed: int, mode: str = DEFAULT_MODE, also: Sequence[int] = ()) -> list[Thought]:
    """What a searching bot thinks of the actions that it has tried, best first; `also` are legal ones that it is to try in any case."""
    bot = find_bot(level)
    if not bot.searches:
        raise UsageError(f"bot {level!r} does not search; expected knight or king")
    return _Desk(game, state, seat, seed, mode).search(bot, also)


def rehearse(game: Game, state: State, seat: int) -> None:
    """Go through what a bot that thinks against the clock does besides: see where its choice leads, and go on from there."""
    action = _Desk(game, state, seat, 0, DEFAULT_MODE).search(replace(BOTS["knight"], seconds=1e-6))[0].action
    move_root(_trees(game, 1)[0], action, seat)


class _Desk:
    """One decision: the position as the seat knows it, and its legal actions."""

    def __init__(self, game: Game, state: State, seat: int, seed: int, mode: str) -> None:
        self.game, self.seat, self.seed, self.mode = game, seat, seed, mode
        mind_of(game.id)
        self.roots = game.layout.batch(1)
        self.roots[0] = state
        self._call(settled, self.roots[0], seat)
        out = np.zeros(game.space.size, np.int32)
        count = int(self._call(game.kernels["legal"], self.roots[0], seat, out))
        if count == 0:
            raise UsageError(f"seat {seat} has nothing to decide")
        self.actions = out[:count]

    def _call(self, kernel: Any, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return in_mode(kernel, self.mode)(*arguments)

    def lively(self) -> int:
        with np.errstate(over="ignore"):
            draw = interpreted(mixed)(np.uint64(self.seed))
        return int(self._call(lively_choice, self.roots[0], self.seat, self.actions, len(self.actions), draw))

    def _judged(self, tree: Tree, bot: Bot) -> Any:
        """The expected share after each action, -1 for those not worth a thought."""
        values = np.zeros(len(self.actions))
        weights = read_weights(self.game.id, bot.weights)
        self._call(judge, tree, self.roots, self.seat, weights, self.actions, len(self.actions), np.uint64(self.seed), bot.samples, values)
        return values

    def best_at_once(self, bot: Bot) -> int:
        values = self._judged(_trees(self.game, 1)[0], bot)
        best = np.flatnonzero(values >= values.max() - 1e-9)
        return int(self.actions[best[np.random.default_rng(self.seed).integers(len(best))]])

    def search(self, bot: Bot, also: Sequence[int] = ()) -> list[Thought]:
        began = time.perf_counter()
        weights = read_weights(self.game.id, bot.weights)
        trees = _trees(self.game, bot.threads)
        judged = np.full(self.game.space.size, -1.0)
        judged[self.actions] = self._judged(trees[0], bot)
        judged[list(also)] = judged.max()
        followed = _kept.__dict__.pop("followed", None)
        known = bot.seconds > 0 and followed is not None and followed.leads_to(self.game, bot, self.roots[0])

        def run(number: int) -> None:
            tree, first = trees[number], self.seed + number * STRIDE
            tree.judged[:] = judged
            tree.style[:] = bot.exploration, bot.trust
            if not (known and self._call(move_root, tree, followed.action, self.seat)):
                self._call(plant, tree, self.seat)
            done, count = 0, SLICE if self.mode == "native" else 1
            while True:
                if bot.iterations:
                    count = min(SLICE, bot.iterations - done)
                seed = np.uint64((first + done) % (1 << 64))
                self._call(search, tree, self.roots, self.seat, weights, seed, count, bot.playout)
                done += count
                used = time.perf_counter() - began
                left = bot.iterations - done if bot.iterations else done * (IN_TIME * bot.seconds / used - 1)
                if left <= 0 or self._call(lead, tree) > HOPE * left:
                    return
                count = max(count, int(done * LOOK / used))

        if bot.threads == 1:
            run(0)
        else:
            with ThreadPoolExecutor(bot.threads) as pool:
                list(pool.map(run, range(bot.threads)))
        thoughts = self._harvest(trees)
        if bot.seconds:
            _kept.followed = self._follow(bot, thoughts[0].action)
        return thoughts

    def _harvest(self, trees: list[Tree]) -> list[Thought]:
        """What all trees found out together, best action first."""
        visits, totals = np.zeros(self.game.space.size, np.int64), np.zeros(self.game.space.size)
        for tree in trees:
            self._call(harvest, tree, visits, totals)
        tried = [action for action in map(int, self.actions) if visits[action]]
        thoughts = [Thought(action, int(visits[action]), float(totals[action] / visits[action])) for action in tried]
        return sorted(thoughts, key=lambda thought: (-thought.visits, -thought.share, thought.action))

    def _follow(self, bot: Bot, action: int) -> _Followed | None:
        """Where an action leads, if the same seat decides on there and nothing new came to light: exactly what could be undone."""
        state = self.roots.copy()[0]
        if int(state.actors) != 1 << self.seat:
            return None
        out = np.zeros(self.game.space.size, np.int32)
        step, count = action, 1
        while count == 1:  # what is forced follows by itself
            self._call(act, state, self.seat, step, NO_LOG)
            if state.barrier or int(state.actors) != 1 << self.seat:
                return None
            count = int(self._call(self.game.kernels["legal"], state, self.seat, out))
            step = int(out[0])
        self._call(settled, state, self.seat)
        return _Followed(self.game, bot, action, state)


@dataclass(frozen=True)
class _Followed:
    """The position after the action that a search chose: whoever decides there next has thought about it already."""

    game: Game
    bot: Bot
    action: int
    state: State

    def leads_to(self, game: Game, bot: Bot, state: State) -> bool:
        return self.game is game and self.bot == bot and same(self.state, state)


_kept = threading.local()


def _trees(game: Game, count: int) -> list[Tree]:
    """Trees are large: every thread that asks for choices keeps its own for the next time."""
    trees: dict[str, list[Tree]] = _kept.__dict__.setdefault("trees", {})
    own = trees.setdefault(game.id, [])
    while len(own) < count:
        own.append(new_tree(game, len(mind_of(game.id).features)))
    return own[:count]
