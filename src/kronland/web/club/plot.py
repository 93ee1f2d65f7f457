"""Somebody's rating over the games played, as SVG whose colours come from the page's style sheet: a line, and around it how sure it is."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.games.drawing.svg import Markup, circle, joined, path, tag, text
from kronland.web.club.ratings import SHOWN, Rating

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 14, 30
STEPS = (50, 100, 200, 250, 500, 1000)
MOST_LINES = 6


def plot(ratings: Sequence[Rating], label: str) -> Markup:
    """From the first rated game to the last."""
    low = min(SHOWN * (one.mu - 2 * one.sigma) for one in ratings)
    high = max(SHOWN * (one.mu + 2 * one.sigma) for one in ratings)
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step

    def x(number: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (number + 0.5) / len(ratings)

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - bottom)

    def places(values: Sequence[float]) -> list[str]:
        return [f"{x(number):.1f} {y(SHOWN * value):.1f}" for number, value in enumerate(values)]

    grid = []
    for value in range(int(bottom), int(top) + 1, step):
        grid.append(path(f"M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}", "none", "", None, class_="graph-grid"))
        grid.append(text(LEFT - 7, y(value) + 5, str(value), 14, class_="graph-words", text_anchor="end"))
    every = max(1, len(ratings) // 8)
    for number in range(0, len(ratings), every):
        grid.append(text(x(number), HEIGHT - 9, str(number + 1), 14, class_="graph-words", text_anchor="middle"))
    upper = places([one.mu + 2 * one.sigma for one in ratings])
    lower = places([one.mu - 2 * one.sigma for one in ratings])
    band = path(f"M{' '.join(upper)} {' '.join(reversed(lower))}Z", "", "", None, class_="rating-band")
    line = path(f"M{' '.join(places([one.mu for one in ratings]))}", "none", "", None, class_="rating-line")
    dots = [circle(x(number), y(SHOWN * one.mu), 3.5, class_="rating-dot") for number, one in enumerate(ratings)]
    shape = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "xmlns": "http://www.w3.org/2000/svg"}
    return tag("svg", joined([*grid, band, line, *dots]), class_="graph", role="img", aria_label=label, **shape)
