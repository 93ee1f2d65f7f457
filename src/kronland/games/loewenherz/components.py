"""Löwenherz (1997): tiles and cards, read from a file and checked against the published counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kronland.core.components import Checked, parse, read_file, usual_kept
from kronland.core.records import records
from kronland.games.fields import STRIDE
from kronland.games.grid.room import PAIRS_NEEDED, free_pairs
from kronland.games.loewenherz.rules.state import BOARD, BORDERS, COLOUR_NAMES, DECK, MOST_NAMED, PILES, SEATS, START_DUCATS, Task, Terrain

FILE = Path(__file__).with_name("components.toml")
TILES, TILE = 6, 5
TERRAIN = {".": Terrain.FARMLAND, "f": Terrain.FOREST, "m": Terrain.MOUNTAIN, "t": Terrain.TOWN}
PILE_COUNTS = {"A": 6, "B": 7, "C": 7, "D": 7, "E": 4}
TASK_SIZES = {
    "ducats": (Task.DUCATS, (4, 6, 8)),
    "border": (Task.BORDER, (1, 2, 3)),
    "knight": (Task.KNIGHT, (1, 2)),
}
PAIRS = 3

DTYPE = np.dtype(
    [
        ("tile", np.int8, (TILES, TILE * TILE)),
        ("card", np.int8, (DECK, 3)),
        ("card_pile", np.int8, DECK),
        ("start_region", np.int16, (len(COLOUR_NAMES), 2)),  # first and last cell of the beginners' rectangle
        ("start_pair", np.int16, (len(COLOUR_NAMES), PAIRS, 2)),  # cells of castle and knight
    ],
    align=True,
)


@usual_kept
def load(text: str | None = None, name: str = FILE.name) -> Any:
    """The components as one record for `setup`: the published ones, or those of another file's text."""
    parts = records(1, DTYPE)[0]
    top = parse(read_file(FILE) if text is None else text, name)
    _read_tiles(top.table("tiles"), parts)
    _read_cards(top.table("action_cards"), parts)
    _read_beginner(top.table("beginner"), parts)
    return parts


def _read_tiles(tiles: Checked, parts: Any) -> None:
    tiles.expect_keys("ABCDEF")
    for number, letter in enumerate("ABCDEF"):
        rows = tiles.strings(letter, TILE)
        for row, text in enumerate(rows):
            if len(text) != TILE or set(text) - set(TERRAIN):
                raise tiles.error(letter, f"row {row + 1} is {text!r}", f"{TILE} letters out of {' '.join(TERRAIN)}")
            for column, sign in enumerate(text):
                parts.tile[number, row * TILE + column] = TERRAIN[sign]
    farmland = [{n // TILE * STRIDE + n % TILE for n, kind in enumerate(tile) if kind == Terrain.FARMLAND} for tile in parts.tile]
    if (pairs := sum(free_pairs(own, own) for own in farmland)) < PAIRS_NEEDED:
        right = f"at least {PAIRS_NEEDED} that share no field, so that all castles find room (L97-3)"
        raise tiles.error("A to F", f"{pairs} pairs of neighbouring farmland on all tiles", right)


def _read_cards(cards: Checked, parts: Any) -> None:
    cards.expect_keys(PILE_COUNTS)
    assert len(PILE_COUNTS) == PILES
    number, kings = 0, 0
    for pile, (letter, count) in enumerate(PILE_COUNTS.items()):
        for text in cards.strings(letter, count):
            parts.card[number] = _card(cards, letter, text)
            parts.card_pile[number] = pile
            kings += text.strip() == "king"
            if text.strip() == "king" and letter != "E":
                raise cards.error(letter, "the king lies here", "the king in the lowest pile, E")
            number += 1
    if kings != 1:
        raise cards.error("E", f"{kings} king cards", "exactly one king card")
    if (owned := most_owned(parts.card)) > MOST_NAMED:
        right = f"at most {MOST_NAMED - owned + ducats_on(parts.card)}, so that nobody ever has more than the {MOST_NAMED} that can be bid"
        raise cards.error("A to E", f"{ducats_on(parts.card)} ducats on all cards together", right)


def ducats_on(actions: Any) -> int:
    """The ducats that these actions of cards bring, all together (L97-13)."""
    return sum(int(action) & 15 for action in np.ravel(actions) if int(action) >> 4 == Task.DUCATS)


def most_owned(cards: Any) -> int:
    """The most that anybody can own with these cards: what all have at the start and all that the cards bring, had from the others in
    negotiations (L97-5, L97-13, L97-21). Treasures are bid beside ducats and never become ducats (L97-73)."""
    return SEATS * START_DUCATS + ducats_on(cards)


def _card(cards: Checked, letter: str, text: str) -> list[int]:
    if text.strip() in ("silver", "king"):
        return [int(Task[text.strip().upper()]) * 16, 0, 0]
    slots = []
    for action in text.split("|"):
        match action.split():
            case ["politics"]:
                slots.append(int(Task.POLITICS) * 16 + 1)
            case [name, size] if name in TASK_SIZES and size in map(str, TASK_SIZES[name][1]):
                slots.append(int(TASK_SIZES[name][0]) * 16 + int(size))
            case _:
                known = ", ".join(f"{name} {size}" for name, (_, sizes) in TASK_SIZES.items() for size in sizes)
                raise cards.error(letter, f"card {text!r} has the action {action.strip()!r}", f"politics, {known}")
    if len(slots) != 3:
        raise cards.error(letter, f"card {text!r}", "three actions parted by |, or silver, or king")
    return slots


def _read_beginner(beginner: Checked, parts: Any) -> None:
    beginner.expect_keys(COLOUR_NAMES)
    used: dict[int, str] = {}
    for colour, name in enumerate(COLOUR_NAMES):
        own = beginner.table(name)
        first, last = (_cell(own, "region", text) for text in own.strings("region", 2))
        if first % STRIDE > last % STRIDE or first // STRIDE > last // STRIDE:
            raise own.error("region", "the corners are the wrong way round", "top left, then bottom right")
        parts.start_region[colour] = (first, last)
        pairs = own.lists("pairs", PAIRS)
        for number, pair in enumerate(pairs):
            if not isinstance(pair, list) or len(pair) != 2:
                raise own.error("pairs", f"{pair!r}", "a castle's field and its knight's field")
            castle, knight = (_cell(own, "pairs", text) for text in pair)
            if abs(castle % STRIDE - knight % STRIDE) + abs(castle // STRIDE - knight // STRIDE) != 1:
                raise own.error("pairs", f"{pair[0]} and {pair[1]} do not touch", "a knight beside its castle")
            for cell in (castle, knight):
                if cell in used:
                    raise own.error("pairs", f"{BOARD.name(cell)} is used by {used[cell]} too", "a free field")
                used[cell] = name
                tile = (cell // STRIDE) // TILE * 3 + cell % STRIDE // TILE
                spot = (cell // STRIDE) % TILE * TILE + cell % STRIDE % TILE
                if parts.tile[tile, spot] != Terrain.FARMLAND:
                    raise own.error(
                        "pairs",
                        f"{BOARD.name(cell)} is no farmland",
                        "castles and knights on farmland (L97-3)",
                    )
            parts.start_pair[colour, number] = (castle, knight)
    _check_start_regions(beginner, parts)


def _check_start_regions(beginner: Checked, parts: Any) -> None:
    """Each region holds its colour's first castle and no other; borders part no castle from its knight, and there are enough of them."""
    regions = [_rectangle(*(int(cell) for cell in corners)) for corners in parts.start_region]
    pairs = [(int(castle), int(knight)) for colour in parts.start_pair for castle, knight in colour]
    for colour, name in enumerate(COLOUR_NAMES):
        own, region = beginner.table(name), regions[colour]
        inside = [castle for castle, _ in pairs if castle in region]
        if inside != [int(parts.start_pair[colour, 0, 0])]:
            found = ", ".join(BOARD.name(castle) for castle in inside) or "none"
            raise own.error("region", f"the castles in it are {found}", "the first castle of this colour and no other")
        for castle, knight in pairs:
            if (castle in region) != (knight in region):
                raise own.error("region", f"its border parts {BOARD.name(castle)} from {BOARD.name(knight)}", "a knight beside its castle")
        for other, before in enumerate(regions[:colour]):
            if region & before:
                raise own.error("region", f"{BOARD.name(min(region & before))} lies in that of {COLOUR_NAMES[other]} too", "regions apart")
    neighbours = [(int(here), int(there)) for here, there in BOARD.line_ends]
    borders = {line for line in neighbours for region in regions if (line[0] in region) != (line[1] in region)}
    if len(borders) > BORDERS:
        raise beginner.error("region", f"all regions together need {len(borders)} borders", f"at most {BORDERS} (L97-35)")
    founded = set().union(*regions)
    for castle, _ in pairs:
        if castle not in founded and len(_area(castle, neighbours, borders) & {c for c, _ in pairs}) == 1:
            raise beginner.error("region", f"they close in {BOARD.name(castle)}, which has none", "regions that close in no other castle")


def _rectangle(first: int, last: int) -> set[int]:
    rows, columns = range(first // STRIDE, last // STRIDE + 1), range(first % STRIDE, last % STRIDE + 1)
    return {row * STRIDE + column for row in rows for column in columns}


def _area(start: int, neighbours: list[tuple[int, int]], borders: set[tuple[int, int]]) -> set[int]:
    """What can be reached from a field without crossing a border."""
    area: set[int] = set()
    more = {start}
    while more:
        area |= more
        ways = [line for line in neighbours if line not in borders and (line[0] in more or line[1] in more)]
        more = {cell for line in ways for cell in line} - area
    return area


def _cell(own: Checked, key: str, text: object) -> int:
    field = BOARD.fields.read(str(text))
    if field is None:
        raise own.error(key, f"{text!r} is no field", BOARD.fields.hint)
    return int(BOARD.cell_of_field[field])
