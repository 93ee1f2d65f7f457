"""Löwenherz (1997): tiles and cards, read from a file and checked against the published counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kronland.core.components import Checked, parse, read_file
from kronland.games.grid.areas import STRIDE
from kronland.games.loewenherz.state import BOARD, COLOUR_NAMES, DECK, PILES, Task, Terrain

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


def load(text: str | None = None, name: str = FILE.name) -> Any:
    """The components as one record for `setup`: the published ones, or those of another file's text."""
    parts = np.zeros(1, DTYPE).view(np.recarray)[0]
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
            if len(pair) != 2:
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
        first_castle = int(parts.start_pair[colour, 0, 0])
        inside = [
            castle
            for castle in parts.start_pair[:, :, 0].ravel()
            if first % STRIDE <= castle % STRIDE <= last % STRIDE and first // STRIDE <= castle // STRIDE <= last // STRIDE
        ]
        if first_castle not in inside:
            raise own.error("pairs", "the first castle is outside the region", "the first castle inside the region")


def _cell(own: Checked, key: str, text: object) -> int:
    field = BOARD.fields.read(str(text))
    if field is None:
        raise own.error(key, f"{text!r} is no field", BOARD.fields.hint)
    return int(BOARD.cell_of_field[field])
