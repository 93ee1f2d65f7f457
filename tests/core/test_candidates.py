"""What could come of each legal action: all of them or some, as the seat to decide could know it, and nothing that it may not know."""

from __future__ import annotations

import numpy as np
import pytest

import kronland
from kronland.core.batch import GameBatch
from kronland.core.candidates import chance_of, list_actions
from kronland.core.game import resampled
from kronland.core.kernel import interpreted

GAMES = ["loewenherz", "koenig", "rheinlaender", "brianboru"]


def played(game_id: str, steps: int, games: int = 3, seed: int = 20) -> GameBatch:
    batch = kronland.batch(game_id, players=3, games=games, seed=seed, mode="python")
    for step in range(steps):
        batch.step(batch.sample(seed=step))
    return batch


@pytest.mark.parametrize("game_id", GAMES)
def test_two_positions_that_a_seat_cannot_tell_apart_have_the_same_candidates(game_id: str) -> None:
    batch = played(game_id, 25, games=2)
    rows = batch.candidates(3, seed=1)
    before = batch.states.tobytes()
    for number in range(2):
        with np.errstate(over="ignore"):
            interpreted(resampled)(batch._states[number], int(batch.actors[number]), np.uint64(77 + number))
    assert batch.states.tobytes() != before
    others = batch.candidates(3, seed=1)
    assert len(rows) > 3
    for name in ("games", "actions", "observations", "ended", "shares", "first"):
        assert np.array_equal(getattr(rows, name), getattr(others, name)), name


def test_rows_are_the_legal_actions_of_each_game_in_order() -> None:
    batch = played("brianboru", 12, games=2)
    before = batch.states.tobytes()
    rows = batch.candidates(most=1000, seed=3)
    assert np.array_equal(np.diff(rows.first), batch.counts) and len(rows) == rows.first[-1] == len(rows.games)
    for number in range(2):
        part = slice(*rows.first[number : number + 2])
        assert (rows.games[part] == number).all() and rows.actions[part].tolist() == np.flatnonzero(batch.mask[number]).tolist()
    assert batch.states.tobytes() == before and not rows.ended.any() and not rows.shares.any()


def test_of_too_many_actions_each_is_as_likely() -> None:
    """Of five that are legal, two at a time."""
    allowed, drawn = np.zeros(9, np.bool_), np.zeros(9)
    allowed[[1, 2, 4, 7, 8]] = True
    games, actions = np.zeros(3, np.int32), np.zeros(3, np.int32)
    for seed in range(500):
        with np.errstate(over="ignore"):
            interpreted(list_actions)(allowed, 5, 2, interpreted(chance_of)(np.uint64(seed), 6), 6, 1, games, actions)
        assert actions[1] < actions[2] and games.tolist() == [0, 6, 6]
        drawn[actions[1:]] += 1
    assert not drawn[~allowed].any() and (abs(drawn[allowed] - 200) < 40).all()


def test_what_the_seat_would_see_is_what_it_does_see_where_nothing_is_hidden_or_drawn() -> None:
    """The first castles of the 2003 game: the seat that has set one sees the board with it."""
    batch = kronland.batch("koenig", players=3, games=2, seed=4, mode="python")
    seats, rows = batch.actors.copy(), batch.candidates(most=2, seed=5)
    batch.step(rows.actions[rows.first[:-1]])
    board = batch.observation.part
    for number, seat in enumerate(seats):
        seen = batch.seen_by(number, int(seat))
        assert np.array_equal(board(rows.observations[rows.first[number]], "board"), board(seen, "board"))


def test_a_game_that_ends_tells_who_has_won_and_one_that_is_over_has_no_rows() -> None:
    batch, steps = played("brianboru", 0, games=1), 0
    while not batch.done.all():
        batch.step(batch.sample(seed=steps))
        steps += 1
    assert len(batch.candidates()) == 0
    rows = played("brianboru", steps - 1, games=1).candidates()
    assert rows.ended.all() and np.allclose(rows.shares.sum(axis=1), 1)


def test_each_call_draws_others_and_the_same_seed_the_same() -> None:
    batch = played("rheinlaender", 3)
    assert np.array_equal(batch.candidates(2, seed=9).actions, batch.candidates(2, seed=9).actions)
    assert len({batch.candidates(2).actions.tobytes() for _ in range(5)}) > 1
    with pytest.raises(kronland.UsageError, match=r"^most is 0; expected a whole number from 1 on$"):
        batch.candidates(0)
