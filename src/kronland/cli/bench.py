"""`kronland bench`: the speed goals, measured in one run."""

from __future__ import annotations

from typing import Annotated

import typer

from kronland.cli.asked import Json


def bench(
    rounds: Annotated[int, typer.Option(min=1, help="Short rounds of every measurement; the best one counts.")] = 7,
    compiling: Annotated[bool, typer.Option("--compile/--no-compile", help="Also time a first compile, about half a minute.")] = True,
    as_json: Json = False,
) -> None:
    """Measure the speed of play, copying, compiling and starting, beside the goals."""
    from kronland.cli.shown import console, prepare, print_json, progress
    from kronland.core.warm import PLAYOUTS
    from kronland.games import find_game
    from kronland.lab.bench import GAME, WITHOUT_OPENSPIEL, measure, steps

    game = find_game(GAME)
    prepare(game, "native", as_json, PLAYOUTS)
    with progress("measuring", steps(rounds, compiling), as_json) as done:
        figures = measure(rounds, compiling, done)
    if as_json:
        print_json({figure.key: figure.value for figure in figures})
        return
    from rich.table import Table

    title = f"Random play of {game.title}, {game.seats[-1]} players, in decisions a second"
    table = Table("figure", "measured", "goal", "", title=title, title_justify="left")
    table.columns[1].justify = table.columns[2].justify = "right"
    for figure in figures:
        table.add_row(figure.text, figure.measured, figure.wanted, figure.verdict)
    out = console()
    out.print(table)
    if not any(figure.key == "quoridor" for figure in figures):
        out.print(WITHOUT_OPENSPIEL, markup=False)
