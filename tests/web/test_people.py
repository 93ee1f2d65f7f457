"""People find each other: open tables that everybody sees at once, invitations for one person, friends, and a rematch for all."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from house import Browser, House, finished, wait_for

from kronland.web.live import board as boards
from kronland.web.live import following
from kronland.web.live.board import Board, Reader
from kronland.web.live.live import Live
from kronland.web.people import standing
from kronland.web.people.around import GONE, HERE_FOR, Around
from kronland.web.safety.visitors import Preferences, Visitor
from kronland.web.store import schema, society, store
from kronland.web.table import tables as tables_of_the_house
from kronland.web.table.invited import KEPT

CLOCK = {"clock": "move-86400"}


class Time:
    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def clock() -> Time:
    return Time()


@pytest.fixture(scope="module")
def club(database: str, opened: Callable[..., Any], clock: Time) -> Iterator[House]:
    """On either kind of database."""
    with opened(database=database, now=clock) as house:
        yield house


def account(house: House, name: str) -> tuple[Browser, str]:
    """Somebody with an account, and the sign-in name."""
    browser = house.browser(name)
    answer = browser.post("/account/new", name=name, password="")
    assert answer.status_code == 200, answer.text
    found = re.search(rf"{name}-\d+", answer.text)
    assert found
    return browser, found[0]


def number(browser: Browser) -> int:
    visitor = browser.client.app.state.visitors.find(browser.client.cookies["kl_visitor"], "en")  # type: ignore[attr-defined]
    assert visitor is not None
    return int(visitor.id)


def asked(house: House, table: str) -> list[int]:
    return [one.id for one in house.behind(table).invited]


# Open tables ------------------------------------------------------------------------------------------------------------------------


def test_the_lobby_tells_what_one_wants_to_know(club: House) -> None:
    anna = club.browser("Anna", "de")
    table = anna.make(kinds=("me", "open", "open"), public="yes", rated="yes", **CLOCK)
    hidden = anna.make(kinds=("me", "open"))
    for path in ("/lobby", "/"):
        page = club.browser(language="en").get(path).text
        assert f'id="open-{table}"' in page and f"/t/{hidden}" not in page
        for fact in ("2 of 3 seats free", "1 day", "rated", "speaks German", "Anna", "Löwenherz"):
            assert fact in page, fact
    assert "2 von 3 Plätzen frei" in club.browser(language="de").get("/lobby").text


def test_one_click_and_one_sits_there(club: House) -> None:
    anna, ben = club.browser("Anna"), club.browser("Ben")
    table = anna.make(kinds=("me", "open", "open"), public="yes")
    for _ in range(2):  # who presses twice has one seat
        assert ben.post(f"/t/{table}/join").headers["location"] == f"/t/{table}"
    assert [seat.name for seat in club.behind(table).seats] == ["Anna", "Ben", ""]
    assert club.browser("Cleo").post(f"/t/{table}/join").status_code == 303
    assert f"open-{table}" not in ben.get("/lobby").text, "it has begun"
    assert club.browser("Dora").post(f"/t/{table}/join").status_code == 404


def test_what_is_new_is_drawn_once_for_all_who_read_a_language(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "PAUSE", 0.0)
    drawn: list[str] = []
    board: Board = club.app.state.board  # type: ignore[attr-defined]
    real = board.draw
    monkeypatch.setattr(board, "draw", lambda language: drawn.append(language) or real(language))
    rounds: list[None] = []  # in which all is drawn that has changed; how many depends on how busy the machine is
    redraw = board._redraw
    monkeypatch.setattr(board, "_redraw", lambda: rounds.append(None) or redraw())
    anna = club.browser("Anna")
    readers = [Reader(Visitor(None, "", language), "x") for language in ("en", "en", "en", "de")]
    news: dict[Reader, list[Any]] = {reader: [] for reader in readers}

    async def follow(reader: Reader) -> None:
        async for said in board.events(reader):
            if "data: " in said:
                news[reader].append(json.loads(said.partition("data: ")[2]))

    def shown(reader: Reader) -> str:
        lines: list[str] = []
        for one in news[reader]:
            assert one["from"] in (None, boards.digest("\n".join(lines)))
            pieces = (piece.split("\n") if isinstance(piece, str) else lines[piece[0] : piece[1]] for piece in one["patch"])
            lines = [line for piece in pieces for line in piece]
            assert boards.digest("\n".join(lines)) == one["now"]
        return "\n".join(lines)

    assert club.client.portal is not None
    tasks = [club.client.portal.start_task_soon(follow, reader) for reader in readers]
    wait_for(lambda: all(news.values()))
    drawn.clear()
    rounds.clear()
    table = anna.make(kinds=("me", "open"), public="yes")
    wait_for(lambda: all(f"open-{table}" in shown(reader) for reader in readers))
    assert 1 <= drawn.count("en") <= len(rounds) and 1 <= drawn.count("de") <= len(rounds), "however many read"
    assert shown(readers[0]) == shown(readers[1]) != shown(readers[3])
    for task in tasks:
        task.cancel()


def test_readers_are_counted_like_streams_of_tables() -> None:
    live = Live()
    board = Board(live, lambda language: "")
    readers = [Reader(Visitor(7, "", "en"), "here") for _ in range(24)]
    for reader in readers:
        live.hold(live.admit(reader))
    with pytest.raises(Exception, match="Too many"):
        live.admit(Reader(Visitor(7, "", "en"), "here"))
    live.release(readers[0])
    live.admit(Reader(Visitor(7, "", "en"), "here"))
    board.stop()


def test_a_reader_who_does_not_read_is_let_go() -> None:
    reader = Reader(Visitor(None, "", "en"), "x")
    for _ in range(100):
        reader.put("news")
    said = [reader.news.get_nowait() for _ in range(reader.news.qsize())]
    assert None in said and len([one for one in said if one]) == boards.MOST_WAITING


@pytest.mark.slow
def test_a_table_that_another_server_opened_before_this_one_listened_is_seen(
    postgres: Callable[[], str], opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told of while nobody heard it here, and the list of before was in memory."""
    for module, name in ((following, "SWEEP"), (boards, "FRESH"), (boards, "AGAIN")):
        monkeypatch.setattr(module, name, 1e9)
    may, real = threading.Event(), store.Store.listening

    @contextmanager
    def late(*arguments: Any, **more: Any) -> Iterator[Any]:
        assert may.wait(120)
        with real(*arguments, **more) as ear:
            yield ear

    monkeypatch.setattr(store.Store, "listening", late)
    address = postgres()
    with opened(database=address) as one, opened(database=address) as other:
        assert "open-none" in other.client.get("/lobby").text
        table = one.browser("Anna").make(kinds=("me", "open", "open"), public="yes")
        assert "open-none" in other.client.get("/lobby").text, "it has not heard of it"
        may.set()
        wait_for(lambda: f"open-{table}" in other.client.get("/lobby").text)


def test_a_table_of_another_server_is_seen_at_once(
    postgres: Callable[[], str], opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "SWEEP", 1e9)
    monkeypatch.setattr(following, "PRESENCE", 0.05)
    monkeypatch.setattr(boards, "FRESH", 1e9)
    address = postgres()
    with opened(database=address) as one, opened(database=address) as other:
        assert "open-none" in other.client.get("/lobby").text
        anna, ben = one.browser("Anna"), other.browser("Ben")
        table = anna.make(kinds=("me", "open", "open"), public="yes")
        wait_for(lambda: f"open-{table}" in other.client.get("/lobby").text)
        assert ben.post(f"/t/{table}/join").status_code == 303
        wait_for(lambda: "1 of 3 seats free" in one.client.get("/lobby").text)
        # Friends of either server see each other.
        assert ben.post("/friends/ask", who=number(anna)).status_code == 303
        asking = one.app.state.friends.circle(one.app.state.visitors.find(anna.client.cookies["kl_visitor"], "en")).asking
        assert anna.post("/friends/answer", number=asking[0].number, yes="yes").status_code == 303
        assert anna.post("/friends/seen", seen="yes").status_code == 303
        wait_for(lambda: "here now" in ben.get("/friends").text)
        # Ended there before it began, it is gone here.
        one.app.state.hosting.end_table(None, table, "enough")
        wait_for(lambda: "open-none" in other.client.get("/lobby").text)
        assert ben.get(f"/t/{table}").status_code == 404


# Invitations for one person -----------------------------------------------------------------------------------------------------------


def test_only_who_is_invited_can_take_an_invitation(club: House) -> None:
    anna, (ben, called), carl = club.browser("Anna"), account(club, "Ben"), club.browser("Carl")
    table = anna.make(kinds=("me", "open", "open"))
    for person in (ben, carl):
        assert person.get(f"/t/{table}").status_code == 404 == person.post(f"/t/{table}/join").status_code
    assert anna.post(f"/t/{table}/ask", name=called.upper()).status_code == 303
    assert "Anna invites you" in ben.get("/").text and "Anna invites you" not in carl.get("/").text
    room = ben.get(f"/t/{table}")
    assert room.status_code == 200 and "Anna invites you" in room.text and 'action="/t/' in room.text
    assert ben.post(f"/t/{table}/chat", text="hello").status_code == 403, "nobody speaks who does not sit there"
    for what in ("ask", "unask", "start", "link", "invite", "revoke"):
        assert ben.post(f"/t/{table}/{what}", seat=1, name="x", invitation=1).status_code in (403, 404), what
    assert carl.post(f"/t/{table}/decline").status_code == 404 == carl.post(f"/t/{table}/join").status_code
    assert anna.post(f"/t/{table}/decline").status_code == 403
    assert ben.post(f"/t/{table}/join").status_code == 303
    assert [seat.name for seat in club.behind(table).seats][:2] == ["Anna", "Ben"] and asked(club, table) == []
    assert "invites you" not in ben.get("/").text


def test_who_is_asked_again_and_again_is_told_once(club: House) -> None:
    anna, (ben, called) = club.browser("Anna"), account(club, "Ben")
    table = anna.make(kinds=("me", "open"))
    for _ in range(3):
        assert anna.post(f"/t/{table}/ask", name=called).status_code == 303
        assert anna.post(f"/t/{table}/unask", invitation=asked(club, table)[0]).status_code == 303
    with club.tables.store.read() as connection:
        told = sa.select(sa.func.count()).where(schema.notices.c.visitor == number(ben))
        assert connection.scalar(told) == 1


def test_declined_is_declined(club: House) -> None:
    anna, (ben, called) = club.browser("Anna"), account(club, "Ben")
    table = anna.make(kinds=("me", "open"))
    anna.post(f"/t/{table}/ask", name=called)
    assert ben.post(f"/t/{table}/decline").status_code == 303
    assert ben.get(f"/t/{table}").status_code == 404 == ben.post(f"/t/{table}/join").status_code
    assert "cannot come" in anna.get(f"/t/{table}").text
    refused = anna.post(f"/t/{table}/ask", name=called)
    assert refused.status_code == 403 and "has been invited to this table already" in refused.text, "nobody is pressed"
    declined = asked(club, table)
    assert anna.post(f"/t/{table}/unask", invitation=declined[0]).status_code == 404 and asked(club, table) == declined
    assert f"/t/{table}/unask" not in anna.get(f"/t/{table}").text


def test_a_name_that_nobody_has_is_answered_like_one_that_somebody_has(club: House) -> None:
    anna, (_, called) = club.browser("Anna"), account(club, "Ben")
    table = anna.make(kinds=("me", "open"))
    pages = []
    for name in (called, "Ben-0000"):
        assert anna.post(f"/t/{table}/ask", name=name).status_code == 303
        assert anna.post("/friends/ask", name=name).status_code == 303
        pages.append(anna.get(f"/t/{table}").text.count("has not answered yet") + anna.get("/friends").text.count("/friends/end"))
    assert pages == [2, 4], "one more each, whoever has the name"
    for name in (called, "Ben-0000"):
        assert anna.post("/friends/ask", name=name).status_code == 403 == anna.post(f"/t/{table}/ask", name=name).status_code
    assert anna.post(f"/t/{table}/ask", name=" \u202e ").status_code == 400


def test_invitations_have_bounds(club: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = club.browser("Anna")
    tables = [anna.make(kinds=("me", "open")) for _ in range(5)]
    for name in range(12):
        assert anna.post(f"/t/{tables[0]}/ask", name=f"Nobody-{name}").status_code == 303
    refused = anna.post(f"/t/{tables[0]}/ask", name="Nobody-99")
    assert refused.status_code == 403 and "12 invitations to this table" in refused.text
    for table in tables[1:4]:
        assert anna.post(f"/t/{table}/ask", name="Same-1").status_code == 303
    for typed in ("Same-1", "\uff53ame-1", "same-\uff11", "\U0001d412ame-1", "same-1 "):
        assert anna.post(f"/t/{tables[4]}/ask", name=typed).status_code == 403, "three of one person to another, however it is typed"
        assert anna.post(f"/t/{tables[3]}/ask", name=typed).status_code == 403, "and one to a table"
    assert [anna.post("/friends/ask", name=typed).status_code for typed in ("Öde-1", "öde-1", "Ö\uff44e-1")] == [303, 403, 403]
    stranger = club.browser("Stranger")
    assert anna.post(f"/t/{tables[4]}/ask", who=number(stranger)).status_code == 404, "whom one has never met needs a name"


def test_people_met_can_be_invited_by_a_click(club: House) -> None:
    anna, ben = club.browser("Anna"), club.browser("Ben")
    first = anna.make(kinds=("me", "open", "open"), public="yes")
    ben.post(f"/t/{first}/join")
    table = anna.make(kinds=("me", "open"))
    assert f'<option value="{number(ben)}">Ben</option>' in anna.get(f"/t/{table}").text
    assert anna.post(f"/t/{table}/ask", who=number(ben)).status_code == 303
    assert "Anna invites you" in ben.get("/").text
    assert ben.post(f"/t/{table}/join").status_code == 303 and club.behind(table).stage == "running"
    with club.tables.store.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).where(society.invited.c.table == table)) == 0


def test_a_rematch_keeps_the_circle(club: House, clock: Time) -> None:
    anna, ben, cleo, dora = (club.browser(name) for name in ("Anna", "Ben", "Cleo", "Dora"))
    table = anna.make("koenig", ("me", "open", "open"), public="yes")
    for friend in (ben, cleo):
        assert friend.post(f"/t/{table}/join").status_code == 303
    club.app.state.hosting.end_table(None, table, "so that there can be a rematch")  # type: ignore[attr-defined]
    again = ben.post(f"/t/{table}/rematch").headers["location"].removeprefix("/t/")
    behind = club.behind(again)
    assert {one.called for one in behind.invited} == {"Anna", "Cleo"} and behind.maker == number(ben)
    assert "Ben invites you" in anna.get("/").text
    lobby = dora.get("/lobby").text
    assert "0 of 3 seats free" in lobby and "2 seats are kept" in lobby and f"join-{again}" not in lobby
    assert dora.post(f"/t/{again}/join").status_code == 404, "kept for others"
    assert anna.post(f"/t/{table}/rematch").headers["location"] == f"/t/{again}"
    kept = next(one.seat for one in club.behind(again).invited)
    clock.now += KEPT + 1
    assert dora.post(f"/t/{again}/join").status_code == 303, "after a while it is anybody's"
    assert club.behind(again).stage == "running" and kept is not None
    assert cleo.get("/").text.count("invites you") == 0


# Who may watch ------------------------------------------------------------------------------------------------------------------------


def test_a_table_may_have_no_watchers(club: House) -> None:
    anna, ben, dora = club.browser("Anna"), club.browser("Ben"), club.browser("Dora")
    table = anna.make("koenig", ("me", "open"), public="yes", unwatched="yes")
    assert dora.get(f"/t/{table}").status_code == 200, "while it waits everybody may come"
    assert anna.post(f"/t/{table}/link", seat="watch").status_code == 403
    assert ben.post(f"/t/{table}/join").status_code == 303
    for path in (f"/t/{table}", f"/t/{table}/text", f"/t/{table}/fragment", f"/t/{table}/report"):
        assert dora.get(path).status_code == 404 and ben.get(path).status_code == 200
    assert club.client.get(f"/api/v1/tables/{table}/view").status_code == 404
    assert f"/t/{table}" not in dora.get("/").text and "Watch link" not in anna.get(f"/t/{table}").text


# Friends ----------------------------------------------------------------------------------------------------------------------------


def befriend(house: House, one: Browser, other: Browser, called: str) -> None:
    assert one.post("/friends/ask", name=called).status_code == 303
    found = re.search(r'name="number" value="(\d+)"', other.get("/friends").text)
    assert found and other.post("/friends/answer", number=found[1], yes="yes").status_code == 303


def test_friends_are_asked_and_say_yes(club: House) -> None:
    anna, (ben, called) = club.browser("Anna"), account(club, "Ben")
    assert anna.post("/friends/ask", name=called).status_code == 303
    found = re.search(r'name="number" value="(\d+)"', ben.get("/friends").text)
    assert found and "Anna" in ben.get("/friends").text
    for who in (anna, club.browser("Thief")):
        assert who.post("/friends/answer", number=found[1], yes="yes").status_code == 404, "only who was asked can say yes"
    assert ben.post("/friends/answer", number=found[1], yes="yes").status_code == 303
    assert "<bdi>Ben</bdi>" in anna.get("/friends").text and "<bdi>Anna</bdi>" in ben.get("/friends").text
    table = ben.make(kinds=("me", "open", "open"), public="yes")
    assert f'<a href="/t/{table}">open table: Löwenherz' in anna.get("/friends").text
    assert club.browser("Thief").post("/friends/end", number=found[1]).status_code == 404
    assert ben.post("/friends/end", number=found[1]).status_code == 303
    assert "<bdi>Ben</bdi>" not in anna.get("/friends").text


def test_who_have_both_asked_are_friends_once(club: House) -> None:
    (anna, hers), (ben, his) = account(club, "Anna"), account(club, "Ben")
    befriend(club, anna, ben, his)
    with club.tables.store.write() as connection:  # under the name that he had at a table; and as by two servers at the same moment
        connection.execute(society.friends.update().values(called="Ben"))
        for by, to, called in ((anna, ben, his), (ben, anna, hers)):
            connection.execute(society.friends.insert().values(by=number(by), to=number(to), called=called, made_at=0.0))
    found = re.search(r'name="number" value="(\d+)"', ben.get("/friends").text)
    assert found and ben.post("/friends/answer", number=found[1], yes="yes").status_code == 303
    for person in (anna, ben):
        page = person.get("/friends").text
        assert page.count("/friends/end") == 1 and "/friends/answer" not in page


def test_only_who_wants_to_be_seen_is_seen(club: House) -> None:
    anna, (ben, called) = club.browser("Anna"), account(club, "Ben")
    befriend(club, anna, ben, called)
    assert "here now" not in anna.get("/friends").text
    assert ben.post("/friends/seen", seen="yes").status_code == 303
    assert "here now" in anna.get("/friends").text
    assert ben.post("/friends/seen").status_code == 303
    assert "here now" not in anna.get("/friends").text


def test_who_is_here_is_forgotten() -> None:
    now = 0.0
    here, there = Around("a", lambda: now), Around("b", lambda: now)
    seen, unseen = Visitor(1, "", "en", Preferences(seen=True)), Visitor(2, "", "en")
    here.saw(seen)
    here.saw(unseen)
    for _, message in [*here.messages()]:
        there.hear(message)
        here.hear(message)
    assert here.here([1, 2]) == there.here([1, 2]) == {1}
    now = GONE + 1
    assert there.here([1]) == set() and here.here([1]) == {1}
    now = HERE_FOR + 1
    assert here.here([1]) == set() and not [*here.messages()]
    many = Around("c", lambda: now)
    for visitor in range(2000):
        many.saw(Visitor(10_000_000 + visitor, "", "en", Preferences(seen=True)))
    messages = [text for _, text in many.messages()]
    assert len(messages) == 3 and max(map(len, messages)) < 8000


def test_what_a_browser_had_comes_along_and_goes_with_the_account(club: House) -> None:
    """Friends and invitations of before belong to the account then; who leaves takes them along."""
    anna, (ben, called) = club.browser("Anna"), account(club, "Ben")
    befriend(club, anna, ben, called)
    other = anna.make(kinds=("me", "open"))
    assert anna.post(f"/t/{other}/ask", name=called).status_code == 303
    answer = anna.post("/account/new", name="Anna", password="a long password")
    sign_in = re.search(r"Anna-\d+", answer.text)
    assert sign_in
    phone = club.browser("Anna's phone")
    table = phone.make(kinds=("me", "open"))
    assert phone.post(f"/t/{table}/ask", name=called).status_code == 303
    assert phone.post("/friends/ask", name=called).status_code == 303
    assert phone.post("/account/sign-in", name=sign_in[0], password="a long password").status_code == 303
    page = anna.get("/friends").text
    assert page.count("<bdi>Ben</bdi>") == 1, "once, though both had it"
    assert "has not answered yet" in anna.get(f"/t/{table}").text
    exported = anna.get("/account/export.json").json()
    assert [one["name"] for one in exported["friends"]] == ["Ben"] and len(exported["invitations_sent"]) == 2
    assert anna.post("/account/delete", sure=sign_in[0]).status_code == 303
    assert "<bdi>Anna" not in ben.get("/friends").text and "invites you" not in ben.get("/").text


# Limits -----------------------------------------------------------------------------------------------------------------------------


def test_one_person_has_so_many_tables_at_a_time(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "MOST_OPEN", 1)
    monkeypatch.setattr(standing, "MOST_WAITING", 2)
    monkeypatch.setattr(standing, "MOST_SEATS", 2)
    with opened(limits=True) as house:
        anna, ben = house.browser("Anna"), house.browser("Ben")
        public = anna.make(kinds=("me", "open", "open"), public="yes")
        form = {"game": "loewenherz", "kind-0": "me", "kind-1": "open", "pace": "0"}
        refused = anna.post("/new", **form, public="yes")
        assert refused.status_code == 403 and "in the list of open tables already" in refused.text
        assert anna.post("/new", **form).status_code == 303
        assert anna.post("/new", **form).status_code == 403
        others = [house.browser(f"Maker {one}").make(kinds=("me", "open", "open"), public="yes") for one in range(2)]
        for table in others:
            assert ben.post(f"/t/{table}/join").status_code == 303
        refused = ben.post(f"/t/{public}/join")
        assert refused.status_code == 403 and "You sit at 2 tables" in refused.text
        assert house.behind(public).seats[1].kind == "open"
        monkeypatch.setattr(tables_of_the_house, "MOST_OPEN_HERE", 3)
        statuses = [
            house.client.post("/api/v1/tables", json={"game": "koenig", "seats": [{"kind": "open"}] * 2, "public": True}).status_code
        ]
        statuses += [house.browser("Other").post("/new", **form, **{"kind-2": "open"}, public="yes").status_code]
        assert statuses == [403, 403], "of one address, by whatever cookies and programs"


def test_visitors_who_are_somebodys_friends_are_not_forgotten(club: House) -> None:
    """Whoever is named anywhere stays; a new table that names visitors is looked at by itself."""
    anna, (_, called), passer = club.browser("Anna"), account(club, "Ben"), club.browser("Passer-by")
    assert anna.post("/friends/ask", name=called).status_code == 303
    with club.tables.store.write() as connection:
        connection.execute(schema.visitors.update().values(made_at=0.0))
    assert club.app.state.visitors.tidy() >= 1  # type: ignore[attr-defined]
    assert 'value="Anna"' in anna.get("/settings").text and 'value="Passer-by"' not in passer.get("/settings").text


def test_readers_end_when_the_server_stops() -> None:
    async def read() -> list[str]:
        live = Live()
        live.loop = asyncio.get_running_loop()
        board = Board(live, lambda language: "<ul>\n</ul>\n")
        asyncio.get_running_loop().call_later(0.05, live.stop)
        async with asyncio.timeout(120):
            return [said async for said in board.events(Reader(Visitor(None, "", "en"), "x"))]

    assert len(finished(read())) == 2, "how to come back, and the list"
