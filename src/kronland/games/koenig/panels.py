"""Löwenherz (2003), the picture: the table (deck, supply, market, alliances) and a panel for every player."""

from __future__ import annotations

from kronland.core.svg import Markup, escaped, fitted, group, path, tag, text, use, width_of
from kronland.core.words import N_, NN_
from kronland.games.grid.regions import CASTLES_EACH
from kronland.games.heraldry import BOLD, CENTRED, INKED, MINES, arms, sheet
from kronland.games.koenig.actions import MINES as MINE_NAMES
from kronland.games.koenig.scene import CARD_HEIGHT, CARD_WIDTH, OWNERS, Scene
from kronland.games.koenig.state import DECK, KING_TOKEN, MARKET_REFILLS, MINE_KINDS, NO_CARD, Phase
from kronland.games.koenig.text import MONOPOLY, NEUTRAL, market_guard
from kronland.games.scenes import fact, part
from kronland.games.sheets import Block, emphasis, stat

SETTING_UP = N_("Set-up")
TURN_OF = N_("Turn of {player}")
OVER = N_("The end")
DECK_CARDS, BORDERS, TOKEN = N_("Cards in the deck"), N_("Borders in supply"), N_("Points at the king token")
MARKET = N_("Market")
MARKET_EMPTY = N_("The market is empty.")
REFILLS_LEFT = NN_("one more refill", "{n} more refills", "n")
NO_REFILL = N_("closed: refill from the deck")
REGIONS, KNIGHTS, DUCATS = N_("Regions"), N_("Knights in supply"), N_("Ducats")


def status(scene: Scene) -> str:
    s = scene.s
    if s.ended:
        return scene.words(OVER)
    if s.phase in (Phase.CASTLE, Phase.START_KNIGHT):
        return scene.words(SETTING_UP)
    return scene.words(TURN_OF, player=scene.names[s.turn])


@part
def table(scene: Scene) -> Block:
    s = scene.s
    supplies = (
        ("kl-deck", DECK - int(s.drawn), DECK_CARDS),
        ("kl-border", int(s.borders_left), BORDERS),
        ("kl-king", KING_TOKEN[scene.players], TOKEN),
    )
    parts = [fitted(16, 28, status(scene), 20, scene.column - 32, **BOLD)]
    parts += [stat(scene.words, *supply, 30 + 92 * n, 58) for n, supply in enumerate(supplies)]
    kinds = [kind for kind in range(s.kinds) if s.market[kind]]
    said = scene.words(MARKET) if kinds else scene.words(MARKET_EMPTY)
    parts.append(text(16, 98, said, 16, **INKED))
    if guard := market_guard(s, scene.words):
        left = MARKET_REFILLS - int(s.market_refills)
        told = scene.words(REFILLS_LEFT, n=left) if left else scene.words(NO_REFILL)
        shown = fitted(scene.column - 16, 98, told, 14, scene.column - 48 - width_of(said, 16), text_anchor="end")
        parts.append(tag("g", tag("title", escaped(guard)), shown, class_="kl-guard"))
    y = 106.0
    across = int((scene.column - 20) // (CARD_WIDTH + 8))
    for n, kind in enumerate(kinds):
        parts.append(scene.card(kind, 12 + n % across * (CARD_WIDTH + 8), y + n // across * (CARD_HEIGHT + 8), int(s.market[kind])))
    y += -(-len(kinds) // across) * (CARD_HEIGHT + 8)
    alliances = scene.alliances()
    for n, pair in enumerate(alliances):
        parts.append(_allies(pair, 64 + n % 2 * 130, y + 20 + n // 2 * 34))
    y += -(-len(alliances) // 2) * 34 + (8 if alliances else 0)
    return tag("g", sheet(0, 0, scene.column, y + 4), *parts, class_="kl-table"), y + 4


def _allies(pair: tuple[int, int], x: float, y: float) -> Markup:
    """Two allied regions: arms and number of the castle on either side of the rings."""
    parts = [use("kl-rings", 0, 0, 0.95)]
    for castle, side in zip(pair, (-1, 1), strict=True):
        parts.append(arms(OWNERS[castle // CASTLES_EACH], 27 * side, 0, 0.9))
        parts.append(text(43 * side, 6, str(castle % CASTLES_EACH + 1), 15, **CENTRED))
    return group(*parts, x=x, y=y)


@part
def panel(scene: Scene, seat: int) -> Block:
    s, owner = scene.s, OWNERS[seat]
    hand = _known_cards(scene, seat)
    height = 84 + (CARD_HEIGHT + 10 if hand else 0)
    score = str(s.score[seat])
    edge = f"M8 1.5H56V{height - 1.5}H8A6.5 6.5 0 0 1 1.5 {height - 8}V8A6.5 6.5 0 0 1 8 1.5Z"
    parts = [
        sheet(0, 0, scene.column, height, **emphasis(scene.is_deciding(seat))),
        path(edge, owner.colour, fill_opacity=0.22),
        arms(owner, 29, 42, 1.8),
        fitted(70, 32, scene.names[seat], 20, scene.column - 94 - width_of(score, 34), **BOLD),
        text(scene.column - 16, 38, score, 32, text_anchor="end", **BOLD),
    ]
    stats = (
        ("kl-ducats", int(s.ducats[seat]), DUCATS),
        ("kl-region", scene.regions_of(seat), REGIONS),
        ("kl-helm", int(s.knights_left[seat]), KNIGHTS),
    )
    parts += [stat(scene.words, *shown, 80 + 58 * n, 62) for n, shown in enumerate(stats)]
    held = [mine for mine in range(MINE_KINDS) if s.monopolies[seat] >> mine & 1]
    for n, mine in enumerate(held):
        name = MINE_NAMES.say(mine, scene.words, scene.names)
        title = tag("title", escaped(scene.words(MONOPOLY, mine=name)))
        parts.append(tag("g", title, use(f"kl-{MINES[mine]}-ore", scene.column - 20 - 22 * n, 62)))
    parts += [scene.card(kind, 68 + n * (CARD_WIDTH + 10), 84, is_open=is_open) for n, (kind, is_open) in enumerate(hand)]
    return tag("g", *parts, class_=f"kl-panel kl-panel-{owner.name}"), height


@fact
def _known_cards(scene: Scene, seat: int) -> tuple[tuple[int, bool], ...]:
    """The kinds of the cards in a hand as the reader knows them, and whether they lie open."""
    cards = zip(scene.s.hand[seat].tolist(), scene.s.hand_open[seat].tolist(), strict=True)
    return tuple((kind, bool(is_open)) for kind, is_open in cards if kind != NO_CARD)


@part
def neutral_panel(scene: Scene) -> Block:
    colour = scene.players
    name = f"{scene.names[colour]} ({scene.words(NEUTRAL)})"
    parts = [
        sheet(0, 0, scene.column, 50),
        arms(OWNERS[colour], 29, 25, 1.2),
        fitted(70, 31, name, 17, 120, font_style="italic", **INKED),
        stat(scene.words, "kl-region", scene.regions_of(colour), REGIONS, 210, 25),
        stat(scene.words, "kl-helm", int(scene.s.knights_left[colour]), KNIGHTS, 266, 25),
    ]
    return tag("g", *parts, class_="kl-panel kl-panel-neutral"), 50
