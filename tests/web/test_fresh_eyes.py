"""What fresh eyes found in an attack, one test each: none of it may come back."""

from __future__ import annotations

import random
import re

import pytest
from house import House, play

from kronland.web.safety import cleaning
from kronland.web.table import company, rights, tables
from kronland.web.table import page as table_page


def test_a_chat_has_an_end_and_a_page_shows_the_newest_of_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line used to bring the whole chat to every reader again."""
    monkeypatch.setattr(company, "MOST_CHAT", 8)
    monkeypatch.setattr(table_page, "NEWEST_CHAT", 3)
    anna = house.browser("Anna")
    table = anna.make()
    for number in range(8):
        assert anna.post(f"/t/{table}/chat", text=f"line {number}").status_code == 303
    refused = anna.post(f"/t/{table}/chat", text="one more")
    assert refused.status_code == 400 and "8 lines are kept" in refused.text
    page = anna.get(f"/t/{table}").text
    assert [f"line {number}" in page for number in range(8)] == [False] * 5 + [True] * 3
    shown = [line for line in page.splitlines() if 'id="chat-' in line and "<li" in line]
    assert len(shown) == 3, "a line of the chat is a line of the text, so that a patch brings only what is new"


def test_a_log_has_an_end_and_the_game_still_comes_to_its_own(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who took back and played again, for ever, could fill the database with one table."""
    monkeypatch.setattr(rights, "MOST_ENTRIES", 6)
    table, programs = house.make("loewenherz", ("me", "me"))
    for _ in range(10):
        program = programs[programs[0].view()["actors"][0]]
        view = program.view()
        number = program.act(view["number"], view["legal"][0]["notation"]).json()["number"]
        undone = program.post("undo", number=number)
        if number >= 6:
            break
    assert undone.status_code == 422 and "its log is full" in undone.json()["error"]["message"]
    play(programs, 3)
    assert house.behind(table).number > 6, "decisions are made still"
    anna = house.browser("Anna")
    mine = anna.make(kinds=("me", "guest"))
    monkeypatch.setattr(rights, "MOST_ENTRIES", 2)
    for what, status in (("take-over", 303), ("give-back", 303), ("take-over", 403)):
        assert anna.post(f"/t/{mine}/{what}", seat=1, level="page").status_code == status, what


def test_one_link_lets_only_so_many_in(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_WATCHERS", 2)
    monkeypatch.setattr(tables, "MOST_OWNERS", 2)
    anna = house.browser("Anna")
    table = anna.make(kinds=("me", "guest"))
    watch, seat = anna.link(table, "watch"), anna.link(table, 0)
    for link, codes in ((watch, [303, 303, 403]), (seat, [303, 403, 403])):
        visitors = [house.browser(f"Visitor {number}") for number in range(3)]
        answers = [visitor.post(link) for visitor in visitors]
        assert [answer.status_code for answer in answers] == codes
        assert "revoke the old links" in answers[-1].text
        assert visitors[0].post(link).status_code == 303, "who is in stays in"


@pytest.mark.parametrize("charset", ["punycode", "idna", "utf-7", '"punycode"'])
def test_no_other_character_set_is_decoded(house: House, charset: str) -> None:
    """Some of Python's take seconds for a page of text, in the one thread that answers everybody."""
    body = b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nabab\r\n--b--\r\n'
    for path in ("/import", "/nowhere"):
        answer = house.client.post(path, content=body, headers={"Content-Type": f"multipart/form-data; boundary=b; charset={charset}"})
        assert answer.status_code == 400 and "UTF-8" in answer.text


@pytest.mark.parametrize("number", ["--5", "-", "5-", "²", "1" * 10, ""])
def test_a_number_that_is_none(house: House, number: str) -> None:
    anna = house.browser("Anna")
    table = anna.make(kinds=("me", "guest"))
    assert anna.post(f"/t/{table}/undo", number=number, seat=number).status_code == 400


def test_eyes_of_a_seat_far_away(house: House) -> None:
    anna = house.browser("Anna")
    table = anna.make(kinds=("me", "guest"))
    assert anna.get(f"/t/{table}/at/0?eyes={'9' * 4300}").status_code < 500


def test_nobody_is_seated_who_is_not_there(house: House) -> None:
    anna = house.browser("Anna")
    form = {"game": "loewenherz", "players": "2", "kind-0": "me", "kind-1": "absent", "name-1": "Bert"}
    answer = anna.post("/new", **form)
    assert answer.status_code == 400


def test_a_form_takes_as_much_as_is_kept(house: House) -> None:
    """A field for a name took 32 characters, and 24 of them were kept."""
    anna, ben = house.browser("Anna"), house.browser("Ben")
    waiting, running = anna.make("rheinlaender", ("me", "open", "open"), public="yes"), anna.make(kinds=("me", "open"))
    pages = [("/settings", anna), ("/new", anna), (f"/t/{waiting}", ben), (anna.link(waiting, 1), ben)]
    for path, browser in pages:
        fields = re.findall(r'<input[^>]* name="name[^>]*>', browser.get(path, game="koenig").text)
        assert fields and all(f'maxlength="{cleaning.LONGEST_NAME}"' in field for field in fields), (path, fields)
    assert ben.post(anna.link(running, 1)).status_code == 303
    page = anna.get(f"/t/{running}").text + ben.get(f"/t/{running}").text  # one of them is to decide
    assert f'name="text" maxlength="{cleaning.LONGEST_CHAT}"' in page
    command = re.search(r'<input id="command"[^>]*>', page)
    assert command is not None and f'maxlength="{cleaning.LONGEST_NOTATION}"' in command[0]
    longest = "x" * cleaning.LONGEST_NAME
    twins = [house.browser(longest) for _ in range(2)]
    table = twins[0].make(kinds=("me", "open"))
    assert twins[1].post(twins[0].link(table, 1)).status_code == 303
    names = [seat.name for seat in house.behind(table).seats]
    assert names[0] == longest and names[1] != longest and len(names[1]) <= cleaning.LONGEST_NAME


# What fresh eyes found at the table -------------------------------------------------------------------------------------------------------


def test_a_wrong_command_can_be_mended(house: House) -> None:
    """It stays in its box; what was clicked does not come to stand there."""
    anna = house.browser("Anna")
    table = anna.make(kinds=("me", "guest"))
    seat = house.behind(table).actors[0]
    anna.post(f"/t/{table}/eyes", seat=seat)
    wrong = {"seat": seat, "number": 0, "action": "castel a1"}
    typed, clicked = anna.post(f"/t/{table}/act", **wrong, typed="yes").text, anna.post(f"/t/{table}/act", **wrong).text
    assert 'id="command" name="action" value="castel a1"' in typed and '<details id="commanding" open>' in typed
    assert 'id="command" name="action" value=""' in clicked


def test_errors_are_german_throughout(house: House) -> None:
    anna = house.browser("Anna", "de")
    table = anna.make(kinds=("me", "guest"))
    said = [anna.get(f"/t/{table}/at/abc"), anna.get(f"/t/{table}/about", x="here"), anna.post("/import", text="hallo")]
    assert [answer.status_code for answer in said] == [422, 422, 400]
    assert "number: Erwartet wird eine ganze Zahl" in said[0].text and "x: Erwartet wird eine Zahl" in said[1].text
    assert "&#39;hallo&#39;" in said[2].text and not any("xpect" in answer.text for answer in said)


def test_who_has_begun_with_a_right_word_is_told_how_it_goes_on(house: House) -> None:
    """In German the answer to "border a1-b9" was that every action begins with a word such as border."""
    anna = house.browser("Anna", "de")
    table = anna.make(kinds=("me", "guest"))
    seat = house.behind(table).actors[0]
    anna.post(f"/t/{table}/eyes", seat=seat)
    begun, unknown = (
        anna.post(f"/t/{table}/act", seat=seat, number=0, action=text, typed="yes").text for text in ("border a1-b9", "grenze a1")
    )
    assert "Geschrieben wird sie so: border a1-b1" in begun and "mit einem von diesen Wörtern" not in begun
    assert "mit einem von diesen Wörtern: castle, knight, border" in unknown


def test_the_page_for_programs_leads_from_lists_to_what_is_in_them(house: House) -> None:
    page = house.browser("Anna", "de").get("/docs").text
    assert '<a href="#GameInfo">[GameInfo]</a>' in page and 'id="GameInfo"' in page and "auf Englisch" in page


def test_a_whole_turn_is_taken_back_where_it_has_more_than_one_decision(house: House) -> None:
    """Where it had one, a button more said the same in more words."""
    anna = house.browser("Anna")
    table = anna.make("koenig", kinds=("me", "guest"))
    behind, offered = house.behind(table), set()
    chance = random.Random(3)
    while len(offered) < 2:
        seat = behind.actors[0]
        anna.post(f"/t/{table}/eyes", seat=seat)
        page = anna.get(f"/t/{table}").text
        undone = behind.match.copy()
        count = 0
        while undone.length and undone.last_seat == seat and undone.undo_barrier is None:
            undone.undo()
            count += 1
        assert ('id="reset"' in page) == (count > 1)
        offered.add(count > 1)
        anna.act(table, seat, behind.number, behind.game.space.notation(chance.choice(behind.match.legal_actions(seat))))
        assert behind.number < 80, "nobody could have taken back more than one decision"
