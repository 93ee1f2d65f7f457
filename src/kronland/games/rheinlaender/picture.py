"""Rheinländer: the position as a picture (SVG).

Drawn from one seat's view and nothing else: the map, the choices, the table and a panel for every player. Every legal action has exactly
one element of the class `target`: on the map where it belongs to a field, otherwise a button under it.
"""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.svg import Markup, Value, cut, escaped, fitted, group, path, rect, symbol, tag, text, use, width_of
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.heraldry import BOLD, CENTRED, INK, PAPER, SERIF, SHEET, button_face, land_symbols, owner_symbols, sheet, signs
from kronland.games.rheinlaender.actions import SPACE
from kronland.games.rheinlaender.landscape import draw_map, field_targets, map_symbols, outlines
from kronland.games.rheinlaender.panels import panel, status, table
from kronland.games.rheinlaender.prompts import prompt
from kronland.games.rheinlaender.scene import GAP, OWNERS, Block, Scene
from kronland.games.scenes import part

TITLE = N_("Rheinländer: the map")
STANDING = N_("{player}: dukes {dukes}, bishops {bishops}, knights in supply {knights}.")


def draw(view: View, wide: bool = True) -> str:
    """The whole picture. `wide` sets the players beside the map, otherwise under it (for an upright phone)."""
    scene = Scene(view, wide)
    board = tag("g", draw_map(scene), *field_targets(scene), class_="kl-board")
    main = [(board, scene.course.height), _choices(scene)]
    panels = [table(scene), *(panel(scene, seat) for seat in range(scene.players))]
    parts, width, height = (_beside if wide else _below)(scene, main, panels)
    symbols = [*map(owner_symbols, OWNERS), land_symbols(), signs(), map_symbols(), _discards_sign(), outlines(scene.course)]
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


# Where the parts go -----------------------------------------------------------------------------------------------------------------

Layout = tuple[list[Markup], float, float]  # the parts in place, width and height of the whole


def _beside(scene: Scene, main: Sequence[Block], panels: Sequence[Block]) -> Layout:
    margin = 16
    parts, bottom = [], 0.0
    for blocks, x in ((main, margin), (panels, scene.width + 2 * margin)):
        y = float(margin)
        for drawing, height in blocks:
            parts.append(group(drawing, x=x, y=y))
            y += height + GAP
        bottom = max(bottom, y)
    return parts, scene.width + scene.column + 3 * margin, bottom - GAP + margin


def _below(scene: Scene, main: Sequence[Block], panels: Sequence[Block]) -> Layout:
    margin = 4
    parts, y = [], float(margin)
    for drawing, height in [*main, *panels]:
        parts.append(group(drawing, x=margin, y=y))
        y += height + GAP
    return parts, scene.width + 2 * margin, y - GAP + margin


# The choices ------------------------------------------------------------------------------------------------------------------------

CARD = 84


@part
def _choices(scene: Scene) -> Block:
    """What is to be decided, the cards that can be played, and a button for everything that has no place on the map."""
    parts = [fitted(16, 32, prompt(scene.view), 21, scene.width - 32, **BOLD)]
    x, y, row = 14.0, 46.0, 0.0
    for verb in ("card", "man", "decline", "done"):
        for action, members in scene.choices[verb]:
            drawing, width, height = _card(scene, action, members[0] + 1, x, y) if verb == "card" else _button(scene, action, x, y)
            parts.append(drawing)
            x, row = x + width + 8, max(row, height)
    height = y + row + (8 if row else 0)
    return tag("g", sheet(0, 0, scene.width, height), *parts, class_="kl-choices"), height


def _card(scene: Scene, action: int, card: int, x: float, y: float) -> tuple[Markup, float, float]:
    """A card of the hand: the number of its section over the river."""
    wave = "q8-7 16 0t16 0 16 0 16 0"
    drawing = scene.target(
        action,
        button_face(x, y, CARD, 78, strong=True),
        path(f"M{x + 10:.0f} {y + 60:.0f}{wave}M{x + 10:.0f} {y + 68:.0f}{wave}", "none", "#5f8f9c", 2.2),
        text(x + CARD / 2, y + 43, str(card), 36, **{**CENTRED, "font_weight": "bold"}),
    )
    return drawing, CARD, 78


def _button(scene: Scene, action: int, x: float, y: float) -> tuple[Markup, float, float]:
    label = cut(SPACE.label(action, scene.words, scene.names), 18, scene.width / 2)
    sign = {"man": "kl-helm", "decline": "kl-ruin"}.get(SPACE.range_of(action).verb)
    room = 34 if sign else 0
    width = width_of(label, 18) + 40 + room
    said = text(x + (width + room) / 2, y + 33, label, 18, **CENTRED)
    signs = [use(sign, x + 28, y + 27, 0.9)] if sign else []
    return scene.target(action, button_face(x, y, width, 54, strong=True), *signs, said), width, 54
