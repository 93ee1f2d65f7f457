"""Löwenherz (1997), the picture: the table (action card, supplies, alliances) and a panel for every player."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.words import N_
from kronland.games.drawing.heraldry import BOLD, BRIGHT, CENTRED, EDGE, FADED, INK, INKED, PAPER, SHEET, arms, sheet
from kronland.games.drawing.scenes import fact, part
from kronland.games.drawing.sheets import Block, emphasis, stat
from kronland.games.drawing.svg import (
    Markup,
    circle,
    escaped,
    fitted,
    group,
    joined,
    path,
    rect,
    tag,
    text,
    use,
    width_of,
)
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.loewenherz.picture.scene import COLUMN, OWNERS, TASK_SIGNS, Scene, kind_sign
from kronland.games.loewenherz.rules.actions import CARDS, KINDS
from kronland.games.loewenherz.rules.state import KIND_OF, Phase, Task

ROUND = N_("Round {round}")
SETTING_UP = N_("Set-up")
BID_MADE = N_("has bid")
NEUTRAL = N_("neutral")
START_PLAYER = N_("start player")
REGIONS, KNIGHTS = N_("Regions"), N_("Knights in supply")
POLITICS, DUCATS = N_("Politics cards"), N_("Ducats")
DECK, BORDERS = N_("Action cards to come"), N_("Borders in supply")
PILES = (N_("Politics cards in pile 1"), N_("Politics cards in pile 2"))


# The table ------------------------------------------------------------------------------------------------


def status(scene: Scene) -> str:
    number = int(scene.s.round_number)
    return scene.words(ROUND, round=number) if number else scene.words(SETTING_UP)


@part
def table(scene: Scene) -> Block:
    """The action card with the decision cards on it, decks and supplies, alliances."""
    s = scene.s
    parts = [text(16, 28, status(scene), 20, **BOLD)]
    y = 40.0
    for number in range(len(scene.tasks())):
        parts.append(_action(scene, number, y))
        y += 44
    supplies = (
        ("kl-deck", int(s.deck_size) - int(s.drawn), DECK),
        ("kl-politics", int(s.pile_size[0]), PILES[0]),
        ("kl-politics", int(s.pile_size[1]), PILES[1]),
        ("kl-border", int(s.borders_left), BORDERS),
    )
    parts += [stat(scene.words, *supply, 30 + 92 * n, y + 22) for n, supply in enumerate(supplies)]
    y += 42
    if alliances := scene.alliances():
        parts += [_allies(pair, 64 + 126 * n, y + 16) for n, pair in enumerate(alliances)]
        y += 36
    return tag("g", sheet(0, 0, COLUMN, y + 4), *parts, class_="kl-table"), y + 4


def _action(scene: Scene, number: int, y: float) -> Markup:
    """One action of the card, with the arms of those who chose it."""
    task, size = scene.tasks()[number]
    fill, edge, name = (BRIGHT, INK, "kl-active") if number == scene.s.step else (SHEET, EDGE, None)
    parts = [
        rect(10, y, COLUMN - 20, 40, rx=5, fill=fill, stroke=edge, stroke_width=1.5, class_=name),
        use(TASK_SIGNS[task], 64, y + 20),
    ]
    who: list[int] = []
    if task not in (Task.SILVER, Task.KING):  # these are nobody's choice
        parts.append(number_disc(number, 32, y + 20))
        who = [seat for seat in range(scene.players) if scene.s.laid[seat] >> number & 1]
    parts.append(fitted(84, y + 26, scene.task_text(task, size), 17, COLUMN - 100 - 26 * len(who), **INKED))
    parts += [arms(OWNERS[seat], COLUMN - 28 - 26 * n, y + 19.5) for n, seat in enumerate(reversed(who))]
    return tag("g", *parts, class_="kl-action", data_place=CARDS.place(number))


def number_disc(number: int, x: float, y: float) -> Markup:
    """A decision card's number."""
    disc = circle(x, y, 13, INK, class_="kl-disc")
    said = text(x, y + 5.5, str(number + 1), 16, **{**CENTRED, "fill": PAPER, "class_": "kl-disc-text"})
    return joined([disc, said])


def _allies(pair: tuple[int, int], x: float, y: float) -> Markup:
    """Two allied regions: arms and number of the castle on either side of the rings."""
    parts = [use("kl-rings", 0, 0, 0.95)]
    for castle, side in zip(pair, (-1, 1), strict=True):
        parts.append(arms(OWNERS[castle // CASTLES_EACH], 27 * side, 0, 0.9))
        parts.append(text(43 * side, 6, str(castle % CASTLES_EACH + 1), 15, **CENTRED))
    return group(*parts, x=x, y=y)


# The players ----------------------------------------------------------------------------------------------


@part
def panel(scene: Scene, seat: int) -> Block:
    s, owner = scene.s, OWNERS[seat]
    kinds = _known_cards(scene, seat)
    height = 122 if kinds else 86
    score = str(s.score[seat]).replace("-", "\N{MINUS SIGN}")
    edge = f"M8 1.5H56V{height - 1.5}H8A6.5 6.5 0 0 1 1.5 {height - 8}V8A6.5 6.5 0 0 1 8 1.5Z"
    starts = seat == s.start
    parts = [
        sheet(0, 0, COLUMN, height, **emphasis(scene.is_deciding(seat))),
        path(edge, owner.colour, fill_opacity=0.22),
        arms(owner, 29, 47 if starts else 42, 1.6 if starts else 1.8),
        fitted(70, 32, scene.names[seat], 20, COLUMN - 94 - width_of(score, 34), **BOLD),
        text(COLUMN - 16, 38, score, 32, text_anchor="end", **BOLD),
    ]
    if starts:
        crown = use("kl-king", 29, 15, 1.05)
        parts.append(tag("g", tag("title", escaped(scene.words(START_PLAYER))), crown))
    stats = [
        ("kl-region", scene.regions_of(seat), REGIONS),
        ("kl-helm", int(s.knights_left[seat]), KNIGHTS),
        ("kl-politics", int(s.hand_size[seat]), POLITICS),
    ]
    if scene.is_own(seat) or s.open_money or s.ended:  # L97-6
        stats.append(("kl-ducats", int(s.ducats[seat]), DUCATS))
    parts += [stat(scene.words, *shown, 80 + 70 * n, 62) for n, shown in enumerate(stats)]
    if s.phase == Phase.BID and int(s.rivals) >> seat & 1 and not scene.is_deciding(seat):
        said = scene.words(BID_MADE)
        parts.append(text(COLUMN - 16, 68, said, 15, text_anchor="end", font_style="italic", **INKED))
    parts += _cards(scene, kinds)
    return tag("g", *parts, class_=f"kl-panel kl-panel-{owner.name}"), height


@fact
def _known_cards(scene: Scene, seat: int) -> tuple[int, ...]:
    """The kinds of the politics cards that the reader knows to be in this hand."""
    takers, spent = scene.s.politics_taker.tolist(), scene.s.politics_spent.tolist()
    cards = zip(takers, spent, KIND_OF, strict=True)
    return tuple(kind for taker, is_spent, kind in cards if taker == seat and not is_spent)


def _cards(scene: Scene, kinds: Sequence[int]) -> list[Markup]:
    """Cards one beside the other; many of them overlap like a hand of cards."""
    widths = [54 if kind_sign(kind)[1] else 36 for kind in kinds]
    squeeze = min(1.0, (COLUMN - 78) / max(1, sum(widths) + 5 * len(kinds)))
    parts, x = [], 68.0
    for kind, width in zip(kinds, widths, strict=True):
        parts.append(_card(scene, kind, width, x))
        x += (width + 5) * squeeze
    return parts


def _card(scene: Scene, kind: int, width: float, x: float) -> Markup:
    sign, value = kind_sign(kind)
    parts = [
        tag("title", escaped(KINDS.say(kind, scene.words, scene.names))),
        sheet(0, 0, width, 30, stroke=FADED, fill=SHEET),
        use(sign, 18, 15),
    ]
    if value:
        parts.append(text(42, 21, str(value), 16, **CENTRED))
    return group(*parts, x=x, y=84)


@part
def neutral_panel(scene: Scene) -> Block:
    colour = scene.players
    name = f"{scene.names[colour]} ({scene.words(NEUTRAL)})"
    parts = [
        sheet(0, 0, COLUMN, 50),
        arms(OWNERS[colour], 29, 25, 1.2),
        fitted(70, 31, name, 17, 170, font_style="italic", **INKED),
        stat(scene.words, "kl-region", scene.regions_of(colour), REGIONS, 260, 25),
        stat(scene.words, "kl-helm", int(scene.s.knights_left[colour]), KNIGHTS, 324, 25),
    ]
    return tag("g", *parts, class_="kl-panel kl-panel-neutral"), 50
