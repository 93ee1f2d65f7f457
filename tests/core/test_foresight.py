"""What is told before a choice happens when it is made, and nothing of it comes from what is hidden."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kronland
from kronland.core.errors import IllegalAction
from kronland.core.foresight import Foresight
from kronland.core.match import Match
from kronland.core.record import load
from kronland.games import GAMES, find_game

GOLDEN = Path(__file__).parents[1] / "golden"


def foretold(match: Match, action: int, seat: int) -> Foresight:
    return match.foreseer(seat).of(action)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_foretold_happens(game_id: str) -> None:
    record = load(sorted((GOLDEN / game_id).glob("3-players-*.json"))[0], find_game)
    match, told, scored = record.replay(0, "python"), set(), 0
    for number, entry in enumerate(record.values["actions"]):
        seat, _, action = entry.partition(" ")
        found = match.foresee(action, int(seat) - 1) if number % 3 == 1 else None
        before = [row["points"] for row in match.results()]
        happened = match.play(action, int(seat) - 1)
        if found is None:
            continue
        rest = iter(happened)
        assert all(event in rest for event in found.follows), (entry, found.follows, happened)
        gained = [now["points"] - then for then, now in zip(before, match.results(), strict=True)]
        assert all(gained[who] == points for who, points in found.points)
        changeable = match.chosen_in_secret(int(seat) - 1) is not None  # until the last one has chosen
        assert found.final == (match.undo_barrier is not None and not changeable)
        told |= {event.kind for event in found.follows}
        scored += bool(found.points)
    assert len(told) >= 4
    assert scored


@pytest.mark.parametrize("game_id", GAMES)
def test_nothing_is_foretold_from_what_is_hidden(game_id: str) -> None:
    """In a position that the seat cannot tell from the real one, the same is foretold of every action."""
    game, chance = find_game(game_id), random.Random(12)
    match = Match(game, 3, seed=12, mode="python")
    for number in range(240):
        if match.over:
            break
        seat = match.actors[0]
        legal = match.legal_actions(seat)
        if number % 60 == 0:
            foreseer = match.foreseer(seat)
            other = match.redealt(1, seat).foreseer(seat)
            for action in chance.sample(legal, min(4, len(legal))):
                assert foreseer.of(action) == other.of(action)
        match.play(chance.choice(legal), seat)


def test_a_card_to_be_drawn_is_not_told() -> None:
    """König and Rheinländer draw from decks that nobody has seen."""
    match = kronland.match("koenig", players=3, seed=3, mode="python")
    drawn = 0
    chance = random.Random(3)
    while drawn < 6:
        seat = match.actors[0]
        if "draw" in match.legal:
            assert not any(event.kind == "drawn" for event in match.foresee("draw").follows)
            match.play("draw")
            drawn += 1
        else:
            match.play(chance.choice(match.legal_actions(seat)), seat)


def test_of_a_secret_bid_nothing_is_told_that_others_do() -> None:
    """What the other bids is limited by what it has, which the page may not show (L97-6)."""
    match, chance, bids = kronland.match("loewenherz", players=3, setup="beginner", seed=5, mode="python"), random.Random(5), 0
    while bids < 8 and not match.over:
        seat = match.actors[0]
        if "bid 0" in match.legal_for(seat):
            assert match.foresee("bid 0", seat).follows == ()
            bids += 1
        match.play(chance.choice(match.legal_actions(seat)), seat)
    assert bids == 8


def test_what_is_not_legal_has_no_future() -> None:
    match = kronland.match("koenig", players=3, seed=7, mode="python")
    with pytest.raises(IllegalAction, match="done is not legal here"):
        match.foresee("done")


def test_the_action_itself_is_not_told_twice_and_a_fee_is() -> None:
    match, chance, fees = kronland.match("loewenherz", players=3, setup="beginner", seed=8, mode="python"), random.Random(8), 0
    while not match.over and fees < 3:
        seat = match.actors[0]
        for action in match.legal_actions(seat):
            if match.game.space.verb_of(action).name == "knight":
                kinds = [event.kind for event in foretold(match, action, seat).follows]
                assert "knight_set" not in kinds
                fees += "fee_paid" in kinds
        match.play(chance.choice(match.legal_actions(seat)), seat)
    assert fees >= 3
