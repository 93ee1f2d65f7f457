"""Löwenherz (2003): what must be true of every state, whatever was played.

Written anew and slowly, on purpose: it checks the fast rules.
"""

from __future__ import annotations

from itertools import pairwise

from kronland.core.layout import State
from kronland.games.grid.rules.invariants import Table
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH
from kronland.games.koenig.rules.state import (
    BOARD,
    BORDERS,
    DECK,
    FIELD_VALUES,
    FIRST_MINE,
    HAND,
    KNIGHTS,
    MINE_KINDS,
    NO_CARD,
    Phase,
)


def problems(s: State) -> list[str]:
    """What is wrong with a state; an empty list if nothing is. Works on whole states, not on censored ones."""
    table = Table(s, BOARD)
    board = table.problems(s.players + (s.players == 2), KNIGHTS, BORDERS, settled=s.phase not in (Phase.CASTLE, Phase.START_KNIGHT))
    return [*board, *_points(table), *_cards(s), *_alliances(s), *_money(s)]


def _points(table: Table) -> list[str]:
    """Points are the value of the fields in own regions and 5 for each monopoly, the ducat bonus aside."""
    s, wrong = table.s, []
    for seat in range(s.players):
        own = [table.terrain[cell] for castle, region in table.region.items() if castle // CASTLES_EACH == seat for cell in region]
        monopolies = [mine for mine in range(MINE_KINDS) if own.count(FIRST_MINE + mine) >= 3]
        value = sum(FIELD_VALUES[kind] for kind in own) + 5 * len(monopolies)
        if s.score[seat] - s.bonus[seat] != value:
            wrong.append(f"seat {seat} has {s.score[seat]} points, of them {s.bonus[seat]} for ducats, but its land is worth {value}")
        if s.monopolies[seat] != sum(1 << mine for mine in monopolies):
            wrong.append(f"seat {seat}: the monopolies noted are not those of its land")
    return wrong


def _cards(s: State) -> list[str]:
    wrong = []
    deck = [int(kind) for kind in s.deck[s.drawn :]]
    if any(kind != NO_CARD for kind in s.deck[: s.drawn]):
        wrong.append("a card that was drawn still lies in the deck")
    if any(s.kind_pile[a] > s.kind_pile[b] for a, b in pairwise(deck)):
        wrong.append("the piles of the deck are not in order")
    if not deck and s.phase in (Phase.CASTLE, Phase.START_KNIGHT):
        wrong.append("castles are set still, and the deck is empty")
    hands = [[int(kind) for kind in hand] for hand in s.hand]
    for seat, hand in enumerate(hands):
        held = [kind for kind in hand if kind != NO_CARD]
        if held != hand[: len(held)] or held != sorted(held):
            wrong.append(f"the hand of seat {seat} is not in order")
        full = HAND - (seat == s.turn and s.phase >= Phase.BORDER)
        if seat < s.players and deck and not s.ended and len(held) != full:
            wrong.append(f"seat {seat} holds {len(held)} cards, not {full}")
    if deck and (late := drawn_too_early(s, int(s.kind_pile[deck[0]]))):
        wrong.append(f"cards of kind {late[0]} have been drawn, and the deck still holds an earlier pile")
    everywhere = deck + [kind for hand in hands for kind in hand if kind != NO_CARD]
    for kind in range(s.kinds):
        if everywhere.count(kind) + s.market[kind] + s.spent[kind] != s.kind_count[kind]:
            wrong.append(f"the cards of kind {kind} in all places are not {s.kind_count[kind]}")
    if len(everywhere) + s.market.sum() + s.spent.sum() != DECK:
        wrong.append(f"the cards in all places are not {DECK}")
    return wrong


def drawn_too_early(s: State, pile: int) -> list[int]:
    """Kinds of which a card is not in the deck, in a hand, the market or played, although they are of a later pile than its top (L03-2)."""
    held = {int(kind) for hand in s.hand for kind in hand if kind != NO_CARD}
    return [kind for kind in range(s.kinds) if s.kind_pile[kind] > pile and (kind in held or s.market[kind] or s.spent[kind])]


def _alliances(s: State) -> list[str]:
    one_sided = [
        (one, other)
        for one in range(CASTLES)
        for other in range(CASTLES)
        if (s.alliances[one] >> other & 1) != (s.alliances[other] >> one & 1)
    ]
    return [f"an alliance binds castle {one} to {other}, but not the other way" for one, other in one_sided]


def _money(s: State) -> list[str]:
    return [f"seat {seat} has {s.ducats[seat]} ducats" for seat in range(s.players) if s.ducats[seat] < 0]
