"""Kronland: German board-game classics of borders and majorities, to play, study and program.

import kronland

match = kronland.match("loewenherz", players=3, setup="beginner", seed=7)
match.play("card 1+2")
print(match)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kronland.core.game import Game
    from kronland.core.match import Match

__all__ = ["__version__", "game", "load", "match", "save"]
__version__ = "0.1.0"


def game(game_id: str) -> Game:
    """The game with this id: its action space, options, rules and kernels."""
    from kronland.games import find_game

    return find_game(game_id)


def match(
    game_id: str,
    players: int | None = None,
    seed: int | str | None = None,
    names: Sequence[str] | None = None,
    mode: str | None = None,
    components: str | Path | None = None,
    position: str | None = None,
    **options: str,
) -> Match:
    """A new match. Options go by their names: `setup="beginner"`, `open_money="on"`.

    From a position, players, options and chance are those of the text; what is given here counts where it says nothing of them.
    """
    from kronland.core.components import read_file
    from kronland.core.kernel import DEFAULT_MODE
    from kronland.core.match import Match

    text = read_file(Path(components)) if components is not None else None
    return Match(game(game_id), players, options, seed, names, mode or DEFAULT_MODE, text, position)


def load(file: str | Path, at: int | None = None) -> Match:
    """The match of a record file, as it stood after `at` decisions."""
    from kronland.core.record import load as load_record
    from kronland.games import find_game

    return load_record(Path(file), find_game).replay(at)


def save(match: Match, file: str | Path) -> None:
    """Write the record of a match."""
    from kronland.core.files import write_file
    from kronland.core.record import write

    write_file(Path(file), write(match))
