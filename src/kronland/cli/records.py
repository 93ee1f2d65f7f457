"""`kronland show` and `kronland replay`: games from their records.

Records are replayed interpreted: a few hundred decisions take less time that way than loading compiled rules does, let alone compiling.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kronland.cli.asked import Language
from kronland.core.errors import UsageError

if TYPE_CHECKING:
    from kronland.core.match import Match

MODE = "python"

RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A record, or a file with one record a line.")]
GameNumber = Annotated[int | None, typer.Option("--game", min=1, help="Which game of a file with several; the first is 1.", metavar="N")]
SeatNumber = Annotated[int, typer.Option(min=0, help="Through whose eyes: seats count from 1; 0 is a spectator.")]


def show(
    record: RecordFile,
    at: Annotated[int | None, typer.Option(help="After how many decisions; all, if not said.", metavar="N")] = None,
    seat: SeatNumber = 0,
    game: GameNumber = None,
    svg: Annotated[Path | None, typer.Option(help="Write the picture to this file instead of printing the board.", metavar="FILE")] = None,
    language: Language = "en",
) -> None:
    """Show a position of a recorded game, as text or as an SVG picture."""
    from kronland.cli.shown import console
    from kronland.core.files import write_file
    from kronland.lab.recording import load_game

    found = load_game(record, game)
    match = found.replay(at, MODE)
    view = match.view(_index(match, seat), language)
    out = console()
    if svg is not None:
        write_file(svg, view.svg)
        out.print(f"{svg}: {match.game.title} after {len(match.history)} of {found.length} decisions", markup=False)
        return
    out.print(f"{match.game.title}, after {len(match.history)} of {found.length} decisions", markup=False)
    out.print(view.text.rstrip("\n"), markup=False)


def replay(record: RecordFile, game: GameNumber = None, seat: SeatNumber = 0, language: Language = "en") -> None:
    """Replay a record: check every decision and the result, and print what happened in words."""
    from kronland.cli.shown import console
    from kronland.lab.recording import load_game

    match = load_game(record, game).replay(None, MODE)
    out = console()
    for text in match.log(_index(match, seat), language):
        out.print(text, markup=False)
    names = match.names(language)
    standing = sorted(enumerate(match.results()), key=lambda entry: entry[1]["rank"])
    told = ", ".join(f"{entry['rank']:g}. {names[number]} {entry['points']:g}" for number, entry in standing)
    ended = f"ended ({match.game.end_name(match.state)})" if match.over else "goes on"
    out.print(f"\n{match.game.title}: {len(match.history)} decisions replayed, the game {ended}: {told}", markup=False)


def _index(match: Match, seat: int) -> int:
    """The core counts seats from 0, and a spectator is -1."""
    if seat > match.players:
        raise UsageError(f"there is no seat {seat}; seats are 1 to {match.players}, and 0 is a spectator")
    return seat - 1
