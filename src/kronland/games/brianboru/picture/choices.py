"""Brian Boru, the picture: what is to be decided, the reader's cards, and a button for every action that has no place on the map."""

from __future__ import annotations

from kronland.core.words import N_
from kronland.games.brianboru.picture.scene import Scene
from kronland.games.brianboru.picture.signs import CARD_HEIGHT, CARD_WIDTH, SYMBOL_SIGNS, TINTS, card_face, symbols_row
from kronland.games.brianboru.rules.domains import CARD, CARD_PAIRS
from kronland.games.brianboru.rules.state import CARD_COLOURS, Stage, Symbol
from kronland.games.drawing.heraldry import BRIGHT, CENTRED, INK, LIGHT, PAPER, button_face
from kronland.games.drawing.scenes import part
from kronland.games.drawing.sheets import Block, Rows
from kronland.games.drawing.svg import Markup, cut, escaped, group, path, rect, tag, text, use, width_of

KEPT, HAND = N_("Kept so far:"), N_("Your hand:")
PITCH = CARD_WIDTH + 2
CELL = 34


@part
def choices(scene: Scene) -> Block:
    rows = Rows(scene.column)
    rows.line(scene.view.prompt, 19, bold=True)
    if scene.packet() and scene.choices["keep"]:
        _packet(scene, rows)
    for action, (row,) in scene.choices["row"]:
        _row_button(scene, rows, action, row + 1)
    for action, _ in scene.choices["buy"]:
        _sign_button(scene, rows, action, SYMBOL_SIGNS[Symbol(int(scene.s.buying))])
    for verb in ("pact", "trade", "decline", "done"):
        for action, _ in scene.choices[verb]:
            _word_button(scene, rows, action)
    rows.next_row()
    _hand(scene, rows)
    return rows.drawn()


def _packet(scene: Scene, rows: Rows) -> None:
    """The packet; under it a triangle of pairs: the row of one card crosses the column of the other."""
    packet = scene.packet()
    place, scale = {card: n for n, card in enumerate(packet)}, _scale(scene, len(packet))
    x, y = rows.place(scene.column - 24, (CARD_HEIGHT + CELL * (len(packet) - 1) + 8) * scale)
    parts = [_card(scene, card, n * PITCH, 0) for n, card in enumerate(packet)]
    top = CARD_HEIGHT + 4
    for n, card in enumerate(packet[:-1]):
        middle, height = n * PITCH + CARD_WIDTH / 2, top + n * CELL + CELL / 2
        parts += [_value(card, middle, height), path(f"M{middle + 18} {height}H{middle + 28}", "none", INK, 1.2)]
    for action, (pair,) in scene.choices["keep"]:
        one, other = CARD_PAIRS[pair]
        left, above = place[other] * PITCH, top + place[one] * CELL
        values = [_value(card, left + middle, above + CELL / 2, 0.82) for card, middle in ((one, 17), (other, CARD_WIDTH - 17))]
        parts.append(scene.target(action, button_face(left + 1, above + 1, CARD_WIDTH - 2, CELL - 2, strong=True), *values))
    rows.add(group(*parts, x=x, y=y, scale=scale))


def _scale(scene: Scene, cards: int) -> float:
    """How large so many cards can be beside one another."""
    return min(1.45, (scene.column - 24) / (cards * PITCH))


def _value(card: int, x: float, y: float, scale: float = 1) -> Markup:
    face = rect(-14, -11, 28, 22, rx=4, fill=TINTS[CARD_COLOURS[card]], stroke=INK, stroke_width=1)
    label = rect(-10, -8.5, 20, 17, rx=3, fill=PAPER, fill_opacity=0.85)
    return group(face, label, text(0, 5, str(card + 1), 14, **CENTRED, font_weight="bold"), x=x, y=y, scale=scale, class_=LIGHT)


def _hand(scene: Scene, rows: Rows) -> None:
    """The reader's own cards; those that can be played are targets."""
    cards = scene.hand()
    if not cards:
        return
    rows.line(scene.words(KEPT if scene.s.stage == Stage.DRAFT else HAND), 15)
    playable = {card: action for action, (card,) in scene.choices["play"]}
    scale = _scale(scene, len(cards))
    for card in cards:
        x, y = rows.place(PITCH * scale, (CARD_HEIGHT + 4) * scale)
        if card in playable:
            rows.add(group(scene.target(playable[card], _card(scene, card, 0, 0, BRIGHT)), x=x, y=y, scale=scale))
        else:
            rows.add(group(_card(scene, card, 0, 0), x=x, y=y, scale=scale, opacity=0.55 if playable else None))


def _card(scene: Scene, card: int, x: float, y: float, bright: str | None = None) -> Markup:
    """A card that says in words what it does."""
    face = card_face(card, scene.card_rows(card), x, y, bright)
    return tag("g", tag("title", escaped(scene.say_card(card))), face, data_place=CARD.place(card))


def _row_button(scene: Scene, rows: Rows, action: int, row: int) -> None:
    symbols = scene.card_rows(int(scene.s.card_of[scene.seat]))[row]
    width = 34.0 * len(symbols) + 30
    x, y = rows.place(width, 56)
    face = button_face(x + 2, y + 2, width - 4, 52, strong=True)
    rows.add(scene.target(action, face, symbols_row(symbols, x + width / 2, y + 28, 34, 1.25), more=f": {scene.say_row(symbols)}"))


def _sign_button(scene: Scene, rows: Rows, action: int, sign: str) -> None:
    label = scene.view.label(action)
    width = width_of(label, 17) + 66
    x, y = rows.place(width, 52)
    face = button_face(x + 2, y + 2, width - 4, 48, strong=True)
    rows.add(scene.target(action, face, use(sign, x + 26, y + 26, 1.2), text(x + 46, y + 32, label, 17, fill=INK, class_="kl-ink")))


def _word_button(scene: Scene, rows: Rows, action: int) -> None:
    label = cut(scene.view.label(action), 17, scene.column - 60)
    width = width_of(label, 17) + 36
    x, y = rows.place(width, 52)
    said = text(x + width / 2, y + 32, label, 17, **CENTRED)
    rows.add(scene.target(action, button_face(x + 2, y + 4, width - 4, 44, strong=True), said))
