"""Löwenherz (2003): positions as text round-trip, and impossible ones are refused with the reason."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from kronland.core.errors import PositionError
from kronland.core.layout import CHANCE, differences
from kronland.core.match import Match
from kronland.games.koenig.game import GAME
from kronland.games.koenig.positions import position
from kronland.games.koenig.positions.position import read, write
from kronland.lab.conformance import play_lively
from tests.games.koenig.table import RED, at, board, hand, new, play

FIGURES = {"R1": "a1", "r": "a2", "O1": "l12", "o": "k12", "B1": "f6", "b": "f7"}
CORNER = ["b1-c1", "b2-c2", "a2-a3", "b2-b3"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_round_trips(players):
    phases = set()
    for seed in range(2):
        for number, match in enumerate(play_lively(GAME, players, {}, seed)):
            s = match.state
            if number % 20 == 0 or match.over or (int(s.phase), int(s.steps)) not in phases:
                phases.add((int(s.phase), int(s.steps)))
                text = GAME.write_position(s)
                again = GAME.read_position(text)
                assert GAME.write_position(again) == text
                assert set(differences(again, s)) <= {*CHANCE, "barrier"}
    assert len({phase for phase, _ in phases}) >= 9


def test_a_few_lines_are_a_position():
    match = at("players: 3\n" + board({"v": "b1"}, FIGURES, CORNER) + "\nred: 5 ducats, holds b-knight2\nturn: red card")
    assert match.state.score[RED] == 3 and hand(match, RED)[-1] == "b-knight2" and len(hand(match, RED)) == 3
    assert int(match.state.drawn) == 16 and match.state.borders_left == 96, "a card of B is out: pile A has been drawn"


def test_play_goes_on_from_a_written_position():
    match = new(3, 4)
    for _ in range(40):
        match.play(next(iter(match.legal)))
    copy = Match(GAME, 3, position=GAME.write_position(match.state), mode="python")
    for _ in range(30):
        action = next(iter(match.legal))
        play(match, action)
        play(copy, action)
    assert set(differences(match.state, copy.state)) <= set(CHANCE)


BASE = "players: 3\n" + board({"v": "b1"}, FIGURES, CORNER)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{BASE}", "no turn is given"),
        (f"{BASE}\nturn: red", "expected a player and what is to be decided"),
        (f"{BASE}\nturn: green card", "player: got 'green'; expected one of red, ochre, blue"),
        (f"{BASE}\nturn: red dance", "what is to be decided: got 'dance'"),
        (f"{BASE}\nturn: red borders 4", "borders: got '4'; expected a whole number from 1 to 3"),
        (f"{BASE}\nturn: red borders 1, for red-1", "cannot read 'for red-1' of 'borders'; expected after"),
        (f"{BASE}\nturn: red fields 1, after 1", "'fields' needs 'for' and a castle"),
        (f"{BASE}\nturn: red fields 1, for red-1", "'for' goes with 'after'"),
        (f"{BASE}\nturn: red fields 1, after 1, for ochre-1", "ochre-1 is no region of red"),
        (f"{BASE}\nturn: ochre remove, to red-1, from ochre-1", "a deserter comes from a region of another colour"),
        (f"{BASE}\nturn: red castle", "borders stand before all castles are set"),
        ("players: 3\n" + board({}, {"R1": "a1", "r": "a2"}) + "\nturn: red castle", "castles are set in turn"),
        (f"{BASE}\nturn: red card, after 1", "'card' needs nothing more"),
        (f"{BASE}\nturn: red over, king", "nobody has reached the king token at 40"),
        (f"{BASE}\nturn: red over, deck", "the game ends when the deck and all hands are empty"),
        (f"{BASE}\nturn: red over", "expected 'red over, king' or 'red over, deck'"),
        (f"{BASE}\nred: 4 points\nturn: red card", r"red has 4 points, but its land is worth 3 \(L03-26, L03-70\)"),
        (f"{BASE}\nred: holds a-border9\nturn: red card", "there is no card 'a-border9'; did you mean 'a-border"),
        (f"{BASE}\nred: holds a-border2 a-border2 a-border2 a-border3\nturn: red card", "red holds 4 cards; a hand has 3"),
        (f"{BASE}\nmarket: 6 a-border2\nturn: red card", r"6 cards a-border2 are placed; there are 4 \(L03-2\)"),
        (f"{BASE}\ndeck: d-expand2\nturn: red card", "seat 0 holds 0 cards, not 3"),
        (f"{BASE}\ndeck: d-expand2, a-border2\nturn: red card", "the piles of the deck are not in order"),
        (f"{BASE}\nsold: a-border2\nturn: red refill", "the card sold in this turn lies in the market"),
        (f"{BASE}\nalliance: red-1 ochre-1\nturn: red card", "an alliance joins two regions of different colours"),
        (f"{BASE}\nalliance: red-1\nturn: red card", "an alliance joins two regions, like red-1 ochre-2"),
        (f"{BASE}\ngrey: 3 ducats\nturn: red card", "grey is not a player; with 3 players there are red, ochre, blue"),
        (f"{BASE}\nred: 3 gold\nturn: red card", "cannot read '3 gold' of red"),
        (f"{BASE}\nred: 3 ducats\nred: 4 ducats\nturn: red card", "'red' is given twice, first in line"),
        (f"{BASE}\nmoney: 3\nturn: red card", "'money' is no line of a position"),
        (f"{BASE}\ncards A: 5 border2 3-2\nturn: red card", "cannot read the card '5 border2 3-2'"),
        ("players: 5\nturn: red card", "players: got '5'; expected a whole number from 2 to 4"),
        ("players: 4\n" + board({}, {"R4": "a1"}) + "\nturn: red card", "castle R4: with 4 players no colour has more than 3 castles"),
        ("players: 3\n" + board({}, {"G1": "a1"}) + "\nturn: red card", "castle G1: with 3 players grey is not played"),
        ("players: 3\n" + board({"v": "a1"}, {"R1": "a1"}) + "\nturn: red card", r"a castle stands on village: a1 \(L03-4\)"),
        (
            "players: 3\n" + board({"K": "a2"}, {"R1": "a1", "r": "a2"}) + "\nturn: red card",
            r"a knight stands on royal city: a2 \(L03-30\)",
        ),
        ("players: 3\n" + board({}, {"R1": "a1", "r": "c2"}) + "\nturn: red card", "the red knight on c2 is not joined to a castle"),
        (
            "players: 3\n" + board({}, FIGURES, [*CORNER, "a1-b1"]) + "\nturn: red card",
            r"lies inside the region of red-1; it is taken away",
        ),
    ],
)
def test_what_cannot_be_is_refused(text, message):
    with pytest.raises(PositionError, match=message):
        GAME.read_position(text)


def test_a_match_prints_as_text_in_both_languages():
    match = at(BASE + "\nred: 5 ducats, holds b-knight2 a-border2\nmarket: 2 a-border3\nturn: red card")
    shown = str(match)
    assert "Red's turn. The king token lies at 40." in shown and "2 x 3 borders (A), cost 5, value 3" in shown
    assert "r Red: 3 points, 5 ducats, 1 region, 14 knights left, holds 2 x 2 borders (A), cost 3, value 2; 2 knights (B), cost 4" in shown
    assert "o Ochre: 0 points, 7 ducats, 0 regions, 14 knights left, holds 3 cards of pile A" in shown
    german = match.view(-1, "de").text
    assert "Rot ist am Zug. Der Königs-Chip liegt bei 40." in german and "auf der Hand: eine B-Karte; 2 A-Karten" in german


def test_positions_in_the_documents_can_be_read() -> None:
    """Blocks marked ```koenig, and the example in the format's own description."""
    docs = Path(__file__).parents[3] / "docs"
    texts = [block for file in docs.rglob("*.md") for block in re.findall(r"^```koenig\n(.*?)^```", file.read_text("utf-8"), re.M | re.S)]
    assert len(texts) == 1
    for text in (*texts, dedent(re.findall(r"\n\n(    players.*?)\n\n", position.__doc__ or "", re.S)[0])):
        assert write(read(write(read(text)))) == write(read(text))
    match = at(texts[0])
    assert [(region.castle, region.size) for region in match.board.regions] == [("red-1", 6), ("ochre-1", 2)]


def test_every_verb_is_on_the_page_about_notation() -> None:
    page = (Path(__file__).parents[3] / "docs/positions.md").read_text("utf-8")
    table = page[page.index("(2003)") : page.index("```koenig")]
    shown = re.findall(r"`([a-z][^`]*)`", " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `")))
    assert {notation.split()[0] for notation in shown} == {verb.name for verb in GAME.verbs}
    for notation in shown:
        assert GAME.space.notation(GAME.space.parse(notation), 0) == notation
