"""Whose move counts, and until when: numbers of positions that have passed, taking back and doing again, standing in for who is away."""

from __future__ import annotations

import random

from house import House, Program, play, wait_for
from test_log import undoable
from test_rights import Company

from kronland.core.record import Record
from kronland.games import GAMES
from kronland.web.pages.pictures import example


def test_who_is_away_but_not_to_decide_keeps_the_seat(house: House) -> None:
    company = Company(house, public=False)
    behind, people = house.behind(company.table), [company.anna, company.ben, company.cleo]
    deciding = behind.actors
    idle = next(seat for seat in range(3) if seat not in deciding)
    other = next(seat for seat in range(3) if seat != idle)
    behind.seats[idle].seen -= 2e9
    answer = people[other].post(f"/t/{company.table}/take-over", seat=idle)
    assert answer.status_code == 403 and behind.seats[idle].kept_by is None
    behind.seats[deciding[0]].seen -= 2e9
    watching = next(seat for seat in range(3) if seat not in (idle, deciding[0]))
    assert people[watching].post(f"/t/{company.table}/take-over", seat=deciding[0]).status_code == 303


def test_a_number_from_before_ones_turn_is_stale(house: House) -> None:
    """Only others have played since, but it was not this seat's decision then: that view had nothing to choose from."""
    _, seats = house.make(options={"setup": "beginner"})
    passed = 0
    for step in range(60):
        before = seats[0].view()
        views = [seat.view() for seat in seats]
        play(seats, 1, seed=step)
        after = seats[0].view()
        for seat in set(after["actors"]) - set(before["actors"]):
            action = seats[seat].view()["legal"][0]["notation"]
            answer = seats[seat].act(views[seat]["number"], action)
            assert answer.status_code == 409
            passed += 1
        if passed >= 3:
            break
    assert passed >= 3, "the decision never passed on"
    assert seats[0].view()["number"] == after["number"], "nothing has happened"


def test_in_a_decision_of_several_the_first_position_stays_good(house: House) -> None:
    """Also where a table begins with it: number 0 is a position like any other."""
    record = example("brianboru")
    place = next(place for place, line in enumerate(record.values["actions"]) if " keep " in line)
    anna = house.browser("Anna")
    whole = anna.post("/import", text=record.text).headers["location"]
    table = anna.post(f"{whole}/play-on", at=place).headers["location"].removeprefix("/t/")
    behind = house.behind(table)
    with behind.lock:
        mine = next(seat for seat in behind.actors if behind.seats[seat].kind == "person")
    wait_for(lambda: behind.number > 0)  # bots have drafted
    assert anna.act(table, mine, 0, next(iter(behind.match.legal_for(mine)))).status_code == 303
    assert anna.act(table, mine, 0, "keep 1+2").status_code == 409, "and once is enough"


def goes_back() -> tuple[Record, int]:
    """A record, and a place in it after which the same seat decides on and could take its last decision back."""
    for game in GAMES:
        record = example(game)
        match = record.replay(0, "python")
        for place, line in enumerate(record.values["actions"][:80]):
            seat, _, notation = line.partition(" ")
            match.play(notation, int(seat) - 1)
            if place and match.undo_refusal() is None and list(match.actors) == [match.last_seat]:
                return record, place + 1
    raise AssertionError("nothing could be taken back in any of the examples")


def test_nobody_takes_back_what_was_before_the_table(house: House) -> None:
    record, place = goes_back()
    anna = house.browser("Anna")
    whole = anna.post("/import", text=record.text).headers["location"]
    table = anna.post(f"{whole}/play-on", at=place).headers["location"].removeprefix("/t/")
    behind = house.behind(table)
    seat = behind.actors[0]
    assert behind.base == place == behind.match.length and behind.match.undo_refusal() is None and behind.match.last_seat == seat
    for what in ("undo", "reset"):
        answer = anna.post(f"/t/{table}/{what}", seat=seat, number=behind.number)
        assert answer.status_code == 422 and behind.match.length == place, what
    program = Program(house.client, table, anna.link(table, seat)[3:])
    assert not program.view()["can_undo"]
    for action in behind.match.legal_for(seat):
        trial = record.replay(place, "python")
        trial.play(action, seat)
        if trial.undo_refusal() is None:
            assert anna.act(table, seat, behind.number, action).status_code == 303
            assert anna.post(f"/t/{table}/reset", seat=seat, number=behind.number).status_code == 303
            break
    assert behind.match.length == place, "back to where the table began, and no further"


def test_what_was_taken_back_is_gone_with_a_new_move(house: House) -> None:
    table, seats, seat = undoable(house, random.Random(6))
    program, behind = seats[seat], house.behind(table)
    view = program.post("undo", number=program.view()["number"]).json()
    assert view["can_redo"]
    view = program.act(view["number"], view["legal"][0]["notation"]).json()
    assert not program.view()["can_redo"]
    refused = program.post("redo", number=program.view()["number"])
    assert refused.status_code == 422 and behind.match.redo_seat is None
    assert behind.match.length == program.view()["length"]
