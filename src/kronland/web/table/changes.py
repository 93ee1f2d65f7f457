"""What is different on the desk since a reader's last decision: points and counters of the players, and cards that were not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kronland.core.desk import Desk, Plate, Row


@dataclass(frozen=True)
class Changes:
    points: dict[int, str] = field(default_factory=dict)  # by seat, "+5"
    counts: dict[tuple[int, str], str] = field(default_factory=dict)  # by seat and sign
    cards: frozenset[tuple[str, str]] = frozenset()  # rows and what the cards in them mean


NONE = Changes()


def changes(then: Desk, now: Desk) -> Changes:
    before = {plate.seat: plate for plate in then.plates if plate.seat >= 0}
    points: dict[int, str] = {}
    counts: dict[tuple[int, str], str] = {}
    for plate in now.plates:
        old = before.get(plate.seat)
        if old is None or old is plate:  # the same object, where nothing of it has changed
            continue
        if change := _change(old.points, plate.points):
            points[plate.seat] = change
        counts |= {(plate.seat, sign): change for sign, change in _counts(old, plate).items()}
    return Changes(points, counts, frozenset(_cards(then, now)))


def _change(old: str, new: str) -> str:
    """Two numbers as a difference; nothing where they are the same, or no numbers."""
    try:
        by = int(new.replace("\N{MINUS SIGN}", "-")) - int(old.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return ""
    return "" if not by else f"+{by}" if by > 0 else f"\N{MINUS SIGN}{-by}"


def _counts(old: Plate, new: Plate) -> dict[str, str]:
    known = {count.sign: count.value for count in old.counts}
    found = {count.sign: _change(known[count.sign], count.value) for count in new.counts if count.sign in known}
    return {sign: change for sign, change in found.items() if change}


def _cards(then: Desk, now: Desk) -> Sequence[tuple[str, str]]:
    had = {id(row) for row in then.rows}
    fresh = [row for row in now.rows if id(row) not in had]
    if not fresh:
        return []
    names = {row.name for row in fresh}
    return list(_lying(fresh) - _lying(row for row in then.rows if row.name in names))


def _lying(rows: Iterable[Row]) -> Counter[tuple[str, str]]:
    return Counter((row.name, card.said) for row in rows for card in row.cards for _ in range(card.count))
