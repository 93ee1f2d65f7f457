"""Löwenherz (1997): positions as text: round trips, refusals of what cannot be, and what print(match) shows."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from kronland.core.errors import PositionError
from kronland.core.game import act
from kronland.core.kernel import interpreted
from kronland.core.layout import CHANCE
from kronland.core.log import NO_LOG
from kronland.core.match import Match
from kronland.core.play import lively_choice
from kronland.games.grid.positions import board
from kronland.games.loewenherz import components
from kronland.games.loewenherz.game import GAME
from kronland.games.loewenherz.positions import position
from kronland.games.loewenherz.positions.position import read, write
from kronland.games.loewenherz.rules.invariants import problems
from kronland.games.loewenherz.rules.state import KIND_OF, POLITICS_CARDS, Phase
from tests.games.loewenherz.table import GREY, OCHRE, PURPLE, RED, at, new

ROOT = Path(__file__).parents[3]
SET_UPS = [(2, "variable"), (3, "variable"), (4, "variable"), (3, "beginner"), (4, "beginner")]

# What the format leaves out, and the politics cards, which are compared by kind.
LEFT_OUT = {*CHANCE, "barrier", "politics_pile", "politics_take", "politics_taker", "politics_shown", "politics_spent"}


def essence(s) -> dict[str, object]:
    """All of a state that a text position tells."""
    told: dict[str, object] = {name: np.asarray(s[name]).tolist() for name in s.dtype.names if name not in LEFT_OUT}
    told["politics"] = sorted(
        (
            KIND_OF[card],
            int(s.politics_taker[card]),
            bool(s.politics_spent[card]),
            bool(s.politics_shown[card]),
            int(s.politics_pile[card]) if s.politics_taker[card] < 0 else None,
        )
        for card in range(POLITICS_CARDS)
    )
    return told


def check_round_trip(s) -> None:
    text = write(s)
    again = read(text)
    assert essence(again) == essence(s), text
    assert write(again) == text
    assert problems(again) == []


# Round trips ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "setup"), SET_UPS)
def test_positions_of_whole_games_round_trip(players, setup):
    chance = random.Random(f"{players} {setup}")
    out = np.zeros(GAME.space.size, np.int32)
    legal, apply, choose = interpreted(GAME.kernels["legal"]), interpreted(act), interpreted(lively_choice)
    checked = set()
    with np.errstate(over="ignore"):
        s = new(players, setup, seed=players).state
        while not s.ended:
            kind = (int(s.phase), bool(s.offer), int(s.left), int(s.expanding) >= 0, bool(np.any(s.cut)), int(s.duel), bool(s.takes))
            if kind not in checked or chance.random() < 0.1:
                checked.add(kind)
                check_round_trip(s)
            seat = chance.choice([seat for seat in range(players) if s.actors >> seat & 1])
            count = legal(s, seat, out)
            apply(s, seat, choose(s, seat, out, count, np.uint64(chance.getrandbits(64))), NO_LOG)
        check_round_trip(s)
    usual = {Phase.CARD, Phase.BORDER, Phase.KNIGHT, Phase.PILE, Phase.KEEP, Phase.BID, Phase.NEGOTIATE}
    assert {kind[0] for kind in checked} >= usual | ({Phase.CASTLE, Phase.START_KNIGHT} if setup == "variable" else set())


BOARD = """
       a   b   c   d   e   f   g
      +---+---+---+---+---+---+---+
    1 |.R1 .r  .  |.   .   .O1 .o |
      +   +   +   +   +   +   +   +
    2 |.   f   t  |f   .   .   fo |
      +---+---+---+---+---+---+---+
    3 |.P1 .p |.   .   m   .   .  |
      +---+---+---+---+---+---+---+
    """
TURNS = [
    "red card",
    "red card, politics 0",
    "red remove, from ochre-1, to red-1",
    "red remove, from ochre-1, to red-1, politics 0",
    "red settle, from ochre-1, to red-1, removed d2",
    "red negotiate, with ochre",
    "red negotiate, with ochre, offer 3",
    "red negotiate, with ochre, demand 0, offers 6",
    "red ochre bid",
    "red ochre grey bid, again",
    "red borders 0",
    "red borders 2",
    "red borders 3",
    "red knights 0",
    "red knights 0, no expansion",
    "red knights 1, no expansion",
    "red knights 2",
    "red knights 0, expanding red-1",
    "red knights 1, expanding red-1, from ochre-1",
    "red knights 0, expanding red-1, cut c3 d3, from ochre-1",
    "red pile",
    "red keep 1",
    "red keep 2",
    "over",
]


@pytest.mark.parametrize("turn", TURNS)
def test_every_decision_can_be_stated(turn):
    s = read(BOARD + f"turn: {turn}")
    assert write(s).splitlines()[-1].startswith(f"turn: {turn}")
    check_round_trip(s)


def test_a_board_and_a_turn_are_enough():
    s = read(BOARD + "turn: red borders 2")
    assert (s.players, s.seat, s.start, s.left, s.step, s.round_number) == (4, RED, RED, 2, 1, 1)
    assert list(s.ducats) == [12] * 4 and list(s.pile_size) == [6, 7] and s.drawn == 1
    assert list(s.knights_left) == [11, 10, 11, 12]
    assert problems(s) == []


def test_everything_that_can_be_stated():
    text = """
        # comments and blank lines may stand anywhere

        game: loewenherz
        players: 3
        open_money: on
           a   b   c   d   e   f
          +---+---+---+---+---+---+
        1 |.R1 .r |.O1 .o |.G1 .g |
          +---+---+---+---+---+---+
        red: 7 ducats, -3 points, holds alliance treasure-8*, spent deserter, laid 1+3
        ochre: 0 ducats, 21 points, holds treasure-12, laid 3, bid 0 treasure-12
        purple: 1 ducats, 5 points, laid 3
        alliance 2: ochre-1 grey-1
        pile 1: alliance deserter deserter
        pile 2: fief-3 fief-4 fief-5 treasure-10
        gone A: pb3k1 d4b2k1
        card: A d6b2k1
        left C: silver pb1b2 pk1k2 d8b3k2 pb2k1 d6b2k1 d4b2k2
        round: 3
        start: red
        decisions: 57
        action: 3
        turn: red ochre purple bid
        """
    text = text.replace("pile 2: fief-3 fief-4 fief-5 treasure-10", "pile 2: fief-3 fief-4 fief-5 treasure-10 treasure-15")
    s = read(text.replace("pile 1: alliance deserter deserter", "pile 1: deserter deserter"))
    assert s.open_money == 1 and list(s.score[:3]) == [-3, 21, 5] and list(s.ducats[:3]) == [7, 0, 1]
    assert list(s.laid[:3]) == [5, 4, 4] and s.actors == 0b101 and s.bid_treasures[OCHRE] == 4
    assert (s.ally_one[1], s.ally_other[1], s.alliances_made) == (4, 12, 2)  # two alliance cards must have been spent
    assert list(s.pile_size) == [2, 5] and s.takes == 6
    assert s.clock == 57 and s.round_number == 3 and s.step == 2 and s.drawn == 3
    check_round_trip(s)


def test_the_deck_is_as_stated():
    s = read("gone A: pb3k1 d4b2k1\ncard: A d6b2k1\nleft A: d8b2b3 pb2b3 d6b3k1\nturn: red card")
    assert list(s.deck[:6]) == [2, 0, 1, 4, 3, 5] and s.drawn == 3
    assert list(s.deck[6:]) == list(range(6, 31))
    s = read("card: C d6b2k1\nturn: red card")
    assert list(s.deck) == [*range(13), 15, 13, 14, *range(16, 31)] and s.drawn == 14
    assert read("setup: beginner\nturn: red card").deck_size == 25


def test_the_card_that_is_up_follows_from_the_turn():
    for turn, slots in (("red knights 2", "d8b2k2"), ("red borders 1", "pb1b2"), ("red pile", "pb3k1"), ("red borders 3", "pb3k1")):
        assert re.search(r"card: \w (\w+)", write(read(f"turn: {turn}")))[1] == slots


def test_cards_of_an_owners_own_file():
    own = components.FILE.read_text("utf-8").replace('"ducats 4 | border 2 | knight 1"', '"ducats 8 | knight 2 | border 1"', 1)
    s = Match(GAME, 4, seed=1, mode="python", components=own).state
    assert "cards A: d8k2b1 d6b2k1 pb3k1 pb2b3 d8b2b3 d6b3k1\n" in write(s)
    check_round_trip(s)


def test_a_part_of_the_board_leaves_the_rest_open():
    s = read("""
           f   g
          +---+---+
        4 |m   f
          +   +---+
        turn: over
        """)
    assert s.borders_left == 100 - 4
    assert "  4 |.   .   .   .   .  |m   f   .   " in write(s)


def test_header_letters_may_stand_over_the_middle_of_the_fields():
    shifted = BOARD.replace("       a   b", "        a   b", 1)
    assert essence(read(shifted + "turn: red card")) == essence(read(BOARD + "turn: red card"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_decides_first_follows_from_what_lies_there(players):
    two = "1+2" if players < 4 else "1"
    s = read(f"players: {players}\nochre: laid {two}\nturn: {'red' if players == 2 else 'purple'} card")
    assert s.start == OCHRE
    s = read(f"players: {players}\nturn: red negotiate, with ochre, offer 2")
    assert s.start == OCHRE and s.offers == 1


# What cannot be -------------------------------------------------------------------------------------------------------------------

WRONG: list[tuple[str, str]] = [
    ("players: 5\nturn: red card", "line 1: players: got '5'"),
    ("colour: red\nturn: red card", "line 1: 'colour' is no line of a position"),
    ("trun: red card", "line 1: 'trun' is no line of a position; did you mean 'turn'"),
    ("turn: red card\nturn: ochre card", "line 2: 'turn' is given twice, first in line 1"),
    ("game: chess\nturn: red card", "line 1: game: got 'chess'"),
    ("players: 4", "line 1: no turn is given"),
    ("", "line 1: no turn is given"),
    ("players: 2\nsetup: beginner\nturn: red card", "line 2: two players always play the variable set-up"),
    ("players: 3\ngrey: 3 ducats\nturn: red card", "line 2: grey is not a player"),
    ("red: 200 ducats\nturn: red card", "line 1: ducats: got '200'; expected a whole number from 0 to 134"),
    ("red: 60 ducats\nochre: 60 ducats\nturn: red card", "the players have 144 ducats together"),
    ("red: -1 ducats\nturn: red card", "line 1: ducats: got '-1'"),
    ("red: rich\nturn: red card", "line 1: cannot read 'rich' of red"),
    # turns
    ("turn: blue card", "line 1: cannot read 'blue card'"),
    ("turn: red dance", "line 1: cannot read 'red dance'"),
    ("turn: red", "line 1: cannot read 'red'"),
    ("turn: red borders", "line 1: cannot read 'red borders'; one number follows"),
    ("turn: red borders 4", "line 1: borders: got '4'; expected a whole number from 0 to 3"),
    ("turn: red knights 3", "line 1: no action card that may be up goes with"),
    ("turn: red knights 2, no expansion", "line 1: no action card that may be up goes with"),
    ("turn: red keep 3", "line 1: keep: got '3'"),
    ("turn: red ochre card", "line 1: one player decides, not 2"),
    ("turn: red bid", "line 1: two players or more bid"),
    ("turn: red red bid", "line 1: two players or more bid"),
    ("turn: red card, offers 2", "line 1: cannot read 'offers 2' of 'card'; expected politics"),
    ("turn: red card, politics 2", "line 1: politics: got '2'"),
    ("turn: red negotiate", "line 1: player: got 'nobody'"),
    ("turn: red negotiate, with red", "line 1: a negotiation is with another player"),
    ("turn: red negotiate, with ochre, offers 2", "line 1: offers: got '2'; expected 0"),
    ("turn: red negotiate, with ochre, offer 2, offers 7", "line 1: offers: got '7'; expected a whole number from 1 to 6"),
    ("start: red\nturn: red negotiate, with ochre, offer 2", "line 2: red is nearer to the start player and begins"),
    ("red: bid 3\nturn: red card", "line 1: red has a bid but takes no part in a duel"),
    ("red: bid 3\nturn: ochre grey bid", "line 1: red has a bid but takes no part in a duel"),
    ("red: 2 ducats, bid 3\nturn: red grey bid", "line 1: red does not have what it bids"),
    ("red: bid 3 treasure-8\nturn: red grey bid", "line 1: red does not have what it bids"),
    ("red: bid 3\nochre: bid 3\nturn: red ochre bid", "line 3: all have bid"),
    ("turn: red knights 1, cut d4", "line 1: 'cut' goes with 'from'"),
    ("turn: red remove, from ochre-1, to red-1", "line 1: red-1 has no region"),
    ("turn: red remove, from ochre-1", "line 1: a deserter under way needs 'to'"),
    ("turn: red knights 0, expanding red-1", "line 1: red-1 has no region"),
    ("turn: red knights 0, expanding ochre-1", "line 1: red cannot expand the region of ochre-1"),
    # decision cards
    ("red: laid 1+2\nturn: ochre card", "line 2: red lays one decision card"),
    ("players: 3\nred: laid 1\nturn: ochre card", "line 3: red lays two decision cards"),
    ("red: laid 4\nturn: ochre card", "line 1: laid: got '4'"),
    ("start: red\nturn: purple card", "line 2: red is start player, so before purple red, ochre must have laid cards"),
    ("red: laid 1\nturn: red card", "must have laid cards"),
    ("red: laid 1\nturn: red borders 2", "line 2: action 2 was chosen by nobody"),
    ("red: laid 2\nochre: laid 2\ngrey: laid 2\nturn: red negotiate, with ochre", "line 4: action 2 was chosen by red, ochre, grey"),
    ("red: laid 1\nturn: over", "line 2: no decision card lies"),
    # action cards
    ("card: A d5b2k1\nturn: red card", "line 1: 'd5b2k1' is no action card"),
    ("card: A d8b2k2\nturn: red card", "line 1: the card A d8b2k2 cannot be up"),
    ("card: Z d4b2k1\nturn: red card", "line 1: 'Z d4b2k1' is no card"),
    ("gone A: d4b2k1\ncard: A d4b2k1\nturn: red card", "line 2: the card A d4b2k1 cannot be up"),
    ("gone A: d4b2k1 d4b2k1\nturn: red card", "line 1: there is no (further) d4b2k1 in pile A"),
    ("gone A: d4b2k1\ncard: B d8b2k2\nturn: red card", "line 1: a later pile is open, so all 6 cards of pile A are gone"),
    ("gone B: d8b2k2\ncard: A d4b2k1\nturn: red card", "line 2: the card A d4b2k1 cannot be up"),
    ("left A: d4b2k1\nturn: red card", "line 1: left of pile A are"),
    ("card: A d4b2k1\nturn: red pile", "line 1: the card that is up does not go with 'red pile'"),
    ("action: 1\ncard: A d4b2k1\nturn: red borders 2", "line 2: the card that is up does not go with"),
    ("card: B silver\nturn: red card", "line 1: the card that is up does not go with 'red card'"),
    ("card: E king\nturn: red card", "line 1: the card that is up does not go with 'red card'"),
    ("gone E: king\nturn: red card", "line 1: the king cannot be gone"),
    ("card: A d4b2k1\nturn: red castle", "line 1: no action card is up before all castles are set"),
    ("setup: beginner\nleft A: d4b2k1\nturn: red card", "line 2: beginners play without pile A"),
    ("cards A: d4b2k1\nturn: red card", "line 1: pile A has 6 cards, not 1"),
    # politics cards
    ("red: holds treasure-9\nturn: red card", "line 1: 'treasure-9' is no politics card"),
    ("red: holds fief-3\nochre: holds fief-3\nturn: red card", "line 2: there are too many cards of the kind fief-3; the game has 1"),
    ("red: holds alliance alliance alliance alliance\nturn: red card", "too many cards of the kind alliance; the game has 3"),
    ("red: spent fief-3\nturn: red card", "line 1: a fief-3 is never spent"),
    ("pile 1: alliance\npile 2: deserter\nturn: red card", "line 2: not in the piles, not in a hand and not spent: alliance,"),
    ("pile 1: alliance\nturn: red card", "12 politics cards would be left for pile 2"),
    ("pile 1: alliance alliance alliance deserter deserter deserter fief-3\nturn: red card", "line 1: pile 1 began with 6 cards"),
    (
        "pile 1: -\npile 2: fief-3\nred: holds alliance alliance alliance deserter deserter deserter\n"
        "ochre: holds fief-4 fief-5 treasure-8 treasure-10 treasure-12 treasure-15\nturn: red keep 1",
        "line 5: pile 1 is empty",
    ),
    # set-up
    ("setup: beginner\nturn: red castle", "line 2: beginners set no castles"),
    ("start: red\nturn: ochre castle", "line 2: castles are set in turn"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_cannot_be_is_refused_with_line_and_reason(text, message):
    with pytest.raises(PositionError) as refusal:
        read(text)
    assert message in str(refusal.value) and re.match(r"position, line \d+: ", str(refusal.value))
    assert "\n" not in str(refusal.value)


WRONG_BOARDS: list[tuple[str, str, str]] = [
    (".R1 .r ", ".R1 mr ", "line 4: a knight stands on mountain: b1"),
    (".R1 .r ", ".R1 tr ", "line 4: a knight stands on town: b1"),
    (".R1 .r ", "fR1 .r ", "line 4: a castle stands on forest: a1"),
    (".R1 .r ", ".R1 .ro", "line 4: two figures stand on b1"),
    (".R1 .r ", ".R1 .x ", "line 4: 'x' on b1 is no figure"),
    (".R1 .r ", ".R1 .R ", "line 4: 'R' on b1 is no figure"),
    (".R1 .r ", ".R1 .R1", "line 4: castle R1 stands twice, on a1 and b1"),
    (".R1 .r ", ".R9 .r ", "line 4: there is no castle R9 (a1)"),
    (".R1 .r ", ".R4 .r ", "line 4: castle R4: with 4 players no colour has more than 3 castles"),
    (".R1 .r ", ".R1 xr ", "line 4: b1 is 'xr'; a field begins with its terrain"),
    (".R1 .r ", ".R1    ", "line 4: b1 is ''; a field begins with its terrain"),
    (".R1 .r ", ".   .r ", "line 4: the red knight on b1 is not joined to a castle"),
    (".R1 .r ", ".R1|.r ", "line 4: the red knight on b1 is not joined to a castle"),
    (".   f   t  |", ".   f  |t  |", "line 6: a border beside b2 lies inside the region of red-1"),
    (".R1 .r  .  ", ".R1 .   .r ", "line 4: the red knight on c1 is not joined to a castle"),
    (".   f   t  |", ".   f   to |", "line 6: a knight stands on town: c2"),
    (".O1 .o |", ".O1 .o |.", "line 4: '|.' after column g"),
    (".O1 .o |", ".O1 .o +", "line 4: '+' after column g"),
    ("    1 |", "    0 |", "line 4: row 0 is not on the board"),
    ("    2 |", "    3 |", "line 6: row 3 stands where row 2 should"),
    ("    2 |", "    x |", "line 6: expected a row with its number"),
    ("a   b   c   d   e   f   g", "a   b   c   d   e   f   h", "line 2: the columns a b c d e f h do not follow one another"),
    ("a   b   c   d   e   f   g", "j   k   l   m   n   o   p", "line 2: the columns j to p do not fit the board; it has a to o"),
    ("a   b   c   d   e   f   g", "a   b   c   d   e   f", "line 3: the line is longer than 6 columns"),
    ("a   b   c   d   e   f   g", "a  b  c", "line 2: the drawing begins with 'a  b  c'"),
    ("    1 |.R1", "   1 |.R1", "line 4: "),
    ("      +   +   +   +   +   +   +   +", "      +   + - +   +   +   +   +   +", "line 5: expected '+---' or '+   ' above column b"),
    ("f   .   .   fo |", "f   .   .r  fo |", "line 6: the red knight on f2 is not joined to a castle"),
]


@pytest.mark.parametrize(("old", "new_", "message"), WRONG_BOARDS)
def test_a_board_that_cannot_be_is_refused(old, new_, message):
    assert old in BOARD
    with pytest.raises(PositionError) as refusal:
        read(BOARD.replace(old, new_, 1) + "turn: red card")
    assert str(refusal.value).startswith(f"position, {message}")


def test_wrong_sizes_are_refused():
    rows = "\n".join(f"{row:>5}  .\n      +   +" for row in range(1, 12))
    with pytest.raises(PositionError, match="row 11 is not on the board; it has rows 1 to 10"):
        read(f"       a\n      +   +\n{rows}\nturn: over")
    with pytest.raises(PositionError, match="line 2: expected"):
        read("       a\nturn: over")
    with pytest.raises(PositionError, match="line 2: the drawing ends before its first row"):
        read("       a\n      +   +\nturn: over")
    with pytest.raises(PositionError, match="what is drawn is drawn in one piece"):
        read(BOARD + "turn: over\n    4 |.   .")


def test_more_than_twelve_knights_or_a_hundred_borders_are_refused():
    thirteen = "       a   b   c   d   e   f   g   h   i   j   k   l   m   n\n      " + "+   " * 14 + "\n    1 |.R1" + " .r " * 13
    with pytest.raises(PositionError, match=r"line 3: 13 knights of red; there are 12"):
        read(thirteen + "\nturn: over")
    cells = "       " + "   ".join("abcdefgh") + "\n"
    for row in range(1, 9):
        cells += "      " + "+---" * 8 + "+\n" + f"{row:>5} |" + ".  |" * 8 + "\n"
    with pytest.raises(PositionError, match=r"line 1: 120 borders stand on the board; there are 100"):
        read(cells + "turn: over")


def test_neutral_and_unplayed_colours():
    two = "       a   b\n      +---+---+\n    1 |.P1 .p |\n      +---+---+\nplayers: 2\nturn: red card"
    assert read(two).region[PURPLE * 4].any()
    with pytest.raises(PositionError, match="line 3: castle G1: with 2 players grey is not played"):
        read(two.replace("P1", "G1").replace(".p", ". "))
    assert read(two.replace("P1", "R4").replace(".p", ".r")).castle_at[3] == 0


SETTING = """
       a   b   c   d
      +   +   +   +   +
    1  .R1 .r  .O1 .
    """


def test_while_castles_are_set():
    assert read(SETTING + "turn: ochre start-knight").placed == 1
    for turn, message in (
        ("purple castle", "ochre should have 1 knights on the board now"),
        ("ochre castle", "castles are set in turn"),
        ("red start-knight", "castles are set in turn"),
    ):
        with pytest.raises(PositionError, match=message):
            read(SETTING + f"turn: {turn}")
    with pytest.raises(PositionError, match="borders stand before all castles are set"):
        read(SETTING.replace(".r  .O1", ".r |.O1") + "turn: ochre start-knight")
    with pytest.raises(PositionError, match="ochre would have nothing to choose"):
        read(SETTING.replace(".O1 .", ".O1 m\n      +   +   +   +   +\n    2  .   .   m   .") + "turn: ochre start-knight")


ALLIANCES = [
    ("alliance 1: red-1", "joins two regions"),
    ("alliance 1: red-1 blue-1", "got 'blue-1'"),
    ("alliance 1: red-1 red-2", "a player's region and one of another colour"),
    ("alliance 1: red-1 grey-1", "grey-1 has no region"),
    ("alliance 1: red-1 ochre-1\nalliance 2: ochre-1 red-1", "stands twice"),
]


@pytest.mark.parametrize(("line", "message"), ALLIANCES)
def test_alliances_that_cannot_be(line, message):
    with pytest.raises(PositionError, match=message):
        read(BOARD + f"{line}\nturn: red card")


UNDER_WAY = [
    ("red settle, from ochre-1, to red-1, removed g2", "no knight can have left g2"),
    ("red settle, from ochre-1, to red-1, removed a2", "no knight can have left a2"),
    ("red settle, from ochre-1, to red-1, removed d2 d1", "one knight was removed"),
    ("red remove, from red-1, to ochre-1", "from another colour's region to an own one"),
    ("red knights 0, expanding red-1, cut d1, from ochre-1", "d1 is not cut off"),
    ("red knights 0, expanding red-1, cut c3, from red-1", "takes nothing from an own region"),
    ("red knights 0, expanding red-1, cut z9, from ochre-1", "got 'z9'"),
]


@pytest.mark.parametrize(("turn", "message"), UNDER_WAY)
def test_what_is_under_way_must_be_possible(turn, message):
    with pytest.raises(PositionError, match=re.escape(message)):
        read(BOARD + f"turn: {turn}")


# Documents ------------------------------------------------------------------------------------------------------------------------


def examples() -> list[tuple[str, str]]:
    """Blocks marked ```position in the documents, and the drawing in the format's own description."""
    found = []
    for file in sorted([*ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/loewenherz/**/*.md")]):
        blocks = re.findall(r"^```position\n(.*?)^```", file.read_text("utf-8"), re.MULTILINE | re.DOTALL)
        found += [(f"{file.name} {n + 1}", block) for n, block in enumerate(blocks)]
    return found


@pytest.mark.parametrize("text", [text for _, text in examples()], ids=[name for name, _ in examples()])
def test_examples_in_documents_can_be_read(text):
    check_round_trip(read(text))


def test_the_example_of_the_description_can_be_read():
    example = position.__doc__.split("\n\n")[1]
    s = read(example)
    assert (s.ducats[RED], s.score[RED], s.left) == (7, 3, 2)
    drawing = board.__doc__.split("\n\n")[1]
    assert read(drawing + "\nturn: grey card").figures[OCHRE].any()


def test_every_turn_of_the_description_can_be_read():
    block = position.__doc__.split("one of\n\n")[1].split("\n\n")[0]
    turns = [turn for line in block.splitlines() for turn in re.split(r"\s{3,}", re.sub(r"\(.*", "", line).strip()) if turn]
    assert len(turns) == 12
    for turn in turns:
        if "castle" in turn or "start-knight" in turn:
            text = "" if "castle" in turn else "       a   b\n      +   +   +\n    1  .R1 .\n"
        else:
            text = BOARD.replace("O1", "O2")
        removed = "d5" if "removed" in turn else ""
        read(text + f"turn: {turn}".replace(f"removed {removed}", "removed d2"))


# print(match) ---------------------------------------------------------------------------------------------------------------------


def test_print_shows_board_players_and_prompt():
    match = at(BOARD + "red: 7 ducats, 3 points, holds alliance\nochre: 9 ducats\nalliance 1: red-1 ochre-1\nturn: red borders 2")
    text = str(match)
    assert "  1 |.R1 .r  .  |.   .   .O1 .o |" in text
    assert "3 points" in text and "7 ducats" in text and "9 ducats" not in text
    assert text.splitlines()[-1] == match.view(RED).prompt
    assert "Alliance 1" in text and "1 politics card (alliance)" in text


def test_print_speaks_the_readers_language():
    match = at(BOARD + "turn: red borders 2")
    german = match.view(RED, "de").text
    assert match.view(RED, "de").prompt in german and "Rot" in german


def test_print_shows_bids_to_their_owner_only():
    match = at("red: holds treasure-8, bid 9 treasure-8\nturn: red ochre bid")
    assert "has bid 9" in match.view(RED).text
    for seat in (-1, OCHRE, GREY):
        text = match.view(seat).text
        assert "has bid" in text and "bid 9" not in text and "treasure" not in text


def test_print_shows_the_standing_offer_to_all():
    match = at("turn: red negotiate, with ochre, offer 3")
    assert all("Ochre offers 3 ducats" in match.view(seat).text for seat in range(-1, 4))


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("turn", [*TURNS, "purple castle"])
def test_every_decision_can_be_printed(turn, language):
    match = at("turn: purple castle" if turn == "purple castle" else BOARD + f"turn: {turn}")
    for seat in range(-1, 4):
        assert match.view(seat, language).text


def test_cards_of_a_pile_may_be_alike() -> None:
    """As in files of one's own. Of two that are alike, one may be up and the other still to come."""
    text = """players: 3
setup: beginner
cards B: d8b2k2 pb2b3 d6b2k1 pb2b3 pb3k1 silver d4b2k1
card: B pb2b3
left B: silver pb2b3 d6b2k1 pb3k1 d4b2k1 d8b2k2
turn: red card, politics 1
"""
    board_of = Match(GAME, 3, {"setup": "beginner"}, seed=1, mode="python").write_position().split("red: ")[0].partition("beginner\n")[2]
    match = Match(GAME, position=text.replace("cards B", f"{board_of}cards B"), mode="python")
    assert "left B: silver pb2b3 d6b2k1 pb3k1 d4b2k1 d8b2k2" in match.write_position()
    again = Match(GAME, position=match.write_position(), mode="python")
    assert again.write_position() == match.write_position()
