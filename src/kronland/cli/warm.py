"""`kronland warm`: what the first use of a game would compile, compiled beforehand."""

from __future__ import annotations

from typing import Annotated

import typer


def warm(
    game_ids: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Ids of games; all of them, if none is given.")] = None,
) -> None:
    """Compile rules and bots beforehand, for those who package or host."""
    from kronland.bots import BOTS
    from kronland.cli.shown import console, prepare
    from kronland.core import kernel
    from kronland.core.errors import UsageError
    from kronland.core.warm import PLAYOUTS, is_warm
    from kronland.games import GAMES, find_game

    games = [find_game(game_id) for game_id in dict.fromkeys(game_ids or GAMES)]
    if kernel.DEFAULT_MODE == "python":
        raise UsageError("compiled rules were left out of this process by KRONLAND_MODE=python; unset it to compile them")
    out, seconds = console(), 0.0
    for game in games:
        if is_warm(game, BOTS, PLAYOUTS):
            told = "rules and bots were compiled before"
        else:
            made, before = "rules and bots", ""
            if is_warm(game, BOTS):
                made, before = "random games", "; rules and bots were compiled before"
            elif is_warm(game):
                made, before = "bots", "; the rules were compiled before"
            took = prepare(game, "native", False, BOTS, PLAYOUTS)
            told = f"{made} compiled in {took:.1f} s{before}"
            seconds += took
        out.print(f"{game.title}: {told}", markup=False)
    out.print(f"{kernel.CACHE}: {len(games)} of {len(GAMES)} games ready, after {seconds:.1f} s of compiling", markup=False)
