"""Rheinländer: what comes from outside and would lead play astray is refused, with the line and what would be right."""

from __future__ import annotations

import pytest

from kronland.core.errors import ComponentError, PositionError
from kronland.core.match import Match
from kronland.games.rheinlaender.components import FILE, load
from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.positions.position import read
from kronland.games.rheinlaender.rules.state import Phase

CASTLE = "players 3\nspot L2-L3 castle\nknights red L3\nknights ochre L1 L4 L5\nduke ochre L4\nturn red\n"
SECTIONS = "".join(f"section {n} L{n} R{n}\n" for n in range(1, 41))
TOUCHING = "".join(f"touch {bank}{n} {bank}{n + 1}\n" for n in range(1, 40) for bank in "LRW")
MAP = "players 3\n" + SECTIONS + TOUCHING
AFTER = MAP.count("\n") + 1  # the line after the map


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players ²", "position, line 1: players: got '²'; expected a whole number from 3 to 5"),
        ("players " + "9" * 5000, "position, line 1: players: got '9999"),
        ("players 3\ndiscards " + "9" * 5000, "position, line 2: card: got '9999"),
        ("players 3\npile " + "shuffle " * 99, "position, line 2: 99 shuffle cards in the pile; expected one (RH-3)"),
        ("players 3\npile 1 2", "position, line 2: 0 shuffle cards in the pile; expected one (RH-3)"),
        ("players 3\npile shuffle\npile shuffle", "position, line 3: 'pile' is given twice, first in line 2"),
        ("players 3\nphase over\nphase card", "position, line 3: 'phase' is given twice, first in line 2"),
        # a card that is not held would be looked for beyond the hand
        ("players 3\nhand red 1 2 3 4 5\nphase field 6", "position, line 3: red does not hold the card 6; expected a card in the hand"),
        ("players 3\nhand ochre 1 2 3 4 6\nphase field 6", "position, line 3: red does not hold the card 6; expected a card in the hand"),
        (
            "players 3\nknights ochre L6 R6 W6\nhand red 1 2 3 4 6\nphase field 6",
            "position, line 4: the card 6 allows nothing; expected a card with a field",
        ),
        # a castle beside a field that has none, or beside water, would be looked for beyond the map
        (CASTLE + "phase castle W3", "position, line 7: no knight has come to a castle; expected the land field of a knight of red"),
        (CASTLE + "phase castle L1", "position, line 7: no knight has come to a castle; expected the land field of a knight of red"),
        (CASTLE + "phase castle L3 2", "position, line 7: no duke has to decide about castle 2 beside L3; expected an empty castle"),
        (CASTLE.replace("castle", "church") + "phase castle L3", "position, line 7: no duke has to decide about castle 1 beside L3"),
        (CASTLE.replace("castle", "castle ochre") + "phase castle L3", "position, line 7: no duke has to decide about castle 1 beside L3"),
        (CASTLE.replace("red L3", "red L2 L3") + "phase castle L3", "position, line 7: no duke has to decide about castle 1 beside L3"),
        (CASTLE.replace("L4 L5", "R4 R5").replace(" L4", " R4") + "phase castle L3", "position, line 7: no duke has to decide"),
        # maps with fields that no card leads to
        (MAP + "touch L40 L41", "position: L41 belongs to no section; expected it to belong to section 41 and no other"),
        (MAP + "touch W40 W41", "position: W41 is the river of no section; expected river fields W1 to W40"),
        (MAP + "touch L4 L4", "position: L4 touches itself; expected other fields"),
        (MAP.replace("section 9 L9 R9", "section 9 L9 R8"), "position: R8 belongs to section 8 and 9; expected it to belong to section 8"),
        (MAP.replace("section 9 L9 R9", "section 9 L9 W3"), "position: section 9 has 2 land fields (L9, W3); expected two different land"),
        (MAP.replace("section 9 L9 R9", "section 9 L9 L9"), "position: section 9 has 2 land fields (L9, L9); expected two different land"),
        (MAP.replace("touch W9 W10\n", ""), "position: the river does not lead from W1 to W10; expected river fields that follow"),
    ],
)
def test_a_position_that_would_lead_astray_is_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError) as problem:
        read(text)
    assert str(problem.value).startswith(message)


def test_a_duke_without_knights_is_not_asked() -> None:
    assert read(CASTLE + "phase castle L3").actors == 0b10
    text = CASTLE.replace("L4 L5", f"L4 L5 {' '.join(f'R{n}' for n in range(1, 20))} L7 L9 L11") + "last_turn\nphase castle L3"
    with pytest.raises(PositionError, match=r"no duke has to decide .* beside a duchy whose duke has a knight left"):
        read(text)


def test_a_card_that_is_picked_is_dealt_to_who_picked_it() -> None:
    s = read("players 3\nturn ochre\nphase field 40")
    assert s.phase == Phase.FIELD and s.hand[1, 0] == 40


def test_the_map_of_these_tests_is_one() -> None:
    assert read(MAP).sections == 40 and AFTER == 1 + 1 + 40 + 117


def test_a_river_that_passes_its_own_island_by_can_be_drawn() -> None:
    text = FILE.read_text("utf-8").replace('"19 27-31 32"', '"19 2-31 32"')  # 19 leads back to 2, and 26 on to 27
    match = Match(GAME, 3, seed=1, components=text, mode="python")
    assert match.view().svg.startswith("<svg")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('river = ["1-19 20-26 32-54", "19 27-31 32"]', 'river = ["1-18", "19-26 32-54", "19 27-31 32"]', "the river does not lead"),
        ('"L2-L3"', '"L２-L３"', "holds 'L２-L３'"),
    ],
)
def test_a_component_file_that_would_lead_astray_is_refused(old: str, new: str, message: str) -> None:
    text = FILE.read_text("utf-8")
    assert old in text
    with pytest.raises(ComponentError, match=message):
        load(text.replace(old, new), "components")


@pytest.mark.rule("RH-18")
def test_odds_that_a_play_would_carry_past_their_room_are_refused():
    """A play counts up to five ways for every mix of five cards, and an odd is kept in 32 bits."""
    text = "players 3\nhand red 3 9 14 27 50\nera red 2 20\nodds red 11111:{}\nturn red\nphase card"
    with pytest.raises(PositionError, match="a whole number from 1 to"):
        read(text.format(1342177279))
    match = Match(GAME, position=text.format(1 << 28), mode="python")
    match.play("card 3")
    assert match.game.invariants(match.state) == []


@pytest.mark.parametrize("colour", ["red", "ochre", "purple"])
def test_eras_without_odds_are_refused_whoever_is_next(colour: str) -> None:
    """What is known of a hand must allow the hand itself: an era that no mix tells of allows nothing."""
    text = f"players 3\nhand {colour} 3 9 14 27 50\nera {colour} 2 20\nturn red\nphase card"
    with pytest.raises(PositionError, match="which nobody should think possible"):
        GAME.read_position(text)
