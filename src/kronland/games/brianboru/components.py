"""Brian Boru: cards, map and track, read from a file and checked against the published counts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kronland.core.components import Checked, parse, read_file
from kronland.core.records import records
from kronland.games.brianboru.rules.state import (
    CARD_COLOURS,
    CARDS,
    FLEETS,
    MARRIAGE_NAMES,
    MARRIAGES,
    REGIONS,
    ROWS,
    SPACES,
    SYMBOLS,
    TOWN_NAMES,
    TOWNS,
    TOWNS_IN,
    Reward,
    Symbol,
)

FILE = Path(__file__).with_name("components.toml")
COLOURS = ("yellow", "red", "blue")
COLOUR_COUNTS = {"yellow": 17, "red": 18, "blue": 18}
ROADS = 36
AMOUNTS = ("0", "1", "2", "3", "4", "5")  # of points and renown on a marriage card
FLEET_SIZES = (9, 10, 11, 12, 12, 13, 14)
SYMBOL_NAMES = {symbol.name.lower(): symbol for symbol in Symbol if symbol}
REWARD_NAMES = {reward.name.lower().replace("_", " "): reward for reward in Reward}

DTYPE = np.dtype(
    [
        ("region", np.uint64, len(REGIONS)),
        ("town_colour", np.uint64, len(COLOURS)),
        ("road", np.uint64, TOWNS),
        ("threshold", np.int8, len(REGIONS)),
        ("token_points", np.int8, len(REGIONS)),
        ("card_row", np.int8, (CARDS, ROWS, SYMBOLS)),
        ("track", np.int8, SPACES),
        ("spread", np.int8, len(REGIONS) + 1),
        ("fleet", np.int8, FLEETS),
        ("marriage_points", np.int8, MARRIAGES),
        ("marriage_renown", np.int8, MARRIAGES),
        ("marriage_town", np.int8, MARRIAGES),
    ],
    align=True,
)


@dataclass(frozen=True)
class Map:
    """What only the picture needs of the map."""

    place: tuple[tuple[int, int], ...]  # of each town
    colour: tuple[int, ...]
    roads: tuple[tuple[int, int], ...]
    sea: tuple[tuple[int, int], ...]  # those of the roads that are crossings by boat


def load(text: str | None = None, name: str = FILE.name) -> Any:
    """The components as one record for `setup`: the published ones, or those of another file's text."""
    return _published()[0].copy() if text is None else _read(text, name)[0]


def published_map() -> Map:
    return _published()[1]


@cache
def _published() -> tuple[Any, Map]:
    return _read(read_file(FILE), FILE.name)


def _read(text: str, name: str) -> tuple[Any, Map]:
    parts = records(1, DTYPE)[0]
    top = parse(text, name)
    top.expect_keys(("reconstruction", "action_cards", "vikings", "track", "spread", "marriages", "regions", "roads"))
    _read_cards(top, parts)
    _read_track(top, parts)
    _read_marriages(top.table("marriages"), parts)
    places, colours = _read_regions(top.table("regions"), parts)
    roads = _read_roads(top.table("roads"), "pairs", ROADS)
    sea = _read_roads(top.table("roads"), "sea", None)
    for one, other in roads:
        parts.road[one] |= np.uint64(1 << other)
        parts.road[other] |= np.uint64(1 << one)
    for pair in sea:
        if pair not in roads:
            raise top.table("roads").error("sea", f"{TOWN_NAMES[pair[0]]}-{TOWN_NAMES[pair[1]]} is no road", "one of the pairs")
    return parts, Map(tuple(places), tuple(colours), tuple(roads), tuple(sea))


def _read_cards(top: Checked, parts: Any) -> None:
    for card, text in enumerate(top.strings("action_cards", CARDS)):
        head, *rows = (part.strip() for part in text.split("|"))
        expected = f"{card + 1} {CARD_COLOURS[card].name.lower()}"
        if head != expected:
            raise top.error("action_cards", f"card {card + 1} is {head!r}", expected)
        if not 2 <= len(rows) <= ROWS:
            raise top.error("action_cards", f"card {card + 1} has {len(rows)} rows", "a primary and one or two secondary rows")
        for number, row in enumerate(rows):
            symbols = row.split()
            if not 1 <= len(symbols) <= SYMBOLS or set(symbols) - set(SYMBOL_NAMES):
                known = ", ".join(SYMBOL_NAMES)
                raise top.error("action_cards", f"card {card + 1} has the row {row!r}", f"1 to {SYMBOLS} symbols out of {known}")
            if (symbols[0] == "town") != (number == 0) or "town" in symbols[1:]:
                raise top.error("action_cards", f"card {card + 1} has the row {row!r}", "`town` first in the primary row and nowhere else")
            for at, symbol in enumerate(symbols):
                parts.card_row[card, number, at] = SYMBOL_NAMES[symbol]


def _read_track(top: Checked, parts: Any) -> None:
    fleet = top.lists("vikings", FLEETS)
    if sorted(fleet, key=str) != sorted(FLEET_SIZES, key=str):
        raise top.error("vikings", f"is {fleet}", f"the fleets {', '.join(map(str, FLEET_SIZES))}")
    parts.fleet[:] = fleet
    for space, reward in enumerate(top.strings("track", SPACES)):
        if reward not in REWARD_NAMES:
            raise top.error("track", f"space {space} is {reward!r}", f"one of {', '.join(REWARD_NAMES)}")
        parts.track[space] = REWARD_NAMES[reward]
    spread = top.lists("spread", len(REGIONS) + 1)
    for number in spread:
        if type(number) is not int or not 0 <= number <= 20:
            raise top.error("spread", f"holds {number!r}", "whole numbers from 0 to 20")
    parts.spread[:] = spread


def _read_marriages(marriages: Checked, parts: Any) -> None:
    """All but Estrid, whose choice is a rule of its own (BB-42)."""
    marriages.expect_keys(MARRIAGE_NAMES[:-1])
    parts.marriage_town[:] = -1
    for number, name in enumerate(MARRIAGE_NAMES[:-1]):
        said = marriages.get(name, str, "a text like 'points 2, town L'")
        for part in said.split(","):
            match part.split():
                case ["points", amount] if amount in AMOUNTS:
                    parts.marriage_points[number] = int(amount)
                case ["renown", amount] if amount in AMOUNTS:
                    parts.marriage_renown[number] = int(amount)
                case ["town", region] if region in REGIONS:
                    parts.marriage_town[number] = REGIONS.index(region)
                case _:
                    raise marriages.error(name, f"is {said!r}", "points 0-5, renown 0-5, or town and a region's letter, parted by commas")


def _read_regions(regions: Checked, parts: Any) -> tuple[list[tuple[int, int]], list[int]]:
    regions.expect_keys(REGIONS)
    places: list[tuple[int, int]] = []
    colours: list[int] = []
    for number, (letter, count) in enumerate(zip(REGIONS, TOWNS_IN, strict=True)):
        region = regions.table(letter)
        region.expect_keys(("name", "threshold", "points", "towns"))
        parts.threshold[number] = region.number("threshold", 1, 9)
        parts.token_points[number] = region.number("points", 1, 9)
        for text in region.strings("towns", count):
            match text.split():
                case [colour, x, y] if colour in COLOURS and re.fullmatch("[0-9]{1,4}", x) and re.fullmatch("[0-9]{1,4}", y):
                    town = np.uint64(1 << len(places))
                    parts.region[number] |= town
                    parts.town_colour[COLOURS.index(colour)] |= town
                    places.append((int(x), int(y)))
                    colours.append(COLOURS.index(colour))
                case _:
                    raise region.error("towns", f"holds {text!r}", "a colour out of yellow, red, blue and a place, like 'red 525 120'")
    for colour, wanted in COLOUR_COUNTS.items():
        found = colours.count(COLOURS.index(colour))
        if found != wanted:
            raise regions.error("towns", f"{found} {colour} towns on the map", str(wanted))
    return places, colours


def _read_roads(roads: Checked, key: str, count: int | None) -> list[tuple[int, int]]:
    roads.expect_keys(("pairs", "sea"))
    found: list[tuple[int, int]] = []
    for text in roads.strings(key, count):
        ends = text.split("-")
        if len(ends) != 2 or ends[0] not in TOWN_NAMES or ends[1] not in TOWN_NAMES or ends[0] == ends[1]:
            raise roads.error(key, f"holds {text!r}", "two towns, like 'N1-N2'")
        pair = (TOWN_NAMES.index(ends[0]), TOWN_NAMES.index(ends[1]))
        if pair in found or pair[::-1] in found:
            raise roads.error(key, f"holds {text!r} twice", "each road once")
        found.append(pair)
    return found
