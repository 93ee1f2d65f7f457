"""Löwenherz (1997): a position for people to read in a terminal, what `print(match)` shows."""

from __future__ import annotations

from kronland.core.layout import State
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.grid.positions.reading import draw_state
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.loewenherz.positions.table import TEXT_BOARD
from kronland.games.loewenherz.rules.domains import ALL_CASTLES, CARDS, DECISION_MASKS, KINDS, TREASURES
from kronland.games.loewenherz.rules.events import TASKS
from kronland.games.loewenherz.rules.state import COLOUR_NAMES, IN_PILE, KIND_OF, POLITICS_CARDS, Offer, Phase

SETTING_UP = N_("The castles are being set; {player} is the start player.")
ROUND = N_("Round {round}: {player} is the start player.")
CARD = N_("The action card: (1) {one}; (2) {two}; (3) {three}.")
TO_COME = NN_("{n} action card is to come.", "{n} action cards are to come.", "n")
SUPPLY = N_("Borders left: {borders}. Politics cards in the piles: {first} and {second}.")
POINTS = NN_("{n} point", "{n} points", "n")
DUCATS = NN_("{n} ducat", "{n} ducats", "n")
REGIONS = NN_("{n} region", "{n} regions", "n")
KNIGHTS = NN_("{n} knight left", "{n} knights left", "n")
POLITICS = NN_("{n} politics card", "{n} politics cards", "n")
LAID = N_("has chosen {card}")
HAS_BID = N_("has bid")
OWN_BID = N_("has bid {sum}{treasures}")
NEUTRAL = N_("neutral")
ALLIANCE = N_("Alliance {n}: {castle} and {other}.")
OFFER_PAY = NN_("{player} offers {n} ducat for the action.", "{player} offers {n} ducats for the action.", "n")
OFFER_DEMAND = NN_("{player} would give up the action for {n} ducat.", "{player} would give up the action for {n} ducats.", "n")
LOOKED_AT = N_("In the pile: {cards}.")


def text(view: View) -> str:
    """The board and, line by line, what the reader may know."""
    s = view.state
    return "\n".join([*draw_state(s, TEXT_BOARD), "", *_table(view), *_players(view), *_matters(view), "", view.prompt])


def _table(view: View) -> list[str]:
    s, words = view.state, view.words
    if s.phase in (Phase.CASTLE, Phase.START_KNIGHT):
        return [words(SETTING_UP, player=view.names[s.start])]
    lines = [words(ROUND, round=int(s.round_number), player=view.names[s.start])]
    slots = s.card[s.deck[s.drawn - 1]]
    if not s.ended:
        one, two, three = (TASKS.say(int(slot), words, view.names) for slot in slots)
        lines.append(f"{words(CARD, one=one, two=two, three=three)} {words(TO_COME, n=int(s.deck_size - s.drawn))}")
    lines.append(words(SUPPLY, borders=int(s.borders_left), first=int(s.pile_size[0]), second=int(s.pile_size[1])))
    return lines


def _players(view: View) -> list[str]:
    s, words = view.state, view.words
    lines = []
    for colour in range(s.players + (s.players < len(COLOUR_NAMES))):
        played = colour < s.players
        own = range(colour * CASTLES_EACH, (colour + 1) * CASTLES_EACH)
        parts = [words(POINTS, n=int(s.score[colour]))] if played else [words(NEUTRAL)]
        if played and (colour == view.seat or s.open_money or s.ended):  # L97-6
            parts.append(words(DUCATS, n=int(s.ducats[colour])))
        parts.append(words(REGIONS, n=sum(bool(s.region[castle].any()) for castle in own)))
        parts.append(words(KNIGHTS, n=int(s.knights_left[colour])))
        if played:
            parts += [*_hand(view, colour), *_choices(view, colour)]
        lines.append(f"{COLOUR_NAMES[colour][0]} {view.names[colour]}: {', '.join(parts)}")
    return lines


def _hand(view: View, seat: int) -> list[str]:
    """How many politics cards a player holds, and those of them that the reader knows."""
    s, words = view.state, view.words
    if not s.hand_size[seat]:
        return []
    cards = words(POLITICS, n=int(s.hand_size[seat]))
    known = _kinds(view, [card for card in range(POLITICS_CARDS) if s.politics_taker[card] == seat and not s.politics_spent[card]])
    return [f"{cards} ({known})" if known else cards]


def _kinds(view: View, cards: list[int]) -> str:
    return ", ".join(KINDS.say(KIND_OF[card], view.words, view.names) for card in cards)


def _choices(view: View, seat: int) -> list[str]:
    s, words = view.state, view.words
    parts = []
    if s.laid[seat] and not s.ended:
        parts.append(words(LAID, card=CARDS.say(DECISION_MASKS.index(int(s.laid[seat])), words, view.names)))
    if s.phase == Phase.BID and s.rivals >> seat & 1 and not s.actors >> seat & 1:
        treasures = TREASURES.say(int(s.bid_treasures[seat]), words, view.names)
        parts.append(words(OWN_BID, sum=int(s.bid[seat]), treasures=treasures) if seat == view.seat else words(HAS_BID))
    return parts


def _matters(view: View) -> list[str]:
    """Alliances, the standing offer, the pile that is looked at."""
    s, words, names = view.state, view.words, view.names
    lines = []
    for slot in range(len(s.ally_one)):
        if s.ally_one[slot] >= 0:
            one, other = (ALL_CASTLES.say(int(castle), words, names) for castle in (s.ally_one[slot], s.ally_other[slot]))
            lines.append(words(ALLIANCE, n=slot + 1, castle=one, other=other))
    if s.phase == Phase.NEGOTIATE and s.offer:
        said = OFFER_PAY if s.offer == Offer.PAY else OFFER_DEMAND
        lines.append(words(said, player=names[_other_rival(s)], n=int(s.offer_sum)))
    if s.looking >= 0 and s.seat == view.seat:
        pile = [card for card in range(POLITICS_CARDS) if s.politics_pile[card] == s.looking and s.politics_taker[card] == IN_PILE]
        lines.append(words(LOOKED_AT, cards=_kinds(view, pile)))
    return lines


def _other_rival(s: State) -> int:
    return next(seat for seat in range(s.players) if s.rivals >> seat & 1 and seat != s.seat)
