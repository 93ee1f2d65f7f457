"""Brian Boru: the map as a picture (SVG), drawn from one seat's view and nothing else, with a target for every legal action that belongs
to a town. All others are on the desk."""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.brianboru.picture.chart import count_towns, draw_map
from kronland.games.brianboru.picture.desk import status
from kronland.games.brianboru.picture.ireland import HEIGHT, WIDTH
from kronland.games.brianboru.picture.scene import OWNERS, Scene
from kronland.games.brianboru.picture.signs import game_signs
from kronland.games.drawing.desks import Board
from kronland.games.drawing.heraldry import owner_symbols, signs
from kronland.games.drawing.land import land_symbols
from kronland.games.drawing.scenes import part

TITLE = N_("Brian Boru: the map of Ireland")
STANDING = N_("{player}: points {points}, coins {coins}, towns {towns}.")


def board(view: View) -> Board:
    scene = Scene.of(view)
    symbols = [*map(owner_symbols, OWNERS), land_symbols(), signs(), game_signs()]
    return Board(TITLE, _description(scene), symbols, draw_map(scene), WIDTH, HEIGHT)


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
