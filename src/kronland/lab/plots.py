"""Plots for the docs; matplotlib comes with the extra `plots`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kronland.core.errors import UsageError

MOST_TICKS = 10


def _figure() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("plots need matplotlib; install the extra `plots`") from None
    return Figure(figsize=(7, 4), layout="constrained")


def draw_standings(title: str, players: int, bots: Sequence[dict[str, Any]], file: Path) -> None:
    """The win share of each bot with its 95 % interval."""
    figure = _figure()
    axes = figure.add_subplot()
    names = [bot["bot"] for bot in bots]
    shares = [bot["win_share"] for bot in bots]
    axes.errorbar(
        shares,
        range(len(bots)),
        xerr=[
            [bot["win_share"] - bot["win_share_low"] for bot in bots],
            [bot["win_share_high"] - bot["win_share"] for bot in bots],
        ],
        fmt="o",
        capsize=4,
    )
    axes.axvline(1 / players, linestyle=":", color="grey")
    axes.set_yticks(range(len(bots)), names)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of the games won; dotted: an equal share")
    axes.set_title(title)
    figure.savefig(file)


def draw_learning(
    title: str,
    players: int,
    rounds: Sequence[dict[str, Any]],
    file: Path,
    against: str = "win share against hand-set weights",
    after: str = "round of self-play",
) -> None:
    """How well each round of weights plays against others."""
    figure = _figure()
    axes = figure.add_subplot()
    below = [row["win_share"] - row["win_share_low"] for row in rounds]
    above = [row["win_share_high"] - row["win_share"] for row in rounds]
    axes.errorbar([row["round"] for row in rounds], [row["win_share"] for row in rounds], yerr=[below, above], fmt="o-", capsize=4)
    axes.axhline(1 / players, linestyle=":", color="grey")
    axes.set_xlabel(f"{after}; dotted: an equal share")
    axes.set_ylabel(against)
    if len(rounds) <= MOST_TICKS:
        axes.set_xticks([row["round"] for row in rounds])
    axes.set_title(title)
    figure.savefig(file)
