"""Hostile records, positions and component files: every one is refused in one line, or played on to its end without harm.

`Trial` takes one text. What is refused must be refused by a `KronlandError` of one line that any terminal can print; what is accepted must
keep all promises while random players play it on: legal actions are in the space and not refused, any number can be asked for, the
invariants hold, views can be made for every seat, twins too, and positions are written and read again to the same text. It runs interpreted
behind a guard (`guarded`), or compiled with the bounds of arrays checked (NUMBA_BOUNDSCHECK=1): compiled code without checks could be
damaged without a sign. `hostile_run` tries many, on all cores, and notices a process that dies or hangs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kronland.core.errors import KronlandError
from kronland.core.game import SPECTATOR, Game, censor, resampled
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.layout import State, differences, same
from kronland.core.log import events_in, new_log
from kronland.core.record import read
from kronland.core.seeds import seed_chance, states_chance
from kronland.core.view import View
from kronland.core.words import LANGUAGES, words
from kronland.games import find_game
from kronland.lab import probes
from kronland.lab.conformance import set_ups
from kronland.lab.grammar import Choices
from kronland.lab.guarded import guarded, guarded_room
from kronland.lab.hostile_texts import Hostile, hostile

LONGEST_MESSAGE = 2_000
LONGEST_TEXT = 2_000_000
MOST_MEMORY = 512 * 2**20  # by which one text may make the process grow
INTERPRETED = 16  # one text in so many is played interpreted; to the end that would be slow
FEW = 40  # decisions of interpreted play
OVER_THE_LIMIT = re.compile("expected a (whole )?number (from )?[0-9]+ to ")
PORTIONS = (0, 5, 60)  # decisions after which a state is looked at; then comes the end

WRONG = {
    probes.DEAD_END: "somebody must decide and can do nothing",
    probes.TOO_MANY: "more actions are listed than there are",
    probes.NO_ACTION: "a number is listed that is no action",
    probes.REFUSED: "an action is listed and refused",
}


@dataclass(frozen=True)
class Finding:
    """A text that did harm. `seed` makes it again."""

    game: str
    seed: int
    kind: str
    what: str
    text: str

    def __str__(self) -> str:
        again = f"kronland check {self.game} --hostile 1 --seed {self.seed}"
        return f"{self.kind} of seed {self.seed}: {self.what}\n  again: {again}\n  text: {self.text!r}"


@dataclass
class Outcome:
    """What became of some texts."""

    tried: int = 0
    accepted: int = 0
    decisions: int = 0
    findings: tuple[Finding, ...] = ()


class Harm(Exception):
    """What must not happen."""


def mode_of(seed: int) -> str:
    """Interpreted now and then, compiled otherwise."""
    return "python" if DEFAULT_MODE == "python" or seed % INTERPRETED == 0 else "native"


def most_memory() -> int:
    """The most bytes that the process has had so far; 0 where the system does not tell, as on Windows."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def try_seed(game: Game, seed: int, mode: str | None = None) -> Outcome:
    """The text of a seed, read and played on."""
    choices = Choices.of_seed(f"{game.id} {seed}")
    return Trial(game, hostile(game, choices), choices, mode or mode_of(seed), seed).run()


class Trial:
    """One text."""

    def __init__(self, game: Game, sent: Hostile, choices: Choices, mode: str, seed: int = 0) -> None:
        self.game, self.sent, self.choices, self.mode, self.seed = game, sent, choices, mode, seed
        self.outcome = Outcome(tried=1)
        self.room = guarded_room(game.space.size, mode)
        self.flags = np.zeros(game.space.size, np.int8)
        self.log = new_log()

    def run(self) -> Outcome:
        before = most_memory()
        try:
            states = self.read()
            self.outcome.accepted = int(bool(states))
            for state in states:
                self.play(state)
            grown = most_memory() - before
            if grown > MOST_MEMORY:
                raise Harm(f"the process has grown by {grown:,} bytes")
        except Exception as problem:  # whatever it is: an answer that is no refusal is what is looked for
            what = str(problem) if isinstance(problem, Harm) else f"{type(problem).__name__}: {problem} [{_where(problem)}]"
            self.outcome.findings = (Finding(self.game.id, self.seed, self.sent.kind, what, self.sent.text),)
        return self.outcome

    def call(self, kernel: Any, state: State, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return in_mode(kernel, self.mode)(guarded(state, self.mode), *arguments)

    # Reading ------------------------------------------------------------------------------------------------------------------------

    def read(self) -> list[State]:
        """The states that the text leads to; none if it is refused."""
        readers: dict[str, Callable[[], list[State]]] = {"position": self.position, "record": self.record, "components": self.components}
        try:
            return readers[self.sent.kind]()
        except KronlandError as problem:
            said = str(problem)
            if said.splitlines() != [said] or not said.isprintable():
                raise Harm(f"the refusal is not one line that can be printed: {said[:300]!r}") from None
            if len(said) > LONGEST_MESSAGE:
                raise Harm(f"the refusal has {len(said)} characters: {said[:300]!r}") from None
            return []

    def position(self) -> list[State]:
        state = self.game.read_position(self.sent.text)
        if not states_chance(state):  # a match begins it then
            seed_chance(state, self.seed)
        return [state]

    def components(self) -> list[State]:
        parts = self.game.load_components(self.sent.text, "components")
        players, options = self.choices.one(set_ups(self.game))
        seed = self.choices.below(1000)
        return [self.game.start(players, self.game.check_options(players, options), seed, parts, self.log, self.mode)]

    def record(self) -> list[State]:
        record = read(self.sent.text, find_game)
        at = self.choices.one((None, record.length // 2))
        match = record.replay(at, self.mode)
        for view in (match.view(), match.view(match.actors[0] if match.actors else SPECTATOR)):
            self.check_length(view.text)
        match.log()
        return [match.state] if match.game.id == self.game.id else []

    # Playing on ---------------------------------------------------------------------------------------------------------------------

    def play(self, state: State) -> None:
        game, played = self.game, 0
        last = FEW if self.mode == "python" else game.longest
        for portion in (*PORTIONS, last):
            self.log[0, 0] = 0
            seed = np.uint64(self.choices.below(2**32))
            made = int(self.call(probes.wander, state, seed, self.room, game.space.size, self.log, min(portion, last - played)))
            if made < 0:
                raise Harm(f"after {played} decisions and some: {WRONG[made]}")
            played += made
            self.outcome.decisions += made
            self.look(state)
            if not state.actors or played >= last:
                break
        if state.actors and played >= game.longest:
            raise Harm(f"the game has not ended after {played} decisions")

    def look(self, state: State) -> None:
        """What can be asked of a state, asked."""
        game, seat = self.game, self.choices.below(int(state.players) + 1) - 1
        kept = state.copy()
        if wrong := game.invariants(state):
            raise Harm(f"an invariant does not hold after {state.clock} decisions: {wrong[0]}")
        step = 61 if self.mode == "python" else 7
        first = self.choices.below(step) - 2
        if self.call(probes.count_mismatches, state, seat, self.room, self.flags, game.space.size, first, step):
            raise Harm(f"legal and refusal of seat {seat} disagree")
        language = self.choices.one(LANGUAGES)
        names = game.names(words(language))
        for row in events_in(self.log):
            event = game.events[int(row[0])]
            self.check_length(event.say(event.censor(row, seat), words(language), names))
        censored = self.censored(state, seat)
        legal = self.legal(state, seat)
        view = View(game, seat, censored, legal, words(language), names)
        self.check_length(view.prompt + view.text + "".join(view.label(action) for action in legal[:20]))
        if self.choices.once_in(4):
            self.check_length(view.svg)
        game.results(state)
        if state.actors:  # after the end everybody knows everything
            self.look_at_twin(state, seat, censored)
        self.look_at_text(state)
        if not same(kept, state):
            raise Harm(f"to look changed {differences(kept, state)}")

    def legal(self, state: State, seat: int) -> list[int]:
        count = self.call(self.game.kernels["legal"], state, seat, self.room)
        return [int(action) for action in self.room[:count]]

    def censored(self, state: State, seat: int) -> State:
        censored = state.copy()
        self.call(censor, censored, seat)
        return censored

    def look_at_twin(self, state: State, seat: int, censored: State) -> None:
        """A seat cannot tell a state from its twin, and the twin is a state like any other."""
        twin = state.copy()
        self.call(resampled, twin, seat, np.uint64(self.choices.below(2**32)))
        if wrong := self.game.invariants(twin):
            raise Harm(f"an invariant does not hold in a twin: {wrong[0]}")
        if not same(self.censored(twin, seat), censored):
            raise Harm(f"seat {seat} can tell a twin by {differences(self.censored(twin, seat), censored)}")

    def look_at_text(self, state: State) -> None:
        """A state is written and read again to the same text."""
        text = self.game.write_position(state)
        self.check_length(text)
        if self.sent.kind != "position" and not self.game.keeps_components:
            return
        try:
            again = self.game.write_position(self.game.read_position(text))
        except KronlandError as problem:
            if OVER_THE_LIMIT.search(str(problem)):  # it began with the most that a text may say, and went beyond
                return
            raise Harm(f"after {state.clock} decisions its own text is refused: {problem}") from None
        if again != text:
            ours = [line for line in text.splitlines() if line not in again.splitlines()]
            raise Harm(f"after {state.clock} decisions it is read back otherwise: {ours[:2]}")

    def check_length(self, text: str) -> None:
        if len(text) > LONGEST_TEXT:
            raise Harm(f"a text of {len(text):,} characters was made")


def _where(problem: BaseException) -> str:
    """The deepest place of our own code."""
    place, trace = "", problem.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if "kronland/" in file and not file.endswith("guarded.py"):
            place = f"{file.rpartition('kronland/')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
