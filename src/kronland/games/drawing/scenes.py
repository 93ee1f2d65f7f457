"""What the parts of a picture draw from, and how a part is drawn once for all readers and positions that look the same in it.

    class Scene(BaseScene): ...          # a game's own words for what lies on the table

    @part
    def panel(scene: Scene, seat: int) -> Block: ...

While a part is drawn, every field of the view that it reads is noted. Where those hold the same again - after a move that happened
elsewhere, for another reader, at another table - the drawing is taken from memory. So a remembered part cannot tell more than the view that
asks for it holds: the key is all that it was made of. A `@fact` is something small that follows from fields, such as the cards of one hand:
a part that asks for it depends on what it is, not on the fields it follows from.

Who looks at a table again and again gives each view the same trail (`drawing/trail.py`): what has not changed since the last view is not
even looked for. It stays the same object, by which those who draw from it see that there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from itertools import count
from operator import itemgetter
from threading import Lock
from typing import Any, Self, TypeVar, TypeVarTuple
from weakref import ref

from kronland.core.desk import Choice, Count
from kronland.core.kernel import interpreted
from kronland.core.layout import State
from kronland.core.space import ActionSpace
from kronland.core.view import View
from kronland.core.words import N_, Text, Words
from kronland.games.drawing.heraldry import target
from kronland.games.drawing.memory import MISSING, ROOM, Memory
from kronland.games.drawing.svg import Markup
from kronland.games.drawing.trail import LEGAL, SEAT, Fact, Trail, bits_of

A = TypeVarTuple("A")
R = TypeVar("R")
S = TypeVar("S", bound="BaseScene")

Choices = dict[str, list[tuple[int, tuple[int, ...]]]]  # verb -> actions, each with its members

IF_ENDED_NOW = N_("If the game ended now: {points} more.")
A_TABLE = 40_000  # bytes that a board takes with its parts, about


class Fields:
    """The state of a view, noting which fields are read."""

    def __init__(self, state: State, noted: set[str | Fact]) -> None:
        self._state, self._noted = state, noted
        self._values: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        self._noted.add(name)
        if name not in self._values:
            self._values[name] = getattr(self._state, name)
        return self._values[name]


class NotedView(View):
    """A view, noting what is read of it."""

    def __init__(self, view: View) -> None:
        self.__dict__.update(game=view.game, words=view.words, names=view.names, whole=view, noted=set())
        self.__dict__.update(state=Fields(view.state, self.noted), raw=view.state.tobytes())

    whole: View
    noted: set[str | Fact]
    raw: bytes

    @property
    def seat(self) -> int:
        self.noted.add(SEAT)
        return self.whole.seat

    @property
    def legal(self) -> Sequence[int]:
        self.noted.add(LEGAL)
        return self.whole.legal

    def value(self, name: str) -> Any:
        """What a field holds, to compare."""
        if name == SEAT:
            return self.whole.seat
        if name == LEGAL:
            return tuple(self.whole.legal)
        return self.raw[self.game.layout.places[name]]


class BaseScene:
    """A view as all games read it."""

    def __init__(self, view: View) -> None:
        self.view = NotedView(view)
        self.s: State = self.view.state
        self.words, self.names = view.words, view.names
        self.values = Values(self)
        self.known: dict[Any, tuple[Any, frozenset[str | Fact]]] = {}  # parts that were asked for already, and what they were made of
        self.key = (view.game.id, view.words.language, tuple(view.names))
        self._trail: Trail | None = view.trail
        self._turn = 0 if self._trail is None else self._trail.follow(self)

    @classmethod
    def of(cls, view: View) -> Self:
        """The scene of a view: board and desk draw from the same, so that what they read is compared once."""
        known: Self | None = view.__dict__.get("scene")
        if known is None:
            known = view.__dict__["scene"] = cls(view)
        return known

    @property
    def trail(self) -> Trail | None:
        """None once it has gone on to a newer scene."""
        return self._trail if self._trail is not None and self._trail.now == self._turn else None

    @property
    def seat(self) -> int:
        return self.view.seat

    @property
    def players(self) -> int:
        return int(self.s.players)

    @property
    def may_choose(self) -> bool:
        return len(self.view.legal) > 0

    @property
    def choices(self) -> Choices:
        return _choices(self)

    def target(self, action: int, *drawing: Markup, armed: bool = False) -> Markup:
        """The target of an action on the board."""
        verb, notation, label = self._called(action)
        return target(verb, notation, label, label, *drawing, armed=armed)

    def choice(self, action: int, shown: str = "", more: str = "", **rest: Any) -> Choice:
        """An action on the desk; `shown` are the words on its button, if not its whole label, and `more` adds to what it does."""
        verb, notation, label = self._called(action)
        return Choice(action, verb, notation, label + more, shown or label, **rest)

    def refused(self, action: int, shown: str = "", more: str = "", **rest: Any) -> Choice:
        """An action that cannot be chosen now, shown with the reason."""
        why = self.view.game.why(int(interpreted(self.view.game.kernels["refusal"])(self.s, self.seat, action)))
        assert why is not None, "it is legal"
        return self.choice(action, shown, more, refused=self.words(why.text), rule=why.rule, **rest)

    def _called(self, action: int) -> tuple[str, str, str]:
        """Verb, notation and label. The board may have hundreds of targets, and most are called the same at all tables."""
        space = self.view.game.space
        seat = self.seat if space.verb_of(action).own else None
        return _called(space, action, seat, self.words) or _called_here(space, action, seat, self.words, self.key[2])

    def count(self, sign: str, value: int | str, said: Text) -> Count:
        return Count(sign, str(value).replace("-", "\N{MINUS SIGN}"), self.words(said))

    def to_come(self, points: int) -> dict[str, Any]:
        """For a plate: what the final scoring would add now."""
        if not points:
            return {}
        signed = f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}"
        counted = self.words(self.view.game.points_counted, n=signed.lstrip("+"))
        return {"to_come": signed, "to_come_said": self.words(IF_ENDED_NOW, points=counted)}

    def is_deciding(self, seat: int) -> bool:
        return _is_deciding(self, seat)

    def is_own(self, seat: int) -> bool:
        """Whether the reader sits there."""
        return _is_own(self, seat)

    def of_seat(self, field: str, seat: int) -> int:
        """What one seat has in a field with a number for each: a part that asks for it does not depend on what the others have."""
        return _of_seat(self, field, seat)


def trail_of(view: View) -> Trail | None:
    """The trail that a view has been drawn with."""
    scene: BaseScene | None = view.__dict__.get("scene")
    return None if scene is None else scene.trail


class Values(dict[str | Fact, Any]):
    """What was noted by a name, as it is in one scene: each found out when it is first asked for."""

    def __init__(self, scene: BaseScene) -> None:
        self._scene = ref(scene)  # which has these: nothing is to keep itself alive

    def __missing__(self, name: str | Fact) -> Any:
        scene = self._scene()
        assert scene is not None
        view = scene.view
        if isinstance(name, str):
            found = view.value(name)
        elif (trail := scene.trail) is not None and trail.has(name):
            found = trail.facts[name].value
        else:
            before = view.noted.copy()
            view.noted.clear()
            found = name[0](scene, *name[1])
            if trail is not None:
                trail.learn(name, found, view.noted)
            view.noted.clear()
            view.noted |= before  # to compare is not to draw from it
        self[name] = found
        return found


class _Nameless(Sequence[str]):
    """The names of players where there are none: to ask for one ends what asked."""

    def __getitem__(self, place: Any) -> Any:
        raise _NeedsNames

    def __len__(self) -> int:
        raise _NeedsNames


class _NeedsNames(Exception):
    pass


@lru_cache(maxsize=20_000)  # the actions of all games in a language or two, but for those that are hardly ever there
def _called(space: ActionSpace, action: int, seat: int | None, words: Words) -> tuple[str, str, str] | None:
    """What an action is called at every table; None where the label names a player."""
    try:
        return _called_here(space, action, seat, words, _Nameless())
    except _NeedsNames:
        return None


def _called_here(space: ActionSpace, action: int, seat: int | None, words: Words, names: Sequence[str]) -> tuple[str, str, str]:
    return space.verb_of(action).name, space.notation(action, seat), space.label(action, words, names)


_memory = Memory()
_kinds = count()  # a number for each way in which a part was made


def forget() -> None:
    """Draw everything anew from here on."""
    _memory.clear()


def make_room(tables: int) -> None:
    """For the boards of so many tables at once."""
    _memory.room = ROOM + A_TABLE * tables


class Way:
    """One way in which a part was made: by reading these names together."""

    def __init__(self, names: frozenset[str | Fact]) -> None:
        self.names, self.number = names, next(_kinds)
        self.made_from = bits_of(names)
        self.facts = tuple(name for name in names if not isinstance(name, str))
        ordered = sorted(names, key=str)
        # A tuple for any number of names: what is kept is found by it, and most of the time of a drawing that is kept goes here.
        self.read: Callable[[Values], tuple[Any, ...]] = (
            itemgetter(*ordered) if len(names) > 1 else lambda found: tuple(map(found.__getitem__, ordered))
        )

    def key(self, scene: BaseScene) -> tuple[Any, ...]:
        return (self.number, scene.key, self.read(scene.values))


def part(draw: Callable[[S, *A], R]) -> Callable[[S, *A], R]:
    """A function of a scene and plain arguments, whose results are remembered by what it read."""
    known: dict[Any, dict[frozenset[str | Fact], Way]] = {}  # by arguments: which names were read together
    lock = Lock()

    @wraps(draw)
    def remembered(scene: S, *arguments: *A) -> R:
        here, noted = (draw, arguments), scene.view.noted
        if here in scene.known:
            found: R
            found, names = scene.known[here]
            noted |= names
            return found
        trail = scene.trail
        if trail is not None and (drawn := trail.drawn(here, scene.values)) is not None:
            scene.known[here] = drawn.result, drawn.way.names
            noted |= drawn.way.names
            found = drawn.result
            return found
        for way in tuple(known.get(arguments, {}).values()):
            found = _memory.get(way.key(scene))
            if found is not MISSING:
                scene.known[here] = found, way.names
                if trail is not None:
                    trail.keep(here, found, way)
                noted |= way.names
                return found
        before = noted.copy()
        noted.clear()
        result = draw(scene, *arguments)
        names = frozenset(noted)
        with lock:
            way = known.setdefault(arguments, {}).setdefault(names, Way(names))
        _memory.put(way.key(scene), result)
        if trail is not None:
            trail.keep(here, result, way)
        scene.known[here] = result, names
        noted |= before
        return result

    return remembered


def fact(read: Callable[[S, *A], R]) -> Callable[[S, *A], R]:
    """A function of a scene and plain arguments that finds out something small and hashable: once a scene, for all who ask."""

    @wraps(read)
    def found(scene: S, *arguments: *A) -> R:
        name: Fact = (read, arguments)
        known: R = scene.values[name]
        scene.view.noted.add(name)
        return known

    return found


@fact
def _is_deciding(scene: BaseScene, seat: int) -> bool:
    return bool(int(scene.s.actors) >> seat & 1)


@fact
def _of_seat(scene: BaseScene, field: str, seat: int) -> int:
    return int(getattr(scene.s, field)[seat])


@fact
def _is_own(scene: BaseScene, seat: int) -> bool:
    return scene.seat == seat


@part
def _choices(scene: BaseScene) -> Choices:
    space = scene.view.game.space
    found: Choices = {kind.name: [] for kind in space.verbs}
    for action in sorted(scene.view.legal):
        kind = space.verb_of(action)
        found[kind.name].append((action, kind.members(action)))
    return found
