"""Löwenherz (1997): a position or a component file is refused if anything that can follow from it would not fit."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kronland.core.errors import ComponentError, PositionError
from kronland.core.kernel import interpreted
from kronland.core.layout import State
from kronland.core.match import Match
from kronland.core.play import playout
from kronland.games.loewenherz.components import FILE, ducats_on, load
from kronland.games.loewenherz.game import GAME
from kronland.games.loewenherz.positions.position import read, write
from kronland.games.loewenherz.rules.contents import legal
from kronland.games.loewenherz.rules.state import DUCATS_ON_CARDS
from tests.games.loewenherz.table import at, new

TEXT = FILE.read_text("utf-8")
RICH = " ".join(["d8d8d8"] * 6)


# Money ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"cards A: {RICH}\nturn: red card",
            "line 1: the players have 48 ducats together, and 206 more are on cards to come; expected at most 220",
        ),
        (f"grey: 3 ducats\ncards A: {RICH}\nturn: red castle", "line 2: the players have 39 ducats together, and 206 more"),
        (f"cards A: {RICH}\nred: 200 ducats\ncard: E d8k1k2\nturn: red card", "line 2: the players have 236 ducats together, and 8 more"),
        ("red: 98 ducats\nochre: 13 ducats\nturn: red card", "line 3: the players have 135 ducats together; there are never more than 134"),
        ("turn: red negotiate, with ochre, offer 221", "line 1: offer: got '221'; expected a whole number from 0 to 220"),
    ],
)
def test_ducats_that_are_still_to_come_count_as_well(text: str, message: str) -> None:
    with pytest.raises(PositionError) as refused:
        read(text)
    assert str(refused.value).startswith(f"position, {message}") and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "red: 98 ducats\nturn: red card",  # 134, and 86 with the cards to come: 220
        f"cards A: {RICH}\nred: 176 ducats\ncard: E d8k1k2\nturn: red card",  # 212, and 8 with the card that is up
        f"cards A: {RICH}\nred: 184 ducats\ncard: E d8k1k2\naction: 2\nturn: red knights 1",  # these 8 are shared out already
    ],
)
def test_as_many_as_can_be_named_are_accepted(text: str) -> None:
    s = read(text)
    assert write(read(write(s))) == write(s)
    bid = read(re.sub("turn: .*", "turn: red ochre bid", text))
    richest = int(bid.ducats[0])
    assert GAME.space.parse(f"bid {richest}") in listed(bid) and len(listed(bid)) == richest + 1


def listed(s: State) -> list[int]:
    out = np.zeros(GAME.space.size, np.int32)
    with np.errstate(over="ignore"):
        count = interpreted(legal)(s, 0, out)
    return [int(action) for action in out[:count]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_real_game_fits(players: int) -> None:
    match = new(players, seed=5)
    while not match.over and match.length < 60:
        match.play(match.legal.actions[match.length % len(match.legal)])
        GAME.read_position(GAME.write_position(match.state))


# Cards ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards E: pb2k2 pk1k2 d8k1k2 d8k1k2\nturn: red card", "line 1: king cards lie in no pile; expected one, in pile E"),
        ("turn: red castle\ncards E: pb2k2 pk1k2 silver silver", "line 2: king cards lie in no pile; expected one, in pile E"),
        ("cards E: pb2k2 king d8k1k2 king\nturn: red card", "line 1: king cards lie in E, E; expected one, in pile E"),
        ("cards D: king d8k1k2 d6k1k2 silver pb2k1 pb3k2 pb1b2\nturn: red card", "line 1: king cards lie in D, E; expected one, in pile E"),
        ("decisions: 2147483647\nturn: red card", "line 1: decisions: got '2147483647'; expected a whole number from 0 to 1000000000"),
        ("decisions: ９\nturn: red card", "line 1: decisions: got '９'"),
        ("red: ² ducats\nturn: red card", "line 1: ducats: got '²'"),
        ("card: A d４b2k1\nturn: red card", "line 1: 'd４b2k1' is no action card"),
        ("   a\n  +---+\n² |.  |\nturn: red card", "line 3: expected a row with its number"),
        ("   a\n  +---+\n１ |.  |\nturn: red card", "line 3: expected a row with its number"),
        (f"   a\n{' ' * 5000}+---+\n{'1' * 5000} |.  |\nturn: red card", "line 2: expected '+---+---' below"),
    ],
)
def test_what_would_not_fit_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(PositionError) as refused:
        read(text)
    assert str(refused.value).startswith(f"position, {message}") and "\n" not in str(refused.value)


def test_an_endless_line_is_not_quoted_whole() -> None:
    with pytest.raises(PositionError) as refused:
        read(f"turn: {'x' * 100_000}")
    assert len(str(refused.value)) < 600


def test_a_deck_without_a_king_ends_the_game_when_it_is_used_up() -> None:
    """No reader lets such a deck in; a kernel that met one would still not read past it."""
    s = at("turn: red card").state.copy()
    for card in range(len(s.card)):
        if s.card[card, 0] >> 4 == 6:
            s.card[card] = (3 * 16 + 1, 3 * 16 + 1, 3 * 16 + 1)
    out = np.zeros(GAME.space.size, np.int32)
    with np.errstate(over="ignore"):
        interpreted(playout)(s, np.uint64(3), out, np.zeros((0, 8), np.int32), GAME.longest)
    assert s.ended and s.drawn == s.deck_size


# Component files --------------------------------------------------------------------------------------------------------------------


def pile(letter: str, cards: list[str]) -> str:
    """The published file with other cards in one pile."""
    return re.sub(rf"^{letter} = \[\n.*?\n\]", f"{letter} = {cards}".replace("'", '"'), TEXT, count=1, flags=re.S | re.M)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            pile("A", ["ducats 8 | ducats 8 | ducats 8"] * 6),
            r"action_cards\.A to E: 206 ducats on all cards together; expected at most 172, so that nobody ever has more than the 220",
        ),
        (TEXT.replace('["m4", "m5"]', "7"), r"beginner\.red\.pairs: 7; expected a castle's field"),
        (TEXT.replace('["m4", "m5"]', "[1, 2]"), r"beginner\.red\.pairs: 1 is no field"),
        (TEXT.replace('region = ["a1", "c2"]', 'region = ["c1", "o2"]'), r"beginner\.red\.region: the castles in it are"),
        (TEXT.replace('region = ["a1", "c2"]', 'region = ["a1", "c5"]'), r"beginner\.red\.region: the castles in it are a1, b5"),
        (TEXT.replace('region = ["a1", "c2"]', 'region = ["a1", "a1"]'), r"beginner\.red\.region: its border parts a1 from a2"),
        (re.sub(r'^([A-F]) = \["[.fmt]{5}.*$', r'\1 = ["mmmmm", "mmmmm", "mmmmm", "mmmmm", "mmmmm"]', TEXT, flags=re.M), "0 pairs of"),
        (TEXT.replace("reconstruction = false", f"reconstruction = {'9' * 5000}"), r"mine\.toml: is no TOML"),
        (TEXT.replace("reconstruction = false", f"reconstruction = {'[' * 5000}"), r"mine\.toml: is no TOML"),
        (TEXT + '\n[tiles."a\\nb"]\n', r"mine\.toml: tiles\.'a\\nb': unknown key"),
    ],
)
def test_component_files_that_would_not_fit_are_refused(text: str, message: str) -> None:
    assert text != TEXT
    with pytest.raises(ComponentError, match=message) as refused:
        load(text, "mine.toml")
    assert "\n" not in str(refused.value)


def test_the_published_components_leave_room_for_as_many_ducats_again() -> None:
    assert ducats_on(load().card) == DUCATS_ON_CARDS
    rich = load(pile("A", ["ducats 6 | ducats 6 | ducats 6"] * 6), "mine.toml")
    assert ducats_on(rich.card) == DUCATS_ON_CARDS - 24 + 6 * 18 <= 2 * DUCATS_ON_CARDS


def test_a_match_with_such_components_is_refused() -> None:
    with pytest.raises(ComponentError, match="206 ducats"):
        Match(GAME, 4, components=pile("A", ["ducats 8 | ducats 8 | ducats 8"] * 6), mode="python")
