"""Rheinländer: the map and the building tokens, read from a file and checked for consistency.

Any map will do that fits the maxima of `state`: any course of the river, any number of sections, islands and spots.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from kronland.core.components import Checked, parse, read_file, usual_kept
from kronland.core.records import records
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.state import (
    BASTIONS,
    CARDS,
    FIELDS,
    HAND,
    ISLAND,
    ISLAND_FIELDS,
    KNIGHTS,
    LAND,
    LEFT,
    NONE,
    RIGHT,
    RIVER,
    SEATS,
    SECTIONS,
    SPOTS,
    SPOTS_OF_FIELD,
    TOUCHING,
    Building,
)

FILE = Path(__file__).with_name("components.toml")
TOKENS = {kind.name.lower(): kind for kind in Building if kind}
FEWEST_SECTIONS = SEATS * HAND + 1  # five hands of cards, and one to draw
# RH-50: knights must run out before the map is full, whoever sets them and every bastion
FEWEST_FIELDS = max(players * (KNIGHTS[players] - 1 + BASTIONS) + 1 for players in range(3, SEATS + 1))

DTYPE = np.dtype(
    [
        ("sections", np.int8),
        ("section_land", np.int16, (CARDS, 2)),
        ("touching", np.int16, (FIELDS, TOUCHING)),
        ("land", np.uint64, 3),
        ("spots", np.int8),
        ("spot_field", np.int16, (SPOTS, 2)),
        ("spot_of", np.int8, (LAND, SPOTS_OF_FIELD)),
        ("token", np.int8, SPOTS),
    ],
    align=True,
)


@usual_kept
def load(text: str | None = None, name: str = FILE.name) -> Any:
    """The components as one record for `setup`: our reconstruction, or those of another file's text."""
    top = parse(read_file(FILE) if text is None else text, name)
    top.expect_keys(("map", "buildings"))
    land = Map()
    _read_map(top.table("map"), land)
    buildings = top.table("buildings")
    buildings.expect_keys(("spots", "tokens"))
    for spot in buildings.strings("spots"):
        if problem := land.add_spot(spot):
            raise buildings.error("spots", *problem)
    tokens = _read_tokens(buildings.table("tokens"), len(land.spots))
    return land.record(tokens)


Problem = tuple[str, str]  # what is wrong, and what would be right


class Map:
    """A map in the making: which fields touch, the land of each section, the spots."""

    def __init__(self) -> None:
        self.land: dict[int, list[int]] = {}  # section -> its land fields
        self.borders: dict[int, set[int]] = {}  # field -> the fields that it touches
        self.spots: list[tuple[int, int]] = []

    def add_section(self, section: int, land: Iterable[int]) -> None:
        self.land[section] = sorted(land)
        self.borders.setdefault(RIVER + section - 1, set())
        for field in self.land[section]:
            self.touch(RIVER + section - 1, field)

    def touch(self, here: int, there: int) -> None:
        self.borders.setdefault(here, set()).add(there)
        self.borders.setdefault(there, set()).add(here)

    def problem(self) -> Problem | None:
        """What is wrong with sections and borders, if anything."""
        count = len(self.land)
        if count < FEWEST_SECTIONS or count > SECTIONS or sorted(self.land) != list(range(1, count + 1)):
            found = f"{count} sections, the highest {max(self.land, default=0)}"
            return found, f"{FEWEST_SECTIONS} to {SECTIONS} sections, numbered from 1 without a gap"
        for section, land in sorted(self.land.items()):
            if len(set(land)) != 2 or max(land) >= RIVER:
                has = f"section {section} has {len(land)} land fields"
                return f"{has} ({', '.join(map(name, land))})" if land else has, "two different land fields for every section"
        for field, others in sorted(self.borders.items()):
            if len(others) > TOUCHING:
                return f"{name(field)} touches {len(others)} fields", f"at most {TOUCHING}"
        if len(self.borders) < FEWEST_FIELDS:
            return f"{len(self.borders)} fields", f"at least {FEWEST_FIELDS}, so that knights run out before the map is full"
        apart = set(self.borders) - self.reached(RIVER, set(self.borders))
        if apart:
            return f"{name(min(apart))} cannot be reached from {name(RIVER)}", "a map of one piece"
        river = {RIVER + section - 1 for section in self.land}
        if dry := river - self.reached(RIVER, river):
            return f"the river does not lead from {name(RIVER)} to {name(min(dry))}", "river fields that follow one another"
        return self._stray_field()

    def reached(self, start: int, within: set[int]) -> set[int]:
        seen, todo = {start}, [start]
        while todo:
            for field in self.borders[todo.pop()] & within - seen:
                seen.add(field)
                todo.append(field)
        return seen

    def _stray_field(self) -> Problem | None:
        """A field that touches itself, or that no card would lead to: a game could go on for ever beside it."""
        for field, others in sorted(self.borders.items()):
            sections = [section for section, land in self.land.items() if field in land]
            own = field - bank(field) + 1
            if field in others:
                return f"{name(field)} touches itself", "other fields"
            if field >= RIVER:
                if field - RIVER + 1 not in self.land:
                    return f"{name(field)} is the river of no section", f"river fields {name(RIVER)} to {name(RIVER + len(self.land) - 1)}"
            elif field < ISLAND and sections != [own]:
                return f"{name(field)} belongs to {_said(sections)}", f"it to belong to section {own} and no other"
            elif not 1 <= len(sections) <= 2:
                return f"{name(field)} belongs to {_said(sections)}", "one section or two (RH-13)"
        return None

    def add_spot(self, text: str) -> Problem | None:
        """A spot named by its two fields, like L2-L3."""
        pair = [field for field in map(ALL_FIELDS.read, text.split("-")) if field is not None]
        right = "two neighbouring fields of one bank or island, like L2-L3"
        if len(pair) != 2 or text.count("-") != 1:
            return f"holds {text!r}", right
        one, other = pair
        for field in (one, other):
            if field not in self.borders or field >= RIVER:
                return f"{text}: there is no land field {name(field)} on this map", right
        if other not in self.borders[one] or bank(one) != bank(other):
            return f"{text}: {name(one)} and {name(other)} are not neighbours on one bank", right
        if len(self.spots) == SPOTS:
            return f"more than {SPOTS} spots", f"at most {SPOTS}"
        if {one, other} in map(set, self.spots):
            return f"{text}: this spot is there twice", "every spot once"
        for field in (one, other):
            if sum(field in spot for spot in self.spots) == SPOTS_OF_FIELD:
                return f"{text}: {name(field)} has {SPOTS_OF_FIELD} spots already", f"at most {SPOTS_OF_FIELD} spots beside a field"
        self.spots.append((one, other))
        return None

    def record(self, tokens: Iterable[Building] = ()) -> Any:
        parts = records(1, DTYPE)[0]
        for empty in (parts.section_land, parts.touching, parts.spot_field, parts.spot_of):
            empty[...] = NONE
        parts.sections, parts.spots = len(self.land), len(self.spots)
        for section, land in self.land.items():
            parts.section_land[section] = land
        for field, others in self.borders.items():
            parts.touching[field, : len(others)] = sorted(others)
            if field < LAND:
                parts.land[field // 64] |= np.uint64(1 << field % 64)
        for number, spot in enumerate(self.spots):
            parts.spot_field[number] = spot
            for field in spot:
                free = parts.spot_of[field].tolist().index(NONE)
                parts.spot_of[field, free] = number
        for number, token in enumerate(tokens):
            parts.token[number] = token
        return parts


def name(field: int) -> str:
    return ALL_FIELDS.tokens[field]


def bank(field: int) -> int:
    """Left bank, right bank or islands, as the number of their first field."""
    return LEFT if field < RIGHT else RIGHT if field < ISLAND else ISLAND


def _said(sections: list[int]) -> str:
    return f"section {' and '.join(map(str, sorted(sections)))}" if sections else "no section"


def _read_map(table: Checked, land: Map) -> None:
    table.expect_keys(("river", "left_bank", "right_bank", "islands", "touching"))
    river = [_chain(table, "river", text) for text in table.strings("river")]
    banks = {key: [_chain(table, key, text) for text in table.strings(key)] for key in ("left_bank", "right_bank")}
    islands = _islands(table)
    sections = {section for chain in river for section in chain}
    owners: dict[int, set[int]] = {section: set() for section in sections}
    for first, key in ((LEFT, "left_bank"), (RIGHT, "right_bank")):
        for section in (section for chain in banks[key] for section in chain):
            if section not in sections:
                raise table.error(key, f"names section {section}", "sections of the river only")
            owners[section].add(first + section - 1)
    for field, its_sections in ((field, its) for island in islands for field, its in island):
        for section in its_sections:
            if section not in sections:
                raise table.error("islands", f"{name(field)} belongs to section {section}", "sections of the river only")
            owners[section].add(field)
    for section, fields in owners.items():
        land.add_section(section, fields)
    for first, chains in ((RIVER, river), (LEFT, banks["left_bank"]), (RIGHT, banks["right_bank"])):
        for here, there in (pair for chain in chains for pair in pairwise(chain)):
            land.touch(first + here - 1, first + there - 1)
    for island in islands:
        for (here, _), (there, _) in pairwise(island):
            land.touch(here, there)
    _read_touching(table.table("touching"), land)
    if problem := land.problem():
        raise table.error("river", *problem)


def _chain(table: Checked, key: str, text: str) -> list[int]:
    """Sections that follow one another: "1-3 7" is 1, 2, 3, 7."""
    chain: list[int] = []
    for part in text.split():
        match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", part)
        if not match or not 1 <= int(match[1]) <= int(match[2] or match[1]) <= SECTIONS:
            raise table.error(key, f"{text!r} holds {part!r}", f"sections from 1 to {SECTIONS}, like 7, or rising runs of them, like 1-19")
        chain += range(int(match[1]), int(match[2] or match[1]) + 1)
    if any(here == there for here, there in pairwise(chain)):
        raise table.error(key, f"{text!r} names a section twice in a row", "every section once")
    return chain


def _islands(table: Checked) -> list[list[tuple[int, list[int]]]]:
    """Each island as its fields with the sections that they belong to (RH-13)."""
    islands, field = [], ISLAND
    for text in table.strings("islands"):
        island = []
        for part in text.split():
            its_sections = part.split("/")
            if len(its_sections) > 2 or not all(re.fullmatch(r"\d{1,2}", section) for section in its_sections):
                raise table.error("islands", f"{text!r} holds {part!r}", "one section a field, like 20, or two, like 21/27")
            if field == LAND:
                raise table.error("islands", f"more than {ISLAND_FIELDS} fields", f"at most {ISLAND_FIELDS}, all islands together")
            island.append((field, [int(section) for section in its_sections]))
            field += 1
        islands.append(island)
    return islands


def _read_touching(table: Checked, land: Map) -> None:
    """Borders that do not follow from the rest. They have two sides, and both must be said."""
    said: dict[int, set[int]] = {}
    for key in table.values:
        here = _field(table, key, key, land)
        said[here] = {_field(table, key, text, land) for text in table.strings(key)}
    for here, others in said.items():
        for there in others:
            if here not in said.get(there, set()):
                raise table.error(name(here), f"says that it touches {name(there)}", f"{name(there)} to say the same of {name(here)}")
            if here == there:
                raise table.error(name(here), "says that it touches itself", "other fields")
            land.touch(here, there)


def _field(table: Checked, key: str, text: str, land: Map) -> int:
    field = ALL_FIELDS.read(text)
    if field is None or field not in land.borders:
        raise table.error(key, f"there is no field {text!r} on this map", f"a field of the map ({ALL_FIELDS.hint})")
    return field


def _read_tokens(table: Checked, spots: int) -> list[Building]:
    table.expect_keys(TOKENS)
    tokens = [kind for key, kind in TOKENS.items() for _ in range(table.number(key, 0, SPOTS))]
    if len(tokens) != spots:
        raise table.error("castle", f"{len(tokens)} tokens of all kinds together", f"{spots}, one for every spot")
    return tokens
