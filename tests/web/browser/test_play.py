"""Whole games in a real browser: by clicking, by keys alone, and by forms without JavaScript."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from people import Person

from kronland.games import GAMES, find_game

People = Callable[..., Person]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicking(person: People, game: str) -> None:
    anna = person("Anna")
    players = find_game(game).seats[0]
    anna.make(game, ("me", *["bot-page"] * (players - 1)))
    anna.wait_for_turn()
    anna.page.click(".guide button[name=off]")
    anna.page.locator(".guide").wait_for(state="detached")
    count = anna.play_by_clicking()
    assert count > 10
    assert anna.page.locator(".result .ranking tbody tr").count() == players
    assert anna.page.locator(".result .scoring li").count() > 0
    assert "Your turn" not in anna.page.title()


@pytest.mark.slow
def test_a_whole_game_by_keys_alone(person: People) -> None:
    """Tab to the board once; then arrows, Enter, f to finish, and now and then a command."""
    anna = person("Anna")
    anna.without_guide()
    anna.make("loewenherz", ("me", "bot-page"))
    anna.wait_for_turn()
    page, keys = anna.page, anna.page.keyboard
    for _ in range(40):
        keys.press("Tab")
        if page.evaluate("document.activeElement.matches('#picture .target')"):
            break
    else:
        pytest.fail("Tab does not lead to the board")
    moved = 0
    for turn in range(10_000):
        if not anna.wait_for_turn():
            break
        number = anna.number
        if turn % 10 == 9:
            keys.press("/")
            keys.type(anna.chance.choice(anna.choices()))
            keys.press("Enter")
            page.wait_for_function("number => document.getElementById('table').dataset.number !== number", arg=number)
            keys.press("Escape")
            page.locator("#picture").evaluate("board => board.querySelector('.target')?.focus()")
            continue
        page.wait_for_function("document.activeElement.matches('#picture .target') || document.querySelector('#table.over')")
        for _ in range(anna.chance.randrange(4)):
            before = page.evaluate("document.activeElement.dataset.action")
            keys.press(anna.chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
            moved += page.evaluate("document.activeElement.dataset.action") != before
        if "done" in anna.choices() and anna.chance.random() < 0.3:
            keys.press("f")
        else:
            keys.press("Enter")
        page.wait_for_function("number => document.getElementById('table').dataset.number !== number", arg=number)
    assert anna.over
    assert moved > 20, "the arrow keys do not move over the board"


@pytest.mark.slow
def test_a_whole_game_by_forms(person: People) -> None:
    """Without JavaScript: every choice is a button, and the page comes anew after each."""
    anna = person("Anna", java_script_enabled=False)
    anna.expected = ("409",)  # in a duel the bot may bid while the page is on its way: then one chooses again
    anna.without_guide()
    anna.make("loewenherz", ("me", "bot-page"))
    page = anna.page
    for _ in range(10_000):
        while not anna.my_turn and not anna.over:
            page.wait_for_timeout(30)
            page.goto(page.url)
        if anna.over:
            break
        if page.locator("#acts").get_attribute("open") is None:
            page.click("#acts > summary")
        folded = page.locator("#acts .acts-many:not([open]) > summary")
        while folded.count():
            folded.first.click()
        buttons = page.locator("#acts button.act")
        buttons.nth(anna.chance.randrange(buttons.count())).click()
        assert page.url.rpartition("/")[2].isascii() and "/t/" in page.url
    assert anna.over
    assert page.locator(".result .ranking").count() == 1
