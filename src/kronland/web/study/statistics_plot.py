"""Plots of statistics, as SVG whose colours come from the page's style sheet. The tables beside them say the same in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.games.drawing.svg import Markup, circle, joined, path, rect, tag, text
from kronland.web.study.statistics import SeatTally, Spread

WIDTH, ROW = 440, 32
LEFT, RIGHT, TOP, BOTTOM = 34, 22, 8, 28
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_LINES = 6


def _frame(rows: Sequence[Markup], lines: Sequence[tuple[float, str]], height: float, label: str) -> Markup:
    grid = []
    for at, said in lines:
        grid.append(path(f"M{at:.1f} {TOP}V{height - BOTTOM}", "none", "", None, class_="graph-grid"))
        grid.append(text(at, height - 8, said, 14, class_="graph-words", text_anchor="middle"))
    shape = {"viewBox": f"0 0 {WIDTH} {height:g}", "xmlns": "http://www.w3.org/2000/svg"}
    return tag("svg", joined([*grid, *rows]), class_="graph", role="img", aria_label=label, **shape)


def points_plot(by_rank: Sequence[tuple[str, Spread]], label: str) -> Markup:
    """A row a place: from the least to the most, the middle half as a box, the median as a line."""
    low, high = min(one.least for _, one in by_rank), max(one.most for _, one in by_rank)
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    first = low // step * step
    last = max(-(-high // step) * step, first + step)

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - first) / (last - first)

    rows = []
    for number, (said, one) in enumerate(by_rank):
        middle = TOP + ROW * (number + 0.5)
        rows.append(text(LEFT - 12, middle + 5, said, 15, class_="graph-words", text_anchor="end"))
        rows.append(path(f"M{x(one.least):.1f} {middle:g}H{x(one.most):.1f}", "none", "", None, class_="rating-line"))
        rows.append(rect(x(one.low), middle - 9, max(2.0, x(one.high) - x(one.low)), 18, class_="spread-box"))
        rows.append(path(f"M{x(one.median):.1f} {middle - 9:g}v18", "none", "", None, class_="spread-median"))
    count = int((last - first) / step)
    lines = [(x(first + number * step), f"{first + number * step:g}".replace("-", "\N{MINUS SIGN}")) for number in range(count + 1)]
    return _frame(rows, lines, TOP + BOTTOM + ROW * len(by_rank), label)


def seats_plot(seats: Sequence[tuple[str, SeatTally]], label: str) -> Markup:
    """A row a seat: the share of wins, and between what it lies with 95 %."""
    widest = max(one.between[1] for _, one in seats)
    top = next((top for top in (0.5, 0.75) if widest <= top), 1.0)

    def x(share: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * share / top

    height = TOP + BOTTOM + ROW * len(seats)
    rows = [path(f"M{x(1 / len(seats)):.1f} {TOP}V{height - BOTTOM}", "none", "", None, class_="even-share")]
    for number, (said, one) in enumerate(seats):
        middle, (low, high) = TOP + ROW * (number + 0.5), one.between
        rows.append(text(LEFT - 12, middle + 5, said, 15, class_="graph-words", text_anchor="end"))
        rows.append(path(f"M{x(low):.1f} {middle:g}H{x(high):.1f}", "none", "", None, class_="rating-line"))
        rows.append(circle(x(one.share), middle, 6, class_="rating-dot"))
    lines = [(x(top * part / 5), f"{100 * top * part / 5:.0f} %") for part in range(6)]
    return _frame(rows, lines, height, label)
