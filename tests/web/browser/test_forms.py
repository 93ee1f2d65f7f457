"""The forms that the other tests send without their pages: a name, and a new table."""

from __future__ import annotations

import re
from collections.abc import Callable

from people import Person

from kronland.games import GAMES, find_game

People = Callable[..., Person]


def test_a_name_and_a_wish_are_kept(person: People) -> None:
    page = person().page
    page.goto("/settings")
    page.fill("#name", "Anna")
    page.uncheck("input[name=guide]")
    page.click("form.settings button.strong")
    page.locator(".notice").wait_for()
    assert page.locator("#name").input_value() == "Anna" and not page.locator("input[name=guide]").is_checked()


def test_a_table_is_made_by_its_form(person: People) -> None:
    """Of every game: who sits where, the names, an option of each kind, the pace."""
    anna = person("Anna")
    page = anna.page
    for game_id in GAMES:
        game = find_game(game_id)
        page.goto(f"/new?game={game_id}")
        for number in range(page.locator(".seat-choices li").count()):
            page.select_option(f"#kind-{number}", "me" if number == 0 else "bot-page" if number < game.seats[0] else "none")
        page.fill("#name-1", "Ludwig")
        for option in game.options:
            fitting = [value for value, _ in option.values if game.seats[0] not in option.not_with.get(value, ())]
            page.check(f"input[name=option-{option.id}][value={fitting[-1]}]")
        page.check("input[name=pace][value='0.0']")
        page.click("button.large")
        page.wait_for_url(re.compile("/t/"))
        anna.wait_for_turn()
        assert page.locator(".player").count() == game.seats[0]
        assert "Ludwig" in page.locator(".players").inner_text()
