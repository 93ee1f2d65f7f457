"""Löwenherz (2003): the position as a picture (SVG).

Drawn from one seat's view and nothing else: the board, the points with the king token, the table with the market, a panel for every
player, and the choices. Every legal action has exactly one element of the class `target`: on the board where it belongs to a field or a
line, otherwise a button under it.
"""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.drawing.heraldry import (
    SCALE_HEIGHT,
    city_and_mine_symbols,
    land_symbols,
    owner_symbols,
    points_scale,
    sheet,
    signs,
)
from kronland.games.drawing.scenes import part
from kronland.games.drawing.sheets import beside, stacked, whole
from kronland.games.drawing.svg import Markup, joined, tag
from kronland.games.grid.picture.map import (
    Slots,
    badge_target,
    castle_target,
    draw_alliance,
    draw_map,
    expand_target,
    knight_target,
    line_target,
    map_symbols,
    remove_target,
    shared_lines,
    target_symbols,
)
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.koenig.picture.choices import choices
from kronland.games.koenig.picture.panels import neutral_panel, panel, status, table
from kronland.games.koenig.picture.scene import CHART, OWNERS, WIDTH, Scene
from kronland.games.koenig.rules.state import BOARD, KING_TOKEN

TITLE = N_("Löwenherz - Der König kehrt zurück: the board")
STANDING = N_("{player}: points {points}, ducats {ducats}, regions {regions}, knights in supply {knights}.")


def draw(view: View, wide: bool = True) -> str:
    """The whole picture. `wide` sets the players beside the board, otherwise under it (for an upright phone)."""
    scene = Scene(view, wide)
    board, points, decisions = (_board(scene), CHART.height), (_points(scene), SCALE_HEIGHT), choices(scene)
    panels = [table(scene), *(panel(scene, seat) for seat in range(scene.players))]
    if scene.players == 2:
        panels.append(neutral_panel(scene))
    if wide:
        placed = beside([board, points, decisions], panels, WIDTH, scene.column)
    else:  # what is to be decided comes first
        placed = stacked(board, [decisions, points, *panels], WIDTH, scene.column)
    symbols = [*map(owner_symbols, OWNERS), land_symbols(), city_and_mine_symbols(), signs(), map_symbols(), target_symbols()]
    return whole(view, TITLE, _description(scene), symbols, placed)


@part
def _description(scene: Scene) -> str:
    s = scene.s
    standings = [
        scene.words(
            STANDING,
            player=scene.names[seat],
            points=int(s.score[seat]),
            ducats=int(s.ducats[seat]),
            regions=scene.regions_of(seat),
            knights=int(s.knights_left[seat]),
        )
        for seat in range(scene.players)
    ]
    return " ".join([f"{status(scene)}.", *standings])


@part
def _points(scene: Scene) -> Markup:
    scores = [(OWNERS[seat], int(scene.s.score[seat])) for seat in range(scene.players)]
    return joined([sheet(0, 0, scene.width, SCALE_HEIGHT), points_scale(scene.width, scores, KING_TOKEN[scene.players])])


# The board ------------------------------------------------------------------------------------------------


def _board(scene: Scene) -> Markup:
    slots = Slots(CHART)
    signs_on_borders = [draw_alliance(CHART, scene.position, OWNERS, pair, slots) for pair in scene.alliances()]
    return tag(
        "g",
        _map(scene),
        *signs_on_borders,
        *_field_targets(scene),
        *(scene.target(action, line_target(CHART, line)) for action, (line,) in scene.choices["border"]),
        *_pair_targets(scene, slots),
        class_="kl-board",
    )


@part
def _map(scene: Scene) -> Markup:
    return draw_map(CHART, scene.position, OWNERS)


def _field_targets(scene: Scene) -> list[Markup]:
    """In the order of fields, so that the keyboard walks the board row by row."""
    cells = BOARD.cell_of_field.tolist()
    found: list[tuple[int, Markup]] = []
    for verb, drawing in (("castle", castle_target), ("knight", knight_target), ("remove", remove_target)):
        for action, (field,) in scene.choices[verb]:
            found.append((field, scene.target(action, drawing(CHART, cells[field]))))
    expanded = [field for _, (field, _) in scene.choices["expand"]]
    for action, (field, own) in scene.choices["expand"]:
        region = scene.position.regions[scene.seat * CASTLES_EACH + own]
        found.append((field, scene.target(action, expand_target(CHART, cells[field], region, alone=expanded.count(field) == 1))))
    return [drawing for _, drawing in sorted(found, key=lambda pair: pair[0])]


def _pair_targets(scene: Scene, slots: Slots) -> list[Markup]:
    """Alliances and deserters: a badge on the border that the two regions share."""
    parts = []
    for verb, sign in (("alliance", "kl-rings"), ("deserter", "kl-deserter")):
        for action, (own, other) in scene.choices[verb]:
            regions = scene.position.regions[scene.seat * CASTLES_EACH + own], scene.position.regions[other]
            (place,) = slots.take(shared_lines(CHART, *regions))
            parts.append(scene.target(action, badge_target(sign, *place)))
    return parts
