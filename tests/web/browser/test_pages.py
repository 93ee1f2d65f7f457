"""Every page: no serious finding of axe-core, no sideways scrolling on a phone or at 200 % zoom, both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from people import MOVED, VISIBLE_SPOT, Person

from kronland.games import GAMES, find_game
from kronland.web.pages.pictures import example

People = Callable[..., Person]
AXE = (Path(__file__).parent.parent / "vendor" / "axe.min.js").read_text("utf-8")
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
# A drawn card shows figures in its corners ("A 3 5 (3)"), which are no words to speak: it is named by what they mean ("3 borders (A)").
# Everything else is named by the words that stand on it.
DRAWN_CARDS = {"label-content-name-mismatch": re.compile("target-take|target-keep|target-play.*kl-card", re.S)}
# Targets too small for a finger, which needs about 24 pixels: less than 23 wide or high. Three fields round the island of Rheinländer are
# long and narrow, 17 x 28 at the least; for these there is the list of choices.
SMALL = """all => all.map(one => [one.dataset.action, one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < (box.width * box.height > 480 ? 17 : 23))
    .map(([action, box]) => `${action}: ${box.width} x ${box.height}`)"""
PAGES = ("/", "/new", "/new?game=loewenherz", "/rules", "/rules/loewenherz", "/settings", "/import", "/nothing-here")


def findings(page: Any) -> list[str]:
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    problems = []
    for one in found:
        allowed = DRAWN_CARDS.get(one["id"])
        nodes = [node["html"][:160] for node in one["nodes"] if not (allowed and allowed.search(node["html"]))]
        if nodes and one["impact"] in ("serious", "critical"):
            problems.append(f"{page.url} {one['id']}: {one['help']}: {nodes[:3]}")
    return problems


def too_wide(page: Any) -> list[str]:
    width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    return [f"{page.url} is {width[0]} wide on a screen of {width[1]}"] if width[0] > width[1] else []


def screens(person: Person, game: str) -> Iterator[Any]:
    """All kinds of pages one after the other, the table's at several stages of a game; finished tables have a test of their own."""
    page = person.page
    person.expected = ("404",)
    for path in PAGES:
        page.goto(path)
        yield page
    person.make(game, ("me", *["open"] * (find_game(game).seats[0] - 1)))
    yield page
    person.page.click("form[action$='/start'] button")
    for _ in range(12):
        if not person.wait_for_turn():
            break
        person.click(person.chance.choice(person.choices()))
    person.wait_for_turn()
    yield page
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


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_serious_finding_of_axe(person: People, language: str, scheme: str) -> None:
    anna = person("Anna", language, color_scheme=scheme)
    found = [problem for page in screens(anna, "loewenherz") for problem in findings(page)]
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", sorted(set(GAMES) - {"loewenherz"}))
def test_no_serious_finding_of_axe_at_any_table(person: People, game: str, scheme: str) -> None:
    """In the middle of a game with all its kinds of decisions, and when it is over."""
    anna = person("Anna", color_scheme=scheme)
    anna.without_guide()
    page, record = anna.page, example(game)
    verbs = [action.split()[1] for action in record.values["actions"]]
    page.goto("/import")
    page.fill("#text", record.text)
    page.click("form.import button")
    page.locator(".result").wait_for()
    table, found = page.url, findings(page)
    for verb in sorted(set(verbs))[scheme == "dark" :: 2]:  # half of them in each scheme, for the time it takes
        page.goto(f"{table}/at/{max(number for number, other in enumerate(verbs) if other == verb)}")
        page.click("form[action$='/play-on'] button")
        page.locator("#table[data-turn=yes]").wait_for()
        found += findings(page)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_needs_no_sideways_scrolling(person: People, game: str) -> None:
    anna = person("Anna", **PHONE)
    found = [problem for page in screens(anna, game) for problem in too_wide(page)]
    assert not found, "\n".join(found)


def test_zoomed_to_200_percent_nothing_runs_over(person: People) -> None:
    anna = person("Anna", viewport={"width": 640, "height": 450})
    found = [problem for page in screens(anna, "loewenherz") for problem in too_wide(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_targets_on_a_phone_are_large_enough_and_hit_where_they_are_seen(person: People, game: str) -> None:
    anna = person("Anna", **PHONE)
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    for _ in range(12):
        anna.wait_for_turn()
        anna.page.locator("#table.tall").wait_for()
        small = anna.page.locator("#picture .target").evaluate_all(SMALL)
        assert not small, small
        assert anna.page.locator("#acts > summary").is_visible()  # the same choices as a list
        number, action = anna.number, anna.chance.choice(anna.choices())
        spot = anna.page.locator(f'#picture .target[data-action="{action}"]').evaluate(VISIBLE_SPOT)
        assert spot is not None, f"{action} cannot be seen anywhere"
        anna.page.touchscreen.tap(*spot)
        anna.page.wait_for_function(MOVED, arg=number)


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
    assert "Du bist am Zug" in anna.page.locator("#prompt").inner_text()
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
    anna.page.locator(f"#picture {place}").first.hover(force=True)
    rule = anna.page.locator("#hint a.rule")
    rule.wait_for()
    anna.page.goto(rule.get_attribute("href"))
    assert anna.page.locator(":target").count() == 1


def test_the_guide_explains_each_decision_once(person: People) -> None:
    anna = person("Anna")
    anna.make("loewenherz", ("me", "bot-page"))
    anna.wait_for_turn()
    guide = anna.page.locator(".guide")
    assert "Castles" in guide.inner_text()
    anna.page.click(".guide button:not([name])")
    guide.wait_for(state="detached")
    anna.click(anna.choices()[0])
    assert "knight" in guide.inner_text()
    anna.page.reload()
    assert "knight" in guide.inner_text() and "Castles are" not in guide.inner_text()


def test_replay_and_playing_on(person: People) -> None:
    """Slider and keys lead through a finished game, which an import brings; from any position play goes on."""
    anna = person("Anna")
    page = anna.page
    page.goto("/import")
    page.set_input_files("#file", next((Path(__file__).parents[2] / "golden" / "loewenherz").glob("3-*.json")))
    page.click("form.import button")
    page.locator(".result").wait_for()
    page.click(".result a.button >> nth=0")
    page.wait_for_load_state()
    assert "/at/0" in page.url
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"/at/1\?"), wait_until="load")
    page.keyboard.press("End")
    page.wait_for_url(re.compile(r"/at/\d{3}"), wait_until="load")
    page.keyboard.press("Home")
    page.wait_for_url(re.compile(r"/at/0"), wait_until="load")
    page.locator("#slider").fill("20")
    page.wait_for_url(re.compile(r"/at/20"))
    page.select_option("#eyes", "1")
    page.click("form:has(#eyes) button")
    assert "Ochre" in page.locator(".eyes").inner_text()
    page.click("form[action$='/play-on'] button")
    page.locator("#table").wait_for()
    assert anna.wait_for_turn()
