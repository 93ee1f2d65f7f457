"""Every page: no sideways scrolling on a phone or at 200 % zoom, both languages. What axe finds is in `test_axe.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest
from axe import findings
from people import MOVED, Person

from kronland.games import GAMES, find_game
from kronland.web.pages.pictures import example

People = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
# Targets too small for a finger: below 44 pixels the first touch shows what the second does, so 16 x 16 are enough, or long and narrow
# ones like three fields round the island of Rheinländer; two fingers or a double tap make all of them larger.
SMALL = """all => all.map(one => [one.dataset.action, one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < (box.width * box.height > 300 ? 12 : 16))
    .map(([action, box]) => `${action}: ${box.width} x ${box.height}`)"""
PAGES = (
    "/",
    "/new",
    "/new?game=loewenherz",
    "/rules",
    "/rules/loewenherz",
    "/settings",
    "/docs",
    "/import",
    "/club",
    "/account",
    "/notices",
    "/nothing-here",
)


def too_wide(page: Any) -> list[str]:
    width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    return [f"{page.url} is {width[0]} wide on a screen of {width[1]}"] if width[0] > width[1] else []


def pages(person: Person) -> Iterator[Any]:
    """All kinds of pages that are no table's."""
    person.expected = ("404",)
    for path in PAGES:
        person.page.goto(path)
        yield person.page


def screens(person: Person, game: str) -> Iterator[Any]:
    """The pages of a table at several stages of a game; finished tables have a test of their own."""
    page = person.page
    person.make(game, ("me", *["open"] * (find_game(game).seats[0] - 1)))
    yield page
    person.page.click("form[action$='/start'] button")
    for _ in range(3):
        person.wait_for_turn()
        person.click(person.chance.choice(person.choices()))
    person.wait_for_turn()
    yield page
    person.tab("more")
    page.locator("#share summary").click()
    page.locator("#words-view summary").click()
    page.locator("#acts > summary").click()
    yield page
    page.goto(page.url.partition("?")[0] + "/at/3")
    yield page
    page.goto(f"/rules/{game}")
    yield page
    person.make(game, ("me", *["guest"] * (find_game(game).seats[0] - 1)))
    page.locator(".curtain").wait_for()
    yield page
    page.goto(person.link("watch"))
    yield page


def test_that_dark_colours_are_looked_at(person: People) -> None:
    """Grey on a dark ground is found, and only there."""
    anna = person("Anna")
    anna.page.goto("/rules")
    anna.page.evaluate("document.styleSheets[0].insertRule('@media (prefers-color-scheme: dark) { * { color: #333 !important } }')")
    assert [problem.split()[1:3] for problem in findings(anna.page)] == [["dark", "color-contrast:"]]


def test_home_offers_every_game_and_its_picture_above_the_fold(person: People) -> None:
    """On a large screen and on a phone, to a newcomer and to whoever has tables; open ones begin there, too, on the large one."""
    for size, more in (({"width": 1440, "height": 900}, {}), ({"width": 390, "height": 844}, PHONE)):
        page = person("Anna", "de", **{**more, "viewport": size}).page
        page.goto("/")
        low = "all => all.map(one => one.getBoundingClientRect().bottom)"
        buttons = page.locator("form[action='/play-now'] button").evaluate_all(low)
        assert len(buttons) == len(GAMES) and max(buttons) < size["height"], buttons
        page.wait_for_function("() => [...document.querySelectorAll('.game-picture img')].every(one => one.complete && one.naturalWidth)")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_needs_no_sideways_scrolling(person: People, game: str) -> None:
    anna = person("Anna", **PHONE)
    others = pages(anna) if game == "loewenherz" else ()  # these are the same for all games
    found = [problem for page in chain(others, screens(anna, game)) for problem in too_wide(page)]
    assert not found, "\n".join(found)


def test_zoomed_to_200_percent_nothing_runs_over(person: People) -> None:
    anna = person("Anna", viewport={"width": 640, "height": 450})
    found = [problem for page in chain(pages(anna), screens(anna, "loewenherz")) for problem in too_wide(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_targets_on_a_phone_are_large_enough_and_hit_where_they_are_seen(person: People, game: str) -> None:
    anna = person("Anna", **PHONE)
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    for _ in range(6):
        anna.wait_for_turn()
        small = anna.page.locator("#table .target:visible").evaluate_all(SMALL)
        assert not small, small
        number, spot = anna.number, anna.spot(anna.chance.choice(anna.choices()))
        anna.page.touchscreen.tap(*spot)
        if anna.page.locator(".target.held").count():  # what is small shows first what it would do
            anna.page.touchscreen.tap(*spot)
        anna.page.wait_for_function(MOVED, arg=number)


def test_a_waiting_room_on_a_phone_scrolls_and_leads_elsewhere(person: People) -> None:
    """It has no tray of its own: what holds a table in place hid half of it, and every way out."""
    anna = person("Anna", "de", **{**PHONE, "viewport": {"width": 844, "height": 390}})
    anna.make("brianboru", ("me", *["open"] * 4))
    page = anna.page
    assert page.locator("header.top").is_visible()
    page.evaluate("window.scrollTo(0, 10000)")
    assert page.evaluate("window.scrollY") > 0
    assert page.locator("form[action$='/start'] button").evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")


def test_home_leads_to_importing(person: People) -> None:
    page = person("Anna").page
    page.goto("/")
    page.click("a[href='/import']")
    page.locator("#text").wait_for()


def test_the_language_of_the_browser_and_the_switch(person: People) -> None:
    anna = person("", "de-AT")
    anna.page.goto("/")
    assert anna.page.locator("html").get_attribute("lang") == "de"
    assert "Sofort spielen" in anna.page.locator("main").inner_text()
    anna.page.click(".tongue button[value=en]")
    assert anna.page.locator("html").get_attribute("lang") == "en"
    assert "Play now" in anna.page.locator("main").inner_text()
    anna.make("loewenherz", ("me", "bot-page"))
    anna.wait_for_turn()
    anna.click(anna.choices()[0])
    english = anna.log()
    anna.page.click(".tongue button[value=de]")
    assert anna.page.locator("html").get_attribute("lang") == "de"
    assert "Dein Zug" in anna.page.locator("#prompt").inner_text()
    assert len(anna.log()) >= len(english) and anna.log()[0] != english[0]


def test_a_home_page_that_waits_for_games_comes_to_have_them(person: People) -> None:
    """The page of a server that prepares its games looks again by itself, whatever goes wrong between, and has all games at the end."""
    anna = person("Anna")
    anna.expected = ("503",)
    asked: list[str] = []

    def prepared(route: Any) -> None:
        asked.append(route.request.resource_type)
        if len(asked) == 1:
            waiting = route.fetch().text().replace('id="games"', 'id="games" data-again="0.05"')
            route.fulfill(
                content_type="text/html", body=waiting.replace("</head>", '<script src="/static/again.js" defer></script></head>')
            )
        elif len(asked) == 2:
            route.fulfill(status=503, body="")
        else:
            route.continue_()

    anna.page.route("**/", prepared)
    anna.page.goto("/")
    anna.page.locator("#games:not([data-again])").wait_for()
    assert asked == ["document", "fetch", "fetch"] and anna.page.locator("#games .game").count() == len(GAMES)


def test_pointing_says_what_it_does_and_why_not(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    anna.make("loewenherz", ("me", "bot-page"))
    anna.wait_for_turn()
    page, hint = anna.page, anna.page.locator("#hint")
    label = page.locator("#picture .target title").first.text_content()
    page.locator("#picture .target").first.hover()
    page.wait_for_function("label => document.getElementById('hint').textContent.startsWith(label)", arg=label)
    fields = {f"castle {column}{row}" for column in "abcdefghijklmno" for row in range(1, 11)} - set(anna.choices())
    field = sorted(fields)[0].split()[1]
    at = page.locator(".kl-board").evaluate(
        """(board, at) => {
          const point = new DOMPoint(32 + 48 * at[0] + 24, 32 + 48 * at[1] + 24).matrixTransform(board.getScreenCTM());
          return [point.x, point.y];
        }""",
        [ord(field[0]) - ord("a"), int(field[1:]) - 1],
    )
    page.mouse.move(*at)
    rule = hint.locator("a.rule")
    rule.wait_for()
    assert re.fullmatch(r"L97-\d+", rule.inner_text())
    href = rule.get_attribute("href")
    page.goto(href)
    assert page.locator(f"[id='{href.partition('#')[2]}']").count() == 1


WHY_NOT = [("rheinlaender", "[data-place='field W1']"), ("brianboru", "[data-place='town m1']"), ("koenig", "[data-place^='card ']")]


@pytest.mark.parametrize(("game", "place"), WHY_NOT)
def test_pointing_at_a_marked_place_says_why_not(person: People, game: str, place: str) -> None:
    """Fields of the river, towns and cards, whatever stands on them."""
    anna = person("Anna")
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    anna.wait_for_turn()
    if game == "brianboru":
        anna.play_by_clicking(1)  # the first disc: now cards are to be kept, and no town
        anna.wait_for_turn()
    anna.page.wait_for_function("() => document.querySelectorAll('.player.deciding').length === 1")
    anna.page.locator(f"#table {place}").first.hover(force=True)
    rule = anna.page.locator("#hint a.rule")
    rule.wait_for()
    anna.page.goto(rule.get_attribute("href"))
    assert anna.page.locator(":target").count() == 1


# Words that stand before a field, but not on its line: where a row has no room they were parted, and stood before another field.
PARTED = """() => [...document.querySelectorAll(".row label[for]:not(.unseen)")].filter((label) => {
    const [words, field] = [label, document.getElementById(label.htmlFor)].map((one) => one.getBoundingClientRect());
    return words.bottom <= field.top || words.top >= field.bottom;
}).map((label) => label.textContent)"""


@pytest.mark.parametrize("language", ["de", "en"])
def test_in_a_form_words_stand_with_their_field_and_an_explanation_below_what_it_explains(person: People, language: str) -> None:
    anna = person("Anna", language)
    for width in (390, 360, 1440):
        anna.page.set_viewport_size({"width": width, "height": 844})
        for path in ("/settings", "/tournaments/new?game=rheinlaender"):
            anna.page.goto(path)
            assert anna.page.evaluate(PARTED) == [], f"{path} at {width}"
        named = anna.page.locator("label:has(> input[name=system])")
        for place in range(named.count()):
            name, told = named.nth(place).locator("> span"), named.nth(place).locator(".explained")
            assert told.bounding_box()["y"] > name.bounding_box()["y"] + 15, "it went on in the same line"


DESK_IS_THERE = """() => performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('desk.js') && responseEnd)
    && new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_the_first_page_that_a_browser_shows_is_as_calm_as_any(person: People, size: tuple[int, int]) -> None:
    """It was laid out for who has no scripts until they had come, and all that can be chosen stayed open on it as a list of buttons."""
    bert = person("Bert")
    bert.make("brianboru", ("me", "bot-page", "bot-page"))
    bert.play_by_clicking(1)
    bert.wait_for_turn()
    link = bert.link("0")
    anna = person(viewport={"width": size[0], "height": size[1]})
    page, held, waiting = anna.page, [], [True]
    answer = anna.context.request.post(link, max_redirects=0)
    page.route(
        "**/static/*.js?*", lambda route: held.append(route) if waiting and "first.js" not in route.request.url else route.continue_()
    )
    page.goto(answer.headers["location"], wait_until="commit")
    page.locator("#tabs").wait_for(state="attached")
    offered = page.locator("#table button.target:visible")
    assert page.locator(".pickable:visible").count() == 8 and page.locator(".choice:visible").count() == 0, "scripts are still on their way"
    page.locator(".pickable").first.click()
    waiting.clear()
    for route in held:
        if "table.js" not in route.request.url:
            route.continue_()
    page.wait_for_function(DESK_IS_THERE)  # which would do it at once
    page.locator(".pickable").nth(1).click()
    next(route for route in held if "table.js" in route.request.url).continue_()
    page.wait_for_function("() => document.readyState === 'complete'")
    assert offered.count() == 0 and page.locator(".acts button:visible").count() == 0
    pressed = page.locator(".pickable").evaluate_all("all => all.map((card) => card.ariaPressed)")
    assert pressed == ["false", "true", *["false"] * 6], "what was clicked last is done when all scripts are there, and once"


def test_the_guide_explains_each_decision_once(person: People) -> None:
    anna = person("Anna")
    anna.make("loewenherz", ("me", "bot-page"))
    anna.wait_for_turn()
    guide = anna.page.locator(".guide")
    assert "most points win" in guide.inner_text()
    anna.page.click(".guide button:not([name])")
    guide.get_by_text("Castles").wait_for()
    anna.page.click(".guide button:not([name])")
    guide.wait_for(state="detached")
    anna.click(anna.choices()[0])
    assert "knight" in guide.inner_text()
    anna.page.reload()
    assert "knight" in guide.inner_text() and "Castles are" not in guide.inner_text()


def test_without_scripts_the_replay_has_a_page_for_every_position(person: People) -> None:
    """With them it stays on its page: `test_happened.py`."""
    anna = person("Anna", java_script_enabled=False)
    page = anna.page
    page.goto("/import")
    page.fill("#text", example("loewenherz").text)
    page.click("form.import button")
    page.click(".result a[href$='/at/0']")
    page.click("#next")
    assert "/at/1?" in page.url
    page.select_option("#eyes", "1")
    page.click("form:has(#eyes) button")
    assert "Ochre" in page.locator(".eyes").inner_text()
