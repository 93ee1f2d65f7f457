"""Rules and bots are compiled in child processes, while all games are played already: interpreted, and compiled from when they are there.

Which of both a table uses is asked at every use (`mode`), so a game goes over in the middle of a match; states are the same bytes either
way. What is compiled is read from the disk here, and not in the middle of somebody's move. Until its bots are compiled too, knights and
kings play as squires (`plays_as`).

The game that somebody sits at comes first (`first`), and by two processes where a core is free for the second; else as many games are
compiled at a time as there are cores.
"""

from __future__ import annotations

import heapq
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field

from kronland.bots import BOTS, find_bot, prepare
from kronland.core.match import Match
from kronland.core.warm import is_warm
from kronland.games import GAMES, find_game

LOG = logging.getLogger("kronland.web")

CHILD = """
import json, os, sys
from kronland.bots import BOTS, help_compiling
from kronland.core.warm import warm_up
from kronland.games import find_game
if hasattr(os, "nice"):
    os.nice(15)  # behind pages, and behind bots that think
game = find_game(sys.argv[1])
if sys.argv[2:] == ["help"]:
    sys.exit(help_compiling(game))
for part, further in (("rules", ()), ("bots", (BOTS,))):
    warm_up(game, lambda step, done, total: print(json.dumps([part, step]), flush=True), *further)
"""

STAND_IN = "squire"
# What the steps cost, in seconds of a core (`python benchmarks/start.py --costs`; these are of the first game): they count in relation to
# each other, and how long a second is here is found out on the way.
COSTS = {
    "rules": {"setup": 5.0, "refusal": 6.4, "legal": 2.0, "act": 5.1, "censor": 0.9, "resample": 4.1, "result": 0.3, "results": 0.2,
              "position": 0.2},
    "bots": {"tree": 2.2, "shares": 7.5, "hunches": 1.7, "page": 1.0, "squire": 5.5, "knight": 0.1, "clock": 0.1},
}  # fmt: skip
HELPED = 0.3  # of the cost of bots is left where a second process compiles them beside the rules
BEGINNING = 3.0  # to start the process
READING = 1.0  # what was compiled
WHOLE = BEGINNING + READING + sum(cost for part in COSTS.values() for cost in part.values())
BELIEF = 10.0  # the cost of so much work is believed to take as many seconds, beside what was measured


@dataclass(frozen=True)
class Progress:
    """How far a game is: `share` of the work done, and about how many seconds are left."""

    stage: str  # waiting, compiling, ready, failed
    share: float = 0.0
    seconds: int = 0

    @property
    def ready(self) -> bool:
        return self.stage == "ready"

    @property
    def over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.stage in ("ready", "failed")


@dataclass
class Work:
    """What is to be done for a game."""

    game: str
    stage: str = "waiting"
    wanted: bool = False  # somebody sits at it
    warm: bool | None = None  # compiled before; None: nobody has looked
    todo: float = WHOLE  # by cost, without the step that is on
    step: float = 0.0  # the cost of that one
    began: float = 0.0
    child: subprocess.Popen[str] | None = None
    helped: bool = False  # by a second child, or it was
    helper: subprocess.Popen[bytes] | None = None
    overtaken: bool = False  # and to be gone on with later: what was compiled is kept
    seen: Future[None] = field(default_factory=Future)  # done when somebody has looked whether it was compiled before
    over: Future[None] = field(default_factory=Future)

    def terminate(self) -> None:
        for process in (self.child, self.helper):
            if process is not None:
                process.terminate()


class Preparation:
    """How far each game is. In `python` mode there is nothing to prepare."""

    def __init__(self, mode: str, cores: int | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._mode, self._now = mode, clock
        self._cores = min(cores or os.cpu_count() or 1, len(GAMES))
        self._works = {game: Work(game) for game in GAMES}  # in the order in which they are done
        self._rules: set[str] = set()  # games whose rules have been read
        self._bots: set[str] = set()
        self._guard = threading.RLock()
        self._reading = threading.RLock()  # Numba reads and compiles for one thread at a time
        self._spent, self._gone = BELIEF, BELIEF  # cost of steps that are done, and the seconds they took
        self._stopped = False
        self._threads: list[threading.Thread] = []
        if mode == "python":
            for work in self._works.values():
                self._end(work, "ready")

    # What can be used now -----------------------------------------------------------------------------------------------------------

    def mode(self, game: str) -> str:
        """How the rules of a game are to be used now."""
        return self._mode if game in self._rules else "python"

    def bot_mode(self, game: str) -> str:
        """How bots of the game are to think now."""
        return self._mode if game in self._bots else "python"

    def stands_in(self, game: str) -> bool:
        """Whether squires play for the game's knights and kings."""
        return self._mode == "native" and game not in self._bots

    def plays_as(self, game: str, level: str) -> str:
        """The level that a bot plays at now."""
        return STAND_IN if find_bot(level).searches and self.stands_in(game) else level

    # How far it is ------------------------------------------------------------------------------------------------------------------

    def state(self, game: str) -> Progress:
        with self._guard:
            work = self._works.get(game)
            if work is None:
                return Progress("failed")
            if work.stage in ("ready", "failed"):
                return Progress(work.stage, 1.0)
            left = work.todo + self._left_of_step(work)
            return Progress(work.stage, max(0.0, 1 - left / WHOLE), round(self._seconds_until(work)))

    def over(self, game: str) -> Future[None]:
        """Done when the game's bots are compiled or cannot be; cancelled when the server stops before."""
        return self._works[game].over

    def near(self, game: str) -> Future[None] | None:
        """What is worth waiting for, and not for long: to hear whether the game was compiled before, and then until it is read. None where
        it is ready, or has to be compiled."""
        with self._guard:
            work = self._works.get(game)
            if work is None or work.over.done() or self._stopped or not self._threads:
                return None
            if work.warm is None:
                return work.seen
            return work.over if work.warm else None

    def wait_for_reading(self) -> None:
        """Until all that was compiled before has been read."""
        for game in list(self._works):
            while (near := self.near(game)) is not None:
                with suppress(CancelledError):
                    near.exception()

    @property
    def finished(self) -> bool:
        return all(work.over.done() for work in self._works.values())

    def wait(self, game: str | None = None) -> None:
        """Until there is nothing more to wait for."""
        for work in self._works.values() if game is None else [self._works[game]]:
            with suppress(CancelledError):
                work.over.exception()

    def _rate(self) -> float:
        """Seconds for work of cost 1, on one core."""
        return self._gone / self._spent

    def _left_of_step(self, work: Work) -> float:
        """By cost; a step that takes longer than it should is nearly done all the time."""
        return max(work.step - (self._now() - work.began) / self._rate(), 0.1 * work.step)

    def _seconds_until(self, last: Work) -> float:
        """If all goes on in this order."""
        compiling = [work for work in self._works.values() if work.stage == "compiling"]
        busy = [
            work.todo + self._left_of_step(work) for work in compiling for _ in range(1 + (work.helper is not None))
        ]  # one for each core
        if last.stage == "compiling":
            return (last.todo + self._left_of_step(last)) * self._rate()
        free = [*busy, *[0.0] * (self._cores - len(busy))]
        heapq.heapify(free)
        for work in self._works.values():
            if work.stage == "waiting":
                done = heapq.heappop(free) + work.todo
                heapq.heappush(free, done)
                if work is last:
                    return done * self._rate()
        return 0.0

    # Doing it -----------------------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin in the background, if it has not begun."""
        if self._mode == "native" and not self._threads and not self._stopped:
            self._threads = [threading.Thread(target=self._run, name="preparing", daemon=True) for _ in range(self._cores)]
            for thread in self._threads:
                thread.start()

    def stop(self) -> None:
        with self._guard:
            self._stopped = True
            for work in self._works.values():
                work.terminate()
        for future in [future for work in self._works.values() for future in (work.over, work.seen)]:
            if future.cancel():
                future.set_running_or_notify_cancel()

    def first(self, game: str) -> None:
        """Somebody sits at this game: it comes before all others, and where no core is free, instead of one that nobody sits at."""
        with self._guard:
            work = self._works.get(game)
            if work is None or work.wanted or work.over.done():
                return
            work.wanted = True
            if work.stage == "waiting":
                self._works = {game: work, **self._works}
            busy = [other for other in self._works.values() if other.stage == "compiling"]
            idle = [other for other in busy if not other.wanted and not other.overtaken and other.child is not None]
            cores = len(busy) + sum(other.helper is not None for other in busy)
            if cores >= self._cores and idle and (work.stage == "waiting" or not work.helped):
                least = max(idle, key=lambda other: other.todo)
                least.overtaken = True
                least.terminate()

    def _next(self) -> tuple[Work, bool] | None:
        """What to do now, and whether that is to help: what was compiled before comes first, as soon as it is found."""
        while True:
            with self._guard:
                waiting = [work for work in self._works.values() if work.stage == "waiting" and not self._stopped]
                unseen = sorted((work for work in waiting if work.warm is None), key=lambda work: not work.wanted)
                found = next((work for work in waiting if work.warm), None)
                if found is None and not unseen:
                    if (helped := self._worth_help(waiting)) is not None:
                        helped.helped = True
                        return helped, True
                    found = next(iter(waiting), None)
                if found is not None:
                    found.stage, found.overtaken, found.child, found.helped = "compiling", False, None, False
                    cost = READING if found.warm else BEGINNING
                    self._begin_step(found, cost, found.todo - cost)
                    return found, False
                if not unseen:
                    return None
            self._look_at(unseen[0])

    def _worth_help(self, waiting: list[Work]) -> Work | None:
        """The game that somebody sits at while nobody waits for another, or any where none is left to begin with: two processes do part of
        the work twice."""
        if self._stopped or any(work.wanted for work in waiting):
            return None
        alone = [work for work in self._works.values() if work.stage == "compiling" and not work.warm and not work.helped]
        return next((work for work in alone if work.wanted or not waiting), None)

    def _look_at(self, work: Work) -> None:
        """Was it compiled before?"""
        with self._reading:
            if work.warm is not None:
                return
            try:
                warm = is_warm(find_game(work.game), BOTS)
            except Exception:  # whoever compiles it finds out why
                warm = False
        with self._guard:
            work.warm = warm
            if warm:
                work.todo = READING
            self._works = {work.game: work for work in sorted(self._works.values(), key=lambda work: (not work.warm, not work.wanted))}
        with suppress(InvalidStateError):  # the server stops
            work.seen.set_result(None)

    def _begin_step(self, work: Work, cost: float, todo: float) -> None:
        work.step, work.todo, work.began = cost, todo, self._now()

    def _run(self) -> None:
        while found := self._next():
            work, helps = found
            if helps:
                self._help(work)
                continue
            try:
                self._prepare(work)
            except Exception:
                work.terminate()
                if work.overtaken:
                    with self._guard:
                        work.stage, work.step, work.todo = "waiting", 0.0, WHOLE
                elif not self._stopped:
                    LOG.exception("preparing %s failed", work.game)
                    self._end(work, "failed")

    def _help(self, work: Work) -> None:
        """Compile bots beside the rules. Whatever becomes of it, the first child does what is left, and tells what is wrong."""
        with self._guard:
            if self._stopped or work.overtaken or work.stage != "compiling":
                return
            work.helper = subprocess.Popen(_command(work.game, "help"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        work.helper.wait()
        work.helper = None

    def _prepare(self, work: Work) -> None:
        game = find_game(work.game)
        if not work.warm:
            self._compile(work)
        self._begin_step(work, READING, 0.0)
        with self._reading:  # all of it: whoever waits for this game waits for no other
            self._read_rules(work.game)
            prepare(game)
        self._bots.add(work.game)
        self._end(work, "ready")

    def _read_rules(self, game: str) -> None:
        """The compiled code is read from the disk now, and not in the middle of somebody's first move."""
        if game in self._rules:
            return
        with self._reading:
            match = Match(find_game(game), mode=self._mode)
            seat = match.actors[0]
            match.play(match.legal_actions(seat)[0], seat)
            match.view(0), match.twin(0, 1), match.results()
            match.game.write_position(match.state)
        self._rules.add(game)

    def _compile(self, work: Work) -> None:
        """In a child, which tells its steps as it comes to them."""
        with self._guard:
            if self._stopped:
                raise RuntimeError("stopped")
            work.child = subprocess.Popen(
                _command(work.game), stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
            )
        assert work.child.stdout is not None
        steps = [(part, step) for part, costs in COSTS.items() for step in costs]
        with work.child.stdout as said:
            for line in said:
                part, step = json.loads(line)
                named = part, step.partition(":")[0]
                with self._guard:
                    self._measure(work)
                    if named in steps:
                        later = steps[steps.index(named) + 1 :]
                        self._begin_step(work, self._cost(work, *named), READING + sum(self._cost(work, *step) for step in later))
                    else:
                        self._begin_step(work, 0.0, work.todo)
                if part == "bots":
                    self._read_rules(work.game)
        if code := work.child.wait():
            raise RuntimeError(f"the compiling process ended with {code}")
        self._measure(work)

    def _cost(self, work: Work, part: str, step: str) -> float:
        return COSTS[part][step] * (HELPED if work.helped and part == "bots" else 1.0)

    def _measure(self, work: Work) -> None:
        """A step is done: how long do they take here?"""
        if work.step and work.todo < WHOLE - BEGINNING:  # to begin is no compiling
            self._spent += work.step
            self._gone += self._now() - work.began

    def _end(self, work: Work, stage: str) -> None:
        with self._guard:
            work.stage, work.child = stage, None
        with suppress(InvalidStateError):  # the server stops
            work.over.set_result(None)


def _command(*asked: str) -> list[str]:
    return [sys.executable, "-P", "-c", CHILD, *asked]
