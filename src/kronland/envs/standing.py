"""Where a game stands, as programs that search trees need it: never changed, cheap to keep and to go on from, with chance laid open.

A state draws its random numbers by itself (`core/chance.py`). Here chance is a player of its own: where something is drawn, in the set-up
and by few actions, it says a number first, a digit at a time, and that keys the generator for this one draw. So a game is what was
decided, by chance and by seats, and the same decisions give the same game.

What a seat has been told is kept too: all decisions and events, as it may know them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from kronland.core.chance import start_random
from kronland.core.ending import result
from kronland.core.errors import IllegalAction, UsageError
from kronland.core.flow import first_actor
from kronland.core.game import MOST_SEATS, Game, act, resampled
from kronland.core.given import check_seat
from kronland.core.kernel import in_mode, interpreted
from kronland.core.layout import State
from kronland.core.log import HIDDEN, NO_LOG, events_in, new_log
from kronland.core.observation import NUMBER, Observation
from kronland.core.observing import observed
from kronland.core.play import playout
from kronland.core.view import Known

DIGITS, OUTCOMES = 4, 256  # of the number that chance says: 2**32 ways to shuffle and to draw
CHANCE, OVER = -1, -4  # in place of a seat, as OpenSpiel counts them
SET_UP = -1  # in place of an action that waits for chance

Events = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Rules:
    """What is played: a game, for so many, with these options."""

    game: Game
    players: int
    options: tuple[tuple[str, str], ...]
    mode: str

    @classmethod
    def of(cls, game: Game, players: int, options: Mapping[str, str], mode: str) -> Rules:
        if game.observation is None:
            raise UsageError(f"{game.title} has no observations; expected a game whose kernels have `observe`")
        return cls(game, game.check_players(players), tuple(sorted(game.check_options(players, options).items())), mode)

    @property
    def observation(self) -> Observation:
        assert self.game.observation is not None
        return self.game.observation

    def call(self, kernel: Any, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return in_mode(kernel, self.mode)(*arguments)

    @cached_property
    def beginning(self) -> Standing:
        """Before anything has been dealt."""
        return Standing(self, bytes(self.game.layout.dtype.itemsize), SET_UP)

    def notation(self, action: int, seat: int) -> str:
        return self.game.space.notation(action, seat)

    @cached_property
    def _places(self) -> tuple[list[str], Any]:
        """What the numbers of an observation are called within their parts, and where the parts end."""
        sizes = [part.size for part in self.observation.parts]
        return [str(place) for size in sizes for place in range(size)], np.cumsum(sizes)

    def written(self, numbers: Any) -> str:
        """An observation as text: the parts, and of each the places whose number is not 0, with the number where it is not 1."""
        names, ends = self._places
        places = np.flatnonzero(numbers)
        shown = [
            names[place] if n == 1 else f"{names[place]}:{n}" for place, n in zip(places.tolist(), numbers[places].tolist(), strict=True)
        ]
        found, first = [], 0
        for name, last in zip(self.observation, np.searchsorted(places, ends).tolist(), strict=True):
            found.append(" ".join([name, *shown[first:last]]))
            first = last
        return "; ".join(found)


class Entry:
    """A decision and what came of it. The events are uncensored: `Standing.told` alone reads them."""

    __slots__ = ("action", "events", "seat", "told")

    def __init__(self, seat: int, action: int, events: Events) -> None:
        self.seat, self.action, self.events = seat, action, events
        self.told: dict[int, str] = {}  # what a seat has been told up to here: an entry has one place in one game

    def __reduce__(self) -> Any:
        return Entry, (self.seat, self.action, self.events)


class Beginning:
    """Where a game begins: after the set-up, or where it was dealt anew. `told` is what a seat has been told up to there; of a seat that
    nothing is said of it is what it sees."""

    __slots__ = ("events", "state", "told")

    def __init__(self, state: bytes, events: Events = (), told: Mapping[int, str] | None = None) -> None:
        self.state, self.events, self.told = state, events, dict(told or {})

    def __reduce__(self) -> Any:
        return Beginning, (self.state, self.events, self.told)


class Standing:
    """One position on the way through a game."""

    __slots__ = ("__dict__", "beginning", "bytes", "digits", "entries", "rules", "waiting")

    def __init__(
        self,
        rules: Rules,
        state: bytes,
        waiting: int | None = None,
        digits: tuple[int, ...] = (),
        beginning: Beginning | None = None,
        entries: tuple[Entry, ...] = (),
    ) -> None:
        self.rules, self.bytes = rules, state
        self.waiting, self.digits = waiting, digits  # the action that waits for chance, and what chance has said of its number
        self.beginning, self.entries = beginning, entries  # and what happened since; none before the set-up
        self._seen: dict[int, str] = {}

    @classmethod
    def known(cls, rules: Rules, known: Known) -> Standing:
        """A position as a seat knows it, to go on from."""
        state = known.state.tobytes()
        return cls(rules, state, beginning=Beginning(state))

    def __reduce__(self) -> Any:
        return Standing, (self.rules, self.bytes, self.waiting, self.digits, self.beginning, self.entries)

    def __copy__(self) -> Standing:
        return self

    def __deepcopy__(self, memo: object) -> Standing:
        return self  # nothing in it changes

    # Who decides, and what --------------------------------------------------------------------------------------------------------------

    def _states(self) -> Any:
        """The state in an array of one, to be changed. (NumPy copies records field by field, which takes forty times as long.)"""
        return np.frombuffer(bytearray(self.bytes), self.rules.game.layout.dtype)

    @cached_property
    def state(self) -> State:
        """The whole state, secrets included: for the rules, and for nobody else."""
        state: State = self._states()[0]
        return state

    @cached_property
    def seat(self) -> int:
        """Whose turn it is. Of several seats that decide at the same time the first, and the others after it, blind."""
        if self.waiting is not None:
            return CHANCE
        return int(interpreted(first_actor)(self.state)) if self.state.actors else OVER

    @property
    def over(self) -> bool:
        return self.seat == OVER

    @cached_property
    def legal(self) -> list[int]:
        """What the seat may do, from the lowest number on."""
        if self.seat < 0:
            return []
        out = np.zeros(self.rules.game.space.size, np.int32)
        count = int(self.rules.call(self.rules.game.kernels["legal"], self.state, self.seat, out))
        return sorted(out[:count].tolist())

    @cached_property
    def shares(self) -> list[float]:
        """Each seat's share of the win, 0 until the game is over."""
        if not self.over:
            return [0.0] * self.rules.players
        return [float(share) for share in self.rules.game.results(self.state)[0]]

    def after(self, action: int) -> Standing:
        """Where an action leads, or what chance says next."""
        if self.over:
            raise UsageError("the game is over; expected a new one")
        if self.seat == CHANCE:
            return self._said(action)
        if not 0 <= action < self.rules.game.space.size:
            raise UsageError(f"there is no action {action}; {self._such()}")
        if code := int(self.rules.call(self.rules.game.kernels["refusal"], self.state, self.seat, action)):
            why = self.rules.game.why(code)
            named = f"{self.rules.notation(action, self.seat)!r} ({action})"
            raise IllegalAction(f"{named} is not legal now: {str(why).rstrip('.')}; {self._such()}", why)
        states = self._states()
        entry = self._act(states, action)
        if states[0].draws != self.state.draws:
            return Standing(self.rules, self.bytes, action, (), self.beginning, self.entries)
        return Standing(self.rules, states.tobytes(), None, (), self.beginning, (*self.entries, entry))

    def _such(self) -> str:
        return f"expected one of {len(self.legal)} legal actions, such as {self.legal[0]}"

    def _act(self, states: Any, action: int) -> Entry:
        seat, log = int(interpreted(first_actor)(states[0])), new_log()
        self.rules.call(act, states[0], seat, action, log)
        return Entry(seat, action, tuple(map(tuple, events_in(log).tolist())))

    def _said(self, digit: int) -> Standing:
        if not 0 <= digit < OUTCOMES:
            raise UsageError(f"chance cannot say {digit}; expected 0 to {OUTCOMES - 1}")
        digits = (*self.digits, digit)
        if len(digits) < DIGITS:
            return Standing(self.rules, self.bytes, self.waiting, digits, self.beginning, self.entries)
        states, number = self._states(), int.from_bytes(bytes(digits), "big")
        interpreted(start_random)(states[0], np.uint64(number), np.uint64(int(self.state.clock)))
        if self.waiting != SET_UP:
            assert self.waiting is not None
            entry = self._act(states, self.waiting)
            return Standing(self.rules, states.tobytes(), None, (), self.beginning, (*self.entries, entry))
        game = self.rules.game
        numbers, log = game.option_numbers(dict(self.rules.options)), new_log()
        self.rules.call(game.kernels["setup"], states[0], self.rules.players, numbers, game.load_components(), log)
        states[0].barrier = 0  # nobody has decided yet, as in a match that begins
        dealt = states.tobytes()
        return Standing(self.rules, dealt, beginning=Beginning(dealt, tuple(map(tuple, events_in(log).tolist()))))

    # What seats may know ----------------------------------------------------------------------------------------------------------------

    def observe(self, seat: int) -> Any:
        """What a seat may know, as numbers; nothing before the set-up."""
        out = np.zeros(self.rules.observation.size, NUMBER)
        if self.waiting != SET_UP:
            room = np.frombuffer(bytearray(self.bytes), self.rules.game.layout.dtype)
            self.rules.call(observed, self._states(), 0, room, seat, out)
        return out

    def seen(self, seat: int) -> str:
        """The same as text."""
        if seat not in self._seen:
            self._seen[seat] = self.rules.written(self.observe(seat))
        return self._seen[seat]

    def told(self, seat: int) -> str:
        """All that a seat has been told since the game began, or since it was dealt anew for another seat; nothing before the set-up."""
        if self.beginning is None:
            return ""
        first = len(self.entries)
        while first and seat not in self.entries[first - 1].told:
            first -= 1
        text = self.entries[first - 1].told[seat] if first else self._first(self.beginning, seat)
        for entry in self.entries[first:]:
            text += f"\n{self._decided(entry, seat)}{self._heard(entry.events, seat)}"
        if self.entries:
            self.entries[-1].told[seat] = text
        return text

    def _first(self, beginning: Beginning, seat: int) -> str:
        if seat not in beginning.told:
            beginning.told[seat] = Standing(self.rules, beginning.state).seen(seat) + self._heard(beginning.events, seat)
        return beginning.told[seat]

    def _decided(self, entry: Entry, seat: int) -> str:
        """A decision as a seat may know it: of a secret one of another seat, only what kind it was."""
        verb = self.rules.game.space.verb_of(entry.action)
        hidden = verb.secret and entry.seat != seat
        return f"{entry.seat} {verb.name if hidden else self.rules.notation(entry.action, entry.seat)}"

    def _heard(self, events: Events, seat: int) -> str:
        game = self.rules.game
        heard = (game.events[row[0]].censor(row, seat) for row in events)
        return "".join(f" [{game.event_names[kind]}{''.join(map(_written, rest))}]" for kind, *rest in heard)

    def redealt(self, seat: int, seed: int) -> Standing:
        """One that the seat could not tell from this: what it cannot know is dealt anew. It has been told what it has been told; the other
        seats what they would know now, for what they were told in the real game is not its to know."""
        if self.seat < 0:
            raise UsageError("nobody decides here; expected a state in which a seat does, to deal anew what it cannot know")
        seat = check_seat(seat, self.rules.players)
        states = self._states()
        self.rules.call(resampled, states[0], seat, np.uint64(seed))
        dealt = states.tobytes()
        return Standing(self.rules, dealt, beginning=Beginning(dealt, told={seat: self.told(seat)}))

    def played_out(self, seed: int) -> list[float]:
        """Each seat's share of the win after random play to the end."""
        if self.over:
            return self.shares
        if self.seat == CHANCE:
            raise UsageError("chance is to decide here; expected a state in which a seat does")
        states, out = self._states(), np.zeros(self.rules.game.space.size, np.int32)
        self.rules.call(playout, states[0], np.uint64(seed), out, NO_LOG, self.rules.game.longest)
        table = np.zeros((3, MOST_SEATS))
        self.rules.call(result, states[0], table)
        return [float(share) for share in table[0, : self.rules.players]]

    @cached_property
    def text(self) -> str:
        """The whole position, secrets included, and what waits for chance."""
        if self.waiting is None:
            return _position(self.rules.game, self.bytes)
        said = f"chance has said {len(self.digits)} of {DIGITS} digits: {' '.join(map(str, self.digits))}".rstrip(": ")
        if self.waiting == SET_UP:
            return f"before the set-up, {said}"
        seat = int(interpreted(first_actor)(self.state))
        return f"{_position(self.rules.game, self.bytes)}{seat} {self.rules.notation(self.waiting, seat)}, {said}"


def _written(number: int) -> str:
    return " ?" if number == HIDDEN else f" {number}"


@lru_cache(maxsize=64)
def _position(game: Game, state: bytes) -> str:
    """A position as text takes milliseconds, and programs ask for that of the same state over and over."""
    return game.write_position(np.frombuffer(bytearray(state), game.layout.dtype)[0])
