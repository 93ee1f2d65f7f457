"""Plates of the players in a page, each drawn once for all who see the same of it: what one reader has of its own is a plate or two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from kronland.core.words import Words, words
from kronland.web.pages.remembering import remembered
from kronland.web.pages.rendering import environment, macro
from kronland.web.table.pieces import Same, made_anew


def player_row(page: Mapping[str, Any], seat: Mapping[str, Any], say: Words, same: Same = made_anew) -> Markup:
    """The plate of a seat, with the values of a page."""
    number = seat["number"]
    plate = None if page.get("curtain") else page["plates"][number]
    points = ""
    counts: tuple[tuple[str, str], ...] = ()
    if plate is not None:
        changes = page["changes"]
        points = changes.points.get(number, "")
        counts = tuple((one.sign, changes.counts[number, one.sign]) for one in plate.counts if (number, one.sign) in changes.counts)
    chosen = (page["levels"], page["level"]) if seat["can_take_over"] else ((), "")
    values = (page["id"], page["game"], tuple(seat.items()), plate, points, counts, *chosen)
    if seat.get("time") is not None:  # a clock is another at every look
        return _draw(say.language, *values)
    row: Markup = same(f"player {number}", values, lambda: _drawn(say.language, *values))
    return row


def _draw(language: str, table: str, game: str, seat: Any, plate: Any, points: str, counts: Any, levels: Any, level: str) -> Markup:
    made: str = macro("player.html", "player")(table, game, dict(seat), plate, points, dict(counts), levels, level, words(language))
    return Markup(made.strip("\n"))


_drawn = remembered(_draw)


environment().globals["player_row"] = player_row
