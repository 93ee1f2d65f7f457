"""Brian Boru: the position as a picture (SVG).

Drawn from one seat's view and nothing else: the map, the points, the table, the choices and a panel for every player. Every legal action
has exactly one element of the class `target`: on the map where it belongs to a town, otherwise a card or a button among the choices.
"""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.svg import Markup, Value, escaped, group, joined, rect, tag
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.brianboru.chart import count_towns, draw_map
from kronland.games.brianboru.choices import choices
from kronland.games.brianboru.panels import panel, status, table
from kronland.games.brianboru.scene import COLUMN, GAP, MAP_HEIGHT, MAP_WIDTH, OWNERS, Block, Scene
from kronland.games.brianboru.signs import game_signs
from kronland.games.heraldry import SCALE_HEIGHT, SERIF, SHEET, land_symbols, owner_symbols, points_scale, sheet, signs
from kronland.games.scenes import part

TITLE = N_("Brian Boru: the map of Ireland")
STANDING = N_("{player}: points {points}, coins {coins}, towns {towns}.")


def draw(view: View, wide: bool = True) -> str:
    """The whole picture. `wide` sets the table beside the map, otherwise under it (for an upright phone)."""
    scene = Scene(view)
    board = [(draw_map(scene), float(MAP_HEIGHT)), (_points(scene), float(SCALE_HEIGHT))]
    matters = [table(scene), choices(scene)]
    panels = [panel(scene, seat) for seat in range(scene.players)]
    if wide:
        parts, width, height = _beside(board, [*matters, *panels])
    else:  # what is to be decided comes first
        parts, width, height = _below(board, [*reversed(matters), *panels])
    symbols = [*map(owner_symbols, OWNERS), land_symbols(), signs(), game_signs()]
    root: dict[str, Value] = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}"}
    # what is inside an image is hidden from screen readers: it can be one only while nothing can be chosen
    root["role"] = "group" if scene.may_choose else "img"
    return tag(
        "svg",
        tag("title", escaped(view.words(TITLE))),
        tag("desc", escaped(_description(scene))),
        tag("defs", *symbols),
        rect(0, 0, width, height, fill=SHEET, class_="kl-ground"),
        *parts,
        **root,
        class_="kl-picture",
        font_family=SERIF,
    )


@part
def _description(scene: Scene) -> str:
    s = scene.s
    standings = [
        scene.words(
            STANDING, player=scene.names[seat], points=int(s.points[seat]), coins=int(s.coins[seat]), towns=count_towns(scene, seat)
        )
        for seat in range(scene.players)
    ]
    return " ".join([f"{status(scene)}.", *standings])


@part
def _points(scene: Scene) -> Markup:
    scores = [(OWNERS[seat], int(scene.s.points[seat])) for seat in range(scene.players)]
    return joined([sheet(0, 0, MAP_WIDTH, SCALE_HEIGHT), points_scale(MAP_WIDTH, scores)])


Layout = tuple[list[Markup], float, float]  # the parts in place, width and height of the whole


def _beside(board: Sequence[Block], rest: Sequence[Block]) -> Layout:
    margin = 16
    parts, bottom = [], 0.0
    for blocks, x in ((board, margin), (rest, MAP_WIDTH + 2 * margin)):
        y = float(margin)
        for drawing, height in blocks:
            parts.append(group(drawing, x=x, y=y))
            y += height + GAP
        bottom = max(bottom, y)
    return parts, MAP_WIDTH + COLUMN + 3 * margin, bottom - GAP + margin


def _below(board: Sequence[Block], rest: Sequence[Block]) -> Layout:
    """One column as wide as the map; what is narrower is set larger."""
    margin, scale = 4, MAP_WIDTH / COLUMN
    parts, y = [], float(margin)
    for drawing, height in board:
        parts.append(group(drawing, x=margin, y=y))
        y += height + GAP
    for drawing, height in rest:
        parts.append(group(drawing, x=margin, y=y, scale=scale))
        y += height * scale + GAP
    return parts, MAP_WIDTH + 2 * margin, y - GAP + margin
