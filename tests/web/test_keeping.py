"""Tables in memory: they follow what is on disk, whatever goes wrong on the way."""

from __future__ import annotations

from typing import Any

import pytest
from house import House

from kronland.web.errors import Forbidden
from kronland.web.safety.visitors import Visitor, Visitors
from kronland.web.store import schema


def test_what_failed_on_the_way_to_the_disk_is_not_in_memory_either(house: House) -> None:
    table = house.behind(house.make()[0])
    pace = table.pace
    with pytest.raises(ZeroDivisionError), table.lock, house.tables.writing(table):
        table.pace = pace + 1
        table.entries.append(("play", 0, "nothing"))
        raise ZeroDivisionError
    assert (table.pace, table.entries) == (pace, [])


def test_what_was_worked_out_for_a_position_goes_with_it(house: House) -> None:
    table = house.behind(house.make()[0])
    table.memory["worked out"] = 1
    with table.lock, house.tables.writing(table):
        table.pace += 1
    assert not table.memory


def test_a_table_that_is_forgotten_is_read_anew(house: House) -> None:
    table = house.behind(house.make()[0])
    house.tables.forget(table)
    assert table.id not in house.tables._recent, "and is held by nobody"
    assert house.tables.find(table.id) is not table


def test_the_makers_address_stays_known_when_a_visit_tells_none(house: House) -> None:
    """A request within the house has none; what one address has made is counted by it."""
    anna = house.browser("Anna")
    table = house.behind(anna.make())
    maker = next(visitor for owners in table.owners.values() for visitor in owners)
    table.address = "192.0.2.1"
    house.tables.enter(table.id, Visitor(maker, "Anna", "en"))
    assert table.address == "192.0.2.1"
    assert Visitor(maker, "Anna", "en").address == ""


def test_there_is_no_result_before_the_end(house: House) -> None:
    access = house.tables.enter_by_key(house.make()[1][0].token)
    with pytest.raises(Forbidden):
        access.results()


def test_what_is_known_of_damage_and_visitors_stays_small(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.tables.set_aside("damaged", ValueError("x" * 1000))
    assert len(house.tables.damaged.pop("damaged")) == 300
    monkeypatch.setattr("kronland.web.safety.visitors.REMEMBERED", 2)
    visitors = Visitors(house.tables.store)
    keys = [visitors.make("en")[1] for _ in range(3)]
    for key in keys:
        assert visitors.find(key, "en")
    assert len(visitors._recent) == 2


def test_visitors_who_are_there_are_looked_up_together(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reader of each table is asked for at every move: one question to the database for all whose time has come."""
    visitors = Visitors(house.tables.store)
    keys = [visitors.make("en", f"Visitor {number}")[1] for number in range(4)]
    before = [visitors.find(key, "en") for key in keys]
    asked: list[int] = []
    read = visitors._read
    monkeypatch.setattr(visitors, "_read", lambda of: asked.append(len(of)) or read(of))
    for known in visitors._recent.values():
        known.until = -1.0
        known.asked = known.row.name != "Visitor 3"  # who has not been seen since is not asked for
    renamed = before[1]
    assert renamed is not None
    with house.tables.store.write() as connection:
        connection.execute(schema.visitors.update().where(schema.visitors.c.id == renamed.id).values(name="Renamed"))
    found = [visitors.find(key, "en") for key in keys[:3]]
    assert asked == [3]
    assert found[0] is before[0] and found[2] is before[2], "the same object, for whom nothing is other than before"
    assert found[1] is not None and found[1].name == "Renamed"
    assert visitors.find(keys[3], "en") is before[3] and asked == [3, 1]


def test_who_is_renamed_while_visitors_are_looked_up_is_looked_up_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    visitors = Visitors(house.tables.store)
    key = visitors.make("en", "Anna")[1]
    read = visitors._read

    def slowly(keys: list[str]) -> dict[str, Any]:
        found = read(keys)
        visitors.forget(found[keys[0]].id)  # meanwhile
        return found

    monkeypatch.setattr(visitors, "_read", slowly)
    assert visitors.find(key, "en")
    assert not visitors._recent, "what was read may be of before"
