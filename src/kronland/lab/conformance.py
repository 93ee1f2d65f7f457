"""The conformance suite: what must hold for every game, whatever is played. `kronland check` and the tests run it.

Random games, lively ones (see `core.play.lively_choice`), are played in all set-ups of a game, with every property checked at every
decision:

- legal actions are exactly those that are not refused, over the whole action space; asking changes nothing;
- the invariants of the game's rules hold; games end, within the bound;
- interpreted and compiled rules give the same bytes after every action;
- old copies never change; undo then redo is identity; what may be undone drew nothing, revealed nothing and passed nothing on;
- a seat cannot tell a state from a twin that differs only in what it may not know: censored bytes, legal actions, text and picture
  are equal, its own choice is possible in the twin as well, and what both do next gives it the same events while it sees the same;
- observations, the same in both modes, are those of the twin, and where two are equal the same actions are legal;
- notation, words and records round-trip for everything seen.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kronland.core.errors import IllegalAction, UndoError
from kronland.core.flow import Barrier
from kronland.core.game import SPECTATOR, Game, act, censor, legal
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.layout import State, differences, same
from kronland.core.log import events_in, new_log
from kronland.core.match import Match
from kronland.core.observing import observed
from kronland.core.play import lively_choice
from kronland.core.record import read, write
from kronland.core.view import View
from kronland.core.words import LANGUAGES, words
from kronland.lab.probes import count_mismatches

SELDOM = (
    16  # what is slow or seldom wrong (pictures and texts, twins' invariants, seats that do not decide) is looked at once in so many times
)
INTERPRETED_STEP = 61  # interpreted rules are probed with one action in so many
PARALLEL = 12  # actions for which a state and its twin are played on side by side


@dataclass
class Report:
    """What was looked at, and what was found wrong."""

    games: int = 0
    decisions: int = 0
    probes: int = 0  # actions of the whole space held against the legal list
    twins: int = 0  # pairs of a state and a twin compared
    violations: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    events: Counter[int] = field(default_factory=Counter)
    refusals: Counter[int] = field(default_factory=Counter)
    barriers: Counter[str] = field(default_factory=Counter)
    observed: dict[bytes, list[int]] = field(default_factory=dict)  # digest of an observation -> what was legal


def set_ups(game: Game) -> list[tuple[int, dict[str, str]]]:
    """Every player count with every combination of options that goes with it."""
    found = []
    for players in game.seats:
        names = [option.id for option in game.options]
        for values in itertools.product(*([name for name, _ in option.values] for option in game.options)):
            chosen = dict(zip(names, values, strict=True))
            if all(players not in option.not_with.get(chosen[option.id], ()) for option in game.options):
                found.append((players, chosen))
    return found


def fitting_set_ups(game: Game, players: int | None, options: dict[str, str]) -> list[tuple[int, dict[str, str]]]:
    """The set-ups that fit what was asked for; that there are none is an error that says why."""
    fitting = [
        (count, chosen)
        for count, chosen in set_ups(game)
        if players in (None, count) and all(chosen.get(name) == value for name, value in options.items())
    ]
    if not fitting:
        game.check_options(game.check_players(players or game.seats[-1]), options)
    return fitting


def check_games(
    game: Game,
    games: int,
    seed: int = 0,
    players: int | None = None,
    options: dict[str, str] | None = None,
    progress: Callable[[int], None] | None = None,
    mode: str = DEFAULT_MODE,
    other_mode: str | None = "python",
    start: int = 0,
) -> Report:
    """Check random games, taking the set-ups in turn (or only those that fit what was asked for), from game number `start` on."""
    fitting = fitting_set_ups(game, players, options or {})
    report = Report()
    for number in range(start, games):
        count, chosen = fitting[number % len(fitting)]
        GameCheck(game, count, chosen, seed + number, report, mode, other_mode).run()
        if progress:
            progress(1)
    return report


class GameCheck:
    """One random game, checked at every decision, or at the first `most` ones."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, str],
        seed: int,
        report: Report,
        mode: str,
        other_mode: str | None,
        most: int | None = None,
    ) -> None:
        self.game, self.report, self.seed, self.most = game, report, seed, most
        self.mode, self.other_mode = mode, other_mode
        self.chance = random.Random(f"{game.id} {seed}")
        self.match = Match(game, players, options, seed, mode=mode)
        self.where = f"{game.id}, {players} players, {options}, seed {seed}"
        self.room = np.zeros(game.space.size, np.int32)
        self.flags = np.zeros(game.space.size, np.int8)
        self.parallel: list[Parallel] = []

    def wrong(self, what: str) -> None:
        self.report.violations.append(f"{self.where}, decision {self.match.length}: {what}")

    def call(self, kernel: Any, *arguments: Any, mode: str | None = None) -> Any:
        with np.errstate(over="ignore"):
            return in_mode(kernel, mode or self.mode)(*arguments)

    def run(self) -> None:
        match, game = self.match, self.game
        while not match.over:
            if match.length == self.most:
                return
            if match.length >= game.longest:
                self.wrong(f"the game has not ended after {game.longest} decisions")
                break
            before = match.state
            if not self.check_state(before):
                break
            seat, action = self.choose(before)
            self.check_twins(before, seat, action)
            self.check_words(seat, action)
            after = self.check_modes(before, seat, action)
            match.play(action, seat)
            self.report.decisions += 1
            self.report.verbs[game.space.verb_of(action).name] += 1
            if after is not None and not same(after, match.state):
                self.wrong(f"{self.other_mode} and {self.mode} differ in {differences(after, match.state)}")
            self.check_events()
            self.check_undo(before)
            if self.report.violations:
                return
        self.check_end()
        self.report.games += 1
        self.report.ends[game.end_name(match.state)] += 1

    def choose(self, s: State) -> tuple[int, int]:
        seat = self.chance.choice(list(self.match.actors))
        count = self.call(legal, s, seat, self.room)
        action = self.call(lively_choice, s, seat, self.room, count, np.uint64(self.chance.getrandbits(64)))
        return seat, int(action)

    # The state ----------------------------------------------------------------------------------------------------------------------

    def check_state(self, s: State) -> bool:
        """Legal equals not refused; asking changes nothing; the invariants hold; nobody is stuck. False where play cannot go on."""
        asked = s.copy()
        for seat in range(-1, s.players):
            if seat not in self.match.actors and self.chance.randrange(SELDOM):
                continue
            size, step = self.game.space.size, INTERPRETED_STEP if self.mode == "python" else 1
            mismatches = self.call(count_mismatches, asked, seat, self.room, self.flags, size, self.chance.randrange(step) - 2, step)
            self.report.probes += size // step
            if mismatches:
                self.wrong(f"legal and refusal of seat {seat} disagree on {mismatches} actions{self.examples(s, seat)}")
            if seat in self.match.actors and not self.call(legal, s, seat, self.room):
                self.wrong(f"seat {seat} must decide and can do nothing")
                return False
        if not same(asked, s):
            self.wrong(f"asking for legal actions changed {differences(asked, s)}")
        for problem in self.game.invariants(s):
            self.wrong(problem)
        if int(s.actors) >> s.players:
            self.wrong(f"seats that are not there must decide: {int(s.actors):b}")
        self.check_refusal()
        return True

    def examples(self, s: State, seat: int) -> str:
        count = self.call(legal, s, seat, self.room)
        listed = {int(action) for action in self.room[:count]}
        refusal = self.game.kernels["refusal"]
        odd = [a for a in range(self.game.space.size) if (self.call(refusal, s, seat, a) == 0) != (a in listed)]
        return ": " + ", ".join(self.game.space.notation(action) for action in odd[:3])

    def check_refusal(self) -> None:
        """A random action of the space: if it is refused, then with a reason in words, and with every byte left as it was."""
        match, seat = self.match, self.chance.randrange(self.match.players)
        action = self.chance.randrange(self.game.space.size)
        why = match.why(action, seat)
        if why is None:
            return
        self.report.refusals[int(self.game.refusal_codes[why.reason.upper()])] += 1
        before, length = match.state, match.length
        try:
            match.play(action, seat)
            self.wrong(f"the refused action {self.game.space.notation(action)} was carried out")
        except IllegalAction as problem:
            if problem.why != why or not all(why.words(language) for language in LANGUAGES):
                self.wrong(f"the refusal of {self.game.space.notation(action)} has no reason in words")
        if not same(before, match.state) or match.length != length:
            self.wrong("a refused action changed the match")

    # The two modes ------------------------------------------------------------------------------------------------------------------

    def check_modes(self, before: State, seat: int, action: int) -> State | None:
        """The state after the action in the other mode, and that the old copy stays as it is."""
        if self.other_mode is None:
            return None
        after, kept = before.copy(), before.copy()
        self.call(act, after, seat, action, new_log(), mode=self.other_mode)
        if not same(before, kept):
            self.wrong("carrying out an action on a copy changed the original")
        return after

    # Undo ---------------------------------------------------------------------------------------------------------------------------

    def check_undo(self, before: State) -> None:
        match, after = self.match, self.match.state
        barrier = Barrier(int(after.barrier))
        self.report.barriers[barrier.name] += 1
        if barrier > Barrier.SHOWN:
            try:
                match.undo()
                self.wrong("an action was undone across the barrier")
            except UndoError:
                pass
            if not same(after, match.state):
                self.wrong("a refused undo changed the match")
            return
        if int(after.actors) != int(before.actors) or after.draws != before.draws or after.ended:
            self.wrong("an action that passed the decision on, drew or ended the game set no barrier")
        match.undo()
        if not same(before, match.state):
            self.wrong(f"undo did not restore {differences(before, match.state)}")
        match.redo()
        if not same(after, match.state):
            self.wrong(f"redo did not restore {differences(after, match.state)}")

    # Secrets ------------------------------------------------------------------------------------------------------------------------

    def check_twins(self, s: State, actor: int, action: int) -> None:
        for seat in range(SPECTATOR, s.players):
            twin = self.match.twin(seat, self.chance.getrandbits(63))
            self.report.twins += 1
            mine, other = self.censored(s, seat), self.censored(twin, seat)
            if not same(mine, other):
                self.wrong(f"seat {seat} can tell a twin by {differences(mine, other)}")
                continue
            if not same(mine, self.censored(mine, seat)):
                self.wrong(f"censoring twice for seat {seat} is not the same as once")
            if self.chance.randrange(SELDOM) == 0:
                for problem in self.game.invariants(twin):
                    self.wrong(f"a twin for seat {seat} is impossible: {problem}")
            options, twin_options = self.legal(s, seat), self.legal(twin, seat)
            if options != twin_options:
                self.wrong(f"the legal actions of seat {seat} tell a twin")
            if seat == actor:
                self.check_reveal(s, twin, seat, action)
            if self.chance.randrange(SELDOM) == 0:
                self.check_sight(mine, other, seat, options)
            if seat >= 0 and self.chance.randrange(SELDOM) == 0:
                self.check_observation(s, twin, seat, options)
            if self.chance.randrange(SELDOM) == 0 and len(self.parallel) < 4:
                self.parallel.append(Parallel(seat, twin))
        self.parallel = [run for run in self.parallel if self.go_on(run, actor, action)]

    def censored(self, s: State, seat: int) -> State:
        copy = s.copy()
        self.call(censor, copy, seat)
        return copy

    def legal(self, s: State, seat: int) -> list[int]:
        count = self.call(legal, s, seat, self.room)
        return [int(action) for action in self.room[:count]]

    def check_reveal(self, s: State, twin: State, seat: int, action: int) -> None:
        """An action after which the seat could tell the twin has revealed something: it must have set the barrier."""
        one, two = s.copy(), twin.copy()
        self.call(act, one, seat, action, new_log())
        self.call(act, two, seat, action, new_log())
        for reader, enough in ((seat, Barrier.PASSED), (SPECTATOR, Barrier.SHOWN)):  # what others see of one's own, one has shown
            if one.barrier < enough and not same(self.censored(one, reader), self.censored(two, reader)):
                self.wrong(f"{self.game.space.notation(action)} revealed something to reader {reader} and set no barrier")

    def check_sight(self, mine: State, other: State, seat: int, options: list[int]) -> None:
        language = self.chance.choice(LANGUAGES)
        names = self.match.names(language)
        one = View(self.game, seat, mine, options, words(language), names)
        two = View(self.game, seat, other, options, words(language), names)
        if one.text != two.text or one.prompt != two.prompt:
            self.wrong(f"the text for seat {seat} tells a twin")
        if self.game.table is not None and one.board != two.board:
            self.wrong(f"the table for programs tells seat {seat} a twin")
        if one.svg != two.svg:
            self.wrong(f"the picture for seat {seat} tells a twin")
        if one.desk != two.desk or one.board_svg != two.board_svg:
            self.wrong(f"the board or the desk for seat {seat} tells a twin")
        for action in options:
            if one.svg.count(f'data-action="{one.notation(action)}"') != 1:
                self.wrong(f"{self.game.space.notation(action)} has not exactly one target in the picture")

    def check_observation(self, s: State, twin: State, seat: int, options: list[int]) -> None:
        """What programs that learn are shown is the same for a twin, and says as much as is needed to know what is legal."""
        if self.game.observation is None:
            return
        mine, other = (self.observed(state, seat, self.mode) for state in (s, twin))
        if not np.array_equal(mine, other):
            self.wrong(f"the observation of seat {seat} tells a twin by its {self.telling(mine, other)}")
        if (mine > self.game.observation.highs).any():
            self.wrong(f"a number in the observation of seat {seat} is larger than its part says")
        if self.other_mode and not np.array_equal(mine, self.observed(s, seat, self.other_mode)):
            self.wrong(f"the observation of seat {seat} differs between the modes")
        if self.report.observed.setdefault(hashlib.sha256(mine.tobytes()).digest(), sorted(options)) != sorted(options):
            self.wrong(f"seat {seat} was shown the same when other actions were legal")

    def observed(self, s: State, seat: int, mode: str) -> Any:
        observation = self.game.observation
        assert observation is not None
        states, room, out = self.game.layout.batch(1), self.game.layout.batch(1), np.full(observation.size, 255, np.uint8)
        states[0] = s
        if self.call(observed, states, 0, room, seat, out, mode=mode) != observation.size:
            self.wrong(f"the parts of the observation have not {observation.size} numbers in all")
        return out

    def telling(self, mine: Any, other: Any) -> str:
        one, two = (self.game.observation.split(numbers) if self.game.observation else {} for numbers in (mine, other))
        return ", ".join(name for name in one if not np.array_equal(one[name], two[name]))

    def go_on(self, run: Parallel, actor: int, action: int) -> bool:
        """Do in the twin what is done in the state: as long as nothing is revealed and the seat sees the same, it is told the same."""
        if self.call(self.game.kernels["refusal"], run.twin, actor, action) != 0:
            if actor == run.seat:
                self.wrong(f"{self.game.space.notation(action)} of seat {actor} is not possible in a twin that it could not tell")
            return False
        real, log, twin_log = self.match.state, new_log(), new_log()
        self.call(act, real, actor, action, log)
        self.call(act, run.twin, actor, action, twin_log)
        if not same(self.censored(real, run.seat), self.censored(run.twin, run.seat)):
            return False
        if self.told(log, run.seat) != self.told(twin_log, run.seat):
            if real.barrier in (Barrier.NONE, Barrier.PASSED):
                self.wrong(f"the events of {self.game.space.notation(action)} tell seat {run.seat} more than its view")
            return False
        run.length += 1
        return run.length < PARALLEL

    def told(self, log: Any, seat: int) -> list[tuple[int, ...]]:
        return [self.game.events[int(row[0])].censor(row, seat) for row in events_in(log)]

    # Words and records --------------------------------------------------------------------------------------------------------------

    def check_words(self, seat: int, action: int) -> None:
        space, notation = self.game.space, self.game.space.notation(action)
        if space.parse(notation) != action:
            self.wrong(f"the notation {notation!r} does not lead back to action {action}")
        for language in LANGUAGES:
            if not space.label(action, words(language), self.match.names(language)):
                self.wrong(f"{notation} has no label in {language}")
        if self.chance.randrange(SELDOM) == 0 and not all(self.match.view(seat, language).prompt for language in LANGUAGES):
            self.wrong(f"seat {seat} has no prompt")

    def check_events(self) -> None:
        for reader in (SPECTATOR, *range(self.match.players)):
            for event in self.match.events(reader):
                self.report.events[event[0]] += 1
                for language in LANGUAGES:
                    self.game.events[event[0]].say(event, words(language), self.match.names(language))

    def check_end(self) -> None:
        match = self.match
        for problem in self.game.invariants(match.state):
            self.wrong(problem)
        shares = [entry["share"] for entry in match.results()]
        if abs(sum(shares) - 1) > 1e-9:
            self.wrong(f"the shares of the win are {shares}")
        record = write(match)
        again = read(record, lambda _: self.game).replay(mode=self.mode)
        if not same(again.state, match.state) or write(again) != record:
            self.wrong("the record does not replay to the same bytes")
        half = match.length // 2
        if read(record, lambda _: self.game).replay(half, self.mode).history != match.history[:half]:
            self.wrong("the record does not lead to the position in its middle")


@dataclass
class Parallel:
    """A twin that is played on beside the real state, in the eyes of one seat."""

    seat: int
    twin: State
    length: int = 0


def play_lively(game: Game, players: int, options: dict[str, str], seed: int, mode: str = DEFAULT_MODE) -> Iterator[Match]:
    """A lively random game, decision by decision: yields the match before each one and at the end."""
    match = Match(game, players, options, seed, mode=mode, salt="0")
    chance = random.Random(f"{game.id} {seed} lively")
    room = np.zeros(game.space.size, np.int32)
    while not match.over:
        yield match
        s, seat = match.state, chance.choice(list(match.actors))
        with np.errstate(over="ignore"):
            count = in_mode(legal, mode)(s, seat, room)
            action = in_mode(lively_choice, mode)(s, seat, room, count, np.uint64(chance.getrandbits(64)))
        match.play(int(action), seat)
    yield match
