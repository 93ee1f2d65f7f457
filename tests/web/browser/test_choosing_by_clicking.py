"""Choosing: one sum for both directions of a negotiation, and what cannot be afforded says why."""

from __future__ import annotations

from people import MOVED
from test_table import People, go_to, imported

from kronland.web.pages.pictures import example


def number_of(game: str, refused: bool = False, verb: str = "") -> int:
    """Of the first decision in the example of a game that can be made by a verb, or where something is shown that cannot be chosen."""
    record = example(game)
    match = record.replay(0, "python")
    for number, line in enumerate(record.values["actions"]):
        view = match.view(match.actors[0])
        if any(view.desk.refused()) if refused else verb in {verb.name for verb in view.verbs}:
            return number
        seat, _, notation = line.partition(" ")
        match.play(notation, int(seat) - record.first_seat)
    raise AssertionError(f"not in the example of {game}")


def test_one_sum_serves_both_directions(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    go_to(anna, imported(anna, "loewenherz"), number_of("loewenherz", verb="offer"))
    page = anna.page
    shown = page.locator(".dial.is-set .choice")
    assert shown.count() == 1 and shown.get_attribute("data-action") == "offer 0"
    page.fill(".dial.is-set [type=number]", "2")
    assert shown.get_attribute("data-action") == "offer 2" and "2" in shown.inner_text()
    page.locator(".sides input").nth(1).check()
    assert shown.get_attribute("data-action") == "demand 2", "who pays is turned round, the sum stays"
    page.click(".dial.is-set .more")
    assert shown.get_attribute("data-action") == "demand 3"
    page.keyboard.press("Tab")  # to the slider, whose arrows do the same
    page.keyboard.press("ArrowRight")
    assert shown.get_attribute("data-action") == "demand 4"
    for _ in range(2):
        page.click(".dial.is-set .less")
    number = anna.number
    shown.click()
    page.wait_for_function(MOVED, arg=number)
    assert not anna.wrong


def test_what_cannot_be_afforded_says_why(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    go_to(anna, imported(anna, "koenig"), number_of("koenig", refused=True))
    page, barred, number = anna.page, anna.page.locator("#desk .barred").first, anna.number
    why = str(barred.get_attribute("data-refused"))
    barred.hover()
    page.locator("#hint", has_text=why).wait_for()
    assert page.locator("#hint .rule").inner_text() == barred.get_attribute("data-rule")
    barred.click(force=True)  # it is marked as disabled
    assert anna.number == number and not anna.wrong
