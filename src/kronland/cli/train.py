"""`kronland train`: learn the weights of a game's evaluation from self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kronland.cli.asked import GameId, Json, Mode, Players, Seed

Rounds = Annotated[int, typer.Option(min=1, help="Rounds, each from games with the weights of the last.")]
GamesEach = Annotated[int, typer.Option(min=1, help="Games of self-play in a round.")]
Tests = Annotated[int, typer.Option(min=1, help="Games against the weights set by hand after each round.")]
Out = Annotated[Path | None, typer.Option(help="Write the weights here; to the game's own file, if not said.", metavar="FILE")]
Curve = Annotated[Path | None, typer.Option(help="Write the learning curve as JSON.", metavar="FILE")]
Plot = Annotated[Path | None, typer.Option(help="Draw the learning curve (needs the extra plots).", metavar="FILE")]


def train(
    game_id: GameId,
    players: Players = None,
    rounds: Rounds = 3,
    games: GamesEach = 1000,
    tests: Tests = 300,
    seed: Seed = 0,
    mode: Mode = None,
    out: Out = None,
    curve: Curve = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Learn the weights of the bots' evaluation from self-play; the round that plays best is kept. Reproducible from the seed."""
    import json

    from kronland.bots import BOTS
    from kronland.cli.shown import console, prepare, print_json, progress
    from kronland.core.files import write_file
    from kronland.core.kernel import DEFAULT_MODE
    from kronland.games import find_game
    from kronland.lab.learning import learn, save_weights

    game = find_game(game_id)
    count = game.check_players(players if players is not None else 3)
    how = mode or DEFAULT_MODE
    prepare(game, how, as_json, BOTS)
    with progress(f"training for {game.title}", rounds * (games + tests), as_json) as done:
        learned = learn(game, count, rounds, games, tests, seed, how, done)
    save_weights(game, learned.weights, out)
    figures = {
        "game": game.id,
        "players": count,
        "games": games,
        "tests": tests,
        "seed": seed,
        "rounds": learned.rounds,
        "kept": learned.kept,
    }
    if curve is not None:
        write_file(curve, json.dumps(figures, indent=1) + "\n")
    if plot is not None:
        from kronland.lab.plots import draw_learning

        draw_learning(f"{game.title}: learning the evaluation", count, learned.rounds, plot)
    if as_json:
        print_json(figures)
        return
    for row in learned.rounds:
        console().print(
            f"round {row['round']}: wins {row['win_share']:.1%} ({row['win_share_low']:.1%} to {row['win_share_high']:.1%}) "
            "against hand-set weights"
        )
    console().print(f"kept: round {learned.kept}" if learned.kept else "kept: the weights set by hand")
