"""The smallest game at hand, for as long as a test takes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kronland import games
from kronland.core import words
from kronland.core.game import Game

PACKAGE = "tests.grenzstein"
ROOT = Path(__file__).parent.parent


@contextmanager
def handed_in() -> Iterator[Game]:
    """Register the game as anybody would, and leave no trace of it: other tests go through all games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "ELSEWHERE", words.ELSEWHERE)
        patch.setenv(games.ELSEWHERE, "")
        patch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)  # where processes find it that compile it for a server
        game_id = games.register(PACKAGE)
        try:
            yield games.find_game(game_id)
        finally:
            games.GAMES.remove(game_id)
            del games.PACKAGES[game_id]
