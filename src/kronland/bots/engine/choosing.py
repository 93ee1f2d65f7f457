"""The bots: four levels, all configurations of the same few parts.

`page` plays on a hunch, `squire` takes the action after which the evaluation is best, `knight` and `king` search. A bot is named by its
level and, for experiments, by what differs from it: `squire@hand` has the weights set by hand, `squire@trained` learned ones,
`squire@net` a network beside them (`network`); `knight:500` thinks for 500 iterations instead of its time and is deterministic,
`king@hand:2000` both, `king:0.05s` thinks for that time on one thread. Any other name is that of a bot from outside (`bots/outside.py`).
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from kronland.bots.engine.evaluation import HUNCHES, hunches, mind_of, settled, usual, weights_named
from kronland.bots.engine.judging import share_after
from kronland.bots.engine.network import Weights
from kronland.bots.engine.pondering import NO_ACTIONS, NO_VALUES, ponder
from kronland.bots.engine.tree import Tree, harvest, lead, move_root, new_tree, plant
from kronland.bots.outside import Outsider, find_outsider, outsiders
from kronland.core.chance import mixed
from kronland.core.errors import UsageError
from kronland.core.game import Game, act
from kronland.core.given import quoted
from kronland.core.kernel import DEFAULT_MODE, in_mode, interpreted
from kronland.core.layout import State, same
from kronland.core.log import NO_LOG
from kronland.core.play import lively_choice
from kronland.core.view import Known

NUMBER = re.compile(r"[0-9]{1,15}", re.ASCII)  # of iterations: more than anybody has time for
SLICE = 16  # iterations between two looks at whether a search may end
LOOK = 0.002  # seconds between two such looks of a search against the clock: each one takes the interpreter, which a server needs as well
IN_TIME = 0.97  # the part of its time after which a search ends: the way there and back takes some, too
HOPE = 0.2  # a search ends when not even this part of all iterations left would let the second action overtake the first
PLAYOUT = 8  # decisions by hunches before linear weights judge; a network judges without any (`search`)
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
    playout: int = 0  # decisions by hunches before linear weights judge
    samples: int = 1  # possibilities in the squire's judgement
    weights: str = ""  # by name; empty: the usual ones of the game
    outside: Outsider | None = None  # whoever decides instead

    @property
    def level(self) -> str:
        return self.name.partition(":")[0].partition("@")[0]

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


def find_bot(name: str) -> Bot:
    """A bot by its name: LEVEL, LEVEL@WEIGHTS, LEVEL:ITERATIONS, LEVEL:SECONDSs, or both; or one from outside, NAME or NAME:TEXT."""
    if not isinstance(name, str):
        raise UsageError(f"there is no bot {quoted(name)}; expected a name, one of {', '.join([*LEVELS, *outsiders()])}")
    return named_bot(name)


@lru_cache(maxsize=256)
def named_bot(name: str) -> Bot:
    """The same of what is a text."""
    head, colon, effort = name.partition(":")
    level, at, weights = head.partition("@")
    if level not in BOTS:
        outside = find_outsider(name)
        if outside is None:
            raise UsageError(f"there is no bot {name!r}; there are {', '.join([*LEVELS, *outsiders()])}")
        return Bot(name, greedy=False, outside=outside)
    bot = replace(BOTS[level], name=name)
    if at:
        if not (bot.greedy and weights):
            raise UsageError(f"bot {name!r}: expected squire, knight or king, an @ and the name of weights, like squire@trained")
        bot = replace(bot, weights=weights)
    if colon:
        iterations, seconds = int(effort) if NUMBER.fullmatch(effort) else 0, _seconds(effort)
        if not bot.searches or not (iterations or seconds):
            raise UsageError(
                f"bot {name!r}: expected knight or king, a colon and a number of iterations, like knight:500, or seconds, like king:0.5s"
            )
        bot = replace(bot, seconds=seconds, iterations=iterations, threads=1)
    return bot


def _seconds(text: str) -> float:
    """What `0.5s` says; 0 for what is no such text."""
    try:
        seconds = float(text[:-1]) if text.endswith("s") and text.isascii() else 0.0
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0


def choose(known: Known, level: str, seed: int, mode: str = DEFAULT_MODE, within: float | None = None) -> int:
    """The action that a bot takes for the seat that knows this; the same knowledge and seed give the same action, but for bots that think
    against the clock. A squire does so, too, where it is to answer `within` some seconds: interpreted, it may else take ten. A bot from
    outside that does not answer within them is an error."""
    bot = find_bot(level)
    if bot.outside is not None:
        return bot.outside.decide(known, seed, within)
    desk = _Desk(known, seed, mode)
    if len(desk.actions) == 1:
        return int(desk.actions[0])
    if bot.searches:
        return desk.search(bot)[0].action
    if bot.greedy:
        return desk.best_at_once(bot) if within is None or mode == "native" else desk.best_in_time(bot, within)
    return desk.lively()


def think(known: Known, level: str, seed: int, mode: str = DEFAULT_MODE, also: Sequence[int] = ()) -> list[Thought]:
    """What a searching bot thinks of the actions that it has tried, best first; `also` are legal ones that it is to try in any case."""
    bot = find_bot(level)
    if not bot.searches:
        raise UsageError(f"bot {level!r} does not search; expected knight or king")
    return _Desk(known, seed, mode).search(bot, also)


def weigh(known: Known, level: str, seed: int, mode: str = DEFAULT_MODE) -> list[Thought]:
    """What any bot thinks of its actions, the one that it takes first. A squire tries each once; what a page has not thought of has no
    visits."""
    bot = find_bot(level)
    if bot.outside is not None:
        return [Thought(bot.outside.decide(known, seed), 0, 0.0)]
    desk = _Desk(known, seed, mode)
    if not bot.greedy:
        return [Thought(desk.lively(), 0, 0.0)]
    return desk.search(bot) if bot.searches and len(desk.actions) > 1 else desk.thoughts(bot)


def advise(known: Known, level: str, seed: int, mode: str = DEFAULT_MODE, least: int = 1) -> list[Thought]:
    """What a searching bot thinks, best first, of so many actions at least, if there are: what it has not tried it has looked at once."""
    bot, desk = find_bot(level), _Desk(known, seed, mode)
    return desk.filled(bot, desk.search(bot), least)


def rehearse(known: Known) -> None:
    """Go through what a bot that thinks against the clock does besides: see where its choice leads, and go on from there."""
    action = _Desk(known, 0, DEFAULT_MODE).search(replace(BOTS["knight"], seconds=1e-6))[0].action
    move_root(_trees(known.game, 1)[0], action, known.seat)


def rehearse_hunches(known: Known) -> None:
    """Ask for the hunches of a game by themselves: they need little of its rules."""
    actions, values = np.zeros(1, np.int32), np.zeros(1)
    mind_of(known.game.id)
    HUNCHES.pick(known.state, DEFAULT_MODE)(known.state, known.seat, actions, 0, values)


def rehearse_tree(known: Known) -> None:
    """All that is done with a tree beside searching, which needs no rules."""
    tree, size = _trees(known.game, 1)[0], known.game.space.size
    plant(tree, known.seat), lead(tree), harvest(tree, np.zeros(size, np.int64), np.zeros(size)), move_root(tree, 0, known.seat)


class _Desk:
    """One decision: the position as the seat knows it, and its legal actions."""

    def __init__(self, known: Known, seed: int, mode: str) -> None:
        self.game, self.seat, self.seed, self.mode = known.game, known.seat, seed, mode
        game, seat = known.game, known.seat
        mind_of(game.id)
        self.roots = game.layout.batch(1)
        self.roots[0] = known.state
        self._call(settled, self.roots[0], seat)
        out = np.zeros(game.space.size, np.int32)
        count = int(self._call(game.kernels["legal"], self.roots[0], seat, out))
        if count == 0:
            raise UsageError(f"seat {seat} has nothing to decide")
        self.actions = out[:count]

    def _call(self, kernel: Any, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return in_mode(kernel, self.mode)(*arguments)

    def _weights(self, bot: Bot) -> Weights:
        return weights_named(self.game.id, bot.weights or usual(self.game.id, bot.level, self.mode))

    def lively(self) -> int:
        with np.errstate(over="ignore"):
            draw = interpreted(mixed)(np.uint64(self.seed))
        return int(self._call(lively_choice, self.roots[0], self.seat, self.actions, len(self.actions), draw))

    def _judged(self, tree: Tree, bot: Bot) -> Any:
        """The expected share after each action, -1 for those not worth a thought."""
        return self._look_at(self.actions, tree, bot)

    def _look_at(self, actions: Any, tree: Tree, bot: Bot) -> Any:
        values, weights = np.zeros(len(actions)), self._weights(bot)
        self._call(ponder, tree, self.roots, self.seat, weights, np.uint64(self.seed), bot.samples, 0, actions, len(actions), values)
        return values

    def thoughts(self, bot: Bot) -> list[Thought]:
        """What one look at each action tells, the one to take first."""
        values = self._judged(_trees(self.game, 1)[0], bot)
        best = self._best(values)
        found = [Thought(int(action), 1, float(value)) for action, value in zip(self.actions, values, strict=True) if value >= 0]
        return sorted(found, key=lambda thought: (thought.action != best, -thought.share, thought.action))

    def filled(self, bot: Bot, thoughts: list[Thought], least: int) -> list[Thought]:
        """With a look at actions that the search has left out; none of them counts for more than what it has tried."""
        tried = {thought.action for thought in thoughts}
        while len(thoughts) < least and (rest := self.actions[[int(action) not in tried for action in self.actions]]).size:
            values = self._look_at(rest, _trees(self.game, 1)[0], bot)
            worst = min(thought.share for thought in thoughts)
            for place in np.argsort(-values, kind="stable")[: least - len(thoughts)]:
                if values[place] >= 0:  # what is not worth a thought beside others has its turn when these are through
                    thoughts = [*thoughts, Thought(int(rest[place]), 0, min(worst, float(values[place])))]
            tried = {thought.action for thought in thoughts}
        return thoughts

    def best_at_once(self, bot: Bot) -> int:
        return self._best(self._judged(_trees(self.game, 1)[0], bot))

    def best_in_time(self, bot: Bot, seconds: float) -> int:
        """The best of the actions that there is time to look at, the likeliest first, each in one possibility and no further ahead."""
        end = time.perf_counter() + seconds
        tree, weights = _trees(self.game, 1)[0], self._weights(bot)
        likely, values = np.zeros(len(self.actions)), np.full(len(self.actions), -1.0)
        self._call(hunches, self.roots[0], self.seat, self.actions, len(self.actions), likely)
        thinkable = np.flatnonzero(likely > 0) if (likely > 0).any() else np.arange(len(likely))
        for place in thinkable[np.argsort(-likely[thinkable], kind="stable")]:
            seen = self.roots[0], self.seat, weights, self.actions[place]
            values[place] = self._call(share_after, tree, *seen, np.uint64(self.seed), False)
            if time.perf_counter() > end:
                break
        return self._best(values)

    def _best(self, values: Any) -> int:
        best = np.flatnonzero(values >= values.max() - 1e-9)
        return int(self.actions[best[np.random.default_rng(self.seed).integers(len(best))]])

    def search(self, bot: Bot, also: Sequence[int] = ()) -> list[Thought]:
        began = time.perf_counter()
        weights = self._weights(bot)
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
                self._call(ponder, tree, self.roots, self.seat, weights, seed, count, bot.playout, NO_ACTIONS, 0, NO_VALUES)
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
    """Trees are large: every thread that asks for choices keeps its own for the next time, those of all games in the same room.

    A search begins anew in it, but for one that goes on where the last one of this thread has ended.
    """
    trees: dict[str, list[Tree]] = _kept.__dict__.setdefault("trees", {})
    own = trees.setdefault(game.id, [])
    while len(own) < count:
        beside = next((of_game[len(own)] for of_game in trees.values() if len(of_game) > len(own)), None)
        own.append(new_tree(game, beside))
    return own[:count]
