"""`kronland train`: learn the weights of a game's evaluation, or a network beside it, from self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from kronland.cli.asked import GameId, Json, Mode, Ray, Seed
from kronland.core.errors import UsageError
from kronland.core.files import check_places

TESTS, STEPS, TRACE = 300, 32, 0.97

Players = Annotated[int | None, typer.Option(help="How many play; three, if not said.")]
Rounds = Annotated[
    int | None,
    typer.Option(min=1, help="Rounds, each from games with the weights of the last; 3, and with --net 60 rounds of 32 decisions."),
]
GamesEach = Annotated[
    int | None, typer.Option(min=1, help="Games of self-play in a round; 1000, and with --net 256 side by side, which go on.")
]
Tests = Annotated[int, typer.Option(min=1, help="Games against the weights set by hand after each round.")]
Net = Annotated[bool, typer.Option("--net", help="Learn a network beside the weights (needs the extra train).")]
Device = Annotated[Literal["cpu", "cuda"], typer.Option(help="Where a network learns.")]
Steps = Annotated[int, typer.Option(min=1, help="With --net: decisions of each game in a round.")]
Trace = Annotated[float, typer.Option(min=0.0, max=1.0, help="With --net: how much of what comes later is believed, each decision on.")]
Kept = Annotated[Path | None, typer.Option(help="With --net: keep the run here, and go on from there.", metavar="FILE")]
Out = Annotated[Path | None, typer.Option(help="Write the weights here; to the game's own file, if not said.", metavar="FILE")]
Curve = Annotated[Path | None, typer.Option(help="Write the learning curve as JSON.", metavar="FILE")]
Plot = Annotated[Path | None, typer.Option(help="Draw the learning curve (needs the extra plots).", metavar="FILE")]


def train(
    game_id: GameId,
    players: Players = None,
    rounds: Rounds = None,
    games: GamesEach = None,
    tests: Tests = TESTS,
    seed: Seed = 0,
    mode: Mode = None,
    net: Net = False,
    device: Device = "cpu",
    steps: Steps = STEPS,
    trace: Trace = TRACE,
    kept: Kept = None,
    out: Out = None,
    curve: Curve = None,
    plot: Plot = None,
    ray: Ray = None,
    as_json: Json = False,
) -> None:
    """Learn the weights of the bots' evaluation from self-play; the round that plays best is kept. Reproducible from the seed."""
    check_places(out, curve, plot, kept)
    for_networks = {"--device": device != "cpu", "--steps": steps != STEPS, "--trace": trace != TRACE, "--kept": kept is not None}
    for_weights = {"--players": players is not None, "--tests": tests != TESTS, "--mode": mode is not None, "--ray": ray is not None}
    for name, given in (for_weights if net else for_networks).items():
        if given:
            raise UsageError(f"{name} does nothing with{'' if net else 'out'} --net; expected it with{'out' if net else ''} --net")
    if net:
        _train_network(game_id, rounds or 60, (games or 256, steps, trace), seed, device, kept, out, curve, plot, as_json)
        return
    rounds, games = rounds or 3, games or 1000
    import json

    from kronland.bots import BOTS
    from kronland.cli.shown import console, prepare, print_json, progress
    from kronland.core.files import write_file
    from kronland.core.kernel import DEFAULT_MODE
    from kronland.games import find_game
    from kronland.lab.learning import learn, save_weights
    from kronland.lab.spreading import ray_cluster

    game = find_game(game_id)
    count = game.check_players(players if players is not None else 3)
    how = mode or DEFAULT_MODE
    prepare(game, how, as_json, BOTS)
    with ray_cluster(ray) as cluster, progress(f"training for {game.title}", rounds * (games + tests), as_json) as done:
        learned = learn(game, count, rounds, games, tests, seed, how, done, cluster)
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


def _train_network(
    game_id: str,
    rounds: int,
    taught: tuple[int, int, float],
    seed: int,
    device: str,
    kept: Path | None,
    out: Path | None,
    curve_file: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    import json

    from kronland.bots.engine.evaluation import network_file
    from kronland.bots.engine.network import save_network
    from kronland.cli.shown import console, print_json, progress
    from kronland.core.files import write_file
    from kronland.games import find_game
    from kronland.lab.schooling import curve, learn_network
    from kronland.lab.schooling_tables import School

    game = find_game(game_id)
    with progress(f"teaching a network {game.title}", rounds, as_json) as done:

        def told(row: dict[str, Any]) -> None:
            done(1)

        games, steps, trace = taught
        learner = learn_network(game, School(games=games, steps=steps, trace=trace, seed=seed), rounds, device, kept, told)
    file = out or network_file(game.id)
    save_network(file, learner.parts(), learner.made())
    figures = {**learner.made(), "curve": curve(learner.rows)}
    if curve_file is not None:
        write_file(curve_file, json.dumps(figures, indent=1) + "\n")
    if plot is not None:
        from kronland.lab.plots import draw_learning

        draw_learning(f"{game.title}: learning a network", 3, figures["curve"], plot, "win share against the linear weights")
    if as_json:
        print_json(figures)
        return
    for row in figures["curve"]:
        console().print(
            f"round {row['round']}: loss {row['loss']:.4f}; wins {row['win_share']:.1%} ({row['win_share_low']:.1%} to "
            f"{row['win_share_high']:.1%}) of {row['against']} games against the linear weights"
        )
    console().print(f"{figures['games']:,} games, {figures['decisions']:,} decisions; written to {file}")
