"""Rheinländer: set-up and the turn (RH-1 to RH-18)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kronland.core.errors import UndoError
from kronland.core.kernel import interpreted
from kronland.core.layout import differences
from kronland.core.log import NO_LOG
from kronland.core.play import play_batch
from kronland.core.seeds import seed_chance
from kronland.games.rheinlaender.components import load
from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.rules.cards import draw_card
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.reach import reaches
from kronland.games.rheinlaender.rules.state import SHUFFLE_CARD, Building, Phase
from tests.games.rheinlaender.table import OCHRE, RED, at, duke, events, fields, new, play, refused, supply, told, verbs

# Sections 1 to 5 are full; red has no knight anywhere.
FULL = """
    knights ochre L1 L2 L3 L4 L5 R1 R2 R3 R4 R5 W1 W2 W3 W4 W5
    turn red
    """


@pytest.mark.rule("RH-1")
@pytest.mark.parametrize(("players", "knights"), [(3, 25), (4, 20), (5, 17)])
def test_supplies(players, knights):
    s = new(players).state
    assert s.knights_left.tolist() == [knights] * players + [0] * (5 - players)
    assert s.bastions_left.tolist() == [3] * players + [0] * (5 - players)


@pytest.mark.rule("RH-1")
def test_the_six_duke_figures_are_no_limit():
    pairs = " ".join(f"L{n} L{n + 1}" for n in range(1, 20, 3))
    match = at(f"knights red {pairs} L23\nhand red 24 25 50 51 52")
    play(match, "card 24", "knight L24")
    assert sum(match.state.duke == RED) == 8


@pytest.mark.rule("RH-2")
def test_the_tokens_are_mixed_and_one_is_open_on_every_spot():
    counts = Counter({Building.CASTLE: 9, Building.CHURCH: 7, Building.CITY_2: 4, Building.CITY_3: 3, Building.CITY_4: 3})
    layouts = set()
    for seed in range(5):
        s = new(seed=seed).state
        assert s.spots == 26
        assert Counter(map(Building, s.building[:26].tolist())) == counts
        layouts.add(bytes(s.building))
    assert len(layouts) == 5


@pytest.mark.rule("RH-2")
def test_a_spot_touches_two_neighbouring_fields_of_one_bank():
    parts = load()
    for one, other in parts.spot_field[: parts.spots].tolist():
        assert other in parts.touching[one] and one in parts.touching[other]


@pytest.mark.rule("RH-3")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_five_cards_each_then_the_shuffle_card_is_mixed_in(players):
    places, starts = set(), set()
    for seed in range(40):
        match = new(players, seed)
        s = match.state
        assert s.hand_size[:players].tolist() == [5] * players
        assert s.pile_size == 55 - 5 * players
        assert not (s.hand == 0).any()  # nobody is dealt the shuffle card
        places.add(s.pile.tolist().index(0))
        starts.add(match.actors[0])
        assert told(match, Event.BEGINS) == [(match.actors[0],)]
    assert len(places) > 15 and min(places) < 5 and max(places) > 50 - 5 * players - 5
    assert starts == set(range(players))  # the start player is random


@pytest.mark.rule("RH-1", "RH-3")
def test_setting_up_again_leaves_nothing_of_the_last_game():
    batch = play_batch(GAME, 5, 1, seed=3, mode="python")
    used, fresh = batch.states[0].copy(), GAME.layout.new()
    for s in (used, fresh):
        with np.errstate(over="ignore"):
            seed_chance(s, 4)
            interpreted(GAME.kernels["setup"])(s, 3, np.array([1, 0]), load(), NO_LOG)
        s.barrier = 0
    assert differences(used, fresh) == []


@pytest.mark.rule("RH-3")
def test_play_goes_clockwise():
    match = new(5, seed=1)
    first, turns = match.actors[0], []
    for _ in range(7):
        turns.append(match.actors[0])
        match.play(next(iter(match.legal)))
        match.play(next(action for action in match.legal if action.startswith("knight")))
        if match.state.phase == Phase.CASTLE:
            match.play("decline")
        match.play("done")
    assert turns == [(first + n) % 5 for n in range(7)]


@pytest.mark.rule("RH-10")
def test_exactly_one_card_a_turn_and_it_must_be_held():
    match = at("hand red 7 8 9 10 11\nturn red")
    assert refused(match, "card 12", "card_not_held", "RH-10")
    play(match, "card 7")
    assert refused(match, "card 8", "not_now", "")
    play(match, "knight L7")
    assert verbs(match) == {"bastion", "done"}
    play(match, "done")
    assert match.actors == [OCHRE]


@pytest.mark.rule("RH-10")
def test_a_picked_card_is_hidden_and_can_be_put_back_while_its_player_decides():
    match = at("hand red 7 8 9 10 11\nturn red")
    play(match, "card 7")
    assert match.view(OCHRE).state.picked < 0 < match.view(RED).state.picked
    assert match.history_for(OCHRE) == [(RED, "card")]
    match.undo()
    play(match, "card 8", "knight R8")
    match.undo()  # the card was only shown
    match.undo()
    assert match.length == 0
    play(match, "card 8", "knight R8", "done")
    with pytest.raises(UndoError):
        match.undo()


@pytest.mark.rule("RH-11")
def test_deploy_on_a_free_land_field_of_the_section():
    match = at("knights ochre L7\nhand red 7 8 9 10 11\nturn red")
    play(match, "card 7")
    assert fields(match, "knight") == {"R7"}
    assert refused(match, "knight L7", "field_taken", "RH-11")
    assert refused(match, "knight L8", "no_own_knight_beside", "RH-14")
    play(match, "knight R7")
    assert events(match)[0] == "DEPLOYED"
    assert supply(match) == [24, 24, 25]
    assert int(match.state.discards) == 1 << 7


@pytest.mark.rule("RH-12")
@pytest.mark.parametrize("second", ["knights purple R7", "bastions R7"])
def test_the_river_is_open_when_both_land_fields_are_occupied(second):
    match = at("knights ochre L7\nhand red 7 8 9 10 11\nturn red")
    play(match, "card 7")
    assert refused(match, "knight W7", "river_closed", "RH-12")
    match = at(f"knights ochre L7\n{second}\nhand red 7 8 9 10 11\nturn red")
    play(match, "card 7")
    assert fields(match, "knight") == {"W7"}
    assert refused(match, "knight W8", "river_elsewhere", "RH-12")
    play(match, "knight W7")
    assert events(match)[0] == "DEPLOYED_ON_RIVER"


@pytest.mark.rule("RH-13")
def test_an_island_field_of_two_sections_is_reached_by_both_cards_and_counts_for_both():
    for card, bank in (("21", "L21"), ("27", "R27")):
        match = at("hand red 21 27 9 10 11\nturn red")
        play(match, f"card {card}")
        assert fields(match, "knight") == {bank, "I2"}
        match = at(f"knights ochre I2 {bank}\nhand red 21 27 9 10 11\nturn red")
        play(match, f"card {card}")
        assert fields(match, "knight") == {f"W{card}"}
    match = at("hand red 20 27 9 10 11\nturn red")  # I1 belongs to section 20 only
    play(match, "card 20")
    assert fields(match, "knight") == {"L20", "I1"}


@pytest.mark.rule("RH-14")
def test_reinforce_with_any_card_next_to_an_own_knight_and_to_no_other():
    match = at("knights red L10\nknights ochre L12\nhand red 40 41 42 43 44\nturn red")
    play(match, "card 40")
    assert fields(match, "knight") == {"L40", "R40", "L9"}
    assert refused(match, "knight L11", "other_knight_beside", "RH-14")
    assert refused(match, "knight L13", "no_own_knight_beside", "RH-14")
    assert refused(match, "knight W10", "river_elsewhere", "RH-12")  # never a river field
    play(match, "knight L9")
    assert events(match)[0] == "REINFORCED"


@pytest.mark.rule("RH-14")
def test_castle_knights_and_bastions_do_not_count_for_reinforcing():
    # a castle of another player and a bastion beside L13 keep nobody off, and an own castle knight helps nobody
    match = at("knights red L14\nspot L14-L15 castle ochre\nbastions L12\nhand red 40 41 42 43 44\nturn red")
    play(match, "card 40")
    assert fields(match, "knight") == {"L40", "R40", "L13", "L15"}
    match = at("knights ochre L14\nspot L14-L15 castle red\nhand red 40 41 42 43 44\nturn red")
    play(match, "card 40")
    assert fields(match, "knight") == {"L40", "R40"}


@pytest.mark.rule("RH-14")
def test_a_knight_on_the_river_counts_as_a_neighbour():
    match = at("knights red W10\nknights ochre L10 W11\nbastions R10 R11 L11\nhand red 40 41 42 43 44\nturn red")
    play(match, "card 40")
    assert fields(match, "knight") == {"L40", "R40"}


@pytest.mark.rule("RH-15")
def test_a_card_is_discarded_only_if_no_card_allows_anything():
    match = at(FULL + "hand red 1 2 3 4 5")
    assert fields(match, "card") == {"1", "2", "3", "4", "5"}
    play(match, "card 3")
    assert events(match)[0] == "DISCARDED"
    assert int(match.state.discards) == 1 << 3
    assert match.state.phase == Phase.BASTION  # the rest of the turn goes on
    match = at(FULL + "hand red 1 2 3 4 6")
    assert fields(match, "card") == {"6"}
    assert refused(match, "card 1", "card_of_no_use", "RH-15")


@pytest.mark.rule("RH-15")
def test_with_a_field_to_reinforce_every_card_is_of_use():
    match = at(FULL + "knights red L40\nhand red 1 2 3 4 6")
    assert fields(match, "card") == {"1", "2", "3", "4", "6"}


@pytest.mark.rule("RH-15", "RH-16")
def test_an_exchange_is_something_that_a_card_allows():
    church = "\nspot L33-L34 church\nknights red L33 L34\nbastions L32 L35\nbastions R1"
    full = FULL.replace("R1 ", "")
    with_archbishop = at(full + church + "\nhand red 1 2 3 4 5\nbastions_left red 0")
    assert with_archbishop.state.archbishop == RED
    assert fields(with_archbishop, "card") == {"1", "2", "3", "4", "5"}
    play(with_archbishop, "card 1")
    assert list(with_archbishop.legal) == ["replace L1", "replace W1"]
    without = at(full + church.replace("church", "castle") + "\nhand red 1 2 3 4 5\nbastions_left red 0")
    play(without, "card 1")
    assert events(without)[0] == "DISCARDED"


ARCHBISHOP = """
    spot L33-L34 church
    knights red L33 L34
    hand red 7 8 9 10 11
    turn red
    """


@pytest.mark.rule("RH-16")
def test_the_archbishop_replaces_a_knight_on_land_or_river():
    match = at(ARCHBISHOP + "knights ochre L7 W7 L8\nknights purple R7")
    play(match, "card 7")
    assert fields(match, "replace") == {"L7", "R7", "W7"}
    assert refused(match, "replace L8", "replace_elsewhere", "RH-16")
    play(match, "replace W7")
    assert events(match)[0] == "REPLACED"
    assert supply(match) == [22, 23, 24]
    assert match.state.on[140 + 6] == RED
    match = at(ARCHBISHOP + "knights red L7\nbastions R7")
    play(match, "card 7")
    assert refused(match, "replace L7", "replace_nobody", "RH-16")
    assert refused(match, "replace R7", "replace_nobody", "RH-16")


@pytest.mark.rule("RH-15", "RH-16")
@pytest.mark.parametrize("field", ["L7", "R7", "W7"])
def test_one_knight_to_replace_anywhere_in_the_section_is_enough(field):
    s = at(ARCHBISHOP).state
    for name in ("L7", "R7", "W7"):
        s.on[ALL_FIELDS.index[name]] = RED
    assert not interpreted(reaches)(s, RED, 7)
    s.on[ALL_FIELDS.index[field]] = OCHRE
    assert interpreted(reaches)(s, RED, 7)


@pytest.mark.rule("RH-16")
def test_without_the_archbishop_nobody_is_replaced():
    match = at(ARCHBISHOP.replace("church", "city_4") + "knights ochre L7")
    play(match, "card 7")
    assert refused(match, "replace L7", "no_archbishop", "RH-16")


@pytest.mark.rule("RH-16")
def test_an_exchange_can_overthrow_a_duke_and_castle_knights_are_safe():
    match = at(ARCHBISHOP + "spot L8-L9 castle ochre\nknights ochre L8 L9\nknights red L10 L11")
    assert duke(match, "L8") == "ochre"
    play(match, "card 9")
    assert fields(match, "replace") == {"L9"}
    play(match, "replace L9")  # red 3, ochre 1 and a castle knight
    assert duke(match, "L8") == "red"
    assert told(match, Event.DUKE_OUSTED) == [(OCHRE, 2)]
    assert told(match, Event.CASTLE_SWAPPED)  # RH-32: the duchy has changed hands


@pytest.mark.rule("RH-17")
def test_one_bastion_a_turn_before_or_after_the_card():
    match = at("hand red 7 8 9 10 11\nturn red")
    play(match, "bastion L7")
    assert refused(match, "bastion R7", "bastion_set", "RH-17")
    assert verbs(match) == {"card"}
    play(match, "card 7")
    assert fields(match, "knight") == {"R7"}  # it keeps knights off
    play(match, "knight R7")
    assert match.actors == [OCHRE]  # nothing is left to decide, so the turn is over
    match = at("hand red 7 8 9 10 11\nturn red")
    play(match, "card 7", "knight R7", "bastion L8")
    assert verbs(match) == {"done"}  # it could still be taken back
    match.undo()
    play(match, "bastion L9", "done")
    assert match.actors == [OCHRE]


@pytest.mark.rule("RH-17")
def test_bastions_stand_on_free_land_and_three_are_all():
    match = at("knights ochre L8\nhand red 7 8 9 10 11\nturn red")
    assert refused(match, "bastion W7", "bastion_on_river", "RH-17")
    assert refused(match, "bastion L8", "bastion_field_taken", "RH-17")
    assert refused(match, "bastion I20", "no_such_field", "RH-2")
    match = at("bastions L1 L2 L3\nbastions_left red 0\nhand red 7 8 9 10 11\nturn red")
    assert refused(match, "bastion L8", "no_bastions_left", "RH-17")
    play(match, "card 7", "knight L7")
    assert match.actors == [OCHRE]


@pytest.mark.rule("RH-17")
def test_a_bastion_belongs_to_no_duchy_and_joins_none():
    match = at("knights red L7\nbastions L8\nhand red 9 10 11 12 13\nturn red")
    play(match, "card 9", "knight L9")
    assert not match.state.duchy.any()


@pytest.mark.rule("RH-18")
def test_draw_one_card_at_the_end_known_to_oneself_only():
    match = at("hand red 7 8 9 10 11\npile 20 shuffle 21\ndiscards " + _others({7, 8, 9, 10, 11, 20, 21}) + "\nturn red")
    play(match, "card 7", "knight L7", "done")
    assert match.state.hand[RED].tolist() == [8, 9, 10, 11, 20]
    assert told(match, Event.CARD_DRAWN)[0][1] < 0  # a spectator is not told which
    assert (Event.CARD_DRAWN, RED, 19) in match.events(RED)


def _others(used: set[int], dealt: int = 10) -> str:
    """The cards that are left over, less those for two hands more."""
    rest = [card for card in range(1, 55) if card not in used]
    return " ".join(map(str, rest[dealt:]))


@pytest.mark.rule("RH-18")
def test_with_all_cards_in_hands_none_is_drawn_and_the_shuffle_card_stays():
    s = new().state
    s.pile[:], s.pile_size, s.discards = -1, 1, 0
    s.pile[0] = SHUFFLE_CARD
    before = s.copy()
    interpreted(draw_card)(s, RED, NO_LOG)
    assert set(differences(before, s)) <= {"barrier"}


@pytest.mark.rule("RH-18")
def test_the_shuffle_card_has_all_but_the_hands_shuffled_and_one_draws_again():
    match = at("hand red 7 8 9 10 11\npile shuffle 20 21\ndiscards " + _others({7, 8, 9, 10, 11, 20, 21}) + "\nturn red")
    hands = match.state.hand[1:3].tolist()
    play(match, "card 7", "knight L7", "done")
    s = match.state
    assert events(match) == ["RESHUFFLED", "CARD_DRAWN"] or events(match)[:2] == ["RESHUFFLED", "RESHUFFLED"]
    assert s.discards == 0 and s.pile_size == 55 - 15 and 0 in s.pile[: s.pile_size]
    assert s.hand[1:3].tolist() == hands
    assert s.hand[RED, :4].tolist() == [8, 9, 10, 11]
    drawn = int(s.hand[RED, 4])
    assert drawn not in hands[0] + hands[1] + [8, 9, 10, 11]
    with pytest.raises(UndoError, match="Chance"):
        match.undo()
