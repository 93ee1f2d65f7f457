"""The reader and writer of text positions, with lines that belong to no game (see `core/positions.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from kronland.core.errors import PositionError
from kronland.core.kernel import entry
from kronland.core.layout import Layout, State, i1, i2
from kronland.core.lines import Choice, Colour, Flag, Number, NumberOf, Numbers, Players
from kronland.core.match import Match
from kronland.core.parts import Amount, Place, Player
from kronland.core.positions import Block, Entry, Form, Line, OfSeat, Position, Seatwise
from kronland.games import GAMES, find_game

COLOURS = ("red", "blue", "green")
LAYOUT = Layout(seat=i1, long=i1, round_number=i1, last=i1, coins=(i2, 3), place=(i1, 3), grid=(i1, (2, 2)), drawn=i1)


@entry
def legal(s: State, seat: int, out: Any) -> int:
    """Nothing can be chosen in round 9."""
    return 0 if s.round_number == 9 else 1


def problems(s: State) -> list[str]:
    return ["the coins are too many"] if s.coins.sum() > 100 else []


class Turn(Colour[Position]):
    """Whose turn it is, which decides."""

    def read(self, p: Position, entry: Entry) -> None:
        super().read(p, entry)
        p.s.actors = 1 << int(p.s.seat)


class Drawing(Block[Position]):
    """As many lines as there are."""

    def read_drawing(self, p: Position, drawing: Sequence[Entry]) -> None:
        p.s.drawn = len(drawing)

    def write(self, s: State) -> Iterable[str]:
        return ["  +---+"] * int(s.drawn)


PLAYERS = Players[Position](2, 3, usual=2)
LENGTH = Choice[Position]("length", "long", "short", "long")
ROUND = Number[Position]("round", "round_number", 1, lambda s: 3 * s.players, usual=1)
GRID = Numbers[Position]("grid", 9)
SEATS = [Player[Position](n, COLOURS, (Amount(("coins", "coin"), "coins", 99), Place("place", "place", 8, first=1))) for n in range(3)]
TURN = Turn("turn", "seat", COLOURS, lambda p: 0)
LINES = (PLAYERS, LENGTH, Drawing("drawing"), ROUND, GRID, *SEATS, TURN)


def form(*lines: Line[Any], **more: Any) -> Form[Position]:
    return Form(LAYOUT, COLOURS, problems, (legal, 1), lines or LINES, **more)


FORM = form()
GRID_TEXT = "grid: 1 2 3 4\n"
WHOLE = """players: 3
length: long
  +---+
  +---+
round: 2
grid: 1 2 3 4
red: 5 coins, place 3
blue: 0 coins, place 1
green: 0 coins, place 1
turn: blue
"""


def test_what_is_written_is_read_and_written_again() -> None:
    s = FORM.read(WHOLE)
    assert (s.players, s.long, s.round_number, s.drawn, s.seat, s.actors) == (3, 1, 2, 2, 1, 2)
    assert s.coins.tolist() == [5, 0, 0] and s.place.tolist() == [2, 0, 0] and s.grid.tolist() == [[1, 2], [3, 4]]
    assert FORM.write(s) == WHOLE


def test_order_comments_and_blanks_do_not_matter() -> None:
    lines = WHOLE.splitlines()
    s = FORM.read("\n".join(["  # a comment", *reversed(lines[4:]), "", "   ", *lines[:4]]))
    assert s.tobytes() == FORM.read(WHOLE).tobytes()
    assert FORM.read(WHOLE.replace(" ", "  ").replace("players:", " players \t: ")).tobytes() == s.tobytes()
    assert FORM.read(WHOLE.replace("5 coins, place 3", "1 coin,, 5 coins , place 3,")).tobytes() == s.tobytes()


def test_what_is_missing_is_usual_or_was_given() -> None:
    s = FORM.read(GRID_TEXT)
    assert (s.players, s.long, s.round_number, s.drawn, s.seat) == (2, 0, 1, 0, 0)
    s = FORM.read(GRID_TEXT, 3, {"length": "long"})
    assert (s.players, s.long) == (3, 1)
    assert FORM.read("players: 2\n" + GRID_TEXT, 3).players == 2, "the text counts"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour: red", "line 1: 'colour' is no line of a position; expected one of players, length, round, grid, red, blue, green, turn"),
        ("\nruond: 2", "line 2: 'ruond' is no line of a position; did you mean 'round'?"),
        ("round: 1\n#\nround: 1", "line 3: 'round' is given twice, first in line 1"),
        ("round: 7\n" + GRID_TEXT, "line 1: round: got '7'; expected a whole number from 1 to 6"),
        ("round: -1\n" + GRID_TEXT, "line 1: round: got '-1'; expected"),
        ("round:\n" + GRID_TEXT, "line 1: round: got ''; expected"),
        ("round: 1 2\n" + GRID_TEXT, "line 1: round: got '1 2'; expected"),
        ("round: ２\n" + GRID_TEXT, "line 1: round: got '２'; expected"),
        ("round: ²\n" + GRID_TEXT, "line 1: round: got '²'; expected"),
        ("round: +2\n" + GRID_TEXT, "line 1: round: got '+2'; expected"),
        (f"round: {'9' * 5000}\n" + GRID_TEXT, "line 1: round: got '9999"),
        ("players: 4", "line 1: players: got '4'; expected a whole number from 2 to 3"),
        ("length: endless", "line 1: length: got 'endless'; expected one of short, long"),
        ("round: 1", "line 1: 'grid' is missing; expected a line like: grid: 0"),
        ("grid: 1 2 3", "line 1: grid: got '1 2 3'; expected 4 numbers"),
        ("grid: 1 2 3 10", "line 1: grid: got '10'; expected a whole number from 0 to 9"),
        (GRID_TEXT + "green: 3 coins", "line 2: green is not a player; with 2 players there are red, blue"),
        (GRID_TEXT + "red: 3 cows", "line 2: cannot read '3 cows' of red; expected parts like 0 coins, place 1"),
        (GRID_TEXT + "red: 100 coins", "line 2: coins: got '100'; expected a whole number from 0 to 99"),
        (GRID_TEXT + "red: place 0", "line 2: place: got '0'; expected a whole number from 1 to 8"),
        (GRID_TEXT + "turn: green", "line 2: player: got 'green'; expected one of red, blue"),
        ("+---+\nplayers: 2\n+---+", "line 3: got '+---+'; expected 'name: value' (what is drawn is drawn in one piece)"),
        (GRID_TEXT + "red: 99 coins\nblue: 2 coins", "line 3: the position cannot arise: the coins are too many"),
        ("players: 3\nround: 9\nturn: blue\n" + GRID_TEXT, "line 3: blue would have nothing to choose"),
    ],
)
def test_a_refusal_says_line_and_reason_in_one_line(text: str, message: str) -> None:
    with pytest.raises(PositionError) as problem:
        FORM.read(text)
    said = str(problem.value)
    assert said.startswith(f"position, {message}") and "\n" not in said and len(said) < 500


def test_a_line_without_a_colon_is_no_line_where_nothing_is_drawn() -> None:
    with pytest.raises(PositionError, match="line 1: 'round 1' is no line of a position; did you mean 'round'"):
        form(ROUND).read("round 1")


def test_a_number_in_range_may_be_spelt_with_zeros() -> None:
    assert FORM.read("round: 00000000000000000002\n" + GRID_TEXT).round_number == 2
    with pytest.raises(PositionError, match="line 1: round"):
        FORM.read(f"round: {'0' * 30}2\n" + GRID_TEXT)


# Without the colon ------------------------------------------------------------------------------------------------------------------


class Coins(NumberOf[Position]):
    """`coins red 4`."""


class Places(OfSeat[Position]):
    """`place red 4`, unless it is 0."""

    def read_of(self, p: Position, seat: int, entry: Entry) -> None:
        p.s.place[seat] = entry.whole(entry.word(1), "place", 0, 8)

    def write_of(self, s: State, seat: int) -> Iterable[str]:
        if s.place[seat]:
            yield str(s.place[seat])


COINS, PLACES, LAST = Coins("coins", 0, 99), Places("place"), Flag[Position]("last")
PLAIN = form(PLAYERS, Seatwise(COINS, PLACES), LAST, reading=(PLAYERS, LAST, PLACES, COINS), colon=False)


def test_words_need_no_colon() -> None:
    s = PLAIN.read("coins blue 4 # of the second\nplayers 3 at the table\nlast\nplace blue 2 \nlast\ncoins blue 7\n#")
    assert (s.players, s.last, s.coins.tolist(), s.place.tolist()) == (3, 1, [0, 7, 0], [0, 2, 0])
    text = "players 3\ncoins red 0\ncoins blue 7\nplace blue 2\ncoins green 0\nlast\n"
    assert PLAIN.write(s) == text and PLAIN.read(text).tobytes() == s.tobytes()
    for wrong, message in (("coins", "line 1: player: got 'nothing'"), ("coins red", "line 1: coins: got 'nothing'")):
        with pytest.raises(PositionError, match=message):
            PLAIN.read(wrong)


def test_steps_stand_between_lines_and_every_line_is_read_once() -> None:
    def double(p: Position) -> None:
        p.s.coins *= 2

    def poor(p: Position) -> None:
        if not p.s.coins.any():
            raise p.entry("turn").error("nobody has a coin")

    steps = form(PLAYERS, *SEATS, TURN, reading=(PLAYERS, *SEATS, double, poor, TURN))
    assert steps.read("red: 4 coins").coins.tolist() == [8, 0, 0]
    with pytest.raises(PositionError, match="position, line 2: nobody has a coin"):
        steps.read("players: 2\nturn: red")
    with pytest.raises(AssertionError, match="every line is read once"):
        form(PLAYERS, TURN, reading=(PLAYERS,))


# Games ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_form(game_id: str) -> None:
    """What a game writes is its lines in their order, and nothing else; none has a reader of its own."""
    game = find_game(game_id)
    form = getattr(game.read_position, "__self__", None)
    assert isinstance(form, Form)
    s = form.layout.new()
    assert np.array_equal(s.tobytes(), game.layout.new().tobytes())
    assert len(form.by_name) > 10 and "turn" in form.by_name and "players" in form.by_name


NAMED = ["loewenherz", "koenig", "brianboru"]  # whose positions say what game they are of


@pytest.mark.parametrize("game_id", NAMED)
def test_the_position_of_another_game_is_told_as_that(game_id: str) -> None:
    game, other = find_game(game_id), find_game(NAMED[NAMED.index(game_id) - 1])
    with pytest.raises(PositionError, match=rf"{other.id}.*expected.*{game.id}"):
        game.read_position(Match(other, seed=1, mode="python").write_position())
