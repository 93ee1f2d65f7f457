"""The conformance suite, run on every game in all its set-ups (see `kronland.lab.conformance`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kronland.core.game import MOST_SEATS, Game
from kronland.core.layout import same
from kronland.core.log import NO_LOG
from kronland.core.match import Match
from kronland.core.play import play_batch
from kronland.core.record import load
from kronland.games import GAMES, find_game
from kronland.lab.conformance import Report, check_games, play_lively, set_ups
from kronland.lab.golden import choose, features

GOLDEN = Path(__file__).parent / "golden"
MORE = int(os.environ.get("KRONLAND_MORE", "1"))  # KRONLAND_MORE=50 ./kronland test: fifty times as many random games

games = pytest.mark.parametrize("game", [pytest.param(find_game(game_id), id=game_id) for game_id in GAMES])


def assert_clean(report: Report, at_least: int) -> None:
    assert not report.violations, "\n".join(report.violations[:5])
    assert report.games >= at_least and report.decisions > 0


@games
def test_lively_games_in_both_modes(game: Game) -> None:
    count = 2 * len(set_ups(game)) * MORE
    report = check_games(game, count, seed=1)
    assert_clean(report, count)
    assert report.probes > 200_000
    assert report.twins > 5_000
    assert report.barriers["NONE"] and report.barriers["PASSED"] and report.barriers["REVEALED"]


@games
def test_interpreted_games(game: Game) -> None:
    assert_clean(check_games(game, 1, seed=7, mode="python", other_mode=None), 1)


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
        kept.append((state.tobytes(), state))
    assert all(state.tobytes() == old for old, state in kept)
    assert len({old for old, _ in kept}) == len(kept)


@games
def test_results_of_running_games_are_there_too(game: Game) -> None:
    out = np.zeros((3, MOST_SEATS))
    match = Match(game, seed=1)
    game.kernels["result"](match.state, out)
    assert len(match.results()) == match.players


@games
def test_bounds(game: Game, tmp_path: Path) -> None:
    """Compiled code does not check the bounds of arrays: here it does, and an index out of bounds is an error."""
    script = (
        "import sys; from kronland.games import find_game; from kronland.core.kernel import BOUNDS_CHECKED\n"
        "from kronland.core.play import play_batch; from kronland.lab.conformance import check_games, set_ups\n"
        "game = find_game(sys.argv[1]); assert BOUNDS_CHECKED\n"
        "report = check_games(game, len(set_ups(game)), seed=21, other_mode=None)\n"
        "assert not report.violations, report.violations[:3]\n"
        "for players, options in set_ups(game): play_batch(game, players, 20, seed=1, options=options)\n"
        "print(report.games)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, game.id],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) == len(set_ups(game))


# Golden records -----------------------------------------------------------------------------------------------------------------------


def golden_files() -> list[Path]:
    return sorted(GOLDEN.rglob("*.json"))


@pytest.mark.parametrize("file", [pytest.param(file, id=f"{file.parent.name}/{file.stem}") for file in golden_files()])
def test_golden_records_replay(file: Path) -> None:
    """The actions of a golden record lead to its final state; otherwise the error names the rules version that it was made with."""
    record = load(file, find_game)
    match = record.replay()
    assert match.over
    assert record.values["rules"] == match.game.version, "raise the version of the rules and make the golden records anew"


@games
def test_golden_records_show_everything(game: Game) -> None:
    """Every way of ending, every verb and every kind of card that lively games show is in a golden record."""
    shown = set().union(*(features(load(file, find_game).replay()) for file in golden_files() if file.parent.name == game.id))
    assert {("end", end.name.lower()) for end in game.ends} <= shown
    assert {("verb", r.verb) for r in game.space.ranges} <= shown
    for match in choose(game, tried=6, seed=900):
        assert {f for f in features(match) if f[0] != "event"} <= shown
