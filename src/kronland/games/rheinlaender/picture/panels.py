"""Rheinländer, the picture: the table (piles of cards) and a panel for every player."""

from __future__ import annotations

from kronland.core.words import N_, Text
from kronland.games.drawing.heraldry import BOLD, CENTRED, FADED, INKED, SHEET, arms, sheet
from kronland.games.drawing.scenes import fact, part
from kronland.games.drawing.sheets import Block, emphasis
from kronland.games.drawing.svg import Markup, escaped, fitted, group, path, tag, text, use, wrapped
from kronland.games.rheinlaender.picture.landscape import mitre
from kronland.games.rheinlaender.picture.scene import OWNERS, Scene
from kronland.games.rheinlaender.rules.domains import CARDS as SECTION_CARDS

TURN = N_("Turn {n}")
LAST_TURN = N_("last turn")
PILE, DISCARDS = N_("Cards to draw"), N_("Discards")
KNIGHTS, BASTIONS, CARDS, DUKES, BISHOPS, COINS = (
    N_("Knights in supply"),
    N_("Bastions in supply"),
    N_("Cards in hand"),
    N_("Dukes"),
    N_("Bishops"),
    N_("Money"),
)
ARCHBISHOP = N_("Archbishop")


def status(scene: Scene) -> str:
    said = scene.words(TURN, n=int(scene.s.turn_number))
    return f"{said} · {scene.words(LAST_TURN)}" if scene.s.last_turn and not scene.s.ended else said


@part
def table(scene: Scene) -> Block:
    """How many cards are left to draw, and the open discards."""
    s = scene.s
    discards = [str(card) for card in range(64) if int(s.discards) >> card & 1]
    lines = wrapped(discards, 17, scene.column - 64, "\N{EN SPACE}")
    parts = [
        text(16, 28, status(scene), 20, **BOLD),
        stat(scene, use("kl-deck", scale=0.95), str(s.pile_size), PILE, scene.column - 70, 22),
        tag("title", escaped(scene.words(DISCARDS))),
    ]
    parts.append(use("kl-discards", 30, 54, 0.95))
    for n, line in enumerate(lines):
        parts.append(text(50, 60 + 23 * n, line, 17, **INKED))
    height = 54 + 23 * max(1, len(lines))
    return tag("g", sheet(0, 0, scene.column, height), *parts, class_="kl-table"), height


def stat(scene: Scene, sign: Markup, value: str, said: Text, x: float, y: float) -> Markup:
    title = tag("title", escaped(f"{scene.words(said)}: {value}"))
    return tag("g", title, group(sign, x=x, y=y), text(x + 17, y + 6, value, 18, **INKED))


@part
def panel(scene: Scene, seat: int) -> Block:
    s, owner = scene.s, OWNERS[seat]
    hand = _known_cards(scene, seat)
    height = 124 if hand else 88
    edge = f"M8 1.5H56V{height - 1.5}H8A6.5 6.5 0 0 1 1.5 {height - 8}V8A6.5 6.5 0 0 1 8 1.5Z"
    coins = _known_coins(scene, seat)
    parts = [
        sheet(0, 0, scene.column, height, **emphasis(scene.is_deciding(seat))),
        path(edge, owner.colour, fill_opacity=0.22),
        arms(owner, 29, 42, 1.8),
        fitted(70, 32, scene.names[seat], 20, scene.column - 200, **BOLD),
    ]
    if s.archbishop == seat:
        title = tag("title", escaped(scene.words(ARCHBISHOP)))
        parts.append(tag("g", title, group(mitre(None), x=scene.column - 112, y=28, scale=1.35), class_="kl-archbishop"))
    if coins:
        parts.append(tag("g", tag("title", escaped(f"{scene.words(COINS)}: {coins}")), use("kl-ducats", scene.column - 74, 26, 1.2)))
        parts.append(text(scene.column - 56, 36, coins, 28, **BOLD))
    stats = (
        (use("kl-helm", scale=0.95), int(s.knights_left[seat]), KNIGHTS),
        (use("kl-bastion", scale=0.72), int(s.bastions_left[seat]), BASTIONS),
        (use("kl-deck", scale=0.95), int(s.hand_size[seat]), CARDS),
        (use("kl-king", scale=0.95), scene.dukes_of(seat), DUKES),
        (group(mitre(owner), scale=0.85), int(s.bishops[seat]), BISHOPS),
    )
    parts += [stat(scene, sign, str(value), said, 82 + 68 * n, 64) for n, (sign, value, said) in enumerate(stats)]
    parts += [_card(card, 68 + 50 * n, 86) for n, card in enumerate(sorted(hand))]
    return tag("g", *parts, class_=f"kl-panel kl-panel-{owner.name}"), height


@fact
def _known_cards(scene: Scene, seat: int) -> tuple[int, ...]:
    return tuple(card for card in scene.s.hand[seat, : scene.s.hand_size[seat]].tolist() if card > 0)


@fact
def _known_coins(scene: Scene, seat: int) -> str:
    return str(int(scene.s.coins[seat])) if scene.shows_coins(seat) else ""


def _card(card: int, x: float, y: float) -> Markup:
    face = sheet(0, 0, 44, 30, stroke=FADED, fill=SHEET)
    return group(face, text(22, 21, str(card), 17, **CENTRED), x=x, y=y, data_place=SECTION_CARDS.place(card - 1))
