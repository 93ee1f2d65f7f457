"""Lively games in batches, and `kronland simulate --lively`."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from kronland.cli.app import app
from kronland.core.game import taste
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.match import Match
from kronland.games import find_game
from kronland.lab.lively import lively_batch, steady_choice

pytestmark = pytest.mark.slow

LOEWENHERZ = find_game("loewenherz")


def batch(seed=1, steady=0, threads=1, games=2):
    return lively_batch(LOEWENHERZ, 2, games, seed, steady, mode=DEFAULT_MODE, threads=threads)


def test_every_choice_is_counted_and_games_end():
    played, counts = batch()
    assert counts.sum() == played.decisions.sum() and (played.decisions > 0).all()
    assert (played.states["ended"] > 0).all()


def test_the_same_seed_plays_the_same_games_however_many_threads_and_another_one_others():
    one, two, other = batch()[0], batch(threads=2)[0], batch(seed=9)[0]
    assert one.states.tobytes() == two.states.tobytes() != other.states.tobytes()


def test_a_steady_choice_is_one_that_taste_likes_best():
    match = Match(LOEWENHERZ, 3, {"setup": "beginner"}, seed=4, mode="python")
    s, seat = match.state, match.actors[0]
    legal = np.array(match.legal_actions(seat), np.int32)
    with np.errstate(over="ignore"):
        liked = [in_mode(taste, "python")(s, seat, action) for action in legal]
        choices = {int(in_mode(steady_choice, "python")(s, seat, legal, len(legal), np.uint64(draw))) for draw in range(40)}
    best = {int(action) for action, weight in zip(legal, liked, strict=True) if weight == max(liked)}
    assert choices == best and len(best) > 1, "any of several equals"


def run(*arguments):
    return CliRunner().invoke(app, ["simulate", "loewenherz", "--mode", "python", *arguments], env={"COLUMNS": "200"})


def test_simulate_tells_what_was_done_with_cards():
    told = json.loads(run("--games", "1", "--lively", "80", "--json").stdout.splitlines()[-1])
    assert told["lively"] == 80
    assert set(told["cards"]) <= {"1", "2", "3", "1+2", "1+3", "2+3"} and told["cards"]


def test_bad_use_of_lively(tmp_path):
    refused = run("--games", "1", "--lively", "80", "--records", str(tmp_path / "x.jsonl"))
    assert refused.exit_code == 2 and "leave out --lively or --records" in refused.output
    assert run("--games", "1", "--lively", "101").exit_code == 2
