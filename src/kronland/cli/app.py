"""The commands put together, and the one place where errors become a line and an exit code."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kronland.cli import arena, bench, check, games, hosting, records, rules, serve, simulate, think, train, warm
from kronland.core.errors import KronlandError

BAD_USE = 2


class Commands(TyperGroup):
    """Whatever the user did wrong is one line on standard error, and exit code 2; there is never a traceback for it."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *more: Any, **rest: Any) -> Any:
        try:
            code = super().main(args, "kronland", *more, **{**rest, "standalone_mode": False})
        except KronlandError as problem:
            code = _bad_use(str(problem))
        except typer.TyperException as problem:  # an unknown option, a missing argument
            code = _bad_use(problem.format_message())
        finally:
            gc.enable()  # `serve` starts without, and may have been called by somebody who goes on
        sys.exit(code if isinstance(code, int) else 0)


def _bad_use(text: str) -> int:
    print("kronland:", " ".join(text.replace("Value error, ", "").split()), file=sys.stderr)
    return BAD_USE


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="German board-game classics of borders and majorities. Without a command: play in the browser.",
)
app.command()(serve.serve)
app.command()(think.think)
app.command()(games.games)
app.command()(rules.rules)
app.command()(warm.warm)
app.command()(simulate.simulate)
app.command()(check.check)
app.command()(records.show)
app.command()(records.replay)
app.command()(bench.bench)
app.command()(arena.arena)
app.command()(train.train)
app.add_typer(hosting.host, name="host")


def _print_version(wanted: bool) -> None:
    if wanted:
        from kronland import __version__

        typer.echo(f"kronland {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def kronland(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        serve.play_here()
