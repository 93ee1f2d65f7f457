"""The games as PettingZoo has them: agents decide one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kronland.bots import choose
from kronland.core.errors import UsageError
from kronland.core.game import SPECTATOR
from kronland.core.given import quoted, read_word, whole
from kronland.core.seeds import SMALL_SEEDS
from kronland.core.view import Known
from kronland.envs.seeing import RENDER_MODES, OneGame, action_number, check_reset, spaces_of


def wrapped(game_id: str, players: int, **given: Any) -> Any:
    return wrappers.OrderEnforcingWrapper(TableEnv(game_id, players, **given))


class TableEnv(AECEnv):
    """A table of agents, `player_0` and so on. Where several seats decide at the same time they do so one after the other, blind.

    The reward comes at the end: an agent's share of the win, 1 for a win alone and 0 for a loss. Options of the game are given when the
    table is made, and refused in a reset; any other ones that it is given mean nothing here, as those of PettingZoo's own suite.
    """

    def __init__(
        self,
        game_id: str,
        players: int = 3,
        options: Mapping[str, str] | None = None,
        mode: str | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        self.one = OneGame(game_id, players, options, mode, render_mode)
        self.render_mode = render_mode
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1)
        self.metadata = {
            "name": f"kronland_{game_id}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        spaces = [spaces_of(self.one.game) for _ in range(players)]
        self.observation_spaces = {agent: seen for agent, (seen, _) in zip(self.possible_agents, spaces, strict=True)}
        self.action_spaces = {agent: actions for agent, (_, actions) in zip(self.possible_agents, spaces, strict=True)}
        self._chance = np.random.default_rng()
        self._options = {option.id for option in self.one.game.options}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise UsageError(f"there is no agent {quoted(agent)}; expected one of {', '.join(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        check_reset({name: value for name, value in (options or {}).items() if str(name).replace("-", "_") in self._options})
        if seed is not None:
            self._chance = np.random.default_rng(whole("seed", seed, 0))
        self.one.batch.reset(int(self._chance.integers(SMALL_SEEDS - 1)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.one.seat]
        self._decisions = 0

    def observe(self, agent: str) -> dict[str, Any]:
        return self.one.seen(self._seats[self._known(agent)])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.one.play(action_number(action))
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        shares = self.one.shares
        self.rewards = {each: shares[self._seats[each]] for each in self.agents}
        if self.one.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif self.max_cycles is not None and self._decisions >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.one.seat]
        self._accumulate_rewards()

    def bot_action(self, bot: str, seed: int | None = None) -> int:
        """What a bot would do in the place of the agent that is to decide, from what that agent may know: so bots sit beside agents."""
        if self.one.over:
            raise UsageError("the game is over; expected reset()")
        known = Known.of_rules(self.one.game, self.one.batch.states[0], self.one.seat, self.one.batch.mode)
        chance = int(self._chance.integers(SMALL_SEEDS - 1)) if seed is None else read_word(seed)
        return choose(known, bot, chance, known.mode)

    def render(self) -> Any:
        """What a spectator sees."""
        return self.one.render(SPECTATOR)

    def close(self) -> None:
        """Nothing is open."""
