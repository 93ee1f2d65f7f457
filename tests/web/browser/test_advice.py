"""A hint and an analysis as a person sees them, in the system's browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from people import Person
from test_pages import PHONE, findings, too_wide
from test_table import DESKTOPS, PHONES, go_to, imported, moments

People = Callable[..., Person]
RECORD = Path(__file__).parents[2] / "golden" / "rheinlaender" / "3-players-seed-49.json"


def test_a_hint_is_asked_for_by_key_shown_on_the_board_and_followed(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    anna.make("loewenherz", ("me", "bot-page"))
    anna.wait_for_turn()
    page, number = anna.page, anna.number
    page.keyboard.press("h")
    page.locator(".advice").wait_for()
    page.wait_for_function("!document.body.classList.contains('busy')")
    assert anna.choices(), "play can go on meanwhile"
    page.locator(".advice ol").wait_for()
    best = page.locator(".advice button >> nth=0")
    action = best.get_attribute("value")
    marked = page.locator(f'#table [data-action="{action}"][data-advice="1"]')
    badge = page.locator(".advice-badge", has_text="1")
    target, sign = marked.bounding_box(), badge.bounding_box()
    assert target and sign and abs(target["x"] + target["width"] / 2 - sign["x"] - sign["width"] / 2) < 3
    assert re.search(r"\d+%", best.inner_text())
    assert not findings(page) + too_wide(page)
    best.click()
    page.wait_for_function("number => document.getElementById('table').dataset.number !== number", arg=number)
    assert not page.locator(".advice, .advice-badge, [data-advice]").count(), "it was for that position"
    assert "1 hint" in page.locator("#player-0").inner_text()


def test_the_number_of_a_hint_does_not_cover_what_is_written_on_a_card(person: People) -> None:
    anna = person("Anna")
    anna.make("rheinlaender", ("me", "bot-page", "bot-page"))
    anna.wait_for_turn()
    page = anna.page

    def advise_every_card(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('data-action="card ', 'data-advice="1" data-action="card '))

    page.route(page.url, advise_every_card)
    page.reload()
    cards = page.locator("#desk .target-card[data-advice]")
    assert cards.count() == 5
    covered = """card => {
        const badge = getComputedStyle(card, "::before"), box = card.getBoundingClientRect();
        const word = card.querySelector("text").getBoundingClientRect();
        const left = box.right - parseFloat(badge.right) - parseFloat(badge.width);
        const bottom = box.top + parseFloat(badge.top) + parseFloat(badge.height);
        return badge.content !== '"1"' || (left < word.right && bottom > word.top);
    }"""
    assert not any(cards.nth(number).evaluate(covered) for number in range(5))
    assert not too_wide(page)


IN_VIEW = """one => {
    const box = one.getBoundingClientRect();
    return [box.top + 2, box.bottom - 2].every(y => one.contains(document.elementFromPoint(box.x + 3, y)));
}"""
# The numbers of a hint that whatever scrolls cuts off.
CUT = """button => {
    const sign = getComputedStyle(button, "::before"), box = button.getBoundingClientRect();
    const right = box.right - parseFloat(sign.right), top = box.top + parseFloat(sign.top);
    for (let around = button.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === "visible") continue;
        const frame = around.getBoundingClientRect();
        if (box.right > frame.right) return false; // a card that is out of view as a whole, to be scrolled to
        if (right > frame.right || (around.matches(".cards") && top < frame.top)) return true;
    }
    return right > innerWidth;
}"""


@pytest.mark.parametrize(("game", "verb"), [("koenig", "play"), ("loewenherz", "card")])
def test_a_hint_leaves_the_prompt_in_view_and_its_numbers_are_whole(person: People, game: str, verb: str) -> None:
    anna = person("Anna", "de", viewport={"width": 1280, "height": 600})
    anna.without_guide()
    go_to(anna, imported(anna, game), dict(moments(game))[verb])
    page, advice = anna.page, anna.page.locator("#advice")
    page.click("#advise")
    page.locator(".advice ol").wait_for()
    scrolled = False
    for width, height in (None, None), *DESKTOPS, *PHONES:
        if width:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("document.querySelectorAll('.panels, .play-side').forEach((tray) => { tray.scrollTop = 0; })")  # as it comes
            advice.evaluate("one => one.scrollIntoView({ block: 'nearest' })")
        where = f"{width} x {height}"
        scrolled |= page.evaluate("[...document.querySelectorAll('.panels, .play-side')].some(one => one.scrollTop > 40)")
        page.locator("#picture").click(position={"x": 3, "y": 3})
        assert page.locator("#prompt").evaluate(IN_VIEW), f"{where}: the prompt is out of view"
        top = advice.bounding_box()["y"], page.locator(".saying").bounding_box()
        assert top[0] >= top[1]["y"] + top[1]["height"] - 1, f"{where}: the hint begins out of view"
        numbers = page.locator("#desk button[data-advice]:visible")
        cut = [numbers.nth(number).get_attribute("data-action") for number in range(numbers.count()) if numbers.nth(number).evaluate(CUT)]
        assert not cut and numbers.count(), f"{where}: cut off {cut}"
        assert not too_wide(page)
        assert page.locator(".panels").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert scrolled
    page.evaluate("document.querySelector('#advice').innerHTML = '<p class=thinking>Thinking</p>'")
    sign = page.locator("#advice .thinking").evaluate("one => getComputedStyle(one, '::before').content")
    assert "\N{BLACK CHESS KING}" in sign and "." not in sign and "\N{HORIZONTAL ELLIPSIS}" not in sign


# Every two of language, colours and screen come together once.
SHOWN = [("en", "light", False), ("de", "dark", False), ("en", "dark", True), ("de", "light", True)]


@pytest.mark.parametrize(("language", "scheme", "phone"), SHOWN)
def test_the_analysis_comes_by_itself_and_leads_to_the_positions(person: People, language: str, scheme: str, phone: bool) -> None:
    anna = person("Anna", language, color_scheme=scheme, **(PHONE if phone else {}))
    page = anna.page
    page.goto("/import")
    page.set_input_files("#file", RECORD)
    page.click("form.import button")
    held: list[Any] = []  # what the page asks for by itself, until it has been looked at as it is while the analysis is made
    looking = True

    def hold(route: Any) -> None:
        if looking and not route.request.is_navigation_request():
            held.append(route)
        else:
            route.continue_()

    page.route("**/analysis", hold)
    page.click(".result a[href$='/analysis']")
    page.locator(".analysis progress").wait_for()
    assert not findings(page) + too_wide(page)
    looking = False
    for route in held:
        route.continue_()
    page.locator(".graph").wait_for(timeout=120_000)
    assert page.locator(".graph-line").count() == 2 * 3, "a line for each player, and one in the legend"
    decisions = page.locator(".decision")
    assert 1 <= decisions.count() == page.locator(".graph-tip").count()
    page.locator(".graph-numbers summary").click()
    assert not findings(page) + too_wide(page)
    place = decisions.first.locator(".faded").inner_text()
    decisions.first.locator("a").click()
    page.wait_for_url(re.compile(rf"/at/{place}\?eyes=\d"))
    assert page.locator("form[action$='/play-on']").count() == 1, "from here one can try the other way"
