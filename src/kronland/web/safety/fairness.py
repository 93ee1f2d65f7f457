"""Who is served next, where many wait for few: round robin over persons, and for each person over tables.

Whatever one person asks for, another waits for one turn of each person at most: with P persons waiting, each is served at least every
P-th time. Within a table the order is that of asking. Tables at which nobody is come after all others, in the same way among themselves.

A visitor is quickly invented, an address is not: of one address only so many persons wait as persons of their own, and those who come after
them share one more turn.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Work = TypeVar("Work")
BY_ADDRESS = 8  # persons of one address that wait as persons of their own


def always() -> bool:
    return True


@dataclass(frozen=True)
class Share:
    """On whose account something is done, and at which table. `attended` is asked when a turn is given: is anybody there?"""

    person: Hashable
    table: Hashable
    attended: Callable[[], bool] = field(default=always, compare=False)
    address: str = ""  # where the person is, if that is known


class Fair(Generic[Work]):
    """What waits, in fair order. Not for several threads at once: whoever shares one holds a lock.

    What is not `wanted` any more is dropped when it comes first, and costs nobody a turn.
    """

    def __init__(self, wanted: Callable[[Work], bool] = lambda work: True) -> None:
        self._wanted = wanted
        # Who stands first is served next. A table's entries keep the share of the last one that asked.
        self._persons: OrderedDict[Hashable, OrderedDict[Hashable, tuple[Share, deque[Work]]]] = OrderedDict()
        self._count = 0
        self._addresses: dict[Hashable, str] = {}  # of those in line

    def __len__(self) -> int:
        return self._count

    def of(self, share: Share) -> int:
        """How much waits on that account."""
        return sum(len(waiting) for _, waiting in self._persons.get(self._in_line(share), {}).values())

    def put(self, share: Share, work: Work) -> None:
        person = self._in_line(share)
        tables = self._persons.setdefault(person, OrderedDict())
        self._addresses[person] = share.address
        _, waiting = tables.get(share.table) or (share, deque())
        tables[share.table] = share, waiting
        waiting.append(work)
        self._count += 1

    def take(self) -> Work | None:
        """The next one, if anything waits."""
        while self._count:
            person, table = self._attended() or self._first()
            tables = self._persons[person]
            _, waiting = tables[table]
            work = waiting.popleft()
            self._count -= 1
            wanted = self._wanted(work)
            if wanted:
                tables.move_to_end(table)
                self._persons.move_to_end(person)
            if not waiting:
                del tables[table]
            if not tables:
                del self._persons[person], self._addresses[person]
            if wanted:
                return work
        return None

    def clear(self) -> list[Work]:
        """All that waited."""
        waited = [work for tables in self._persons.values() for _, waiting in tables.values() for work in waiting]
        self._persons.clear()
        self._addresses.clear()
        self._count = 0
        return waited

    def _in_line(self, share: Share) -> Hashable:
        """As whom this waits: the person, or one of the crowd of an address from which many are in line already."""
        if not share.address or share.person in self._persons:
            return share.person
        here = sum(address == share.address for address in self._addresses.values())
        return share.person if here < BY_ADDRESS else ("crowd", share.address)

    def _attended(self) -> tuple[Hashable, Hashable] | None:
        for person, tables in self._persons.items():
            for table, (share, _) in tables.items():
                if share.attended():
                    return person, table
        return None

    def _first(self) -> tuple[Hashable, Hashable]:
        person = next(iter(self._persons))
        return person, next(iter(self._persons[person]))
