"""Rheinländer: what must be true of every state, whatever was played.

Written anew and slowly, on purpose: it checks the fast rules, and recomputes every duchy from the fields.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kronland.core.layout import State
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.eras import BEGUN, COUNT, DRAWN, FORGOTTEN, MIX, PLAYED, caught_up, most_odds
from kronland.games.rheinlaender.rules.state import (
    BASTION,
    BASTIONS,
    BUILDING_VALUES,
    CARDS,
    DUCHIES,
    ERAS,
    HAND,
    KNIGHTS,
    LAND,
    NONE,
    PAST,
    RIVER,
    SEATS,
    SHUFFLE_CARD,
    Building,
    Phase,
)


@dataclass
class Duchy:
    """One duchy, found by looking at the fields."""

    fields: set[int]
    knights: Counter[int] = field(default_factory=Counter)
    worth: int = 0
    churches: int = 0

    def leader(self) -> int:
        """Who has strictly more knights than every other player (RH-22), -1 for none."""
        most = max(self.knights.values())
        best = [seat for seat, knights in self.knights.items() if knights == most]
        return best[0] if len(best) == 1 and most >= 2 else NONE


def problems(s: State) -> list[str]:
    """What is wrong with a state; an empty list if nothing is. Works on whole states, not on censored ones."""
    return [*_figures(s), *_duchies(s), *_bishops(s), *_cards(s), *_turn(s)]


def touching(s: State, field: int) -> list[int]:
    return [other for other in s.touching[field].tolist() if other != NONE]


def knights_on(s: State) -> dict[int, int]:
    """Field -> whose knight stands on it."""
    return {number: thing for number, thing in enumerate(s.on.tolist()) if 0 <= thing < SEATS}


def duchies_of(s: State) -> list[Duchy]:
    """All duchies, recomputed from the fields (RH-20, RH-21, RH-26). A knight whose castles are not settled yet is in none (RH-31)."""
    knights = {number: seat for number, seat in knights_on(s).items() if number != s.arrived}
    found, seen = [], set[int]()
    for start in knights:
        if start in seen:
            continue
        fields, todo = {start}, [start]
        while todo:
            more = [other for other in touching(s, todo.pop()) if other in knights and other not in fields]
            fields.update(more)
            todo += more
        seen |= fields
        if len(fields) > 1:
            found.append(Duchy(fields, Counter(knights[number] for number in fields)))
    for duchy in found:
        for spot in range(s.spots):
            if not duchy.fields.isdisjoint(s.spot_field[spot].tolist()):
                duchy.worth += BUILDING_VALUES[s.building[spot]]
                duchy.churches += s.building[spot] == Building.CHURCH
                if s.castle_knight[spot] != NONE:
                    duchy.knights[int(s.castle_knight[spot])] += 1
    return found


def _fields(words: Any) -> set[int]:
    """The land fields of a set kept in three words."""
    together = sum(int(word) << 64 * n for n, word in enumerate(words))
    return {number for number in range(LAND) if together >> number & 1}


def _figures(s: State) -> list[str]:
    wrong = []
    knights = knights_on(s)
    castles = [int(s.castle_knight[spot]) for spot in range(s.spots)]
    for seat in range(s.players):
        parts = list(knights.values()).count(seat), castles.count(seat), int(s.knights_left[seat])
        if sum(parts) != KNIGHTS[s.players] or parts[2] < 0:
            wrong.append(f"seat {seat}: knights on fields, on castles and left are {parts}, not {KNIGHTS[s.players]} in all")
    on = s.on.tolist()
    bastions = [number for number, thing in enumerate(on) if thing == BASTION]
    if len(bastions) + sum(s.bastions_left.tolist()) != s.players * BASTIONS:
        wrong.append(f"{len(bastions)} bastions on the map and {s.bastions_left.tolist()} left are not {s.players * BASTIONS}")
    land = _fields(s.land)
    for number in {*knights, *bastions}:
        if number not in land and not (RIVER <= number < RIVER + int(s.sections) and number in knights):
            wrong.append(f"something stands on {ALL_FIELDS.tokens[number]}, where nothing can")
        if number >= RIVER and any(on[other] == NONE for other in s.section_land[number - RIVER + 1].tolist()):
            wrong.append(f"a knight stands on {ALL_FIELDS.tokens[number]}, but a land field of the section is free")
    if _fields(s.taken) != {number for number in range(LAND) if on[number] != NONE}:
        wrong.append("the set of occupied land differs from the fields")
    for seat in range(SEATS):
        near = {other for number, owner in knights.items() if owner == seat for other in touching(s, number) if other < LAND}
        if near != _fields(s.near[seat]):
            wrong.append(f"seat {seat}: the land next to its knights is wrong")
    for spot in range(s.spots):
        if s.castle_knight[spot] != NONE:
            if s.building[spot] != Building.CASTLE:
                wrong.append(f"spot {spot} has a castle knight but no castle")
            if not any(number in knights for number in s.spot_field[spot].tolist()):
                wrong.append(f"the castle on spot {spot} is manned, but no knight stands beside it")
    return wrong


def _duchies(s: State) -> list[str]:
    wrong = []
    found = duchies_of(s)
    kept: dict[int, set[int]] = {}
    for at, number in enumerate(s.duchy.tolist()):
        if number:
            kept.setdefault(number, set()).add(at)
    numbers = []
    for duchy in found:
        labels = {int(s.duchy[at]) for at in duchy.fields}
        number = labels.pop()
        where = ALL_FIELDS.tokens[min(duchy.fields)]
        if labels or kept.get(number) != duchy.fields:
            wrong.append(f"the duchy at {where} is not the connected knights")
            continue
        numbers.append(number)
        if s.strength[number].tolist() != [duchy.knights[seat] for seat in range(SEATS)]:
            wrong.append(f"the duchy at {where}: strength {s.strength[number].tolist()} is not {dict(duchy.knights)}")
        if (s.worth[number], s.churches[number], s.extent[number]) != (duchy.worth, duchy.churches, len(duchy.fields)):
            wrong.append(
                f"the duchy at {where}: worth {s.worth[number]}, churches {s.churches[number]}, fields {s.extent[number]} are wrong"
            )
        if duchy.leader() not in (NONE, s.duke[number]):
            wrong.append(f"the duchy at {where} has the duke {s.duke[number]}, but seat {duchy.leader()} has the majority")
        if s.duke[number] >= 0 and not duchy.knights[int(s.duke[number])]:
            wrong.append(f"the duchy at {where} has a duke without a knight in it")
    if strangers := kept.keys() - set(numbers):
        wrong.append(f"fields are said to be of the duchies {sorted(strangers)}, which there are not")
    for number in range(DUCHIES):
        empty = not (kept.get(number) or s.extent[number] or s.worth[number] or s.churches[number] or s.strength[number].any())
        if number not in numbers and not (empty and s.duke[number] == NONE):
            wrong.append(f"duchy {number} is no more, but something of it is left")
    return wrong


def _bishops(s: State) -> list[str]:
    with_church = Counter(int(s.duke[number]) for number in range(1, DUCHIES) if s.churches[number] and s.duke[number] != NONE)
    bishops = [with_church[seat] for seat in range(SEATS)]
    most = max(bishops)
    holder = bishops.index(most) if most and bishops.count(most) == 1 else NONE
    if bishops != s.bishops.tolist() or holder != s.archbishop:
        return [f"bishops {s.bishops.tolist()} and archbishop {s.archbishop} should be {bishops} and {holder}"]
    return []


def _cards(s: State) -> list[str]:
    wrong = []
    pile = s.pile[: s.pile_size].tolist()
    hands = [s.hand[seat, : s.hand_size[seat]].tolist() for seat in range(s.players)]
    discards = [card for card in range(64) if int(s.discards) >> card & 1]
    everywhere = sorted([*pile, *discards, *(card for hand in hands for card in hand)])
    if everywhere != list(range(s.sections + 1)) or SHUFFLE_CARD not in pile:
        wrong.append(f"the cards are {everywhere}")
    blank = [*s.pile[s.pile_size :].tolist(), *(card for seat in range(SEATS) for card in s.hand[seat, s.hand_size[seat] :].tolist())]
    if set(blank) - {NONE} or len(s.pile) != CARDS:
        wrong.append("a place without a card is not blank")
    if wrong:
        return wrong  # of cards that are hidden there is nothing to know
    for seat, hand in enumerate(hands):
        wrong += _known(s, seat, hand)
    return wrong


def _known(s: State, seat: int, hand: list[int]) -> list[str]:
    """What everybody knows of a hand (see `eras`), when all that has happened to it is counted."""
    eras, came, played = int(s.eras[seat]), [int(cards) for cards in s.came[seat]], HAND - len(hand)
    wrong = [f"seat {seat}: what is known of the hand does not go with its {eras} eras"]
    if played not in (0, 1) or not 1 <= eras <= ERAS or [bool(cards) for cards in came] != [0 < era < eras for era in range(ERAS + 1)]:
        return wrong
    if sum(map(int.bit_count, came)) != sum(came).bit_count() or sum(came) & ~((1 << int(s.sections) + 1) - 2):
        return wrong
    if not 0 <= s.past_size[seat] < PAST or s.past[seat, s.past_size[seat] :].any() or not _could_happen(s, seat, len(hand)):
        return wrong
    if eras == 1:
        return wrong if s.odds[seat].any() or s.past_size[seat] else []
    if s.past_size[seat] and seat != s.clock % s.players:  # to catch up takes long interpreted: one hand after the other
        return []
    odds, mixes = caught_up(s, seat).odds[seat].astype(np.int64), int(COUNT[played, eras])
    if odds.min() < 0 or odds[mixes:].any() or odds.sum() >= most_odds(len(hand)):
        return wrong
    own = sorted(next((era for era in range(1, eras) if came[era] >> card & 1), 0) for card in hand)
    if not any(_could_be(own, MIX[played, mix]) for mix in np.flatnonzero(odds)):
        return [f"seat {seat} holds {hand}, which nobody should think possible"]
    return []


def _could_happen(s: State, seat: int, cards: int) -> bool:
    """Whether what is noted to have happened to a hand can follow one thing on the other, from odds that there can be.

    The first note may be that the oldest of too many eras was forgotten: odds are brought up to date wherever notes fill their room.
    """
    eras, notes = int(s.eras[seat]), s.past[seat, : s.past_size[seat]].tolist()
    eras += sum(what >= FORGOTTEN for what in notes) - notes.count(BEGUN)
    cards += sum(what < DRAWN for what in notes) - notes.count(DRAWN)
    odds = s.odds[seat].astype(np.int64)
    if not 1 <= eras <= ERAS + 1 or cards not in (HAND - 1, HAND):
        return False
    if odds.min() < 0 or odds[COUNT[HAND - cards, min(eras, ERAS)] if eras > 1 else 0 :].any() or odds.sum() >= most_odds(cards):
        return False
    for what in notes:
        if what == BEGUN:
            possible, eras = eras <= ERAS, eras + 1
        elif what >= FORGOTTEN:
            possible, eras = eras > 1 and what - FORGOTTEN < eras, eras - 1
        elif what == DRAWN:
            possible, cards = eras <= ERAS and cards == HAND - 1, cards + 1
        else:
            possible, cards = PLAYED <= what < PLAYED + eras <= PLAYED + ERAS and cards == HAND, cards - 1
        if not possible:
            return False
    return True


def _could_be(eras: list[int], mix: Any) -> bool:
    """Whether cards of these eras can be what was drawn in those of the mix, both in rising order."""
    return all(own <= drawn for own, drawn in zip(eras, mix, strict=False))


def _turn(s: State) -> list[str]:
    wrong = []
    full = [seat for seat in range(s.players) if s.hand_size[seat] != HAND]
    played = s.phase in (Phase.CASTLE, Phase.BASTION)
    if full != ([int(s.seat)] if played and not s.ended else []):
        wrong.append(f"in phase {s.phase} the hands of {full} are not full")
    if bool(s.picked) != (s.phase == Phase.FIELD) or (s.arrived != NONE) != (s.phase == Phase.CASTLE):
        wrong.append(f"phase {s.phase} does not go with the picked card {s.picked} or the knight arrived on {s.arrived}")
    if any(s.knights_left[seat] == 0 for seat in range(s.players)) and not s.last_turn:
        wrong.append("a supply is empty, but this is not the last turn")
    if s.phase in (Phase.CARD, Phase.FIELD) and s.knights_left[s.seat] == 0:
        wrong.append(f"seat {s.seat} has to set a knight and has none")
    return wrong
