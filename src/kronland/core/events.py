"""What a decision brought about, for programs and for people: kind, seat, rule, parts and words.

    for event in match.play("card 1+2"):
        print(event.kind, event.seat, event.rule, event.parts, event, sep=" | ")

The rules write events as rows of numbers (`core.log`); `core.words.EventKind` says what the numbers mean. An `Event` is the two together,
as one reader may know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kronland.core.log import HIDDEN
from kronland.core.words import Domain, EventKind, Seats, words

if TYPE_CHECKING:
    from kronland.core.game import Game


class Event(tuple[int, ...]):
    """Something that happened, as one reader may know it.

    It is still the tuple of its numbers (event number, arguments) for those who count in them: it compares, sorts and packs like one.

    >>> import kronland
    >>> match = kronland.match("loewenherz", players=3, setup="beginner", seed=7, mode="python")
    >>> event = match.play("card 1+2")[0]
    >>> event
    <card_laid, Ochre, L97-11: Ochre chooses actions 1 and 2.>
    >>> event.kind, event.seat, event.rule, event.parts
    ('card_laid', 1, 'L97-11', {'player': 'ochre', 'card': '1+2'})
    >>> print(event.words("de"))
    Ocker wählt Aktion 1 und 2.
    """

    _game: Game
    _given: Sequence[str] | None

    def __new__(cls, numbers: Iterable[int], game: Game, names: Sequence[str] | None = None) -> Event:
        """`names` are what the seats are called at this table; without them they go by the game's own."""
        made = super().__new__(cls, numbers)
        made._game, made._given = game, names
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self._game, self._given

    @property
    def _meaning(self) -> EventKind:
        return self._game.events[self[0]]

    @property
    def kind(self) -> str:
        """What happened, by its name in the rules: `knight_set`."""
        return self._game.event_names[self[0]]

    @property
    def rule(self) -> str:
        """The id of the rule that was applied."""
        return self._meaning.rule

    @property
    def seat(self) -> int | None:
        """Whom it is about, the first that is named; none if it is about nobody in particular."""
        return next((value for (_, domain), value in self._places() if isinstance(domain, Seats)), None)

    @property
    def parts(self) -> dict[str, str | int | None]:
        """What it names, in the words of the notation: fields, cards, colours, numbers. None stands for what the reader may not know."""
        return {name: None if value == HIDDEN else domain.value(value) for (name, domain), value in self._places()}

    @property
    def things(self) -> set[str | int | None]:
        """Of its parts those that are no players."""
        return {None if value == HIDDEN else domain.value(value) for (_, domain), value in self._places() if not isinstance(domain, Seats)}

    @property
    def hidden(self) -> bool:
        """Whether the reader may not know all of it."""
        return HIDDEN in self[1:]

    def members(self) -> Iterable[tuple[str, Domain, int]]:
        """What it names and the reader may know: by which name, of which domain, which member."""
        return ((name, domain, value) for (name, domain), value in self._places() if value != HIDDEN)

    def _places(self) -> Iterable[tuple[tuple[str, Any], int]]:
        return zip(self._meaning.places, self[1:], strict=True)

    def words(self, language: str = "en") -> str:
        """What happened, in a sentence."""
        speak = words(language)
        return self._meaning.say(self, speak, self._game.called(self._given, speak))

    def __str__(self) -> str:
        return self.words()

    def __repr__(self) -> str:
        who = "" if self.seat is None else f", {self._game.called(self._given, words('en'))[self.seat]}"
        return f"<{self.kind}{who}, {self.rule}: {self}>"
