"""Löwenherz (1997): what must be true of every state, whatever was played.

Written anew and slowly, on purpose: it checks the fast rules.
"""

from __future__ import annotations

from itertools import pairwise

from kronland.core.layout import State
from kronland.games.grid.rules.invariants import Table
from kronland.games.grid.rules.regions import COLOURS
from kronland.games.loewenherz.rules.state import (
    BOARD,
    BORDERS,
    DECK,
    IN_PILE,
    KNIGHTS,
    PILE_SIZES,
    POLITICS_CARDS,
    Phase,
)

NOT_TAKEN = -1  # as which number a card was taken that lies in its pile


def problems(s: State) -> list[str]:
    """What is wrong with a state; an empty list if nothing is. Works on whole states, not on censored ones."""
    colours = s.players + (s.players < COLOURS)  # L97-4
    board = Table(s, BOARD).problems(colours, KNIGHTS, BORDERS, settled=s.phase not in (Phase.CASTLE, Phase.START_KNIGHT))
    return [*board, *_cards(s), *_money(s)]


def _cards(s: State) -> list[str]:
    wrong = []
    deck = [int(card) for card in s.deck[: s.deck_size]]
    if len(set(deck)) != len(deck) or len(deck) != (DECK - 6 if s.beginner else DECK):
        wrong.append(f"the deck holds {len(set(deck))} different cards of {len(deck)}")
    if any(s.card_pile[a] > s.card_pile[b] for a, b in pairwise(deck)):
        wrong.append("the piles of action cards are not in order")
    taken = [card for card in range(POLITICS_CARDS) if s.politics_taker[card] != IN_PILE]
    if sorted(int(s.politics_take[card]) for card in taken) != list(range(s.takes)):
        wrong.append("the takes of politics cards are not numbered one by one")
    if any(s.politics_taker[card] not in range(s.players) for card in taken):
        wrong.append("a politics card was taken by nobody who plays")
    for card in range(POLITICS_CARDS):
        take, shown = int(s.politics_take[card]), int(s.politics_shown[card])
        if (card not in taken and (take != NOT_TAKEN or shown)) or (shown and not take < shown <= s.takes):
            wrong.append(f"politics card {card} was taken as number {take} and shown after {shown}")
    for pile, size in enumerate(PILE_SIZES):
        began = [card for card in range(POLITICS_CARDS) if s.politics_pile[card] == pile]
        left = [card for card in began if s.politics_taker[card] == IN_PILE]
        if len(began) != size or len(left) != s.pile_size[pile]:
            wrong.append(f"pile {pile + 1} of politics cards began with {len(began)} and has {len(left)} left, not {s.pile_size[pile]}")
    for seat in range(s.players):
        held = [card for card in taken if s.politics_taker[card] == seat and not s.politics_spent[card]]
        if len(held) != s.hand_size[seat]:
            wrong.append(f"seat {seat} holds {len(held)} politics cards, not {s.hand_size[seat]}")
    if any(s.politics_spent[card] not in range(2) or s.politics_spent[card] > s.politics_shown[card] for card in range(POLITICS_CARDS)):
        wrong.append("a politics card was spent unseen")
    return wrong


def _money(s: State) -> list[str]:
    return [f"seat {seat} has {s.ducats[seat]} ducats" for seat in range(COLOURS) if s.ducats[seat] < 0]
