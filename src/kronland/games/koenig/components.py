"""Löwenherz (2003): tiles and cards, read from a file and checked against what is known of the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kronland.core.components import Checked, parse, read_file, usual_kept
from kronland.core.records import records
from kronland.games.fields import STRIDE
from kronland.games.grid.room import PAIRS_NEEDED, free_pairs
from kronland.games.koenig.rules.domains import FACES, PRICES, SYMBOLS, Cards, symbol_token
from kronland.games.koenig.rules.state import DECK, KINDS, MINES_EACH, PILE_NAMES, Task, Terrain

FILE = Path(__file__).with_name("components.toml")
TILE_NAMES = ("centre", *"abcdefgh")
TILES, TILE = len(TILE_NAMES), 4
CENTRE = 0
LETTERS = {
    ".": Terrain.MEADOW,
    "f": Terrain.FOREST,
    "v": Terrain.VILLAGE,
    "K": Terrain.ROYAL_CITY,
    "c": Terrain.COPPER,
    "s": Terrain.SILVER,
    "g": Terrain.GOLD,
    "e": Terrain.GEMS,
}
MINES = {"c": "copper", "s": "silver", "g": "gold", "e": "gems"}
LEAST_MEADOWS = 2  # on every tile, so that all castles and their knights find room
MOST_DUCATS = 20  # that a card can cost or bring

DTYPE = np.dtype(
    [
        ("tile", np.int8, (TILES, TILE * TILE)),
        ("kinds", np.int8),
        ("kind_card", np.int16, KINDS),
        ("kind_pile", np.int8, KINDS),
        ("kind_symbols", np.int8, (KINDS, 2)),
        ("kind_cost", np.int8, KINDS),
        ("kind_sale", np.int8, KINDS),
        ("kind_count", np.int8, KINDS),
    ],
    align=True,
)

Face = tuple[tuple[Task, int], ...]
Kind = tuple[int, Face, int, int]  # pile, symbols, cost, sale


@usual_kept
def load(text: str | None = None, name: str = FILE.name) -> Any:
    """The components as one record for `setup`: our reconstruction, or those of another file's text."""
    parts = records(1, DTYPE)[0]
    top = parse(read_file(FILE) if text is None else text, name)
    _read_tiles(top.table("tiles"), parts)
    _read_cards(top.table("cards"), parts)
    return parts


def _read_tiles(tiles: Checked, parts: Any) -> None:
    tiles.expect_keys(TILE_NAMES)
    together: Counter[str] = Counter()
    for number, key in enumerate(TILE_NAMES):
        rows = tiles.strings(key, TILE)
        for row, text in enumerate(rows):
            if len(text) != TILE or set(text) - set(LETTERS):
                raise tiles.error(key, f"row {row + 1} is {text!r}", f"{TILE} letters out of {' '.join(LETTERS)}")
            for column, sign in enumerate(text):
                parts.tile[number, row * TILE + column] = LETTERS[sign]
        found = Counter("".join(rows))
        if found["K"] != (number == CENTRE):
            raise tiles.error(key, f"{found['K']} royal cities", "one royal city (K), on the centre tile")
        if number == CENTRE and (mines := sum(found[sign] for sign in MINES)) != 4:
            raise tiles.error(key, f"{mines} mines", "four mines beside the royal city")
        if found["."] < LEAST_MEADOWS:
            raise tiles.error(key, f"{found['.']} meadows", f"at least {LEAST_MEADOWS}, so that castles find room")
        together += found
    for sign, mine in MINES.items():
        if together[sign] != MINES_EACH:
            raise tiles.error(sign, f"{together[sign]} {mine} mines on all tiles", f"{MINES_EACH} mines of each kind")
    _check_room(tiles, parts)


def _check_room(tiles: Checked, parts: Any) -> None:
    """All castles and their knights find room, wherever the others are set (L03-4)."""
    pairs = 0
    for tile in parts.tile:
        land = {n // TILE * STRIDE + n % TILE: int(kind) for n, kind in enumerate(tile)}
        meadows = {cell for cell, kind in land.items() if kind == Terrain.MEADOW}
        pairs += free_pairs(meadows, {cell for cell, kind in land.items() if kind in (Terrain.MEADOW, Terrain.FOREST)})
    if pairs < PAIRS_NEEDED:
        right = f"at least {PAIRS_NEEDED} that share no field, so that all castles find room (L03-4)"
        raise tiles.error("centre to h", f"{pairs} meadows on all tiles have a meadow or a forest beside them", right)


def _read_cards(cards: Checked, parts: Any) -> None:
    cards.expect_keys(PILE_NAMES)
    counts: Counter[Kind] = Counter()
    for pile, letter in enumerate(PILE_NAMES):
        for number, entry in enumerate(cards.lists(letter), 1):
            where = f"{letter}[{number}]"
            if not isinstance(entry, dict):
                raise cards.error(where, f"is {entry!r}", "a table like { count = 5, symbols = [...], cost = 3, sale = 2 }")
            card = Checked(cards.file, f"{cards.path}.{where}", entry)
            card.expect_keys(("count", "symbols", "cost", "sale"))
            kind = (pile, _face(card), card.number("cost", 0, MOST_DUCATS), card.number("sale", 0, MOST_DUCATS))
            counts[kind] += card.number("count", 1, DECK)
        if not any(kind[0] == pile for kind in counts):
            raise cards.error(letter, "is empty", "at least one card in each pile")
    if (total := sum(counts.values())) != DECK:
        raise cards.error("A to D", f"{total} cards together", f"{DECK} cards")
    if (crowded := number_kinds(counts, parts)) is not None:
        raise cards.error(crowded[0].upper(), f"{crowded[2:]} has more", f"at most {len(PRICES)} prices for the same symbols in one pile")


def _face(card: Checked) -> Face:
    """The symbols of a card, in the order of the rules' chapters."""
    known = {f"{task.name.lower()} {size}": (task, size) for task, size in SYMBOLS} | {symbol_token(*symbol): symbol for symbol in SYMBOLS}
    texts = card.strings("symbols")
    for text in texts:
        if text not in known:
            shown = [symbol_token(*symbol).replace(symbol[0].name.lower(), symbol[0].name.lower() + " ").strip() for symbol in SYMBOLS]
            raise card.error("symbols", f"holds {text!r}", f"symbols out of {', '.join(shown)}")
    face = tuple(sorted(known[text] for text in texts))
    if face not in FACES:
        raise card.error("symbols", f"are {texts!r}", "one symbol, or two of different actions")
    return face


def number_kinds(counts: Mapping[Kind, int], parts: Any) -> str | None:
    """Kinds in the order of piles and symbols, whatever the order in the file; two prices are told apart by cost and sale.

    Gives the pile and the symbols that have more prices than can be told apart, if there are any.
    """
    ordered = sorted(counts, key=lambda kind: (kind[0], FACES.index(kind[1]), kind[2], kind[3]))
    for name in ("kind_card", "kind_pile", "kind_symbols", "kind_cost", "kind_sale", "kind_count"):
        parts[name][:] = 0
    parts.kinds = len(ordered)
    for number, kind in enumerate(ordered):
        pile, face, cost, sale = kind
        price = sum(other[:2] == kind[:2] for other in ordered[:number])
        if price >= len(PRICES):
            return f"{PILE_NAMES[pile].lower()}-{'-'.join(symbol_token(*symbol) for symbol in face)}"
        parts.kind_card[number] = Cards.number(pile, face, price)
        parts.kind_pile[number] = pile
        parts.kind_symbols[number] = [int(task) * 16 + size for task, size in face] + [0] * (2 - len(face))
        parts.kind_cost[number] = cost
        parts.kind_sale[number] = sale
        parts.kind_count[number] = counts[kind]
    return None
