"""Rheinländer: the position as a picture (SVG).

Drawn from one seat's view and nothing else: the map, the choices, the table and a panel for every player. Every legal action has exactly
one element of the class `target`: on the map where it belongs to a field, otherwise a button under it.
"""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.drawing.heraldry import CENTRED, INK, PAPER, button_face, land_symbols, owner_symbols, signs
from kronland.games.drawing.scenes import part
from kronland.games.drawing.sheets import Block, Rows, beside, stacked, whole
from kronland.games.drawing.svg import Markup, cut, path, rect, symbol, tag, text, use, width_of
from kronland.games.rheinlaender.picture.landscape import draw_map, field_targets, map_symbols, outlines
from kronland.games.rheinlaender.picture.panels import panel, status, table
from kronland.games.rheinlaender.picture.scene import OWNERS, Scene
from kronland.games.rheinlaender.rules.castles import DECLINE, MAN

TITLE = N_("Rheinländer: the map")
SIGNS = {MAN: "kl-helm", DECLINE: "kl-ruin"}
STANDING = N_("{player}: dukes {dukes}, bishops {bishops}, knights in supply {knights}.")


def draw(view: View, wide: bool = True) -> str:
    """The whole picture. `wide` sets the players beside the map, otherwise under it (for an upright phone)."""
    scene = Scene(view, wide)
    board = tag("g", draw_map(scene), *field_targets(scene), class_="kl-board")
    chart, decisions = (board, scene.course.height), _choices(scene)
    panels = [table(scene), *(panel(scene, seat) for seat in range(scene.players))]
    if wide:
        placed = beside([chart, decisions], panels, scene.course.width, scene.column)
    else:
        placed = stacked(chart, [decisions, *panels], scene.course.width, scene.column)
    symbols = [*map(owner_symbols, OWNERS), land_symbols(), signs(), map_symbols(), _discards_sign(), outlines(scene.course)]
    return whole(view, TITLE, _description(scene), symbols, placed)


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


def _discards_sign() -> Markup:
    card = rect(-7, -10, 14, 20, rx=2, fill=PAPER, stroke=INK, stroke_width=1.3)
    return symbol("kl-discards", card, path("M-4-5H4M-4-1H4M-4 3H2", "none", INK, 1))


# The choices ------------------------------------------------------------------------------------------------------------------------


@part
def _choices(scene: Scene) -> Block:
    """What is to be decided, the cards that can be played, and a button for everything that has no place on the map."""
    rows = Rows(scene.width)
    rows.line(scene.view.prompt, 21, bold=True)
    for action, (card,) in scene.choices["card"]:
        _card(scene, rows, action, card + 1)
    rows.next_row()
    for verb in scene.view.verbs:
        if not verb.domains:
            for action, _ in scene.choices[verb.name]:
                _button(scene, rows, action)
    return rows.drawn()


def _card(scene: Scene, rows: Rows, action: int, card: int) -> None:
    """A card of the hand: the number of its section over the river."""
    width = min(90.0, (scene.width - 24) / 5)
    x, y = rows.place(width, 84)
    wave = f"q8-7 16 0t16 0 16 0{' 16 0' if width > 85 else ''}"
    left = x + width / 2 - (32 if width > 85 else 24)
    rows.add(
        scene.target(
            action,
            button_face(x + 2, y + 2, width - 6, 78, strong=True),
            path(f"M{left:.0f} {y + 62:.0f}{wave}M{left:.0f} {y + 70:.0f}{wave}", "none", "#5f8f9c", 2.2),
            text(x + width / 2 - 1, y + 45, str(card), 36, **{**CENTRED, "font_weight": "bold"}),
        )
    )


def _button(scene: Scene, rows: Rows, action: int) -> None:
    label = cut(scene.view.label(action), 18, scene.width - 90)
    sign = SIGNS.get(scene.view.game.space.verb_of(action))
    room = 34 if sign else 0
    width = width_of(label, 18) + 40 + room
    x, y = rows.place(width + 6, 58)
    said = text(x + 2 + (width + room) / 2, y + 35, label, 18, **CENTRED)
    signs = [use(sign, x + 30, y + 29, 0.9)] if sign else []
    rows.add(scene.target(action, button_face(x + 2, y + 2, width, 54, strong=True), *signs, said))
