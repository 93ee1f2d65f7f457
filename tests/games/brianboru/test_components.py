"""Brian Boru: the component file, and what is said about a wrong one."""

from __future__ import annotations

import pytest

from kronland.core.errors import ComponentError
from kronland.games.brianboru.components import FILE, load, published_map
from kronland.games.brianboru.rules.invariants import towns_in
from kronland.games.brianboru.rules.state import REGIONS, TOWN_NAMES, TOWNS, TOWNS_IN, Symbol

TEXT = FILE.read_text("utf-8")


def test_the_published_components() -> None:
    parts = load()
    assert [len(towns_in(word)) for word in parts.region] == list(TOWNS_IN) and sum(TOWNS_IN) == TOWNS == 53
    assert [len(towns_in(word)) for word in parts.town_colour] == [17, 18, 18]
    assert parts.threshold.tolist() == [4, 3, 2, 3, 2, 5, 4, 5] and parts.token_points.tolist() == [6, 4, 3, 5, 2, 7, 6, 7]
    roads = {(one, other) for one in range(TOWNS) for other in towns_in(parts.road[one])}
    assert len(roads) == 72 and all((other, one) in roads for one, other in roads)
    assert [Symbol(symbol).name for symbol in parts.card_row[0, 0]] == ["TOWN", "COURT", "COURT", "COIN"]
    assert {REGIONS[region] for region in parts.marriage_town if region >= 0} == set("LSCNM")


def test_the_map_for_the_picture() -> None:
    chart = published_map()
    assert len(chart.place) == TOWNS and len(set(chart.place)) == TOWNS
    assert [(TOWN_NAMES[one], TOWN_NAMES[other]) for one, other in chart.sea] == [("C9", "M1")]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"1 yellow |', '"1 red |', "card 1 is '1 red'; expected 1 yellow"),
        ("town court court coin |", "town court court gold |", "symbols out of town, coin"),
        ('"2 red | town raid raid coin |', '"2 red | raid town raid coin |', "`town` first in the primary row"),
        ('  "25 blue | town pay pay | coin expand5 | church church church",\n', "", "has 24 entries; expected a list of 25"),
        ("[9, 10, 11, 12, 12, 13, 14]", "[9, 10, 11, 12, 13, 13, 14]", "vikings: is [9, 10, 11, 12, 13, 13, 14]"),
        ('"renown", "town", "none"]', '"renown", "village", "none"]', "space 8 is 'village'"),
        ("spread = [0, 0,", "spread = [0, -1,", "spread: holds -1"),
        ('Brigid = "points 4"', 'Brigid = "points 9"', "marriages.Brigid: is 'points 9'"),
        ("threshold = 4", "threshold = 0", "regions.N.threshold: is 0; expected a whole number from 1 to 9"),
        ('  "red 525 120",\n', "", "regions.N.towns: has 6 entries; expected a list of 7"),
        ('"red 525 120"', '"blue 525 120"', "18 red"),
        ('"red 525 120"', '"green 525 120"', "holds 'green 525 120'"),
        ('"N1-N2"', '"N1-N9"', "holds 'N1-N9'; expected two towns"),
        ('"N1-N2"', '"B1-N2"', "holds 'N2-B1' twice"),
        ('sea = ["C9-M1"]', 'sea = ["C9-M2"]', "C9-M2 is no road"),
        ("reconstruction = false\n", "", "reconstruction: missing"),
    ],
)
def test_a_wrong_file_is_refused_with_key_value_and_what_would_be_right(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentError, match=r"^mine\.toml: ") as problem:
        load(TEXT.replace(old, new, 1), "mine.toml")
    if message == "18 red":
        assert "red towns on the map" in str(problem.value) or "blue towns on the map" in str(problem.value)
    else:
        assert message in str(problem.value)


def test_an_owners_file_plays_by_its_own_numbers() -> None:
    parts = load(TEXT.replace("threshold = 4\npoints = 6", "threshold = 2\npoints = 9", 1), "mine.toml")
    assert (parts.threshold[0], parts.token_points[0]) == (2, 9)
