"""From one view of a table to the next: which fields have changed, and so which parts of the picture and which facts have not.

A trail belongs to the newest scene of a reader. It says of a drawing only that what it was made from is the same as then, by comparing the
fields of the two views; so it holds nothing that the view it is asked about does not show.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from operator import is_
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from kronland.core.desk import Desk
    from kronland.games.drawing.scenes import BaseScene, Way

R = TypeVar("R")

Fact = tuple[Callable[..., Any], tuple[Any, ...]]  # how it is found out, and for what
SEAT, LEGAL = "the reader's seat", "the legal actions"  # noted like the names of fields, which have no spaces
LONGEST = 8  # views back that changes are known for: what was not asked for since is looked up like anything else


@dataclass(slots=True)
class Drawn:
    result: Any
    way: Way
    checked: int  # the view at which it was last seen to be the same


@dataclass(slots=True)
class Known:
    """A fact."""

    value: Any
    fields: frozenset[str]  # that it was found out from
    facts: tuple[Fact, ...]
    checked: int
    since: int  # the view from which on it has had this value


def apart(names: Collection[str | Fact]) -> tuple[frozenset[str], tuple[Fact, ...]]:
    """Fields and facts among what was noted."""
    return frozenset(name for name in names if isinstance(name, str)), tuple(name for name in names if not isinstance(name, str))


class Trail:
    """Of one reader; whoever looks again and again keeps it, and gives it to each view."""

    def __init__(self) -> None:
        self.now = 0
        self.parts: dict[Any, Drawn] = {}
        self.facts: dict[Fact, Known] = {}
        self._made: dict[str, tuple[tuple[Any, ...], Any]] = {}
        self._changes: list[frozenset[str]] = []  # of the last views, the newest last
        self._key: Any = None
        self._raw = b""
        self._rest: tuple[int, tuple[int, ...]] = 0, ()

    def follow(self, scene: BaseScene) -> int:
        """Go on to another scene; gives its number, by which it knows whether it is the newest still."""
        whole = scene.view.whole
        raw, rest = scene.view.raw, (whole.seat, tuple(whole.legal))
        self.now += 1
        if self._key != scene.key:  # other names, or the first of all
            self._key, self._changes = scene.key, []
            self.parts, self.facts, self._made = {}, {}, {}
        else:
            changed = whole.game.layout.differing(self._raw, raw)
            changed |= {name for name, before, after in zip((SEAT, LEGAL), self._rest, rest, strict=True) if before != after}
            self._changes = [*self._changes[1 - LONGEST :], frozenset(changed)]
        self._raw, self._rest = raw, rest
        if self.now % LONGEST == 0:
            oldest = self.now - LONGEST
            self.parts = {here: drawn for here, drawn in self.parts.items() if drawn.checked > oldest}
            self.facts = {name: known for name, known in self.facts.items() if known.checked > oldest}
        return self.now

    def same(self, name: str, values: tuple[Any, ...], make: Callable[[], R]) -> R:
        """What was made of these values the last time, if they are the same."""
        known = self._made.get(name)
        if known is None or known[0] != values:
            known = self._made[name] = values, make()
        made: R = known[1]
        return made

    def settled(self, desk: Desk) -> Desk:
        """The desk with what has not changed on it as the same objects; the one before, if that is all of it."""
        before: Desk | None = self._made.get("desk", (None, None))[1]
        if before is not None:
            pairs = [(name, getattr(before, name), value) for name, value in vars(desk).items()]
            kept = {name: old for name, old, new in pairs if _alike(old, new)}
            desk = before if len(kept) == len(pairs) else replace(desk, **kept)
        self._made["desk"] = (), desk
        return desk

    def _same(self, fields: frozenset[str], checked: int) -> bool:
        """Whether none of these fields has changed since a view."""
        views = self.now - checked
        if views == 1 and self._changes:  # nearly always
            return fields.isdisjoint(self._changes[-1])
        if views > len(self._changes):
            return False
        return all(fields.isdisjoint(changed) for changed in self._changes[len(self._changes) - views :])

    def drawn(self, here: Any, values: Mapping[str | Fact, Any]) -> Drawn | None:
        """A part as it was drawn, if all that it was made from is the same still."""
        found = self.parts.get(here)
        if found is None or found.checked == self.now:
            return found
        if not self._same(found.way.fields, found.checked):
            return None
        for fact in found.way.facts:
            if not self.has(fact):
                if fact not in self.facts:
                    return None
                values[fact]  # finds it out
            if self.facts[fact].since > found.checked:
                return None
        found.checked = self.now
        return found

    def keep(self, here: Any, result: Any, way: Way) -> None:
        self.parts[here] = Drawn(result, way, self.now)

    def has(self, fact: Fact) -> bool:
        """Whether a fact is known to be what it was."""
        found = self.facts.get(fact)
        if found is None:
            return False
        if found.checked == self.now:
            return True
        if not self._same(found.fields, found.checked):
            return False
        if found.facts and not all(self.has(other) and self.facts[other].since <= found.checked for other in found.facts):
            return False
        found.checked = self.now
        return True

    def learn(self, fact: Fact, value: Any, noted: Collection[str | Fact]) -> None:
        before = self.facts.get(fact)
        since = before.since if before is not None and before.value == value else self.now
        self.facts[fact] = Known(value, *apart(noted), self.now, since)


def _alike(old: Any, new: Any) -> bool:
    """Whether it is the same text, or the same objects in a row."""
    if isinstance(new, tuple):
        return len(old) == len(new) and all(map(is_, old, new))
    return bool(old == new)
