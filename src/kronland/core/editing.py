"""An editor for positions: put pieces on the table and take them off, say what else is to hold, and play on.

    edit = kronland.edit(match)
    edit.put("knight", "d4", "red")
    edit.take("d5")
    edit.say("turn: red card")
    match = edit.match()

Nothing is checked on the way, for half of a change may be impossible; everything is at the end, by the reader of positions, which refuses
what cannot arise with what is wrong. The match that was edited stays as it is.
"""

from __future__ import annotations

from kronland.core.errors import UsageError
from kronland.core.game import Game, check_state
from kronland.core.given import quoted
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.layout import State
from kronland.core.match import Match
from kronland.core.seeds import read_seed, seed_chance, seed_of, states_chance


class Editor:
    """A position being changed.

    >>> import kronland
    >>> match = kronland.match("loewenherz", players=3, setup="beginner", seed=7, mode="python")
    >>> edit = kronland.edit(match)
    >>> other = edit.take("a2").put("knight", "b1", "red").match()
    >>> match.board["a2"].piece, other.board["a2"].piece, other.board["b1"].colour
    ('knight', None, 'red')
    >>> edit.put("knight", "h5", "red").match()
    Traceback (most recent call last):
    kronland.core.errors.PositionError: position, line 14: the red knight on h5 is not joined to a castle of its colour
    """

    def __init__(self, game: Game, state: State, mode: str = DEFAULT_MODE) -> None:
        check_state(game, state)
        if game.put is None or game.take is None:
            raise UsageError(f"{game.title} has no editor; expected a game that does, or a position as text")
        self.game, self._state, self._mode = game, state.copy(), mode
        self._said: list[str] = []
        self._dropped: list[str] = []

    def __repr__(self) -> str:
        return f"<editor of a position: {self.game.id}, {int(self._state.players)} players>"

    def put(self, what: str, where: str, whose: str = "") -> Editor:
        """Put a piece somewhere, in the words of the game: `put("knight", "d4", "red")`, `put("castle", "d4", "red-1")`."""
        assert self.game.put is not None
        _check_texts(what, where, whose)
        self.game.put(self._state, what, where, whose)
        return self

    def take(self, where: str) -> Editor:
        """Take away what stands there."""
        assert self.game.take is not None
        _check_texts(where)
        self.game.take(self._state, where)
        return self

    def say(self, line: str) -> Editor:
        """Let a line of the position's text hold instead of the one that says it now: `say("turn: red card")`, `say("coins red 4")`."""
        _check_texts(line)
        head = self._head(line)
        self._said = [other for other in self._said if self._head(other) != head]
        self._dropped.append(head)
        self._said.append(line)
        return self

    def _head(self, line: str) -> str:
        """What a line is about: all before its colon, or its first word, and whom it is about where each player has one."""
        if ":" in line:
            return " ".join(line.partition(":")[0].split())
        first, *rest = line.split() or [""]
        alike = [other for other in self.game.write_position(self._state).splitlines() if other.split()[:1] == [first]]
        return " ".join([first, *rest[:1]]) if len(alike) > 1 else first

    @property
    def text(self) -> str:
        """The position as text, as it stands; it may be an impossible one."""
        lines = self.game.write_position(self._state).splitlines()
        kept = [line for line in lines if not self._said or self._head(line) not in self._dropped]
        return "".join(f"{line}\n" for line in [*kept, *self._said])

    def match(self, seed: int | str | None = None) -> Match:
        """A new match from the position; an impossible one is refused with what is wrong. Chance goes on, or begins with a seed."""
        if seed is not None:
            seed_chance(self._state, read_seed(seed))
        kept = seed_of(self._state) if states_chance(self._state) else None
        return Match(self.game, seed=kept, mode=self._mode, position=self.text)


def _check_texts(*given: object) -> None:
    for word in given:
        if not isinstance(word, str):
            raise UsageError(
                f"{quoted(word)} is no text; expected pieces, places and colours by their names, and lines as a position has them"
            )
