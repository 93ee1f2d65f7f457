"""Löwenherz (1997), the picture: what is to be decided, and a button for every action that has no place on the board."""

from __future__ import annotations

from collections import defaultdict

from kronland.core.words import N_, NN_
from kronland.games.drawing.heraldry import CENTRED, INKED, button_face
from kronland.games.drawing.scenes import part
from kronland.games.drawing.sheets import Block, Rows
from kronland.games.drawing.svg import cut, escaped, fitted, text, use, width_of
from kronland.games.loewenherz.picture.panels import number_disc
from kronland.games.loewenherz.picture.scene import COLUMN, TASK_SIGNS, Scene, kind_sign
from kronland.games.loewenherz.rules.actions import DECISIONS, KINDS, SPACE, TREASURES
from kronland.games.loewenherz.rules.state import Offer, Phase
from kronland.games.loewenherz.words.prompts import prompt

STANDING_PAY = N_("{player} offers: I pay {sum} and get the action")
STANDING_DEMAND = N_("{player} offers: you pay {sum} and get the action")
I_PAY = N_("I pay and get the action:")
YOU_PAY = N_("You pay and get the action:")
DUCATS_ONLY = N_("Ducats:")
WITH_TREASURES = N_("Treasure {values} and ducats:")
PILE = NN_("Pile {pile} ({count} card)", "Pile {pile} ({count} cards)", "count")

PITCH = 48  # of number buttons: as wide as a field
BLANK = escaped(" ")  # between two texts, which would be one word to who hears them


@part
def choices(scene: Scene, width: float) -> Block:
    rows = Rows(width)
    rows.line(prompt(scene.view), 20, bold=True)
    if scene.s.phase == Phase.NEGOTIATE and scene.s.offer and not scene.may_choose:
        rows.line(_standing_offer(scene), 17)
    for verb in ("accept", "break"):
        for action, _ in scene.choices[verb]:
            _word_button(scene, rows, action, strong=True)
    for action, (cards,) in scene.choices["card"]:
        _decision_button(scene, rows, action, DECISIONS[cards])
    for action, (pile,) in scene.choices["pile"]:
        label = scene.words(PILE, pile=pile + 1, count=int(scene.s.pile_size[pile]))
        _sign_button(scene, rows, action, "kl-politics", label)
    for action, (kind,) in scene.choices["keep"]:
        label = KINDS.say(kind, scene.words, scene.names)
        _sign_button(scene, rows, action, kind_sign(kind)[0], label[:1].upper() + label[1:])
    for verb, said in (("offer", I_PAY), ("demand", YOU_PAY)):
        if scene.choices[verb]:
            rows.line(scene.words(said), 17)
            for action, (amount,) in scene.choices[verb]:
                _number_button(scene, rows, action, amount)
    _bids(scene, rows)
    rows.next_row()
    for verb in ("end", "done"):
        for action, _ in scene.choices[verb]:
            _word_button(scene, rows, action, strong=verb == "done")
    return rows.drawn()


def _standing_offer(scene: Scene) -> str:
    s = scene.s
    other = next(n for n in range(scene.players) if int(s.rivals) >> n & 1 and n != s.seat)
    said = STANDING_PAY if s.offer == Offer.PAY else STANDING_DEMAND
    return scene.words(said, player=scene.names[other], sum=int(s.offer_sum))


def _bids(scene: Scene, rows: Rows) -> None:
    """Grouped by the treasures that go with them (L97-22)."""
    by_set: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for action, (amount, treasures) in scene.choices["bid"]:
        by_set[treasures].append((action, amount))
    for treasures, bids in sorted(by_set.items()):
        if treasures:
            values = " + ".join(map(str, TREASURES.values[treasures]))
            rows.line(scene.words(WITH_TREASURES, values=values), 17)
        else:
            rows.line(scene.words(DUCATS_ONLY), 17)
        for action, amount in bids:
            _number_button(scene, rows, action, amount)


def _number_button(scene: Scene, rows: Rows, action: int, amount: int) -> None:
    x, y = rows.place(PITCH, 44)
    said = text(x + PITCH / 2, y + 28, str(amount), 18, **CENTRED)
    rows.add(scene.target(action, button_face(x + 2, y + 2, PITCH - 4, 40), said))


def _word_button(scene: Scene, rows: Rows, action: int, strong: bool) -> None:
    label = cut(SPACE.label(action, scene.words, scene.names), 17, rows.width - 60)
    width = width_of(label, 17) + 36
    x, y = rows.place(width, 46)
    said = text(x + width / 2, y + 28, label, 17, **CENTRED)
    rows.add(scene.target(action, button_face(x + 2, y + 2, width - 4, 42, strong), said))


def _decision_button(scene: Scene, rows: Rows, action: int, numbers: tuple[int, ...]) -> None:
    """One or two decision cards with the actions that they choose (L97-11)."""
    tasks = scene.tasks()
    width, height = (rows.width - 24) / (3 if rows.width > COLUMN else 1), 20 + 34 * len(numbers)
    x, y = rows.place(width, height)
    parts, shown = [button_face(x + 2, y + 2, width - 4, height - 4, strong=True)], []
    for n, number in enumerate(numbers):
        shown.append(f"{number + 1} {scene.task_text(*tasks[number])}")
        middle = y + 27 + 34 * n
        parts += [number_disc(number, x + 24, middle), BLANK, use(TASK_SIGNS[tasks[number][0]], x + 54, middle)]
        parts += [fitted(x + 72, middle + 6, scene.task_text(*tasks[number]), 16, width - 80, **INKED), BLANK]
    rows.add(scene.target(action, *parts, shown=" ".join(shown)))


def _sign_button(scene: Scene, rows: Rows, action: int, sign: str, label: str) -> None:
    width = width_of(label, 17) + 70
    x, y = rows.place(width, 56)
    face = button_face(x + 2, y + 2, width - 4, 52, strong=True)
    rows.add(scene.target(action, face, use(sign, x + 28, y + 28, 1.2), text(x + 50, y + 34, label, 17, **INKED), shown=label))
