"""OpenSpiel's information set Monte Carlo tree search as a bot from outside: `ismcts:0.05` thinks for 0.05 seconds.

The search is OpenSpiel's own, as it stands. What we give it is our games (`envs/spiel.py`), random playouts at the speed of compiled rules
instead of its own move by move through Python, and a clock in place of a number of simulations. `ismcts:200` thinks for 200 simulations.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from kronland.core.errors import UsageError
from kronland.core.view import Known, View
from kronland.envs.spiel import KronlandState, register
from kronland.envs.standing import Standing

EXPLORATION = 1.0  # OpenSpiel's examples have 2 for returns from -1 to 1; shares go from 0 to 1
USUAL_SECONDS = 1.0
FEWEST = 2  # simulations, however short the time: the first one tries no action


class Playouts:
    """An evaluator for OpenSpiel's searches: what random play to the end brings, once, as its own RandomRolloutEvaluator has it."""

    def __init__(self, seed: int) -> None:
        self._chance = np.random.default_rng(seed)

    def evaluate(self, state: KronlandState) -> Any:
        return np.array(state.at.played_out(int(self._chance.integers(2**63))))

    def prior(self, state: KronlandState) -> list[tuple[int, float]]:
        """All actions are as likely."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class TimedSearch(ismcts.ISMCTSBot):
    """OpenSpiel's search until the clock says so."""

    def __init__(self, game: Any, seed: int, seconds: float, simulations: int) -> None:
        super().__init__(game, Playouts(seed), EXPLORATION, simulations or 2**31, random_state=np.random.RandomState(seed % 2**32))
        self._seconds, self.simulations = seconds, 0

    def sample_root_state(self, state: KronlandState) -> KronlandState:
        """Every simulation begins here."""
        if self._seconds and self.simulations >= FEWEST and time.perf_counter() > self._end:
            raise _Enough
        self.simulations += 1
        sampled: KronlandState = super().sample_root_state(state)
        return sampled

    def run_search(self, state: KronlandState) -> Any:
        self.simulations, self._end = 0, time.perf_counter() + self._seconds
        try:
            return super().run_search(state)
        except _Enough:
            return self.get_final_policy(state, self._root_node)

    def resample_from_infostate(self, state: KronlandState) -> KronlandState:
        return state.resample_from_infostate(state.current_player(), self._random_state.uniform)


class _Enough(Exception):
    """The time is over."""


class IsMcts:
    """A bot as `kronland.bots` wants them."""

    def __init__(self, effort: str = f"{USUAL_SECONDS}") -> None:
        register()
        try:
            number = float(effort)
        except ValueError:
            number = 0.0
        self._simulations = int(effort) if effort.isdecimal() else 0
        if not 0 < number < 2**31 or 0 < self._simulations < FEWEST:
            raise UsageError(f"{effort!r} is no effort; expected seconds, like 0.5, or a whole number of simulations from {FEWEST} on")
        self._seconds = 0.0 if self._simulations else number
        self._games: dict[Any, Any] = {}

    def __call__(self, view: View, seed: int) -> int:
        state = self.state_of(view.known)
        return int(TimedSearch(state.get_game(), seed, self._seconds, self._simulations).step(state))

    def state_of(self, known: Known) -> KronlandState:
        """The position as OpenSpiel's algorithms want it: what the seat knows, and no history."""
        players, options = int(known.state.players), known.game.options_of(known.state)
        key = (known.game.id, players, known.mode, *options.items())
        if key not in self._games:
            self._games[key] = pyspiel.load_game(f"kronland_{known.game.id}", {"players": players, "mode": known.mode, **options})
        state: KronlandState = self._games[key].new_initial_state()
        state.at = Standing.known(state.at.rules, known)
        return state
