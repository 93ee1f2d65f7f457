"""From one view of a table to the next: which fields have changed, and so which parts of the picture and which facts have not.

A trail belongs to the newest scene of a reader. It says of a drawing only that what it was made from is the same as then, by comparing the
fields of the two views; so it holds nothing that the view it is asked about does not show.

Names of fields and facts are bits, the same ones for all trails: what something was made from, and what has changed, are whole numbers, and
most questions are one `&`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from operator import is_
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from kronland.core.desk import Desk
    from kronland.games.drawing.scenes import BaseScene, Way

R = TypeVar("R")

Fact = tuple[Callable[..., Any], tuple[Any, ...]]  # how it is found out, and for what
SEAT, LEGAL = "the reader's seat", "the legal actions"  # noted like the names of fields, which have no spaces
LONGEST = 8  # views back that changes are known for: what was not asked for since is looked up like anything else
EVERYTHING = -1  # all bits

_bits: dict[str | Fact, int] = {}
_naming = Lock()


def bits_of(names: Collection[str | Fact]) -> int:
    """The bits of these names."""
    found = 0
    for name in names:
        found |= _bits.get(name) or _new_bit(name)
    return found


def _new_bit(name: str | Fact) -> int:
    with _naming:
        return _bits.setdefault(name, 1 << len(_bits))


@dataclass(slots=True)
class Drawn:
    result: Any
    way: Way
    checked: int  # the view at which it was last seen to be the same


@dataclass(slots=True)
class Known:
    """A fact."""

    value: Any
    bit: int
    made_from: int  # the bits of what it was found out from
    facts: tuple[Fact, ...]  # those among them that are facts
    checked: int  # the last view at which it was not in doubt


class Trail:
    """Of one reader; whoever looks again and again keeps it, and gives it to each view."""

    def __init__(self) -> None:
        self.now = 0
        self.parts: dict[Any, Drawn] = {}
        self.facts: dict[Fact, Known] = {}
        self._in_doubt = 0  # facts that follow from what has changed, and that nobody has found out anew
        self._made: dict[str, tuple[tuple[Any, ...], Any]] = {}
        self._changes: list[int] = []  # fields and facts that became others, by view, the newest last
        self._key: Any = None
        self._raw = b""
        self._rest: tuple[int, tuple[int, ...]] = 0, ()

    def follow(self, scene: BaseScene) -> int:
        """Go on to another scene; gives its number, by which it knows whether it is the newest still."""
        whole = scene.view.whole
        raw, rest = scene.view.raw, (whole.seat, tuple(whole.legal))
        self.now += 1
        if self._key != scene.key:  # other names, or the first of all
            self._key, self._changes, self._in_doubt = scene.key, [], 0
            self.parts, self.facts, self._made = {}, {}, {}
        else:
            changed = whole.game.layout.differing(self._raw, raw)
            changed |= {name for name, before, after in zip((SEAT, LEGAL), self._rest, rest, strict=True) if before != after}
            self._changes = [*self._changes[1 - LONGEST :], bits_of(changed)]
            self._doubt(self._changes[-1])
        self._raw, self._rest = raw, rest
        if self.now % LONGEST == 0:
            self._forget(self.now - LONGEST)
        return self.now

    def _doubt(self, changed: int) -> None:
        """Facts may be others that were found out from these, or from facts in doubt."""
        sure = [known for known in self.facts.values() if not known.bit & self._in_doubt]
        reached = changed | self._in_doubt
        while hit := [known for known in sure if known.made_from & reached]:
            for known in hit:
                known.checked = self.now - 1
                self._in_doubt |= known.bit
            reached |= self._in_doubt
            sure = [known for known in sure if not known.bit & reached]

    def _forget(self, oldest: int) -> None:
        """What nobody has asked for since a view."""
        self.parts = {here: drawn for here, drawn in self.parts.items() if drawn.checked > oldest}
        needed = 0
        for drawn in self.parts.values():
            needed |= drawn.way.made_from
        rest, kept = self.facts, dict[Fact, Known]()
        while hit := {name: known for name, known in rest.items() if known.bit & needed or known.checked > oldest}:
            kept |= hit
            for known in hit.values():
                needed |= known.made_from
            rest = {name: known for name, known in rest.items() if name not in hit}
        self.facts = {name: known for name, known in self.facts.items() if name in kept}

    def _changed_since(self, view: int) -> int:
        views = self.now - view
        if views > len(self._changes):
            return EVERYTHING
        if views == 1:  # nearly always
            return self._changes[-1]
        changed = 0
        for bits in self._changes[len(self._changes) - views :]:
            changed |= bits
        return changed

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

    def drawn(self, here: Any, values: Mapping[str | Fact, Any]) -> Drawn | None:
        """A part as it was drawn, if all that it was made from is the same still."""
        found = self.parts.get(here)
        if found is None or found.checked == self.now:
            return found
        made_from = found.way.made_from
        if made_from & self._changed_since(found.checked):
            return None
        if made_from & self._in_doubt:
            for fact in found.way.facts:
                if fact not in self.facts:
                    return None
                if self.facts[fact].bit & self._in_doubt:
                    values[fact]  # finds it out
            if made_from & self._changed_since(found.checked):
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
        if not found.bit & self._in_doubt:
            return True
        if found.made_from & self._changed_since(found.checked):
            return False
        if found.facts and not (all(map(self.has, found.facts)) and not found.made_from & self._changed_since(found.checked)):
            return False
        found.checked = self.now
        self._in_doubt &= ~found.bit
        return True

    def learn(self, fact: Fact, value: Any, noted: Collection[str | Fact]) -> None:
        bit, before = bits_of((fact,)), self.facts.get(fact)
        if self._changes and (before is None or before.value != value):
            self._changes[-1] |= bit
        self._in_doubt &= ~bit
        self.facts[fact] = Known(value, bit, bits_of(noted), tuple(name for name in noted if not isinstance(name, str)), self.now)


def _alike(old: Any, new: Any) -> bool:
    """Whether it is the same text, or the same objects in a row."""
    if isinstance(new, tuple):
        return len(old) == len(new) and all(map(is_, old, new))
    return bool(old == new)
