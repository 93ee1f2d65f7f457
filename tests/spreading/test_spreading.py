"""The same games from the same seeds, wherever they are played, and whatever becomes of the machines."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kronland.core.errors import UsageError
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.tally import Tally
from kronland.games import find_game
from kronland.lab.arena import Arena, run_arena
from kronland.lab.learning import learn
from kronland.lab.simulating import Simulation, play_portion, play_portion_there
from kronland.lab.spreading import RayCluster, do, portions, ray_cluster

ROOT = Path(__file__).parents[2]
GAME = "rheinlaender"
MEMORY = 80 << 20  # bytes that a machine keeps results in: the least that Ray takes
PATIENCE = 60  # seconds for a machine to start
TRIES = 6  # a machine of Ray's gives up by itself when its helpers take longer than 15 s to start: where others want the processors
MACHINE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": MEMORY}


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two machines with a processor each."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # each of Ray's processes would compile all of it anew
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", f"{PATIENCE}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT)]))
    cluster = two_machines()
    try:
        yield cluster
    finally:
        cluster.shutdown()


def two_machines() -> Any:
    from ray.cluster_utils import Cluster

    for left in reversed(range(TRIES)):
        cluster = Cluster()
        try:
            cluster.add_node(**MACHINE, include_dashboard=False)
            cluster.add_node(**MACHINE)
            return cluster
        except Exception:
            cluster.shutdown()
            if not left:
                raise
    raise AssertionError("there is a first try")


def meet(folder: str, number: int) -> str:
    """A job that ends when another one runs at the same time: with a processor each, on two machines."""
    import ray

    Path(folder, str(number)).touch()
    while not Path(folder, str(1 - number)).exists():
        time.sleep(0.01)
    return str(ray.get_runtime_context().get_node_id())


def without_times(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in line.items() if name != "times"} for line in lines]


@pytest.mark.slow
def test_two_machines_play_what_one_process_plays_and_one_of_them_does_when_the_other_is_lost(machines: Any, tmp_path: Path) -> None:
    with ray_cluster(machines.address) as cluster:
        assert cluster is not None and cluster.cores == 2
        assert len({node for _, node in cluster.done(meet, [(str(tmp_path), 0), (str(tmp_path), 1)])}) == 2
        check_simulation(cluster)
        check_training(cluster)
        check_arena(cluster, machines, tmp_path)


def check_simulation(cluster: RayCluster) -> None:
    asked = Simulation(GAME, 3, {}, DEFAULT_MODE)
    whole = play_portion(asked, 5, 6).tally
    parts = list(cluster.in_order(play_portion_there, [(asked, *share, True, False) for share in portions(5, 6, 2)]))
    together = Tally(find_game(GAME), 3)
    for part in parts:
        together.add_all(part.tally)
    assert (together.decisions, together.ends, together.length()) == (whole.decisions, whole.ends, whole.length())
    assert (together.mean_points(), together.shares()) == (whole.mean_points(), whole.shares())
    assert [json.loads(line)["seed"] for part in parts for line in part.records.splitlines()] == [5, 6, 7, 8, 9, 10]


def check_training(cluster: RayCluster) -> None:
    there, here = (learn(find_game(GAME), 3, 1, 20, 18, 3, DEFAULT_MODE, cluster=where) for where in (cluster, None))
    assert there.weights.tobytes() == here.weights.tobytes() and there.rounds == here.rounds


def check_arena(cluster: RayCluster, machines: Any, folder: Path) -> None:
    arena = Arena(GAME, 3, ("page", "page", "squire"), 12, 3, DEFAULT_MODE)
    played: list[int] = []

    def lose_one(count: int) -> None:
        played.append(count)
        if sum(played) == 1:  # games are under way on both
            machines.remove_node(machines.list_all_nodes()[1], allow_graceful=False)

    there = run_arena(arena, folder / "there.jsonl", progress=lose_one, cluster=cluster)
    here = run_arena(arena, folder / "here.jsonl", processes=1)
    assert without_times(there) == without_times(here) and sum(played) == 12


def test_where_nobody_is_at_an_address_a_line_says_so() -> None:
    with pytest.raises(UsageError, match=r"no Ray cluster at '127.0.0.1:1' \(.*\); expected HOST:PORT"), ray_cluster("127.0.0.1:1"):
        pass


def test_another_kronland_is_refused() -> None:
    with pytest.raises(UsageError, match=r"another Kronland is installed on .*; expected the same on all machines"):
        do("other", len, [()])
