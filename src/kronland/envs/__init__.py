"""The games as PettingZoo, Gymnasium (the extra `rl`) and OpenSpiel (`openspiel`) have them, for programs that learn and search.

    from kronland.envs import gymnasium_env, gymnasium_vector_env, pettingzoo_env, register_open_spiel, sb3_vec_env

All of them show a seat what it may know (`core/observation.py`) and which actions are legal, and nothing else. Importing this module
registers the games with Gymnasium, where that is installed: `gymnasium.make("kronland/Loewenherz-v0")`.
"""

from __future__ import annotations

from importlib.util import find_spec
from inspect import signature
from typing import Any

from kronland.core.errors import UsageError
from kronland.games import GAMES

__all__ = [
    "gymnasium_env",
    "gymnasium_vector_env",
    "open_spiel_bot",
    "pettingzoo_env",
    "register_gymnasium",
    "register_open_spiel",
    "sb3_vec_env",
]


def pettingzoo_env(game_id: str, players: int = 3, **given: Any) -> Any:
    """A game as PettingZoo plays them: the seats decide one after the other (AEC).

    `options` are those of the game, as in `options={"setup": "beginner"}`, `mode` is python or native, `render_mode` one of human, ansi,
    svg and rgb_array; `max_cycles` cuts a game off after so many decisions.
    """
    _need("pettingzoo", "gymnasium")
    from kronland.envs.zoo import TableEnv, wrapped

    _check(given, TableEnv)
    return wrapped(game_id, players, **given)


def gymnasium_env(game_id: str, players: int = 3, opponents: Any = "squire", **given: Any) -> Any:
    """A game as Gymnasium plays them: one seat (`seat`) against bots, one for all other seats or one for each of them.

    A bot is named as `kronland.bot` names them, or is `random`. `illegal` says what becomes of an action that is not legal: `lose`, as is
    usual in PettingZoo, ends the game with a reward of -1 and `info["illegal"]` says why; `raise` is an error, and nothing changes.
    `options`, `mode` and `render_mode` are those of `pettingzoo_env`.
    """
    _need("gymnasium")
    from kronland.envs.gym import SeatEnv

    _check(given, SeatEnv)
    return SeatEnv(game_id, players, opponents, **given)


def gymnasium_vector_env(game_id: str, num_envs: int = 1024, players: int = 3, **given: Any) -> Any:
    """Many games at once as one vector environment: one seat of each (`seat`) against `opponents`, `random` or `page`.

    `options` and `mode` are those of `pettingzoo_env`, `threads` is how many cores to use.
    """
    _need("gymnasium")
    from kronland.envs.gym import SeatVectorEnv

    _check(given, SeatVectorEnv)
    return SeatVectorEnv(game_id, num_envs, players, **given)


def sb3_vec_env(game_id: str, num_envs: int = 256, players: int = 3, **given: Any) -> Any:
    """The same as Stable-Baselines3 has it, with masks for learners of sb3-contrib.

    model = MaskablePPO("MlpPolicy", sb3_vec_env("brianboru", opponents="page"))
    """
    _need("stable_baselines3", extra="sb3")
    from kronland.envs.gym import SeatVectorEnv
    from kronland.envs.sb3 import SeatVecEnv

    _check(given, SeatVectorEnv)
    return SeatVecEnv(game_id, num_envs, players, **given)


def register_gymnasium() -> list[str]:
    """Make Gymnasium know the games; their ids."""
    _need("gymnasium")
    import gymnasium

    found = []
    for game_id in GAMES:
        name = f"kronland/{game_id.capitalize()}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="kronland.envs:gymnasium_env",
                vector_entry_point="kronland.envs:gymnasium_vector_env",
                kwargs={"game_id": game_id},
            )
        found.append(name)
    return found


def register_open_spiel() -> list[str]:
    """Make OpenSpiel know the games; their names. `pyspiel.load_game("kronland_koenig(players=3)")` loads one from then on."""
    _need("pyspiel", extra="openspiel")
    from kronland.envs.spiel import register

    return register()


def open_spiel_bot(name: str, player: int, seed: int | None = None) -> Any:
    """One of our bots, `page`, `squire`, `knight:500` and so on, to sit beside OpenSpiel's in `pyspiel.evaluate_bots` and the like."""
    _need("pyspiel", extra="openspiel")
    from kronland.envs.spiel import SeatBot

    return SeatBot(name, player, seed)


def _need(*packages: str, extra: str = "rl") -> None:
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise UsageError(f"{' and '.join(missing)} cannot be imported; expected the extra `{extra}`: pip install 'kronland[{extra}]'")


def _check(given: dict[str, Any], kind: type) -> None:
    """What an environment is given besides; `kronland.match` takes a game's options by their names, so they are looked for here as well."""
    known = [name for name in signature(kind).parameters if name not in ("game_id", "num_envs", "players")]
    for name in given:
        if name not in known:
            raise UsageError(
                f"an environment has no {name!r}; expected {', '.join(known)}, where options are those of the game, by their names"
            )


if find_spec("gymnasium") is not None:
    register_gymnasium()
