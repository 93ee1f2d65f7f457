"""Löwenherz (2003): a position for people to read in a terminal, what `print(match)` shows."""

from __future__ import annotations

from itertools import groupby

from kronland.core.view import View
from kronland.core.words import N_, NN_, Text
from kronland.games.grid.positions.reading import draw_state
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH
from kronland.games.koenig.positions.table import TEXT_BOARD
from kronland.games.koenig.rules.domains import ALL_CASTLES, CARDS, MINES
from kronland.games.koenig.rules.refill import market_guard
from kronland.games.koenig.rules.state import (
    BACK,
    COLOUR_NAMES,
    DECK,
    KING_TOKEN,
    MINE_KINDS,
    NO_CARD,
    PILE_NAMES,
    Phase,
)

SETTING_UP = N_("The castles are being set; {player} set the first one.")
TURN = N_("{player}'s turn. The king token lies at {points}.")
TABLE = NN_("{n} card in the deck. Borders left: {borders}.", "{n} cards in the deck. Borders left: {borders}.", "n")
MARKET = N_("Market: {cards}.")
EMPTY = N_("empty")
POINTS = NN_("{n} point", "{n} points", "n")
DUCATS = NN_("{n} ducat", "{n} ducats", "n")
REGIONS = NN_("{n} region", "{n} regions", "n")
KNIGHTS = NN_("{n} knight left", "{n} knights left", "n")
MONOPOLY = N_("monopoly of {mine}")
HOLDS = N_("holds {cards}")
BACKS = NN_("a card of pile {pile}", "{n} cards of pile {pile}", "n")
PRICED = N_("{card}, cost {cost}, value {sale}")
NEUTRAL = N_("neutral")
ALLIANCE = N_("Alliance: {castle} and {other}.")


def text(view: View) -> str:
    """The board and, line by line, what the reader may know."""
    return "\n".join([*draw_state(view.state, TEXT_BOARD), "", *_table(view), *_players(view), *_alliances(view), "", view.prompt])


def _table(view: View) -> list[str]:
    s, words = view.state, view.words
    if s.phase in (Phase.CASTLE, Phase.START_KNIGHT):
        first = words(SETTING_UP, player=view.names[s.start])
    else:
        first = words(TURN, player=view.names[s.turn], points=KING_TOKEN[s.players])
    market = "; ".join(f"{s.market[kind]} x {card_text(view, kind)}" for kind in range(s.kinds) if s.market[kind])
    guard = "" if view.legal and s.phase == Phase.REFILL else market_guard(s, words)  # the prompt has it
    return [
        first,
        words(TABLE, n=int(DECK - s.drawn), borders=int(s.borders_left)),
        words(MARKET, cards=market or words(EMPTY)),
        *([guard] if guard else []),
    ]


def card_text(view: View, kind: int) -> str:
    """A card with its prices, or its back."""
    s, words = view.state, view.words
    if kind <= BACK:
        return words(BACKS, n=1, pile=PILE_NAMES[BACK - kind])
    card = CARDS.say(int(s.kind_card[kind]), words, view.names)
    return words(PRICED, card=card, cost=int(s.kind_cost[kind]), sale=int(s.kind_sale[kind]))


def _players(view: View) -> list[str]:
    s, words = view.state, view.words
    lines = []
    for colour in range(s.players + (s.players == 2)):
        own = range(colour * CASTLES_EACH, (colour + 1) * CASTLES_EACH)
        parts = [words(NEUTRAL)] if colour >= s.players else [_count(view, POINTS, s.score[colour]), _count(view, DUCATS, s.ducats[colour])]
        parts.append(_count(view, REGIONS, sum(bool(s.region[castle].any()) for castle in own)))
        parts.append(_count(view, KNIGHTS, s.knights_left[colour]))
        if colour < s.players:
            monopolies = [mine for mine in range(MINE_KINDS) if s.monopolies[colour] >> mine & 1]
            parts += [words(MONOPOLY, mine=MINES.say(mine, words, view.names)) for mine in monopolies]
            parts += _hand(view, colour)
        lines.append(f"{COLOUR_NAMES[colour][0]} {view.names[colour]}: {', '.join(parts)}")
    return lines


def _count(view: View, text: Text, n: int) -> str:
    return view.words(text, n=int(n))


def _hand(view: View, seat: int) -> list[str]:
    held = [int(kind) for kind in view.state.hand[seat] if kind != NO_CARD]
    runs = [(kind, len(list(run))) for kind, run in groupby(held)]
    cards = "; ".join(_held(view, kind, count) for kind, count in runs)
    return [view.words(HOLDS, cards=cards)] if cards else []


def _held(view: View, kind: int, count: int) -> str:
    """Cards that are alike: so many times what is on them, and backs as one counts them, "2 cards of pile A"."""
    if count == 1:
        return card_text(view, kind)
    return view.words(BACKS, n=count, pile=PILE_NAMES[BACK - kind]) if kind <= BACK else f"{count} x {card_text(view, kind)}"


def _alliances(view: View) -> list[str]:
    s, words, names = view.state, view.words, view.names
    return [
        words(ALLIANCE, castle=ALL_CASTLES.say(one, words, names), other=ALL_CASTLES.say(other, words, names))
        for one in range(CASTLES)
        for other in range(one + 1, CASTLES)
        if s.alliances[one] >> other & 1
    ]
