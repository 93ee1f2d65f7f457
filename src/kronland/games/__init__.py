"""The games. Each is imported when it is first asked for."""

from __future__ import annotations

import difflib
from functools import cache
from importlib import import_module

from kronland.core.errors import UsageError
from kronland.core.game import Game

GAMES = ("loewenherz", "koenig", "rheinlaender", "brianboru")


@cache
def find_game(game_id: str) -> Game:
    if game_id not in GAMES:
        near = difflib.get_close_matches(game_id, GAMES, 1)
        guess = f"did you mean {near[0]!r}? " if near else ""
        raise UsageError(f"unknown game {game_id!r}; {guess}the games are: {', '.join(GAMES)}")
    game = import_module(f"kronland.games.{game_id}.game").GAME
    assert isinstance(game, Game)
    return game
