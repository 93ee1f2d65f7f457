"""Work spread over the machines of a Ray cluster (the extra `ray`): `--ray ADDRESS` of arena, train and simulate.

    with ray_cluster("auto") as cluster:
        for number, figures in cluster.done(play_game, [(arena, 0), (arena, 1)]):
            ...

A job is a function of some module of ours and its arguments, seeds among them, so that it comes to the same wherever it is done. Ray does
a job again, elsewhere, whose worker or machine was lost. Machines must have the same Kronland: each job looks first whether they do.
"""

from __future__ import annotations

import hashlib
import logging
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import Any

from kronland.core.errors import UsageError
from kronland.core.files import PACKAGE

RETRIES = 8  # of a job whose worker is lost: what kills as many workers would kill them all
AHEAD = 4  # jobs handed over for each processor: none waits for work, and few are far ahead of what is wanted first
SECONDS = 10.0  # that a machine has to answer
MADE_OF = (".py", ".toml", ".npz")  # words and pictures decide nothing
LAYERS = ("core", "games", "bots", "lab")


@cache
def same_kronland() -> str:
    """A digest of all that games and bots are made of: rules, components, weights."""
    digest = hashlib.sha256()
    for file in sorted(file for layer in LAYERS for file in (PACKAGE / layer).rglob("*.*") if file.suffix in MADE_OF):
        digest.update(file.relative_to(PACKAGE).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def do(expected: str, function: Callable[..., Any], job: Sequence[Any]) -> Any:
    """A job, on the machine that does it."""
    if same_kronland() != expected:
        raise UsageError(f"another Kronland is installed on {os.uname().nodename}; expected the same on all machines of the cluster")
    return function(*job)


class RayCluster:
    """A Ray cluster that this process is connected to."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray

    @property
    def cores(self) -> int:
        """Processors of all machines that are there now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def done(self, function: Callable[..., Any], jobs: Sequence[Sequence[Any]], threads: int = 1) -> Iterator[tuple[int, Any]]:
        """Each job's number and what came of it, as they are done. A job takes as many processors as it has threads."""
        most = max((int(node["Resources"].get("CPU", 0)) for node in self._ray.nodes() if node["Alive"]), default=1)
        work = self._ray.remote(num_cpus=min(threads, max(1, most)), max_retries=RETRIES)(do)  # more than any has would never be had
        expected, ahead = same_kronland(), iter(enumerate(jobs))
        waiting: dict[Any, int] = {}
        while True:
            while len(waiting) < AHEAD * self.cores:
                number, job = next(ahead, (-1, ()))
                if number < 0:
                    break
                waiting[work.remote(expected, function, tuple(job))] = number
            if not waiting:
                return
            for finished in self._ray.wait(list(waiting), num_returns=1)[0]:
                yield waiting.pop(finished), self._result(finished)

    def in_order(self, function: Callable[..., Any], jobs: Sequence[Sequence[Any]], threads: int = 1) -> Iterator[Any]:
        """What came of the jobs, in their order."""
        early: dict[int, Any] = {}
        wanted = 0
        for number, result in self.done(function, jobs, threads):
            early[number] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1

    def _result(self, reference: Any) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as problem:
            raise problem.cause from None
        except self._ray.exceptions.RayError as problem:
            lines = str(problem).splitlines()
            raise UsageError(f"Ray gave a job up after {RETRIES} tries ({lines[0] if lines else type(problem).__name__})") from None


@contextmanager
def ray_cluster(address: str | None) -> Iterator[RayCluster | None]:
    """The cluster at an address, or the one that runs on this machine (`auto`); none where no address is given."""
    if address is None:
        yield None
        return
    if find_spec("ray") is None:
        raise UsageError("--ray needs Ray, which is not installed; expected pip install 'kronland[ray]'")
    import ray

    try:
        _knock(address)
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
    except (OSError, RuntimeError, ValueError, OverflowError) as problem:
        lines = str(problem).splitlines()
        why = lines[0] if lines else type(problem).__name__
        raise UsageError(f"no Ray cluster at {address!r} ({why}); expected HOST:PORT of one, or auto for the one started here") from None
    try:
        yield RayCluster(ray)
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Whether anybody is at HOST:PORT: Ray itself would try for minutes."""
    host, sign, port = address.rpartition(":")
    if sign and port.isdigit() and "/" not in host:
        with socket.create_connection((host.strip("[]"), int(port)), SECONDS):
            pass


def portions(first: int, count: int, each: int) -> list[tuple[int, int]]:
    """`count` numbers from `first` on in portions: where each begins, and how many it has."""
    return [(start, min(each, first + count - start)) for start in range(first, first + count, each)]
