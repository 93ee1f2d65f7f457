"""Brian Boru: what must be true of every state, whatever was played.

Written anew and slowly, on purpose: it checks the fast rules.
"""

from __future__ import annotations

from kronland.core.layout import State
from kronland.games.brianboru.rules.state import (
    CARD_COLOURS,
    CARDS,
    ESTRID,
    FACE_DOWN,
    MARRIAGES,
    NOBODY,
    REGIONS,
    SPACES,
    TOWN_NAMES,
    TOWNS,
    Phase,
    Stage,
)

DEAL = {3: 8, 4: 6, 5: 5}
ROUNDS = {3: 3, 4: 4, 5: 4}


def towns_in(word: int) -> set[int]:
    return {town for town in range(64) if int(word) >> town & 1}


def names(towns: set[int]) -> str:
    return ", ".join(TOWN_NAMES[town] if town < TOWNS else f"bit {town}" for town in sorted(towns))


def problems(s: State) -> list[str]:
    """What is wrong with a state; an empty list if nothing is. Works on whole states, not on censored ones."""
    return [*_towns(s), *_tokens(s), *_track(s), *_amounts(s), *_decks(s), *_ways(s), *_hands(s), *_trick(s)]


def _towns(s: State) -> list[str]:
    wrong = []
    seen: set[int] = set()
    for seat in range(s.players):
        own = towns_in(s.disc[seat])
        if seen & own:
            wrong.append(f"discs of two players lie on {names(seen & own)}")
        seen |= own
    if max(seen, default=0) >= TOWNS:
        wrong.append(f"there is no town for a disc: {names({town for town in seen if town >= TOWNS})}")
    if towns_in(s.vikings) - seen:
        wrong.append(f"a Viking disc lies on a town without a disc: {names(towns_in(s.vikings) - seen)}")
    if towns_in(s.monastery) - seen:
        wrong.append(f"a monastery stands in a free town: {names(towns_in(s.monastery) - seen)}")
    if any(s.disc[seat] for seat in range(s.players, len(s.disc))):
        wrong.append("a player who is not there has discs on the map")
    return wrong


def _tokens(s: State) -> list[str]:
    wrong = []
    for region, name in enumerate(REGIONS):
        holder = int(s.token[region])
        if not FACE_DOWN <= holder < s.players:
            wrong.append(f"the power token of {name} is held by seat {holder}")
    return wrong


def _track(s: State) -> list[str]:
    wrong = []
    spaces = [int(s.court[seat]) for seat in range(s.players)]
    if any(not 0 <= space < SPACES for space in spaces):
        wrong.append(f"a disc is off the marriage track: {spaces}")
    shared = {space for space in spaces if space and spaces.count(space) > 1}
    moving = int(s.court[s.seat]) if s.stage == Stage.ROW else 0  # BB-30 comes after the whole action
    if shared - {moving}:
        wrong.append(f"two discs share a space of the marriage track: {sorted(shared)}")
    return wrong


def _amounts(s: State) -> list[str]:
    wrong = []
    for field in ("coins", "renown", "points", "raiders", "church"):
        for seat in range(s.players):
            if s[field][seat] < 0:
                wrong.append(f"seat {seat} has {s[field][seat]} {field}")
    if s.battle < 0:
        wrong.append(f"{s.battle} raiders in the battle area")
    if not 0 <= s.marker < s.players:
        wrong.append(f"seat {s.marker} holds the town marker")
    return wrong


def _decks(s: State) -> list[str]:
    wrong = []
    if sorted(int(fleet) for fleet in s.fleet) != [9, 10, 11, 12, 12, 13, 14]:
        wrong.append(f"the Viking deck is {s.fleet.tolist()}")
    if sorted(s.marriage.tolist()) != list(range(MARRIAGES)):
        wrong.append(f"the marriage deck is {s.marriage.tolist()}")
    if s.marriage[ROUNDS[int(s.players)] - 1] != ESTRID:
        wrong.append("Estrid is not the last marriage card")
    married = s.round_number if s.stage >= Stage.WEDDING else max(0, s.round_number - 1)  # BB-40: this round's card comes with the upkeep
    turned = s.marriage[:married].tolist()
    for card in range(MARRIAGES):
        if s.spouse[card] != NOBODY and (card not in turned or not 0 <= s.spouse[card] < s.players):
            wrong.append(f"marriage card {card} is held by seat {s.spouse[card]}")
    for choice in (int(s.pact), int(s.trade)):
        if choice != NOBODY and s.spouse[ESTRID] != choice:
            wrong.append("Estrid serves a player who does not hold her")
    if s.pact >= 0 and s.trade >= 0:
        wrong.append("Estrid serves two players")
    return wrong


def _ways(s: State) -> list[str]:
    """Every card of the round was dealt once, and every packet lost two cards at each pass."""
    if s.round_number == 0:
        return []
    wrong = []
    players, size = int(s.players), DEAL[int(s.players)]
    drafting = s.stage == Stage.DRAFT
    for packet in range(players):
        cards = [card for card in range(CARDS) if s.packet[card] == packet]
        if len(cards) != size:
            wrong.append(f"packet {packet} was dealt {len(cards)} cards, not {size}")
        for passes in range(s.passes + 1):
            kept = sum(int(s.pick[card]) == passes for card in cards)
            chosen = not (int(s.actors) >> (packet + passes) % players & 1)
            wanted = 2 if passes < s.passes or (drafting and chosen) else 0 if drafting else size - 2 * passes
            if kept != wanted:
                wrong.append(f"{kept} cards of packet {packet} were kept at pass {passes}, not {wanted}")
    if any(s.packet[card] == players and s.pick[card] >= 0 for card in range(CARDS)):
        wrong.append("somebody has kept the undealt card")
    return wrong


def _hands(s: State) -> list[str]:
    if s.round_number == 0:
        return []
    wrong = []
    players = int(s.players)
    kept: list[set[int]] = [set() for _ in range(players)]
    offered: list[set[int]] = [set() for _ in range(players)]
    for card in range(CARDS):
        packet, pick = int(s.packet[card]), int(s.pick[card])
        if packet < players:
            (kept if pick >= 0 else offered)[(packet + (pick if pick >= 0 else int(s.passes))) % players].add(card)
    for seat in range(players):
        played = {card for card in range(CARDS) if s.played_by[card] == seat}
        hand = {card for card in range(CARDS) if int(s.hand[seat]) >> card & 1}
        offer = {card for card in range(CARDS) if int(s.offer[seat]) >> card & 1}
        tricks = int(s.trick) + int(s.stage == Stage.TRICK and s.card_of[seat] >= 0)
        if len(played) != tricks:
            wrong.append(f"seat {seat} has played {len(played)} cards in {tricks} tricks")
        if played - kept[seat]:
            wrong.append(f"seat {seat} has played cards that it never kept")
        if hand != (kept[seat] - played if s.stage <= Stage.ROW else set()):
            wrong.append(f"the hand of seat {seat} is not what it kept and has not played")
        if offer != offered[seat]:
            wrong.append(f"the packet in front of seat {seat} is not what its way says")
        if s.hand_size[seat] != len(hand):
            wrong.append(f"seat {seat} holds {len(hand)} cards, not {s.hand_size[seat]}")
        if s.lacks[seat] and s.phase in (Phase.START, Phase.DRAFT):
            wrong.append(f"seat {seat} was seen to lack a colour before a trick was played")
        if any(int(s.lacks[seat]) >> CARD_COLOURS[card] & 1 for card in hand):
            wrong.append(f"seat {seat} holds a card of a colour that it was seen to lack")
    return wrong


def _trick(s: State) -> list[str]:
    wrong = []
    on_table = [int(s.card_of[seat]) for seat in range(s.players)]
    for seat, card in enumerate(on_table):
        if card >= 0 and s.played_by[card] != seat:
            wrong.append(f"seat {seat} did not play the card {card + 1} on the table")
    if (s.stage > Stage.ROW or s.phase in (Phase.START, Phase.DRAFT, Phase.NAME)) and any(card >= 0 for card in on_table):
        wrong.append("cards lie on the table, where no trick is being played")
    if s.phase in (Phase.CARD, Phase.ROW, Phase.BUY, Phase.EXPAND, Phase.REMOVE, Phase.FINISH) and not 0 <= s.active < TOWNS:
        wrong.append("no town is active")
    return wrong
