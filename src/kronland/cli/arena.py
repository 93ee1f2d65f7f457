"""`kronland arena`: bots against bots, measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kronland.cli.asked import GameId, Games, Json, Mode, Players, Ray, Seed, check_seeds

if TYPE_CHECKING:
    from kronland.core.game import Game

Bots = Annotated[
    str,
    typer.Option(
        help="Their names with commas: page, squire, knight, king; a bot named several times sits several times. "
        "squire@hand has the weights set by hand, squire@trained those learned without a network, squire@net the network; "
        "knight:500 thinks for 500 iterations instead of its time, king:0.05s for 0.05 seconds. "
        "Installed packages may bring others (the entry point group kronland.bots).",
        metavar="BOT,BOT,...",
    ),
]
Processes = Annotated[int | None, typer.Option(min=1, help="Games at the same time; as many as the cores allow, if not said.")]
Results = Annotated[Path | None, typer.Option(help="Keep finished games here, and go on from there.", metavar="FILE")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Forget the games of an earlier run.")]
Records = Annotated[Path | None, typer.Option(help="Write the records of the games, one a line.", metavar="FILE")]
Twins = Annotated[
    bool,
    typer.Option(
        "--twins",
        help="Ask every bot twice, in the state and in one that its seat could not tell from it; exit code 1 if it ever chooses otherwise.",
    ),
]
Limit = Annotated[float, typer.Option(min=0.001, help="Seconds that a bot from outside may think about a decision.", metavar="SECONDS")]
Plot = Annotated[Path | None, typer.Option(help="Draw the win shares (needs the extra plots).", metavar="FILE")]


def arena(
    game_id: GameId,
    bots: Bots,
    games: Games = 100,
    players: Players = None,
    seed: Seed = 0,
    mode: Mode = None,
    processes: Processes = None,
    results: Results = None,
    fresh: Fresh = False,
    records: Records = None,
    plot: Plot = None,
    twins: Twins = False,
    ray: Ray = None,
    limit: Limit = 30.0,
    as_json: Json = False,
) -> None:
    """Let bots play one another: ratings, win shares with 95 % confidence, time per decision. Goes on after an interruption."""
    from kronland.bots import BOTS
    from kronland.cli.shown import console, prepare, print_json, progress
    from kronland.core.files import check_places, forget, replacing
    from kronland.core.kernel import DEFAULT_MODE
    from kronland.games import find_game
    from kronland.lab.arena import check_arena, run_arena, standings
    from kronland.lab.spreading import ray_cluster

    game = find_game(game_id)
    check_seeds(seed, games)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    asked = check_arena(game, names, players, games, seed, mode or DEFAULT_MODE, twins, limit)
    prepare(game, asked.mode, as_json, BOTS)
    file = results or asked.file()
    check_places(records, plot)
    if fresh:
        forget(file)
    with ray_cluster(ray) as cluster, progress(f"arena of {game.title}", games, as_json) as done:
        lines = run_arena(asked, file, processes, records is not None, done, cluster)
    if records is not None:
        with replacing(records) as stream:
            for line in lines:
                if "record" in line:
                    stream.write(json.dumps(line["record"], ensure_ascii=False) + "\n")
    table = standings(asked, lines)
    if plot is not None:
        from kronland.lab.plots import draw_standings

        draw_standings(game.title, asked.players, table, plot)
    figures = {"game": game.id, "players": asked.players, "games": len(lines), "seed": seed, "bots": table}
    if twins:
        figures |= {"twins": sum(bot["decisions"] for bot in table), "peeks": sum(line["peeks"] for line in lines)}
    if as_json:
        print_json(figures)
    else:
        _print_table(game, asked.players, len(lines), table)
        if twins:
            console().print(f"{figures['twins']:,} decisions were asked for twice, {figures['peeks']:,} were others in the twin")
    if twins and figures["peeks"]:
        raise typer.Exit(1)


def _print_table(game: Game, players: int, games: int, bots: list[dict[str, Any]]) -> None:
    from rich.table import Table

    from kronland.cli.shown import console, points_head

    heads = ("bot", "rating", "won", "95 %", points_head(game), "decisions", "mean", "p99", "p99.9")
    title = f"{game.title}, {players} players, {games:,} games; an equal share is {1 / players:.1%}"
    table = Table(*heads, title=title, title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for bot in bots:
        table.add_row(
            bot["bot"],
            f"{bot['rating']:.1f} ± {bot['rating_sigma']:.1f}",
            f"{bot['win_share']:.1%}",
            f"{bot['win_share_low']:.1%} to {bot['win_share_high']:.1%}",
            f"{bot['points']:.1f}",
            f"{bot['decisions']:,}",
            *(f"{1000 * bot[name]:,.1f} ms" for name in ("seconds_mean", "seconds_p99", "seconds_p999")),
        )
    console().print(table)
