"""The games. Each is imported when it is first asked for.

A game is a package with a `game.py`, and its id is the last part of the package's name. Those of the house lie here. One that lies
elsewhere is handed in: `register("mine.chess")`, or KRONLAND_GAMES="mine.chess" in the environment, where names are parted by spaces. From
then on words, bots, command line and web know it like any other.
"""

from __future__ import annotations

import copyreg
import difflib
import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from kronland.core.errors import UsageError
from kronland.core.game import Game
from kronland.core.given import quoted
from kronland.core.words import LANGUAGES, add_words

GAMES = ["loewenherz", "koenig", "rheinlaender", "brianboru"]
PACKAGES = {game_id: f"kronland.games.{game_id}" for game_id in GAMES}
ELSEWHERE = "KRONLAND_GAMES"


def register(package: str) -> str:
    """Take in a game that lies elsewhere; its id. Processes that this one starts know it too.

    >>> import kronland
    >>> kronland.register("kronland.games.koenig")
    'koenig'
    """
    if not isinstance(package, str):
        raise UsageError(f"{quoted(package)} is no package; expected the name of one")
    game_id = package.rpartition(".")[2]
    if PACKAGES.get(game_id, package) != package:
        raise UsageError(f"there is a game {game_id!r} already, in {PACKAGES[game_id]}; expected another name than {package!r}")
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise UsageError(f"{package!r} cannot be imported; expected the name of a game's package, which must lie on the path (PYTHONPATH)")
    folder = Path(spec.submodule_search_locations[0])
    parts = ["game.py", *(f"words/{language}.po" for language in LANGUAGES)]
    if missing := [part for part in parts if not (folder / part).is_file()]:
        raise UsageError(f"{package!r} is no game: it has no {' and no '.join(missing)}; expected the name of a game's package")
    add_words(folder)
    if game_id not in GAMES:
        GAMES.append(game_id)
        PACKAGES[game_id] = package
    known = os.environ.get(ELSEWHERE, "").split()
    os.environ[ELSEWHERE] = " ".join(dict.fromkeys([*known, package]))
    return game_id


def find_game(game_id: str) -> Game:
    if not isinstance(game_id, str) or game_id not in GAMES:
        near = difflib.get_close_matches(str(game_id), GAMES, 1)
        guess = f"did you mean {near[0]!r}? " if near else ""
        raise UsageError(f"unknown game {quoted(game_id)}; {guess}the games are: {', '.join(GAMES)}")
    return _game_in(PACKAGES[game_id])


@cache
def _game_in(package: str) -> Game:
    game = import_module(f"{package}.game").GAME
    assert isinstance(game, Game)
    return game


def _packed(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """Packed for another process a game is its id: it is found there again."""
    return find_game, (game.id,)


copyreg.pickle(Game, _packed)

for _package in os.environ.get(ELSEWHERE, "").split():
    register(_package)
