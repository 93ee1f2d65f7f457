"""`kronland check`: the conformance suite on as many games as asked for."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from kronland.cli.asked import GameId, Games, Json, Options, Seed, SetUp, check_seeds, options_of

SHOWN = 20  # violations: the first ones tell


def check(
    game_id: GameId,
    games: Games = 20,
    players: Annotated[int | None, typer.Option(help="How many play; every number in turn, if not said.")] = None,
    seed: Seed = 0,
    setup: SetUp = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Play random games with every invariant and conformance property checked; exit code 1 if one is violated."""
    from kronland.cli.shown import console, prepare, print_json, progress
    from kronland.core.kernel import DEFAULT_MODE
    from kronland.games import find_game
    from kronland.lab.conformance import check_games

    game = find_game(game_id)
    check_seeds(seed, games)
    chosen = options_of(option, setup)
    prepare(game, DEFAULT_MODE, as_json)
    began = time.perf_counter()
    with progress(f"checking {game.title}", games, as_json) as done:
        report = check_games(game, games, seed=seed, players=players, options=chosen or None, progress=done)
    seconds = time.perf_counter() - began
    if as_json:
        print_json(
            {
                "game": game.id,
                "games": report.games,
                "decisions": report.decisions,
                "probes": report.probes,
                "violations": len(report.violations),
                "first_violations": report.violations[:SHOWN],
                "seconds": round(seconds, 3),
            }
        )
    else:
        out = console()
        for text in report.violations[:SHOWN]:
            out.print(f"violated: {text}", markup=False)
        verdict = f"{len(report.violations)} violations" if report.violations else "no violation"
        out.print(
            f"{game.title}: {report.games} games, {report.decisions:,} decisions, {report.probes:,} probes in {seconds:.1f} s: {verdict}"
        )
    if report.violations:
        raise typer.Exit(1)
