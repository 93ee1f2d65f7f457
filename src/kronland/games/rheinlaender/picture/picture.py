"""Rheinländer: the map as a picture (SVG), drawn from one seat's view and nothing else, with a target for every legal action that belongs
to a field. All others are on the desk."""

from __future__ import annotations

from functools import cache

from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.drawing.desks import Board
from kronland.games.drawing.heraldry import INK, PAPER, owner_symbols, signs
from kronland.games.drawing.land import land_symbols
from kronland.games.drawing.scenes import part
from kronland.games.drawing.svg import Markup, Pieces, group, joined, path, pieces, rect, symbol, use
from kronland.games.rheinlaender.picture.desk import status
from kronland.games.rheinlaender.picture.landscape import asked_castle, draw_map, draw_numbers, field_targets, mitre
from kronland.games.rheinlaender.picture.scene import OWNERS, Scene
from kronland.games.rheinlaender.picture.symbols import map_symbols

TITLE = N_("Rheinländer: the map")
STANDING = N_("{player}: dukes {dukes}, bishops {bishops}, knights in supply {knights}.")


def board(view: View) -> Board:
    scene = Scene.of(view)
    symbols = [*map(owner_symbols, OWNERS), land_symbols(), signs(), map_symbols(), _desk_signs()]
    return Board(TITLE, _description(scene), symbols, _board(scene), scene.course.width, scene.course.height)


@part
def _board(scene: Scene) -> Pieces:
    """The same for all who have nothing to choose."""
    return pieces("g", *draw_map(scene), asked_castle(scene), *field_targets(scene), draw_numbers(scene), class_="kl-board")


@part
def _description(scene: Scene) -> str:
    s = scene.s
    standings = [
        scene.words(
            STANDING,
            player=scene.names[seat],
            dukes=scene.dukes_of(seat),
            bishops=int(s.bishops[seat]),
            knights=int(s.knights_left[seat]),
        )
        for seat in range(scene.players)
    ]
    return " ".join([f"{status(scene)}.", *standings])


@cache
def _desk_signs() -> Markup:
    """Discards, bastions in little, and the mitres of bishops."""
    card = rect(-7, -10, 14, 20, rx=2, fill=PAPER, stroke=INK, stroke_width=1.3)
    return joined(
        [
            symbol("kl-discards", card, path("M-4-5H4M-4-1H4M-4 3H2", "none", INK, 1)),
            symbol("kl-bastion-sign", use("kl-bastion", scale=0.74)),
            symbol("kl-archbishop", group(mitre(None), y=1)),
            *(symbol(f"kl-bishop-{seat}", group(mitre(owner), y=1, scale=0.9)) for seat, owner in enumerate(OWNERS)),
        ]
    )
