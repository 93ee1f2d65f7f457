"""Who is served next, where many wait for few: round robin over persons, and for each person over tables.

Whatever one person asks for, another waits for one turn of each person at most: with P persons waiting, each is served at least every
P-th time. Within a table the order is that of asking. Tables at which nobody is come after all others, in the same way among themselves.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Work = TypeVar("Work")


def always() -> bool:
    return True


@dataclass(frozen=True)
class Share:
    """On whose account something is done, and at which table. `attended` is asked when a turn is given: is anybody there?"""

    person: Hashable
    table: Hashable
    attended: Callable[[], bool] = field(default=always, compare=False)


class Fair(Generic[Work]):
    """What waits, in fair order. Not for several threads at once: whoever shares one holds a lock."""

    def __init__(self) -> None:
        # Who stands first is served next. A table's entries keep the share of the last one that asked.
        self._persons: OrderedDict[Hashable, OrderedDict[Hashable, tuple[Share, deque[Work]]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def of(self, person: Hashable) -> int:
        """How much of a person's waits."""
        return sum(len(waiting) for _, waiting in self._persons.get(person, {}).values())

    def put(self, share: Share, work: Work) -> None:
        tables = self._persons.setdefault(share.person, OrderedDict())
        _, waiting = tables.get(share.table) or (share, deque())
        tables[share.table] = share, waiting
        waiting.append(work)
        self._count += 1

    def take(self) -> Work:
        """The next one; there must be one."""
        person, table = self._attended() or self._first()
        tables = self._persons[person]
        _, waiting = tables[table]
        work = waiting.popleft()
        self._count -= 1
        tables.move_to_end(table)
        self._persons.move_to_end(person)
        if not waiting:
            del tables[table]
        if not tables:
            del self._persons[person]
        return work

    def clear(self) -> list[Work]:
        """All that waited."""
        waited = [work for tables in self._persons.values() for _, waiting in tables.values() for work in waiting]
        self._persons.clear()
        self._count = 0
        return waited

    def _attended(self) -> tuple[Hashable, Hashable] | None:
        for person, tables in self._persons.items():
            for table, (share, _) in tables.items():
                if share.attended():
                    return person, table
        return None

    def _first(self) -> tuple[Hashable, Hashable]:
        person = next(iter(self._persons))
        return person, next(iter(self._persons[person]))
