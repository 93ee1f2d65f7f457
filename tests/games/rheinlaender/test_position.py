"""Rheinländer: positions as text, and the text board."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from kronland.core.errors import PositionError
from kronland.core.layout import differences
from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.positions import position
from kronland.games.rheinlaender.positions.position import read, write
from kronland.games.rheinlaender.rules.eras import caught_up
from kronland.games.rheinlaender.rules.state import Phase
from kronland.lab.conformance import play_lively
from tests.games.rheinlaender.table import OCHRE, RED, at, new, play, refused

# What a position does not keep, or numbers anew
KNOWN = {"eras", "came", "odds"}  # of hands: when the game is over they are open, and only what a record's digest needs is written
OTHERWISE = {"clock", "barrier", "duchy", "duke", "strength", "worth", "churches", "extent"}


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_position_of_a_game_can_be_written_and_read(players):
    phases = set()
    for number, match in enumerate(play_lively(GAME, players, {}, seed=players)):
        s = match.state
        if number % 20 == 0 or int(s.phase) not in phases or match.over:
            text = write(s)
            again = read(text)
            assert write(again) == text
            assert set(differences(caught_up(s), again)) <= OTHERWISE | (KNOWN if match.over else set())
            assert (again.duchy > 0).tolist() == (s.duchy > 0).tolist()
            phases.add(int(s.phase))
    assert phases == {0, *Phase}


def test_play_goes_on_from_a_position():
    match = new(4, seed=2)
    for _ in range(30):
        match.play(next(iter(match.legal)))
    again = at(write(match.state))
    assert list(again.legal) == list(match.legal)
    play(again, next(iter(again.legal)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turn red", "position: the number of players is missing; expected a line like: players 3"),
        ("players 2", "position, line 1: players: got '2'; expected a whole number from 3 to 5"),
        ("players 3\nknight red L2", "position, line 2: 'knight' is no line of a position; did you mean 'knights'?"),
        ("players 3\nknights blue L2", "position, line 2: player: got 'blue'; expected one of red, ochre, purple"),
        ("players 3\nknights red L99", "position, line 2: there is no field 'L99' on this map; expected a field"),
        ("players 3\nknights red L30", "position, line 2: there is no field 'L30' on this map; expected a field"),
        ("players 3\nknights red L2 L2", "position, line 2: L2 is occupied twice; expected one knight or bastion a field"),
        ("players 3\nbastions W2", "position, line 2: W2 is water; expected bastions on land (RH-17)"),
        ("players 3\nbastions " + " ".join(f"L{n}" for n in range(1, 11)), "position: too many bastions; expected at most 9 (RH-1)"),
        ("players 3\nspot L2-L4 castle", "position, line 2: spot: got 'L2-L4'; expected one of L2-L3"),
        ("players 3\nspot L2-L3 palace", "position, line 2: got 'palace'; expected a building"),
        ("players 3\nduke red L2", "position, line 2: there is no duchy at L2; expected a field of a duchy (RH-20)"),
        ("players 3\nhand red 1 2 3", "position, line 2: 3 cards in this hand; expected 5 (RH-3, RH-18)"),
        ("players 3\nhand red 1 2 3 4 5\ndiscards 5", "position, line 3: card 5 is in the hand of red already; expected every card"),
        ("players 3\nhand red 1 2 3 4 55", "position, line 2: card: got '55'; expected a whole number from 1 to 54"),
        ("players 3\nphase draw", "position, line 2: got 'draw'; expected one of card, field, castle, bastion, over"),
        ("players 3\noption money on", "position, line 2: got 'money on'; expected archbishop or open_money, on or off"),
        ("players 3\nphase castle L2", "position, line 2: no knight has come to a castle; expected the land field of a knight of red"),
        ("players 3\nknights red W2", "the position cannot arise: a knight stands on W2, but a land field of the section is free"),
        ("players 3\nspot L2-L3 castle red", "the position cannot arise: the castle on spot 0 is manned, but no knight stands beside it"),
        ("players 3\nspot L2-L3 church red\nknights red L2", "the position cannot arise: spot 0 has a castle knight but no castle"),
        ("players 3\nknights red L2 L3\nduke ochre L2", "the position cannot arise: the duchy at L2 has the duke 1, but seat 0 has"),
        ("players 5\nlast_turn\nknights red " + " ".join(f"L{n}" for n in range(1, 18)), "the position cannot arise: seat 0 has to set"),
        ("players 5\nknights red " + " ".join(f"L{n}" for n in range(1, 19)), "position, line 2: red has no knight left for this one"),
    ],
)  # fmt: skip
def test_a_wrong_or_impossible_position_is_refused_with_the_reason(text, message):
    with pytest.raises(PositionError) as problem:
        read(text)
    assert message in str(problem.value) and str(problem.value).startswith("position")


def test_the_text_board_shows_what_a_seat_may_know():
    match = at("knights red L2 L3\nspot L2-L3 castle red\nknights ochre R3\nbastions R4\nhand red 1 2 3 4 5\nturn red")
    text = match.view(RED).text
    board = [line for line in text.splitlines() if line.startswith(("Left", "Right"))]
    assert board[0].split()[1:5] == [".", "r", "r", "."]
    assert board[1].split()[1:5] == [".", ".", "o", "#"]
    assert "L2-L3 castle (Red)" in text and "L2 L3 (Red, worth 2)" in text
    assert "[1 2 3 4 5]" in text and text.count("[? ? ? ? ?]") == 2
    assert match.view().text.count("[? ? ? ? ?]") == 3


def test_refusals_of_every_game():
    match = at(f"knights red {' '.join(f'R{n}' for n in range(33, 55))} L42 L54\nhand red 1 2 3 4 5\nturn red")
    assert match.why(GAME.space.size).reason == "no_such_action"
    play(match, "card 1", "knight L1", "done")
    assert refused(match, "card 2", "game_over", "")


def test_the_positions_of_the_documents_can_be_read():
    """Blocks marked ```rheinlaender in the documents, and the example in the format's own description."""
    docs = Path(__file__).parents[3] / "docs"
    blocks = [
        block for file in docs.rglob("*.md") for block in re.findall(r"^```rheinlaender\n(.*?)^```", file.read_text("utf-8"), re.M | re.S)
    ]
    example = dedent(re.findall(r"\n\n(    players.*?)\n\n", position.__doc__ or "", re.S)[0])
    assert len(blocks) == 1
    for text in (*blocks, example):
        assert write(read(write(read(text)))) == write(read(text))
    match = play(at(blocks[0]), "card 14", "knight L14")
    assert match.actors == [OCHRE] and list(match.legal) == ["man", "decline"]
