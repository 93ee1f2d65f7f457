"""Batches whose games, masks, observations and results stay on a CUDA GPU; what runs there is in `core.marching`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda.cudadrv.devicearray import DeviceNDArray
from numba.cuda.cudadrv.driver import device_memset

from kronland.core.abreast import BLOCK, QUEUES, parts_there, verb_numbers
from kronland.core.batch_checks import FAR, actions_for, chance_for, check_number, small_seed, why_not
from kronland.core.candidates import Candidates
from kronland.core.errors import UsageError
from kronland.core.exchange import DeviceArray
from kronland.core.game import Game
from kronland.core.given import check_seat, check_whether, described, whole
from kronland.core.kernel import check_device
from kronland.core.log import NO_LOG
from kronland.core.march import march_for
from kronland.core.marching import SUMS, WARP, WATCHERS
from kronland.core.match import Match
from kronland.core.named import WORD, copied_words
from kronland.core.observation import NUMBER, Observation
from kronland.core.observing import observed
from kronland.core.sketching import SIXTEEN, counter_numbers
from kronland.core.stepping import ANEW, NOTHING

ROOMS = 1 << 18  # copies of games at a time
PREPARED = 16  # steps after which games that have begun anew are given another one that is ready


class Records:
    """Room for games on the GPU, as records and as words of eight bytes."""

    def __init__(self, game: Game, count: int) -> None:
        dtype = game.layout.dtype
        self.words = cuda.device_array((count, dtype.itemsize // 8), np.uint64)
        self.states = DeviceNDArray((count,), (dtype.itemsize,), dtype, gpu_data=self.words.gpu_data)
        self.bytes = DeviceNDArray((count, dtype.itemsize), (dtype.itemsize, 1), np.dtype(np.uint8), gpu_data=self.words.gpu_data)


class DeviceBatch:
    """So many games of one kind on a GPU: the same as `GameBatch`, with arrays that stay there (`core.exchange`).

    The same seeds and actions give the same states, masks, observations and results, to the byte.
    """

    mode = "cuda"

    def __init__(
        self,
        game: Game,
        players: int = 4,
        games: int = 4096,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        restart: bool = False,
        learner: int | None = None,
    ) -> None:
        check_device()
        players, self.games = game.check_players(players), whole("games", games, 1)
        self.game, self.players, self.restart = game, players, check_whether("restart", restart)
        self.options = game.check_options(players, options or {})
        self.learner = None if learner is None else check_seat(learner, players)
        self._first_seed, self._sampled = small_seed(seed, self.games), 0
        self._march, count, size = march_for(game), self.games, game.space.size
        try:
            self._games, self._common = Records(game, count), Records(game, 1)
            self._stock = Records(game, count if restart else 1)
            self._mask, self._queues = cuda.device_array((count, size), np.bool_), [self._numbers((QUEUES, count)) for _ in range(2)]
        except cuda.cudadrv.driver.CudaAPIError:
            each = game.layout.dtype.itemsize + size + 8 * QUEUES
            raise UsageError(f"there is no memory on the GPU for {count} games of {each} bytes each; expected fewer") from None
        self._rooms = Records(game, min(count, ROOMS))
        self._actors, self._counts, self._points = self._numbers(count), self._numbers(count), self._numbers((count, players))
        self._shares, self._done = cuda.to_device(np.zeros((count, players))), cuda.to_device(np.zeros(count, np.bool_))
        self._actions, self._wrong = cuda.device_array(count, np.int64), cuda.device_array(1, np.int64)
        self._lengths, self._all = self._numbers((4, QUEUES)), cuda.to_device(np.arange(count, dtype=np.int32))
        self._numbers_of_options, self._parts = cuda.to_device(game.option_numbers(self.options)), parts_there(game.load_components())
        self._verb_of, self._log, self._copied = (cuda.to_device(table) for table in (verb_numbers(game), NO_LOG, copied_words(game)))
        self._number_of: Any = None  # and `_place_of`: tables for observations, when the first is asked for
        self._place_of: Any = None
        self._twins: Records | None = None
        self._observed: Any = None
        begun = game.start(players, self.options, 0, game.load_components(), NO_LOG, "python")
        self._common.bytes.copy_to_device(np.frombuffer(begun.tobytes(), np.uint8).reshape(1, -1))
        self.reset()

    def _numbers(self, shape: Any) -> Any:
        return cuda.to_device(np.zeros(shape, np.int32))

    def __repr__(self) -> str:
        return f"<batch of {self.games} games of {self.game.id} on the GPU: {self.players} players, {int(self.done.numpy().sum())} over>"

    def __len__(self) -> int:
        return self.games

    # What there is to know ------------------------------------------------------------------------------------------------------------

    @property
    def states(self) -> DeviceArray:
        """Whole states as bytes, secrets included: for whoever runs the games, not for who plays."""
        return DeviceArray(self._games.bytes)

    @property
    def actors(self) -> DeviceArray:
        """The seat that is to decide in each game, -1 where it is over."""
        return DeviceArray(self._actors)

    @property
    def mask(self) -> DeviceArray:
        """Of each game and each action of the space whether it is legal."""
        return DeviceArray(self._mask)

    @property
    def legal(self) -> DeviceArray:
        raise UsageError("a batch on the GPU keeps no lists of legal actions; expected mask, counts, sample() or candidates()")

    @property
    def counts(self) -> DeviceArray:
        """How many actions are legal in each game."""
        return DeviceArray(self._counts)

    @property
    def done(self) -> DeviceArray:
        """Which games are over; where games restart, which have ended in the last step."""
        return DeviceArray(self._done)

    @property
    def results(self) -> DeviceArray:
        """Each seat's share of the win in the games that are `done`."""
        return DeviceArray(self._shares)

    @property
    def points(self) -> DeviceArray:
        """Each seat's points in the games that are `done`."""
        return DeviceArray(self._points)

    @property
    def observation(self) -> Observation:
        """What an observation is made of."""
        if self.game.observation is None:
            raise UsageError(f"{self.game.title} has no observations; expected a game whose kernels have `observe`")
        return self.game.observation

    def observe(self, out: Any = None) -> DeviceArray:
        """What the seat that is to decide in each game may know, and nothing else, as numbers; written into `out`, an array on the GPU, or
        into one that the next call takes again."""
        shape = (self.games, self.observation.size)
        there = None
        if out is not None:
            there = taken(out)
            if there is None or there.shape != shape or there.dtype != NUMBER or not there.is_c_contiguous():
                raise UsageError(f"expected an array on the GPU of {shape}, {NUMBER.__name__}, row after row; got {described(out)}")
        if there is not None and there.__cuda_array_interface__["data"][0] % SIXTEEN == 0:
            self._observe_in(there)
            return DeviceArray(there)
        if self._observed is None:
            self._observed = cuda.device_array(shape, NUMBER)
        self._observe_in(self._observed)
        if there is None:
            return DeviceArray(self._observed)
        there.copy_to_device(self._observed)
        return DeviceArray(there)

    def _observe_in(self, there: Any) -> None:
        if self._number_of is None:
            self._number_of = cuda.to_device(counter_numbers(self.observation))
            self._place_of = cuda.to_device(self.observation.counters.astype(np.int32))
        words = DeviceNDArray((there.nbytes // WORD,), (WORD,), np.dtype(np.uint64), gpu_data=there.gpu_data)
        games, over = self._games, self.learner or 0
        self._march["watch"][-(-self.games // WARP), WATCHERS](
            games.states, games.words, self._common.states, self._actors, over, self._number_of, self._place_of, there, words
        )
        self._watch_places(games, 0, self._all, there)

    def seen_by(self, number: int, seat: int) -> Any:
        """What any seat of one game may know, as numbers, on the CPU."""
        seat = check_seat(seat, self.players)
        states, room, out = self.game.layout.batch(1), self.game.layout.batch(1), np.zeros(self.observation.size, NUMBER)
        states[0] = self._state(number)
        observed(states, 0, room, seat, out)
        return out

    def candidates(self, most: int = 64, seed: int | None = None) -> Candidates:
        """What could come of the legal actions of each game, as far as the seat that is to decide can know (`core/candidates.py`)."""
        chance, size = self._chance(seed), self.observation.size
        first = cuda.device_array(self.games + 1, np.int64)
        self._launch("count_rows", self.games, self._counts, min(whole("most", most, 1), self.game.space.size), first)
        self._march["add_up"][1, SUMS](first)
        count = int(first[self.games])
        games, actions, ended = (cuda.device_array(count, kind) for kind in (np.int32, np.int32, np.bool_))
        seen, shares = cuda.device_array((count, size), NUMBER), cuda.device_array((count, self.players), np.float32)
        rows = Candidates(
            games=DeviceArray(games),
            actions=DeviceArray(actions),
            observations=DeviceArray(seen),
            ended=DeviceArray(ended),
            shares=DeviceArray(shares),
            first=DeviceArray(first),
            count=count,
        )
        if count == 0:
            return rows
        device_memset(seen, 0, seen.nbytes)
        device_memset(shares, 0, shares.nbytes)
        self._launch("list_rows", self.games, self._mask, self._counts, first, chance, games, actions)
        if self._twins is None:
            self._twins = Records(self.game, self.games)
        self._copy(self._games, self._all, 0, self._twins, self._copied)
        self._launch("make_twins", self.games, self._twins.states, self._common.states, self._actors, chance)
        rooms = self._rooms.states.shape[0]
        for row in range(0, count, rooms):
            self._copy(self._twins, games, row, self._rooms, self._copied)
            self._launch("try_rows", rooms, self._rooms.states, self._common.states, row, games, actions, self._actors, self._log,
                         ended, shares, seen)  # fmt: skip
            self._watch_places(self._rooms, row, games, seen)
        return rows

    def _watch_places(self, games: Records, first: int, which: Any, out: Any) -> None:
        if places := self.observation.places:
            self._march["watch_places"][games.states.shape[0], -(-places // WARP) * WARP](
                games.states, self._common.states, first, which, self._actors, self.learner or 0, places, out
            )

    # Playing --------------------------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Begin all games, from the same seeds as at first or from others."""
        if seed is not None:
            self._first_seed = small_seed(seed, self.games)
        seeds = np.arange(self.games, dtype=np.uint64) + np.uint64(self._first_seed)
        self._seeds, self._draws, self._sampled = cuda.to_device(seeds), cuda.to_device(seeds * np.uint64(FAR)), 0
        self._steps, self._ready = 0, self._numbers(self.games)
        self._begun = (self._seeds, np.uint64(self.games), self.players, self._numbers_of_options, self._parts, self._log)
        self._actions.copy_to_device(np.full(self.games, ANEW, np.int64))
        self._step(trusted=True)

    def step(self, actions: Any) -> None:
        """One action in each game, by its number, on the GPU or from the CPU; -1 in a game that is over. If one of them is wrong, no game
        changes."""
        there = taken(actions)
        if there is None:
            self._actions.copy_to_device(actions_for(actions, self.games))
        else:
            if there.shape != (self.games,) or there.dtype.kind not in "iu":
                raise UsageError(f"expected {self.games} whole numbers, an action for each game; got {described(actions)}")
            widen[-(-self.games // BLOCK), BLOCK](there, self._actions)
        self._step(trusted=False)

    def sample(self, seed: int | None = None) -> DeviceArray:
        """A legal action of each game, evenly; -1 in a game that is over. Without a seed, every call of a batch draws others."""
        out = cuda.device_array(self.games, np.int64)
        device_memset(out, 0xFF, out.nbytes)  # NOTHING
        device_memset(self._lengths, 0, self._lengths.nbytes)
        phases = self._queues[0]
        self._launch("sort_by_phase", self.games, self._games.states, self._actors, phases, self._lengths, 0)
        self._launch("pick", self._lined_up, self._games.states, self._common.states, self._chance(seed), self._actors, self._counts, out,
                     phases, self._lengths, 0)  # fmt: skip
        return DeviceArray(out)

    def match(self, number: int) -> Match:
        """One of the games as a match of its own, to look at or to play on, on the CPU."""
        return Match.from_state(self.game, self._state(number))

    def begin(self, which: Any) -> None:
        """Begin some games anew, those where `which` is true, each with a seed that it has not had yet; the others stay as they are."""
        there = taken(which)
        given = np.asarray(which) if there is None else there.copy_to_host()
        if given.shape != (self.games,) or given.dtype != np.bool_:
            raise UsageError(f"expected {self.games} truth values, one for each game; got {described(which)}")
        self._actions.copy_to_device(np.where(given, ANEW, NOTHING))
        self._step(trusted=True)

    def _state(self, number: int) -> Any:
        number, found = check_number(number, self.games), self.game.layout.batch(1)
        found[0] = np.frombuffer(self._games.bytes[number].copy_to_host().tobytes(), self.game.layout.dtype)[0]
        return found[0]

    def _chance(self, seed: int | None) -> Any:
        self._sampled += 1
        return chance_for(self._first_seed, self._sampled, seed)

    def _step(self, trusted: bool) -> None:
        verbs, phases = self._queues
        games, common, lengths, line = self._games.states, self._common.states, self._lengths, self._lined_up
        device_memset(lengths, 0, lengths.nbytes)
        self._wrong.copy_to_device(np.array([self.games], np.int64))
        self._launch("sort_by_verb", self.games, games, common, self._actions, int(trusted), self._actors, self._mask, self._verb_of,
                     self._wrong, verbs, lengths, 0)  # fmt: skip
        if not trusted and (wrong := int(self._wrong[0])) < self.games:
            allowed = self._mask[wrong].copy_to_host()
            raise why_not(self.game, self._state(wrong), wrong, int(self._actors[wrong]), int(self._actions[wrong]), int(allowed.sum()),
                          int(allowed.argmax()))  # fmt: skip
        if cleared := not trusted and self.learner is None:  # whoever is not over goes on, and whoever is has nothing in its row
            device_memset(self._mask, 0, self._mask.nbytes)
        self._steps += 1
        if self.restart and self._steps % PREPARED == 0:
            self._launch("prepare", self.games, self._stock.states, self._stock.words, self._ready, *self._begun)
        afresh = True
        while True:
            self._launch("decide", line, games, common, self._actions, self._actors, self._log, self.players, int(self.restart),
                         int(afresh), self._done, self._shares, self._points, verbs, phases, lengths, 0)  # fmt: skip
            self._launch("renew", self.games, games, self._games.words, self._stock.words, self._ready, *self._begun, phases, lengths, 1)
            self._launch("look", line, games, common, self._actors, self._counts, self._mask, int(cleared), phases, lengths, 1)
            if self.learner is None:
                return
            self._launch("others_choose", line, games, common, self.learner, self._draws, self._actors, self._counts, self._actions,
                         self._verb_of, phases, verbs, lengths, 1)  # fmt: skip
            following = lengths.copy_to_host()[2]
            if not following.any():
                return
            again = np.zeros((4, QUEUES), np.int32)
            again[0], afresh = following, False
            lengths.copy_to_device(again)

    @property
    def _lined_up(self) -> int:
        """Threads for games that come in queues: each of these may leave a part of a block over."""
        return self.games + QUEUES * BLOCK

    def _copy(self, games: Records, which: Any, first: int, rooms: Records, copied: Any) -> None:
        self._launch("copy_games", rooms.words.shape[0] * copied.shape[0], games.words, which, first, copied, rooms.words)

    def _launch(self, name: str, threads: int, *arguments: Any) -> None:
        self._march[name][-(-threads // BLOCK), BLOCK](*arguments)


def taken(given: Any) -> Any:
    """An array that lies on the GPU already, as numba-cuda has it; None for anything else."""
    return cuda.as_cuda_array(given) if hasattr(given, "__cuda_array_interface__") else None


@cuda.jit  # type: ignore[untyped-decorator]
def widen(numbers: Any, out: Any) -> None:
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i] = numbers[i]
