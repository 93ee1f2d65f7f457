"""Löwenherz (1997): the board as a picture (SVG), drawn from one seat's view and nothing else, with a target for every legal action that
belongs to a field or a line. All others are on the desk."""

from __future__ import annotations

from collections import defaultdict

from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.drawing.desks import Board
from kronland.games.drawing.heraldry import owner_symbols, signs
from kronland.games.drawing.land import land_symbols
from kronland.games.drawing.scenes import part
from kronland.games.drawing.svg import Markup, Pieces, pieces
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
from kronland.games.loewenherz.picture.desk import status
from kronland.games.loewenherz.picture.scene import CHART, OWNERS, Scene
from kronland.games.loewenherz.rules.state import BOARD, TREASURE_VALUES

TITLE = N_("Löwenherz: the board")
STANDING = N_("{player}: points {points}, regions {regions}, knights in supply {knights}.")


def board(view: View) -> Board:
    scene = Scene.of(view)
    symbols = [*map(owner_symbols, OWNERS), land_symbols(), signs(), map_symbols(), target_symbols()]
    return Board(TITLE, _description(scene), symbols, _board(scene), CHART.width, CHART.height)


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


@part
def _board(scene: Scene) -> Pieces:
    """The same for all who have nothing to choose."""
    slots = Slots(CHART)
    signs_on_borders = [draw_alliance(CHART, scene.position, OWNERS, pair, slots) for pair in scene.alliances()]
    return pieces(
        "g",
        *_map(scene),
        *signs_on_borders,
        *_field_targets(scene),
        *(scene.target(action, line_target(CHART, line)) for action, (line,) in scene.choices["border"]),
        *_pair_targets(scene, slots),
        class_="kl-board",
    )


@part
def _map(scene: Scene) -> Pieces:
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
