"""`kronland simulate`: random games at full speed, and what came out of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kronland.cli.asked import (
    BatchMode,
    Components,
    GameId,
    Games,
    Json,
    Options,
    Players,
    Ray,
    Seed,
    SetUp,
    Threads,
    check_seeds,
    components_of,
    options_of,
)

if TYPE_CHECKING:
    from kronland.core.game import Game
    from kronland.core.tally import Tally
    from kronland.lab.simulating import Played

Records = Annotated[
    Path | None,
    typer.Option(
        help="Write the records of the games: one readable record of a single game, otherwise one record a line (JSON lines); "
        "`show` and `replay` read both, with --game N.",
        metavar="FILE",
    ),
]

Lively = Annotated[
    int | None,
    typer.Option(
        help="Play by the game's taste instead of uniformly: so many choices of a hundred are the one it likes best, the others drawn by "
        "its weights. Prints how often each card was played, sold and the like.",
        metavar="0-100",
        min=0,
        max=100,
    ),
]


def simulate(
    game_id: GameId,
    players: Players = None,
    games: Games = 1000,
    seed: Seed = 0,
    setup: SetUp = None,
    option: Options = None,
    components: Components = None,
    mode: BatchMode = None,
    threads: Threads = None,
    records: Records = None,
    lively: Lively = None,
    ray: Ray = None,
    as_json: Json = False,
) -> None:
    """Play random games: length, ends, points and wins by seat, and the speed."""
    import numpy as np

    from kronland.cli.shown import prepare, prepare_gpu, print_json, progress
    from kronland.core.errors import UsageError
    from kronland.core.files import replacing
    from kronland.core.kernel import DEFAULT_MODE, check_device, in_mode
    from kronland.core.play import play_batch, playout
    from kronland.core.tally import Tally
    from kronland.core.warm import PLAYOUTS
    from kronland.games import find_game
    from kronland.lab.simulating import Simulation, play_portion, play_portion_there
    from kronland.lab.spreading import portions, ray_cluster

    game = find_game(game_id)
    count = game.check_players(players if players is not None else game.seats[-1])
    chosen = game.check_options(count, options_of(option, setup))
    check_seeds(seed, games)
    text, parts = components_of(game, components)
    if lively is not None and records is not None:
        raise UsageError("--records keeps uniformly random games only; leave out --lively or --records")
    asked = Simulation(game.id, count, chosen, mode or DEFAULT_MODE, lively, text)
    there = asked.mode == "cuda"
    if there and lively is not None:
        raise UsageError("--lively plays on the CPU; leave out --lively or --mode cuda")
    if there and ray is not None:
        raise UsageError("--ray spreads over processors; leave out --ray or --mode cuda")
    if there:
        check_device()
    in_mode(playout, asked.counting)  # is refused here, not after the bar has begun
    with ExitStack() as stack:
        file = stack.enter_context(replacing(records)) if records is not None else None
        compiling = prepare_gpu(game, count, as_json) if there else prepare(game, asked.mode, as_json, PLAYOUTS)
        cluster = stack.enter_context(ray_cluster(ray))
        if asked.mode == "native":  # loads the compiled rules from the cache, which is no playing time
            play_batch(game, count, 1, seed, chosen, asked.mode, 1, parts)
        tally, choices = Tally(game, count), np.zeros(game.space.size, np.int64)
        done = stack.enter_context(progress(f"playing {game.title}", games * (2 if file else 1), as_json))
        shares = portions(seed, games, asked.portion(game, games, cluster.cores if cluster else None))
        seconds, began = 0.0, time.perf_counter()
        portion: Iterator[Played]
        if cluster is None:
            portion = (play_portion(asked, *share, threads, file, games == 1, done) for share in shares)
        else:
            portion = cluster.in_order(play_portion_there, [(asked, *share, file is not None, games == 1) for share in shares])
        for played in portion:
            tally.add_all(played.tally)
            choices += played.choices
            seconds += played.seconds
            if cluster is not None:
                done(played.tally.games * (2 if file else 1))
                if file is not None:
                    file.write(played.records)
        if cluster is not None:
            seconds = time.perf_counter() - began
    figures = {
        "game": game.id,
        "players": count,
        "options": chosen,
        "games": tally.games,
        "decisions": tally.decisions,
        "seconds": round(seconds, 6),
        "decisions_per_second": round(tally.decisions / seconds),
        "ends": dict(tally.ends),
        "length": dict(zip(("shortest", "mean", "longest"), tally.length(), strict=True)),
        "points": tally.mean_points(),
        "wins": tally.shares(),
        "seed": seed,
        "mode": asked.mode,
        "compile_seconds": round(compiling, 3),
    }
    if lively is not None:
        figures["lively"] = lively
        figures["cards"] = cards_per_game(game, choices, tally.games)
    if as_json:
        print_json(figures)
    else:
        _print_table(tally, figures)
    if tally.broken:
        raise typer.Exit(1)


def cards_per_game(game: Game, choices: Any, games: int) -> dict[str, dict[str, float]]:
    """How often a game each card was named in an action, verb by verb: card -> verb (and what it was used for) -> times."""
    found: dict[str, dict[str, float]] = {}
    for verb in game.verbs:
        if verb.domains and verb.domains[0].name == "card":
            for action in range(verb.first, verb.first + verb.size):
                if choices[action]:
                    name, card, *rest = game.space.notation(action).split()
                    found.setdefault(card, {})[" ".join([name, *rest])] = round(int(choices[action]) / games, 3)
    return found


def _print_table(tally: Tally, figures: dict[str, Any]) -> None:
    from rich.table import Table

    from kronland.cli.shown import console, points_head
    from kronland.core.words import words

    game = tally.game
    shortest, mean, longest = tally.length()
    options = "".join(f", {name} {value}" for name, value in figures["options"].items())
    table = Table("seat", points_head(game), "won", title=f"{game.title}, {tally.players} players{options}", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, points, share in zip(game.names(words("en")), tally.mean_points(), tally.shares(), strict=False):
        table.add_row(name, f"{points:.1f}", f"{share:.1%}")
    out = console()
    out.print(table)
    out.print(f"{tally.games:,} games, {tally.decisions:,} decisions: {shortest} to {longest} a game, {mean:.1f} on average")
    out.print(f"ends: {', '.join(f'{name} {number:,}' for name, number in tally.ends.items())}")
    if cards := figures.get("cards"):
        uses = Table("card", "times a game", title="what was done with cards", title_justify="left")
        for card, times in sorted(cards.items()):
            uses.add_row(card, ", ".join(f"{use} {number:.2f}" for use, number in sorted(times.items())))
        out.print(uses)
    out.print(f"{figures['decisions_per_second']:,} decisions/s ({figures['mode']}, {figures['seconds']:.2f} s)")
