"""Löwenherz (2003): a position or a component file is refused if anything that can follow from it would not fit."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kronland.core.errors import ComponentError, PositionError
from kronland.core.kernel import interpreted
from kronland.games.koenig.components import FILE, load
from kronland.games.koenig.game import GAME
from kronland.games.koenig.rules.cards import draw_card
from kronland.games.koenig.rules.invariants import problems
from kronland.games.koenig.rules.state import DECK, NO_CARD
from tests.games.koenig.table import at, board

TEXT = FILE.read_text("utf-8")
FIGURES = {"R1": "a1", "r": "a2", "O1": "l12", "o": "k12", "B1": "f6", "b": "f7"}
WALLS = ["b1-c1", "b2-c2", "a2-a3", "b2-b3"]
BASE = "players: 3\n" + board({"v": "b1"}, FIGURES, WALLS) + "\n"
NEUTRAL = "players: 2\n" + board({}, FIGURES, [*WALLS, "e6-f6", "e7-f7", "f5-f6", "g5-g6", "f7-f8", "g7-g8", "g6-h6", "g7-h7"]) + "\n"
CARDS = "cards B: 15 border2 3/2\ncards C: 15 border2 3/2\ncards D: 15 border2 3/2\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{BASE}decisions: 2147483647\nturn: red card", "decisions: got '2147483647'; expected a whole number from 0 to 1000000000"),
        (f"{BASE}red: 30000 ducats\nturn: red card", "ducats: got '30000'; expected a whole number from 0 to 14000"),
        (f"{BASE}red: ７ ducats\nturn: red card", "ducats: got '７'"),
        (
            f"{BASE}{CARDS}cards A: 15 border2 3/2, 0 border3 5/3\nturn: red card",
            "count of a card: got '0'; expected a whole number from 1",
        ),
        (f"{BASE}{CARDS}cards A: 15 border2 99/2\nturn: red card", "cost: got '99'; expected a whole number from 0 to 20"),
        (f"{BASE}{CARDS}cards A: 15 border2 3/99\nturn: red card", "sale: got '99'; expected a whole number from 0 to 20"),
        (f"{BASE}market: {', '.join(['60 a-border2'] * 5)}\nturn: red card", "300 cards a-border2 are placed; there are 4"),
        (f"{BASE}played: {', '.join(['32 a-border2'] * 8)}\nturn: red card", "256 cards a-border2 are placed; there are 4"),
        (f"{BASE}deck: {', '.join(['60 a-border2'] * 5)}\nturn: red card", "300 cards a-border2 are placed; there are 4"),
        (f"{BASE}ochre: holds d-expand2\ndeck: a-border2\nturn: red card", "has been drawn, but a-border2 lies on the deck"),
        (f"{BASE}ochre: holds c-border1*\ndeck: b-knight1\nturn: red card", "has been drawn, but b-knight1 lies"),
        (f"{BASE}market: b-knight1\ndeck: a-border2\nturn: red card", "has been drawn, but a-border2 lies"),
        (f"{BASE}played: d-expand2\ndeck: c-border1\nturn: red card", "its piles are drawn in order (L03-2)"),
        (f"{BASE}deck: a-border2\nturn: red card", "has been drawn, but a-border2 lies on the deck"),
        (f"{BASE}deck: -\nturn: red refill", "the deck is empty, so no hand is filled up any more (L03-81)"),
        ("players: 3\ndeck: -\nturn: blue castle", "castles are set before a card is drawn from the deck (L03-4, L03-14)"),
        ("players: 4\ndeck: -\nturn: red castle", "castles are set before a card is drawn from the deck (L03-4, L03-14)"),
        (f"{NEUTRAL}turn: red remove, to blue-1, from red-1", "blue-1 is no region of a player"),
        (f"{NEUTRAL}turn: red settle, after 1, to red-1, from blue-1", "a neutral knight is chosen as soon as the own one is set"),
        (f"{BASE}turn: red deserter, after 1", "cannot read 'after 1' of 'deserter'; expected nothing more"),
        (f"{BASE.replace(' 1 |', ' ² |', 1)}turn: red card", "expected a row with its number"),
    ],
)
def test_what_would_not_fit_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(PositionError) as refused:
        GAME.read_position(text)
    assert message in str(refused.value)
    assert re.match(r"position, line \d+: ", str(refused.value)) and "\n" not in str(refused.value)


@pytest.mark.parametrize("where", ["ochre: holds c-border1", "ochre: holds c-border1*", "market: c-border1", "played: c-border1"])
def test_a_card_of_a_later_pile_means_that_the_piles_before_it_are_drawn(where: str) -> None:
    """A hidden card that could not have been drawn yet was accepted, and every twin showed it."""
    s = at(f"{BASE}{where}\nturn: red card").state
    assert {int(s.kind_pile[kind]) for kind in s.deck[s.drawn :]} == {2, 3} and problems(s) == []
    assert at(GAME.write_position(s)).state.deck.tobytes() == s.deck.tobytes()
    impossible = s.copy()
    impossible.deck[s.drawn] = 0
    assert any("still holds an earlier pile" in problem for problem in problems(impossible))


def test_castles_are_set_with_all_hands_full() -> None:
    """Who set the last castle of a game whose deck was empty by then had to play a card, and had none."""
    s = at("players: 3\nturn: blue castle").state.copy()
    assert problems(s) == []
    for kind in s.deck[s.drawn :]:
        s.spent[kind] += 1
    s.deck[:], s.drawn = NO_CARD, DECK
    assert problems(s) == ["castles are set still, and the deck is empty"]


def test_an_empty_deck_gives_no_card() -> None:
    """No reader lets a hand be filled up from an empty deck; a kernel that were asked to would still not read past it."""
    s = at(BASE + "turn: red card").state.copy()
    s.deck[:] = NO_CARD
    s.drawn = DECK
    before = s.tobytes()
    with np.errstate(over="ignore"):
        assert interpreted(draw_card)(s, 0) == NO_CARD
    assert s.tobytes() == before


def test_tiles_without_room_for_all_castles_are_refused() -> None:
    text = re.sub(r"^([a-h]) = (\[.*\])$", lambda line: f"{line[1]} = {few_meadows(line[2])}", TEXT, flags=re.M)
    with pytest.raises(ComponentError, match=r"tiles\.centre to h: \d+ meadows on all tiles have a meadow or a forest") as refused:
        load(text, "mine.toml")
    assert "\n" not in str(refused.value)


def few_meadows(tile: str) -> str:
    """A tile with villages in place of all meadows but the last two."""
    keep = tile.count(".") - 2
    return tile.replace(".", "v", keep).replace("f", "v")
