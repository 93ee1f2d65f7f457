"""What several commands ask for, and how it is read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kronland.core.errors import UsageError

if TYPE_CHECKING:
    from kronland.core.game import Game

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `kronland games` lists them.")]
Players = Annotated[int | None, typer.Option(help="How many play; the most that the game allows, if not said.")]
Games = Annotated[int, typer.Option(min=1, help="How many games.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the first game; the next game has the next seed.")]
SetUp = Annotated[str | None, typer.Option("--setup", help="Short for --option setup=...", metavar="NAME")]
Options = Annotated[list[str] | None, typer.Option("--option", help="An option of the game; can be repeated.", metavar="NAME=VALUE")]
Components = Annotated[Path | None, typer.Option(help="An owner's component file instead of the usual one.", metavar="FILE")]
Mode = Annotated[Literal["python", "native"] | None, typer.Option(help="Rules interpreted or compiled (the usual).")]
BatchMode = Annotated[
    Literal["python", "native", "cuda"] | None, typer.Option(help="Rules interpreted, compiled (the usual), or on a CUDA GPU.")
]
Threads = Annotated[int | None, typer.Option(min=1, help="How many cores to use; all, if not said.")]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", help="Spread the games over the Ray cluster at this address, or at `auto` (needs the extra ray).", metavar="ADDRESS"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, and no progress bars.")]
Language = Annotated[Literal["de", "en"], typer.Option(help="German or English words.")]
LAST_SEED = 2**63 - 1


def options_of(given: list[str] | None, setup: str | None) -> dict[str, str]:
    """`--option NAME=VALUE`, repeated, and `--setup`."""
    chosen: dict[str, str] = {}
    for text in [*(given or []), *([f"setup={setup}"] if setup is not None else [])]:
        name, sign, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not sign or not name:
            raise UsageError(f"--option {text!r}: expected NAME=VALUE, like setup=beginner")
        if chosen.get(name, value) != value:
            raise UsageError(f"option {name!r} is given twice, as {chosen[name]!r} and as {value!r}; expected one value")
        chosen[name] = value
    return chosen


def check_seeds(seed: int, games: int) -> None:
    if games - 1 > LAST_SEED:
        raise UsageError(f"--games {games}: each has a seed of its own, and there are fewer; expected at most {LAST_SEED + 1}")
    if seed + games - 1 > LAST_SEED:
        raise UsageError(f"--seed {seed} with {games} games goes past the last seed; expected at most {LAST_SEED - games + 1}")


def components_of(game: Game, file: Path | None) -> tuple[str | None, Any]:
    """The text of an owner's component file (None without one) and what is in it, checked."""
    from kronland.core.components import read_file

    if file is None:
        return None, game.load_components()
    text = read_file(file)
    return text, game.load_components(text, str(file))
