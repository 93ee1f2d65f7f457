"""Another choice in place of the last one: both are done, or neither."""

from __future__ import annotations

from house import House


def test_another_card_takes_the_place_of_the_one_that_was_picked(house: House) -> None:
    anna = house.browser("Anna")
    table = anna.make("rheinlaender", ("me", "guest", "guest"))
    behind = house.behind(table)
    seat = behind.actors[0]
    first, second = [action for action in behind.match.legal_for(seat) if action.startswith("card ")][:2]
    assert anna.act(table, seat, behind.number, first).status_code == 303
    length, fields = behind.match.length, list(behind.match.legal_for(seat))
    answer = anna.post(f"/t/{table}/act", seat=seat, number=behind.number, action=second, instead="yes")
    assert answer.status_code == 303
    assert behind.match.length == length and list(behind.match.legal_for(seat)) != fields
    assert behind.match.history_for(seat)[-1][1] == second


def test_what_the_rules_refuse_leaves_everything_as_it_was(house: House) -> None:
    anna = house.browser("Anna")
    table = anna.make("rheinlaender", ("me", "guest", "guest"))
    behind = house.behind(table)
    seat = behind.actors[0]
    held = [action for action in behind.match.legal_for(seat) if action.startswith("card ")]
    other = next(f"card {card}" for card in range(1, 55) if f"card {card}" not in held)
    assert anna.post(f"/t/{table}/act", seat=seat, number=behind.number, action=held[0], instead="yes").status_code == 422
    assert anna.act(table, seat, behind.number, held[0]).status_code == 303
    state = behind.match.state.tobytes()
    answer = anna.post(f"/t/{table}/act", seat=seat, number=behind.number, action=other, instead="yes")
    assert answer.status_code == 422 and behind.match.state.tobytes() == state
    assert anna.post(f"/t/{table}/act", seat=seat, number=0, action=held[1], instead="yes").status_code == 409
