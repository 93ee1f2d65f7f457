"""Notices in a real browser: told at once on whatever page is open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe import findings
from people import Person

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("language", "viewport"), [("en", (1440, 900)), ("de", (390, 844))], ids=["wide", "phone"])
def test_any_page_says_at_once_that_it_is_your_turn(person: Callable[..., Person], language: str, viewport: tuple[int, int]) -> None:
    size = dict(zip(("width", "height"), viewport, strict=True))
    anna, ben = person("Anna", language, viewport=size), person("Ben", language, viewport=size)
    table = anna.make("loewenherz", ("me", "open"))
    link = anna.link("1")
    ben.page.goto(link)
    ben.page.click("form button.strong")
    ben.page.locator("#table").wait_for()
    anna.page.locator("#table").wait_for()
    waited, other = (anna, ben) if anna.my_turn else (ben, anna)
    # Whoever is not to decide reads the rules meanwhile, and another page in a second window.
    for page in (other.page, other.context.new_page()):
        page.goto("/rules")
    second = other.context.pages[-1]
    waited.play_by_clicking_until_passed()
    for page in (other.page, second):
        page.locator(f"#news a[href='/t/{table}']").wait_for()
        assert page.title().startswith("(1) ") and page.locator("#notices .count").inner_text() == "1"
    assert not findings(other.page)
    other.page.click("#news button")
    assert other.page.locator("#news a").count() == 0
    second.click("#news a")
    second.locator("#table[data-turn=yes]").wait_for()
    other.page.wait_for_function("() => !document.title.startsWith('(')")  # having been there, it is no news
    second.close()
