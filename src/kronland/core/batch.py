"""Many games at once, for programs that learn: arrays in, arrays out, all cores, and no line of Python for a single game."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from kronland.core.batch_checks import (
    FAR,
    PAGE,
    RANDOM,
    actions_for,
    chance_for,
    check_number,
    check_others,
    small_seed,
    why_not,
)
from kronland.core.candidates import Candidates, list_candidates, try_candidates
from kronland.core.crew import Crew, in_turn
from kronland.core.errors import UsageError
from kronland.core.game import MOST_SEATS, Game, check_game
from kronland.core.given import check_seat, check_whether, described, whole
from kronland.core.kernel import DEFAULT_MODE, check_mode, in_mode
from kronland.core.log import NO_LOG
from kronland.core.match import Match
from kronland.core.named import looked_at, words_of
from kronland.core.observation import NUMBER, Observation
from kronland.core.observing import observed
from kronland.core.stepping import ANEW, NOTHING, first_wrong, observe_games, sample_games, step_games


class GameBatch:
    """So many games of one kind, all waiting for a decision.

    Arrays have a row for each game and stay the same ones: a step changes what is in them. Whoever keeps something copies it. Where several
    threads ask a batch, one waits for the other.

    >>> import kronland
    >>> batch = kronland.batch("rheinlaender", players=3, games=4, seed=7, mode="python")
    >>> batch
    <batch of 4 games of rheinlaender: 3 players, 0 over>
    >>> batch.mask.shape, batch.actors.shape, batch.observe().shape == (4, batch.game.observation.size)
    ((4, 663), (4,), True)
    >>> while not batch.done.all():
    ...     batch.step(batch.sample())
    >>> batch.results.sum(axis=1)
    array([1., 1., 1., 1.])
    """

    game: Game
    players: int
    games: int  # how many
    options: dict[str, str]
    mode: str  # how the rules run: `python` or `native`

    def __init__(
        self,
        game: Game,
        players: int = 4,
        games: int = 4096,
        mode: str = DEFAULT_MODE,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        restart: bool = False,
        threads: int | None = None,
        learner: int | None = None,
        others: str = RANDOM,
    ) -> None:
        """Game n begins as `kronland.match(seed=seed + n)` does. With `restart` a game that is over begins anew at once, and `done` says so
        until the next step. With a `learner`, a seat, the others choose whenever they are to decide: at `random`, or as a `page` does."""
        check_game(game)
        self.game, self.players, self.mode, self.restart = (
            game,
            game.check_players(players),
            check_mode(mode),
            check_whether("restart", restart),
        )
        players, self.games = self.players, whole("games", games, 1)
        self.options = game.check_options(players, {} if options is None else options)
        cores = os.cpu_count() or 1 if threads is None else whole("threads", threads, 1)
        self._crew = Crew(1 if mode == "python" else min(cores, self.games))
        self.learner = None if learner is None else check_seat(learner, players)
        self.others = check_others(others)
        self._numbers, self._components = game.option_numbers(self.options), game.load_components()
        size = game.space.size
        try:
            self._states = game.layout.batch(self.games)
            self._lists, self._mask = np.zeros((self.games, size), np.int32), np.zeros((self.games, size), np.bool_)
            self._shares, self._points = np.zeros((self.games, players)), np.zeros((self.games, players), np.int32)
        except (MemoryError, ValueError, OverflowError):
            each = game.layout.dtype.itemsize + 5 * size
            raise UsageError(f"there is no memory for {self.games} games of {each} bytes each; expected fewer") from None
        self._first_seed, self._sampled = small_seed(seed, self.games), 0
        self._counts, self._actors = np.zeros(self.games, np.int32), np.zeros(self.games, np.int32)
        self._done, self._seeds, self._draws = (
            np.zeros(self.games, np.bool_),
            np.zeros(self.games, np.uint64),
            np.zeros(self.games, np.uint64),
        )
        self._observed: Any = None
        self._rooms = [(game.layout.batch(1), game.layout.batch(2), np.zeros((3, MOST_SEATS))) for _ in range(self._crew.threads)]
        self.reset()

    def __repr__(self) -> str:
        return f"<batch of {self.games} games of {self.game.id}: {self.players} players, {int(self._done.sum())} over>"

    def __len__(self) -> int:
        return self.games

    # What there is to know ------------------------------------------------------------------------------------------------------------

    @property
    def states(self) -> Any:
        """Whole states, secrets included: for whoever runs the games, not for who plays."""
        return _shown(self._states)

    @property
    def actors(self) -> Any:
        """The seat that is to decide in each game, -1 where it is over. Where several decide at once, they do so one after the other, from
        the lowest on, blind to one another."""
        return _shown(self._actors)

    @property
    def mask(self) -> Any:
        """Of each game and each action of the space whether it is legal."""
        return _shown(self._mask)

    @property
    def legal(self) -> Any:
        """The same as lists: in row n the first `counts[n]` numbers are the legal actions of game n, and the rest is 0."""
        return _shown(self._lists)

    @property
    def counts(self) -> Any:
        """How many actions are legal in each game."""
        return _shown(self._counts)

    @property
    def done(self) -> Any:
        """Which games are over; where games restart, which have ended in the last step."""
        return _shown(self._done)

    @property
    def results(self) -> Any:
        """Each seat's share of the win in the games that are `done`."""
        return _shown(self._shares)

    @property
    def points(self) -> Any:
        """Each seat's points in the games that are `done`."""
        return _shown(self._points)

    @property
    def observation(self) -> Observation:
        """What an observation is made of."""
        if self.game.observation is None:
            raise UsageError(f"{self.game.title} has no observations; expected a game whose kernels have `observe`")
        return self.game.observation

    @in_turn
    def observe(self, out: Any = None) -> Any:
        """What the seat that is to decide in each game may know, and nothing else, as numbers (`core/observation.py`); in a game that is
        over, what the learner, or the first seat, may. They are written into `out`, or into an array that the next call takes again.

        >>> import kronland
        >>> batch = kronland.batch("loewenherz", players=3, games=2, seed=7, mode="python")
        >>> batch.observation.part(batch.observe(), "ducats")
        array([[12, 12, 12,  0],
               [12, 12, 12,  0]], dtype=uint8)
        """
        shape = (self.games, self.observation.size)
        if out is None:
            if self._observed is None:
                self._observed = np.zeros(shape, NUMBER)
            out = self._observed
        elif not _fits(out, shape):
            raise UsageError(f"expected a writeable array of {shape}, {NUMBER.__name__}, row after row; got {described(out)}")
        words, runs, over = words_of(self._states), looked_at(self.game), self.learner or 0
        self._run(observe_games, lambda room: (
            self._states[room.part], words[room.part], runs, self._actors[room.part], over, room.twins, words_of(room.twins),
            out[room.part],
        ))  # fmt: skip
        return out

    @in_turn
    def seen_by(self, number: int, seat: int) -> Any:
        """What any seat of one game may know, as numbers."""
        seat, out = check_seat(seat, self.players), np.zeros(self.observation.size, NUMBER)
        self._call(observed, self._states, check_number(number, self.games), self._rooms[0][1], seat, out)
        return out

    @in_turn
    def candidates(self, most: int = 64, seed: int | None = None) -> Candidates:
        """What could come of the legal actions of each game, as far as the seat that is to decide can know (`core/candidates.py`): up to
        `most` of them, chosen by chance where there are more. Without a seed, every call of a batch draws others.

        >>> import kronland
        >>> batch = kronland.batch("rheinlaender", players=3, games=2, seed=7, mode="python")
        >>> rows = batch.candidates(most=3, seed=1)
        >>> rows.games, rows.actions.shape, rows.observations.shape == (6, batch.observation.size), rows.ended.any()
        (array([0, 0, 0, 1, 1, 1], dtype=int32), (6,), True, np.False_)
        """
        chance = self._chance(seed)
        most = min(whole("most", most, 1), self.game.space.size)
        first = np.concatenate([[0], np.minimum(self._counts, most).cumsum(dtype=np.int64)])
        count = int(first[-1])
        games, actions = np.zeros(count, np.int32), np.zeros(count, np.int32)
        seen, ended, shares = (
            np.zeros((count, self.observation.size), NUMBER),
            np.zeros(count, np.bool_),
            np.zeros((count, self.players), np.float32),
        )

        def rows(room: _Room) -> Any:
            return first[room.part.start : room.part.stop + 1]

        self._run(list_candidates, lambda room: (
            self._mask[room.part], self._counts[room.part], rows(room), chance, room.part.start, games, actions,
        ))  # fmt: skip
        self._run(try_candidates, lambda room: (
            self._states[room.part], self._actors[room.part], chance, room.part.start, rows(room), actions, NO_LOG, room.twins, room.table,
            ended, shares, seen,
        ))  # fmt: skip
        return Candidates(games, actions, seen, ended, shares, first, count)

    # Playing --------------------------------------------------------------------------------------------------------------------------

    @in_turn
    def reset(self, seed: int | None = None) -> None:
        """Begin all games, from the same seeds as at first or from others."""
        if seed is not None:
            self._first_seed = small_seed(seed, self.games)
        self._seeds[:] = np.arange(self.games, dtype=np.uint64) + np.uint64(self._first_seed)
        self._draws[:] = self._seeds * np.uint64(FAR)  # far from one another, as the choices of one game follow in STEPs
        self._sampled = 0
        self._step(np.full(self.games, ANEW, np.int64))

    @in_turn
    def step(self, actions: Any) -> None:
        """One action in each game, by its number; -1 in a game that is over. If one of them is wrong, no game changes."""
        chosen = actions_for(actions, self.games)
        wrong = int(self._call(first_wrong, chosen, self._actors, self._mask))
        if wrong >= 0:
            self._refuse(wrong, int(chosen[wrong]))
        self._step(chosen)

    @in_turn
    def sample(self, seed: int | None = None) -> Any:
        """A legal action of each game, evenly; -1 in a game that is over. Without a seed, every call of a batch draws others."""
        chance, out = self._chance(seed), np.zeros(self.games, np.int64)
        self._run(sample_games, lambda room: (chance, room.part.start, self._lists[room.part], self._counts[room.part], out[room.part]))
        return out

    def _chance(self, seed: int | None) -> Any:
        """What a call draws from: the seed that it is given, or one of the batch that no other call has."""
        self._sampled += 1
        return chance_for(self._first_seed, self._sampled, seed)

    @in_turn
    def match(self, number: int) -> Match:
        """One of the games as a match of its own, to look at or to play on: it goes on from where the game stands."""
        return Match.from_state(self.game, self._states[check_number(number, self.games)], mode=self.mode)

    @in_turn
    def begin(self, which: Any) -> None:
        """Begin some games anew, those where `which` is true, each with a seed that it has not had yet; the others stay as they are."""
        given = np.asarray(which)
        if given.shape != (self.games,) or given.dtype != np.bool_:
            raise UsageError(f"expected {self.games} truth values, one for each game; got {described(which)}")
        self._step(np.where(given, ANEW, NOTHING))

    def _refuse(self, number: int, action: int) -> None:
        seat, count, first = int(self._actors[number]), int(self._counts[number]), int(self._lists[number, 0])
        raise why_not(self.game, self._states[number], number, seat, action, count, first)

    def _step(self, chosen: Any) -> None:
        apart, learner = np.uint64(self.games), -1 if self.learner is None else self.learner
        how = (self.restart, apart, learner, self.others == PAGE)

        def arguments(room: _Room) -> tuple[Any, ...]:
            part = room.part
            begun = (self.players, self._numbers, self._components, room.blank, NO_LOG, *how, self._draws[part])
            now = (self._actors[part], self._lists[part], self._counts[part], self._mask[part])
            ended = (self._done[part], self._shares[part], self._points[part], room.table)
            return self._states[part], chosen[part], self._seeds[part], *begun, *now, *ended

        self._run(step_games, arguments)

    def _call(self, kernel: Any, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return in_mode(kernel, self.mode)(*arguments)

    def _run(self, kernel: Any, arguments: Callable[[_Room], tuple[Any, ...]]) -> None:
        """A kernel on all games, those of each thread by themselves: it runs without the interpreter's lock."""
        bounds = np.linspace(0, self.games, self._crew.threads + 1).astype(int).tolist()
        rooms = [_Room(slice(*ends), *own) for ends, own in zip(pairwise(bounds), self._rooms, strict=True)]
        self._crew.work([partial(self._call, kernel, *arguments(room)) for room in rooms])


class _Room:
    """What a thread works with: its games, an empty state, two to change, and a table of results."""

    def __init__(self, part: slice, blank: Any, twins: Any, table: Any) -> None:
        self.part, self.blank, self.twins, self.table = part, blank, twins, table


def _shown(array: Any) -> Any:
    """The array for others to read, by way of memory that nobody can write into: the games go by what stands there, past its end too."""
    memory = memoryview(array.view(np.uint8).reshape(-1)).toreadonly()
    return np.frombuffer(memory, array.dtype).reshape(array.shape).view(type(array))


def _fits(out: Any, shape: tuple[int, int]) -> bool:
    return isinstance(out, np.ndarray) and out.shape == shape and out.dtype == NUMBER and out.flags.c_contiguous and out.flags.writeable
