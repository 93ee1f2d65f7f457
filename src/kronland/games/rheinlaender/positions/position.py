"""Rheinländer: positions as text.

    players 3
    spot L2-L3 castle red
    spot R3-R4 church
    knights red L2 L3
    knights ochre R3 W3
    duke red L2
    coins red 4
    hand red 3 9 14 27 50
    turn red
    phase card

One thing a line, in any order; a `#` starts a comment. Only `players` is needed, and not if a match is told how many play: a spot that is
not named is empty, cards that are not named are dealt and piled up in the order of their numbers, the shuffle card last. A duchy whose
majority is clear has that duke without being told. `option archbishop off`, `option open_money on`: what is not usual. `chance 7 53`: the
seed, and how many numbers were drawn. A position on another map than ours brings the map along. An impossible one is refused with the
reason.

`not red 2 17 20` says that the two cards that red has held longest are known to be neither 17 nor 20. A game shows more than such lines
can say: `era red 2 17 20` names the cards that came to red in the second era at the earliest, `odds red 11111:6 11112:4` says in which eras
the cards that red holds may have been drawn, and how likely that is (see `eras`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kronland.core.chance import Generator
from kronland.core.game import NO_OPTIONS
from kronland.core.layout import State
from kronland.core.seeds import chance_text
from kronland.games.rheinlaender.components import name
from kronland.games.rheinlaender.positions.reading import SHUFFLE, Reader, our_map
from kronland.games.rheinlaender.rules.eras import MIX, caught_up
from kronland.games.rheinlaender.rules.invariants import knights_on, touching
from kronland.games.rheinlaender.rules.state import BASTION, COLOUR_NAMES, DUCHIES, ERAS, FIELDS, HAND, LAND, MIXES, RIVER, Building, Phase

MAP_FIELDS = ("sections", "section_land", "touching", "spots", "spot_field")


def read(source: str, players: int | None = None, options: Mapping[str, str] = NO_OPTIONS) -> State:
    """The state that a text describes, a wrong one is refused; players and options count where it says nothing of them."""
    return Reader(source, players, options).state()


def write(s: State) -> str:
    """The whole position, hidden cards included."""
    s = caught_up(s)
    colours = COLOUR_NAMES[: s.players]
    lines = [f"players {s.players}"]
    lines += [f"option {option} {'on' if value else 'off'}" for option, value in _options(s)]
    if not all(np.array_equal(s[key], our_map()[key]) for key in MAP_FIELDS):
        lines += _written_map(s)
    for spot in range(s.spots):
        if s.building[spot]:
            words = [name(s.spot_field[spot, 0]) + "-" + name(s.spot_field[spot, 1]), Building(int(s.building[spot])).name.lower()]
            lines.append(" ".join(["spot", *words, *([colours[s.castle_knight[spot]]] if s.castle_knight[spot] >= 0 else [])]))
    for seat, colour in enumerate(colours):
        lines += _listed(f"knights {colour}", [name(field) for field, owner in knights_on(s).items() if owner == seat])
    lines += _listed("bastions", [name(field) for field in range(LAND) if s.on[field] == BASTION])
    lines += [f"bastions_left {colour} {s.bastions_left[seat]}" for seat, colour in enumerate(colours)]
    first = {int(number): field for field, number in reversed(list(enumerate(s.duchy)))}
    for number in sorted(range(1, DUCHIES), key=lambda number: first.get(number, FIELDS)):
        if s.duke[number] >= 0:
            lines.append(f"duke {colours[s.duke[number]]} {name(first[number])}")
    lines += [f"coins {colour} {s.coins[seat]}" for seat, colour in enumerate(colours)]
    for seat, colour in enumerate(colours):
        lines += _listed(f"hand {colour}", s.hand[seat, : s.hand_size[seat]].tolist())
        lines += _known(s, seat, colour)
    lines += _listed("discards", [card for card in range(64) if int(s.discards) >> card & 1])
    lines += _listed("pile", [card or SHUFFLE for card in reversed(s.pile[: s.pile_size].tolist())])
    lines.append(f"start {colours[s.start]}")
    lines.append(f"turn {colours[s.seat]} {s.turn_number}")
    lines.append("phase over" if s.ended else f"phase {_phase(s)}")
    lines += ["bastion_set"] * int(s.bastion_set) + ["last_turn"] * int(s.last_turn)
    lines += [f"chance {chance_text(s)}"] if s.generator == Generator.SIPHASH else []
    return "\n".join(lines) + "\n"


def _options(s: State) -> list[tuple[str, int]]:
    return [("archbishop", int(s.archbishop_counts)), ("open_money", int(s.open_money))]


def _listed(start: str, things: list[Any]) -> list[str]:
    return [" ".join([start, *map(str, things)])] if things else []


def _known(s: State, seat: int, colour: str) -> list[str]:
    """What everybody knows of a hand; nothing is said of one about which nothing is known but that it was dealt.

    After the game odds are of no interest: what each card may be at the most is said, as it always was, for records keep a digest of that.
    """
    if s.eras[seat] == 1:
        return []
    size = int(s.hand_size[seat])
    if s.ended:
        drawn = MIX[HAND - size, np.flatnonzero(s.odds[seat])[-1]].tolist()  # every other mix was drawn in no later eras
        return [
            line
            for place, era in enumerate(drawn)
            for line in _listed(f"not {colour} {place + 1}", _cards_of(s, seat, era, int(drawn[place + 1]) if place + 1 < size else ERAS))
        ]
    lines = []
    for era in range(int(s.eras[seat])):
        lines += _listed(f"era {colour} {era + 1}", _cards_of(s, seat, era - 1, era)) if era else []
    mixes = ["".join(str(era + 1) for era in MIX[HAND - size, number, :size]) for number in range(MIXES)]
    return lines + _listed(f"odds {colour}", [f"{mixes[number]}:{s.odds[seat, number]}" for number in np.flatnonzero(s.odds[seat])])


def _cards_of(s: State, seat: int, after: int, last: int) -> list[int]:
    """The cards of the eras after one, up to another."""
    came = sum(int(cards) for era, cards in enumerate(s.came[seat]) if after < era <= last)
    return [card for card in range(1, s.sections + 1) if came >> card & 1]


def _phase(s: State) -> str:
    said = Phase(int(s.phase)).name.lower()
    if s.phase == Phase.FIELD:
        return f"{said} {s.picked}"
    return f"{said} {name(s.arrived)} {s.castles_settled + 1}" if s.phase == Phase.CASTLE else said


def _written_map(s: State) -> list[str]:
    lines = [f"section {n} {name(s.section_land[n, 0])} {name(s.section_land[n, 1])}" for n in range(1, s.sections + 1)]
    for field in range(FIELDS):
        own = s.section_land[field - RIVER + 1].tolist() if field >= RIVER else []
        lines += _listed(f"touch {name(field)}", [name(other) for other in touching(s, field) if other > field or other in own])
    lines += [f"spot {name(one)}-{name(other)} none" for one, other in s.spot_field[: s.spots].tolist()]
    return lines
