"""Brian Boru, the picture: signs, towns and action cards. Colours of towns and cards are told apart by shape as well."""

from __future__ import annotations

from functools import cache

from kronland.core.desk import Face
from kronland.games.brianboru.rules.state import CARD_COLOURS, Colour, Reward, Symbol
from kronland.games.drawing.desks import face
from kronland.games.drawing.heraldry import CENTRED, GOLD, INK, LIGHT, PAPER, SEAL, SHEET, STEEL, STONE, Owner
from kronland.games.drawing.svg import Markup, circle, group, joined, path, rect, symbol, tag, text, use

TINTS = {Colour.YELLOW: "#e3b93d", Colour.RED: "#c0453d", Colour.BLUE: "#4b86b8", Colour.WHITE: "#f7f4ec"}
NAMES = {Colour.YELLOW: "yellow", Colour.RED: "red", Colour.BLUE: "blue", Colour.WHITE: "white"}
# a diamond, a square and a disc; white, which is no town's colour, is a star
SHAPES = {
    Colour.YELLOW: "M0-17L17 0 0 17-17 0Z",
    Colour.RED: "M-13.5-13.5H13.5V13.5H-13.5Z",
    Colour.BLUE: "M15 0A15 15 0 1 1-15 0 15 15 0 1 1 15 0Z",
    Colour.WHITE: "M0-16L4.6-6.3 15.2-4.9 7.4 2.4 9.4 13 0 7.8-9.4 13-7.4 2.4-15.2-4.9-4.6-6.3Z",
}
SYMBOL_SIGNS = {
    Symbol.TOWN: "bb-town",
    Symbol.COIN: "kl-ducats",
    Symbol.PAY: "bb-pay",
    Symbol.COURT: "kl-rings",
    Symbol.RAID: "bb-raider",
    Symbol.CHURCH: "bb-church",
    Symbol.EXPAND5: "bb-expand",
    Symbol.REMOVE_VIKING: "bb-remove",
}
REWARD_SIGNS = {
    Reward.NONE: (),
    Reward.COIN: ("kl-ducats",),
    Reward.COIN_COIN: ("kl-ducats", "kl-ducats"),
    Reward.RENOWN: ("bb-renown",),
    Reward.TOWN: ("bb-town",),
}

_HELM = "M-7.5 5V-1C-7.5-6-4-8.5 0-8.5 4-8.5 7.5-6 7.5-1V5L3 7.5V2H1.2V8H-1.2V2H-3V7.5Z"
_HORNS = "M-7.5-2C-11.5-2.5-12.5-6-11.5-10-9.5-6.5-8-6-6-5.6ZM7.5-2C11.5-2.5 12.5-6 11.5-10 9.5-6.5 8-6 6-5.6Z"
_CROSS = "M-2-10H2V-5.5H7V-1.5H2V9H-2V-1.5H-7V-5.5H-2Z"


@cache
def game_signs() -> Markup:
    raider = joined([path(_HORNS, PAPER, INK, 1), path(_HELM, STEEL, INK, 1.2)])
    coin = joined([circle(0, 0, 9, GOLD, INK, 1.3), circle(0, 0, 6.4, "none", INK, 0.7)])
    return joined(
        [
            symbol(
                "bb-town",
                path("M-9 9V-1L-4.5-6 0-1V9ZM0 9V-4L5-9 10-4V9Z", STONE, INK, 1.2),
                path("M-6 9V5H-3V9ZM3.5 9V4H6.5V9Z", INK),
            ),
            symbol(
                "bb-houses",
                path("M-8.5 7.5V-.5L-4.5-5 -.5-.5V7.5Z", PAPER, INK, 1),
                path("M-.5 7.5V-3L4-8.5 8.5-3V7.5Z", PAPER, INK, 1),
                path("M-9.5-.2L-4.5-5.6 .4-.2ZM-1.4-2.6L4-9.2 9.4-2.6Z", "#8a4a2b", INK, 0.8),
                path("M-5.8 7.5V4H-3.2V7.5ZM2.7 7.5V3.4H5.4V7.5Z", INK),
            ),
            symbol("bb-pay", coin, path("M-5 0H5", "none", SEAL, 3), path("M-9 9L9-9", "none", SEAL, 2)),
            symbol("bb-raider", raider),
            symbol("bb-church", path(_CROSS, "#7fa6c9", INK, 1.2)),
            symbol(
                "bb-expand",
                path("M-10 6C-4 6-4-4 3-4", "none", INK, 4.2),
                path("M-10 6C-4 6-4-4 3-4", "none", STONE, 2.2),
                path("M2-9L10-4 2 1Z", SEAL, INK, 1),
                text(0, 11, "5", 11, fill=INK, text_anchor="middle", font_weight="bold", class_="kl-written"),
            ),
            symbol("bb-remove", raider, path("M-10 9L10-9", "none", SEAL, 2.6)),
            symbol(
                "bb-renown",
                path("M0-10L2.6-3.3 9.8-3 4.2 1.5 6.2 8.4 0 4.4-6.2 8.4-4.2 1.5-9.8-3-2.6-3.3Z", GOLD, INK, 1.2),
                path("M-8 10C-3 12.5 3 12.5 8 10", "none", INK, 1.2),
            ),
            symbol(
                "bb-marker",
                path("M-5 11V-11", "none", INK, 2.2),
                path("M-5-11H9L5.5-6.5 9-2H-5Z", GOLD, INK, 1.2),
                circle(0, -6.5, 2.2, SEAL, INK, 0.8),
            ),
            symbol(
                "bb-monastery",
                path("M-8 9V0L0-7 8 0V9Z", PAPER, INK, 1.5),
                path("M-2.5 9V4.5a2.5 2.5 0 0 1 5 0V9Z", INK),
                path("M0-7V-14M-3-11.4H3", "none", INK, 1.8),
            ),
            symbol("bb-token-down", circle(0, 0, 15, "#8d7a5f", INK, 1.4), path("M-6-6L6 6M-6 6L6-6", "none", SHEET, 1.6)),
            symbol("bb-token-up", circle(0, 0, 15, GOLD, INK, 1.6), circle(0, 0, 12, "none", INK, 0.8)),
            symbol("bb-token-small", use("bb-token-up", scale=0.68)),
            symbol("bb-viking", circle(0, 0, 11.5, "#3c3a3a", INK, 1.2), group(raider, scale=0.86, y=1)),
            *(_town_shape(colour) for colour in (Colour.YELLOW, Colour.RED, Colour.BLUE, Colour.WHITE)),
        ]
    )


def _town_shape(colour: Colour) -> Markup:
    return symbol(f"bb-shape-{NAMES[colour]}", path(SHAPES[colour], TINTS[colour], INK, 1.5))


def shape(colour: int, x: float, y: float, scale: float = 1) -> Markup:
    return use(f"bb-shape-{NAMES[Colour(colour)]}", x, y, scale)


def disc(owner: Owner, x: float, y: float, scale: float = 1) -> Markup:
    """A player's disc with the crest on it."""
    face = circle(0, 0, 10.5, owner.colour, PAPER, 1.4, class_=f"kl-{owner.name}")
    return group(circle(0, 0, 11.6, "none", INK, 1.2), face, use(f"kl-charge-{owner.name}", 0, 0, 0.62, fill=PAPER), x=x, y=y, scale=scale)


# Action cards ---------------------------------------------------------------------------------------------------------------------

CARD_WIDTH, CARD_HEIGHT = 88, 132


def symbols_row(symbols: list[int], x: float, y: float, pitch: float, scale: float) -> Markup:
    """The symbols of a row, centred."""
    start = x - pitch * (len(symbols) - 1) / 2
    return joined(use(SYMBOL_SIGNS[Symbol(found)], start + pitch * n, y, scale) for n, found in enumerate(symbols))


def card_face(card: int, rows: list[list[int]]) -> Face:
    """An action card: value and colour, the primary row, then the secondary rows."""
    colour = CARD_COLOURS[card]
    pitch = min(20.0, (CARD_WIDTH - 24) / max(1, max(len(row) for row in rows) - 1))
    parts = [
        rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, rx=7, fill=PAPER, stroke=INK, stroke_width=1.5, class_="kl-card"),
        path(f"M1 38V8A7 7 0 0 1 8 1H{CARD_WIDTH - 8}A7 7 0 0 1 {CARD_WIDTH - 1} 8V38Z", TINTS[colour], INK, 1.5),
        circle(26, 19.5, 15.5, PAPER, INK, 1.1),
        text(26, 27, str(card + 1), 21, **CENTRED, font_weight="bold"),
        shape(colour, 65, 19.5, 0.8),
        symbols_row(rows[0], CARD_WIDTH / 2, 57, pitch, 0.92),
        path(f"M9 73H{CARD_WIDTH - 9}", "none", INK, 1, stroke_dasharray="4 3"),
        *(symbols_row(row, CARD_WIDTH / 2, 90 + 26 * n, pitch, 0.92) for n, row in enumerate(rows[1:])),
    ]
    return face(CARD_WIDTH, CARD_HEIGHT, tag("g", *parts, class_=LIGHT))
