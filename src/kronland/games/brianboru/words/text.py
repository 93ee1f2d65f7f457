"""Brian Boru: a position for people to read in a terminal, what `print(match)` shows."""

from __future__ import annotations

from kronland.core.kernel import interpreted
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.brianboru.rules.domains import CARD, REGION, TOWN
from kronland.games.brianboru.rules.invariants import towns_in
from kronland.games.brianboru.rules.setup import rounds_of
from kronland.games.brianboru.rules.state import (
    CARDS,
    COLOUR_NAMES,
    ESTRID,
    FACE_DOWN,
    FIRST_TOWN,
    MARRIAGE_NAMES,
    MARRIAGES,
    NOBODY,
    REGIONS,
    TOWNS_IN,
    Stage,
)

SHAPES = ("\N{BLACK DIAMOND}", "\N{BLACK SQUARE}", "\N{BLACK CIRCLE}")  # of yellow, red and blue towns
LEGEND = N_("{yellow} yellow, {red} red, {blue} blue town; + monastery, ! Viking disc")
SETTING_UP = N_("The first discs are being set; {player} holds the town marker.")
ROUND = N_("Round {n} of {rounds}; {player} holds the town marker. Marriage: {marriage}. Raiders in the battle area: {raiders}.")
ACTIVE = N_("The active town is {town}.")
NEEDS = N_("from {n} towns: {points} points")
FACE_DOWN_TOKEN, OPEN_TOKEN, HELD_TOKEN = N_("token face down"), N_("token open"), N_("token held by {player}")
POINTS, COINS = NN_("{n} point", "{n} points", "n"), NN_("{n} coin", "{n} coins", "n")
RENOWN, TRACK, RAIDERS, CHURCH = N_("{n} renown"), N_("track {n}"), NN_("{n} raider", "{n} raiders", "n"), N_("{n} in the church")
MARRIED, PACT, TRADE = N_("married to {names}"), N_("military pact"), N_("trade")
PLAYS, HOLDS, HAND, PACKET = (
    N_("plays {card}"),
    N_("holds {cards}"),
    NN_("{n} card", "{n} cards", "n"),
    N_("Packet in front of you: {cards}."),
)


def text(view: View) -> str:
    """The map region by region and, line by line, what the reader may know."""
    return "\n".join([*_regions(view), "", *_table(view), *_players(view), "", view.prompt])


def _regions(view: View) -> list[str]:
    s, words, names = view.state, view.words, view.names
    yellow, red, blue = SHAPES
    lines = [words(LEGEND, yellow=yellow, red=red, blue=blue)]
    monasteries, vikings = towns_in(s.monastery), towns_in(s.vikings)
    owner = {town: seat for seat in range(s.players) for town in towns_in(s.disc[seat])}
    for region in range(len(REGIONS)):
        holder = int(s.token[region])
        token = FACE_DOWN_TOKEN if holder == FACE_DOWN else OPEN_TOKEN if holder == NOBODY else HELD_TOKEN
        said = words(token, player=names[holder]) if holder >= 0 else words(token)
        needs = words(NEEDS, n=int(s.threshold[region]), points=int(s.token_points[region]))
        lines.append(f"{REGION.say(region, words, names)} ({needs}; {said})")
        towns = []
        for town in range(FIRST_TOWN[region], FIRST_TOWN[region] + TOWNS_IN[region]):
            shape = next(SHAPES[colour] for colour in range(3) if int(s.town_colour[colour]) >> town & 1)
            disc = COLOUR_NAMES[owner[town]] if town in owner else ""
            towns.append(f"{TOWN.say(town, words, names)}{shape}{disc}{'+' * (town in monasteries)}{'!' * (town in vikings)}")
        lines.append("   " + "  ".join(towns))
    return lines


def _table(view: View) -> list[str]:
    s, words, names = view.state, view.words, view.names
    player = names[s.marker]
    if not s.round_number:
        return [words(SETTING_UP, player=player)]
    marriage, rounds = MARRIAGE_NAMES[s.marriage[s.round_number - 1]], interpreted(rounds_of)(s.players)
    lines = [words(ROUND, n=int(s.round_number), rounds=rounds, player=player, marriage=marriage, raiders=int(s.battle))]
    if s.active >= 0:
        lines.append(words(ACTIVE, town=TOWN.say(int(s.active), words, names)))
    return lines


def _players(view: View) -> list[str]:
    s, words, names = view.state, view.words, view.names
    lines = []
    for seat in range(s.players):
        parts = [words(POINTS, n=int(s.points[seat])), words(COINS, n=int(s.coins[seat])), words(RENOWN, n=int(s.renown[seat]))]
        parts.append(words(TRACK, n=int(s.court[seat])))
        parts += [words(RAIDERS, n=int(s.raiders[seat])), words(CHURCH, n=int(s.church[seat]))]
        spouses = [MARRIAGE_NAMES[card] for card in range(MARRIAGES) if s.spouse[card] == seat]
        if spouses:
            parts.append(words(MARRIED, names=", ".join(spouses)))
        if s.spouse[ESTRID] == seat:
            parts += [words(PACT)] * int(s.pact == seat) + [words(TRADE)] * int(s.trade == seat)
        if s.card_of[seat] >= 0:
            parts.append(words(PLAYS, card=CARD.say(int(s.card_of[seat]), words, names)))
        if s.hand_size[seat] and s.stage <= Stage.ROW:
            own = seat == view.seat
            parts.append(words(HOLDS, cards=_cards(view, int(s.hand[seat]))) if own else words(HAND, n=int(s.hand_size[seat])))
        lines.append(f"{names[seat]}: {', '.join(parts)}")
    if view.seat >= 0 and s.offer[view.seat]:
        lines.append(words(PACKET, cards=_cards(view, int(s.offer[view.seat]))))
    return lines


def _cards(view: View, cards: int) -> str:
    return ", ".join(CARD.say(card, view.words, view.names) for card in range(CARDS) if cards >> card & 1)
