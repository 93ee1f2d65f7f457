"""Rheinländer: what everybody may know of hidden hands (RH-15, RH-18), and what nobody may."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kronland.core.kernel import interpreted
from kronland.core.layout import CHANCE, differences, same
from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.rules.eras import caught_up
from kronland.games.rheinlaender.rules.state import Phase
from kronland.lab.conformance import play_lively
from tests.games.rheinlaender.table import OCHRE, PURPLE, RED, at, new, play


def hands(match, seat: int, count: int = 60) -> list[list[list[int]]]:
    """All hands in so many twins of a match for a seat."""
    return [match.twin(seat, seed).hand[: match.players].tolist() for seed in range(count)]


def test_a_seat_sees_its_own_hand_and_no_other():
    match = new(4, seed=3)
    for seat in range(-1, 4):
        seen = match.view(seat).state
        for other in range(4):
            assert (seen.hand[other] > 0).all() == (seat == other)
        assert set(seen.pile.tolist()) == {-2, -1}
        assert not any(seen[name] for name in CHANCE)


def test_twins_keep_the_own_hand_and_mix_the_others_with_the_pile():
    match = new(4, seed=3)
    own = match.state.hand[RED].tolist()
    found = hands(match, RED, 200)
    assert all(hand[RED] == own for hand in found)
    others = {card for hand in found for card in hand[OCHRE]}
    assert others == set(range(1, 55)) - set(own)  # every hidden card can be in the other hand, and the shuffle card never


def test_a_spectator_knows_no_hand():
    found = hands(new(3, seed=1), -1, 200)
    assert {card for hand in found for card in hand[RED]} == set(range(1, 55))


@pytest.mark.rule("RH-15")
def test_after_a_discard_without_effect_everybody_knows_that_the_rest_of_the_hand_was_of_no_use():
    full = "knights ochre L1 L2 L3 L4 L5 L6 R1 R2 R3 R4 R5 R6 W1 W2 W3 W4 W5 W6\nturn red\nhand red 1 2 3 4 5"
    match = play(at(full), "card 3")
    for hand in hands(match, PURPLE):
        assert set(hand[RED][:4]) <= {1, 2, 4, 5, 6}
    play(match, "done")  # the card drawn now can be any other
    drawn = {hand[RED][4] for hand in hands(match, PURPLE)}
    assert len(drawn) > 20
    assert all(set(hand[RED][:4]) <= {1, 2, 4, 5, 6} for hand in hands(match, PURPLE))


@pytest.mark.rule("RH-18")
def test_nobody_holds_what_was_shuffled_back_from_the_discards_unless_drawn_since():
    discards = " ".join(map(str, range(16, 54)))
    match = at(f"hand red 1 2 3 4 5\nhand ochre 6 7 8 9 10\nhand purple 11 12 13 14 15\ndiscards {discards}\npile shuffle 54\nturn red")
    play(match, "card 1", "knight L1", "done")
    old = set(range(6, 16)) | {54}
    for hand in hands(match, RED):
        assert set(hand[OCHRE]) | set(hand[PURPLE]) <= old
    play(match, "card 6", "knight L6", "done")  # ochre draws out of the new pile
    found = hands(match, RED)
    assert all(set(hand[OCHRE][:4]) <= old for hand in found)
    assert len({hand[OCHRE][4] for hand in found} - old) > 10


def test_what_may_be_in_a_hand_is_the_same_for_everybody_and_true():
    """Eras and odds follow from what all have seen: whatever the hidden cards are, they are the same."""
    for match in play_lively(GAME, 5, {}, seed=9):
        s = match.state
        if s.clock % 5 == 0 and not match.over:
            for seat in (-1, 0, 3):
                twin, now = match.twin(seat, 1), caught_up(s)
                assert all((twin[known] == now[known]).all() for known in ("eras", "came", "odds", "past", "past_size"))
                assert GAME.invariants(match.twin(seat, 2)) == []


def test_a_picked_card_of_a_twin_is_in_the_hand_and_can_be_used():
    picks = 0
    for match in play_lively(GAME, 3, {}, seed=4):
        if match.state.phase == Phase.FIELD:
            seat = match.actors[0]
            for other in (-1, (seat + 1) % 3):
                twin = match.twin(other, 5)
                assert twin.picked in twin.hand[seat]
                with np.errstate(over="ignore"):
                    assert interpreted(GAME.kernels["legal"])(twin, seat, np.zeros(GAME.space.size, np.int32)) > 0
                picks += int(twin.picked != match.state.picked)
    assert picks > 20


def test_twins_cannot_be_told_apart():
    chance = random.Random(1)
    for match in play_lively(GAME, 4, {}, seed=2):
        if chance.random() < 0.1:
            for seat in range(-1, 4):
                twin, real = match.twin(seat, chance.getrandbits(60)), match.state
                for s in (twin, real):
                    censor(s, seat)
                assert same(twin, real)


def censor(s, seat: int) -> None:
    interpreted(GAME.kernels["censor"])(s, seat)


def test_what_is_hidden_for_an_observation_is_what_is_censored_but_for_the_odds():
    """`hide` does without catching up with them: what is shown is the same, and nothing else is left in the state."""
    chance = random.Random(3)
    for match in play_lively(GAME, 3, {}, seed=4):
        if chance.random() < 0.05:
            for seat in range(3):
                seen, censored = match.state, match.state
                with np.errstate(over="ignore"):
                    interpreted(GAME.kernels["hide"])(seen, seat)
                    censor(censored, seat)
                assert set(differences(seen, censored)) <= {"odds", "past", "past_size", "eras"}
                rows = np.zeros((2, GAME.observation.size), np.uint8)
                for row, s in zip(rows, (seen, censored), strict=True):
                    interpreted(GAME.kernels["observe"])(s, seat, row)
                assert rows[0].any() and np.array_equal(*rows)
