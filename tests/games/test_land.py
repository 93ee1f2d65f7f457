"""Land is drawn in place, and names stand where they cover nothing."""

from __future__ import annotations

import doctest
import re

import numpy as np
import pytest

from kronland.core.match import Match
from kronland.games import GAMES, find_game
from kronland.games.brianboru.picture.chart import name_sides, places
from kronland.games.brianboru.picture.names import BADGE, box_of, shared
from kronland.games.brianboru.rules.domains import TOWN
from kronland.games.drawing import outlines
from kronland.games.drawing.land import Thing, scattered
from kronland.games.drawing.outlines import placed


def test_examples_of_placing_a_path() -> None:
    assert doctest.testmod(outlines).failed == 0


def ends(d: str) -> list[tuple[float, float]]:
    """Where the strokes of a path that is told from point to point end."""
    x = y = 0.0
    start, found = (0.0, 0.0), []
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        values = [float(one) for one in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers)]
        if command == "z":
            x, y = start
        elif command == "M":
            x, y = values
        elif command in "hv":
            x, y = (x + values[0], y) if command == "h" else (x, y + values[0])
        else:
            x, y = x + values[-2], y + values[-1]
        if command in "Mm":
            start = x, y
        found.append((x, y))
    return found


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    "d", ["M-21 16L-9-9 5-17 21 16ZM1 2H7V-3q1 2 3 4t1 1", "M-3 16v-5a2.5 2.5 0 0 1 5 0v5ZM2 2c1 1 2 2 3 3C1 2 3 4 5 6"]
)
def test_a_path_that_is_placed_goes_where_a_transform_would_have_it(d: str, mirrored: bool) -> None:
    was, now = ends(placed(d)), ends(placed(d, 100, 50, 2, mirrored))
    turn = -1 if mirrored else 1
    assert np.allclose(now, [(100 + 2 * turn * x, 50 + 2 * y) for x, y in was])


def test_many_woods_are_as_many_paths_as_one() -> None:
    one, many = scattered([Thing("forest", 10, 10)]), scattered(Thing("forest", 50 * n, 10) for n in range(20))
    assert one.count("<path") == many.count("<path") and "transform" not in many


@pytest.mark.parametrize("game_id", GAMES)
def test_no_board_moves_its_land_into_place(game_id: str) -> None:
    board = Match(find_game(game_id), find_game(game_id).seats[0], seed=1, mode="python").view(0).board_svg
    assert not re.search(r'<use href="#kl-(forest|farmland|mountain)-\d', board)


def test_no_name_of_a_town_lies_over_another_town() -> None:
    towns, names = places(), [token.upper() for token in TOWN.tokens]
    boxes = [box_of(name, town, side) for name, town, side in zip(names, towns, name_sides(), strict=True)]
    for number, box in enumerate(boxes):
        for other, (x, y) in enumerate(towns):
            badge = x - BADGE, y - BADGE, x + BADGE, y + BADGE
            assert other == number or shared(box, badge) < 20, (names[number], names[other])
            assert other == number or shared(box, boxes[other]) == 0, (names[number], names[other])
