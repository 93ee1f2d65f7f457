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

from kronland.core.errors import IllegalAction, PositionError, UndoError, UsageError
from kronland.core.events import Event
from kronland.core.flow import Barrier
from kronland.core.foresight import Foreseer, Foresight
from kronland.core.game import SPECTATOR, Game, act, check_game, resampled, seats_of
from kronland.core.given import check_seat, quoted, read_word, whole, whole_number
from kronland.core.kept import check_kept, toml_lines
from kronland.core.kernel import DEFAULT_MODE, check_mode, in_mode
from kronland.core.layout import State, same
from kronland.core.legal import Legal
from kronland.core.log import EVERYONE, events_in, new_log
from kronland.core.past import Past
from kronland.core.seeds import new_seed, read_seed, seed_chance, seed_of, seed_text, states_chance
from kronland.core.vetting import check_read, standing, unreadable, written
from kronland.core.view import Known, View
from kronland.core.why import Why
from kronland.core.words import N_, Text, words

BARRIERS = {
    Barrier.PASSED: N_("The decision has passed on to another player, so this cannot be taken back."),
    Barrier.REVEALED: N_("Something hidden has been revealed, so this cannot be taken back."),
    Barrier.DRAWN: N_("Chance has had its say, so this cannot be taken back."),
}


@dataclass(frozen=True)
class Decision:
    """An action that the rules allow a seat in one position. `Match.judged` makes it, and nothing else; `Match.carry_out` asks no more."""

    seat: int
    action: int
    before: State


@dataclass(frozen=True, slots=True)
class Entry:
    """A decision of the history. The rows of `events` are uncensored: only `Match.log` and `Match.events` give them out."""

    seat: int
    action: int
    events: Any


class Match:
    """One game being played: who decides, what they may do, what came of it, and what each may see.

    >>> import kronland
    >>> match = kronland.match("loewenherz", players=3, setup="beginner", seed=7, mode="python")
    >>> match
    <match of loewenherz: 3 players, 0 decisions made, ochre to decide, points 0 0 0>
    >>> for event in match.play("card 1+2"):
    ...     print(event)
    Ochre chooses actions 1 and 2.
    >>> other = match.copy()
    >>> other == match, other.play("card 3")[0].kind, other == match
    (True, 'card_laid', False)
    """

    game: Game  # what is played
    players: int  # how many play
    options: dict[str, str]  # all of the game, with their values
    seed: int  # what chance comes from
    mode: str  # how the rules run: `python` or `native`
    rules: int  # the version of the rules that it was begun with

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
        check_game(game)
        self.game = game
        self.mode = check_mode(mode)
        self.rules = game.check_rules(game.version if rules is None else rules)
        players = None if players is None else game.check_players(players)
        given = {} if options is None else options
        game.check_values(given)
        self.seed = new_seed() if seed is None else read_seed(seed)
        for what, text in (("components", components), ("salt", salt)):
            if text is not None and not isinstance(text, str):
                raise UsageError(f"the {what} given is {quoted(text)}; expected a text")
            check_kept(what, toml_lines(text) if text else [])
        self.salt = salt or secrets.token_hex(16)
        self.components, self.position = components, position
        log = new_log()
        if position is None:
            chosen = game.check_options(players or game.seats[-1], given)
            parts = game.load_components() if components is None else game.load_components(components, "components")
            self._state = game.start(players or game.seats[-1], chosen, self.seed, parts, log, self.mode, self.rules)
        elif self.rules == game.version:
            self._state = self._from_position(position, players, given, seed is not None)
        else:
            self._state = self._from_earlier_position(position, players)
        check_kept("position", position.splitlines() if position is not None else [])
        self.players, self.options = int(self._state.players), game.options_of(self._state)
        self._names = self._check_names(names)
        self._first_events = events_in(log).copy()
        self._history: list[Entry] = []
        self._past = Past(self._state)
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

    @classmethod
    def from_state(cls, game: Game, state: State, names: Sequence[str] | None = None, mode: str = DEFAULT_MODE) -> Match:
        """A match that goes on from a whole state, such as `match.state` or one of a batch. It has no history; a censored state, or one
        that cannot arise, is refused. Its record begins with the state as a position.

        >>> import kronland
        >>> match = kronland.match("koenig", players=3, seed=7, mode="python")
        >>> kronland.Match.from_state(match.game, match.state, mode="python") == match
        True
        """
        text = written(game, state)
        seed = seed_of(state) if states_chance(state) else None
        try:
            made = cls(game, int(state.players), seed=seed, names=names, mode=mode, position=text)
        except PositionError as problem:
            raise unreadable(problem) from None
        check_read(game, state, made._state)
        exact = state.copy()
        exact.barrier = Barrier.NONE
        if not states_chance(exact):  # a twin's, whose chance holds no secret: chance begins anew, as it does in the record
            seed_chance(exact, made.seed)
        made._state, made._past = exact, Past(exact)
        return made

    def _check_names(self, names: Sequence[str] | None) -> list[str] | None:
        if names is None:
            return None
        if not isinstance(names, Sequence) or isinstance(names, str) or not all(isinstance(name, str) for name in names):
            raise UsageError(f"the names given are {quoted(names)}; expected a list of {self.players} texts, one for each seat")
        if len(names) != self.players:
            raise UsageError(f"{len(names)} names given; expected {self.players}, one for each seat")
        check_kept("names", names, seen=True)
        return list(names)

    def _call(self, kernel: Any, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return in_mode(kernel, self.mode)(*arguments)

    def ask(self, kernel: Any, *arguments: Any) -> Any:
        """What a kernel of the rules says to the position, in the mode of this match; it must not change it."""
        return self._call(kernel, self._state, *arguments)

    # Deciding -----------------------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._state.ended)

    @property
    def actors(self) -> Sequence[int]:
        """The seats that must decide now."""
        return seats_of(int(self._state.actors))

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return self.actors[0] if self.actors else 0
        return check_seat(seat, self.players)

    def _reader(self, seat: int) -> int:
        return check_seat(seat, self.players, watching=True)

    @property
    def legal(self) -> Legal:
        """The legal actions of the (first) seat that decides."""
        return self.legal_for(self._seat(None))

    def legal_for(self, seat: int) -> Legal:
        """The legal actions of a seat; none where it is not to decide."""
        return Legal(self, seat)

    def legal_actions(self, seat: int) -> list[int]:
        """The same as numbers of the action space."""
        seat, out = check_seat(seat, self.players), np.zeros(self.game.space.size, np.int32)
        count = self._call(self.game.kernels["legal"], self._state, seat, out)
        return [int(action) for action in out[:count]]

    def waits_since(self, ago: int, seat: int) -> bool:
        """Whether the seat was to decide all through the last `ago` decisions, with the choices it has now: others decided beside it."""
        seat, before = check_seat(seat, self.players), whole_number(ago)
        if before is None:
            raise UsageError(f"{quoted(ago)} decisions ago is nonsense; expected a whole number")
        if not 0 <= before <= self.length or any(
            not int(self._state_at(number).actors) >> seat & 1 for number in range(self.length - 1, self.length - before - 1, -1)
        ):
            return False
        out = np.zeros(self.game.space.size, np.int32)
        count = self._call(self.game.kernels["legal"], self._state_at(self.length - before), seat, out)
        return seat in self.actors and [int(action) for action in out[:count]] == self.legal_actions(seat)

    def action(self, action: str | int, seat: int | None = None) -> int:
        """The number of an action that may be given as notation; with a seat, a text that names a piece of another's as its own is none."""
        if isinstance(action, str):
            return self.game.space.parse(action, seat)
        number = whole_number(action)
        if number is None:
            raise UsageError(f"an action is its notation or its number, not {quoted(action)}; expected one of match.legal")
        return number

    def why(self, action: str | int, seat: int | None = None) -> Why | None:
        """Why the seat may not choose this action now; None if it may."""
        seat = self._seat(seat)
        number = min(max(self.action(action, seat), -1), self.game.space.size)  # of those that are none, compiled rules read no longer ones
        return self.game.why(int(self._call(self.game.kernels["refusal"], self._state, seat, number)))

    def foresee(self, action: str | int, seat: int | None = None) -> Foresight:
        """What would follow from a legal action, as far as the seat can know."""
        seat = self._seat(seat)
        number = self.action(action, seat)
        if why := self.why(number, seat):
            raise self._refused(number, seat, why)
        return self.foreseer(seat).of(number)

    def foreseer(self, seat: int) -> Foreseer:
        """For who asks about several actions of this position."""
        here, seat = self._state, check_seat(seat, self.players)
        return Foreseer(lambda seed: Known.of_rules(self.game, here, seat, self.mode, seed), self._names)

    def play(self, action: str | int, seat: int | None = None) -> list[Event]:
        """Carry out an action, given as notation or number; an illegal one is refused and changes nothing. Gives what came of it."""
        seat = self._seat(seat)
        number = self.action(action, seat)
        found = self.judged(number, seat)
        if isinstance(found, Why):
            raise self._refused(number, seat, found)
        return self.carry_out(found)

    def _refused(self, number: int, seat: int, why: Why) -> IllegalAction:
        shown = self.game.space.notation(number, seat) if 0 <= number < self.game.space.size else number
        return IllegalAction(f"{shown!s} is not legal here: {why}", why)

    def judged(self, action: str | int, seat: int | None = None) -> Decision | Why:
        """What the rules say to an action, asked once: the decision that can be carried out here, or why it cannot be."""
        seat = self._seat(seat)
        number = self.action(action, seat)
        return self.why(number, seat) or Decision(seat, number, self._state)

    def carry_out(self, decision: Decision) -> list[Event]:
        """Carry out a decision that was judged in this position. Gives its events."""
        if not isinstance(decision, Decision):
            raise UsageError(f"{quoted(decision)} is no decision; expected what match.judged(...) gives, or match.play(...)")
        if decision.before is not self._state and not same(decision.before, self._state):
            raise UsageError("that decision was judged in another position; judge it in this one first")
        self._undone.clear()
        return self._do(decision)

    def _do(self, decision: Decision | Entry) -> list[Event]:
        after, log = self._state.copy(), new_log()
        self._call(act, after, decision.seat, decision.action, log)
        self._history.append(Entry(decision.seat, decision.action, events_in(log).copy()))
        self._past.add(after)
        self._state = after
        return self.events(decision.seat)

    # Keeping ------------------------------------------------------------------------------------------------------------------------

    def copy(self) -> Match:
        """A match of its own that goes on from here, history and all: what is played in one does not happen in the other."""
        made: Match = object.__new__(type(self))
        made.__dict__.update(
            self.__dict__, options=self.options.copy(), _history=self._history.copy(), _past=self._past.copy(), _undone=self._undone.copy()
        )
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether the same game stands the same in both, chance to come included; how it came to that does not matter.

        The text of the position has the last word: how duchies are numbered inside, or how often chance was asked for what lies open by
        now, is another in a match that began from a state and in the one that was read from its record.
        """
        if not isinstance(other, Match):
            return NotImplemented
        if self.game is not other.game:
            return False
        return same(standing(self._state), standing(other._state)) or self.write_position() == other.write_position()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def write_position(self) -> str:
        """The position as text, secrets included, as `kronland.match(game, position=text)` reads it."""
        return self.game.write_position(self._state)

    def redealt(self, seed: int, seat: int = SPECTATOR) -> Match:
        """A match of its own that the seat (or a spectator) could not tell from this one: what it cannot know, such as the order of
        piles and the cards of others, is dealt anew from the seed. So one position can be played on in many ways.

        >>> import kronland
        >>> match = kronland.match("koenig", players=3, seed=7, mode="python")
        >>> other = match.redealt(seed=1, seat=0)
        >>> other == match, other.view(0).board == match.view(0).board
        (False, True)
        """
        state = self.twin(seat, seed)
        seed_chance(state, read_seed(seed))
        made = self.from_state(self.game, state, mode=self.mode)
        made._names = self._names
        return made

    # Taking back --------------------------------------------------------------------------------------------------------------------

    @property
    def undo_barrier(self) -> Text | None:
        """What keeps the last action from being taken back, to be said in any language; None if it can be."""
        if not self._history:
            return NOTHING_TO_UNDO
        barrier = Barrier(int(self._state.barrier))
        return BARRIERS.get(barrier)

    def undo_refusal(self, language: str = "en") -> str | None:
        """Why the last action cannot be taken back, in words; None if it can."""
        return words(language)(self.undo_barrier) if self.undo_barrier else None

    def undo(self) -> None:
        """Take the last action back, if nothing was drawn or revealed by it and the decision did not pass on."""
        if refused := self.undo_refusal():
            raise UndoError(refused)
        self._undone.append(self._history.pop())
        self._past.drop()
        self._state = self._past.newest

    def chosen_in_secret(self, seat: int) -> int | None:
        """The number of the decision (counted from 1) that the seat has made in secret, while others who decide at the same time have not:
        nobody has learned anything from it. None if there is none.
        """
        seat = check_seat(seat, self.players)
        for number in range(self.length, 0, -1):
            entry = self._history[number - 1]
            # As long as somebody is still to choose, all that a choice does is to pass the decision to those who are left.
            if self._state_at(number).barrier != Barrier.PASSED or not self.game.space.verb_of(entry.action).secret:
                return None
            before, after = int(self._state_at(number - 1).actors), int(self._state_at(number).actors)
            if not after or before & ~(1 << entry.seat) != after:
                return None
            if entry.seat == seat:
                return number
        return None

    def withdraw(self, seat: int) -> int:
        """Take a secret choice back that others have not answered yet; what they have chosen meanwhile stays. Gives how many decisions
        are as they were: those of others that came later have another number now.

        The record is that of a match in which the seat has not chosen yet.
        """
        number = self.chosen_in_secret(seat)
        if number is None:
            raise UndoError(words("en")(NOTHING_TO_UNDO))
        mine, *later = self._history[number - 1 :]
        for _ in range(len(later) + 1):
            self._history.pop()
            self._past.drop()
        self._state = self._past.newest
        for entry in later:
            self._do(entry)
        self._undone = [mine]
        return number - 1

    def redo(self) -> None:
        """Carry out again what was taken back last."""
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
    def board(self) -> Any:
        """Everything on the table in the game's own words, secrets included; `view(seat).board` has what a seat may know.

        >>> import kronland
        >>> match = kronland.match("loewenherz", players=3, setup="beginner", seed=7, mode="python")
        >>> board = match.board
        >>> board.regions[0].castle, board.regions[0].owner, board.regions[0].size
        ('red-1', 'red', 6)
        """
        return self.game.seen(self._state, None)

    @property
    def state(self) -> State:
        """A copy of the whole state, secrets included: for tests, never for a reader or a bot."""
        return self._state.copy()

    def state_at(self, number: int) -> State:
        """`state` as it was after `number` decisions."""
        return self._state_at(number).copy()

    def names(self, language: str = "en") -> list[str]:
        """What the seats are called: given names, then the game's own for what is left (a neutral colour)."""
        return self.game.called(self._names, words(language))

    def rename(self, names: Sequence[str]) -> None:
        """Call the seats by other names; an empty one means the game's own name for that seat."""
        self._names = self._check_names(names)

    @property
    def named(self) -> bool:
        """Whether somebody has named the seats."""
        return self._names is not None

    def view(self, seat: int = SPECTATOR, language: str = "en", trail: Any = None) -> View:
        """What a seat may see now; without a seat, what a spectator may."""
        seat = self._reader(seat)
        legal = self.legal_actions(seat) if seat in self.actors else []
        return self._view_of(self.length, seat, language, legal, trail)

    def view_at(self, number: int, seat: int = SPECTATOR, language: str = "en") -> View:
        """What a seat could see after `number` decisions; there is nothing to choose in the past."""
        return self._view_of(number, self._reader(seat), language, [])

    def _state_at(self, number: int) -> State:
        place = whole_number(number)
        if place is None or not 0 <= place <= self.length:
            raise UsageError(f"there is no position {quoted(number)}; there are 0 to {self.length}")
        return self._state if place == self.length else self._past.at(place)

    def _view_of(self, number: int, seat: int, language: str, legal: list[int], trail: Any = None) -> View:
        state = self._state_at(number)
        censored = state.copy()
        self._call(self.game.kernels["censor"], censored, seat)

        def known() -> Known:
            return Known.of_rules(self.game, state, seat, self.mode)

        def heard() -> Iterator[Event]:
            for place in range(number, -1, -1):
                yield from reversed(self.events(seat, place))

        return View(self.game, seat, censored, legal, words(language), self.names(language), known, heard, trail)

    def twin(self, seat: int, seed: int, number: int | None = None) -> State:
        """A state that the seat could not tell from the real one, or from the one after `number` decisions."""
        twin = self.state if number is None else self.state_at(number)
        self._call(resampled, twin, self._reader(seat), np.uint64(read_word(seed)))
        return twin

    def known(self, seat: int, seed: int = 0, number: int | None = None) -> Known:
        """The position as the seat knows it, or the one after `number` decisions: for bots."""
        return Known.of_rules(self.game, self._state if number is None else self._state_at(number), self._seat(seat), self.mode, seed)

    def events(self, seat: int = SPECTATOR, number: int = -1) -> list[Event]:
        """The events of a decision (the last one, if not said) as the seat may know them; number 0 is the set-up."""
        seat, number = self._reader(seat), whole("the number of the decision", number, -self.length - 1, self.length)
        rows = self._rows(number if number >= 0 else self.length + 1 + number).tolist()
        return [Event(self.game.events[row[0]].censor(row, seat), self.game, self._names) for row in rows]

    def _rows(self, number: int) -> Any:
        return self._history[number - 1].events if number else self._first_events

    def known_to_all(self, number: int) -> bool:
        """Whether there is nothing in the events of a decision that some may know and others may not."""
        number = whole("the number of the decision", number, 0, self.length)
        return bool((self._rows(number)[:, 1] == EVERYONE).all())

    def log(self, seat: int = SPECTATOR, language: str = "en") -> list[str]:
        """All that happened, in words, as the seat may know it."""
        names, speak, seat = self.names(language), words(language), self._reader(seat)
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
        return [(entry.seat, self.game.space.notation(entry.action, entry.seat)) for entry in self._history]

    def decider(self, number: int) -> int:
        """Whose decision it was, counted from 1; number 0, the set-up, was nobody's."""
        number = whole("the number of the decision", number, 0, self.length)
        return self._history[number - 1].seat if number else SPECTATOR

    def history_for(self, seat: int = SPECTATOR) -> list[tuple[int, str]]:
        """All decisions so far as the seat may know them: of a secret one, only its verb."""
        seat, space = self._reader(seat), self.game.space
        return [
            (
                entry.seat,
                space.verb_of(entry.action).name
                if space.verb_of(entry.action).secret and entry.seat != seat and not self.over
                else space.notation(entry.action, entry.seat),
            )
            for entry in self._history
        ]

    @property
    def commitment(self) -> str:
        """A salted hash of the seed: it can be shown while the game runs, and proves afterwards that the shuffle was fair."""
        return commitment(self.seed, self.salt)

    def results(self) -> list[dict[str, float]]:
        """Points, rank and share of the win of each seat; of a running game, as it stands.

        >>> import kronland
        >>> kronland.load(kronland.game("rheinlaender").example).results()[0]
        {'points': 36.0, 'rank': 2, 'share': 0.0}
        """
        table = self.game.results(self._state)
        return [{"points": float(points), "rank": int(rank), "share": float(share)} for share, points, rank in zip(*table, strict=True)]

    def _own_view(self) -> View:
        return self.view(self.actors[0] if len(self.actors) == 1 else SPECTATOR)

    def __str__(self) -> str:
        """The position as whoever decides alone sees it, or else a spectator."""
        return self._own_view().text

    def __repr__(self) -> str:
        names = [name.one.lower() for name in self.game.seat_names]
        who = "over" if self.over else f"{' and '.join(names[seat] for seat in self.actors)} to decide"
        points = ""
        if self.over or self.game.points_lie_open:
            points = ", points " + " ".join(f"{entry['points']:g}" for entry in self.results())
        return f"<match of {self.game.id}: {self.players} players, {int(self._state.clock)} decisions made, {who}{points}>"

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
