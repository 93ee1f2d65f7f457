"""The conformance suite, run on every game in all its set-ups (see `kronland.lab.conformance`)."""

from __future__ import annotations

import os

import numpy as np
import pytest

from kronland.core.ending import result
from kronland.core.game import MOST_SEATS, Game
from kronland.core.layout import same
from kronland.core.log import NO_LOG
from kronland.core.match import Match
from kronland.core.play import play_batch
from kronland.games import GAMES, find_game
from kronland.lab.conformance import GameCheck, Report, check_games, play_lively, set_ups

MORE = int(os.environ.get("KRONLAND_MORE", "1"))  # KRONLAND_MORE=50 ./kronland test: fifty times as many random games

FIRST = 70  # decisions of an interpreted game

games = pytest.mark.parametrize("game", [pytest.param(find_game(game_id), id=game_id) for game_id in GAMES])


def assert_clean(report: Report, at_least: int) -> None:
    assert not report.violations, "\n".join(report.violations[:5])
    assert report.games >= at_least and report.decisions > 0


@pytest.mark.slow
@games
def test_lively_games_in_both_modes(game: Game) -> None:
    count = len(set_ups(game)) * MORE
    report = check_games(game, count, seed=1)
    assert_clean(report, count)
    assert report.probes > 100_000
    assert report.twins > 2_500
    assert report.barriers["NONE"] and report.barriers["PASSED"] and report.barriers["REVEALED"]


@pytest.mark.slow
@games
def test_interpreted_games(game: Game) -> None:
    """Their first decisions: what interpreted rules do in all others is compared with what compiled ones do, above."""
    report, (players, options) = Report(), set_ups(game)[-1]
    GameCheck(game, players, options, 7, report, "python", None, most=FIRST * MORE).run()
    assert not report.violations, "\n".join(report.violations[:5])
    assert report.games or report.decisions == FIRST * MORE


@games
def test_hundreds_of_random_games_end_within_the_bound(game: Game) -> None:
    for players, options in set_ups(game):
        batch = play_batch(game, players, 200 * MORE, seed=11, options=options)
        assert (batch.decisions > 0).all(), "a dead end"
        assert (batch.decisions < game.longest).all()
        assert sum(batch.ends().values()) == 200 * MORE
        for s in batch.states[:: 20 * MORE]:
            assert game.invariants(s) == []


@games
def test_the_same_seed_plays_the_same_game(game: Game) -> None:
    players, options = set_ups(game)[0]
    one = play_batch(game, players, 20, seed=5, options=options, threads=1, chunk=20)
    two = play_batch(game, players, 20, seed=5, options=options, threads=2, chunk=3)
    assert one.states.tobytes() == two.states.tobytes()
    other = play_batch(game, players, 20, seed=6, options=options)
    assert one.states.tobytes() != other.states.tobytes()


@games
def test_set_up_is_the_same_in_both_modes(game: Game) -> None:
    for players, options in set_ups(game):
        chosen = game.check_options(players, options)
        parts = game.load_components()
        for seed in range(5):
            native = game.start(players, chosen, seed, parts, NO_LOG.copy(), "native")
            assert same(native, game.start(players, chosen, seed, parts, NO_LOG.copy(), "python"))


@games
def test_an_old_copy_never_changes(game: Game) -> None:
    players, options = set_ups(game)[0]
    kept: list[tuple[bytes, np.record]] = []
    for match in play_lively(game, players, options, seed=3):
        state = match.state
        assert state.clock == match.length
        kept.append((state.tobytes(), state))
    assert all(state.tobytes() == old for old, state in kept)
    assert len({old for old, _ in kept}) == len(kept)


@games
def test_results_of_running_games_are_there_too(game: Game) -> None:
    out = np.zeros((3, MOST_SEATS))
    match = Match(game, seed=1)
    result(match.state, out)
    assert len(match.results()) == match.players
