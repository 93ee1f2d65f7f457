"""Rheinländer, the picture: the drawings that the map uses again and again."""

from __future__ import annotations

from functools import cache

from kronland.games.drawing.heraldry import (
    INK,
    MORTAR,
    PAPER,
    SHEET,
    STONE,
)
from kronland.games.drawing.svg import Markup, circle, joined, path, symbol

FORT = "M-13 11V-5h4.5v3.5h4V-5h9v3.5h4V-5H13V11Z"


@cache
def map_symbols() -> Markup:
    keep = "M-8 14V-15h4v3h2v-3h4v3h2v-3h4V14Z"
    towers = "M-16 14V-8h3v2.5h3V-8h3V14ZM7 14V-8h3v2.5h3V-8h3V14Z"
    star = "M0-30L4-4 30 0 4 4 0 30-4 4-30 0-4-4Z"
    cross = "M16-16L5 0 16 16 0 5-16 16-5 0-16-16 0-5Z"
    return joined(
        [
            symbol(
                "kl-ruin",
                path(towers + keep, PAPER, PAPER, 5, stroke_opacity=0.75),
                path(towers + keep, STONE, INK, 1.3),
                path("M3 14V-11H4V-15H8V14ZM-10 14V-8H-7V14ZM13 14V-8H16V14Z", INK, fill_opacity=0.16),
                path("M-3.5 14V9a3.5 3.5 0 0 1 7 0V14ZM-2-6h4v6h-4Z", INK),
            ),
            symbol(
                "kl-church",
                path("M-14 15V1H-6V-8L0-20 6-8V15Z", PAPER, PAPER, 5, stroke_opacity=0.75),
                path("M-15 15V2H0V15Z", PAPER, INK, 1.2),
                path("M-17 3L-12-5H0V3Z", "#8a6a55", INK, 1.2),
                path("M-1 15V-8H9V15Z", PAPER, INK, 1.2),
                path("M-3-7L4-20 11-7Z", "#6f7d84", INK, 1.2),
                path("M4-20v-7M1-24.5h6", "none", INK, 1.8),
                path("M2 15v-5a2.2 2.2 0 0 1 4.4 0v5ZM-11.5 7h2.6v5h-2.6ZM-6.5 7h2.6v5h-2.6ZM2.6-4h3v5h-3Z", INK),
            ),
            symbol(
                "kl-mitre",
                path("M-8.3 4H8.3M0-12V4", "none", PAPER, 1.6, stroke_opacity=0.9),
                path("M-3-3.5H3M0-7V0", "none", PAPER, 1.6),
            ),
            symbol(
                "kl-bastion",
                path(FORT, PAPER, PAPER, 5, stroke_opacity=0.75),
                path(FORT, "#8d8478", INK, 1.5),
                path("M-13 4H13M-6-1V4M5-1V4M-1 4V11M9 4V11M-9 4V11", "none", INK, 0.9),
            ),
            symbol(
                "kl-compass",
                circle(0, 0, 34, "none", MORTAR, 1.2),
                circle(0, 0, 30, "none", MORTAR, 0.7),
                path(cross, SHEET, MORTAR, 1),
                path(star, PAPER, MORTAR, 1.2),
                path("M0-30L4-4 0 0ZM30 0L4 4 0 0ZM0 30L-4 4 0 0ZM-30 0L-4-4 0 0Z", MORTAR),
            ),
        ]
    )
