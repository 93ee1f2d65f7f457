"""Bots that others bring: whatever an installed package names in the entry point group `kronland.bots`.

    [project.entry-points."kronland.bots"]
    nearest = "nearest_bot:Nearest"

What is named is a function `bot(view, seed)`, or a class whose instances are called so; it gives an action, as notation or as its number.
The `View` is what the seat may know, and is made from what is `Known` to it: neither it nor anything that hangs on it has met the real
state. A class is made once in a process, of `nearest:TEXT` with that text, and then asked about all games and seats.

Every answer is checked. What is wrong with a bot, or with its answer, is a `BotError`: one line that names it.
"""

from __future__ import annotations

import hashlib
import inspect
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import numpy as np

from kronland.core.errors import BotError, KronlandError, UsageError
from kronland.core.kernel import in_mode
from kronland.core.view import Known, View
from kronland.core.words import words

GROUP = "kronland.bots"
SECONDS = 30.0  # that a bot may think about one decision, where nobody says otherwise
LONGEST_ANSWER = 60  # characters of an answer that are quoted


def outsiders() -> list[str]:
    """The names of all bots that installed packages bring."""
    return sorted({found.name for found in entry_points(group=GROUP)})


def find_outsider(name: str) -> Outsider | None:
    """A bot from outside by its name, `NAME` or `NAME:TEXT`; None if nobody brings it."""
    head, colon, text = name.partition(":")
    found = {(entry.value, _dist(entry)): entry for entry in entry_points(group=GROUP, name=head)}
    if not found:
        return None
    if len(found) > 1:
        brought = " and ".join(sorted(f"{value} of {dist}" for value, dist in found))
        raise BotError(f"bot {head!r} is brought by {brought}; expected one of them to be uninstalled")
    (entry,) = found.values()
    return Outsider(name, entry, text if colon else None)


def _dist(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown package"


@dataclass(frozen=True)
class Outsider:
    """A bot from outside: where it comes from, and how it is asked."""

    name: str
    entry: EntryPoint = field(repr=False)
    text: str | None = None  # what stands behind the colon

    @property
    def called(self) -> str:
        """What errors call it."""
        return f"bot {self.name!r} of {_dist(self.entry)}"

    @cached_property
    def _named(self) -> Any:
        try:
            return self.entry.load()
        except BaseException as problem:
            hint = "; expected what it needs to be installed" if isinstance(problem, ImportError) else ""
            raise BotError(f"{self.called} cannot be loaded from {self.entry.value!r}: {_told(problem)}{hint}") from problem

    @cached_property
    def _bot(self) -> Callable[[View, int], Any]:
        named, given = self._named, () if self.text is None else (self.text,)
        if isinstance(named, type):
            try:
                made = named(*given)
            except BaseException as problem:
                with_text = f" with {self.text!r}" if given else ""
                raise BotError(f"{self.called} cannot be made{with_text}: {_told(problem)}") from problem
        elif given:
            raise BotError(f"{self.called} is no class and takes no {self.text!r}; expected {self.entry.name!r} alone")
        else:
            made = named
        if not callable(made):
            raise BotError(f"{self.called} is {type(made).__name__}; expected a function of a view and a seed, or a class of such")
        return made  # type: ignore[no-any-return]

    @cached_property
    def _thread(self) -> _Thread:
        return _Thread(self.name)

    def check(self) -> None:
        """Load and make it, or say what is wrong with it, before a game begins."""
        _ = self._bot

    def digest(self) -> str:
        """Other words for another version of it, so that results of the two are kept apart."""
        digest = hashlib.sha256(_dist(self.entry).encode())
        with suppress(OSError, TypeError):  # what is compiled has its version alone
            digest.update(Path(inspect.getsourcefile(self._named) or "").read_bytes())
        return digest.hexdigest()[:16]

    def decide(self, known: Known, seed: int, within: float | None = None) -> int:
        """The action that it takes; a wrong answer, or none in time, is an error. Where there is nothing to choose, it is not asked."""
        bot, view = self._bot, view_of(known)
        if not view.legal:
            raise UsageError(f"seat {known.seat} has nothing to decide")
        if len(view.legal) == 1:
            return view.legal[0]
        limit = SECONDS if within is None else within
        try:
            answer = self._thread.ask(lambda: bot(view, seed), limit)
        except _Late:
            self.__dict__.pop("_thread")  # it may never come back
            raise BotError(f"{self.called} has not answered within {limit:g} s; expected a decision in that time") from None
        except _Raised as problem:
            raise BotError(f"{self.called} raised {_told(problem.problem, with_place=True)}") from problem.problem
        return self._checked(answer, view)

    def _checked(self, answer: Any, view: View) -> int:
        legal = f"expected one of its {len(view.legal)} legal actions, such as {view.notation(view.legal[0])!r}"
        if isinstance(answer, str):
            try:
                action = view.game.space.parse(answer, view.seat)
            except KronlandError as problem:
                raise BotError(f"{self.called} answered {answer[:LONGEST_ANSWER]!r}: {problem}; {legal}") from None
        elif isinstance(answer, int | np.integer) and not isinstance(answer, bool):
            action = int(answer)
        else:
            raise BotError(f"{self.called} answered {type(answer).__name__} {_quoted(answer)}; {legal}, or its number")
        if action not in view.legal:
            raise BotError(f"{self.called} answered {answer if isinstance(answer, str) else action!r}, which is not legal; {legal}")
        return action


def view_of(known: Known, language: str = "en") -> View:
    """What a seat may see, made from what it knows and from nothing else."""
    game, seat = known.game, known.seat
    state, out = known.state.copy(), np.zeros(game.space.size, np.int32)
    with np.errstate(over="ignore"):
        count = int(in_mode(game.kernels["legal"], known.mode)(known.state, seat, out))
        in_mode(game.kernels["censor"], known.mode)(state, seat)
    speak = words(language)
    return View(game, seat, state, [int(action) for action in out[:count]], speak, game.names(speak), lambda: known)


def _told(problem: BaseException, with_place: bool = False) -> str:
    """An error of somebody else's in a few words, with the line of their code that it came from."""
    place, trace = "", problem.__traceback__
    while with_place and trace is not None:
        place = f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    text = _quoted(problem, str)
    return f"{type(problem).__name__}{': ' if text else ''}{text}{place}"


def _quoted(thing: Any, how: Callable[[Any], str] = repr) -> str:
    try:
        return how(thing)[: 2 * LONGEST_ANSWER]
    except Exception:  # theirs, too
        return "that cannot be shown"


class _Late(Exception):
    """No answer in time."""


class _Raised(Exception):
    def __init__(self, problem: BaseException) -> None:
        super().__init__()
        self.problem = problem


class _Thread:
    """A thread of a bot's own, in which it is asked: who asks need not wait for it for ever. Python cannot end it, so one that never
    answers runs on to the end of the process, and does not keep that from ending."""

    def __init__(self, name: str) -> None:
        self._asked: queue.SimpleQueue[Callable[[], Any]] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self._one_by_one = threading.Lock()
        threading.Thread(target=self._work, name=f"bot {name}", daemon=True).start()

    def _work(self) -> None:
        while True:
            question = self._asked.get()
            try:
                self._answers.put((question(), None))
            except BaseException as problem:
                self._answers.put((None, problem))

    def ask(self, question: Callable[[], Any], seconds: float) -> Any:
        with self._one_by_one:
            self._asked.put(question)
            try:
                answer, problem = self._answers.get(timeout=seconds)
            except queue.Empty:
                raise _Late from None
        if problem is not None:
            raise _Raised(problem)
        return answer
