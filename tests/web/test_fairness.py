"""Fair shares: whoever waits is served in turn, by person and by table, whatever others ask for."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kronland.web.safety.addresses import counted_as
from kronland.web.safety.fairness import BY_ADDRESS, Fair, Share

People, Places = st.integers(0, 4), st.integers(0, 3)
# Somebody asks for something at a table, or (None) somebody is served.
Steps = st.lists(st.one_of(st.none(), st.tuples(People, Places, st.booleans())), max_size=120)


patient = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # on a busy machine any input is slow


@patient
@given(Steps)
def test_each_of_p_persons_is_served_at_least_every_pth_time(steps: list[Any]) -> None:
    queue: Fair[int] = Fair()
    waiting: dict[int, list[tuple[int, int]]] = {}  # of each person: what, and how many were waiting when it became the first in line
    passed: dict[int, int] = {}  # others served since a person began to wait
    for number, step in enumerate([*steps, *[None] * len(steps)]):
        if step is not None:
            person, table, _ = step
            queue.put(Share(person, table), number)
            if not waiting.get(person):
                passed[person] = 0
            waiting.setdefault(person, []).append((number, table))
        elif len(queue):
            persons = [person for person, all_of in waiting.items() if all_of]
            work = queue.take()
            served = next(person for person in persons if work in [one for one, _ in waiting[person]])
            waiting[served] = [one for one in waiting[served] if one[0] != work]
            for person in persons:
                passed[person] = 0 if person == served else passed[person] + 1
                assert passed[person] < 5, "one turn of each of the others, and no more"
    assert len(queue) == 0 and not any(waiting.values()), "nothing is lost"


@patient
@given(Steps)
def test_tables_of_a_person_take_turns_and_keep_their_order(steps: list[Any]) -> None:
    queue: Fair[tuple[int, int]] = Fair()
    expected: dict[int, deque[int]] = {}
    order: deque[int] = deque()
    for number, step in enumerate([*steps, *[None] * len(steps)]):
        if step is not None:
            _, table, _ = step
            queue.put(Share("one person", table), (table, number))
            if not expected.get(table):
                order.append(table)
            expected.setdefault(table, deque()).append(number)
        elif len(queue):
            table, first = queue.take()
            assert table == order.popleft() and first == expected[table].popleft()
            if expected[table]:
                order.append(table)


@patient
@given(Steps)
def test_tables_at_which_nobody_is_come_last(steps: list[Any]) -> None:
    queue: Fair[tuple[int, int]] = Fair()
    there: dict[tuple[int, int], bool] = {}
    waiting: dict[tuple[int, int], int] = {}
    for step in [*steps, *[None] * len(steps)]:
        if step is not None:
            person, table, present = step
            key = person, table
            there[key] = present  # somebody has come, or gone
            queue.put(Share(person, table, lambda key=key: there[key]), key)  # type: ignore[misc]
            waiting[key] = waiting.get(key, 0) + 1
        elif len(queue):
            served = queue.take()
            assert there[served] or not any(there[key] for key, count in waiting.items() if count)
            waiting[served] -= 1


def test_one_visitor_with_eight_tables_of_kings_delays_others_by_one_turn() -> None:
    """What was measured on the server that had one row for all: six times the waiting."""
    queue: Fair[str] = Fair()
    for table in range(8):
        for _ in range(3):
            queue.put(Share("greedy", table), "greedy")
    served = []
    for turn in range(20):
        if turn % 4 == 0:
            queue.put(Share("anna", "her table"), "anna")
        served.append(queue.take())
    waits = [served.index("anna", start) - start for start in range(0, 20, 4)]
    assert max(waits) <= 1


def test_what_waits_can_be_counted_and_dropped() -> None:
    queue: Fair[int] = Fair()
    for number in range(5):
        queue.put(Share(number % 2, "t"), number)
    assert len(queue) == 5 and queue.of(Share(0, "t")) == 3 and queue.of(Share("nobody", "t")) == 0
    assert sorted(queue.clear()) == [0, 1, 2, 3, 4] and len(queue) == 0


def test_many_visitors_of_one_address_take_few_turns() -> None:
    """Cookies are free: a hundred visitors of one address count as a few persons and a crowd."""
    queue: Fair[str] = Fair()
    for number in range(100):
        queue.put(Share(("visitor", number), number, address="10.0.0.2"), f"invented {number}")
    for number in range(3):
        queue.put(Share("anna", "her table", address="10.0.0.3"), f"anna {number}")
    served = [queue.take() for _ in range(103)]
    waits = [served.index(f"anna {number}") for number in range(3)]
    assert waits[0] == BY_ADDRESS + 1, "a turn of each person of that address, and one of the crowd"
    assert waits[1:] == [waits[0] + 2, waits[0] + 4], "then these are done, and only the crowd is left"
    assert len(set(served)) == 103 and len(queue) == 0, "nobody is forgotten"


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2::5", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("x" * 500, "x" * 64),
    ],
)
def test_what_counts_as_one_address(host: str, counted: str) -> None:
    assert counted_as(host) == counted


def test_what_is_wanted_no_more_costs_nobody_a_turn() -> None:
    given_up = {"anna 0"}
    queue: Fair[str] = Fair(lambda work: work not in given_up)
    for person, table, work in (("greedy", 0, "greedy 0"), ("anna", 0, "anna 0"), ("greedy", 1, "greedy 1"), ("anna", 0, "anna 1")):
        queue.put(Share(person, table), work)
    assert [queue.take() for _ in range(4)] == ["greedy 0", "anna 1", "greedy 1", None]
    assert len(queue) == 0
    given_up.add("last")
    queue.put(Share("anna", 0), "last")
    assert queue.take() is None and len(queue) == 0
