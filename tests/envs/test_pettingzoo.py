"""PettingZoo: its own suite, what is refused, and that no agent is shown what its seat may not know."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import conversions, wrappers

import kronland
from kronland.envs import pettingzoo_env
from tests.smallest import handed_in

GAMES = ["loewenherz", "koenig", "rheinlaender", "brianboru"]
games = pytest.mark.parametrize("game_id", GAMES)


def table(game_id: str = "brianboru", **given: Any) -> Any:
    return pettingzoo_env(game_id, **{"players": 3, "mode": "python", **given})


def play(env: Any, decisions: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(decisions):
        seen, _, over, cut, _ = env.last()
        if over or cut:
            break
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.sampled
@games
def test_its_api_test(game_id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array|Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")  # of agents who are not to decide
        api_test(table(game_id), num_cycles=30)


def test_options_of_the_game_are_refused_in_a_reset_and_others_mean_nothing() -> None:
    """They were passed over, and whoever had asked for the set-up for beginners learned on another one."""
    env = table("loewenherz")
    for given in ({"setup": "beginner"}, {"open-money": "on", "other": 1}):
        with pytest.raises(kronland.UsageError, match=r"reset\(\) takes no options, but was given .*; expected those of the game"):
            env.reset(seed=1, options=given)
    env.reset(seed=1, options={"options": 1})
    assert env.agents


@pytest.mark.slow
def test_its_api_test_over_whole_games_and_with_its_wrappers() -> None:
    for env in (table(), wrappers.TerminateIllegalWrapper(table(), illegal_reward=-1), wrappers.AssertOutOfBoundsWrapper(table())):
        api_test(env, num_cycles=320)


def test_as_a_parallel_environment_one_agent_moves_at_a_time() -> None:
    """Through PettingZoo's wrapper for games with turns. The other one wants all agents to move once in a cycle, as does `max_cycles_test`,
    which moves without looking at masks besides: who decides, and how often, is a matter of the rules here, and they are not for us."""
    with pytest.raises(AssertionError, match="not generally safe"):
        conversions.aec_to_parallel(table())
    env, other = conversions.turn_based_aec_to_parallel(table(max_cycles=40)), table(max_cycles=40)
    seen, _ = env.reset(seed=5)
    other.reset(seed=5)
    chance = random.Random(5)
    while env.agents:
        who = other.agent_selection
        action = int(chance.choice(np.flatnonzero(seen[who]["action_mask"])))
        seen, rewards, over, cut, infos = env.step({agent: action if agent == who else None for agent in env.agents})
        other.step(action)
        for agent in env.agents:
            assert infos[agent]["active_agent"] == other.agent_selection
            assert (seen[agent]["observation"] == other.observe(agent)["observation"]).all()
    assert rewards.keys() == over.keys() and all(cut.values())


@pytest.mark.sampled
@games
def test_its_seed_test(game_id: str) -> None:
    seed_test(lambda: table(game_id), num_cycles=10)


@pytest.mark.slow
def test_its_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(table, custom_tests={"svg": lambda svg: svg.startswith("<svg"), "rgb_array": lambda pixels: len(np.unique(pixels)) > 50})
    assert "Red" in capsys.readouterr().out


def test_a_game_is_cut_off_after_so_many_decisions() -> None:
    env = table(max_cycles=4)
    env.reset(seed=1)
    play(env, 4)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    for _ in range(3):
        env.step(None)
    assert env.agents == []


def test_the_reward_is_the_share_of_the_win() -> None:
    env = table()
    env.reset(seed=4)
    play(env, 1000)
    won = {agent: env._cumulative_rewards[agent] for agent in env.agents}
    assert all(env.terminations.values()) and sum(won.values()) == pytest.approx(1)
    results = env.unwrapped.one.batch.match(0).results()
    assert list(won.values()) == [entry["share"] for entry in results]


def test_seats_that_decide_at_the_same_time_do_so_one_after_the_other_blind() -> None:
    env = table("loewenherz", options={"setup": "beginner"})
    env.reset(seed=3)
    one = env.unwrapped.one
    chance = random.Random(5)
    while bin(int(one.batch.states[0].actors)).count("1") < 2:  # until there are secret bids
        env.step(int(chance.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    first, second = (seat for seat in range(3) if int(one.batch.states[0].actors) >> seat & 1)
    assert env.agent_selection == f"player_{first}"
    options = np.flatnonzero(env.last()[0]["action_mask"])
    seen = []
    for action in (options[0], options[-1]):
        other = table("loewenherz", options={"setup": "beginner"})
        other.reset(seed=3)
        other.unwrapped.one.batch._states[:] = one.batch.states
        other.unwrapped.one.batch._states[0].actors = 1 << first | 1 << second
        other.unwrapped.one.batch._mask[:] = one.batch.mask
        other.unwrapped.one.batch._actors[:] = first
        other.step(int(action))
        seen.append(other.observe(f"player_{second}"))
    assert len(options) > 1 and np.array_equal(seen[0]["observation"], seen[1]["observation"])


@games
def test_agents_cannot_tell_a_twin(game_id: str) -> None:
    env = table(game_id)
    env.reset(seed=8)
    batch = env.unwrapped.one.batch
    for decisions in range(6):
        play(env, 5, decisions)
        for seat, agent in enumerate(env.agents):
            before, state = env.observe(agent), batch.states.copy()
            batch._states[0] = batch.match(0).twin(seat, 77)
            after = env.observe(agent)
            batch._states[:] = state
            assert all(np.array_equal(before[part], after[part]) for part in before), (agent, decisions)


def test_bots_sit_beside_agents() -> None:
    env = table()
    env.reset(seed=3)
    action = env.unwrapped.bot_action("squire", seed=1)
    seat, batch = env.unwrapped.one.seat, env.unwrapped.one.batch
    assert env.agent_selection == f"player_{seat}" and env.last()[0]["action_mask"][action]
    state = batch.states.copy()
    batch._states[0] = batch.match(0).twin(seat, 77)
    assert env.unwrapped.bot_action("squire", seed=1) == action, "a bot knows what the agent may"
    batch._states[:] = state
    env.step(env.unwrapped.bot_action("page"))
    with pytest.raises(kronland.UsageError, match="there is no bot 'emperor'"):
        env.unwrapped.bot_action("emperor")


def test_what_is_wrong_is_told_in_one_line_and_changes_nothing() -> None:
    env = table()
    env.reset(seed=1)
    before = env.unwrapped.one.batch.states.tobytes()
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    for action, words in (
        (wrong, r"is not legal now: .*expected one of its \d+ legal actions"),
        (10**6, "there is no action 1000000; expected one of"),
        ("settle n1", "expected the number of a legal action; got str 'settle n1'"),
        (None, "expected the number of a legal action; got NoneType"),
    ):
        with pytest.raises(kronland.KronlandError, match=words) as found:
            env.step(action)
        assert "\n" not in str(found.value) and env.unwrapped.one.batch.states.tobytes() == before
    with pytest.raises(
        kronland.UsageError, match="nothing can be rendered without a render mode; expected one of human, ansi, svg, rgb_array"
    ):
        env.render()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game_id": "chess"}, "unknown game 'chess'"),
        ({"players": 7}, "is for 3 to 5 players, not 7"),
        ({"render_mode": "3d"}, "unknown render mode '3d'; the modes are human, ansi, svg, rgb_array"),
        ({"options": {"speed": "high"}}, "has no option 'speed'"),
        ({"speed": "high"}, "an environment has no 'speed'; expected options, mode, render_mode, max_cycles, where options are those of"),
        ({"game_id": "grenzstein", "players": 2}, "Grenzstein has no observations; expected a game whose kernels have `observe`"),
    ],
)
def test_what_no_environment_can_be_made_from_is_told(given: dict[str, Any], words: str) -> None:
    with handed_in(), pytest.raises(kronland.UsageError, match=words):
        table(**given)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda env: env.observe("red"), "there is no agent 'red'; expected one of player_0, player_1, player_2"),
        (lambda env: env.observation_space(0), "there is no agent 0"),
        (lambda env: env.action_space([]), r"there is no agent \[\]"),
        (lambda env: env.observe(np.zeros(2)), r"there is no agent array"),
        (lambda env: env.reset(seed=-2), "seed is -2; expected a whole number from 0 on"),
        (lambda env: env.unwrapped.bot_action("page", "x"), "seed is 'x'; expected a whole number"),
        (lambda env: env.unwrapped.bot_action(3), "there is no bot 3; expected a name, one of page"),
    ],
)
def test_what_nobody_can_be_asked_is_told(ask: Callable[[Any], Any], words: str) -> None:
    env = table()
    env.reset(seed=1)
    with pytest.raises(kronland.UsageError, match=words):
        ask(env)
