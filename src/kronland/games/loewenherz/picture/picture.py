"""Löwenherz (1997): the position as a picture (SVG).

Drawn from one seat's view and nothing else: the board, the points, the choices, the table and a panel for every
player. Every legal action has exactly one element of the class `target`: on the board where it belongs to a
field or a line, otherwise a button under it (see `choices`).
"""

from __future__ import annotations

from collections import defaultdict

from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.drawing.heraldry import (
    SCALE_HEIGHT,
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
    coin_target,
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
from kronland.games.loewenherz.picture.choices import choices
from kronland.games.loewenherz.picture.panels import neutral_panel, panel, status, table
from kronland.games.loewenherz.picture.scene import CHART, COLUMN, OWNERS, WIDTH, Scene
from kronland.games.loewenherz.rules.state import BOARD, TREASURE_VALUES

TITLE = N_("Löwenherz: the board")
STANDING = N_("{player}: points {points}, regions {regions}, knights in supply {knights}.")


def draw(view: View, wide: bool = True) -> str:
    """The whole picture. `wide` sets the players beside the board, otherwise under it and twice as large (for an upright phone)."""
    scene = Scene(view)
    column = WIDTH if wide else COLUMN
    board, points, decisions = (_board(scene), CHART.height), (_points(scene, column), SCALE_HEIGHT), choices(scene, column)
    panels = [table(scene), *(panel(scene, seat) for seat in range(scene.players))]
    if scene.players < len(OWNERS) and scene.castles_of(scene.players):
        panels.append(neutral_panel(scene))
    if wide:
        placed = beside([board, points, decisions], panels, WIDTH, COLUMN)
    else:  # what is to be decided comes first
        placed = stacked(board, [decisions, points, *panels], WIDTH, COLUMN)
    symbols = [*map(owner_symbols, OWNERS), land_symbols(), signs(), map_symbols(), target_symbols()]
    return whole(view, TITLE, _description(scene), symbols, placed)


@part
def _description(scene: Scene) -> str:
    s = scene.s
    standings = [
        scene.words(
            STANDING,
            player=scene.names[seat],
            points=int(s.score[seat]),
            regions=scene.regions_of(seat),
            knights=int(s.knights_left[seat]),
        )
        for seat in range(scene.players)
    ]
    return " ".join([f"{status(scene)}.", *standings])


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
def _points(scene: Scene, width: float) -> Markup:
    scores = [(OWNERS[seat], int(scene.s.score[seat])) for seat in range(scene.players)]
    return joined([sheet(0, 0, width, SCALE_HEIGHT), points_scale(width, scores)])


@part
def _map(scene: Scene) -> Markup:
    return draw_map(CHART, scene.position, OWNERS)


def _field_targets(scene: Scene) -> list[Markup]:
    """In the order of fields, so that the keyboard walks the board row by row."""
    cells = BOARD.cell_of_field.tolist()
    found: list[tuple[int, Markup]] = []
    for action, (field,) in scene.choices["castle"]:
        found.append((field, scene.target(action, castle_target(CHART, cells[field]))))
    for action, (field,) in scene.choices["remove"]:
        found.append((field, scene.target(action, remove_target(CHART, cells[field]))))
    taken: set[int] = set()
    for action, (field, payment) in scene.choices["knight"]:
        # the first way to pay has the whole field, the others a corner of it
        drawing = [] if field in taken else [knight_target(CHART, cells[field])]
        if payment:
            drawing.append(coin_target(CHART, cells[field], payment - 1, TREASURE_VALUES[payment - 1]))
        taken.add(field)
        found.append((field, scene.target(action, *drawing)))
    expanded = [field for _, (field, _) in scene.choices["expand"]]
    for action, (field, own) in scene.choices["expand"]:
        region = scene.position.regions[scene.seat * CASTLES_EACH + own]
        alone = field not in taken and expanded.count(field) == 1
        found.append((field, scene.target(action, expand_target(CHART, cells[field], region, alone))))
    return [drawing for _, drawing in sorted(found, key=lambda pair: pair[0])]


def _pair_targets(scene: Scene, slots: Slots) -> list[Markup]:
    """Alliances and deserters: a badge on the border that the two regions share."""
    by_pair: dict[tuple[int, ...], list[tuple[int, str]]] = defaultdict(list)
    for verb, sign in (("alliance", "kl-rings"), ("deserter", "kl-deserter")):
        for action, pair in scene.choices[verb]:
            by_pair[pair].append((action, sign))
    parts = []
    for (own, other), here in sorted(by_pair.items()):
        regions = scene.position.regions[scene.seat * CASTLES_EACH + own], scene.position.regions[other]
        places = slots.take(shared_lines(CHART, *regions), len(here))
        for (action, sign), place in zip(here, places, strict=True):
            parts.append(scene.target(action, badge_target(sign, *place)))
    return parts
