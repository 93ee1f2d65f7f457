"""Löwenherz (2003): component files: the reconstruction, and what is refused of an owner's file."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kronland.core.errors import ComponentError
from kronland.core.match import Match
from kronland.core.play import play_batch
from kronland.games.koenig.components import FILE, load
from kronland.games.koenig.game import GAME
from kronland.games.koenig.rules.domains import CARDS
from tests.games.koenig.table import hand

TEXT = FILE.read_text("utf-8")


def test_the_reconstruction_has_sixty_cards_of_the_known_actions():
    parts = load()
    kinds = range(parts.kinds)
    assert sum(parts.kind_count[kind] for kind in kinds) == 60
    assert len({int(parts.kind_card[kind]) for kind in kinds}) == parts.kinds
    assert {CARDS.tokens[parts.kind_card[kind]] for kind in kinds} >= {"b-knight1-expand1", "c-deserter", "d-alliance", "a-border3"}


def test_the_game_says_that_it_is_a_reconstruction():
    assert GAME.reconstruction is not None and "reconstruction = true" in TEXT


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[tiles]", "[land]", r"mine\.toml: tiles: missing; expected a table"),
        ('a = ["ff.f"', 'a = ["ff.x"', r"tiles\.a: row 1 is 'ff\.x'; expected 4 letters out of"),
        ('a = ["ff.f", ', "a = [", r"tiles\.a: has 3 entries; expected a list of 4"),
        ('"s.Kf"', '"s..f"', r"tiles\.centre: 0 royal cities; expected one royal city"),
        ('"f.v."', '"fKv."', r"tiles\.a: 1 royal cities; expected one royal city"),
        ('"f..g", "fe.."]', '"f...", "fe.."]', r"tiles\.centre: 3 mines; expected four mines"),
        ('"c.ff"]\nb', '"..ff"]\nb', r"tiles\.c: 3 copper mines on all tiles; expected 4"),
        ('c = ["v.ff", "..ff", ".e.f", "f.vf"]', 'c = ["vfff", "ffff", "fe.f", "ffvf"]', r"tiles\.c: 1 meadows; expected at least 2"),
        ("{ count = 7, symbols", "{ count = 6, symbols", r"cards\.A to D: 59 cards together; expected 60"),
        (
            "cost = 3, sale = 2 },\n  { count = 7",
            "cost = 99, sale = 2 },\n  { count = 7",
            r"cards\.A\[1\]\.cost: is 99; expected a whole number",
        ),
        (
            '["border 2"], cost = 3, sale = 2',
            '["border 4"], cost = 3, sale = 2',
            r"symbols: holds 'border 4'; expected symbols out of border 1",
        ),
        ('["border 1", "knight 1"]', '["border 1", "border 2"]', r"symbols: are \['border 1', 'border 2'\]; expected one symbol, or two"),
        ("sale = 2 },\n  { count = 7", "value = 2 },\n  { count = 7", r"cards\.A\[1\]\.sale: missing; expected the keys count"),
        ('{ count = 1, symbols = ["expand 1"], cost = 3, sale = 3 },\n]\nB', "]\nB", r"cards\.A to D: 59 cards"),
        ("reconstruction = true", "reconstruction = ", r"mine\.toml: is no TOML"),
    ],
)
def test_what_is_wrong_is_said(old, new, message):
    assert old in TEXT
    with pytest.raises(ComponentError, match=message):
        load(TEXT.replace(old, new), "mine.toml")


def test_three_prices_for_the_same_symbols_cannot_be_told_apart():
    text = TEXT.replace(
        '{ count = 4, symbols = ["border 2"], cost = 3, sale = 2 },',
        "".join(f'{{ count = {n}, symbols = ["border 2"], cost = 3, sale = {sale} }},' for n, sale in ((2, 1), (1, 2), (1, 3))),
    )
    with pytest.raises(ComponentError, match=r"cards\.A: border2 has more; expected at most 2 prices"):
        load(text, "mine.toml")


def test_a_pile_may_not_be_empty():
    text = re.sub(r"D = \[.*?\n\]", "D = []", TEXT, flags=re.S).replace("{ count = 7", "{ count = 22", 1)
    with pytest.raises(ComponentError, match=r"cards\.D: is empty; expected at least one card"):
        load(text, "mine.toml")


def test_an_owners_file_is_played():
    """Other cards, with two prices for the same symbols; the order in the file does not matter."""
    text = TEXT.replace(
        '{ count = 4, symbols = ["border 2"], cost = 3, sale = 2 },',
        '{ count = 3, symbols = ["border 2"], cost = 4, sale = 2 }, { count = 1, symbols = ["alliance", "border 2"], cost = 9, sale = 1 },',
    ).replace(
        '{ count = 7, symbols = ["border 3"], cost = 5, sale = 3 },',
        '{ count = 5, symbols = ["border 3"], cost = 5, sale = 3 }, { count = 2, symbols = ["border 3"], cost = 4, sale = 3 },',
    )
    parts = load(text, "mine.toml")
    tokens = [CARDS.tokens[card] for card in parts.kind_card[: parts.kinds]]
    assert tokens[:4] == ["a-border2", "a-border3", "a-border3-ii", "a-knight1"] and "a-border2-alliance" in tokens
    assert parts.kind_cost[1] == 4 and parts.kind_cost[2] == 5
    match = Match(GAME, 4, seed=1, components=text, mode="python")
    assert any(card in {"a-border3-ii", "a-border2-alliance"} for seat in range(4) for card in hand(match, seat))
    position = GAME.write_position(match.state)
    assert "cards A: 3 border2 4/2, 2 border3 4/3, 5 border3 5/3" in position
    assert np.array_equal(GAME.read_position(position).kind_card, match.state.kind_card)
    batch = play_batch(GAME, 4, 3, seed=3, components=parts, mode="python")
    assert all(GAME.invariants(s) == [] for s in batch.states)
