"""Rheinländer: the lines of the map, what stands on it, and the money (see `position`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from kronland.core.chance import Generator
from kronland.core.layout import State
from kronland.core.lines import NumberOf
from kronland.core.positions import Entry, Line, OfSeat, Position, ask
from kronland.core.seeds import seed_chance
from kronland.games.rheinlaender.components import TOKENS, Map, load, name
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.invariants import duchies_of, knights_on, touching
from kronland.games.rheinlaender.rules.knights import put_knight
from kronland.games.rheinlaender.rules.setup import clear_table, lay_map
from kronland.games.rheinlaender.rules.state import (
    BASTION,
    BASTIONS,
    COLOUR_NAMES,
    DUCHIES,
    FIELDS,
    LAND,
    NONE,
    RIVER,
    Building,
    Phase,
)

MAP_FIELDS = ("sections", "section_land", "touching", "spots", "spot_field")
OPTIONS = {"archbishop": "archbishop_counts", "open_money": "open_money"}


@cache
def our_map() -> Any:
    return load()


def on_our_map(s: State) -> bool:
    return all(np.array_equal(s[key], our_map()[key]) for key in MAP_FIELDS)


class Reading(Position):
    """Besides the state: a map of the text's own, where every card is, what everybody knows of hands (see `hands`)."""

    def begin(self) -> None:
        self.land = Map()
        self.cards: dict[int, str] = {}  # card -> where it is
        self.ruled_out: dict[int, dict[int, int]] = {}  # seat -> card -> how many of the cards longest held it is not
        self.told: dict[int, str] = {}  # seat -> by which kind of line

    def named(self, entry: Entry, word: str) -> int:
        field = ALL_FIELDS.read(word)
        if field is None:
            raise entry.error(f"{word!r} is no field", ALL_FIELDS.hint)
        return field

    def field(self, entry: Entry, word: str) -> int:
        field = ALL_FIELDS.read(word)
        if field is None or not touching(self.s, field):
            raise entry.error(f"there is no field {word!r} on this map", f"a field ({ALL_FIELDS.hint})")
        return field

    def free(self, entry: Entry, word: str) -> int:
        field = self.field(entry, word)
        if self.s.on[field] != NONE:
            raise entry.error(f"{name(field)} is occupied twice", "one knight or bastion a field")
        return field

    def use_knight(self, entry: Entry, seat: int) -> None:
        if self.s.knights_left[seat] == 0:
            raise entry.error(f"{COLOUR_NAMES[seat]} has no knight left for this one", "no more knights than the player has (RH-1)")
        self.s.knights_left[seat] -= 1


class Option(Line[Reading]):
    """`option open_money on`."""

    often = True

    def read(self, p: Reading, entry: Entry) -> None:
        words = entry.words
        if len(words) != 2 or words[0] not in OPTIONS or words[1] not in ("on", "off"):
            raise entry.error(f"got {entry.text!r}", f"{' or '.join(OPTIONS)}, on or off")
        p.s[OPTIONS[words[0]]] = words[1] == "on"

    def write(self, s: State) -> Iterable[str]:
        return [f"{option} {'on' if s[field] else 'off'}" for option, field in OPTIONS.items()]


# A map of its own -------------------------------------------------------------------------------------------------------------------


class Section(Line[Reading]):
    """`section 1 L1 R1`: its two land fields. Such lines make a map; without them it is ours."""

    often = True

    def read(self, p: Reading, entry: Entry) -> None:
        p.land.add_section(entry.whole(entry.word(0), "section", 1, RIVER), [p.named(entry, word) for word in entry.words[1:]])

    def write(self, s: State) -> Iterable[str]:
        sections = () if on_our_map(s) else range(1, s.sections + 1)
        return [f"{n} {name(s.section_land[n, 0])} {name(s.section_land[n, 1])}" for n in sections]


class Touch(Line[Reading]):
    """`touch L1 L2 R1`: the first field touches the others."""

    often = True

    def asked(self, p: Reading) -> bool:
        return p.has("section")

    def read(self, p: Reading, entry: Entry) -> None:
        for word in entry.words[1:]:
            p.land.touch(p.named(entry, entry.word(0)), p.named(entry, word))

    def write(self, s: State) -> Iterable[str]:
        for field in () if on_our_map(s) else range(FIELDS):
            own = s.section_land[field - RIVER + 1].tolist() if field >= RIVER else []
            if others := [name(other) for other in touching(s, field) if other > field or other in own]:
                yield " ".join([name(field), *others])


def lay_table(p: Reading) -> None:
    """An empty table, on the map of the text or on ours."""
    if p.has("section"):
        if problem := p.land.problem():
            raise Entry(0, "").error(*problem)
        for entry in p.said.get("spot", ()):
            if entry.words[1:] == ("none",) and (problem := p.land.add_spot(entry.word(0))):
                raise entry.error(*problem)
    players = p.s.players
    ask(lay_map, p.s, p.land.record() if p.has("section") else our_map())
    ask(clear_table, p.s, players)
    p.s.phase, p.s.turn_number = Phase.CARD, 1
    for option, value in ({"archbishop": "on"} | p.given).items():
        if option != "players":
            OPTION.read(p, Entry(0, f"{option} {value}"))
    seed_chance(p.s, 0, Generator.SPLITMIX)  # as positions of rules version 1 have it, if the text says nothing of chance


# What stands on it ------------------------------------------------------------------------------------------------------------------


class Spot(Line[Reading]):
    """`spot L2-L3 castle red`: a building, and who mans a castle. On a map of its own `spot L2-L3 none` says that there is a spot."""

    often = True

    def read(self, p: Reading, entry: Entry) -> None:
        words, spots = entry.words, spots_of(p.s)
        number = entry.one_of(entry.word(0).upper(), spots, "spot")
        if words[1:] == ("none",):
            return
        if len(words) not in (2, 3) or words[1] not in TOKENS:
            raise entry.error(f"got {' '.join(words[1:])!r}", f"a building ({', '.join(TOKENS)}), and a colour for a manned castle")
        p.s.building[number] = TOKENS[words[1]]
        if len(words) == 3:
            seat = p.seat(entry, words[2])
            p.s.castle_knight[number] = seat
            p.use_knight(entry, seat)

    def write(self, s: State) -> Iterable[str]:
        spots = spots_of(s)
        for spot in () if on_our_map(s) else spots:
            yield f"{spot} none"
        for number, spot in enumerate(spots):
            if s.building[number]:
                building, knight = Building(int(s.building[number])).name.lower(), int(s.castle_knight[number])
                yield f"{spot} {building} {COLOUR_NAMES[knight] if knight >= 0 else ''}"


def spots_of(s: State) -> list[str]:
    return [f"{name(one)}-{name(other)}" for one, other in s.spot_field[: s.spots].tolist()]


class Knights(OfSeat[Reading]):
    """`knights red L2 L3`."""

    def read_of(self, p: Reading, seat: int, entry: Entry) -> None:
        for word in entry.words[1:]:
            field = p.free(entry, word)
            p.use_knight(entry, seat)
            ask(put_knight, p.s, seat, field)

    def write_of(self, s: State, seat: int) -> Iterable[str]:
        if fields := [name(field) for field, owner in knights_on(s).items() if owner == seat]:
            yield " ".join(fields)


class Bastions(Line[Reading]):
    """`bastions L4 R9`."""

    often = True

    def read(self, p: Reading, entry: Entry) -> None:
        for word in entry.words:
            field = p.free(entry, word)
            if field >= LAND:
                raise entry.error(f"{name(field)} is water", "bastions on land (RH-17)")
            p.s.on[field] = BASTION
            p.s.taken[field // 64] |= np.uint64(1 << field % 64)

    def write(self, s: State) -> Iterable[str]:
        if fields := [name(field) for field in range(LAND) if s.on[field] == BASTION]:
            yield " ".join(fields)


def take_bastions(p: Reading) -> None:
    """Where it is not said whose the bastions on the map were, they come from the first players."""
    for _ in range(0 if p.has("bastions_left") else int((p.s.on == BASTION).sum())):
        having = [seat for seat in range(p.s.players) if p.s.bastions_left[seat]]
        if not having:
            raise Entry(0, "").error("too many bastions", f"at most {p.s.players * BASTIONS} (RH-1)")
        p.s.bastions_left[having[0]] -= 1


def find_duchies(p: Reading) -> None:
    s = p.s
    for number, duchy in enumerate(duchies_of(s), 1):
        for field in duchy.fields:
            s.duchy[field] = number
        for seat, knights in duchy.knights.items():
            s.strength[number, seat] = knights
        s.worth[number], s.churches[number], s.extent[number] = duchy.worth, duchy.churches, len(duchy.fields)
        s.duke[number] = duchy.leader()


class Duke(Line[Reading]):
    """`duke red L2`: of the duchy on that field."""

    often = True

    def read(self, p: Reading, entry: Entry) -> None:
        seat = p.seat(entry, entry.word(0))
        number = int(p.s.duchy[p.field(entry, entry.words[1])]) if len(entry.words) == 2 else 0
        if not number:
            raise entry.error(f"there is no duchy at {' '.join(entry.words[1:]) or 'nowhere'}", "a field of a duchy (RH-20)")
        p.s.duke[number] = seat

    def write(self, s: State) -> Iterable[str]:
        first = {int(number): field for field, number in reversed(list(enumerate(s.duchy)))}
        for number in sorted(range(1, DUCHIES), key=lambda number: first.get(number, FIELDS)):
            if s.duke[number] >= 0:
                yield f"{COLOUR_NAMES[s.duke[number]]} {name(first[number])}"


OPTION, SECTION, TOUCH, SPOT = Option("option"), Section("section"), Touch("touch"), Spot("spot")
KNIGHTS, BASTIONS_ON, DUKE = Knights("knights"), Bastions("bastions"), Duke("duke")
BASTIONS_LEFT = NumberOf[Reading]("bastions_left", 0, BASTIONS)
COINS = NumberOf[Reading]("coins", 0, 9999)
