"""Many games at once: the same games as one by one, in arrays; and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kronland
from kronland.core.batch import GameBatch
from kronland.core.batch_checks import FAR
from kronland.core.chance import STEP, mixed
from kronland.core.game import hide, observe
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.layout import same
from kronland.core.named import copied_words, looked_at
from kronland.core.observing import observed
from kronland.core.play import lively_choice
from tests.smallest import handed_in

GAMES = ["loewenherz", "koenig", "rheinlaender", "brianboru"]


def batch(**given: Any) -> GameBatch:
    return kronland.batch("brianboru", **{"players": 3, "games": 3, "seed": 7, "mode": "python", **given})


@pytest.mark.parametrize("game_id", GAMES)
def test_each_game_is_the_match_of_its_seed(game_id: str) -> None:
    games = kronland.batch(game_id, players=3, games=3, seed=20, mode="python")
    matches = [kronland.match(game_id, players=3, seed=20 + number, mode="python") for number in range(3)]
    for step in range(25):
        chosen = games.sample(seed=step)
        for number, match in enumerate(matches):
            seat = match.actors[0]
            legal = match.legal_actions(seat)
            assert games.actors[number] == seat and games.legal[number, : games.counts[number]].tolist() == legal
            assert not games.legal[number, games.counts[number] :].any(), "what others could do is theirs to know"
            assert np.flatnonzero(games.mask[number]).tolist() == sorted(legal) and chosen[number] in legal
            match.play(int(chosen[number]), seat)
        games.step(chosen)
    for number, match in enumerate(matches):
        assert same(games.states[number], match.state) and games.match(number) == match


def test_observations_are_those_of_the_seats_that_decide() -> None:
    games = batch()
    for step in range(12):
        games.step(games.sample(seed=step))
    rows, room = games.observe(), games.game.layout.batch(1)
    for number in range(3):
        alone = np.zeros(games.observation.size, np.uint8)
        with np.errstate(over="ignore"):
            in_mode(observed, "python")(games.states, number, room, int(games.actors[number]), alone)
        assert np.array_equal(rows[number], alone)
    mine = np.zeros_like(rows)
    assert games.observe(mine) is mine and np.array_equal(mine, rows) and games.observe() is rows


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="compiled rules were left out by KRONLAND_MODE=python")
@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_not_copied_is_not_looked_at(game_id: str) -> None:
    """Batches copy only those words of a large state that its kernels name: with nonsense in the others, the observation is the same."""
    games = kronland.batch(game_id, players=3, games=2, seed=7, mode="python")
    for _ in range(25):
        games.step(games.sample())
    game, places = games.game, games.game.layout.places
    read = np.repeat(np.isin(np.arange(game.layout.dtype.itemsize // 8), copied_words(game, hide, observe)), 8)
    for name in game.layout.printed:
        read[places[name]] = True
    assert (game_id == "rheinlaender") == (len(looked_at(game)) > 0)
    for seat in range(3):
        whole, partly = games.states.copy(), games.states.copy()
        bytes_of = partly.view(np.ndarray).view(np.uint8).reshape(2, -1)
        bytes_of[:, ~read] = 0x55
        rows = np.zeros((2, games.observation.size), np.uint8)
        for states, row in zip((whole, partly), rows, strict=True):
            with np.errstate(over="ignore"):
                in_mode(observed, "python")(states, 1, game.layout.batch(1), seat, row)
        assert np.array_equal(*rows)


def played(games: GameBatch) -> int:
    steps = 0
    while not games.done.all():
        games.step(games.sample())
        steps += 1
    return steps


def test_results_are_those_of_the_matches() -> None:
    games = batch()
    assert played(games) > 50 and (games.actors == -1).all() and not games.mask.any()
    for number in range(3):
        results = games.match(number).results()
        assert games.results[number].tolist() == [entry["share"] for entry in results]
        assert games.points[number].tolist() == [entry["points"] for entry in results]
    first = games.states.copy()
    games.reset()
    assert not games.done.any() and not same(games.states[0], first[0])
    played(games)
    assert games.states.tobytes() == first.tobytes()  # the same seeds, the same choices


def test_games_that_restart_go_on_with_other_seeds() -> None:
    games = batch(games=2, restart=True)
    ended = 0
    while ended < 3:
        games.step(games.sample())
        ended += int(games.done.sum())
        assert (games.actors >= 0).all() and (games.counts > 0).all()
        for number in np.flatnonzero(games.done):
            assert games.results[number].sum() == pytest.approx(1)
    again = kronland.match("brianboru", players=3, seed=7 + 2, mode="python")
    one = batch(games=2, restart=True)
    while not one.done[0]:
        one.step(one.sample())
    assert same(one.states[0], again.state)


def test_the_others_choose_by_taste_where_they_are_pages() -> None:
    given = {"players": 3, "games": 2, "seed": 7, "mode": "python", "learner": 0}
    games = kronland.batch("koenig", others="page", **given)
    choose, chance = in_mode(lively_choice, "python"), in_mode(mixed, "python")
    for number in range(2):
        match, draw = kronland.match("koenig", players=3, seed=7 + number, mode="python"), (7 + number) * FAR
        while (seat := match.actors[0]) != 0:
            draw += int(STEP)
            legal = np.array(match.legal_actions(seat), np.int32)
            with np.errstate(over="ignore"):
                action = int(choose(match.state, seat, legal, len(legal), chance(np.uint64(draw % 2**64))))
            match.play(action, seat)
        assert same(games.states[number], match.state)
    assert not same(games.states[0], kronland.batch("koenig", **given).states[0])


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", GAMES)
def test_taste_knows_what_the_seat_knows(game_id: str) -> None:
    """So that pages may choose where the whole state lies: in a twin, which the seat could not tell from it, they like the same."""
    game, games = kronland.game(game_id), kronland.batch(game_id, players=3, games=1, seed=5, mode="python")
    taste = in_mode(game.kernels["taste"], "python")
    for _ in range(40):
        match = games.match(0)
        seat = match.actors[0]
        twin, legal = match.twin(seat, 77), match.legal_actions(seat)
        with np.errstate(over="ignore"):
            assert [taste(twin, seat, action) for action in legal] == [taste(match.state, seat, action) for action in legal]
        games.step(games.sample())


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="compiled rules were left out by KRONLAND_MODE=python")
def test_compiled_a_large_state_is_seen_as_it_is_interpreted() -> None:
    ways = [kronland.batch("rheinlaender", players=3, games=5, seed=7, restart=True, mode=mode) for mode in ("python", "native")]
    for step in range(3):
        for games in ways:
            games.step(games.sample(seed=step))
        assert np.array_equal(*(games.observe() for games in ways))


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="compiled rules were left out by KRONLAND_MODE=python")
def test_compiled_games_on_any_number_of_threads_are_the_interpreted_ones() -> None:
    ways = [batch(mode="python", games=5), batch(mode="native", games=5, threads=1), batch(mode="native", games=5, threads=3)]
    learners = [batch(mode=mode, learner=2, others="page") for mode in ("python", "native")]
    assert same(learners[0].states[2], learners[1].states[2])
    for _ in range(60):
        choices = [games.sample() for games in ways]
        assert all(np.array_equal(choices[0], choice) for choice in choices)
        for games in ways:
            games.step(choices[0])
        seen = [games.observe() for games in ways]
        for games, rows in zip(ways, seen, strict=True):
            assert games.states.tobytes() == ways[0].states.tobytes() and np.array_equal(rows, seen[0])
            assert np.array_equal(games.mask, ways[0].mask)


def wrong_action(games: GameBatch) -> Any:
    chosen = games.sample(seed=1)
    chosen[1] = next(action for action in range(games.game.space.size) if not games.mask[1, action])
    return chosen


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (lambda games: [0, 1], r"expected 3 whole numbers, an action for each game; got list '\[0, 1\]'"),
        (lambda games: np.zeros((3, 1), int), r"expected 3 whole numbers.*got an array of \(3, 1\), int64"),
        (lambda games: np.zeros(3), r"expected 3 whole numbers.*float64"),
        (lambda games: games.mask[:, 0], r"expected 3 whole numbers.*bool"),
        (lambda games: None, r"expected 3 whole numbers.*NoneType"),
        (wrong_action, r"game 1: '.*' \(\d+\) is not legal now: .*expected one of its \d+ legal actions, such as \d+"),
        (lambda games: [*games.sample(seed=1)[:2], 10_000], r"game 2: there is no action 10000; expected one of its \d+ legal actions"),
        (lambda games: [-1, *games.sample(seed=1)[1:]], r"game 0: there is no action -1; expected one of its"),
        (lambda games: [-2, *games.sample(seed=1)[1:]], r"game 0: there is no action -2; expected one of its"),
    ],
)
def test_wrong_actions_are_told_in_one_line_and_change_no_game(actions: Any, words: str) -> None:
    games = batch()
    states, mask, actors = games.states.copy(), games.mask.copy(), games.actors.copy()
    with pytest.raises(kronland.KronlandError, match=words) as found:
        games.step(actions(games))
    assert "\n" not in str(found.value)
    assert games.states.tobytes() == states.tobytes() and (games.mask == mask).all() and (games.actors == actors).all()
    games.step(games.sample())


def test_a_game_that_is_over_wants_no_action() -> None:
    games = batch(games=1)
    played(games)
    with pytest.raises(kronland.UsageError, match=r"game 0 is over; expected -1 for it, or reset\(\), or a batch whose games restart"):
        games.step([0])
    games.step([-1])
    assert games.done.all() and games.sample().tolist() == [-1]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"games": 0}, "games is 0; expected a whole number from 1 on"),
        ({"games": 2.5}, "games is 2.5; expected a whole number"),
        ({"games": True}, "games is True; expected a whole number"),
        ({"games": 10**15}, "no memory for 1000000000000000 games of .* bytes each; expected fewer"),
        ({"players": 9}, "is for 3 to 5 players, not 9"),
        ({"mode": "fast"}, "unknown mode 'fast'; the modes are"),
        ({"seed": -1}, "seed is -1; expected a whole number from 0 to"),
        ({"seed": 2**63}, "seed is 9223372036854775808; expected a whole number from 0 to"),
        ({"threads": 0}, "threads is 0; expected a whole number from 1 on"),
        ({"options": {"tricks": "9"}}, "option"),
        ({"learner": 3}, "there is no seat 3; seats are 0 to 2"),
        ({"learner": 0, "others": "king"}, "the others are 'king'; expected 'random' or 'page', which is all that many games at once have"),
    ],
)
def test_what_no_batch_can_be_made_from_is_told(given: dict[str, Any], words: str) -> None:
    with pytest.raises(kronland.UsageError, match=words):
        batch(**given)


def test_room_for_observations_must_fit() -> None:
    games = batch()
    size = games.observation.size
    for out in (np.zeros((2, size), np.uint8), np.zeros((3, size), np.float32), np.zeros((size, 3), np.uint8).T, [0]):
        with pytest.raises(kronland.UsageError, match=rf"expected a writeable array of \(3, {size}\), uint8, row after row; got"):
            games.observe(out)


def test_what_is_shown_cannot_be_written_into() -> None:
    games = batch()
    for shown in (games.mask, games.legal, games.counts, games.actors, games.done, games.results, games.points):
        with pytest.raises(ValueError, match="read-only"):
            shown[0] = 0


def test_a_match_of_a_batch_is_asked_for_by_its_number() -> None:
    with pytest.raises(kronland.UsageError, match="there is no game 3; games are 0 to 2"):
        batch().match(3)


def test_a_game_without_observations_says_so() -> None:
    with handed_in():
        games = kronland.batch("grenzstein", players=2, games=2, mode="python")
        played(games)
        with pytest.raises(kronland.UsageError, match="Grenzstein has no observations"):
            games.observe()
