"""Löwenherz (1997): set-up (L97-1 to L97-7)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kronland.core.errors import NotationError, UsageError
from kronland.games.loewenherz import components
from kronland.games.loewenherz.game import GAME
from kronland.games.loewenherz.rules.state import BOARD, KIND_OF, KINDS, UNKNOWN, Phase, Terrain
from tests.games.loewenherz.table import GREY, OCHRE, PURPLE, RED, at, new, play, refused, region, scores

PARTS = components.load()


def terrain_of(s) -> np.ndarray:
    """The terrain of the board, row by row."""
    found = np.full((10, 15), -1)
    for kind in Terrain:
        for cell in BOARD.cells_in(s.terrain[kind]):
            found[cell // 16, cell % 16] = kind
    return found


def set_all_castles(match) -> None:
    """Everybody sets castles and knights on the first field that will do."""
    while match.state.phase in (Phase.CASTLE, Phase.START_KNIGHT):
        match.play(match.legal_actions(match.actors[0])[0])


@pytest.mark.rule("L97-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_and_what_everybody_starts_with(players):
    s = new(players).state
    assert len(BOARD.fields) == 150 and terrain_of(s).min() >= 0
    assert list(s.ducats[:players]) == [12] * players and list(s.knights_left[:players]) == [12] * players
    assert scores(new(players)) == [0] * players
    assert s.borders_left == 100


@pytest.mark.rule("L97-1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players):
    with pytest.raises(UsageError, match="for 2 to 4 players"):
        new(players)


@pytest.mark.rule("L97-1")
def test_the_frame_is_a_border():
    match = at("""
           a   b   c   d
          +   +   +   +   +
        1  .R1 .r |.O1 .O2
          +---+   +   +   +
        2  .   .   .   .
        turn: purple borders 1
        """)
    match.play("border b1-b2")
    assert region(match, "red-1") == "a1 b1"
    with pytest.raises(NotationError):
        match.why("border a1-a0")


@pytest.mark.rule("L97-2")
def test_beginners_find_the_board_laid_and_a_region_each():
    one, other = new(4, "beginner", seed=1), new(4, "beginner", seed=2)
    assert (terrain_of(one.state) == terrain_of(other.state)).all()
    for colour, name in enumerate(("red", "ochre", "purple", "grey")):
        assert sum(one.state.castle_at[colour * 4 + n] >= 0 for n in range(4)) == 3
        assert one.state.knights_left[colour] == 12 - 3
        assert region(one, f"{name}-1") and not region(one, f"{name}-2") and not region(one, f"{name}-3")
    assert scores(one) == [0, 0, 0, 0]
    assert one.state.phase == Phase.CARD


@pytest.mark.rule("L97-2")
def test_with_three_beginners_the_fourth_colour_stands_in_the_way():
    match = new(3, "beginner")
    assert sum(match.state.castle_at[GREY * 4 + n] >= 0 for n in range(4)) == 3
    assert region(match, "grey-1")
    assert len(scores(match)) == 3


@pytest.mark.rule("L97-2")
def test_beginners_play_piles_b_to_e_b_on_top():
    s = new(4, "beginner").state
    piles = [int(s.card_pile[card]) for card in s.deck[: s.deck_size]]
    assert piles == [1] * 7 + [2] * 7 + [3] * 7 + [4] * 4
    assert list(s.deck[:25]) != list(new(4, "beginner", seed=5).state.deck[:25])


@pytest.mark.rule("L97-2", "L97-4")
def test_two_players_are_no_beginners():
    with pytest.raises(UsageError, match="not for 2 players"):
        new(2, "beginner")


@pytest.mark.rule("L97-3")
def test_tiles_lie_in_random_order_and_rotation():
    tiles = [PARTS.tile[n].reshape(5, 5) for n in range(6)]
    layouts = set()
    for seed in range(4):
        land, order = terrain_of(new(seed=seed).state), []
        for row in (0, 5):
            for column in (0, 5, 10):
                block = land[row : row + 5, column : column + 5]
                order += [(n, turn) for n in range(6) for turn in range(4) if (np.rot90(tiles[n], turn) == block).all()]
        assert {n for n, _ in order} == set(range(6))
        layouts.add(tuple(order))
    assert len(layouts) == 4


@pytest.mark.rule("L97-3")
def test_the_variable_deck_has_all_piles_a_on_top():
    s = new().state
    assert [int(s.card_pile[card]) for card in s.deck[: s.deck_size]] == [0] * 6 + [1] * 7 + [2] * 7 + [3] * 7 + [4] * 4


@pytest.mark.rule("L97-3", "L97-7")
def test_clockwise_each_sets_a_pair_until_all_stand():
    match = new(seed=3)
    seats = []
    while match.state.phase in (Phase.CASTLE, Phase.START_KNIGHT):
        seats.append(match.actors[0])
        match.play(match.legal_actions(match.actors[0])[0])
    start = int(match.state.start)
    assert seats == [(start + n // 2) % 4 for n in range(24)]
    assert all(match.state.castle_at[colour * 4 + n] >= 0 for colour in range(4) for n in range(3))
    assert (match.state.castle_at >= 0).sum() == 12 and list(match.state.knights_left) == [9] * 4
    assert match.state.phase == Phase.CARD and match.actors == [start]


SETTING = """
       a   b   c   d   e
      +---+---+---+---+---+
    1 |f   m   t   .   m
      +   +   +   +   +   +
    2 |.O1 .o  m   m   .
      +   +   +   +   +   +
    3 |.   .   .   .   .
      +   +   +   +   +   +
    turn: purple castle
    """


@pytest.mark.rule("L97-3")
@pytest.mark.parametrize("field", ["a1", "b1", "c1"])
def test_a_castle_goes_on_farmland(field):
    assert refused(at(SETTING), f"castle {field}", "castle_ground", "L97-3")


@pytest.mark.rule("L97-3")
def test_a_castle_goes_on_a_free_field_with_room_for_its_knight():
    match = at(SETTING)
    assert refused(match, "castle a2", "castle_field_taken", "L97-3")
    assert refused(match, "castle b2", "castle_field_taken", "L97-3")
    assert refused(match, "castle d1", "castle_without_room", "L97-3")  # town and mountains round about
    match.play("castle e2")
    assert match.state.phase == Phase.START_KNIGHT and match.actors == [PURPLE]


@pytest.mark.rule("L97-3")
def test_its_knight_goes_on_free_farmland_beside_it():
    match = at("""
           a   b   c
          +---+---+---+
        1 |.   .P1 f
          +   +   +   +
        2 |.o  .   .
          +   +   +   +
        3 |.O1 .   .
          +   +   +   +
        turn: purple start-knight
        """)
    assert refused(match, "knight c1", "start_knight_ground", "L97-3")
    assert refused(match, "knight a2", "start_knight_place", "L97-3")  # taken, and not beside it
    assert refused(match, "knight c2", "start_knight_place", "L97-3")
    assert refused(match, "knight b1", "start_knight_place", "L97-3")  # the castle itself
    assert refused(match, "knight b2 treasure-8", "fee_not_due", "L97-73")
    assert sorted(match.legal) == ["knight a1", "knight b2"]


@pytest.mark.rule("L97-4")
def test_with_three_each_sets_a_neutral_pair_afterwards():
    match = new(3)
    set_all_castles(match)
    castles = Counter(int(castle) // 4 for castle in np.flatnonzero(match.state.castle_at >= 0))
    assert castles == {RED: 3, OCHRE: 3, PURPLE: 3, GREY: 3}
    setters = [seat for seat, action in match.history if action.startswith("castle")]
    assert sorted(setters[9:]) == [0, 1, 2]
    assert int(match.state.castle_at[GREY * 4 + 2]) == int(BOARD.cell_of_field[BOARD.fields.index[match.history[22][1].split()[1]]])


@pytest.mark.rule("L97-4")
def test_two_have_four_pairs_each_then_each_sets_two_neutral_ones():
    match = new(2)
    set_all_castles(match)
    castles = Counter(int(castle) // 4 for castle in np.flatnonzero(match.state.castle_at >= 0))
    assert castles == {RED: 4, OCHRE: 4, PURPLE: 4}
    setters = [seat for seat, action in match.history if action.startswith("castle")]
    assert Counter(setters[8:]) == {0: 2, 1: 2}


FAR = """
       a   b   c   d   e   f   g   h   i
      +---+---+---+---+---+---+---+---+---+
    1 |.R1 .r  .O1 .o  .   .   .   .   .
      +   +   +   +   +   +   +   +   +   +
    2 |.P1 .p  .G1 .g  .   .   .   .   .
      +   +   +   +   +   +   +   +   +   +
    turn: red castle
    """


@pytest.mark.rule("L97-5")
def test_castles_of_one_colour_keep_six_fields_between_them():
    match = at(FAR)
    assert refused(match, "castle g1", "castles_too_close", "L97-5")  # five between along the row
    assert "castle h1" in match.legal
    assert refused(match, "castle f2", "castles_too_close", "L97-5")  # row and column together
    assert "castle g2" in match.legal
    assert "castle d3" not in match.legal and "castle d5" in match.legal


@pytest.mark.rule("L97-5")
def test_other_colours_do_not_matter_for_the_distance():
    match = play(at(FAR), "castle h1", "knight h2")
    assert "castle j1" in match.legal  # one field from red's castle, seven steps from ochre's own
    assert refused(match, "castle i1", "castles_too_close", "L97-5")
    assert refused(match, "castle e1", "castles_too_close", "L97-5")


def all_mountains_but(fields: str, figures: dict[str, str]) -> str:
    """A board of mountains with a few farmland fields."""
    farmland = set(fields.split()) | set(figures)
    lines = ["     " + "   ".join("abcdefghijklmno"), "    " + "+   " * 15 + "+"]
    for row in range(1, 11):
        names = [f"{letter}{row}" for letter in "abcdefghijklmno"]
        content = [("." if name in farmland else "m") + figures.get(name, "") for name in names]
        lines += [f"{row:>3} " + "".join(" " + field.ljust(3) for field in content), "    " + "+   " * 15 + "+"]
    return "\n".join(lines) + "\n"


@pytest.mark.rule("L97-5")
@pytest.mark.parametrize(("far", "near"), [("h1 i1", "g3 g4"), ("g1 g2", "e2 d2"), ("c1 d1", "a4 b4")])
def test_where_no_field_is_left_the_distance_goes_down_for_that_castle(far, near):
    """Every field of the second castle is measured from a1; the farthest kind that has room is the only one allowed."""
    figures = {"a1": "R1", "b1": "r", "n9": "O1", "n10": "o", "o9": "P1", "o10": "p", "l9": "G1", "l10": "g"}
    match = at(all_mountains_but(f"{far} {near}", figures) + "turn: red castle")
    distance = {field: ord(field[0]) - ord("a") + int(field[1:]) - 1 for field in f"{far} {near}".split()}
    farthest = min(7, max(distance.values()))
    allowed = {f"castle {field}" for field, steps in distance.items() if steps >= farthest}
    assert set(match.legal) == allowed
    for field, steps in distance.items():
        if steps < farthest:
            assert refused(match, f"castle {field}", "castles_too_close", "L97-5")


@pytest.mark.rule("L97-5", "L97-4")
def test_neutral_castles_keep_their_distance_too():
    figures = {
        "a1": "R1",
        "a2": "r",
        "c1": "R2",
        "c2": "r",
        "e1": "R3",
        "e2": "r",
        "g1": "R4",
        "g2": "r",
        "a4": "O1",
        "a5": "o",
        "c4": "O2",
        "c5": "o",
        "e4": "O3",
        "e5": "o",
        "g4": "O4",
        "g5": "o",
        "a8": "P1",
        "a9": "p",
    }
    match = at("players: 2\n" + all_mountains_but("c8 c9 h8 h9", figures) + "turn: ochre castle")
    assert set(match.legal) == {"castle h8", "castle h9"}
    assert refused(match, "castle c9", "castles_too_close", "L97-5")
    play(match, "castle h8", "knight h9")
    assert match.state.castle_at[PURPLE * 4 + 1] >= 0 and match.actors == [RED]


@pytest.mark.rule("L97-6")
def test_thirteen_politics_cards_lie_in_two_piles():
    one, other = new(seed=1).state, new(seed=2).state
    assert sorted(one.pile_size) == [6, 7] and len(KIND_OF) == 13
    assert Counter(KIND_OF) == {0: 3, 1: 3, **dict.fromkeys(range(2, KINDS), 1)}
    assert list(one.politics_pile) != list(other.politics_pile)
    assert list(one.hand_size) == [0] * 4


SECRETS = """
    open_money: off
    red: 7 ducats, holds treasure-8 fief-3
    ochre: 30 ducats, holds treasure-10* alliance
    turn: red card
    """


@pytest.mark.rule("L97-6")
def test_money_is_known_to_the_rules_but_shown_only_with_open_money():
    match = at(SECRETS)
    assert list(match.view(RED).state.ducats) == [7, 30, 12, 12]
    assert "7 ducats" in match.view(RED).text and "30 ducats" not in match.view(RED).text
    assert "7 ducats" not in match.view().text
    shown = at(SECRETS.replace("off", "on")).view().text
    assert "7 ducats" in shown and "30 ducats" in shown


@pytest.mark.rule("L97-6")
def test_treasures_and_fiefs_are_secret_until_all_have_seen_them():
    match = at(SECRETS)
    treasure_8, treasure_10, fief_3, alliances = 9, 10, 6, range(3)
    seen = match.view(OCHRE).state
    assert seen.politics_taker[treasure_8] == UNKNOWN and seen.politics_taker[fief_3] == UNKNOWN
    assert seen.politics_taker[treasure_10] == OCHRE
    seen = match.view(RED).state
    assert seen.politics_taker[treasure_8] == RED and seen.politics_taker[treasure_10] == OCHRE
    assert all(seen.politics_taker[card] == UNKNOWN for card in alliances)
    text = match.view(RED).text
    assert "2 politics cards (fief of 3, treasure of 8)" in text
    assert "2 politics cards (treasure of 10)" in text  # of ochre's two cards, the one that was seen


@pytest.mark.rule("L97-6")
def test_everybody_has_decision_cards_one_to_three():
    assert list(at("turn: red card").legal) == ["card 1", "card 2", "card 3"]


@pytest.mark.rule("L97-7")
def test_the_start_player_is_random_and_sets_first():
    starts = {int(new(seed=seed).state.start) for seed in range(20)}
    assert starts == {0, 1, 2, 3}
    for seed in range(4):
        match = new(seed=seed)
        assert match.actors == [int(match.state.start)]


@pytest.mark.rule("L97-7", "L97-15")
def test_the_role_passes_to_the_left_every_round():
    match = at("left A: d6b2k1 d8b2b3 d6b3k1 pb3k1 pb2b3\nturn: purple card")
    for expected in (PURPLE, GREY, RED, OCHRE, PURPLE):
        assert match.state.start == expected
        play(match, "card 1", "card 1", "card 1", "card 1")


@pytest.mark.rule("L97-7")
def test_common_refusals():
    match = at("turn: red card")
    assert match.why("card 1", seat=OCHRE).reason == "not_your_decision"
    assert match.why("done").reason == "not_now" and match.why("castle a1").reason == "not_now"
    assert match.why(GAME.space.size).reason == "no_such_action" and match.why(-1).reason == "no_such_action"
    assert at("turn: over").why("card 1").reason == "game_over"
