"""A desk as SVG, beside the board: for whoever has no page to draw it in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kronland.core.desk import Card, Choice, Count, Desk, Face, Group, Plate, Row, Side, Stepper, Track
from kronland.core.view import View
from kronland.core.words import Text
from kronland.games.drawing.heraldry import (
    BOLD,
    BRIGHT,
    CENTRED,
    INK,
    INKED,
    PAPER,
    SCALE_HEIGHT,
    Owner,
    arms,
    button_face,
    points_scale,
    sheet,
    target,
)
from kronland.games.drawing.scenes import trail_of
from kronland.games.drawing.sheets import GAP, MARGIN, Block, Rows, emphasis, whole
from kronland.games.drawing.svg import Markup, Pieces, circle, cut, escaped, fitted, group, path, rect, tag, text, use, width_of, wrapped

COLUMN = 440.0  # of the desk
LINE = 36  # the height of a button
CARDS = 0.95  # how large cards are drawn
SCALE_WIDTH = 420  # of the points of all players


@dataclass(frozen=True)
class Board:
    """The board of a game: its drawing in its own units, with the definitions that it and the desk use."""

    title: Text
    description: str
    symbols: Sequence[Markup]
    drawing: Pieces
    width: float
    height: float


def pictures(board: Callable[[View], Board], desk: Callable[[View], Desk], owners: Sequence[Owner]) -> dict[str, Any]:
    """What a `Game` shows: the board alone, the desk as data, and both in one picture."""
    return {
        "board_picture": lambda view: alone(view, board(view)),
        "desk": lambda view: _settled(view, desk(view)),
        "picture": lambda view: together(view, board(view), desk(view), owners),
    }


def alone(view: View, board: Board) -> Markup:
    """The board as a picture of its own, of one size from the first move to the last."""
    return whole(view, board.title, board.description, board.symbols, (board.drawing, board.width, board.height))


def _settled(view: View, desk: Desk) -> Desk:
    trail = trail_of(view)
    return desk if trail is None else trail.settled(desk)


def together(view: View, board: Board, desk: Desk, owners: Sequence[Owner]) -> Markup:
    """The board with the desk: table and choices to its right, the players below them while there is room, the others under the board."""
    right, half = board.width + 2 * MARGIN, (board.width - GAP) / 2
    parts, y = [group(*board.drawing, x=MARGIN, y=MARGIN)], float(MARGIN)
    for drawing, height in (_table(desk), _choices(desk)):
        parts.append(group(drawing, x=right, y=y))
        y += height + GAP
    plates = list(desk.plates)
    while plates:
        drawing, height = _plate(plates[0], owners[plates[0].colour], COLUMN)
        if y + height > MARGIN + board.height:
            break
        parts.append(group(drawing, x=right, y=y))
        y += height + GAP
        plates.pop(0)
    under = MARGIN + board.height + GAP
    while plates:
        pair, plates = plates[:2], plates[2:]
        drawn = [_plate(plate, owners[plate.colour], half) for plate in pair]
        parts += [group(drawing, x=MARGIN + n * (half + GAP), y=under) for n, (drawing, _) in enumerate(drawn)]
        under += max(height for _, height in drawn) + GAP
    bottom = max(y, under) - GAP + MARGIN
    return whole(view, board.title, board.description, board.symbols, (parts, right + COLUMN + MARGIN, bottom))


# The table --------------------------------------------------------------------------------------------------------------------------


def _table(desk: Desk) -> Block:
    lines = wrapped(desk.status.split(), 19, 0.87 * (COLUMN - 32))
    parts = [fitted(16, 28 + 24 * n, line, 19, COLUMN - 32, **BOLD) for n, line in enumerate(lines)]
    y = 18.0 + 24 * len(lines)
    if desk.supplies:
        parts += [_count(supply, 30 + 100 * n, y + 18) for n, supply in enumerate(desk.supplies)]
        y += 40
    for track in desk.tracks:
        scale = min(1.0, (COLUMN - 20) / track.face.width)
        title = tag("title", escaped(track.said))
        parts.append(group(title, Markup(track.face.drawing), x=10, y=y, scale=scale))
        y += track.face.height * scale + 8
    return tag("g", sheet(0, 0, COLUMN, y), *parts, class_="kl-table"), y


def _count(count: Count, x: float, y: float, size: float = 18) -> Markup:
    """A sign with a number, and its meaning for who points at it."""
    return tag("g", tag("title", escaped(count.whole)), use(count.sign, x, y, 0.95), text(x + 17, y + 6, count.value, size, **INKED))


# The players ------------------------------------------------------------------------------------------------------------------------


def _plate(plate: Plate, owner: Owner, width: float) -> Block:
    height = 112 if plate.holds else 82
    edge = f"M8 1.5H50V{height - 1.5}H8A6.5 6.5 0 0 1 1.5 {height - 8}V8A6.5 6.5 0 0 1 8 1.5Z"
    right = width - 16 - (width_of(plate.points, 30) if plate.points else 0)
    parts = [
        sheet(0, 0, width, height, **emphasis(plate.deciding)),
        path(edge, owner.colour, fill_opacity=0.22),
        arms(owner, 26, 40, 1.5),
    ]
    if plate.points:
        title = [tag("title", escaped(plate.points_said))] if plate.points_said else []
        parts.append(tag("g", *title, text(width - 14, 34, plate.points, 28, text_anchor="end", **BOLD)))
    for badge in reversed(plate.badges):
        right -= 26
        parts.append(tag("g", tag("title", escaped(badge.whole)), use(badge.sign, right + 10, 24, 1.05)))
    if plate.note:
        said = cut(plate.note, 14, 110)
        right -= width_of(said, 14) + 4
        parts.append(text(right, 28, said, 14, font_style="italic", **INKED))
    parts.append(fitted(62, 29, plate.name, 19, max(40.0, right - 70), **BOLD))
    pitch = min(70.0, (width - 78) / max(1, len(plate.counts)))
    parts += [_count(count, 72 + pitch * n, 58, 17) for n, count in enumerate(plate.counts)]
    pitch = min(62.0, (width - 70) / max(1, len(plate.holds)))
    parts += [_chip(held, 60 + pitch * n, 76) for n, held in enumerate(plate.holds)]
    return tag("g", *parts, class_=f"kl-panel kl-panel-{owner.name if plate.seat >= 0 else 'neutral'}"), height


def _chip(held: Count, x: float, y: float) -> Markup:
    width = 32 + (width_of(held.value, 15) + 4 if held.value else 0)
    parts = [tag("title", escaped(held.said)), sheet(0, 0, width, 30), use(held.sign, 16, 15, 0.9)]
    if held.value:
        parts.append(text(30, 20.5, held.value, 15, **INKED))
    return group(*parts, x=x, y=y)


# What is to be decided --------------------------------------------------------------------------------------------------------------


def _choices(desk: Desk) -> Block:
    rows = Rows(COLUMN)
    rows.line(desk.prompt, 20, bold=True)
    for remark in desk.talk:
        rows.line(f"{desk.plates[remark.seat].name}: {remark.said}", 15)
    for row in desk.rows:
        _row(row, rows)
    for buttons in desk.groups:
        _group(buttons, rows)
    return rows.drawn()


def _row(row: Row, rows: Rows) -> None:
    rows.line(f"{row.title} · {row.note}" if row.title and row.note else row.title or row.note, 15)
    for card in row.cards:
        _card(card, rows)
    rows.next_row()
    for choice in row.choices:
        _button(choice, rows, 15)
    rows.next_row()


def _card(card: Card, rows: Rows) -> None:
    scale, across = CARDS, card.face.width * CARDS
    open_now = [choice for choice in card.choices if not choice.instead]
    buttons = [] if card.whole else open_now
    width = across if not buttons else max(across, (COLUMN - 24) / 3 - 8)
    x, y = rows.place(width + 8, card.face.height * scale + (LINE + 2) * len(buttons) + 8)
    # a card says what it means, unless it is a button that says what it does
    title = [] if card.whole and open_now else [tag("title", escaped(card.said))]
    face = group(*title, Markup(card.face.drawing), scale=scale, data_place=card.place or None)
    parts = [face]
    if card.count > 1:
        parts += [circle(8, 6, 12, PAPER, INK, 1.2), text(8, 11, f"{card.count}×", 13, **CENTRED)]
    if card.badge:
        parts.append(tag("g", tag("title", escaped(card.badge.whole)), use(card.badge.sign, 10, 4)))
    drawing = tag("g", *parts, opacity=0.55 if card.dim else None)
    if card.whole and open_now:
        glow = rect(-2, -2, across + 4, card.face.height * scale + 4, rx=8, fill=BRIGHT, stroke=INK, stroke_width=1.4)
        drawing = _target(open_now[0], glow, drawing)
    rows.add(group(drawing, x=x + (width - across) / 2, y=y))
    for n, choice in enumerate(buttons):
        rows.add(_drawn_button(choice, x, y + card.face.height * scale + 4 + (LINE + 2) * n, width, 14))


def _group(buttons: Group | Stepper, rows: Rows) -> None:
    if isinstance(buttons, Stepper):
        for side in buttons.sides:
            _side(side, rows)
        return
    if buttons.title:
        rows.line(buttons.title, 16)
    rows.next_row()
    for choice in buttons.choices:
        _button(choice, rows, 16)


def _side(side: Side, rows: Rows) -> None:
    rows.line(side.said, 16)
    rows.next_row()
    for choice in side.choices:
        x, y = rows.place(48, 42)
        said = text(x + 24, y + 26, choice.shown, 17, **CENTRED)
        rows.add(_target(choice, button_face(x + 2, y + 2, 44, 38), said))


def _button(choice: Choice, rows: Rows, size: float) -> None:
    signs = 28 * (bool(choice.sign) + len(choice.costs) + len(choice.brings))
    numbers = sum(width_of(count.value, size) for count in (*choice.costs, *choice.brings))
    width = min(rows.width - 24, width_of(choice.shown, size) + 26 + signs + numbers)
    x, y = rows.place(width + 6, LINE + 8)
    rows.add(_drawn_button(choice, x, y, width, size))


def _drawn_button(choice: Choice, x: float, y: float, width: float, size: float) -> Markup:
    parts = [button_face(x, y, width, LINE, choice.strong)]
    left, right = x + 12, x + width - 8
    if choice.sign:
        parts.append(use(choice.sign, left + 8, y + LINE / 2, 0.9))
        left += 28
    for count in reversed((*choice.costs, *choice.brings)):
        right -= 20
        parts.append(use(count.sign, right + 10, y + LINE / 2, 0.8))
        right -= width_of(count.value, size) + 4
        parts.append(text(right, y + LINE / 2 + size / 3, count.value, size, **INKED))
    parts.append(fitted(left, y + LINE / 2 + size / 3, choice.shown, size, max(20.0, right - left - 4), **INKED))
    return _target(choice, *parts)


def _target(choice: Choice, *drawing: Markup) -> Markup:
    if choice.refused:
        return tag("g", tag("title", escaped(f"{choice.label}: {choice.refused}")), *drawing, opacity=0.5)
    return target(choice.verb, choice.notation, choice.label, choice.name, *drawing)


def face(width: float, height: float, *drawing: Markup) -> Face:
    return Face("".join(drawing), width, height)


def points_track(title: str, names: Sequence[str], owners: Sequence[Owner], points: Sequence[int], goal: int | None = None) -> Track:
    """The points of all seats on a scale; `goal` is marked on it."""
    said = ", ".join(f"{name}: {score}" for name, score in zip(names, points, strict=False))
    scores = list(zip(owners, points, strict=False))
    return Track(f"{title}. {said}", face(SCALE_WIDTH, SCALE_HEIGHT, points_scale(SCALE_WIDTH, scores, goal)))
