"""Many games as Stable-Baselines3 has them: its conventions, and that a learner of sb3-contrib takes both environments as they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

import kronland
from kronland.envs import gymnasium_env, sb3_vec_env


def vec_env(**given: Any) -> Any:
    return sb3_vec_env("brianboru", **{"num_envs": 3, "players": 3, "mode": "python", "opponents": "page", **given})


def moves(env: Any, chance: Any) -> Any:
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in get_action_masks(env)])


def test_games_that_are_over_begin_anew_and_leave_what_was_seen_last() -> None:
    env, chance = vec_env(), np.random.default_rng(1)
    env.seed(5)
    seen, ended = env.reset(), 0
    assert is_masking_supported(env)
    while not ended:
        assert seen.dtype == np.float32 and seen.shape == (3, env.batch.observation.size) and 0 <= seen.min() <= seen.max() <= 1
        seen, rewards, done, infos = env.step(moves(env, chance))
        ended = int(done.sum())
        assert not rewards[~done].any() and get_action_masks(env).any(axis=1).all()
    for number in np.flatnonzero(done):
        assert infos[number]["terminal_observation"].shape == seen[number].shape
        assert not np.array_equal(infos[number]["terminal_observation"], seen[number]) and 0 <= rewards[number] <= 1


def test_the_same_seed_gives_the_same_games() -> None:
    ways = [vec_env(), vec_env()]
    for env in ways:
        env.seed(5)
    first = ways[0].reset()
    assert np.array_equal(first, ways[1].reset())
    actions = moves(ways[0], np.random.default_rng(1))
    assert np.array_equal(ways[0].step(actions)[0], ways[1].step(actions)[0])
    assert not np.array_equal(ways[0].reset(), first), "a reset without a seed goes on with others"


def test_a_learner_takes_them_as_they_are() -> None:
    one = gymnasium_env("brianboru", opponents="random", mode="python")
    for env, policy in ((vec_env(), "MlpPolicy"), (one, "MultiInputPolicy")):
        model = MaskablePPO(policy, env, n_steps=4, batch_size=4, n_epochs=1, policy_kwargs={"net_arch": [4]}, device="cpu")
        model.learn(12)
        assert model.num_timesteps >= 12


def test_what_is_wrong_is_told() -> None:
    env = vec_env()
    env.reset()
    wrong = [int(np.flatnonzero(~mask)[0]) for mask in get_action_masks(env)]
    for act, words in (
        (lambda: env.step(np.array(wrong)), "game 0: .* is not legal now"),
        (lambda: env.set_attr("seat", 2), "seat cannot be set in single games of many"),
        (lambda: env.env_method("render"), "single games of many have no 'render'; expected 'action_masks'"),
        (lambda: vec_env(opponents="king"), "the opponents are 'king'; expected 'random' or 'page'"),
    ):
        with pytest.raises(kronland.KronlandError, match=words):
            act()
