"""Many games at once as Stable-Baselines3 has them, for its learners and those of sb3-contrib, which know of masks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from kronland.core.errors import UsageError
from kronland.core.seeds import SMALL_SEEDS
from kronland.envs.gym import SeatVectorEnv

MASKS = "action_masks"  # the name by which its learners ask for them


class SeatVecEnv(VecEnv):
    """One seat in each of many games, as `SeatVectorEnv`. What is seen are its numbers, each as a part of the highest that it can be; which
    actions are legal is told by `action_masks`. A game that is over begins anew at once, and its last observation is in the info."""

    def __init__(self, game_id: str, num_envs: int = 256, players: int = 3, **given: Any) -> None:
        self.render_mode = None
        self._many = SeatVectorEnv(game_id, num_envs, players, **given)
        self.batch = self._many.batch
        self._parts = 1 / np.maximum(self.batch.observation.highs, 1).astype(np.float32)
        seen = gymnasium.spaces.Box(0.0, 1.0, (self.batch.observation.size,), np.float32)
        super().__init__(self.batch.games, seen, self._many.single_action_space)
        self._chance = np.random.default_rng()
        self._actions: Any = None

    def reset(self) -> Any:
        if self._seeds[0] is not None:
            self._chance = np.random.default_rng(self._seeds[0])
        self.batch.reset(int(self._chance.integers(SMALL_SEEDS // 2)))
        self._reset_seeds()
        self._reset_options()
        return self._seen()

    def action_masks(self) -> Any:
        """Of each game and each action whether it is legal."""
        return self.batch.mask

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        self.batch.step(self._actions)
        done = self.batch.done.copy()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        rewards = np.where(done, self.batch.results[:, self._many.seat], 0.0).astype(np.float32)
        if done.any():
            for number in np.flatnonzero(done).tolist():
                infos[number]["terminal_observation"] = self.batch.seen_by(number, self._many.seat) * self._parts
            self.batch.begin(done)
        return self._seen(), rewards, done, infos

    def _seen(self) -> Any:
        return self.batch.observe() * self._parts

    # What it asks single environments for -----------------------------------------------------------------------------------------------

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise UsageError(f"{attr_name} cannot be set in single games of many; expected it when the environment is made")

    def env_method(self, method_name: str, *given: Any, indices: Any = None, **named: Any) -> list[Any]:
        if method_name != MASKS:
            raise UsageError(f"single games of many have no {method_name!r}; expected {MASKS!r}")
        masks = self.batch.mask
        return [masks[number] for number in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Iterable[int] | int | None = None) -> list[bool]:
        return [False] * len(list(self._get_indices(indices)))

    def close(self) -> None:
        """Nothing is open."""
