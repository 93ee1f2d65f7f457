"""Before one clicks: what comes of an action is told to whoever points at it, and again where the page asks whether one is sure."""

from __future__ import annotations

import re

import pytest
from house import Browser, House

from kronland.core.desk import Stepper
from kronland.core.match import Match
from kronland.core.record import Record
from kronland.web.pages.pictures import example


def moment_before(game: str, kind: str) -> tuple[Record, int, str]:
    """The example of a game, before a decision from which an event of this kind follows, and that decision."""
    record = example(game)
    match = record.replay(0, "python")
    for place, line in enumerate(record.values["actions"]):
        seat, _, notation = line.partition(" ")
        if any(event.kind == kind for event in match.play(notation, int(seat) - record.first_seat)):
            return record, place, notation
    raise AssertionError(f"no {kind} in the example of {game}")


def at(house: House, record: Record, place: int) -> tuple[Browser, str]:
    """Somebody at a table that goes on from there, in the seat that decides."""
    browser = house.browser("Anna")
    imported = browser.post("/import", text=record.text).headers["location"]
    return browser, browser.post(f"{imported}/play-on", at=place).headers["location"]


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("rheinlaender", "castle_manned"),
        ("rheinlaender", "duke_ousted"),
        ("loewenherz", "region_founded"),
        ("koenig", "region_founded"),
        ("brianboru", "courted"),
    ],
)
def test_what_follows_by_itself_is_told_before_one_clicks(house: House, game: str, kind: str) -> None:
    record, place, notation = moment_before(game, kind)
    browser, table = at(house, record, place)
    match = house.behind(table.removeprefix("/t/")).match
    told = browser.get(f"{table}/about", action=notation).json()
    said = [str(event) for event in match.foresee(notation).follows if event.kind == kind]
    assert said and all(sentence in told["follows"] for sentence in said), told
    assert told["action"] == notation


def test_a_question_whether_one_is_sure_says_what_follows(house: House) -> None:
    record, place, notation = moment_before("loewenherz", "accepted")
    browser, table = at(house, record, place)
    assert browser.post("/settings", name="Anna", confirm="yes").status_code == 303
    match = house.behind(table.removeprefix("/t/")).match
    said = str(match.foresee("accept").follows[0])
    asked = browser.act(table.removeprefix("/t/"), match.actors[0], match.length, notation)
    assert 'class="pending"' in asked.text and said in asked.text


# Negotiation: one sum, in names (L97-21) --------------------------------------------------------------------------------------------


def moment(game: str, verb: str, skip: int = 0) -> tuple[Record, int]:
    """The example of a game, where somebody may decide by this verb, not for the first time."""
    record = example(game)
    match = record.replay(0, "python")
    for place, line in enumerate(record.values["actions"]):
        if verb in {verb.name for verb in match.view(match.actors[0]).verbs}:
            if not skip:
                return record, place
            skip -= 1
        seat, _, notation = line.partition(" ")
        match.play(notation, int(seat) - record.first_seat)
    raise AssertionError(f"nobody may {verb} in the example of {game}")


def test_an_offer_is_one_sum_with_names_and_goes_with_the_form(house: House) -> None:
    browser, table = at(house, *moment("loewenherz", "offer"))
    match = house.behind(table.removeprefix("/t/")).match
    page = browser.get(table).text
    other = next(name for seat, name in enumerate(match.names()) if match.state.rivals >> seat & 1 and seat != match.actors[0])
    assert page.count('class="stepper"') == 1 and f"You pay {other}" in page and f"{other} pays you" in page
    assert f"Negotiate with {other} over action 1 (" in page, "the action card may be out of view on a phone"
    payer = re.search(r'name="action" value="(offer {(n\d\d)})"', page)
    assert payer
    values = {"seat": match.actors[0], "number": house.behind(table.removeprefix("/t/")).number, "action": payer[1], payer[2]: "2"}
    assert browser.post(f"{table}/act", **values).status_code == 303
    assert match.history[-1][1] == "offer 2"
    assert match.view(match.actors[0]).desk.talk[-1].said.endswith("pays you 2 ducats and gets the action.")


def test_how_far_a_demand_can_go_does_not_tell_what_the_other_has(house: House) -> None:
    """L97-6: money is hidden unless the table has it open."""
    record, place = moment("loewenherz", "offer")
    match = record.replay(place, "python")
    seat = match.actors[0]
    most = {}
    for ducats in (3, 9):
        state = match.state
        state.ducats[[n for n in range(3) if n != seat]] = ducats
        view = Match.from_state(match.game, state, mode="python").view(seat)
        (stepper,) = [group for group in view.desk.groups if isinstance(group, Stepper)]
        most[ducats] = stepper.sides[1].most, len(stepper.sides[1].choices)
    assert most[3][0] == most[9][0] and most[3][1] != most[9][1]


def test_no_list_and_no_question_tells_what_the_other_has(house: House) -> None:
    browser, table = at(house, *moment("loewenherz", "offer"))
    match = house.behind(table.removeprefix("/t/")).match
    most = max(int(notation.split()[1]) for notation in match.legal if notation.startswith("demand"))
    assert "demand" not in browser.get(f"{table}/choices").text and f"demand {most}" not in browser.get(table).text
    asked = [browser.get(f"{table}/about", action=f"demand {n}").json() for n in (most, most + 1)]
    assert [sorted(answer) for answer in asked] == [["action", "label"]] * 2


def test_breaking_off_is_not_the_loudest(house: House) -> None:
    record, place = moment("loewenherz", "accept")
    match = record.replay(place, "python")
    desk = match.view(match.actors[0]).desk
    by_verb = {choice.verb: choice for choice in desk.choices()}
    assert by_verb["accept"].strong and by_verb["break"].quiet and not by_verb["break"].strong
    assert desk.groups[-1].choices == (by_verb["break"],) and len(desk.talk) >= 1
    assert by_verb["accept"].costs or by_verb["accept"].brings, "it names the price"


@pytest.mark.parametrize(("game", "last"), [("loewenherz", 4), ("koenig", 2)])
def test_to_finish_is_loud_only_where_nothing_else_is_left(game: str, last: int) -> None:
    for skip, nothing_else in ((0, False), (last, True)):
        record, place = moment(game, "done", skip)
        match = record.replay(place, "python")
        view = match.view(match.actors[0])
        assert (len(view.legal) == 1) == nothing_else
        assert next(choice.strong for choice in view.desk.choices() if choice.verb == "done") == nothing_else


def test_what_a_card_means_stands_beside_those_that_one_touch_takes_for_good(house: House) -> None:
    browser, table = at(house, example("loewenherz"), 302)
    page = browser.get(table).text
    assert "<dt>Deserter:</dt> <dd>A region of another colour" in page and "Keep this card: deserter. A region of another colour" in page
    assert page.index("</dl>") < page.index("End alliance 1"), "what cannot be chosen stands behind what can"
    browser, table = at(house, example("koenig"), 243)
    assert "<dt>An alliance:</dt> <dd>To the end of the game" in browser.get(table).text


# What cannot be afforded stays visible, with the reason ------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "reason"), [("koenig", "cost of this card"), ("brianboru", "2 coins")])
def test_what_cannot_be_afforded_is_shown_with_the_reason(game: str, reason: str) -> None:
    record = example(game)
    match, found = record.replay(0, "python"), 0
    for line in record.values["actions"]:
        seat, _, notation = line.partition(" ")
        view = match.view(int(seat) - record.first_seat)
        for choice in view.desk.refused():
            why = match.why(choice.notation, view.seat)
            assert why is not None and choice.refused == why.words() and choice.rule == why.rule
            found += reason in choice.refused
        match.play(notation, int(seat) - record.first_seat)
    assert found
