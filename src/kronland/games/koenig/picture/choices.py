"""Löwenherz (2003), the picture: what is to be decided, and a button for every action that has no place on the board."""

from __future__ import annotations

from kronland.core.words import N_, NN_
from kronland.games.drawing.heraldry import CENTRED, INKED, button_face
from kronland.games.drawing.scenes import part
from kronland.games.drawing.sheets import Block, Rows
from kronland.games.drawing.svg import cut, fitted, group, tag, text, use, width_of
from kronland.games.koenig.picture.scene import CARD_HEIGHT, CARD_WIDTH, TALL, TASK_SIGNS, Scene, card_back
from kronland.games.koenig.rules.actions import SPACE, TASKS
from kronland.games.koenig.rules.state import BACK, PILE_NAMES, Task
from kronland.games.koenig.words.prompts import prompt

SELL = NN_("Sell for {n} ducat", "Sell for {n} ducats", "n")
PLAY = N_("Play: {task}")


@part
def choices(scene: Scene) -> Block:
    rows = Rows(scene.width)
    rows.line(prompt(scene.view), 20, bold=True)
    for action, (card,) in scene.choices["sell"]:
        plays = [(play, members[1]) for play, members in scene.choices["play"] if members[0] == card]
        _hand_card(scene, rows, scene.kind_of(card), action, plays)
    for action, _ in scene.choices["draw"]:
        _deck_button(scene, rows, action)
    for action, (card,) in scene.choices["take"]:
        x, y = rows.place(CARD_WIDTH + 16, CARD_HEIGHT + 16)
        face = button_face(x + 2, y + 2, CARD_WIDTH + 12, CARD_HEIGHT + 12)
        rows.add(scene.target(action, face, scene.card(scene.kind_of(card), x + 8, y + 8)))
    rows.next_row()
    for action, _ in scene.choices["done"]:
        label = cut(SPACE.label(action, scene.words, scene.names), 17, scene.width - 60)
        width = width_of(label, 17) + 36
        x, y = rows.place(width, 46)
        said = text(x + width / 2, y + 28, label, 17, **CENTRED)
        rows.add(scene.target(action, button_face(x + 2, y + 2, width - 4, 42, strong=True), said))
    return rows.drawn()


def _hand_card(scene: Scene, rows: Rows, kind: int, sell: int, plays: list[tuple[int, int]]) -> None:
    """A card of the own hand, with what can be done with it."""
    width = (scene.width - 24) / (2 if scene.width > TALL else 1) - 2
    height = max(CARD_HEIGHT + 10, 37 * (len(plays) + 1)) + 6
    x, y = rows.place(width, height)
    rows.add(scene.card(kind, x + 4, y + 2))
    left, room = x + CARD_WIDTH + 14, width - CARD_WIDTH - 24
    for n, (action, task) in enumerate(plays):
        top = y + 2 + 37 * n
        label = scene.words(PLAY, task=TASKS.say(task, scene.words, scene.names))
        parts = [
            button_face(left, top, room, 34, strong=True),
            use(TASK_SIGNS[Task(task + 1)], left + 20, top + 17, 0.9),
            fitted(left + 40, top + 22, label, 15, room - 46, **INKED),
        ]
        rows.add(scene.target(action, *parts, shown=label))
    top = y + 2 + 37 * len(plays)
    label = scene.words(SELL, n=int(scene.s.kind_sale[kind]))
    face = button_face(left, top, room, 34)
    said = fitted(left + 40, top + 22, label, 15, room - 46, **INKED)
    rows.add(scene.target(sell, face, use("kl-ducats", left + 20, top + 17, 0.9), said, shown=label))


def _deck_button(scene: Scene, rows: Rows, action: int) -> None:
    """The top card of the deck: its back is known."""
    letter = PILE_NAMES[BACK - int(scene.s.deck[scene.s.drawn])]
    x, y = rows.place(CARD_WIDTH + 16, CARD_HEIGHT + 16)
    face = button_face(x + 2, y + 2, CARD_WIDTH + 12, CARD_HEIGHT + 12, strong=True)
    rows.add(scene.target(action, face, tag("g", group(*card_back(letter), x=x + 8, y=y + 8))))
