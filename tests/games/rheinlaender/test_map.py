"""Rheinländer: the map as a component: ours, other people's, and wrong ones (RH-2)."""

from __future__ import annotations

import pytest

from kronland.core.components import read_file
from kronland.core.errors import ComponentError
from kronland.core.kernel import interpreted
from kronland.core.match import Match
from kronland.core.play import play_batch
from kronland.games.rheinlaender.components import FILE, load
from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.picture.course import course_of
from kronland.games.rheinlaender.positions.position import read, write
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.fields import NOWHERE, has_field, with_field
from tests.games.rheinlaender.table import new

OURS = read_file(FILE)
TOKENS = "[buildings.tokens]\ncastle = {castle}\nchurch = {church}\ncity_2 = 0\ncity_3 = 0\ncity_4 = 0\n"


def own_map(river: str, left: str, right: str, islands: str = "", touching: str = "", spots: str = '"L2-L3", "R2-R3"') -> str:
    count = spots.count("-")
    tokens = TOKENS.format(castle=count // 2, church=count - count // 2)
    return f"""
[map]
river = [{river}]
left_bank = [{left}]
right_bank = [{right}]
islands = [{islands}]
[map.touching]
{touching}
[buildings]
spots = [{spots}]
{tokens}"""


STRAIGHT = own_map('"1-40"', '"1-40"', '"1-40"')
TWO_ISLANDS = own_map(
    '"1-6 7-10 15-25 26-29 34-40", "6 11-14 15", "25 30-33 34"',
    '"1-10 15-29 34-40"',
    '"1-6 11-25 30-40"',
    '"7/11 8/12 9/13 10/14", "26 27/30 28/31 29/32 33"',
    spots='"L2-L3", "I2-I3", "I6-I7", "L3-L4", "R20-R21"',
)
THREE_ARMS = own_map(
    '"1-10 11-14 23-45", "10 15-18 23", "10 19-22 23"',
    '"1-14 23-45"',
    '"1-10 19-22 23-45"',
    '"11/15 12/16 13/17 14/18", "15/19 16/20 17/21 18/22"',
    'L30 = ["L40", "R45"]\nL40 = ["L30"]\nR45 = ["L30"]',
)


def named(field: str) -> int:
    return ALL_FIELDS.index[field]


def neighbours(parts, field: str) -> set[str]:
    return {ALL_FIELDS.tokens[other] for other in parts.touching[named(field)] if other >= 0}


@pytest.mark.rule("RH-2", "RH-13")
def test_our_map_has_the_published_counts():
    parts = load()
    assert (parts.sections, parts.spots) == (54, 26)
    assert neighbours(parts, "L2") == {"L1", "L3", "W2"}
    assert neighbours(parts, "W19") == {"L19", "R19", "W18", "W20", "W27"}
    assert neighbours(parts, "I2") == {"I1", "I3", "W21", "W27"}
    assert neighbours(parts, "L26") == {"L25", "L32", "W26"}
    assert neighbours(parts, "R19") == {"R18", "R27", "W19"}
    for field in range(len(ALL_FIELDS)):
        for other in parts.touching[field]:
            assert other < 0 or field in parts.touching[other]  # neighbours are mutual
    both = [name for name in ALL_FIELDS.tokens if name[0] == "I" and (parts.section_land == named(name)).sum() == 2]
    assert both == ["I2", "I3", "I4", "I5", "I6"]


def test_the_game_says_that_the_map_is_our_reconstruction():
    assert GAME.reconstruction is not None and "reconstruction" in GAME.reconstruction.one


@pytest.mark.parametrize("components", [STRAIGHT, TWO_ISLANDS, THREE_ARMS], ids=["straight", "two islands", "three arms"])
def test_games_on_other_maps_are_played_drawn_and_written_down(components):
    batch = play_batch(GAME, 5, 3, seed=1, mode="python", components=load(components, "own"))
    assert (batch.decisions > 0).all() and batch.ends()["knights"] == 3
    for s in batch.states:
        assert GAME.invariants(s) == []
        text = write(s)
        assert write(read(text)) == text
    match = Match(GAME, 3, seed=1, components=components, mode="python")
    assert set(course_of(match.state).plots) == {field for field in range(len(ALL_FIELDS)) if (match.state.touching[field] >= 0).any()}
    assert match.view(match.actors[0]).svg.count("target-bastion") == sum(action.startswith("bastion") for action in match.legal)


def test_a_map_of_ones_own_is_part_of_the_state():
    parts = load(THREE_ARMS, "own")
    assert neighbours(parts, "L30") == {"L29", "L31", "W30", "L40", "R45"}
    assert parts.sections == 45
    match = Match(GAME, 3, seed=1, components=THREE_ARMS, mode="python")
    assert match.state.sections == 45 and match.state.pile_size == 46 - 15


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"1-19 20-26 32-54"', '"1-19 20-26 32-53"'), "own: map.left_bank: names section 54; expected sections of the river only"),
        (('"1-19 20-26 32-54"', '"1-19 20-26 32-61"'), "own: map.river: '1-19 20-26 32-61' holds '32-61'; expected sections from 1 to 60"),
        (('"1-19 20-26 32-54"', '"1-19 x 32-54"'), "own: map.river: '1-19 x 32-54' holds 'x'; expected sections from 1 to 60"),
        (('"1-19 20-26 32-54"', '"1-19 19 20-26 32-54"'), "own: map.river: '1-19 19 20-26 32-54' names a section twice in a row"),
        (('["1-26 32-54"]', '["1-25 32-54"]'), "own: map.river: section 26 has 1 land fields (I7); expected two different land fields"),
        (('["1-26 32-54"]', '["1-27 32-54"]'), "own: map.river: section 27 has 3 land fields (L27, R27, I2); expected two"),
        (("20 21/27 22", "20 21/27/28 22"), "own: map.islands: '20 21/27/28 22/28 23/29 24/30 25/31 26' holds '21/27/28'; expected one"),
        (("20 21/27 22", "99 21/27 22"), "own: map.islands: I1 belongs to section 99; expected sections of the river only"),
        (("25/31 26", "25/31 26 " + "1 " * 20), "own: map.islands: more than 20 fields; expected at most 20"),
        (("[map.touching]", '[map.touching]\nL5 = ["L40"]'), "own: map.touching.L5: says that it touches L40; expected L40 to say"),
        (("[map.touching]", '[map.touching]\nL5 = ["L5"]'), "own: map.touching.L5: says that it touches itself; expected other fields"),
        (("[map.touching]", '[map.touching]\nL5 = ["L99"]'), "own: map.touching.L5: there is no field 'L99' on this map; expected a field"),
        (("[map.touching]", '[map.touching]\nL30 = []'), "own: map.touching.L30: there is no field 'L30' on this map"),
        (('"L2-L3"', '"L2-L4"'), "own: buildings.spots: L2-L4: L2 and L4 are not neighbours on one bank; expected two neighbouring fields"),
        (('"L2-L3"', '"L2-W2"'), "own: buildings.spots: L2-W2: there is no land field W2 on this map"),
        (('"L2-L3"', '"L2"'), "own: buildings.spots: holds 'L2'; expected two neighbouring fields of one bank or island, like L2-L3"),
        (('"L2-L3"', '"L5-L6"'), "own: buildings.spots: L5-L6: this spot is there twice; expected every spot once"),
        (("castle = 9", "castle = 8"), "own: buildings.tokens.castle: 25 tokens of all kinds together; expected 26, one for every spot"),
        (("castle = 9", "castle = 99"), "own: buildings.tokens.castle: is 99; expected a whole number from 0 to 32"),
        (("castle = 9", "palace = 9"), "own: buildings.tokens.castle: missing; expected the keys castle, church, city_2, city_3, city_4"),
        (("[map]", "[map"), "own: is no TOML"),
    ],
)  # fmt: skip
def test_a_wrong_map_is_refused_with_the_reason(change, message):
    text = OURS.replace(*change, 1)
    assert text != OURS
    with pytest.raises(ComponentError) as problem:
        load(text, "own")
    assert str(problem.value).startswith(message)


@pytest.mark.parametrize(
    ("components", "message"),
    [
        (own_map('"1-20"', '"1-20"', '"1-20"'), "20 sections, the highest 20; expected 26 to 60 sections, numbered from 1 without a gap"),
        (own_map('"2-40"', '"2-40"', '"2-40"'), "39 sections, the highest 40; expected 26 to 60 sections, numbered from 1 without a gap"),
        (own_map('"1-30"', '"1-30"', '"1-30"'), "90 fields; expected at least 96, so that knights run out before the map is full"),
        (own_map('"1-20", "21-40"', '"1-20", "21-40"', '"1-20", "21-40"'), "L21 cannot be reached from W1; expected a map of one piece"),
    ],
)
def test_an_impossible_map_is_refused(components, message):
    with pytest.raises(ComponentError) as problem:
        load(components, "own")
    assert message in str(problem.value)


def test_at_most_six_fields_touch_one_and_at_most_two_spots_lie_beside_one():
    many = "L5 = [" + ", ".join(f'"R{n}"' for n in range(30, 34)) + "]\n" + "".join(f'R{n} = ["L5"]\n' for n in range(30, 34))
    with pytest.raises(ComponentError, match="L5 touches 7 fields; expected at most 6"):
        load(own_map('"1-40"', '"1-40"', '"1-40"', touching=many), "own")
    touching = 'L5 = ["L9"]\nL9 = ["L5"]'
    with pytest.raises(ComponentError, match="L5 has 2 spots already; expected at most 2 spots beside a field"):
        load(own_map('"1-40"', '"1-40"', '"1-40"', touching=touching, spots='"L4-L5", "L5-L6", "L5-L9"'), "own")


def test_the_usual_set_up_uses_our_map():
    assert new().state.sections == 54


@pytest.mark.rule("RH-2")
def test_a_set_of_fields_has_what_was_put_into_it_and_nothing_else():
    put, has = interpreted(with_field), interpreted(has_field)
    for field in range(len(ALL_FIELDS)):
        one = put(NOWHERE, field)
        assert [other for other in range(len(ALL_FIELDS)) if has(one, other)] == [field]
        assert put(one, field) == one
