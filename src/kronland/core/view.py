"""What leaves the rules layer, and nothing else does: a `View` for a reader, what is `Known` to a seat for a bot, and positions of games
that are over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kronland.core.desk import Desk
from kronland.core.errors import UsageError
from kronland.core.game import Game, check_state, resampled
from kronland.core.given import check_seat, read_word
from kronland.core.kernel import DEFAULT_MODE, check_mode, in_mode
from kronland.core.layout import State
from kronland.core.verbs import Verb
from kronland.core.vetting import vet
from kronland.core.words import Words

if TYPE_CHECKING:
    from kronland.core.events import Event
    from kronland.core.match import Match


@dataclass(frozen=True)
class View:
    """A censored state with the eyes and the language of its reader; seat -1 is a spectator."""

    game: Game
    seat: int
    state: State
    legal: Sequence[int]  # what this seat may choose now; empty if it is not to decide
    words: Words
    names: Sequence[str]
    remembered: Callable[[], Known] | None = field(default=None, compare=False, repr=False)
    heard: Callable[[], Iterator[Event]] | None = field(default=None, compare=False, repr=False)  # what has happened, the latest first
    trail: Any = field(default=None, compare=False, repr=False)  # of who looks again and again: what is as it was is not drawn anew

    @cached_property
    def known(self) -> Known:
        """The position as the seat knows it, for bots."""
        if self.remembered is None:
            raise UsageError("this view shows a position and cannot be played on; expected one of a match, match.view(seat)")
        return self.remembered()

    @cached_property
    def board(self) -> Any:
        """What the seat may know of the table, in the game's own words.

        >>> import kronland
        >>> match = kronland.match("koenig", players=3, seed=7, mode="python")
        >>> [card.name for card in match.view(0).board.players[1].cards]
        [None, None, None]
        """
        return self.game.seen(self.state, self.seat)

    @property
    def verbs(self) -> list[Verb]:
        """The kinds of actions among the legal ones, in the order of the action space."""
        return sorted({self.game.space.verb_of(action) for action in self.legal}, key=lambda verb: verb.first)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.ended)

    @cached_property
    def text(self) -> str:
        """The position as text, as `print(match)` shows it."""
        return self.game.text(self)

    @cached_property
    def svg(self) -> str:
        """The whole position as one picture."""
        return self.game.picture(self)

    @cached_property
    def board_svg(self) -> str:
        """The board alone, of one shape for the whole match."""
        return self.game.board_picture(self)

    def put_down(self) -> None:
        """Keep no picture any more, and nothing that knows the view: who asks for one again has it drawn again.

        What refers to itself lives on until Python looks for garbage, and a server stands still for that.
        """
        for name in ("svg", "board_svg", "scene"):
            self.__dict__.pop(name, None)

    @cached_property
    def desk(self) -> Desk:
        """All that does not lie on the board."""
        return self.game.desk(self)

    @cached_property
    def prompt(self) -> str:
        """What is to be decided, in words."""
        return self.game.prompt(self)

    def notation(self, action: int) -> str:
        """What this seat calls an action: `expand d4 red-1`."""
        return self.game.space.notation(action, self.seat if self.seat >= 0 else None)

    def label(self, action: int) -> str:
        """What an action does, in words."""
        return self.game.space.label(action, self.words, self.names)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        who = self.names[self.seat] if self.seat >= 0 else "a spectator"
        legal = f"{len(self.legal)} legal action{'' if len(self.legal) == 1 else 's'}"
        return f"<view of {who}: {self.game.id}, {int(self.state.clock)} decisions made, {legal}>"

    def _repr_svg_(self) -> str:
        return self.svg


class Known:
    """A position as one seat knows it. Bots, hints and analyses are given this and cannot be given a state: making it is what hides things.

    Its state is a possibility, whole, so that it can be played on: what the seat cannot know has been dealt anew, from what it does know
    and a seed, chance to come included. States that the seat could not tell apart, which `censor` makes the same, give the same bytes for
    the same seed. (A censored state itself would tell a bot less than its seat knows: it shows the table, and not what the seat
    remembers, such as cards that it has passed on.)

    >>> import kronland
    >>> known = kronland.match("koenig", players=3, seed=7, mode="python").known(0)
    >>> known, known.another(seed=2).state.tobytes() == known.state.tobytes()
    (<what seat 0 knows: koenig, 0 decisions made>, False)
    """

    game: Game
    seat: int
    state: State  # the possibility
    mode: str  # how the rules run in which it is played on: `python` or `native`

    def __init__(self, game: Game, state: State, seat: int, mode: str = DEFAULT_MODE, seed: int = 0) -> None:
        """From a whole state, which is looked at first: one that cannot arise, or in which something is hidden, is refused."""
        check_state(game, state)
        seat, word = check_seat(seat, int(state.players)), read_word(seed)
        check_mode(mode)
        vet(game, state)
        self._deal(game, state, seat, mode, word)

    @classmethod
    def of_rules(cls, game: Game, state: State, seat: int, mode: str = DEFAULT_MODE, seed: int = 0) -> Known:
        """The same, a hundred times as fast, of a state that the rules have made. It is not looked at: one from anywhere else may lead
        compiled rules behind an array."""
        check_state(game, state)
        made: Known = object.__new__(cls)
        made._deal(game, state, check_seat(seat, int(state.players)), check_mode(mode), read_word(seed))
        return made

    def another(self, seed: int) -> Known:
        """Another possibility, as the same seat knows it."""
        return Known.of_rules(self.game, self.state, self.seat, self.mode, seed)

    def _deal(self, game: Game, state: State, seat: int, mode: str, word: int) -> None:
        self.game, self.seat, self.state, self.mode = game, seat, state.copy(), mode
        with np.errstate(over="ignore"):
            in_mode(resampled, mode)(self.state, self.seat, np.uint64(word))

    def __repr__(self) -> str:
        return f"<what seat {self.seat} knows: {self.game.id}, {int(self.state.clock)} decisions made>"


class Opened:
    """A position of a match that is over, after `number` decisions: nothing in it is secret any more."""

    def __init__(self, match: Match, number: int) -> None:
        if not match.over:
            raise UsageError("the game is not over yet; expected one whose cards lie open")
        self.game, self.state = match.game, match.state_at(number)
