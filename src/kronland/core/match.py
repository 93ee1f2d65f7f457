"""A match: one game being played, with its history, undo, views and words.

match = Match(game, players=3, seed=7)
match.play("castle d4")
"castle d5" in match.legal, match.why("castle d5")
match.undo()
print(match)
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kronland.core.errors import IllegalAction, NotationError, UndoError, UsageError
from kronland.core.flow import Barrier
from kronland.core.game import SPECTATOR, Game, act, resampled, seats_of
from kronland.core.kernel import DEFAULT_MODE, check_mode, in_mode
from kronland.core.layout import State
from kronland.core.log import events_in, new_log
from kronland.core.seeds import new_seed, read_seed, seed_chance, seed_of, seed_text, states_chance
from kronland.core.view import View
from kronland.core.words import N_, Words, words

Event = tuple[int, ...]  # event number and arguments, see `core.words.EventKind`

BARRIERS = {
    Barrier.PASSED: N_("The decision has passed on to another player, so this cannot be taken back."),
    Barrier.REVEALED: N_("Something hidden has been revealed, so this cannot be taken back."),
    Barrier.DRAWN: N_("Chance has had its say, so this cannot be taken back."),
}


@dataclass(frozen=True)
class Why:
    """Why an action is refused: the reason's name, the rule, and words in both languages."""

    reason: str
    rule: str
    german: str
    english: str

    def say(self, words: Words) -> str:
        said = self.german if words.language == "de" else self.english
        return f"{said} [{self.rule}]" if self.rule else said

    def __str__(self) -> str:
        return self.say(words("en"))


@dataclass(frozen=True)
class Entry:
    """One decision of the history. The rows of `events` are uncensored: only `Match.log` and `Match.events` give them out."""

    seat: int
    action: int
    before: State
    events: Any


class Legal:
    """The legal actions of a seat, as notation: iterate, ask `in`, take `len`. Nothing is computed before it is asked for."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat

    @property
    def actions(self) -> list[int]:
        return self._match.legal_actions(self._seat)

    def __iter__(self) -> Iterator[str]:
        return (self._match.game.space.notation(action) for action in self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, str | int):
            return False
        try:
            return self._match.why(action, self._seat) is None
        except NotationError:
            return False

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions: {', '.join(list(self)[:6])}{', ...' if len(self) > 6 else ''}>"


class Match:
    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        names: Sequence[str] | None = None,
        mode: str = DEFAULT_MODE,
        components: str | None = None,
        position: str | None = None,
        salt: str | None = None,
        rules: int | None = None,
    ) -> None:
        """A new match; `components` is the text of an owner's file, `rules` an earlier version of the rules that can still be played.

        `position` starts from a text position instead of the set-up. Players, options and chance are then those of the text; what is given
        here counts where the text says nothing, and must not differ where it does.
        """
        self.game = game
        self.mode = check_mode(mode)
        self.rules = game.check_rules(game.version if rules is None else rules)
        if players is not None:
            game.check_players(players)
        game.check_values(options or {})
        self.seed = new_seed() if seed is None else read_seed(seed)
        self.salt = salt or secrets.token_hex(16)
        self.components, self.position = components, position
        log = new_log()
        if position is None:
            chosen = game.check_options(players or game.seats[-1], options or {})
            parts = game.load_components() if components is None else game.load_components(components, "components")
            self._state = game.start(players or game.seats[-1], chosen, self.seed, parts, log, self.mode, self.rules)
        elif self.rules == game.version:
            self._state = self._from_position(position, players, options or {}, seed is not None)
        else:
            self._state = self._from_earlier_position(position, players)
        self.players, self.options = int(self._state.players), game.options_of(self._state)
        self._names = self._check_names(names)
        self._first_events = events_in(log).copy()
        self._history: list[Entry] = []
        self._undone: list[Entry] = []

    def _from_position(self, position: str, players: int | None, options: Mapping[str, str], seeded: bool) -> State:
        if self.components is not None:
            raise Differs("components", "a position brings its own tiles and cards; expected no component file beside it")
        s = self.game.read_position(position, players, options)
        if players is not None and s.players != players:
            raise Differs("players", f"the position is for {s.players} players, not {players}")
        found = self.game.options_of(s)
        for name, value in options.items():
            if found[name] != value:
                raise Differs("options", f"option {name} of the position is {found[name]!r}, not {value!r}")
        if not states_chance(s):
            seed_chance(s, self.seed)
        elif seeded and self.seed != seed_of(s):
            raise Differs("seed", f"the chance of the position comes from seed {seed_text(seed_of(s))}, not {seed_text(self.seed)}")
        self.seed = seed_of(s)
        return s

    def _from_earlier_position(self, position: str, players: int | None) -> State:
        """By rules version 1 the text alone counted; chance was in it (Brian Boru), or was the same for all."""
        s = self.game.read_position(position)
        if players is not None and s.players != players:
            raise Differs("players", f"the position is for {s.players} players, not {players}")
        s.generator = self.game.generator(self.rules)
        return s

    def _check_names(self, names: Sequence[str] | None) -> list[str] | None:
        if names is not None and len(names) != self.players:
            raise UsageError(f"{len(names)} names given; expected {self.players}, one for each seat")
        return list(names) if names is not None else None

    def _call(self, kernel: Any, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return in_mode(kernel, self.mode)(*arguments)

    # Deciding -----------------------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self._state.ended)

    @property
    def actors(self) -> Sequence[int]:
        """The seats that must decide now."""
        return seats_of(int(self._state.actors))

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return self.actors[0] if self.actors else 0
        if not 0 <= seat < self.players:
            raise UsageError(f"there is no seat {seat}; seats are 0 to {self.players - 1}")
        return seat

    @property
    def legal(self) -> Legal:
        """The legal actions of the (first) seat that decides."""
        return self.legal_for(self._seat(None))

    def legal_for(self, seat: int) -> Legal:
        return Legal(self, self._seat(seat))

    def legal_actions(self, seat: int) -> list[int]:
        out = np.zeros(self.game.space.size, np.int32)
        count = self._call(self.game.kernels["legal"], self._state, seat, out)
        return [int(action) for action in out[:count]]

    def waits_since(self, ago: int, seat: int) -> bool:
        """Whether the seat was to decide all through the last `ago` decisions, with the choices it has now: others decided beside it."""
        if not 0 <= ago <= self.length or any(not int(entry.before.actors) >> seat & 1 for entry in self._history[self.length - ago :]):
            return False
        out = np.zeros(self.game.space.size, np.int32)
        then = self._history[self.length - ago].before if ago else self._state
        count = self._call(self.game.kernels["legal"], then, seat, out)
        return seat in self.actors and [int(action) for action in out[:count]] == self.legal_actions(seat)

    def action(self, action: str | int) -> int:
        return self.game.space.parse(action) if isinstance(action, str) else int(action)

    def why(self, action: str | int, seat: int | None = None) -> Why | None:
        """Why the seat may not choose this action now; None if it may."""
        code = int(self._call(self.game.kernels["refusal"], self._state, self._seat(seat), self.action(action)))
        if code == 0:
            return None
        kind = self.game.refusals[code]
        return Why(
            self.game.refusal_codes(code).name.lower(),
            kind.rule,
            words("de")(kind.text),
            words("en")(kind.text),
        )

    def play(self, action: str | int, seat: int | None = None) -> list[Event]:
        """Carry out an action, given as notation or number; an illegal one is refused and changes nothing. Gives its events."""
        number, seat = self.action(action), self._seat(seat)
        if refused := self.why(number, seat):
            shown = self.game.space.notation(number) if 0 <= number < self.game.space.size else number
            raise IllegalAction(f"{shown!s} is not legal here: {refused}", refused)
        entry = Entry(seat, number, self._state, None)
        self._undone.clear()
        return self._do(entry)

    def _do(self, entry: Entry) -> list[Event]:
        after, log = self._state.copy(), new_log()
        self._call(act, after, entry.seat, entry.action, log)
        self._history.append(Entry(entry.seat, entry.action, self._state, events_in(log).copy()))
        self._state = after
        return self.events(entry.seat)

    # Taking back --------------------------------------------------------------------------------------------------------------------

    def undo_refusal(self, language: str = "en") -> str | None:
        """Why the last action cannot be taken back; None if it can."""
        if not self._history:
            return words(language)(NOTHING_TO_UNDO)
        barrier = Barrier(int(self._state.barrier))
        return None if barrier == Barrier.NONE else words(language)(BARRIERS[barrier])

    def undo(self) -> None:
        """Take the last action back, if nothing was drawn or revealed by it and the decision did not pass on."""
        if refused := self.undo_refusal():
            raise UndoError(refused)
        entry = self._history.pop()
        self._undone.append(entry)
        self._state = entry.before

    def redo(self) -> None:
        if not self._undone:
            raise UndoError(words("en")(NOTHING_TO_REDO))
        self._do(self._undone.pop())

    @property
    def last_seat(self) -> int | None:
        """Whose decision `undo` would take back."""
        return self._history[-1].seat if self._history else None

    @property
    def redo_seat(self) -> int | None:
        """Whose decision `redo` would carry out again."""
        return self._undone[-1].seat if self._undone else None

    # Seeing -------------------------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """A copy of the whole state, secrets included: for bots' simulations and tests, never for a reader."""
        return self._state.copy()

    def state_at(self, number: int) -> State:
        """`state` as it was after `number` decisions."""
        return self._state_at(number).copy()

    def names(self, language: str = "en") -> list[str]:
        """What the seats are called: given names, then the game's own for what is left (a neutral colour)."""
        usual = self.game.names(words(language))
        if self._names is None:
            return usual
        return [*(given or own for given, own in zip(self._names, usual, strict=False)), *usual[len(self._names) :]]

    def rename(self, names: Sequence[str]) -> None:
        """Call the seats by other names; an empty one means the game's own name for that seat."""
        self._names = self._check_names(names)

    @property
    def named(self) -> bool:
        return self._names is not None

    def view(self, seat: int = SPECTATOR, language: str = "en") -> View:
        """What a seat may see now; without a seat, what a spectator may."""
        legal = self.legal_actions(seat) if seat in self.actors else []
        return self._view_of(self._state, seat, language, legal)

    def view_at(self, number: int, seat: int = SPECTATOR, language: str = "en") -> View:
        """What a seat could see after `number` decisions; there is nothing to choose in the past."""
        return self._view_of(self._state_at(number), seat, language, [])

    def _state_at(self, number: int) -> State:
        if not 0 <= number <= self.length:
            raise UsageError(f"there is no position {number}; there are 0 to {self.length}")
        return self._state if number == self.length else self._history[number].before

    def _view_of(self, state: State, seat: int, language: str, legal: list[int]) -> View:
        if seat != SPECTATOR:
            self._seat(seat)
        censored = state.copy()
        self._call(self.game.kernels["censor"], censored, seat)
        return View(self.game, seat, censored, legal, words(language), self.names(language))

    def twin(self, seat: int, seed: int, number: int | None = None) -> State:
        """A state that the seat could not tell from the real one, or from the one after `number` decisions."""
        twin = self.state if number is None else self.state_at(number)
        self._call(resampled, twin, seat, np.uint64(seed))
        return twin

    def events(self, seat: int = SPECTATOR, number: int = -1) -> list[Event]:
        """The events of a decision (the last one, if not said) as the seat may know them; number 0 is the set-up."""
        place = number if number >= 0 else self.length + 1 + number
        rows = self._history[place - 1].events if place else self._first_events
        return [self.game.events[int(row[0])].censor(row, seat) for row in rows]

    def log(self, seat: int = SPECTATOR, language: str = "en") -> list[str]:
        """All that happened, in words, as the seat may know it."""
        names, speak = self.names(language), words(language)
        return [
            self.game.events[event[0]].say(event, speak, names)
            for number in range(len(self._history) + 1)
            for event in self.events(seat, number)
        ]

    @property
    def length(self) -> int:
        """How many decisions have been made."""
        return len(self._history)

    @property
    def history(self) -> list[tuple[int, str]]:
        """All decisions so far: seat and notation. Secrets included; see `history_for`."""
        return [(entry.seat, self.game.space.notation(entry.action)) for entry in self._history]

    def decider(self, number: int) -> int:
        """Whose decision it was, counted from 1; number 0, the set-up, was nobody's."""
        return self._history[number - 1].seat if number else SPECTATOR

    def history_for(self, seat: int = SPECTATOR) -> list[tuple[int, str]]:
        """All decisions so far as the seat may know them: of a secret one, only its verb."""
        space = self.game.space
        return [
            (
                entry.seat,
                space.verb_of(entry.action).name
                if space.verb_of(entry.action).secret and entry.seat != seat and not self.over
                else space.notation(entry.action),
            )
            for entry in self._history
        ]

    @property
    def commitment(self) -> str:
        """A salted hash of the seed: it can be shown while the game runs, and proves afterwards that the shuffle was fair."""
        return commitment(self.seed, self.salt)

    def results(self) -> list[dict[str, float]]:
        """Points, rank and share of the win of each seat; of a running game, as it stands."""
        table = self.game.results(self._state)
        return [{"points": float(points), "rank": int(rank), "share": float(share)} for share, points, rank in zip(*table, strict=True)]

    def _own_view(self) -> View:
        return self.view(self.actors[0] if len(self.actors) == 1 else SPECTATOR)

    def __str__(self) -> str:
        return self._own_view().text

    def _repr_svg_(self) -> str:
        return self._own_view().svg


class Differs(UsageError):
    """What was given with a position is not what the text says; `what` names it as a record does."""

    def __init__(self, what: str, text: str) -> None:
        super().__init__(text)
        self.what = what


NOTHING_TO_UNDO = N_("There is nothing to take back yet.")
NOTHING_TO_REDO = N_("Nothing has been taken back that could be done again.")


def commitment(seed: int, salt: str) -> str:
    return hashlib.sha256(f"{salt}:{seed_text(seed)}".encode()).hexdigest()
