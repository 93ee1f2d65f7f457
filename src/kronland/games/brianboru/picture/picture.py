"""Brian Boru: the position as a picture (SVG).

Drawn from one seat's view and nothing else: the map, the points, the table, the choices and a panel for every player. Every legal action
has exactly one element of the class `target`: on the map where it belongs to a town, otherwise a card or a button among the choices.
"""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.brianboru.picture.chart import count_towns, draw_map
from kronland.games.brianboru.picture.choices import choices
from kronland.games.brianboru.picture.panels import panel, status, table
from kronland.games.brianboru.picture.scene import MAP_HEIGHT, MAP_WIDTH, OWNERS, Scene
from kronland.games.brianboru.picture.signs import game_signs
from kronland.games.drawing.heraldry import SCALE_HEIGHT, land_symbols, owner_symbols, points_scale, sheet, signs
from kronland.games.drawing.scenes import part
from kronland.games.drawing.sheets import beside, stacked, whole
from kronland.games.drawing.svg import Markup, joined

TITLE = N_("Brian Boru: the map of Ireland")
STANDING = N_("{player}: points {points}, coins {coins}, towns {towns}.")


def draw(view: View, wide: bool = True) -> str:
    """The whole picture. `wide` sets the table beside the map, otherwise under it (for an upright phone)."""
    scene = Scene(view, wide)
    board = draw_map(scene), float(MAP_HEIGHT)
    panels = [panel(scene, seat) for seat in range(scene.players)]
    if wide:
        points = _points(scene, MAP_WIDTH), float(SCALE_HEIGHT)
        placed = beside([board, points], [table(scene), choices(scene), *panels], MAP_WIDTH, scene.column)
    else:  # what is to be decided comes first
        points = _points(scene, scene.column), float(SCALE_HEIGHT)
        placed = stacked(board, [choices(scene), table(scene), points, *panels], MAP_WIDTH, scene.column)
    symbols = [*map(owner_symbols, OWNERS), land_symbols(), signs(), game_signs()]
    return whole(view, TITLE, _description(scene), symbols, placed)


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
def _points(scene: Scene, width: float) -> Markup:
    scores = [(OWNERS[seat], int(scene.s.points[seat])) for seat in range(scene.players)]
    return joined([sheet(0, 0, width, SCALE_HEIGHT), points_scale(width, scores)])
