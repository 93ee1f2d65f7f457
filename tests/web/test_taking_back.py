"""Taking back at a table, where nobody else can have gained from it; and what a person is not asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from house import House, Program
from test_live import page_of

from kronland.core.flow import Barrier
from kronland.core.layout import same
from kronland.core.record import read
from kronland.games import find_game
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.safety.visitors import visitor_of
from kronland.web.table.table import Table


def drafting(house: House) -> tuple[str, list[Program]]:
    """Three programs who are to keep two cards each, at the same time."""
    table, seats = house.make("brianboru", ("me", "me", "me"))
    while len(house.behind(table).actors) == 1:
        act(house, table, seats, house.behind(table).actors[0])
    return table, seats


def act(house: House, table: str, seats: list[Program], seat: int, choice: int = 0) -> Any:
    view = seats[seat].view()
    answer = seats[seat].act(view["number"], view["legal"][choice]["notation"])
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_secret_choice_is_withdrawn_while_others_choose(house: House) -> None:
    table, seats = drafting(house)
    behind = house.behind(table)
    seen = seats[2].view()
    act(house, table, seats, 0)
    kept = seats[0].get("history").json()
    number = act(house, table, seats, 1)["number"]
    answer = seats[0].post("undo", number=number - 1)
    assert answer.status_code == 200, "what another has chosen meanwhile does not disturb"
    view = answer.json()
    assert view["actors"] == [0, 2] and len(view["legal"]) == 28
    assert seats[0].post("undo", number=view["number"]).status_code == 422, "and there is nothing more of it"
    assert len(seats[0].get("log").json()) == len(seats[2].get("log").json())
    assert seats[0].act(view["number"], view["legal"][5]["notation"]).status_code == 200
    assert len(seats[0].get("history").json()) == len(kept) + 1
    answer = seats[2].act(seen["number"], seen["legal"][0]["notation"])
    assert answer.status_code == 200, "nor does that disturb who had not chosen yet"
    refused = seats[0].post("undo", number=answer.json()["number"])
    assert refused.status_code == 422 and "revealed" in refused.json()["error"]["message"]
    again = Table(_stored(house, table), house.tables.games.mode)
    assert same(again.match.state, behind.match.state), "the log leads there, too"


def _stored(house: House, table: str) -> Any:
    from kronland.web.table.table import stored

    return stored(house.tables.store, table)


def test_who_is_to_decide_is_not_told_that_somebody_else_is(house: House) -> None:
    """ "The decision has passed on to another player" stood at the button of the player to whom it had passed."""
    table, seats = house.make("koenig", ("me", "me"))
    behind = house.behind(table)
    first = behind.actors[0]
    while tuple(behind.actors) == (first,):
        act(house, table, seats, first)
    other = behind.actors[0]
    said = [seats[seat].post("undo", number=behind.number).text for seat in (other, first)]
    assert "The last decision was another player" in said[0] and "has passed on to another player" in said[1]


def test_nobody_else_withdraws_it_and_it_tells_nobody_what_it_was(house: House) -> None:
    table, seats = drafting(house)
    number = act(house, table, seats, 0)["number"]
    before = seats[1].view()
    assert seats[1].post("undo", number=number).status_code == 422
    assert seats[0].post("undo", number=number).status_code == 200
    assert seats[0].post("redo", number=number + 1).status_code == 200
    after = seats[1].view()
    assert before["state"] == after["state"] and "kept" not in json.dumps(seats[1].get("log").json()[-1:]).lower()


def test_the_record_of_a_game_with_a_withdrawn_choice_replays(house: House) -> None:
    table, seats = drafting(house)
    number = act(house, table, seats, 1)["number"]
    view = seats[1].post("undo", number=number).json()
    assert seats[1].act(view["number"], view["legal"][3]["notation"]).status_code == 200
    match = house.behind(table).match
    from kronland.core.record import write

    assert same(read(write(match), find_game).replay(mode="python").state, match.state)


@pytest.mark.slow
def test_a_done_that_is_all_that_is_left_is_asked_for_only_where_something_can_be_taken_back(house: House) -> None:
    """A game of one person in all seats, always the same. What is finished by itself is an entry of the log like any other."""
    anna = house.browser("Anna")
    visitor = visitor_of(page_of(house, anna, "").request)
    company = (SeatWish("me"), SeatWish("guest"), SeatWish("guest"))
    table = house.tables.make(visitor, Wish("loewenherz", company, seed=5))
    asked = spared = 0
    for step in range(400):
        seat, match = table.actors[0], table.match
        legal = [table.game.space.notation(action, seat) for action in match.legal_actions(seat)]
        if legal == ["done"]:
            asked += 1
            assert match.last_seat == seat and match.state.barrier <= Barrier.SHOWN, "it can be taken back"
        before, number, chosen = match.length, table.number, legal[7 * step % len(legal)]
        assert anna.act(table.id, seat, number, chosen).status_code == 303
        assert match.history[before] == (seat, chosen)
        assert all(notation == "done" for _, notation in match.history[before + 1 :]), "nothing else is decided for anybody"
        if match.length > before + 1:
            spared += 1
            assert [kind for kind, _, _ in table.entries[number:]] == ["play"] * (match.length - before)
            assert same(Table(_stored(house, table.id), house.tables.games.mode).match.state, match.state)
        if table.stage == "over" or (asked and spared):
            break
    assert asked and spared, "this game shows both; if its rules have changed, choose another seed"


def test_a_program_is_asked_for_everything(house: House) -> None:
    """Recorded games, and programs that know the rules, are played decision by decision."""
    table, seats = house.make("loewenherz", ("me", "me", "me"), options={"setup": "beginner"})
    behind = house.behind(table)
    for step in range(60):
        seat = behind.actors[0]
        view, before = seats[seat].view(), behind.match.length
        assert seats[seat].act(view["number"], view["legal"][7 * step % len(view["legal"])]["notation"]).status_code == 200
        assert behind.match.length == before + 1
