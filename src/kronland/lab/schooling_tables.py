"""The tables at which a network learns (`lab.schooling`), by the terms of a school: many games side by side, on the processor or a GPU."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from kronland.bots.engine import ground
from kronland.bots.engine.evaluation import mind_of
from kronland.core.errors import UsageError
from kronland.core.game import Game
from kronland.core.kernel import check_device
from kronland.core.log import NO_LOG
from kronland.core.records import Records, with_attributes

MOST_THOUGHT_OF = 24  # actions of a decision
USUAL_PLAYERS, USUAL_PART = 3, 0.6  # so many tables have so many players, the others one of the other numbers
WHOLE = 1 << 62


@dataclass(frozen=True)
class School:
    """How a network is taught."""

    games: int = 4096  # side by side
    steps: int = 32  # decisions of each game in a round
    careless: float = 0.05  # so often an action is taken by hunch
    trace: float = 0.97  # how much of what comes later is believed rather than the judgement of the next position
    rate: float = 1e-3  # of learning
    slower: float = 0.5  # the last part of the rounds, in which the rate falls
    slowest: float = 0.08  # part of the rate that is left in the end
    portion: int = 8192  # positions that are learned from at once
    points_part: float = 0.25  # of what is learned: by points, which tell more than who won; the rest is the share of the win
    close: float = 0.1  # points that are this part of the winner's behind count 1/e
    kept: float = 0.999  # of the mean of the weights at each step of learning
    fade: float = 1e-5  # how much weights that nothing speaks for fade
    new_self: int = 40  # rounds after which the present one joins the earlier selves
    ahead: int = 300  # decisions by hunch, at most, before a game is learned from
    seed: int = 0


def find_torch() -> Any:
    try:
        import torch
    except ImportError:
        raise UsageError("learning a network needs PyTorch, which is not installed; expected pip install 'kronland[train]'") from None
    return torch


class Tables:
    """The games of a learner, on the processor or on a GPU: arrays are tensors that the kernels write into."""

    def __init__(self, game: Game, school: School, device: str) -> None:
        self.torch = torch = find_torch()
        count, seed = school.games, school.seed
        self.game, self.count, self.device = game, count, device
        mind, self.seats = mind_of(game.id), game.seats[-1]
        assert game.observation is not None
        self.features, self.size, self.itemsize = len(mind.features), game.observation.size, game.layout.dtype.itemsize
        if device == "cuda":
            check_device()
            from kronland.bots.engine.ground_there import Machine, handed

            self.machine: Any = Machine(game)
            self.parts, self.no_log = handed(game.load_components(), self.machine.named), handed(NO_LOG)
        else:
            self.machine, self.parts, self.no_log = None, game.load_components(), NO_LOG
            self.pool = ThreadPoolExecutor(os.cpu_count() or 1)
        self.states, self.roots, self.views = (self.bytes(count) for _ in range(3))
        self.blank = self.bytes(1)
        self.lists, self.hunched = self.new((count, game.space.size), "int32"), self.new((count, game.space.size), "float32")
        self.late, self.picked = self.new((count, MOST_THOUGHT_OF), "float32"), self.new((count, MOST_THOUGHT_OF), "int32")
        self.counts, self.movers, self.chosen = (self.new((count,), "int32") for _ in range(3))
        self.done, self.ends = self.new((count,), "bool"), self.new((count, 3, self.seats), "float32")
        self.seen, self.dense = self.new((count, self.size), "uint8"), self.new((count, self.seats * self.features + 1), "float32")
        self.over = self.new((count,), "bool")
        self.nothing = torch.full((count,), ground.NOTHING, dtype=torch.int32, device=device)
        self.options = torch.from_numpy(game.option_numbers(game.check_options(USUAL_PLAYERS, {}))).to(device)
        self.seeds = torch.arange(count, dtype=torch.int64, device=device) + (seed + 1) * (1 << 40)
        self.players = self._line_up()
        self.draws = np.random.default_rng([seed, 1])
        self.rows: tuple[Any, ...] = ()
        self.begin(school.ahead)

    def _line_up(self) -> Any:
        """How many sit at each table: mostly the usual number."""
        others = [count for count in self.game.seats if count != USUAL_PLAYERS]
        rng = np.random.default_rng(7)
        usual = rng.random(self.count) < USUAL_PART
        return self.torch.from_numpy(np.where(usual, USUAL_PLAYERS, rng.choice(others, self.count)).astype(np.int32)).to(self.device)

    def new(self, shape: tuple[int, ...], kind: str) -> Any:
        return self.torch.zeros(shape, dtype=getattr(self.torch, kind), device=self.device)

    def bytes(self, count: int) -> Any:
        return self.torch.zeros((count, self.itemsize), dtype=self.torch.uint8, device=self.device)

    def call(self, name: str, count: int, *arguments: Any) -> None:
        """A kernel on so many games or rows."""
        if self.machine is not None:
            from kronland.bots.engine.ground_there import Records as There

            dtype = self.game.layout.dtype
            self.machine.call(name, count, *(There(given.rows, dtype) if isinstance(given, _States) else given for given in arguments))
            return
        given = [self._array(argument) for argument in arguments]
        kernel, bounds = getattr(ground, name), np.linspace(0, count, (os.cpu_count() or 1) + 1).astype(int).tolist()

        def run(first: int, last: int) -> None:
            with np.errstate(over="ignore"):
                kernel(first, last, *given)

        parts = [self.pool.submit(run, first, last) for first, last in pairwise(bounds)]
        for part in parts:
            part.result()

    def _array(self, argument: Any) -> Any:
        if isinstance(argument, _States):
            return argument.rows.numpy().reshape(-1).view(with_attributes(self.game.layout.dtype)).view(Records)
        return argument.numpy() if hasattr(argument, "data_ptr") else argument

    def draw(self) -> np.uint64:
        """A seed for a kernel."""
        return np.uint64(self.draws.integers(WHOLE))

    # A step ---------------------------------------------------------------------------------------------------------------------------

    def begin(self, ahead: int) -> None:
        """Set all games up, and play each on by hunch for a while, so that they are in all phases."""
        blank = _States(self.blank)
        self.call(
            "begin_games",
            self.count,
            _States(self.states),
            self.seeds,
            self.count,
            self.players,
            self.options,
            self.parts,
            blank,
            self.no_log,
        )
        until = self.torch.from_numpy(self.draws.integers(0, ahead, self.count)).to(self.device)
        self.movers.zero_()
        for step in range(ahead):
            self.settle()
            going = until > step if step else until >= 0  # what is forced is played with the first
            self.step(self.torch.where(going, self.picked[:, 0], self.nothing))

    def settle(self) -> None:
        """What each deciding seat knows, and what it may think of."""
        self.roots.copy_(self.states)
        arrays = (self.lists, self.hunched, self.late, self.picked, self.counts, self.movers)
        self.call("settle_games", self.count, _States(self.roots), self.draw(), *arrays)

    def candidates(self) -> tuple[Any, Any, Any, Any, Any, Any]:
        """All actions that are thought of, a row each: the game, the place among its actions; what is seen after it, and features; whether
        the game is over then, and the result."""
        torch = self.torch
        places = torch.arange(MOST_THOUGHT_OF, device=self.device)
        game, place = torch.nonzero(places[None] < self.counts[:, None], as_tuple=True)
        count = len(game)
        if not self.rows or len(self.rows[0]) < count:
            room = count + count // 4
            self.rows = (
                self.bytes(room),
                self.new((room, self.size), "uint8"),
                self.new((room, self.dense.shape[1]), "float32"),
                self.new((room,), "bool"),
                self.new((room, 3, self.seats), "float32"),
            )
        states, seen, dense, over, ends = (array[:count] for array in self.rows)
        torch.index_select(self.roots.view(torch.int64), 0, game, out=states.view(torch.int64))
        seen.zero_()
        dense.zero_()
        actions, viewers = self.picked[game, place].contiguous(), self.movers[game].contiguous()
        self.call("look_at_all", count, _States(states), actions, viewers, np.uint64(0), self.no_log, seen, dense, over, ends)
        return game, place, seen, dense, over, ends

    def step(self, chosen: Any) -> None:
        """Carry out an action in each game; `done` and `ends` tell of those that are over, which begin anew."""
        begun = (self.seeds, self.count, self.players, self.options, self.parts, _States(self.blank), self.game.longest, self.no_log)
        self.call(
            "step_games", self.count, _States(self.states), chosen.contiguous(), self.movers, *begun, self.lists, self.done, self.ends
        )

    def view(self, viewers: Any) -> tuple[Any, Any]:
        """What one seat of each game sees."""
        self.views.copy_(self.states)
        self.seen.zero_()
        self.dense.zero_()
        given = (self.nothing, viewers, self.draw(), self.no_log, self.seen, self.dense, self.over, self.ends_of_views())
        self.call("look_at_all", self.count, _States(self.views), *given)
        return self.seen, self.dense

    def ends_of_views(self) -> Any:
        """Room for results that nobody asks for: games that are over have begun anew."""
        if not hasattr(self, "_spare"):
            self._spare = self.new((self.count, 3, self.seats), "float32")
        return self._spare


@dataclass(frozen=True)
class _States:
    """Rows of bytes that are states."""

    rows: Any
