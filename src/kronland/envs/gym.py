"""The games as Gymnasium has them: one seat against bots, in one game or in many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kronland.bots import choose, find_bot
from kronland.core.batch import GameBatch
from kronland.core.batch_checks import OTHERS, RANDOM, actions_for
from kronland.core.errors import KronlandError, UsageError
from kronland.core.given import check_seat, quoted
from kronland.core.kernel import mode_for
from kronland.core.seeds import SMALL_SEEDS
from kronland.core.view import Known
from kronland.envs.seeing import RENDER_MODES, OneGame, action_number, check_reset, spaces_of
from kronland.games import find_game

ILLEGAL = ("lose", "raise")
ILLEGAL_REWARD = -1.0


class LegalActions(gymnasium.spaces.Discrete):
    """The actions of a game. A sample without a mask is one that is legal where the game stands."""

    def __init__(self, size: int, one: OneGame) -> None:
        super().__init__(size)
        self._one = one

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = self._one.batch.mask[0].astype(np.int8)
        return super().sample(mask, probability)


class SeatEnv(gymnasium.Env):
    """One seat of a game; the others are bots. The reward comes at the end: the share of the win, 1 for a win alone and 0 for a loss."""

    def __init__(
        self,
        game_id: str,
        players: int = 3,
        opponents: str | Sequence[str] = "squire",
        seat: int = 0,
        options: Mapping[str, str] | None = None,
        mode: str | None = None,
        render_mode: str | None = None,
        illegal: str = "lose",
    ) -> None:
        self.one = OneGame(game_id, players, options, mode, render_mode)
        self.render_mode, self.metadata = render_mode, {"render_modes": list(RENDER_MODES), "render_fps": 2}
        if not isinstance(illegal, str) or illegal not in ILLEGAL:
            raise UsageError(f"illegal is {quoted(illegal)}; expected {' or '.join(ILLEGAL)}")
        self.seat, self._illegal = check_seat(seat, players), illegal
        self._bots = _bots(opponents, players, self.seat)
        self.observation_space, actions = spaces_of(self.one.game)
        self.action_space = LegalActions(int(actions.n), self.one)
        self._begun = self._lost = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        check_reset(options)
        super().reset(seed=seed)
        self.one.batch.reset(int(self.np_random.integers(SMALL_SEEDS - 1)))
        self._begun, self._lost = True, False
        self._let_others_play()
        return self.one.seen(self.seat), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        _check_begun(self._begun)
        if self.one.over or self._lost:
            raise UsageError("the game is over; expected reset()")
        number = action_number(action)
        try:
            self.one.play(number)
        except KronlandError as problem:
            if self._illegal == "raise":
                raise
            self._lost = True
            return self.one.seen(self.seat), ILLEGAL_REWARD, True, False, {"illegal": str(problem)}
        self._let_others_play()
        return self.one.seen(self.seat), self.one.shares[self.seat], self.one.over, False, {}

    def action_masks(self) -> Any:
        """Of each action whether it is legal: the name by which sb3-contrib asks for it."""
        return self.one.seen(self.seat)["action_mask"].astype(np.bool_)

    def _let_others_play(self) -> None:
        batch = self.one.batch
        while self.one.seat not in (self.seat, -1):
            seat, chance = self.one.seat, int(self.np_random.integers(SMALL_SEEDS - 1))
            if self._bots[seat] == RANDOM:
                batch.step(batch.sample(seed=chance))
            else:
                known = Known.of_rules(self.one.game, batch.states[0], seat, batch.mode)
                batch.step([choose(known, self._bots[seat], chance, batch.mode)])

    def render(self) -> Any:
        """What the seat sees."""
        return self.one.render(self.seat)


class SeatVectorEnv(VectorEnv):
    """The same in many games at once, against others that choose at random or as pages do: no line of Python for a single game.

    A game that is over shows its end, and begins anew with the next step, whatever the action for it (`AutoresetMode.NEXT_STEP`): its mask
    allows them all, so that whoever draws from masks need not look.
    """

    def __init__(
        self,
        game_id: str,
        num_envs: int = 1024,
        players: int = 3,
        opponents: str = RANDOM,
        seat: int = 0,
        options: Mapping[str, str] | None = None,
        mode: str | None = None,
        threads: int | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(opponents, str) or opponents not in OTHERS:
            allowed = " or ".join(map(repr, OTHERS))
            raise UsageError(f"the opponents are {quoted(opponents)}; expected {allowed}, which is all that many games at once have")
        game = find_game(game_id)
        players = game.check_players(players)
        self.batch = GameBatch(game, players, num_envs, mode_for(mode), 0, options, False, threads, check_seat(seat, players), opponents)
        self.num_envs, self.seat, self._begun = self.batch.games, int(seat), False
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.single_observation_space, self.single_action_space = spaces_of(game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        check_reset(options)
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(SMALL_SEEDS // 2)))
        self._begun = True
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        _check_begun(self._begun)
        over = self.batch.done.copy()
        given = actions_for(actions, self.num_envs)
        given[over] = -1
        self.batch.step(given)
        if over.any():
            self.batch.begin(over)
        done = self.batch.done.copy()
        rewards = np.where(done, self.batch.results[:, self.seat], 0.0)
        return self._seen(), rewards, done, np.zeros(self.num_envs, np.bool_), {}

    def _seen(self) -> dict[str, Any]:
        """Arrays of their own, which a learner may keep."""
        mask = self.batch.mask.astype(np.int8)
        mask[self.batch.done] = 1
        return {"observation": self.batch.observe(np.empty((self.num_envs, self.batch.observation.size), np.uint8)), "action_mask": mask}


def _check_begun(begun: bool) -> None:
    if not begun:
        raise UsageError("the game has not begun; expected reset()")


def _bots(opponents: str | Sequence[str], players: int, seat: int) -> dict[int, str]:
    """The bot of each other seat."""
    others = [other for other in range(players) if other != seat]
    if not isinstance(opponents, str | Sequence):
        raise UsageError(f"the opponents are {quoted(opponents)}; expected the name of a bot for all, or a list of one for each")
    named = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    if len(named) != len(others):
        raise UsageError(f"{len(named)} opponents for {len(others)} seats; expected one for all or one for each")
    for name in named:
        if name != RANDOM:
            find_bot(name)
    return dict(zip(others, named, strict=True))
