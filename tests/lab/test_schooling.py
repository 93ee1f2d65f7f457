"""Teaching a network: in every run where PyTorch is; what bots run of it is held by tests/bots/test_network.py without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kronland.bots.engine.evaluation import expect, mind_of, room_for
from kronland.bots.engine.network import load_network, save_network
from kronland.core.errors import UsageError
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.match import Match
from kronland.games import find_game
from kronland.lab import schooling_tables
from kronland.lab.schooling import Learner, curve, learn_network
from kronland.lab.schooling_tables import School, find_torch

torch = pytest.importorskip("torch")
if DEFAULT_MODE == "python":
    pytest.skip("self-play is too slow interpreted", allow_module_level=True)

SMALL = School(games=48, steps=6, portion=96, ahead=12, new_self=2, seed=3)


@pytest.fixture(scope="module")
def taught() -> Learner:
    return learn_network(find_game("brianboru"), SMALL, 4)


def test_the_first_network_says_nothing(taught: Learner) -> None:
    fresh = Learner(find_game("brianboru"), SMALL)
    seen, dense = fresh.tables.view(fresh.viewers)
    assert not fresh.said(fresh.net, seen, dense).any()
    assert taught.said(taught.net, seen, dense).any()


def test_teaching_is_reproducible_and_goes_on_from_a_file(taught: Learner, tmp_path: Path) -> None:
    again = learn_network(find_game("brianboru"), SMALL, 4, kept=tmp_path / "kept.pt")
    assert all(np.array_equal(part, taught.parts()[name]) for name, part in again.parts().items())
    assert [row["loss"] for row in again.rows] == [row["loss"] for row in taught.rows]
    further = learn_network(find_game("brianboru"), SMALL, 5, kept=tmp_path / "kept.pt")
    assert further.round == 5 and further.rows[:4] == again.rows and len(further.selves) == 2
    with pytest.raises(UsageError, match=r"kept.pt is of brianboru; expected one of koenig"):
        _resume("koenig", tmp_path / "kept.pt")
    (tmp_path / "bad.pt").write_bytes(b"nothing")
    with pytest.raises(UsageError, match=r"bad.pt cannot be gone on from"):
        further.resume(tmp_path / "bad.pt")


def _resume(game_id: str, file: Path) -> None:
    learner = Learner.__new__(Learner)
    learner.torch, learner.game, learner.device = find_torch(), find_game(game_id), "cpu"
    learner.resume(file)


def test_bots_judge_as_the_learner_does(taught: Learner, tmp_path: Path) -> None:
    """The file, read by NumPy and run by the kernel, says what the tensors say, but for the steps of the first layer."""
    game, tables = find_game("brianboru"), taught.tables
    save_network(tmp_path / "net.npz", taught.parts(), taught.made())
    weights, made = load_network(tmp_path / "net.npz", game, len(mind_of(game.id).features))
    assert made["rounds"] == 4 and made["school"]["seed"] == 3
    match = Match(game, 3, seed=5)
    seat, table = match.actors[0], np.zeros((3, 5))
    state = match.known(seat).state
    in_mode(expect, DEFAULT_MODE)(state, seat, weights, room := room_for(game), table)
    seen, dense = (torch.from_numpy(part[None].copy()) for part in (room.seen[: tables.size], room.dense))
    with torch.no_grad():
        shares = torch.softmax(taught.logits(taught.mean, seen, dense, torch.tensor([3])), 1)[0]
    for k in range(3):
        assert table[0, (seat + k) % 3] == pytest.approx(float(shares[k]), abs=2e-3)


def test_what_is_seen_is_what_the_seat_may_know(taught: Learner) -> None:
    """Rows of a table and of a twin of it, which the seat could not tell from it, are the same."""
    tables = taught.tables
    tables.settle()
    candidates = tables.candidates()
    seen, games = candidates[2].clone(), candidates[0]
    before = tables.states.clone()
    states = tables._array(schooling_tables._States(tables.states))
    from kronland.bots.engine.evaluation import settled

    for number in range(tables.count):
        settled(states[number], int(tables.movers[number]))
    tables.draws = np.random.default_rng(1)
    tables.settle()
    one = tables.candidates()[2].clone()
    tables.states.copy_(before)
    tables.draws = np.random.default_rng(1)
    tables.settle()
    assert torch.equal(one, tables.candidates()[2]) and len(seen) == len(games)


def test_targets_are_the_results_where_games_end(taught: Learner) -> None:
    expected = torch.full((SMALL.steps + 1, 2, 5), 0.2)
    ended, results = torch.zeros((SMALL.steps, 2), dtype=torch.bool), torch.zeros((SMALL.steps, 2, 5))
    ended[3, 0], results[3, 0, 1] = True, 1.0
    targets = taught._targets(expected, ended, results)
    assert targets[3, 0].tolist() == [0, 1, 0, 0, 0] and targets[2, 0, 1] == pytest.approx(0.97 + 0.03 * 0.2)
    assert targets[4, 0, 1] == pytest.approx(0.2) and targets[:, 1] == pytest.approx(0.2)


def test_a_curve_has_few_points() -> None:
    row: dict[str, Any] = {"loss": 1.0, "won": 3.0, "against": 6, "games": 20, "decisions": 100, "seconds": 1.0}
    told = curve([{**row, "round": number + 1} for number in range(50)], 10)
    assert [point["round"] for point in told] == [5, 10, 15, 20, 25, 30, 35, 40, 45, 50]
    assert told[0]["win_share"] == 0.5 and told[0]["win_share_low"] < 0.5 < told[0]["win_share_high"]
