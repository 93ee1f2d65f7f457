"""The board stays put and the choice is at hand: in every kind of decision of every game, at five sizes of window.

Positions come from each game's example, one for each kind of decision, and the window is made larger and smaller before them: so the whole
costs one page a decision. With --long whole games are played at the sizes of phones, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe import BESIDE_THE_BOARD, THE_DECISION, findings, languages
from people import MOVED, TWO_FRAMES, Person

from kronland.games import GAMES, find_game
from kronland.web.pages.pictures import example

People = Callable[..., Person]
DESKTOPS = ((1440, 900), (1280, 720))
PHONES = ((390, 844), (360, 640), (844, 390))
TOUCH = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}

# Where the board is; which of what can be chosen or leads to a choice is in view; whether anything has to be scrolled; how small type is.
MEASURED = """() => {
    const seen = (one) => {
        for (const part of [one, ...one.querySelectorAll("*")]) {
            const box = part.getBoundingClientRect(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const inside = box.width && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
            if (inside && one.contains(document.elementFromPoint(x, y))) return true;
        }
        return false;
    };
    const shown = (one) => one.getClientRects().length > 0;
    const board = document.querySelector("#picture > svg").getBoundingClientRect();
    const [, , width, height] = document.querySelector("#picture > svg").getAttribute("viewBox").split(" ").map(Number);
    const scale = Math.min(board.width / width, board.height / height);
    const ways = [...document.querySelectorAll("#table .target, #table .pickable, #table .arm, #table .stepper input")].filter(shown);
    const small = [];
    for (const one of document.querySelectorAll(".people *, .side *")) {
        const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        if (!words || !shown(one) || one.closest(".unseen, .tools, option, title")) continue;
        const drawn = () => Number(one.getAttribute("font-size")) * one.getScreenCTM().a;
        const size = one.ownerSVGElement ? drawn() : parseFloat(getComputedStyle(one).fontSize);
        if (size < 11.9) small.push(`${one.textContent.trim().slice(0, 20)}: ${size.toFixed(1)}`);
    }
    const prompt = document.getElementById("prompt");
    return {
        board: [board.x, board.y, board.width, board.height].map(Math.round),
        drawn: [width * scale, height * scale],
        left: innerHeight - (document.querySelector(".top").getClientRects().length ? document.querySelector(".top").offsetHeight : 0),
        unseen: ways.filter((one) => !seen(one)).map((one) => one.dataset.action ?? one.outerHTML.slice(0, 60)),
        ways: ways.length, inView: ways.filter(seen).length, prompt: seen(prompt),
        scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
        small: [...new Set(small)],
    };
}"""


SAID = "all => all.map((one) => one.getAttribute('aria-label'))"

ANOTHER_HAS_CHOSEN = """() => {
    const { dataset } = document.getElementById('table'), { number } = dataset;
    dataset.number = 'another';
    document.dispatchEvent(new Event('settled'));
    dataset.number = number;
}"""


def imported(one: Person, game: str) -> str:
    """The address of the table of the game's example."""
    one.page.goto("/import")
    one.page.fill("#text", example(game).text)
    one.page.click("form.import button")
    one.page.locator(".result").wait_for()
    return str(one.page.url)


def moments(game: str) -> Iterator[tuple[str, int]]:
    """Of every kind of decision in the example the one with the most choices, or nearly so: its verb and number."""
    record = example(game)
    best: dict[str, tuple[int, int]] = {}
    match = record.replay(0)
    for number, action in enumerate(record.values["actions"]):
        seat, verb, *_ = action.split()
        count = len(match.legal_actions(int(seat) - record.first_seat))
        if count > best.get(verb, (0, 0))[0]:
            best[verb] = count, number
        match.play(action.partition(" ")[2], int(seat) - record.first_seat)
    yield from ((verb, number) for verb, (_, number) in sorted(best.items()))


def go_to(one: Person, table: str, number: int) -> None:
    """Play on from a position, as who decides there."""
    one.page.goto(one.send(f"{table}/play-on", at=str(number)))
    one.page.locator("#table[data-turn=yes]").wait_for()
    one.page.wait_for_function("() => document.readyState === 'complete'")  # scripts are there


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_board_stays_put_the_choice_is_at_hand_and_axe_finds_nothing(person: People, game: str, long: bool) -> None:
    for language in languages(GAMES.index(game), long):
        wrong = what_is_wrong(person("Anna", language), game)
        assert not wrong, "\n".join([language, *wrong])


def what_is_wrong(anna: Person, game: str) -> list[str]:
    """With where things are, and by axe, in every kind of decision."""
    anna.without_guide()
    table, places = imported(anna, game), {}
    wrong = findings(anna.page, where=BESIDE_THE_BOARD)
    for count, (verb, number) in enumerate(moments(game)):
        go_to(anna, table, number)
        wrong += findings(anna.page, dark=count % 3 == 0, where=THE_DECISION if count else None)
        for width, height in (*DESKTOPS, *PHONES):
            anna.page.set_viewport_size({"width": width, "height": height})
            found = anna.page.evaluate(MEASURED)
            where = f"{game}, {verb} ({number}), {width} x {height}:"
            if places.setdefault((width, height), found["board"]) != found["board"]:
                wrong.append(f"{where} the board was at {places[width, height]} and is at {found['board']}")
            if not found["prompt"]:
                wrong.append(f"{where} no prompt in view")
            if found["scrolls"]:
                wrong.append(f"{where} the page scrolls")
            if not found["inView"]:
                wrong.append(f"{where} nothing to choose in view")
            if found["small"]:
                wrong.append(f"{where} small type {found['small'][:5]}")
            if (width, height) in DESKTOPS and found["unseen"]:
                wrong.append(f"{where} out of view {found['unseen'][:5]}")
            if (width, height) == DESKTOPS[0] and found["drawn"][0] < 0.6 * width and found["drawn"][1] < found["left"] - 16:
                wrong.append(f"{where} the board is {found['drawn']}")
    return wrong


def test_what_a_place_does_has_room_beside_the_longest_buttons(person: People) -> None:
    """In German, where a turn can be taken back: the words once stood one letter to a line, all down the page."""
    anna = person("Anna", "de")
    anna.without_guide()
    anna.make("rheinlaender", ("me", "bot-page", "bot-page"))
    anna.wait_for_turn()
    anna.click(next(action for action in anna.choices() if action.startswith("card ")))
    assert anna.page.locator("#undo:not([aria-disabled])").is_visible()
    assert not anna.page.locator("#notices .count").is_visible(), "a bell that counts no notices"
    for width, height in DESKTOPS:
        anna.page.set_viewport_size({"width": width, "height": height})
        box = anna.page.locator("#hint").bounding_box()
        assert box["width"] >= 120 and box["height"] < 80, box
        strip, places = (anna.page.locator(part).bounding_box() for part in (".happened", "nav.places"))
        assert strip["x"] + strip["width"] <= places["x"], "what happened lies over the ways to other pages"


def test_hint_and_taking_back_stand_side_by_side(person: People) -> None:
    """Each had a line of its own in German, with room beside it: three lines above all that can be chosen."""
    anna = person("Anna", "de")
    anna.without_guide()
    go_to(anna, imported(anna, "koenig"), dict(moments("koenig"))["border"])
    for _ in range(2):
        anna.click(next(action for action in anna.choices() if action.startswith("border ")))
    buttons = anna.page.locator(".tools button")
    tops = [box["y"] for box in (buttons.nth(place).bounding_box() for place in range(buttons.count())) if box]
    assert len(tops) == 3 and len(set(tops)) == 2, tops


def test_a_hint_the_guide_and_a_question_push_nothing(person: People) -> None:
    anna = person("Anna")
    anna.page.goto("/settings")
    anna.page.check("input[name=confirm]")
    anna.page.click("form.settings button.strong")
    anna.make("koenig", ("me", "bot-page"))
    anna.wait_for_turn()
    page = anna.page
    for width, height in (DESKTOPS[1], *PHONES[::-1]):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".guide").is_visible()
        page.mouse.move(1, 1)
        page.locator("#hint b").wait_for(state="detached")
        found = page.evaluate(MEASURED)
        assert found["prompt"] and not found["unseen"], "the guide lies over what it is about"
        before = found["board"]
        page.locator("#picture .target").last.hover()
        page.locator("#hint b").wait_for()
        assert page.evaluate(MEASURED)["board"] == before
    page.click(".guide button[name=off]")
    page.locator(".guide").wait_for(state="detached")
    assert page.evaluate(MEASURED)["board"] == before
    while not page.locator(".pending").count():  # until something cannot be taken back
        page.locator("#table .target").first.click()
        page.wait_for_function("() => !document.body.classList.contains('busy')")
    assert page.evaluate(MEASURED)["board"] == before


def test_the_guide_is_beside_the_prompt_and_lets_one_read_what_happened(person: People) -> None:
    anna = person("Anna")
    go_to(anna, imported(anna, "brianboru"), dict(moments("brianboru"))["row"])
    page, got_it = anna.page, anna.page.locator(".guide button.strong")
    for width, height in (*DESKTOPS, *PHONES):
        page.set_viewport_size({"width": width, "height": height})
        found, button, guide = page.evaluate(MEASURED), got_it.bounding_box(), page.locator(".guide").bounding_box()
        assert found["prompt"] and found["inView"] and button["y"] + button["height"] < height
        happened = page.locator("#happened").bounding_box()
        apart = guide["y"] >= happened["y"] + happened["height"] or guide["x"] + guide["width"] <= happened["x"]
        assert apart, f"{width} x {height}: the guide lies over what happened"
        if height == PHONES[0][1]:
            last, heading = page.locator("#desk .choice").last.bounding_box(), page.locator("#desk .row-head").first.bounding_box()
            assert heading["y"] - last["y"] - last["height"] > 6, "a heading touches the button above it"
    page.set_viewport_size({"width": DESKTOPS[0][0], "height": DESKTOPS[0][1]})
    while page.locator(".guide").count():
        shown = page.locator(".guide").inner_text()
        got_it.click()
        page.wait_for_function("shown => document.querySelector('.guide')?.innerText !== shown", arg=shown)
    found = page.evaluate(MEASURED)
    assert found["prompt"] and not found["unseen"]


def test_a_click_changes_the_look_of_no_target_unless_its_answer_takes_long(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    anna.make("koenig", ("me", "bot-page"))
    anna.wait_for_turn()
    page, number, held = anna.page, anna.number, []
    page.route("**/act", lambda route: held.append(route))
    cursor = "() => getComputedStyle(document.querySelector('#picture .target')).cursor"
    page.locator("#picture .target").first.click()
    page.wait_for_function("() => document.body.classList.contains('busy')")
    styles = "() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).some((rule) => rule.cssText.includes('.busy'))"
    assert not page.evaluate(styles)
    page.wait_for_function(f"() => ({cursor})() === 'progress'")
    held[0].continue_()
    page.wait_for_function(MOVED, arg=number)
    assert not page.evaluate("() => document.body.classList.contains('late')")


def test_on_a_small_place_the_first_touch_shows_and_the_second_does(person: People) -> None:
    anna = person("Anna", viewport={"width": 390, "height": 844}, **TOUCH)
    anna.without_guide()
    anna.make("koenig", ("me", "bot-page"))
    anna.wait_for_turn()
    page, number, action = anna.page, anna.number, anna.choices()[5]
    spot = anna.spot(action)
    page.touchscreen.tap(*spot)
    page.locator(".target.held").wait_for()
    assert anna.number == number
    assert page.locator("#hint b").inner_text() == page.locator(".target.held").get_attribute("aria-label")
    page.touchscreen.tap(*spot)
    page.wait_for_function(MOVED, arg=number)
    number = anna.number
    page.touchscreen.tap(*anna.spot(anna.choices()[0]))
    page.locator("#hint button").tap()  # the same by a button that no finger misses
    page.wait_for_function(MOVED, arg=number)


def test_a_prompt_of_three_lines_on_a_phone(person: People) -> None:
    """The guide below it leaves the button beside the places in view, and what a held place would do takes the place of all of it."""
    anna = person("Anna", "de", viewport={"width": 390, "height": 844}, **TOUCH)
    go_to(anna, imported(anna, "brianboru"), dict(moments("brianboru"))["expand"])
    page, prompt = anna.page, anna.page.locator("#prompt")
    got_it = page.locator(".guide:not(:has-text('BB-28')) button.strong")
    while got_it.count():  # what wins, and what a turn is
        got_it.click()
        page.wait_for_function("() => !document.body.classList.contains('busy')")
    assert page.locator(".guide").is_visible() and prompt.bounding_box()["height"] > 55, "three lines"
    assert not set(page.evaluate(MEASURED)["unseen"]) & {"done"}
    lines = """one => { const box = one.getBoundingClientRect(); return [0.2, 0.5, 0.8].map(part =>
        one.contains(document.elementFromPoint(box.x + 20, box.y + part * box.height))); }"""
    assert prompt.evaluate(lines) == [True, True, True]
    page.touchscreen.tap(*anna.spot(next(action for action in anna.choices() if action != "done")))
    page.locator(".target.held").wait_for()
    assert prompt.evaluate(lines) == [False, False, False]


def test_what_wins_and_what_a_turn_is_can_be_read_whole_on_a_phone(person: People) -> None:
    """The end of it was below the buttons in Brian Boru, the longest of all, and nothing said that one could scroll."""
    anna = person("Anna", "de", viewport={"width": 390, "height": 844}, **TOUCH)
    anna.make("brianboru", ("me", "bot-page", "bot-page"))
    anna.wait_for_turn()
    guide = anna.page.locator(".guide")
    assert "In jeder Runde" in guide.inner_text()
    assert guide.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", ["brianboru", "koenig"])
def test_on_a_small_phone_lessons_are_read_whole_beside_what_they_are_about(person: People, game: str, language: str) -> None:
    """Two at once had to be scrolled, with nothing to say so, and lay over the prompt: now as many are told at once as have room."""
    anna = person("Anna", language, viewport={"width": 360, "height": 640}, **TOUCH)
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    anna.wait_for_turn()
    page, guide, read = anna.page, anna.page.locator(".guide"), []
    anna.tab("log")  # where nothing of it is seen, and so nothing can be said of its room
    page.evaluate("() => dispatchEvent(new Event('resize'))")
    page.evaluate(TWO_FRAMES)
    anna.tab("decide")
    while guide.count():
        read.append(guide.locator("li:visible").all_inner_texts())
        assert guide.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), read
        prompt, box = page.locator("#prompt").bounding_box(), guide.bounding_box()
        assert prompt and box and prompt["y"] + prompt["height"] <= box["y"] + 1, f"over the prompt: {read}"
        assert not page.evaluate(MEASURED)["unseen"], f"over what can be chosen: {read}"
        shown = guide.inner_text()
        guide.locator("button.strong").tap()
        page.wait_for_function("shown => document.querySelector('.guide')?.innerText !== shown", arg=shown)
        page.wait_for_function("() => !document.body.classList.contains('busy')")
        page.evaluate(TWO_FRAMES)
    assert len(read) == len({" ".join(told) for told in read}) == 3, "what wins, what a turn is, and the first decision"


def test_the_guide_is_over_the_board_until_a_button_lights_up_its_places(person: People) -> None:
    """A card or a bastion: on a phone the guide lay over the cards, though nothing is chosen on the board before the button is pressed."""
    anna = person("Anna", viewport={"width": 390, "height": 844}, **TOUCH)
    anna.make("rheinlaender", ("me", "bot-page", "bot-page"))
    anna.wait_for_turn()
    page, guide = anna.page, anna.page.locator(".guide")
    picture, tray = (page.locator(part).bounding_box() for part in ("#picture", ".play-side .decide"))
    assert guide.bounding_box()["y"] + guide.bounding_box()["height"] <= picture["y"] + picture["height"] + 1
    cards = [action for action in page.evaluate(MEASURED)["unseen"] if action.startswith("card ")]
    assert not cards, f"{cards} are out of view"
    page.locator(".arm").tap()
    page.locator("#table.arming").wait_for()
    assert guide.bounding_box()["y"] >= tray["y"]


def test_seats_are_a_line_that_opens_and_the_rest_is_behind_tabs(person: People) -> None:
    anna = person("Anna", viewport={"width": 390, "height": 844}, **TOUCH)
    anna.without_guide()
    anna.make("koenig", ("me", "bot-page"))
    anna.wait_for_turn()
    page = anna.page
    line, counts = page.locator("#players").bounding_box(), page.locator(".player-counts:visible")
    assert line is not None and line["height"] < 44 and counts.count() == 0
    page.click("#seats-open")
    own = page.locator(".own-counts .count").evaluate_all(SAID)
    assert page.locator(".own-counts").is_visible() and "Ducats" in " ".join(own), "what one pays with is seen without opening anything"
    assert own == page.locator(f"#player-{page.locator('#table').get_attribute('data-seat')} .player-counts > .count").evaluate_all(SAID)
    assert counts.count() == 2 and all(counts.nth(n).bounding_box()["height"] > 12 for n in range(2))
    page.click("#prompt")
    assert counts.count() == 0
    page.request.post(f"{page.url}/chat", form={"text": "Good luck"})
    page.locator("#tabs [data-tab=chat] .badge", has_text="1").wait_for()
    assert page.locator(".badge:visible").count() == 1, "lines of the log are counted above the board, and not once more"
    for tab, shown in (("chat", "#chat"), ("log", "#log"), ("more", "#share"), ("things", ".track"), ("decide", "#prompt")):
        page.click(f"#tabs [data-tab={tab}]")
        assert page.locator(shown).first.is_visible() and page.locator("#picture > svg").is_visible()
        assert page.locator(".panel:visible").count() == 1
    assert page.locator(".badge:visible").count() == 0


def test_a_double_tap_looks_closer_and_the_board_keeps_its_place(person: People) -> None:
    anna = person("Anna", viewport={"width": 390, "height": 844}, **TOUCH)
    anna.without_guide()
    anna.make("brianboru", ("me", "bot-page", "bot-page"))
    anna.wait_for_turn()
    page = anna.page
    frame = page.locator("#picture").bounding_box()
    assert frame is not None
    corner = frame["x"] + 30, frame["y"] + frame["height"] - 30  # sea
    for closer in (True, False):
        page.touchscreen.tap(*corner)
        page.touchscreen.tap(*corner)
        page.wait_for_function("closer => document.getElementById('picture').classList.contains('closer') === closer", arg=closer)
        drawn = page.locator("#picture > svg").bounding_box()
        assert drawn is not None and (drawn["width"] > 2 * frame["width"]) == closer
        assert page.locator("#picture").bounding_box() == frame


def test_two_cards_of_the_draft_are_chosen_by_a_click_on_each(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    table = imported(anna, "brianboru")
    go_to(anna, table, dict(moments("brianboru"))["keep"])
    page = anna.page
    cards, offered = page.locator(".pickable"), page.locator(".picked .target:visible")
    assert offered.count() == 0
    for card in (0, 1, 2):  # the third takes the place of the first
        cards.nth(card).click()
        assert page.locator("#hint b").inner_text() == cards.nth(card).get_attribute("data-said")  # not that something else is asked
    anna.send(f"{page.url}/chat", text="meanwhile")
    page.locator("#chat li", has_text="meanwhile").wait_for(state="attached")
    page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
    assert page.locator("#hint b").count() == 1, "the page was brought anew, and the pointer rests on the card"
    assert offered.count() == 1
    looks = page.locator(".pickable").evaluate_all("all => all.map((card) => [card.ariaPressed, getComputedStyle(card).boxShadow])")
    assert len(set(map(tuple, looks))) == 2, "new cards that are picked look like those that are not"
    page.evaluate(ANOTHER_HAS_CHOSEN)  # all draft at once: it must not throw back what has been picked so far
    assert offered.count() == 1
    parts = [cards.nth(card).get_attribute("data-token") for card in (1, 2)]
    assert offered.get_attribute("data-action") == f"keep {'+'.join(map(str, parts))}"
    number = anna.number
    offered.click()
    page.wait_for_function(MOVED, arg=number)
    assert page.locator(".row-hand .card").count() >= 2


def test_on_a_phone_eight_cards_are_whole_and_those_that_are_picked_are_chosen_above_the_tabs(person: People) -> None:
    """The second row of them was under the tabs, for a heading that said what the prompt said stood above the first."""
    anna = person("Anna", viewport={"width": 390, "height": 844}, **TOUCH)
    anna.without_guide()
    anna.make("brianboru", ("me", "bot-page", "bot-page"))
    page, cards = anna.page, anna.page.locator(".card.pickable")

    def all_are_whole() -> bool:
        tabs, shown = page.locator("#tabs").bounding_box(), page.locator(".row-of:has(.pickable, .card.target) .card")
        boxes = [shown.nth(place).bounding_box() for place in range(shown.count())]
        return len(boxes) == 8 and all(box and tabs and box["y"] + box["height"] <= tabs["y"] for box in boxes)

    while not cards.count():  # the first disc
        anna.play_by_clicking(1)
        anna.wait_for_turn()
    assert all_are_whole()
    for width, height in PHONES[::-1]:
        page.set_viewport_size({"width": width, "height": height})
        before = page.evaluate(MEASURED)["board"], cards.first.bounding_box()
        for place in (0, 1):
            cards.nth(place).tap()
        button, tabs = page.locator(".is-picked").bounding_box(), page.locator("#tabs").bounding_box()
        assert button and tabs and tabs["y"] - 30 <= button["y"] + button["height"] <= tabs["y"] and tabs["x"] <= button["x"]
        for place in (0, 1):
            cards.nth(place).tap()
        assert before == (page.evaluate(MEASURED)["board"], cards.first.bounding_box()), "it pushes nothing"
    page.set_viewport_size({"width": 390, "height": 844})
    while not page.locator(".card.target").count():  # until a card is to be played
        anna.play_by_clicking(1)
        anna.wait_for_turn()
    assert all_are_whole()


def test_on_a_phone_all_that_a_hand_of_the_2003_game_offers_is_seen_at_once(person: People) -> None:
    """Each card stood above the next with its buttons beside it: the third, of three, was under the tabs."""
    anna = person("Anna", viewport={"width": 390, "height": 844}, **TOUCH)
    go_to(anna, imported(anna, "koenig"), dict(moments("koenig"))["play"])
    page, offered = anna.page, anna.page.locator(".card-place .choice")
    assert page.locator(".card-place:has(.choice)").count() == 3
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        tabs, boxes = page.locator("#tabs").bounding_box(), [offered.nth(place).bounding_box() for place in range(offered.count())]
        assert tabs and len(boxes) >= 6
        in_view = [box and box["y"] + box["height"] / 2 < tabs["y"] for box in boxes]
        assert all(in_view) if height == 844 else sum(in_view) >= 4, f"{width} x {height}: {in_view}"


def test_on_a_phone_five_cards_are_a_row_below_the_trick(person: People) -> None:
    """Others' cards once lay below one's own, out of view; those that could be played were broader than the same a moment before."""
    anna = person("Anna", viewport={"width": 390, "height": 844})
    anna.without_guide()
    record, match = example("brianboru"), example("brianboru").replay(0)
    table = imported(anna, "brianboru")
    for action in record.values["actions"]:
        led = action.split()[1] == "play" and (match.state.card_of >= 0).any()
        if led and match.state.hand_size[int(action.split()[0]) - record.first_seat] >= 5:
            break
        match.play(action.partition(" ")[2], int(action.split()[0]) - record.first_seat)
    go_to(anna, table, match.length)
    hand, trick = (anna.page.locator(f".row-{row} .card") for row in ("hand", "trick"))
    assert len({round(card["y"]) for card in (hand.nth(place).bounding_box() for place in range(5)) if card}) == 1
    for width, height in PHONES[:2]:
        anna.page.set_viewport_size({"width": width, "height": height})
        played, first = trick.first.bounding_box(), hand.first.bounding_box()
        assert played["y"] + played["height"] <= first["y"] < height - 60


def test_bastions_wait_for_a_button_and_another_card_changes_the_choice(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    anna.make("rheinlaender", ("me", "bot-page", "bot-page"))
    anna.wait_for_turn()
    page, bastions = anna.page, anna.page.locator("#picture .target-bastion:visible")
    assert bastions.count() == 0
    page.click(".arm")
    assert bastions.count() > 50
    page.keyboard.press("Escape")
    assert bastions.count() == 0
    cards = [action for action in anna.choices() if action.startswith("card ")]
    anna.click(cards[0])
    fields = page.locator("#picture .target-knight, #picture .target-replace")
    first = fields.evaluate_all("all => all.map(one => one.dataset.action)")
    number = anna.number
    page.locator(f'#desk [data-action="{cards[1]}"][data-instead]').click()
    page.wait_for_function(MOVED, arg=number)
    assert fields.evaluate_all("all => all.map(one => one.dataset.action)") != first
    assert anna.my_turn and cards[1].split()[1] in page.locator("#prompt").inner_text()


@pytest.mark.long
@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_a_phone(person: People, game: str, size: tuple[int, int]) -> None:
    anna = person("Anna", viewport={"width": size[0], "height": size[1]}, **TOUCH)
    anna.without_guide()
    anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1)))
    board: Any = None
    while anna.wait_for_turn():
        found = anna.page.evaluate(MEASURED)
        board = board or found["board"]
        assert found["board"] == board and found["inView"] and found["prompt"] and not found["scrolls"]
        number, spot = anna.number, anna.spot(anna.chance.choice(anna.choices()))
        anna.page.touchscreen.tap(*spot)
        if anna.page.locator(".target.held").count():
            anna.page.touchscreen.tap(*spot)
        anna.page.wait_for_function(MOVED, arg=number)


def test_on_a_phone_all_cards_that_can_be_played_are_in_view(person: People) -> None:
    """A hand was a row to be pushed sideways, cut where a card ended: nothing told that there were more."""
    anna = person("Anna", viewport={"width": 390, "height": 844}, **TOUCH)
    anna.without_guide()
    go_to(anna, imported(anna, "brianboru"), dict(moments("brianboru"))["play"])
    found = anna.page.evaluate(MEASURED)
    assert found["ways"] > 5 and not found["unseen"]
    for hand in anna.page.locator(".cards").all():
        assert hand.evaluate("list => list.scrollWidth <= list.clientWidth")
