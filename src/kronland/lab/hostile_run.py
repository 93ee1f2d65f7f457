"""Many hostile texts, on all cores (see `hostile`).

Texts are tried in processes of their own, with the bounds of arrays checked in compiled rules: one that dies or does not come back is a
finding like any other, and another process goes on behind it. This module is also what such a process runs:

    python -m kronland.lab.hostile_run GAME FIRST LAST STEP

A line of JSON before each text, and one with what became of it.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from kronland.core.kernel import DEFAULT_MODE
from kronland.games import find_game
from kronland.lab.grammar import Choices
from kronland.lab.hostile import Finding, Outcome, Trial, try_seed
from kronland.lab.hostile_texts import Hostile, goods, hostile

COMMAND = [sys.executable, "-P", "-m", "kronland.lab.hostile_run"]
PATIENCE = 120  # seconds without a sign, once the rules are compiled, after which a process hangs


def check_hostile(
    game_id: str,
    count: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    patience: float = PATIENCE,
) -> Outcome:
    """Try the texts of the seeds from `seed` on."""
    together = Outcome()
    signs: queue.SimpleQueue[tuple[Worker, dict[str, Any] | None]] = queue.SimpleQueue()
    step = min(workers or os.cpu_count() or 1, count)
    working = {Worker(game_id, seed + number, seed + count, step, signs) for number in range(step)}
    while working:
        try:
            worker, sign = signs.get(timeout=1)
        except queue.Empty:
            for worker in working:
                worker.end_if_silent(patience)
            continue
        if sign is None:
            working.discard(worker)
            if worker.harm:
                at = worker.at if worker.at is not None else worker.first
                sent = hostile(find_game(game_id), Choices.of_seed(f"{game_id} {at}"))
                _add(together, Outcome(1, 0, 0, (Finding(game_id, at, sent.kind, worker.harm, sent.text),)), progress)
                if worker.at is not None and at + step < worker.last:
                    working.add(Worker(game_id, at + step, worker.last, step, signs))
        elif "tried" in sign:
            sign["findings"] = tuple(Finding(**finding) for finding in sign["findings"])
            _add(together, Outcome(**sign), progress)
    return together


def _add(together: Outcome, one: Outcome, progress: Callable[[int], None] | None) -> None:
    together.tried += one.tried
    together.accepted += one.accepted
    together.decisions += one.decisions
    together.findings += one.findings
    if progress:
        progress(one.tried)


class Worker:
    """A process that tries every `step`-th text, and a thread that hears its signs."""

    def __init__(self, game_id: str, first: int, last: int, step: int, signs: queue.SimpleQueue[Any]) -> None:
        self.first, self.last, self.signs, self.harm = first, last, signs, ""
        self.at: int | None = None  # the seed at hand, None before the first
        self.heard = 0.0
        self.process = subprocess.Popen(
            [*COMMAND, game_id, str(first), str(last), str(step)],
            env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None and self.process.stderr is not None
        said: list[str] = []
        errors = threading.Thread(target=said.extend, args=(self.process.stderr,), daemon=True)
        errors.start()
        for line in self.process.stdout:
            self.heard = time.monotonic()
            sign = json.loads(line)
            self.at = sign.pop("at", self.at)
            self.signs.put((self, sign))
        code = self.process.wait()
        errors.join()
        if code and not self.harm:
            self.harm = f"the process has ended with {code}: {' '.join(''.join(said).split())[-300:]}"
        self.signs.put((self, None))

    def end_if_silent(self, patience: float) -> None:
        if self.at is not None and not self.harm and time.monotonic() - self.heard > patience:
            self.harm = f"no answer within {patience} seconds"
            self.process.kill()


def work(game_id: str, first: int, last: int, step: int) -> None:
    game = find_game(game_id)
    goods(game_id)
    for mode in {"python", DEFAULT_MODE}:  # whatever is compiled is compiled here, before anybody counts the seconds
        for good in goods(game_id)[:2]:
            Trial(game, Hostile("record", good.record), Choices.of_seed(0), mode).run()
    for seed in range(first, last, step):
        print(json.dumps({"at": seed}), flush=True)
        print(json.dumps(asdict(try_seed(game, seed))), flush=True)


if __name__ == "__main__":
    work(sys.argv[1], *map(int, sys.argv[2:5]))
