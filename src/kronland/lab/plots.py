"""Plots for the docs; matplotlib comes with the extra `plots`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kronland.core.errors import UsageError


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


def draw_learning(title: str, players: int, rounds: Sequence[dict[str, Any]], file: Path) -> None:
    """How well each round of weights plays against those set by hand."""
    figure = _figure()
    axes = figure.add_subplot()
    below = [row["win_share"] - row["win_share_low"] for row in rounds]
    above = [row["win_share_high"] - row["win_share"] for row in rounds]
    axes.errorbar([row["round"] for row in rounds], [row["win_share"] for row in rounds], yerr=[below, above], fmt="o-", capsize=4)
    axes.axhline(1 / players, linestyle=":", color="grey")
    axes.set_xlabel("round of self-play; dotted: an equal share")
    axes.set_ylabel("win share against hand-set weights")
    axes.set_xticks([row["round"] for row in rounds])
    axes.set_title(title)
    figure.savefig(file)
