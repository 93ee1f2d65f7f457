"""What a game is: its data, its kernels, its words and its picture; and the generic kernels that every game answers to.

Search and simulation are written once, against the generics; Numba picks the game by the type of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kronland.core.chance import Generator, start_plain
from kronland.core.desk import Desk
from kronland.core.ending import POINTS, TIE, nothing_breaks, result
from kronland.core.errors import ComponentError, UsageError
from kronland.core.given import check_seat, quoted, whole, whole_number
from kronland.core.guide import Arms, Figure
from kronland.core.happening import Happening
from kronland.core.kernel import Generic, Kernel, entry, in_mode, interpreted, rule
from kronland.core.layout import Layout, State
from kronland.core.observation import Observation
from kronland.core.seeds import seed_chance
from kronland.core.space import ActionSpace
from kronland.core.verbs import Verb, prompt
from kronland.core.why import Why
from kronland.core.words import N_, NN_, EventKind, RefusalKind, Text, Words

if TYPE_CHECKING:
    from kronland.core.view import View

SPECTATOR = -1
NO_OPTIONS: Mapping[str, str] = {}
MOST_SEATS = 5
NO_COMPONENTS = np.zeros(0, np.int8)
POINTS_SAID, POINTS_COUNTED = N_("Points"), NN_("{n} point", "{n} points", "n")

SETUP, REFUSAL, LEGAL, APPLY = Generic("setup"), Generic("refusal"), Generic("legal"), Generic("apply")
CENSOR, RESAMPLE, TASTE, OBSERVE = Generic("censor"), Generic("resample"), Generic("taste"), Generic("observe")
HIDE, OBSERVE_AT, LABOUR = Generic("hide"), Generic("observe_at"), Generic("labour")

setup = SETUP.function  # setup(s, players, options, components, log): the start position, dealt by the chance in the state
refusal = REFUSAL.function  # refusal(s, seat, action): 0 if legal, otherwise the code of the reason
legal = LEGAL.function  # legal(s, seat, out): fills the legal actions, gives their number
apply = APPLY.function  # apply(s, seat, action, log): carries a legal action out, writes events
censor = CENSOR.function  # censor(s, seat): blanks what the seat may not know
hide = HIDE.function  # hide(s, seat): the same as far as observations show it, where that is quicker; elsewhere it is `censor`
resample = RESAMPLE.function  # resample(s, seat): fills it with a random possibility
taste = TASTE.function  # taste(s, seat, action): the weight of a legal action in careless but lively play
observe = OBSERVE.function  # observe(s, seat, out): a censored state as numbers for the seat; how many (`core.observation`)


observe_at = OBSERVE_AT.function  # observe_at(s, seat, out, place): one place of it, in a game whose board a GPU fills place by place
labour = LABOUR.function  # labour(s, seat, action): what kind of long work comes of an action, 0 for none: a GPU lines it up by itself


@rule
def no_place(s, seat, out, place):
    """Of a game that has no such places."""


@rule
def no_labour(s, seat, action):
    """Of a game whose verbs say enough."""
    return 0


@rule
def indifferent(s, seat, action):
    """The taste of a game that has none of its own."""
    return 1


@entry
def act(s, seat, action, log):
    """One decision: every change of a state goes through here."""
    s.barrier = 0
    s.clock += 1
    apply(s, seat, action, log)


@entry
def resampled(s, seat, seed):
    """Make the state one that the seat could not tell from it; chance to come is another too, and nothing of the real one is left."""
    barrier = s.barrier
    start_plain(s, np.uint64(seed))
    resample(s, seat)
    s.barrier = barrier


@dataclass(frozen=True)
class Option:
    """A choice made before the game: its values by name, the first one the usual."""

    id: str
    text: Text
    values: tuple[tuple[str, Text], ...]
    default: str
    kept_in: str  # the field of the state that holds the number of the value
    rule: str = ""
    not_with: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # value -> player counts it does not go with

    def number(self, value: str) -> int:
        names = [name for name, _ in self.values]
        if not isinstance(value, str) or value not in names:
            raise UsageError(f"option {self.id!r} cannot be {quoted(value)}; it can be {' or '.join(names)}")
        return names.index(value)


@dataclass(frozen=True)
class TieBreak:
    """What decides between players who are level in points, where everything before it has not, in words (see `core.ties`).

    The kernel `tie` ranks by it (`core.ending`).
    """

    rule: str
    text: Text  # what is counted
    count: Kernel  # count(s, seat): how much of it a seat has; more is better


def no_components(text: str | None = None, name: str = "") -> Any:
    """The components of a game that has none."""
    if text is not None:
        raise ComponentError(f"{name}: this game has no components; expected no file of them")
    return NO_COMPONENTS


@dataclass(frozen=True, eq=False)  # there is one of each: it is itself, and nothing else is equal to it
class Game:
    """A game: what it is called, who plays it, its action space, its rules and how it is shown.

    >>> import kronland
    >>> game = kronland.game("loewenherz")
    >>> game
    <game loewenherz: Löwenherz (1997), for 2 to 4 players>
    >>> game.space["border"].usage(), [option.id for option in game.options]
    ('border LINE', ['setup', 'open_money'])
    """

    id: str
    title: str
    about: Text
    seats: tuple[int, ...]  # player counts
    seat_names: tuple[Text, ...]
    arms: tuple[Arms, ...]  # of each seat: its colour and its shield
    minutes: int  # that a game takes, about
    layout: Layout
    space: ActionSpace
    refusal_codes: type[IntEnum]
    refusals: Mapping[int, RefusalKind]
    events: Mapping[int, EventKind]
    ends: type[IntEnum]
    # setup, refusal, legal, apply, censor, resample, points, and perhaps hide, tie, taste, observe, observe_at and labour
    kernels: Mapping[str, Kernel]
    text: Callable[[View], str]  # the position as text
    board_picture: Callable[[View], str]  # the board as SVG, of one shape for the whole match
    desk: Callable[[View], Desk]  # all the rest of the position, as data
    picture: Callable[[View], str]  # board and desk as one SVG
    invariants: Callable[[State], list[str]]  # what is wrong with a state by the invariants of the rules; [] if nothing
    read_position: Callable[..., State]  # read_position(text), and players=..., options=... where the text says nothing of them
    write_position: Callable[[State], str]
    wins: Text | None = None  # what wins, in a sentence, for who plays it for the first time
    turn: Text | None = None  # what is done in a turn, in a sentence
    first_game: Mapping[str, str] = field(default_factory=dict)  # the options that a first game is best played with
    version: int = 1  # of the rules: raised when the same actions would lead elsewhere
    earlier: Mapping[int, Generator] = field(default_factory=dict)  # what else these rules can play, and where its chance comes from
    options: tuple[Option, ...] = ()
    load_components: Callable[..., Any] = no_components  # load_components() the usual ones, load_components(text, name) those of a file
    prompt: Callable[[View], str] = prompt  # what is to be decided, in words
    tie_breaks: tuple[TieBreak, ...] = ()  # in the order in which they are asked
    longest: int = 20_000  # decisions after which a game cannot but have ended
    reconstruction: Text | None = None  # what of its components is our reconstruction
    left_open: frozenset[str] = (
        frozenset()
    )  # fields of a state that may be otherwise where its position is read back; invariants judge them
    keeps_components: bool = True  # whether a position as text may be about other components than the published ones
    points_lie_open: bool = False  # on the board, for everyone to see
    points_said: Text = POINTS_SAID  # what they are in this game: where the richest wins they are money
    points_counted: Text = POINTS_COUNTED  # so many of them
    places: Callable[[View, float, float], Iterable[str]] | None = None  # at a point of a board without `data-place`, likeliest first
    closing: tuple[str, ...] = ("done",)  # verbs that bring something to its end: offered last, and with emphasis
    final_steps: Mapping[int, Text] = field(default_factory=dict)  # event of the final scoring -> what its points are for
    ends_said: Mapping[int, Text] = field(default_factory=dict)  # how it came to its end, where that can be in several ways
    happening: Happening = field(default_factory=Happening)  # how what happened is shown
    table: Callable[[State, int | None], Any] | None = None  # what lies on the table, for programs: all, or as a seat may know it
    put: Callable[[State, str, str, str], None] | None = None  # put(s, what, where, whose), for the editor of positions: core/editing.py
    take: Callable[[State, str], None] | None = None  # take(s, where)
    figures: tuple[Figure, ...] = ()  # of the rulebook
    example: Path | None = None  # the record of a whole game worth looking at, which the figures are taken from
    observation: Observation | None = None  # what the kernel `observe` fills in, for programs that learn
    grammar: Path | None = None  # of hostile positions and component files (lab/grammar.py)

    def __post_init__(self) -> None:
        for generic in (SETUP, REFUSAL, LEGAL, APPLY, CENSOR, RESAMPLE, POINTS):
            generic.bind(self.layout.dtype, self.kernels[generic.name])
        HIDE.bind(self.layout.dtype, self.kernels.get("hide", self.kernels["censor"]))
        TIE.bind(self.layout.dtype, self.kernels.get("tie", nothing_breaks))
        TASTE.bind(self.layout.dtype, self.kernels.get("taste", indifferent))
        if self.observation is not None:
            OBSERVE.bind(self.layout.dtype, self.kernels["observe"])
            OBSERVE_AT.bind(self.layout.dtype, self.kernels.get("observe_at", no_place))
        LABOUR.bind(self.layout.dtype, self.kernels.get("labour", no_labour))

    def __repr__(self) -> str:
        return f"<game {self.id}: {self.title}, for {self._counts} players>"

    @property
    def _counts(self) -> str:
        return f"{self.seats[0]} to {self.seats[-1]}" if len(self.seats) > 1 else str(self.seats[0])

    @property
    def verbs(self) -> Sequence[Verb]:
        """What can be done in it."""
        return self.space.verbs

    @cached_property
    def event_names(self) -> Mapping[int, str]:
        """What programs call the events: `knight_set`."""
        return {int(number): number.name.lower() if isinstance(number, Enum) else str(number) for number in self.events}

    def why(self, code: int) -> Why | None:
        """What the code of a refusal stands for; none for 0."""
        number = whole("the code of a refusal", code, 0, max(self.refusals))
        if number == 0:
            return None
        kind = self.refusals[number]
        return Why(self.refusal_codes(number).name.lower(), kind.rule, kind.text)

    def check_players(self, players: int) -> int:
        number = whole_number(players)
        if number is None or number not in self.seats:
            raise UsageError(f"{self.title} is for {self._counts} players, not {quoted(players)}")
        return number

    def plays(self, rules: int) -> bool:
        """Whether a match that was begun with this version of the rules goes on, and its record replays."""
        return rules == self.version or rules in self.earlier

    def check_rules(self, rules: int) -> int:
        number = whole_number(rules)
        if number is None or not self.plays(number):
            known = " and ".join(map(str, sorted([*self.earlier, self.version])))
            raise UsageError(f"rules version {quoted(rules)}; this Kronland knows {known} of {self.title}")
        return number

    def generator(self, rules: int) -> Generator:
        """Where chance comes from by a version of the rules."""
        return self.earlier.get(rules, Generator.SIPHASH)

    def check_values(self, given: Mapping[str, str]) -> None:
        """An unknown option or value is an error."""
        if not isinstance(given, Mapping):
            raise UsageError(f"the options are {quoted(given)}; expected a mapping of names to values")
        known = {option.id: option for option in self.options}
        for name, value in given.items():
            if not isinstance(name, str) or name not in known:
                raise UsageError(f"{self.title} has no option {quoted(name)}; it has {', '.join(known) or 'none'}")
            known[name].number(value)

    def check_options(self, players: int, given: Mapping[str, str]) -> dict[str, str]:
        """All options with their values; an unknown one, or a value that does not go with the number of players, is an error."""
        self.check_values(given)
        chosen = {option.id: given.get(option.id, option.default) for option in self.options}
        for option in self.options:
            value = chosen[option.id]
            if players in option.not_with.get(value, ()):
                raise UsageError(f"option {option.id} {value!r} of {self.title} is not for {players} players")
        return chosen

    def option_numbers(self, chosen: Mapping[str, str]) -> Any:
        return np.array([option.number(chosen[option.id]) for option in self.options] or [0], np.int64)

    def options_of(self, s: State) -> dict[str, str]:
        """The options that a state is played with."""
        check_state(self, s)
        return {option.id: option.values[int(s[option.kept_in])][0] for option in self.options}

    def start(
        self, players: int, options: Mapping[str, str], seed: int, components: Any, log: Any, mode: str, rules: int | None = None
    ) -> State:
        s = self.layout.new()
        seed_chance(s, seed, self.generator(self.version if rules is None else rules))
        with np.errstate(over="ignore"):
            in_mode(self.kernels["setup"], mode)(s, players, self.option_numbers(options), components, log)
        s.barrier = 0
        return s

    def names(self, words: Words) -> list[str]:
        return [words(name) for name in self.seat_names]

    def called(self, given: Sequence[str] | None, words: Words) -> list[str]:
        """What the seats are called at a table: given names, then the game's own for what is left (a neutral colour)."""
        usual = self.names(words)
        if given is None:
            return usual
        return [*(name or own for name, own in zip(given, usual, strict=False)), *usual[len(given) :]]

    def seen(self, s: State, seat: int | None) -> Any:
        """What lies on the table in the game's own words; with a seat, from a state that was censored for it."""
        if self.table is None:
            raise UsageError(f"{self.title} has no table for programs; expected a game that does, or its position as text")
        check_state(self, s)
        return self.table(s, None if seat is None else check_seat(seat, int(s.players), watching=True))

    def end_name(self, s: State) -> str:
        return self.ends(int(s.ended)).name.lower() if s.ended else ""

    def results(self, s: State) -> Any:
        """Share of the win, points and rank, a row each."""
        check_state(self, s)
        out = np.zeros((3, MOST_SEATS))
        interpreted(result)(s, out)
        return out[:, : s.players]

    def points(self, s: State, seat: int) -> int:
        """The points of a seat, as the game stands."""
        check_state(self, s)
        return int(interpreted(self.kernels["points"])(s, check_seat(seat, int(s.players))))


def check_game(game: Any) -> None:
    if not isinstance(game, Game):
        raise UsageError(f"{quoted(game)} is no game; expected kronland.game(...)")


def check_state(game: Game, state: Any) -> None:
    check_game(game)
    if getattr(state, "dtype", None) != game.layout.dtype or state.shape != ():
        raise UsageError(f"that is no state of {game.title}; expected one like match.state")


def seats_of(mask: int) -> Sequence[int]:
    return [seat for seat in range(8) if mask >> seat & 1]
