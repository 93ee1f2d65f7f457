"""The `kronland` command. Each sub-command imports what it needs when it runs, so that help and errors are quick."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process with its exit code: 0, 1 if something was found wrong, 2 for bad use."""
    import sys

    try:
        from kronland.cli.app import app

        app(arguments)
    except KeyboardInterrupt:  # before or after the command itself, which has its own answer to it
        sys.exit(130)
