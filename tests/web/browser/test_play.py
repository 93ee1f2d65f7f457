"""Games in a real browser: by clicking, by keys alone, and by forms without JavaScript. `--long` plays whole ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from people import TWO_FRAMES, Person

from kronland.games import GAMES, find_game
from kronland.web.pages.pictures import example

People = Callable[..., Person]
FIRST, LAST = 6, 16  # decisions of a game that are played in every run; of the last ones many are those of others


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_clicking(person: People, game: str, long: bool) -> None:
    """Its first decisions, and the last ones of a game that has been played so far."""
    anna = person("Anna")
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    anna.wait_for_turn()
    anna.page.click(".guide button[name=off]")
    anna.page.locator(".guide").wait_for(state="detached")
    if not long:
        assert anna.play_by_clicking(FIRST) == FIRST
        anna.near_the_end(game, LAST)
    assert anna.play_by_clicking() > 0
    assert anna.page.locator(".result .ranking tbody tr").count() == anna.page.locator(".player").count()
    assert anna.page.locator(".result .scoring li").count() > 0
    assert "Your turn" not in anna.page.title()


@pytest.mark.parametrize("game", GAMES)
def test_what_a_change_leaves_on_the_page_is_what_a_fresh_page_shows(person: People, game: str) -> None:
    """A change is worked into the page that is there; nothing of the old picture may stay in the new one."""
    anna = person("Anna")
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    for _ in range(5):
        anna.play_by_clicking(1)
        anna.wait_for_turn()
        anna.page.wait_for_function("() => document.querySelectorAll('.player.deciding').length === 1")  # where all decide, bots have
        shown = anna.drawn()
        anna.page.reload()
        anna.wait_for_turn()
        assert shown.splitlines() == anna.drawn().splitlines()


def test_a_click_is_answered_without_a_board_and_the_stream_brings_it(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    anna.make("koenig", ("me", "bot-page"))
    answers: list[tuple[int, int]] = []

    def heard(answer: Any) -> None:
        if answer.url.endswith("/act"):
            answers.append((answer.status, int(answer.headers.get("content-length", "0"))))

    anna.wait_for_turn()
    anna.page.on("response", heard)
    assert anna.play_by_clicking(6) == 6
    assert answers == [(204, 0)] * 6


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", True), ("reduce", False)])
@pytest.mark.parametrize("game", ["koenig", "brianboru"])
def test_what_comes_comes_with_a_motion_unless_the_reader_wants_none(person: People, game: str, motion: str, moving: bool) -> None:
    anna = person("Anna", reduced_motion=motion)
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    anna.wait_for_turn()
    anna.page.evaluate(
        """() => {
          window.moved = [];
          const { animate } = Element.prototype;
          Element.prototype.animate = function (...how) {
              const motion = animate.apply(this, how);
              if (this.closest("#picture")) window.moved.push(motion);
              return motion;
          };
          // After the page's own listeners, and before anything else can happen, such as a bot's move that sets the next thing going.
          const look = () => { window.still = window.moved.every((one) => one.playState !== "running"); };
          document.addEventListener("pointerdown", look, { capture: true });
        }"""
    )
    anna.click(anna.choices()[0])  # a castle, or a disc
    anna.page.evaluate(TWO_FRAMES)
    assert (anna.page.evaluate("() => window.moved.length") > 0) == moving
    anna.page.mouse.move(4, 4)
    anna.page.mouse.down()  # whatever is done next ends a motion
    assert anna.page.evaluate("() => window.still")


def test_focus_stays_where_one_has_clicked(person: People) -> None:
    """What was clicked is gone, and the ring is on nothing else, such as the line beside it; keys go on from there."""
    anna = person("Anna")
    anna.without_guide()
    actions = example("koenig").values["actions"]
    at = next(at for at in range(len(actions) - 1) if all(action.split()[1] == "border" for action in actions[at : at + 2]))
    anna.near_the_end("koenig", len(actions) - at)
    anna.wait_for_turn()
    page, chosen = anna.page, actions[at].partition(" ")[2]
    x, y = anna.spot(chosen)
    anna.click(chosen)
    anna.wait_for_turn()
    assert anna.choices()[0].startswith("border") and page.evaluate("document.activeElement.dataset.action ?? null") is None
    page.keyboard.press("ArrowDown")
    box = page.evaluate("(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.activeElement.getBoundingClientRect())")
    assert page.evaluate("document.activeElement.dataset.action").startswith("border")
    near = page.locator("#picture svg").bounding_box()["width"] / 8
    assert abs(box[0] - x) < near and abs(box[1] - y) < near, "the nearest of what can be chosen now"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_keys_alone(person: People, game: str, long: bool) -> None:
    anna = person("Anna")
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    anna.wait_for_turn()
    number = anna.number
    if long or game == "rheinlaender":
        if not long:
            anna.near_the_end(game, LAST)
        assert anna.play_by_keys() > 0, "the arrow keys do not move over the board"
        assert anna.over
    else:
        assert anna.play_by_keys(FIRST) > 0, "the arrow keys do not move over the board"
        assert int(anna.number) - int(number) >= FIRST


def test_keys_lead_to_what_is_shown_and_not_to_a_bastion_that_waits_for_its_button(person: People) -> None:
    """Chromium says of what is drawn that it is visible though it is not displayed: Tab led to none of the cards."""
    anna = person("Anna")
    anna.without_guide()
    anna.make("rheinlaender", ("me", "bot-page", "bot-page"))
    anna.wait_for_turn()
    page, number = anna.page, anna.number
    anna.to_the_board()
    assert page.evaluate("getComputedStyle(document.activeElement).display !== 'none' && document.activeElement.matches('button')")
    assert anna.play_by_keys(3) >= 0
    assert int(anna.number) >= int(number) + 3


def test_keys_go_on_at_what_can_be_chosen(person: People) -> None:
    """The ring came to a card that nobody could pay, because it was the nearest."""
    anna = person("Anna")
    anna.without_guide()
    anna.near_the_end("koenig", 325)  # the first knight of a game is set, then a card is sold or played: two cannot be
    page = anna.page
    anna.wait_for_turn()
    barred = "document.querySelectorAll('#table .barred').length"
    anna.to_the_board()
    for _ in range(40):
        if page.evaluate(barred):
            break
        page.keyboard.press("Enter")
        anna.wait_for_turn()
        page.evaluate(TWO_FRAMES)
    assert page.evaluate(barred)
    assert page.evaluate("!document.activeElement.matches('.barred') && !document.querySelector('#table .barred[tabindex=\\'0\\']')")


def test_a_game_by_forms(person: People, long: bool) -> None:
    """Without JavaScript: every choice is a button, and the page comes anew after each."""
    anna = person("Anna", java_script_enabled=False)
    anna.expected = ("409",)  # where all decide at once, a bot may while the page is on its way: then one chooses again
    anna.without_guide()
    anna.make("brianboru", ("me", "bot-page", "bot-page"))
    page = anna.page
    for number in range(10_000):
        if number == FIRST and not long:
            anna.near_the_end("brianboru", LAST)
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
