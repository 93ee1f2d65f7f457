"""The games as OpenSpiel has them: states that are cloned, searched and serialised, with chance as a player.

What its conventions want, and what they get:

- Dynamics are sequential: seats that decide at the same time do so one after the other, blind.
- Chance is explicit: a draw is four chance nodes of 256 outcomes (`envs/standing.py`), one after the other, before the set-up and at the
  few actions that draw.
- Returns come at the end and are shares of the win, which sum up to 1.
- The observation of a seat is what it may know now, as text and as a tensor of named parts (`core/observation.py`). Its information state
  is that with all that it has been told in the game before it; the tensor, which has no room for that, is the one of the observation.
- `resample_from_infostate` deals anew what a seat cannot know. The state that it gives has no history: the real one would tell it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from kronland.bots import choose, find_bot
from kronland.core.errors import UsageError
from kronland.core.game import MOST_SEATS, Game
from kronland.core.given import check_seat, quoted, read_word, whole
from kronland.core.kernel import DEFAULT_MODE, check_mode
from kronland.core.seeds import SMALL_SEEDS
from kronland.core.view import Known
from kronland.envs.standing import DIGITS, OUTCOMES, Rules, Standing
from kronland.games import GAMES, find_game

CHANCES = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
MOST_DRAWS = 64  # of one game; no rule limits them, but none comes near
USUAL = "usual"  # mode: what this process has


def register() -> list[str]:
    """Make OpenSpiel know the games that have observations; their names."""
    known = set(pyspiel.registered_names())
    found = []
    for game in map(find_game, GAMES):
        if game.observation is None:
            continue
        kind = game_type(game)
        found.append(kind.short_name)
        if kind.short_name not in known:
            # A class, as its own games are: OpenSpiel lets go of it after the interpreter has ended, which a function would not survive.
            pyspiel.register_game(kind, type(f"{game.id.capitalize()}Game", (KronlandGame,), {"played": game}))
    return found


def game_type(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=f"kronland_{game.id}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": 3,
            "mode": USUAL,
            **{option.id: option.default for option in game.options},
        },
    )


class KronlandGame(pyspiel.Game):
    """A game, for so many players, with its options as parameters: `kronland_loewenherz(players=3,setup=beginner)`."""

    played: Game

    def __init__(self, params: dict[str, Any]) -> None:
        game = self.played
        options = {option.id: str(params[option.id]) for option in game.options if option.id in params}
        players, mode = params.get("players", 3), params.get("mode", USUAL)
        self.rules = Rules.of(game, players, options, DEFAULT_MODE if mode == USUAL else check_mode(mode))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.space.size,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=game.longest,
        )
        super().__init__(game_type(game), info, params)

    def new_initial_state(self, *given: Any) -> KronlandState:
        if given:
            raise UsageError("a state cannot be made from text; expected new_initial_state(), or deserialize_state(text)")
        return KronlandState(self)

    def __reduce__(self) -> Any:
        """Packed by its name, as its own games are: `register` makes its class, which no other process would find."""
        return _load, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        return DIGITS * MOST_DRAWS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver:
        return SeatObserver(self.rules, iig_obs_type, params)


class KronlandState(pyspiel.State):
    """One position. All that it is lies in a `Standing`, which clones share and serialisation packs."""

    def __init__(self, game: KronlandGame) -> None:
        super().__init__(game)
        self.at: Standing = game.rules.beginning

    def __reduce__(self) -> Any:
        return _unpack, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def current_player(self) -> int:
        return self.at.seat

    def is_terminal(self) -> bool:
        return self.at.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self.is_chance_node():
            raise UsageError("chance does not decide here; expected a state in which it does, or legal_actions()")
        return CHANCES

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"digit {action}" if player < 0 else self.at.rules.notation(action, player)

    def returns(self) -> list[float]:
        return self.at.shares

    def __str__(self) -> str:
        return self.at.text

    def resample_from_infostate(self, player: int, sampler: Any) -> KronlandState:
        """A state that the player could not tell from this one; `sampler()` gives numbers from 0 to 1."""
        number = sampler() if callable(sampler) else sampler
        if not isinstance(number, float | int | np.number) or not 0 <= number <= 1:
            raise UsageError(f"the sampler gives {quoted(number)}; expected a function that gives numbers from 0 to 1")
        made: KronlandState = self.get_game().new_initial_state()
        made.at = self.at.redealt(player, int(number * 2**53))
        return made


class SeatBot(pyspiel.Bot):
    """One of our bots as OpenSpiel has them: it is shown a state, and thinks with what its seat knows of it."""

    def __init__(self, name: str, seat: int, seed: int | None = None) -> None:
        super().__init__()
        find_bot(name)
        self._name, self._seat = name, whole("the player", seat, 0, MOST_SEATS - 1)
        self._seed = None if seed is None else read_word(seed)
        self._chance = np.random.default_rng(self._seed)

    def step(self, state: KronlandState) -> int:
        rules = _rules_of(state)
        if state.current_player() != self._seat:
            raise UsageError(f"seat {self._seat} does not decide here; expected a state in which it does")
        known = Known.of_rules(rules.game, state.at.state, self._seat, rules.mode)
        return choose(known, self._name, int(self._chance.integers(SMALL_SEEDS - 1)), rules.mode)

    def restart(self) -> None:
        self._chance = np.random.default_rng(self._seed)

    def restart_at(self, state: KronlandState) -> None:
        """A bot remembers nothing of a game."""

    def provides_policy(self) -> bool:
        return False


class SeatObserver:
    """What a seat may know, as OpenSpiel's observers tell it."""

    def __init__(self, rules: Rules, kind: Any, params: Any) -> None:
        if params:
            raise UsageError(f"an observation takes no parameters, but was given {', '.join(map(str, params))}; expected none")
        self._game, self._recalls = rules.game, kind is not None and kind.perfect_recall
        # Its factored observations, of what is public and what is private, there are none of: a seat's knowledge is one.
        self._whole = kind is None or (kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)
        self.tensor = np.zeros(rules.observation.size, np.float32) if self._whole else None
        self.dict = rules.observation.split(self.tensor) if self._whole else {}

    def set_from(self, state: KronlandState, player: int) -> None:
        seat = self._seat(state, player)
        if self.tensor is not None:
            self.tensor[:] = state.at.observe(seat)

    def string_from(self, state: KronlandState, player: int) -> str | None:
        seat = self._seat(state, player)
        if not self._whole:
            return None
        seen = state.at.seen(seat)
        return f"{state.at.told(seat)}\n{seen}" if self._recalls else seen

    def _seat(self, state: KronlandState, player: int) -> int:
        """Whoever asks a state itself is held to its players by OpenSpiel; an observer is asked directly."""
        rules = _rules_of(state)
        if rules.game is not self._game:
            raise UsageError(f"that is a state of {rules.game.title}; expected one of {self._game.title}, whose observer this is")
        return check_seat(player, rules.players)


def _load(name: str) -> Any:
    """A game in whatever process, which may not know of our games yet."""
    register()
    return pyspiel.load_game(name)


def _unpack(text: str) -> Any:
    register()
    _, state = pyspiel.deserialize_game_and_state(text)
    return state


def _rules_of(state: Any) -> Rules:
    """What a state is played by that somebody gave."""
    if not isinstance(state, KronlandState):
        raise UsageError(f"{quoted(state)} is no state of our games; expected one of a game that register_open_spiel() names")
    return state.at.rules
