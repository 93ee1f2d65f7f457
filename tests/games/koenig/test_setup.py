"""Löwenherz (2003): set-up (L03-1 to L03-7)."""

from __future__ import annotations

from collections import Counter

import pytest

from kronland.core.errors import UsageError
from kronland.core.match import Match
from kronland.games.koenig.components import load
from kronland.games.koenig.rules.state import BOARD, FIRST_MINE, KING_TOKEN, Phase, Terrain
from tests.games.koenig.table import BLUE, OCHRE, RED, at, board, ducats, hand, new, play, refused, region, scores


def lands(match: Match) -> list[list[int]]:
    """The land of the board, row by row."""
    rows = [[-1] * 12 for _ in range(12)]
    for kind in Terrain:
        for cell in BOARD.cells_in(match.state.terrain[kind]):
            rows[cell // 16][cell % 16] = int(kind)
    return rows


def turned(tile: list[list[int]]) -> list[list[int]]:
    return [list(row) for row in zip(*tile[::-1], strict=True)]


def place_all(match: Match) -> list[int]:
    """Everybody sets castles and knights on the first field that will do; who set castles, in turn."""
    order = []
    while match.state.phase in (Phase.CASTLE, Phase.START_KNIGHT):
        if match.state.phase == Phase.CASTLE:
            order.append(match.actors[0])
        match.play(next(iter(match.legal)))
    return order


@pytest.mark.rule("L03-1")
def test_nine_tiles_turned_at_random_round_the_royal_city():
    tiles = [[[int(kind) for kind in tile[4 * row : 4 * row + 4]] for row in range(4)] for tile in load().tile]
    places, turns = Counter(), Counter()
    for seed in range(12):
        rows = lands(new(4, seed))
        found = []
        for place in range(9):
            top, left = place // 3 * 4, place % 3 * 4
            here = [row[left : left + 4] for row in rows[top : top + 4]]
            for number, tile in enumerate(tiles):
                shown = tile
                for quarter in range(4):
                    if shown == here:
                        found.append(number)
                        turns[number, quarter] += 1
                        places[number, place] += 1
                    shown = turned(shown)
        assert sorted(found) == list(range(9)) and found[4] == 0
    assert len({place for number, place in places if number == 3}) > 3
    assert len({quarter for number, quarter in turns if number == 0}) == 4, "the centre is turned too"


@pytest.mark.rule("L03-1")
def test_the_frame_is_a_border():
    """A castle in the corner is closed in by four borders."""
    match = at(
        "players: 3\n" + board({}, {"R1": "a1", "r": "a2", "O1": "f6", "B1": "l12"}, ["b1-c1", "b2-c2", "a2-a3"]) + "\nturn: red borders 1"
    )
    play(match, "border b2-b3")
    assert region(match, "red-1") == "a1 b1 a2 b2"


@pytest.mark.rule("L03-2")
@pytest.mark.parametrize(("players", "castles"), [(2, 4), (3, 4), (4, 3)])
def test_what_everybody_starts_with(players, castles):
    match = new(players, 3)
    assert ducats(match) == [7] * players
    assert [len(hand(match, seat)) for seat in range(players)] == [3] * players
    assert all(card.startswith("a-") for seat in range(players) for card in hand(match, seat)), "pile A is on top"
    order = place_all(match)
    assert [order.count(seat) - (2 if players == 2 else 0) for seat in range(players)] == [castles] * players
    assert list(match.state.knights_left[:players]) == [15 - castles] * players


@pytest.mark.rule("L03-2")
def test_the_piles_lie_one_on_the_other_each_shuffled():
    s, other = new(4, 1).state, new(4, 2).state
    piles = [int(s.kind_pile[kind]) for kind in s.deck[s.drawn :]]
    assert piles == sorted(piles) and Counter(piles) == {0: 3, 1: 15, 2: 15, 3: 15}
    for pile in (1, 2, 3):
        one, two = ([int(kind) for kind in state.deck[state.drawn :] if state.kind_pile[kind] == pile] for state in (s, other))
        assert one != two and sorted(one) == sorted(two)


@pytest.mark.rule("L03-2")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players):
    with pytest.raises(UsageError, match="for 2 to 4 players"):
        new(players)


@pytest.mark.rule("L03-3")
def test_the_king_token_lies_nearer_the_more_play():
    assert [KING_TOKEN[players] for players in (2, 3, 4)] == [50, 40, 30]


SETTING = "players: 3\n" + board({"f": "b1 c5", "v": "c1 a3 e3", "s": "d5"}, {"R1": "a1", "r": "a2"}) + "\nstart: red\nturn: ochre castle"


@pytest.mark.rule("L03-4")
def test_a_castle_goes_on_a_meadow_with_room_for_its_knight():
    match = at(SETTING)
    assert refused(match, "castle c1", "castle_ground", "L03-4") and refused(match, "castle b1", "castle_ground", "L03-4")
    assert refused(match, "castle a1", "castle_field_taken", "L03-4")
    walled = "players: 3\n" + board({"v": "k12 l11"}, {"R1": "a1", "r": "a2"}) + "\nstart: red\nturn: ochre castle"
    assert refused(at(walled), "castle l12", "castle_without_room", "L03-4")
    assert "castle c5" not in match.legal and "castle c4" in match.legal


@pytest.mark.rule("L03-4")
def test_its_knight_goes_beside_it_on_meadow_or_forest_free_of_charge():
    match = play(at(SETTING), "castle c4")
    assert sorted(match.legal) == ["knight b4", "knight c3", "knight c5", "knight d4"]
    assert refused(match, "knight d5", "start_knight_place", "L03-4")
    play(match, "knight c5")
    assert ducats(match) == [7, 7, 7] and match.state.knights_left[OCHRE] == 14
    other = play(at(SETTING), "castle d3")
    assert refused(other, "knight e3", "start_knight_ground", "L03-4")


@pytest.mark.rule("L03-4")
@pytest.mark.parametrize(("players", "pairs"), [(2, 12), (3, 12), (4, 12)])
def test_castles_are_set_clockwise_from_a_start_player_chosen_at_random(players, pairs):
    starts = set()
    for seed in range(8):
        match = new(players, seed)
        start = match.actors[0]
        starts.add(start)
        assert place_all(match) == [(start + n) % players for n in range(pairs)]
    assert len(starts) > 1


@pytest.mark.rule("L03-5")
def test_castles_of_one_colour_keep_six_fields_between_them():
    match = play(at(SETTING), "castle l12", "knight l11", "castle k1", "knight k2")
    for near in ("e1", "d4", "b6", "g1"):
        assert refused(match, f"castle {near}", "castles_too_close", "L03-5")
    assert "castle h1" in match.legal and "castle a8" in match.legal and "castle d5" not in match.legal and "castle e4" in match.legal
    assert "castle l10" in match.legal, "other colours do not matter"


@pytest.mark.rule("L03-5")
def test_a_colour_without_such_a_field_keeps_as_many_as_it_can():
    """Six steps are the most that red can keep from a1, so six will do; five will not. Without that field five will."""
    figures = {"R1": "a1", "r": "a2", "O1": "l12", "o": "l11", "B1": "l9", "b": "l8"}
    text = "players: 3\n{}\nstart: red\nturn: red castle"
    match = at(text.format(board({".": "a1 a2 e1 e2 f2 l12 l11 l9 l8"}, figures, rest="v")))
    assert list(match.legal) == ["castle f2"]
    assert refused(match, "castle e1", "castles_too_close", "L03-5")
    match = at(text.format(board({".": "a1 a2 e1 e2 l12 l11 l9 l8"}, figures, rest="v")))
    assert list(match.legal) == ["castle e2"]


@pytest.mark.rule("L03-6")
def test_two_players_set_a_neutral_colour_after_their_own():
    match = new(2, 5)
    start = match.actors[0]
    assert place_all(match) == [(start + n) % 2 for n in range(12)]
    s = match.state
    assert [int((s.castle_at[4 * colour : 4 * colour + 4] >= 0).sum()) for colour in range(4)] == [4, 4, 4, 0]
    assert s.knights_left[BLUE] == 11
    cells = [int(cell) for cell in s.castle_at[8:12]]
    distances = [abs(a // 16 - b // 16) + abs(a % 16 - b % 16) for n, a in enumerate(cells) for b in cells[:n]]
    assert min(distances) >= 7


@pytest.mark.rule("L03-6")
def test_the_neutral_colour_scores_and_earns_nothing():
    text = "players: 2\n" + board({"v": "b1", "c": "b2"}, {"B1": "a1", "b": "a2", "R1": "f6", "O1": "l12"}, ["b1-c1", "b2-c2", "a2-a3"])
    match = play(at(text + "\nturn: red borders 1"), "border b2-b3")
    assert region(match, "blue-1") and scores(match) == [0, 0] and match.state.score[BLUE] == 0
    play(match, "done", "draw")
    assert match.actors == [OCHRE] and match.state.ducats[BLUE] == 0


@pytest.mark.rule("L03-7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_set_the_last_castle_begins_and_turns_go_clockwise(players):
    match = new(players, 9)
    last = place_all(match)[-1]
    turns = []
    for _ in range(players + 1):
        turns.append(match.actors[0])
        play(match, next(action for action in match.legal if action.startswith("sell")), "draw")
    assert turns == [(last + n) % players for n in range(players + 1)]


@pytest.mark.rule("L03-4")
def test_what_cannot_be_decided_in_the_set_up():
    match = at(SETTING)
    assert refused(match, "done", "not_now", "")
    assert refused(match, "castle l12", "not_your_decision", "", RED)
    assert match.why(99_999).reason == "no_such_action"


def test_mines_are_four_of_each_kind():
    rows = [kind for row in lands(new(2, 1)) for kind in row]
    assert [rows.count(FIRST_MINE + mine) for mine in range(4)] == [4, 4, 4, 4] and rows.count(Terrain.ROYAL_CITY) == 1
