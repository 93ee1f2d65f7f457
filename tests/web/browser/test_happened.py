"""What happened, in the browser: the strip steps through it on the board, lines light up their places, rules open over the page, the replay
stays on its page, and the end is a moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from people import TWO_FRAMES, Person

from kronland.web.pages.pictures import example

People = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
SEATS = "all => all.map((one) => Number(one.dataset.has))"
SEEN = "one => { const box = one.getBoundingClientRect(); return box.width > 0 && box.bottom <= innerHeight && box.top >= 0; }"


def with_news(one: Person) -> None:
    """A table of the 2003 game at which others have moved since."""
    one.without_guide()
    one.make("koenig", ("me", "bot-page"))
    for _ in range(30):
        one.wait_for_turn()
        if one.page.locator("#news-lines [data-spots]").count() > 1:
            return
        one.click(one.choices()[0])
    raise AssertionError("nothing happened on the board")


AT_ITS_END = "list => list.scrollHeight > list.clientHeight + 100 && list.scrollHeight - list.scrollTop - list.clientHeight < 5"


def test_who_has_scrolled_up_in_log_or_chat_is_left_there_and_who_has_not_sees_the_end(person: People) -> None:
    anna = person("Anna")
    anna.without_guide()
    anna.make("koenig", ("me", "bot-page"))
    page = anna.page
    log, chat = page.locator("#log"), page.locator("#chat")

    def say(text: str) -> None:
        page.request.post(f"{page.url}/chat", form={"text": text}, headers={"Origin": page.url.partition("/t/")[0]})
        page.locator("#chat li", has_text=text).wait_for()
        page.evaluate(TWO_FRAMES)

    for number in range(4):
        say(" ".join([f"Line {number}"] + ["and so on"] * 30))
    for _ in range(60):
        anna.wait_for_turn()
        if log.evaluate("list => list.scrollHeight > list.clientHeight + 200"):
            break
        anna.click(anna.choices()[0])
    page.evaluate(TWO_FRAMES)
    assert chat.evaluate(AT_ITS_END) and log.evaluate(AT_ITS_END)
    for list_ in (chat, log):
        list_.evaluate("list => { list.scrollTop = 0; }")
    page.evaluate(TWO_FRAMES)  # that is told with the frame after it
    say("The first thing that is new")
    say("and the second")  # the change before must not have made the page forget
    assert chat.evaluate("list => list.scrollTop") == log.evaluate("list => list.scrollTop") == 0
    chat.evaluate("list => { list.scrollTop = list.scrollHeight; }")
    page.evaluate(TWO_FRAMES)
    say("Now the end is followed again")
    assert chat.evaluate(AT_ITS_END) and log.evaluate("list => list.scrollTop") == 0


# As if others had decided meanwhile, and now it is one's turn.
TURN_COMES = """() => {
    const { dataset } = document.getElementById("table");
    for (const turn of ["no", "yes"]) { dataset.turn = turn; document.dispatchEvent(new Event("settled")); }
}"""


def test_on_a_phone_log_and_chat_open_at_their_ends_and_nobody_is_taken_out_of_them(person: People) -> None:
    anna = person("Anna", **{**PHONE, "viewport": {"width": 390, "height": 700}})
    anna.without_guide()
    anna.make("koenig", ("me", "bot-page"))
    page = anna.page
    log, chat, play = page.locator("#log"), page.locator("#chat"), page.locator("#tabs [data-tab=decide]")
    marked = "tab => getComputedStyle(tab, '::after').content.includes('!')"
    for number in range(4):
        text = " ".join([f"Line {number}"] + ["and so on"] * 30)
        page.request.post(f"{page.url}/chat", form={"text": text}, headers={"Origin": page.url.partition("/t/")[0]})
    for _ in range(12):
        anna.wait_for_turn()
        anna.click(anna.choices()[0])
    anna.wait_for_turn()
    assert not play.evaluate(marked)
    for tab, shown in (("chat", chat), ("log", log)):
        anna.tab(tab)
        page.evaluate(TWO_FRAMES)
        assert shown.evaluate(AT_ITS_END), f"the newest line of the {tab} is out of view"
        shown.evaluate("list => { list.scrollTop = 30; }")
        if tab == "chat":
            field, tabs = page.locator("#chat-text").bounding_box(), page.locator("#tabs").bounding_box()
            assert field["y"] + field["height"] <= tabs["y"], "the field is under the tabs"
        page.evaluate(TWO_FRAMES)
        page.evaluate(TURN_COMES)
        page.evaluate(TWO_FRAMES)
        assert shown.is_visible() and shown.evaluate("list => list.scrollTop") == 30, f"whoever read the {tab} was taken out of it"
        assert play.evaluate(marked) and "Your turn" in play.inner_text()
    anna.tab("chat")
    page.evaluate(TWO_FRAMES)
    assert chat.evaluate(AT_ITS_END), "who comes back comes to what is newest"
    anna.tab("decide")
    assert page.locator("#prompt").is_visible() and not play.evaluate(marked)


def test_the_strip_steps_through_what_happened_and_a_line_lights_up_its_place(person: People) -> None:
    anna = person("Anna")
    with_news(anna)
    page = anna.page
    board = page.locator("#picture > svg").bounding_box()
    now, choices, lines = anna.drawn(), anna.choices(), page.locator("#news-lines .line")
    assert page.locator("#picture .kl-news").count() >= 1
    for _ in range(lines.count() - 1):  # now tells the last line, so that the first step leads to the one before it
        page.click("#step-back")
        page.wait_for_function("() => document.querySelector('#table.looking-back')")
    page.wait_for_function("() => document.querySelector('#news-lines .line').classList.contains('shown')")
    assert page.locator("#step-back").is_disabled() and page.locator("#happened-line b").inner_text() == f"1/{lines.count()}"
    assert page.locator("#picture > svg").bounding_box() == board and not page.locator("#picture .target").count()
    page.keyboard.press(".")  # on, and so to now
    page.wait_for_function("() => !document.querySelector('#news-lines .line').classList.contains('shown')")
    page.keyboard.press("Escape")
    page.locator("#table.looking-back").wait_for(state="detached")
    assert anna.drawn() == now and anna.choices() == choices

    line = page.locator("#log .line[data-spots]").last
    line.locator(".line-words").hover()
    assert page.locator("#picture .kl-lit").get_attribute("d") == line.get_attribute("data-spots")
    page.mouse.move(5, 5)
    assert page.locator("#picture .kl-lit").count() == 0
    address = page.url
    line.locator("a.rule").click()
    sheet = page.locator("#rule-sheet")
    sheet.locator("p").first.wait_for()
    assert line.locator("a.rule").inner_text() in sheet.inner_text() and page.url == address
    page.keyboard.press("Escape")
    assert not sheet.is_visible()

    line.locator(".line-words").click()  # the board as it was then, until something is chosen
    page.locator("#table.looking-back").wait_for()
    number = anna.number
    page.keyboard.press("Escape")
    anna.click(anna.choices()[0])
    assert anna.number != number and not page.locator(".looking-back").count()


def test_on_a_phone_the_strip_is_a_line_and_the_log_lights_up_by_a_tap(person: People) -> None:
    anna = person("Anna", **PHONE)
    with_news(anna)
    page = anna.page
    strip = page.locator("#happened").bounding_box()
    assert strip is not None and strip["height"] < 44 and strip["width"] <= 390
    page.tap("#step-back")
    page.locator("#table.looking-back").wait_for()
    page.tap("#step-now")
    page.locator("#table.looking-back").wait_for(state="detached")
    anna.tab("log")
    page.locator("#log .line[data-spots] .line-words").last.tap()
    page.locator("#picture .kl-lit").wait_for()
    assert page.locator("#picture").evaluate(SEEN)


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_the_replay_stays_on_its_page(person: People, screen: str) -> None:
    """Slider, keys, lines and time lead from position to position without loading a page; board and slider stay in view."""
    anna = person("Anna", **(PHONE if screen == "phone" else {}))
    page = anna.page
    page.goto("/import")
    page.fill("#text", example("koenig").text)
    page.click("form.import button")
    page.locator(".result").wait_for()
    page.goto(f"{page.url}/at/20")
    page.evaluate("window.stays = true")
    board = page.locator("#picture > svg").bounding_box()

    def at(number: int) -> None:
        page.wait_for_function("number => location.pathname.endsWith(`/at/${number}`)", arg=number)
        page.wait_for_function("number => document.querySelector('#where strong').textContent.includes(` ${number} `)", arg=number)
        assert page.evaluate("window.stays") and page.locator("#slider").input_value() == str(number)
        assert page.locator("#picture > svg").bounding_box() == board and page.locator("#slider").evaluate(SEEN)

    assert screen == "desk" or page.locator("#slider").bounding_box()["width"] > 330, "hundreds of positions under one finger"
    before = anna.drawn()
    page.keyboard.press("ArrowRight")
    at(21)
    page.keyboard.press("ArrowLeft")
    at(20)
    assert anna.drawn() == before
    page.locator("#slider").fill("40")
    at(40)
    assert page.locator("#log .current").first.get_attribute("data-at") == "40"
    anna.tab("log")
    assert page.locator("#log .current").first.evaluate(SEEN), "the log opens where one is"
    page.locator("#log .line[data-at='42'] .line-words").first.click()
    at(42)
    page.select_option("#speed", "4")
    page.click("#play")
    page.wait_for_function("() => Number(document.getElementById('slider').value) >= 44")
    page.click("#play")
    assert page.locator("#play").get_attribute("aria-pressed") == "false"
    page.keyboard.press("End")
    at(example("koenig").length)
    anna.tab("decide")
    page.locator("#slider").fill("20")
    at(20)
    page.click("form[action$='/play-on'] button")
    assert anna.wait_for_turn()


# What is heard: the pitches of the tones that were begun.
LISTEN = """() => {
    window.heard = [];
    const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    window.AudioContext = class {
        currentTime = 0;
        resume() {}
        createGain() { return { gain: param, connect() {} }; }
        createOscillator() {
            const frequency = { set value(pitch) { window.heard.push(pitch); } };
            return { frequency, connect: (next) => next, start() {}, stop() {} };
        }
    };
}"""


def test_the_end_is_a_moment_and_sounds_are_heard_by_who_wants_them(person: People) -> None:
    """The scoring goes step by step over the board, with what everybody has then; the winner follows. Of two at the table one hears it."""
    anna = person("Anna", reduced_motion="no-preference")
    anna.send("/settings", name="Anna", language="en", sound="yes")
    anna.near_the_end("loewenherz", 8)
    page = anna.page
    page.evaluate(LISTEN)
    anna.play_by_clicking()
    page.wait_for_function("() => document.querySelector('#news-lines .line.shown')")  # by itself
    assert 1046.5 in page.evaluate("window.heard") and 150 in page.evaluate("window.heard"), "the end, and moves before"
    page.keyboard.press("Escape")  # whatever is done ends it
    page.wait_for_function("() => !document.querySelector('.line.shown')")
    totals, placed = page.locator("[data-has]").all_inner_texts(), page.locator("[data-has]").evaluate_all(SEATS)
    finally_ = page.locator(".player-points").all_inner_texts()
    assert finally_ == [totals[placed.index(seat)] for seat in sorted(placed)], "the seats and the table tell the same"
    page.click("#step-by-step")
    page.wait_for_function("() => document.querySelector('#news-lines .line.shown')")
    assert not page.locator("#result-head").is_visible(), "who wins is told when all is counted"
    counted, seats = page.locator("[data-has]").all_inner_texts(), page.locator("[data-has]").evaluate_all(SEATS)
    assert seats == sorted(placed), "in the order of the seats: that of the result would tell who wins"
    assert counted != finally_, "before the last steps not all points are there"
    assert page.locator(".player-points").all_inner_texts() == counted, "nor are they over the board"
    spots = page.locator("#news-lines .line.shown").get_attribute("data-spots")
    if spots:
        assert page.locator("#picture .kl-lit").get_attribute("d") == spots
    while not page.locator("#step-on").is_disabled():
        page.click("#step-on")
    assert page.locator("[data-has]").all_inner_texts() == totals and page.locator("[data-has]").evaluate_all(SEATS) == placed
    assert page.locator(".player-points").all_inner_texts() == finally_
    buttons = page.locator(".result > .row :is(a, button)").all_inner_texts()
    assert buttons[:3] == ["Analysis", "Replay", "Rematch"] and "wins" in page.locator("#result-head").inner_text()


def test_who_prefers_less_motion_sees_the_winner_at_once_and_hears_nothing_unasked(person: People) -> None:
    anna = person("Anna", reduced_motion="reduce")
    anna.without_guide()
    anna.near_the_end("koenig", 4)
    anna.page.evaluate(LISTEN)
    anna.play_by_clicking()
    anna.page.locator("#victory").wait_for()
    assert not anna.page.locator(".line.shown").count() and anna.page.evaluate("window.heard") == []
    anna.page.locator("#victory").click()
    assert not anna.page.locator("#victory").is_visible()
    anna.page.set_viewport_size({"width": 360, "height": 640})
    assert all(way.evaluate(SEEN) for way in anna.page.locator(".result-ways :is(a, button)").all()), "one has to look for the rematch"
