"""Several people at a table: each with a browser, or all at one screen; watching, taking back, losing the connection."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from people import Person

from kronland.core.flow import Barrier
from kronland.core.record import load
from kronland.games import find_game

People = Callable[..., Person]


def seated(person: People) -> tuple[Person, Person]:
    """Anna and Bert at a table for two, which Anna has made and Bert has come to by a link."""
    anna, bert = person("Anna"), person("Bert")
    for one in (anna, bert):
        one.without_guide()
    anna.make("loewenherz", ("me", "open"))
    bert.page.goto(anna.link("1"))
    bert.page.click("button.strong")
    bert.page.locator("#table").wait_for()
    anna.page.locator("#table").wait_for()
    return anna, bert


def play_on(one: Person, other: Person, decisions: int) -> None:
    for _ in range(decisions):
        turn = one if one.my_turn else other
        turn.wait_for_turn()
        turn.click(turn.chance.choice(turn.choices()))
        same(one, other)


def same(*people: Person) -> None:
    """All pages come to show the same moment: a move is seen by the others at once."""
    end = time.monotonic() + 120
    while len({one.number for one in people}) > 1:
        assert time.monotonic() < end, "the pages do not come together"
        people[0].page.wait_for_timeout(20)


def test_two_browsers_and_a_third_that_watches(person: People) -> None:
    anna, bert = seated(person)
    watch = anna.link("watch")
    assert "/w/" in watch
    carl = person("Carl")
    carl.page.goto(watch)
    assert watch.rpartition("/")[2] not in carl.page.title()
    carl.page.click("button.strong")
    carl.page.locator("#table").wait_for()
    assert "/w/" not in carl.page.url
    play_on(anna, bert, 10)
    same(anna, carl)
    assert carl.choices() == [] and not carl.my_turn
    assert carl.page.locator("#command, #undo, #chat-text").count() == 0
    assert carl.log() == anna.log()[: len(carl.log())]
    assert anna.page.title().startswith("●") == anna.my_turn
    anna.page.fill("#chat-text", "Your tower is mine")
    anna.page.press("#chat-text", "Enter")
    for one in (anna, bert, carl):
        one.page.locator("#chat li", has_text="Your tower is mine").wait_for()
    assert anna.page.locator("#chat-text").input_value() == ""


def test_who_is_away_is_seen_to_be_away(person: People, app: Any) -> None:
    """On a plate with room for one word, and in the line of a phone; the word was left out where "away, decides" had no room."""
    anna, bert = seated(person)
    waiting, gone = (bert, anna) if anna.my_turn else (anna, bert)
    table = app.state.tables.find(anna.page.url.rpartition("/")[2])
    seat = table.actors[0]
    gone.page.goto("about:blank")
    table.seats[seat].seen -= 2e9
    plate = waiting.page.locator(f"#player-{seat}.away")
    plate.wait_for()
    inside = """([note, word]) => { const [a, b] = [note, word].map(one => one.getBoundingClientRect());
        return b.width > 0 && b.right <= a.right + 1 && b.bottom <= a.bottom + 1; }"""
    note = plate.locator(".player-note").element_handle()
    assert waiting.page.evaluate(inside, [note, plate.locator(".note-words").first.element_handle()])
    waiting.page.set_viewport_size({"width": 390, "height": 844})
    moon = "plate => getComputedStyle(plate.querySelector('.player-name'), '::before')"
    assert plate.locator(".player-name").is_visible() and plate.evaluate(f"plate => ({moon})(plate).width") != "0px"
    assert plate.evaluate(f"plate => ({moon})(plate).content") == '""'


def test_invitations_are_shown_at_once_and_copied_with_one_tap(person: People) -> None:
    anna, bert = person("Anna", permissions=["clipboard-read", "clipboard-write"]), person("Bert")
    anna.make("koenig", ("me", "open", "open"))
    first, second = anna.link("1"), anna.link("2")
    assert first != second
    anna.page.click("#copy-all")
    anna.page.wait_for_function("() => document.getElementById('copy-all').textContent === 'Copied'")
    assert [line for line in anna.page.evaluate("navigator.clipboard.readText()").split() if "/s/" in line] == [first, second]
    bert.page.goto(first)
    bert.page.locator("h1", has_text="Anna invites you").wait_for()
    bert.page.click("button.strong")
    anna.page.locator("#waiting .seats", has_text="Bert").wait_for()
    assert anna.page.locator("#invitation-1").count() == 0 and anna.link("2") == second
    anna.page.click(".invitation .copy")
    anna.page.wait_for_function("() => document.querySelector('.invitation .copy').textContent === 'Copied'")
    assert anna.page.evaluate("navigator.clipboard.readText()") == second
    carl = person("Carl")
    carl.page.goto(second)
    carl.page.click("button.strong")
    for one in (anna, bert, carl):  # the game begins by itself on every page
        one.page.locator("#table").wait_for()


def test_a_lost_connection_resumes_with_nothing_missed_or_doubled(person: People) -> None:
    anna, bert = seated(person)
    bert.expected = ("ERR_INTERNET_DISCONNECTED", "net::")
    play_on(anna, bert, 6)
    if not anna.my_turn:
        anna, bert = bert, anna
        bert.expected = ("ERR_INTERNET_DISCONNECTED", "net::")
    anna.wait_for_turn()
    bert.context.set_offline(True)
    anna.click(anna.chance.choice(anna.choices()))
    while anna.my_turn:
        anna.click(anna.chance.choice(anna.choices()))
    assert bert.number != anna.number
    bert.context.set_offline(False)
    same(anna, bert)
    bert.page.locator("#lost").wait_for(state="hidden")
    shown = bert.log()
    bert.page.reload()
    assert bert.log() == shown
    play_on(anna, bert, 4)


def test_taking_back_and_doing_again_up_to_the_barrier(person: People) -> None:
    anna, bert = seated(person)
    turn, other = (anna, bert) if anna.my_turn else (bert, anna)
    turn.wait_for_turn()
    page = turn.page
    before = turn.choices()
    assert before[0].startswith("castle")
    turn.click(before[0])
    turn.wait_for_turn()
    assert turn.choices()[0].startswith("knight")
    page.click("#undo")
    page.locator('#picture .target[data-action^="castle"]').first.wait_for()
    assert turn.choices() == before
    same(turn, other)
    page.click("#redo")
    page.locator('#picture .target[data-action^="knight"]').first.wait_for()
    page.keyboard.press("u")
    page.locator('#picture .target[data-action^="castle"]').first.wait_for()
    page.keyboard.press("r")
    page.locator('#picture .target[data-action^="knight"]').first.wait_for()
    turn.click(turn.choices()[0])  # now it is the other's turn: beyond the barrier
    page.click("#undo", force=True)  # it says that it is out of order; pressed all the same it says why
    notice = page.locator(".saying .notice")
    notice.wait_for()
    assert "cannot be taken back" in notice.inner_text()


PASSED, REVEALED, DRAWN = "passed on to another player", "hidden has been revealed", "Chance has had its say"
# In every run each kind once and each game once: whatever the kind, the page does the same.
BARRIERS = [
    ("loewenherz", "bid", Barrier.REVEALED, REVEALED),  # the last secret bid opens them all
    ("koenig", "take", Barrier.PASSED, PASSED),
    ("rheinlaender", "knight", Barrier.DRAWN, DRAWN),  # the piles are shuffled
    ("brianboru", "keep", Barrier.REVEALED, REVEALED),  # all choose at the same time; now the packets go round
]
MORE_BARRIERS = [
    ("loewenherz", "card", Barrier.PASSED, PASSED),
    ("loewenherz", "pile", Barrier.REVEALED, REVEALED),  # looking at cards
    ("loewenherz", "done", Barrier.REVEALED, REVEALED),  # the next action card is turned up
    ("koenig", "draw", Barrier.REVEALED, REVEALED),
    ("rheinlaender", "knight", Barrier.REVEALED, REVEALED),  # a card is drawn
    ("brianboru", "play", Barrier.PASSED, PASSED),
    ("brianboru", "settle", Barrier.DRAWN, DRAWN),  # the first round is dealt
]


def moment(game: str, verb: str, barrier: Barrier) -> tuple[Path, int, str]:
    """A recorded game, and the place and notation of the first such action in it that leads to this barrier."""
    for file in sorted((Path(__file__).parents[2] / "golden" / game).glob("[0-9]-*.json")):
        record = load(file, find_game)
        match = record.replay(0, "python")
        for number, action in enumerate(record.values["actions"]):
            seat, _, notation = action.partition(" ")
            match.play(notation, int(seat) - 1)
            if notation.split()[0] == verb and match.state.barrier == barrier and number > 0:
                return file, number, notation
    raise AssertionError(f"no {verb} with {barrier!r}")


@pytest.mark.parametrize(
    ("game", "verb", "barrier", "words"), [*BARRIERS, *(pytest.param(*one, marks=pytest.mark.long) for one in MORE_BARRIERS)]
)
def test_no_way_back_over_any_kind_of_barrier(person: People, game: str, verb: str, barrier: Barrier, words: str) -> None:
    """What cannot be taken back any more says so in words, and stays."""
    file, at, notation = moment(game, verb, barrier)
    anna = person("Anna")
    anna.without_guide()
    anna.play_on_from(file, at)
    anna.click(notation if anna.target(notation).count() else anna.choices()[0])  # of sums, the one that is set
    undo = anna.page.locator("#undo")
    assert undo.get_attribute("aria-disabled") == "true"
    assert words in (undo.get_attribute("title") or "")
    anna.page.click("#undo", force=True)
    anna.page.locator(".saying .notice", has_text="cannot be taken back").wait_for()
    assert anna.page.locator("#reset").count() == 0


def test_confirming_what_cannot_be_taken_back(person: People) -> None:
    anna = person("Anna")
    anna.send("/settings", name="Anna", language="en", confirm="yes")
    anna.make("loewenherz", ("me", "bot-page"))
    anna.wait_for_turn()
    number = anna.number
    anna.click(anna.choices()[0])  # a castle: the knight beside it comes next, so it can be taken back
    assert anna.number != number and anna.page.locator(".pending").count() == 0
    number = anna.number
    anna.page.locator("#picture .target").first.click()
    anna.page.locator(".pending").wait_for()
    assert anna.number == number
    anna.page.click("#pending-no")
    anna.page.locator(".pending").wait_for(state="detached")
    assert anna.number == number
    anna.page.locator("#picture .target").first.click()
    anna.page.click("#pending-yes")
    anna.page.wait_for_function("number => document.getElementById('table').dataset.number !== number", arg=number)


@pytest.mark.parametrize(
    "game", ["loewenherz", "brianboru", *(pytest.param(game, marks=pytest.mark.long) for game in ("koenig", "rheinlaender"))]
)
def test_several_people_at_one_screen(person: People, game: str) -> None:
    """Between turns a curtain hides everything that only one may see. Page and curtain know no game: two of them are tried in every run."""
    anna = person("Anna")
    anna.without_guide()
    names = ("Anna", "Gustav", "Hedwig")[: find_game(game).seats[0]]
    anna.make(game, ("me", *["guest"] * (len(names) - 1)), names)
    page, handed = anna.page, 0
    for _ in range(16):
        page.wait_for_function("() => document.querySelector('.curtain, #table .target')")
        if page.locator(".curtain").count():
            handed += 1
            assert page.locator("svg.kl-picture, #command, #words-view, [data-place]").count() == 0
            assert page.locator("#table").get_attribute("data-seat") == "-1"
            name = page.locator(".curtain h2").inner_text()
            page.click(".curtain button")
            page.locator("#picture").wait_for()
            assert name.removeprefix("Hand over to ") in page.locator(".eyes").inner_text()
        page.wait_for_function("() => document.querySelector('#table .target')")
        anna.click(anna.chance.choice(anna.choices()))
    assert handed > 3


def test_links_can_be_revoked(person: People) -> None:
    anna, bert = seated(person)
    other_device = person()
    other_device.expected = ("404",)  # its page is told of the change, and finds nothing there
    link = bert.link("1")
    other_device.page.goto(link)
    other_device.page.click("button.strong")
    other_device.page.locator("#table").wait_for()
    assert other_device.page.locator(".eyes").inner_text() == "You see the table as Bert."
    if bert.page.locator("#share").get_attribute("open") is None:
        bert.page.click("#share summary")
    bert.page.click("button[formaction$='/revoke'][value='1']")
    bert.page.locator(".share .notice").wait_for(state="attached")
    other_device.page.wait_for_function("() => !document.getElementById('table')")  # it finds out by itself
    assert other_device.page.request.get(link).status == 404
    assert other_device.page.request.get(anna.page.url.replace("/link", "")).status == 404


def test_names_and_chat_stay_text(person: People) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    anna = person(hostile)
    anna.without_guide()
    anna.make("loewenherz", ("me", "bot-page"))
    name = anna.page.locator(".player-name").first.inner_text()
    assert name.startswith("<img src=x")
    for text in ("<script>document.title='gone'</script>", "</li></ol><h1>big</h1>", "{{ 7 * 7 }} \N{RIGHT-TO-LEFT OVERRIDE}evil"):
        anna.page.fill("#chat-text", text)
        anna.page.press("#chat-text", "Enter")
        seen = text.replace("\N{RIGHT-TO-LEFT OVERRIDE}", "")
        anna.page.locator("#chat li", has_text=seen).wait_for()
    assert anna.page.locator("#chat script, #chat h1, #table img[src=x]").count() == 0
    assert anna.page.title() != "gone"


@pytest.mark.parametrize(("language", "words"), [("en", "too fast"), ("de", "zu schnell")])
def test_who_talks_too_fast_is_told_so_and_can_send_it_again(person: People, language: str, words: str) -> None:
    anna = person("Anna", language)
    anna.expected = ("429",)
    anna.make("loewenherz", ("me", "bot-page"))
    anna.wait_for_turn()
    page, field, note = anna.page, anna.page.locator("#chat-text"), anna.page.locator("#too-fast")
    page.route("**/chat", lambda route: route.fulfill(status=429, headers={"Retry-After": "3"}, body="Too fast"))
    field.fill("One more thing")
    field.press("Enter")
    note.wait_for()
    assert words in note.inner_text() and not page.locator("#lost").is_visible()
    assert field.input_value() == "One more thing"
    page.unroute("**/chat")
    field.press("Enter")
    page.locator("#chat li", has_text="One more thing").wait_for()
    page.wait_for_function("() => document.getElementById('chat-text').value === ''")
    assert not note.is_visible()


def test_a_bot_stands_in_and_its_person_comes_back(person: People) -> None:
    anna, bert = seated(person)
    turn = anna if anna.my_turn else bert
    number = turn.number
    turn.page.click("form[action$='/take-over'] button")
    turn.page.wait_for_function("number => document.getElementById('table').dataset.number !== number", arg=number)
    turn.page.locator("form[action$='/give-back'] button").click()
    turn.page.locator("form[action$='/give-back']").wait_for(state="detached")
    play_on(anna, bert, 4)


def test_on_a_phone_a_stand_in_is_offered_where_one_reads_whom_one_waits_for(person: People, app: Any) -> None:
    """It was behind the line of seats, which one has to open, and nothing said so."""
    anna, bert = seated(person)
    (waiting, gone) = (bert, anna) if anna.my_turn else (anna, bert)
    table = app.state.tables.find(waiting.page.url.rpartition("/")[2])
    (seat,) = table.actors
    offer = waiting.page.locator(".absent")
    assert offer.count() == 0
    gone.page.goto("about:blank")
    table.seats[seat].seen -= 2e9
    waiting.page.reload()
    waiting.page.locator("#table").wait_for()
    assert not offer.is_visible(), "beside the board the plate of the seat has it"
    for width, height in ((390, 844), (360, 640)):
        waiting.page.set_viewport_size({"width": width, "height": height})
        assert f"{gone.name} is away" in offer.inner_text()
        prompt, button = waiting.page.locator("#prompt").bounding_box(), offer.locator("button").bounding_box()
        assert prompt and button and prompt["y"] < button["y"] < prompt["y"] + 160 and button["height"] >= 43
    number = waiting.number
    offer.locator("button").click()
    waiting.page.wait_for_function("number => document.getElementById('table').dataset.number !== number", arg=number)
    waiting.wait_for_turn()
    assert offer.count() == 0
