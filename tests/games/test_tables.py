"""What lies on the table, for programs: what the text of the position says, and to a seat no more than it may know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kronland
from kronland.core.match import Match
from kronland.core.record import load
from kronland.games import GAMES, find_game

EVERY = 23  # decisions between two looks
GOLDEN = Path(__file__).parent.parent / "golden"

pytestmark = pytest.mark.slow
games = pytest.mark.parametrize("game_id", GAMES)


def moments(game_id: str) -> Iterator[Match]:
    """Positions of a whole game, from its set-up to its end."""
    record = load(sorted(GOLDEN.joinpath(game_id).rglob("*.json"))[0], find_game)
    match = record.replay()
    for number in {*range(0, match.length, EVERY), match.length}:
        yield Match.from_state(match.game, match.state_at(number), mode="python")


@games
def test_twins_give_equal_tables(game_id: str) -> None:
    for match in moments(game_id):
        for seat in (-1, *range(match.players)):
            mine = match.view(seat).board
            assert match.redealt(match.length + 1, seat).view(seat).board == mine


@games
def test_a_seat_is_told_no_more_than_all_and_all_is_told(game_id: str) -> None:
    """Where a seat's table says something, it says what is so."""
    hidden = 0
    for match in moments(game_id):
        whole = match.board
        for seat in (-1, *range(match.players)):
            hidden += not_less(match.view(seat).board, whole)
    assert hidden > 0


def not_less(seen: object, whole: object) -> int:
    """How often something is not said where all is; anything else that differs is wrong. Hidden cards have an order of their own."""
    found = 0
    for name, value in vars(whole).items():
        own = getattr(seen, name)
        if own == value:
            continue
        if own is None:
            found += 1
        elif name == "players":
            found += sum(not_less(one, other) for one, other in zip(own, value, strict=True))
        else:
            assert name in ("cards", "politics", "deck", "looked_at") and len(own) <= len(value), (name, own, value)
            known = [card for card in own if card is not None and getattr(card, "name", "") is not None]
            assert all(card in value for card in known)
            found += 1
    return found


@pytest.mark.parametrize("game_id", ["loewenherz", "koenig"])
def test_a_table_has_what_the_drawing_shows(game_id: str) -> None:
    for match in moments(game_id):
        board, text = match.board, match.write_position()
        rows = [line[4:] for line in text.splitlines() if re.match(r"^ *[0-9]+ \|", line)]
        for field in board.fields.values():
            row, column = int(field.name[1:]) - 1, ord(field.name[0]) - ord("a")
            drawn = rows[row][1 + 4 * column : 4 + 4 * column].strip()[1:]
            shown = "" if field.piece is None else field.castle or field.colour[0]
            assert drawn == (shown[0].upper() + shown[-1] if field.castle else shown)
            assert field.name not in board.borders and (field.region is None or field.name in board.region_of(field.region).fields)
        inside = sum(line.count("|") - 2 for line in rows) + text.count("---") - 2 * (len(rows[0]) // 4)
        assert inside == len(board.borders)
        assert sum(region.size for region in board.regions) == sum(field.region is not None for field in board.fields.values())
        assert all(board[field].colour == colour for colour, fields in board.knights.items() for field in fields)


def test_a_closed_line_has_a_border_and_no_neighbour_behind_it() -> None:
    match = kronland.match("loewenherz", 3, seed=7, setup="beginner", mode="python")
    board = match.board
    line = random.Random(1).choice(sorted(board.borders))
    here, there = line.split("-")
    assert there not in board.neighbours(here) and here not in board.neighbours(there)
    region = board.region_of("red-1")
    assert region is not None and region.owner == "red" and region.seat == 0 and board[board.castles["red-1"]].castle == "red-1"


def test_the_tables_of_the_other_two_say_what_their_positions_say() -> None:
    for match in moments("rheinlaender"):
        told = [line.split() for line in match.write_position().splitlines()]
        knights = {line[1]: tuple(line[2:]) for line in told if line[0] == "knights"}
        board = match.board
        assert {colour: fields for colour, fields in board.knights.items() if fields} == knights
        dukes = {(line[1], line[2]) for line in told if line[0] == "duke"}
        assert dukes <= {(duchy.duke, field) for duchy in board.duchies for field in duchy.fields}
    for match in moments("brianboru"):
        board = match.board
        for line in match.write_position().splitlines():
            if line.startswith(tuple(player.colour for player in board.players)) and (towns := re.search("towns ([^,]*)", line)):
                colour = line.partition(":")[0]
                own = [town for town in board.towns.values() if town.owner == colour]
                assert {f"{town.name}{'+' * town.monastery}{'!' * town.viking}" for town in own} == set(towns[1].split())
