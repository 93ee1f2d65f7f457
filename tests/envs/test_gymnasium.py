"""Gymnasium: its own checks, one seat and many games, what is refused, and that the seat is not shown what it may not know."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import kronland
from kronland.envs import gymnasium_env, gymnasium_vector_env

GAMES = ["loewenherz", "koenig", "rheinlaender", "brianboru"]
games = pytest.mark.parametrize("game_id", GAMES)


def seat_env(game_id: str = "brianboru", **given: Any) -> Any:
    return gymnasium_env(game_id, **{"players": 3, "opponents": "random", "mode": "python", **given})


def vector_env(game_id: str = "brianboru", **given: Any) -> Any:
    return gymnasium_vector_env(game_id, **{"num_envs": 3, "players": 3, "mode": "python", **given})


def test_the_environments_are_there_when_they_are_asked_for() -> None:
    code = "import kronland, gymnasium; kronland.envs; assert 'kronland/Koenig-v0' in gymnasium.registry"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.sampled
@games
def test_its_env_checker_on_the_registered_games(game_id: str) -> None:
    env = gymnasium.make(f"kronland/{game_id.capitalize()}-v0", mode="python", opponents="random", render_mode="svg")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*render fps|.*Box observation space|.*maximum value is.*|.*minimum value is.*")
        check_env(env.unwrapped)


@pytest.mark.parametrize("opponents", ["squire", ["page", "random"]])
def test_bots_play_the_other_seats(opponents: Any) -> None:
    env = seat_env(opponents=opponents, seat=1)
    seen, _ = env.reset(seed=2)
    for _ in range(3):
        assert env.one.seat == 1 and seen["action_mask"].any()
        seen, reward, over, cut, _ = env.step(env.action_space.sample())
        assert (reward, over, cut) == (0.0, False, False)


def test_a_whole_game_ends_with_the_share_of_the_win() -> None:
    env = seat_env(illegal="raise")
    env.action_space.seed(1)
    env.reset(seed=5)
    over, reward = False, 0.0
    while not over:
        assert reward == 0.0
        seen, reward, over, _, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(seen) and info == {}
    assert reward == env.one.batch.match(0).results()[0]["share"]
    with pytest.raises(kronland.UsageError, match=r"the game is over; expected reset\(\)"):
        env.step(0)


def test_an_illegal_action_loses_or_is_an_error() -> None:
    env = seat_env()
    seen, _ = env.reset(seed=5)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True) and "is not legal now" in info["illegal"]
    with pytest.raises(kronland.UsageError, match="the game is over"):
        env.step(0)
    strict = seat_env(illegal="raise")
    seen, _ = strict.reset(seed=5)
    before = strict.one.batch.states.tobytes()
    with pytest.raises(kronland.IllegalAction, match="is not legal now"):
        strict.step(wrong)
    assert strict.one.batch.states.tobytes() == before
    assert strict.step(np.array(np.flatnonzero(seen["action_mask"])[0]))[0]["action_mask"].any(), "learners give an array of one number"


@pytest.mark.parametrize("given", [None, "settle n1", 1.0, True, np.array([3]), []])
def test_what_is_no_action_loses_no_game(given: Any) -> None:
    """It is a slip of the program, not a choice of the learner: the game would go on losing, and nothing would say why."""
    env = seat_env()
    env.reset(seed=5)
    before = env.one.batch.states.tobytes()
    with pytest.raises(kronland.UsageError, match="expected the number of a legal action; got"):
        env.step(given)
    assert env.one.batch.states.tobytes() == before and not env.step(env.action_space.sample())[2]
    env.reset(seed=5)
    _, reward, over, _, info = env.step(10**30)
    assert (reward, over) == (-1.0, True) and info["illegal"].startswith(f"there is no action {10**30}; expected one of")


@pytest.mark.parametrize("make", [seat_env, vector_env])
def test_a_game_begins_with_a_reset_that_takes_no_options(make: Any) -> None:
    """Before it another seat may be to decide, and a seat's action would have been that one's."""
    env = make(seat=2)
    with pytest.raises(kronland.UsageError, match=r"the game has not begun; expected reset\(\)"):
        env.step(np.zeros(3, int) if make is vector_env else 0)
    with pytest.raises(
        kronland.UsageError, match=r"reset\(\) takes no options, but was given \{'tricks': 'four'\}; expected those of the game"
    ):
        env.reset(options={"tricks": "four"})
    assert env.reset(options={})[1] == {}


@games
def test_the_seat_cannot_tell_a_twin(game_id: str) -> None:
    env = seat_env(game_id)
    env.reset(seed=8)
    batch = env.one.batch
    for _ in range(8):
        before, state = env.one.seen(0), batch.states.copy()
        batch._states[0] = batch.match(0).twin(0, 77)
        after = env.one.seen(0)
        batch._states[:] = state
        assert data_equivalence(before, after, exact=True)
        if env.step(env.action_space.sample())[2]:
            break


def moves(seen: dict[str, Any], seed: int) -> Any:
    chance = np.random.default_rng(seed)
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])


@pytest.mark.sampled
@games
def test_many_games_keep_to_the_conventions_of_vector_environments(game_id: str) -> None:
    env, again = vector_env(game_id), vector_env(game_id)
    (seen, info), (other, _) = env.reset(seed=3), again.reset(seed=3)
    assert data_equivalence(seen, other, exact=True) and info == {}
    for step in range(4):
        assert env.observation_space.contains(seen) and env.single_observation_space.contains({name: seen[name][1] for name in seen})
        actions = moves(seen, step)
        assert env.action_space.contains(actions)
        found, same = env.step(actions), again.step(actions)
        assert data_equivalence(found, same, exact=True)
        assert not np.shares_memory(seen["observation"], found[0]["observation"])
        seen, rewards, over, cut, _ = found
        assert rewards.shape == over.shape == cut.shape == (3,) and over.dtype == cut.dtype == np.bool_


def test_a_game_of_many_that_is_over_begins_anew_with_the_next_step() -> None:
    env = gymnasium.make_vec("kronland/Brianboru-v0", num_envs=3, vectorization_mode="vector_entry_point", mode="python")
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    seen, _ = env.reset(seed=1)
    over, step = np.zeros(3, bool), 0
    while not over.any():
        seen, rewards, over, _, _ = env.step(moves(seen, step))
        step += 1
    ended = int(np.flatnonzero(over)[0])
    assert 0 <= rewards[ended] <= 1 and seen["action_mask"][ended].all()
    seen, rewards, over, _, _ = env.step(moves(seen, step))
    assert not over[ended] and rewards[ended] == 0 and 0 < seen["action_mask"][ended].sum() < env.action_space.nvec[0]


@games
def test_no_game_of_many_shows_a_twin(game_id: str) -> None:
    env = vector_env(game_id, seat=1)
    seen, _ = env.reset(seed=6)
    for step in range(4):
        twins = [env.batch.match(number).twin(1, 77) for number in range(3)]
        state = env.batch.states.copy()
        for number, twin in enumerate(twins):
            env.batch._states[number] = twin
        assert np.array_equal(env.batch.observe(), seen["observation"])
        env.batch._states[:] = state
        seen = env.step(moves(seen, step))[0]


@pytest.mark.parametrize(
    ("make", "given", "words"),
    [
        (seat_env, {"opponents": "emperor"}, "there is no bot 'emperor'"),
        (seat_env, {"opponents": ["page"]}, "1 opponents for 2 seats; expected one for all or one for each"),
        (seat_env, {"seat": 3}, "there is no seat 3; seats are 0 to 2"),
        (seat_env, {"illegal": "forgive"}, "illegal is 'forgive'; expected lose or raise"),
        (vector_env, {"opponents": "king"}, "the opponents are 'king'; expected 'random' or 'page', which is all"),
        (vector_env, {"num_envs": 0}, "games is 0; expected a whole number from 1 on"),
        (vector_env, {"seat": -1}, "there is no seat -1; seats are 0 to 2"),
        (
            seat_env,
            {"setup": "beginner"},
            "an environment has no 'setup'; expected opponents, seat, options, .*, where options are those of",
        ),
        (vector_env, {"render_mode": "svg"}, "an environment has no 'render_mode'; expected opponents, seat"),
        (seat_env, {"illegal": np.zeros(2)}, r"illegal is array\(.*; expected lose or raise"),
        (seat_env, {"render_mode": np.zeros(2)}, r"unknown render mode array"),
        (vector_env, {"opponents": np.zeros(2)}, r"the opponents are array\(.*; expected 'random' or 'page'"),
    ],
)
def test_what_no_environment_can_be_made_from_is_told(make: Any, given: dict[str, Any], words: str) -> None:
    with pytest.raises(kronland.UsageError, match=words):
        make(**given)


def test_wrong_actions_for_many_games_change_none() -> None:
    env = vector_env()
    seen, _ = env.reset(seed=1)
    before = env.batch.states.tobytes()
    good = moves(seen, 1)
    wrong = good.copy()
    wrong[2] = int(np.flatnonzero(seen["action_mask"][2] == 0)[0])
    for actions, words in ((good[:2], "expected 3 whole numbers"), (wrong, "game 2: .* is not legal now"), (good * 1.0, "whole numbers")):
        with pytest.raises(kronland.KronlandError, match=words):
            env.step(actions)
        assert env.batch.states.tobytes() == before
