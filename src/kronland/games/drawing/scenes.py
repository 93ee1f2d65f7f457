"""What the parts of a picture draw from, and how a part is drawn once for all readers and positions that look the same in it.

    class Scene(BaseScene): ...          # a game's own words for what lies on the table

    @part
    def panel(scene: Scene, seat: int) -> Block: ...

While a part is drawn, every field of the view that it reads is noted. Where those hold the same again - after a move that happened
elsewhere, for another reader, at another table - the drawing is taken from memory. So a remembered part cannot tell more than the view that
asks for it holds: the key is all that it was made of. A `@fact` is something small that follows from fields, such as the cards of one hand:
a part that asks for it depends on what it is, not on the fields it follows from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from threading import Lock
from typing import Any, TypeVar, TypeVarTuple

from kronland.core.layout import State
from kronland.core.view import View
from kronland.games.drawing.heraldry import target
from kronland.games.drawing.svg import Markup

A = TypeVarTuple("A")
R = TypeVar("R")
S = TypeVar("S", bound="BaseScene")

Choices = dict[str, list[tuple[int, tuple[int, ...]]]]  # verb -> actions, each with its members

SEAT, LEGAL = "the reader's seat", "the legal actions"  # noted like the names of fields, which have no spaces
Fact = tuple[Callable[..., Any], tuple[Any, ...]]  # how it is found out, and for what
REMEMBERED = 300  # drawings of a part, for each of its arguments


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
    """A view as all games read it. `settings` is what else the drawing depends on, such as the shape of the sheet."""

    def __init__(self, view: View, *settings: Any) -> None:
        self.view = NotedView(view)
        self.s: State = self.view.state
        self.words, self.names = view.words, view.names
        self._values: dict[str | Fact, Any] = {}
        self.key = (view.game.id, view.words.language, tuple(view.names), *settings)

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

    def target(self, action: int, *drawing: Markup, more: str = "", shown: str = "") -> Markup:
        """`more` adds to what the action does. `shown` are other words that stand on the drawing: who speaks to the browser reads them out,
        so they must be in the name."""
        space = self.view.game.space
        label = space.label(action, self.words, self.names) + more
        name = label if shown.casefold() in label.casefold() else f"{shown} ({label})"
        return target(space.verb_of(action).name, space.notation(action), label, name, *drawing)

    def is_deciding(self, seat: int) -> bool:
        return _is_deciding(self, seat)

    def is_own(self, seat: int) -> bool:
        """Whether the reader sits there."""
        return _is_own(self, seat)

    def value(self, name: str | Fact) -> Any:
        """What was noted by this name, as it is here."""
        if name not in self._values:
            self._values[name] = self.view.value(name) if isinstance(name, str) else name[0](self, *name[1])
        return self._values[name]


_memories: list[dict[Any, Any]] = []


def forget() -> None:
    """Draw everything anew from here on."""
    for memory in _memories:
        memory.clear()


def part(draw: Callable[[S, *A], R]) -> Callable[[S, *A], R]:
    """A function of a scene and plain arguments, whose results are remembered by what it read."""
    # by arguments: which names were read together, and the results by the values of those
    known: dict[Any, dict[tuple[str | Fact, ...], dict[Any, R]]] = {}
    lock = Lock()
    _memories.append(known)

    @wraps(draw)
    def remembered(scene: S, *arguments: *A) -> R:
        noted = scene.view.noted
        before = noted.copy()
        for names, results in tuple(known.get(arguments, {}).items()):
            found = results.get((scene.key, *map(scene.value, names)), results)
            if found is not results:
                noted.clear()
                noted |= before.union(names)
                return found  # type: ignore[return-value]
        noted.clear()
        result = draw(scene, *arguments)
        names = tuple(sorted(noted, key=str))
        with lock:
            results = known.setdefault(arguments, {}).setdefault(names, {})
            while len(results) >= REMEMBERED:
                del results[next(iter(results))]
            results[scene.key, *map(scene.value, names)] = result
        noted |= before
        return result

    return remembered


def fact(read: Callable[[S, *A], R]) -> Callable[[S, *A], R]:
    """A function of a scene and plain arguments that finds out something small and hashable."""

    @wraps(read)
    def found(scene: S, *arguments: *A) -> R:
        noted = scene.view.noted
        before = noted.copy()
        result = read(scene, *arguments)
        noted.clear()
        noted |= before
        noted.add((found, arguments))
        return result

    return found


@fact
def _is_deciding(scene: BaseScene, seat: int) -> bool:
    return bool(int(scene.s.actors) >> seat & 1)


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
