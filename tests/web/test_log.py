"""The log of a table: one wins when two come at once, undo goes as far as the barrier, and everything is rebuilt from what is on disk."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from house import House, Program, play

from kronland.core.flow import Barrier
from kronland.core.layout import same
from kronland.web.table.tables import Table

pytestmark = pytest.mark.slow


def rebuilt(house: House, table: str) -> Table:
    """The table as the store has it, whatever memory says."""
    house.tables.forget(house.behind(table))
    return house.behind(table)


def test_a_stale_number_is_refused_and_changes_nothing(house: House) -> None:
    table, seats = house.make()
    view = seats[0].view()
    first = seats[view["actors"][0]]
    mine = first.view()
    assert first.act(mine["number"], mine["legal"][0]["notation"]).status_code == 200
    again = first.act(mine["number"], mine["legal"][0]["notation"])
    assert again.status_code == 409 and again.json()["error"]["code"] == "conflict"
    assert first.act(mine["number"] + 2, mine["legal"][0]["notation"]).status_code == 409
    assert house.behind(table).number == 1


def test_of_two_at_once_one_wins(house: House) -> None:
    """The same number, many times at the same moment: exactly one is carried out."""
    for round_number in range(5):
        table, seats = house.make(options={"setup": "beginner"})
        actor = seats[seats[0].view()["actors"][0]]
        view = actor.view()
        gate, codes = threading.Barrier(6), []

        def hit(actor: Program = actor, view: Any = view, gate: Any = gate, codes: list[int] = codes) -> None:
            gate.wait()
            codes.append(actor.act(view["number"], random.choice(view["legal"])["notation"]).status_code)

        threads = [threading.Thread(target=hit) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(codes) == [200, 409, 409, 409, 409, 409], f"round {round_number}: {codes}"
        assert house.behind(table).number == 1


def test_deciding_at_once_disturbs_nobody(house: House) -> None:
    """Where several decide at the same time, the number that each has seen is good until the seat itself has decided."""
    _, seats = house.make(options={"setup": "beginner"})
    for step in range(600):
        actors = seats[0].view()["actors"]
        if len(actors) > 1:
            break
        play(seats, 1, seed=step)
    assert len(actors) > 1, "nobody decided at the same time"
    views = {actor: seats[actor].view() for actor in actors}
    for actor in actors:
        assert seats[actor].act(views[actor]["number"], views[actor]["legal"][0]["notation"]).status_code == 200
        again = seats[actor].act(views[actor]["number"], views[actor]["legal"][-1]["notation"])
        assert again.status_code == 409, "but one decision is one decision"


def test_two_processes_on_one_database(house: House, opened: Callable[..., Any]) -> None:
    """Another server on the same file was faster: the unique number of the log decides, and the slower one sees the fresh position."""
    table, seats = house.make()
    with opened(database=house.tables.settings.database) as other:
        there = [Program(other.client, table, seat.token) for seat in seats]
        actor = seats[0].view()["actors"][0]
        view = there[actor].view()
        assert seats[actor].act(view["number"], view["legal"][0]["notation"]).status_code == 200
        late = there[actor].act(view["number"], view["legal"][-1]["notation"])
        assert late.status_code == 409
        assert there[0].view()["number"] == 1, "what the other has done is there now"


def undoable(house: House, chance: random.Random) -> tuple[str, list[Program], int]:
    """A table at which somebody has just done something that can be taken back; found by playing at random."""
    table, seats = house.make(options={"setup": "beginner"})
    for _ in range(400):
        behind = house.behind(table)
        if behind.match.length and behind.match.undo_refusal() is None and behind.match.last_seat is not None:
            return table, seats, behind.match.last_seat
        play(seats, 1, seed=chance.randrange(2**30))
    raise AssertionError("nothing could be taken back in 400 decisions")


def taken_back(behind: Table) -> int:
    """How many decisions of the last seat could be taken back."""
    with behind.lock:
        match, seat, count = behind.match, behind.match.last_seat, 0
        while match.length and match.last_seat == seat and match.undo_refusal() is None:
            match.undo()
            count += 1
        for _ in range(count):
            match.redo()
    return count


def test_one_decision_is_taken_back_at_a_time(house: House) -> None:
    table, seats, _ = undoable(house, random.Random(4))
    behind, chance = house.behind(table), random.Random(4)
    while taken_back(behind) < 3:
        play(seats, 1, seed=chance.randrange(2**30))
    length, program = behind.match.length, seats[behind.match.last_seat or 0]
    for gone in (1, 2):
        assert program.post("undo", number=behind.number).json()["length"] == length - gone
    assert program.post("redo", number=behind.number).json()["length"] == length - 1


def test_undo_redo_and_reset(house: House) -> None:
    table, seats, seat = undoable(house, random.Random(4))
    behind, program = house.behind(table), seats[seat]
    after, length = behind.match.state, behind.match.length
    shown = program.view()
    assert shown["can_undo"] and not shown["can_redo"]
    others = [other for number, other in enumerate(seats) if number != seat]
    assert all(other.post("undo", number=behind.number).status_code == 422 for other in others), "another's decision"
    view = program.post("undo", number=shown["number"]).json()
    assert view["length"] == length - 1 and view["can_redo"] and view["number"] == shown["number"] + 1
    assert all(other.post("redo", number=view["number"]).status_code == 422 for other in others)
    view = program.post("redo", number=view["number"]).json()
    assert view["length"] == length and same(behind.match.state, after)
    view = program.post("reset", number=view["number"]).json()
    assert view["length"] < length
    assert program.post("undo", number=view["number"]).status_code == 422, "a reset goes back to the barrier"
    state = behind.match.state
    fresh = rebuilt(house, table)
    assert fresh is not behind and same(fresh.match.state, state) and fresh.number == view["number"]
    assert program.view() == view, "what could be done again before can be done again after"


def test_no_undo_across_a_barrier(house: House) -> None:
    """Every kind of barrier there is comes up, and each is said in the reader's language."""
    table, seats = house.make(options={"setup": "beginner"})
    seen: set[int] = set()
    for step in range(150):
        play(seats, 1, seed=step)
        behind = house.behind(table)
        barrier, last = int(behind.match.state.barrier), behind.match.last_seat
        assert last is not None
        if barrier > Barrier.SHOWN and barrier not in seen:
            seen.add(barrier)
            answer = seats[last].post("undo", number=behind.number)
            assert answer.status_code == 422 and "taken back" in answer.json()["error"]["message"]
        if len(seen) == 3:
            return
    assert len(seen) >= 2, f"only the barriers {seen} came up"


def test_the_log_has_no_lines_of_what_was_taken_back(house: House) -> None:
    _, seats, seat = undoable(house, random.Random(5))
    program = seats[seat]
    before = program.get("log").json()
    view = program.post("undo", number=program.view()["number"]).json()
    assert [line for line in before if line["at"] <= view["length"]] == program.get("log").json()


def test_everything_survives_a_restart(house: House) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table = anna.make(kinds=("me", "open", "bot-page"), shuffle="yes", pace=30)  # the bot stays where it is
    assert ben.post(anna.link(table, 1)).status_code == 303
    assert anna.post(f"/t/{table}/chat", text="Guten Tag").status_code == 303
    assert anna.post(f"/t/{table}/pace", pace="2.5").status_code == 303
    old = house.behind(table)
    new = rebuilt(house, table)
    assert new is not old
    assert [(s.number, s.kind, s.name, s.level) for s in new.seats] == [(s.number, s.kind, s.name, s.level) for s in old.seats]
    assert (new.owners, new.number, new.version, new.pace, new.chat) == (old.owners, old.number, old.version, old.pace, old.chat)
    assert same(new.match.state, old.match.state)


def test_a_shuffled_seat_keeps_its_person(house: House) -> None:
    places = set()
    for _ in range(12):
        anna, ben = house.browser("Anna"), house.browser("Ben")
        table = anna.make(kinds=("me", "open"), shuffle="yes")
        link = anna.link(table, 0)
        assert ben.post(anna.link(table, 1)).status_code == 303
        behind = house.behind(table)
        names = [seat.name for seat in behind.seats]
        assert sorted(names) == ["Anna", "Ben"]
        places.add(names.index("Anna"))
        program = Program(house.client, table, link.removeprefix("/s/"))
        assert program.view()["seat"] == names.index("Anna"), "the link has moved with its person"
    assert places == {0, 1}


def test_a_rematch_is_one_for_all(house: House) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table = anna.make(kinds=("me", "open", "bot-page"))
    assert ben.post(anna.link(table, 1)).status_code == 303
    behind = house.behind(table)
    with behind.lock:
        behind.stage = "over"
    first = anna.post(f"/t/{table}/rematch")
    second = ben.post(f"/t/{table}/rematch")
    assert first.status_code == second.status_code == 303
    assert first.headers["location"] == second.headers["location"]
    assert ben.get(second.headers["location"]).status_code == 200, "who played comes in without a link"
    kinds = {seat.name: (seat.kind, seat.level) for seat in house.behind(first.headers["location"].rpartition("/")[2]).seats}
    assert kinds["Anna"] == kinds["Ben"] == ("person", None)
    assert [level for kind, level in kinds.values() if kind == "bot"] == ["page"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"kronland": 1}', "\x00", '{"kronland": 1, "game": "chess"}', "9" * 5000, "[" * 9000]
)
def test_bad_records_are_refused_in_words(house: House, text: str) -> None:
    answer = house.browser("Anna").post("/import", text=text)
    assert answer.status_code == 400, answer.text[:300]
