"""What programs that learn are shown: named parts, from what a seat may know, enough to tell what is legal."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import kronland
from kronland.core.errors import UsageError
from kronland.core.game import Game, censor, legal, seats_of
from kronland.core.kernel import in_mode
from kronland.core.layout import State
from kronland.core.observing import observed

GAMES = ["loewenherz", "koenig", "rheinlaender", "brianboru"]
games = pytest.mark.parametrize("game", [pytest.param(kronland.game(game_id), id=game_id) for game_id in GAMES])

# Kept up to date with every decision, so that they can be told from what is observed; or counted and never asked for by `legal`
DERIVED = {
    "rheinlaender": {"near", "taken", "duchy", "duke", "strength", "worth", "extent", "hand_size"},
    "loewenherz": {"castles", "deck_size", "hand_size"},
    "koenig": {"castles", "kinds"},
    "brianboru": {"hand_size"},
}


def observe(game: Game, s: State, seat: int) -> Any:
    states, room = game.layout.batch(1), game.layout.batch(1)
    states[0] = s
    out = np.full(game.observation.size, 255, np.uint8)  # type: ignore[union-attr]
    with np.errstate(over="ignore"):
        assert in_mode(observed, "python")(states, 0, room, seat, out) == len(out)
    return out


def listed(game: Game, s: State, seat: int) -> list[int]:
    out = np.zeros(game.space.size, np.int32)
    with np.errstate(over="ignore"):
        return sorted(out[: in_mode(legal, "python")(s, seat, out)].tolist())


def positions(game: Game, apart: int) -> list[tuple[State, int]]:
    """Positions of a whole game, and the seat that is to decide in each."""
    assert game.example is not None
    match = kronland.load(game.example)
    states = [match.state_at(number) for number in range(0, match.length, apart)]
    return [(s, seats_of(int(s.actors))[0]) for s in states]


@games
def test_every_part_is_named_told_and_written_somewhere(game: Game) -> None:
    observation = game.observation
    assert observation is not None and observation.size == sum(part.size for part in observation.values())
    assert all(part.about and 0 < part.high <= 255 for part in observation.values())
    most = np.zeros(observation.size, np.uint8)
    for s, seat in positions(game, 9):
        most = np.maximum(most, observe(game, s, seat))
    assert (most <= observation.highs).all()
    never = {name for name in observation if not observation.part(most, name).any()}
    assert len(never) <= 4, never  # what is rare, such as treasures in a bid


@games
def test_the_seat_that_looks_comes_first(game: Game) -> None:
    match = kronland.match(game.id, players=3, seed=5, mode="python")
    points = "points" if "points" in game.observation else "coins" if "coins" in game.observation else "score"  # type: ignore[operator]
    s = match.state
    s[points][:3] = [11, 12, 13]
    for seat in range(3):
        seen = game.observation.part(observe(game, s, seat), points)  # type: ignore[union-attr]
        assert seen[:3].tolist() == [11 + seat, 11 + (seat + 1) % 3, 11 + (seat + 2) % 3] and not seen[3:].any()


@games
def test_nothing_that_is_hidden_from_it_says_what_is_legal(game: Game) -> None:
    """Parts of one position are put into another: whatever cannot be observed of that makes no action legal or illegal."""
    chance = random.Random(f"{game.id} grafts")
    found = positions(game, 3)
    tried = 0
    while tried < 12:
        (s, seat), (other, _) = chance.choice(found), chance.choice(found)
        name = chance.choice([name for name in s.dtype.names if not name.startswith("gap") and name not in DERIVED[game.id]])
        grafted = s.copy()
        grafted[name] = other[name]
        try:
            if listed(game, s, seat) == listed(game, grafted, seat):
                continue
            same = np.array_equal(observe(game, s, seat), observe(game, grafted, seat))
        except (IndexError, OverflowError):
            continue  # such a position cannot arise, and the rules do not have to cope with it
        tried += 1
        assert not same, f"{name} decides what is legal and is not observed"


@games
def test_an_observation_is_made_from_the_censored_state_alone(game: Game) -> None:
    for s, _ in positions(game, 40):
        for seat in range(s.players):
            hidden = s.copy()
            with np.errstate(over="ignore"):
                in_mode(censor, "python")(hidden, seat)
            assert np.array_equal(observe(game, s, seat), observe(game, hidden, seat))


def test_an_unknown_part_is_told_with_those_that_there_are() -> None:
    observation = kronland.game("brianboru").observation
    assert observation is not None
    with pytest.raises(UsageError, match=r"no part 'twons' in the observation; did you mean 'towns'\? the parts are towns, tokens"):
        observation["twons"]
    with pytest.raises(
        UsageError, match=rf"the {observation.size} numbers of an observation in its last dimension; got an array of \(7,\)"
    ):
        observation.part(np.zeros(7, np.uint8), "towns")
