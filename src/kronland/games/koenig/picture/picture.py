"""Löwenherz (2003): the board as a picture (SVG), drawn from one seat's view and nothing else, with a target for every legal action that
belongs to a field or a line. All others are on the desk."""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.drawing.desks import Board
from kronland.games.drawing.heraldry import owner_symbols, signs
from kronland.games.drawing.land import land_symbols, ore_symbols
from kronland.games.drawing.scenes import part
from kronland.games.drawing.svg import Markup, Pieces, pieces
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
from kronland.games.koenig.picture.desk import status
from kronland.games.koenig.picture.scene import CHART, OWNERS, Scene, back_signs
from kronland.games.koenig.rules.state import BOARD

TITLE = N_("Löwenherz – Der König kehrt zurück: the board")
STANDING = N_("{player}: points {points}, ducats {ducats}, regions {regions}, knights in supply {knights}.")


def board(view: View) -> Board:
    scene = Scene.of(view)
    symbols = [
        *map(owner_symbols, OWNERS), land_symbols(), ore_symbols(), signs(), map_symbols(), target_symbols(), back_signs()
    ]  # fmt: skip
    return Board(TITLE, _description(scene), symbols, _board(scene), CHART.width, CHART.height)


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
