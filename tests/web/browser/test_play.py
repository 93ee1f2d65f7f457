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


@pytest.mark.parametrize("game", GAMES)
def test_what_a_change_leaves_on_the_page_is_what_a_fresh_page_shows(person: People, game: str) -> None:
    """A change is worked into the page that is there; nothing of the old picture may stay in the new one."""
    anna = person("Anna")
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    for _ in range(12):
        anna.play_by_clicking(1)
        anna.wait_for_turn()
        anna.page.wait_for_function("() => document.querySelectorAll('.player.deciding').length === 1")  # where all decide, bots have
        shown = anna.drawn()
        anna.page.reload()
        anna.wait_for_turn()
        assert shown.splitlines() == anna.drawn().splitlines()


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", True), ("reduce", False)])
@pytest.mark.parametrize("game", ["koenig", "brianboru"])
def test_what_comes_comes_with_a_motion_unless_the_reader_wants_none(person: People, game: str, motion: str, moving: bool) -> None:
    anna = person("Anna", reduced_motion=motion)
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    anna.wait_for_turn()
    anna.page.evaluate(
        """() => {
          window.moved = 0;
          const see = (changes) => { window.moved += changes.filter(({ target }) => target.classList.contains("kl-come")).length; };
          const watched = { subtree: true, attributes: true, attributeFilter: ["class"] };
          new MutationObserver(see).observe(document.getElementById("table"), watched);
        }"""
    )
    anna.click(anna.choices()[0])  # a castle, or a disc
    anna.page.wait_for_timeout(50)
    assert (anna.page.evaluate("() => window.moved") > 0) == moving


@pytest.mark.slow
def test_a_whole_game_by_keys_alone(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    anna.make("rheinlaender", ("me", "bot-page", "bot-page"))
    anna.wait_for_turn()
    assert anna.play_by_keys() > 20, "the arrow keys do not move over the board"
    assert anna.over


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(set(GAMES) - {"rheinlaender"}))
def test_every_game_is_played_by_keys(person: People, game: str) -> None:
    anna = person("Anna")
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    anna.wait_for_turn()
    number = anna.number
    assert anna.play_by_keys(35) > 5, "the arrow keys do not move over the board"
    assert int(anna.number) - int(number) >= 35


@pytest.mark.slow
def test_a_whole_game_by_forms(person: People) -> None:
    """Without JavaScript: every choice is a button, and the page comes anew after each."""
    anna = person("Anna", java_script_enabled=False)
    anna.expected = ("409",)  # where all decide at once, a bot may while the page is on its way: then one chooses again
    anna.without_guide()
    anna.make("brianboru", ("me", "bot-page", "bot-page"))
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
