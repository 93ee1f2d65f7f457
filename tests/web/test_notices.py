"""Notices: who is told what, when and how, over a real mail server and a real push service here. No test waits: time is brought."""

from __future__ import annotations

import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.routing import APIRoute
from house import Browser, House
from post import Device, Mailbox, PushService, certificate, check_vapid, mail_server, only_anna, text_of

from kronland.core.errors import UsageError
from kronland.web.errors import BadInput
from kronland.web.live.calls import Calls
from kronland.web.notices import posting as posting_of_notices
from kronland.web.notices import routes
from kronland.web.notices.keyring import Keyring
from kronland.web.notices.kinds import INVITATION, KINDS, OVER, TURN, Notice, unlinked
from kronland.web.notices.mail import Letter, Server, checked_sender
from kronland.web.notices.posting import FIRST_WAIT, MOST_TRIES, TAKEN
from kronland.web.notices.push import MOST
from kronland.web.notices.reach import Reach, checked_address, checked_quiet
from kronland.web.notices.telling import MOST_KEPT, tell
from kronland.web.safety.guard import shown
from kronland.web.safety.outgoing import Messenger, NotPublic, is_public, taken_apart
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.clock import DAY, HOUR

GAME = "rheinlaender"
TITLE = "Rheinländer"
BEGIN = datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()  # noon of a Monday
GRACE = TURN.grace + 1
PUBLIC = "http://testserver"


class Wall:
    moment = BEGIN

    def __call__(self) -> float:
        return self.moment


class Club:
    """A house in which time goes by as the test says, with a mail server and a push service beside it."""

    def __init__(self, house: House, wall: Wall, box: Mailbox, service: PushService) -> None:
        self.house, self.wall, self.box, self.service = house, wall, box, service
        self.chance = random.Random(5)
        self.posting = house.app.state.posting  # type: ignore[attr-defined]

    def member(self, name: str, language: str = "en") -> Browser:
        browser = self.house.browser(name, language)
        assert browser.post("/account/new", name=name, password="correct horse battery").status_code == 200
        return browser

    def with_mail(self, name: str, address: str, language: str = "en") -> Browser:
        """A member whose address is confirmed."""
        browser = self.member(name, language)
        assert browser.post("/notices/address", address=address).status_code == 303
        self.posting.mail()
        [mail] = self.box.take()
        link = re.search(rf"{PUBLIC}(/mail/confirm/\S+)", text_of(mail))
        assert link and mail["To"] == address
        assert browser.post(link[1]).status_code == 200
        return browser

    def with_push(self, browser: Browser, name: str) -> Device:
        device = self.service.device(name)
        assert browser.post("/notices/push", **device.form).status_code == 204
        return device

    def id(self, browser: Browser) -> int:
        return int(self.house.app.state.visitors.find(browser.client.cookies["kl_visitor"], "en").id)  # type: ignore[attr-defined]

    def table(self, *people: Browser, **more: Any) -> str:
        table = people[0].make(GAME, ("me",) + ("open",) * (len(people) - 1), pace=30, **more)
        for seat, person in enumerate(people[1:], 1):
            assert person.post(people[0].link(table, seat)).status_code == 303
        return table

    def asked(self, table: str, people: tuple[Browser, ...]) -> Browser:
        return people[self.house.behind(table).actors[0]]

    def play(self, table: str, people: tuple[Browser, ...]) -> None:
        """Who is to decide does, until somebody else is."""
        behind = self.house.behind(table)
        seat = behind.actors[0]
        while behind.stage == "running" and behind.actors[0] == seat:
            action = behind.game.space.notation(self.chance.choice(behind.match.legal_actions(seat)), seat)
            assert people[seat].act(table, seat, behind.number, action).status_code == 303

    def later(self, seconds: float = GRACE) -> None:
        """Time goes by, and the server looks."""
        self.wall.moment += seconds
        self.house.app.state.expiry.look()  # type: ignore[attr-defined]
        while self.posting.look() + self.posting.mail():
            pass

    def told(self, browser: Browser) -> list[str]:
        """What is kept for somebody: of which kinds."""
        with self.house.tables.store.read() as connection:
            row = schema.notices.c
            return list(connection.scalars(sa.select(row.kind).where(row.visitor == self.id(browser)).order_by(row.id)))

    def posts(self) -> list[Any]:
        with self.house.tables.store.read() as connection:
            return list(connection.execute(sa.select(schema.posts)))


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    made = PushService()
    yield made
    made.close()


@pytest.fixture(scope="module")
def box() -> Iterator[Mailbox]:
    with mail_server() as made:
        yield made


@pytest.fixture(scope="module")
def open_club(opened: Callable[..., Any], box: Mailbox, service: PushService) -> Iterator[Club]:
    """Only the test itself looks: the server's own threads wait."""
    patch = pytest.MonkeyPatch()
    patch.setattr(posting_of_notices, "EVERY", 1e6)
    wall = Wall()
    more = {"smtp": box.url, "mail_from": "Kronland <club@example.org>", "public_url": PUBLIC, "push_anywhere": True}
    with opened(now=wall, **more) as house:
        yield Club(house, wall, box, service)
    patch.undo()


@pytest.fixture
def club(open_club: Club, box: Mailbox, service: PushService) -> Club:
    """With nothing left over from another test, at noon."""
    with open_club.house.tables.store.write() as connection:
        for kind in (schema.posts, schema.notices, schema.subscriptions, schema.reach):
            connection.execute(kind.delete())
        connection.execute(schema.tables.update().values(due=None))
    open_club.wall.moment += (BEGIN - open_club.wall.moment) % DAY
    box.take()
    box.answer, service.status, service.got, service.headers = "", 201, [], {}
    return open_club


# Who is told ------------------------------------------------------------------------------------------------------------------------


def test_of_a_turn_one_is_told_once_until_one_has_been_there(club: Club) -> None:
    people = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    table = club.table(*people)
    first = club.asked(table, people)
    assert first.get(f"/t/{table}").status_code == 200 and club.told(first) == [], "who is at the table needs no notice"
    for _ in range(12):
        club.play(table, people)
    asked = club.asked(table, people)
    assert club.told(asked) == ["turn"], "the turn came several times, and was told once"
    assert f'href="/t/{table}"' in asked.get("/notices").text and f"Your turn at {TITLE}" not in asked.get("/notices").text
    assert f"It is your turn: {TITLE}, with" in asked.get("/notices").text
    for person in people:
        assert person.get(f"/t/{table}").status_code == 200 and club.told(person) == []
    club.play(table, people)
    assert club.told(club.asked(table, people)) == ["turn"], "having been there, one is told again"


def test_who_has_the_table_open_is_not_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    people = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    table = club.table(*people)
    for person in people:
        person.get(f"/t/{table}")
    monkeypatch.setattr(club.house.tables, "followers", lambda table_id: {club.id(person) for person in people})
    club.play(table, people)
    assert [club.told(person) for person in people] == [[], [], []]
    monkeypatch.setattr(club.house.tables.elsewhere, "seen", lambda table_id, seat: float("inf"))
    monkeypatch.setattr(club.house.tables, "followers", lambda table_id: ())
    club.play(table, people)
    assert [club.told(person) for person in people] == [[], [], []], "nor who has it open by way of another server"


def test_who_left_as_the_turn_came_is_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """An open page may be that of a phone that sleeps."""
    people = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    table = club.table(*people)
    monkeypatch.setattr(club.house.tables, "followers", lambda table_id: {club.id(person) for person in people})
    club.play(table, people)
    asked, left = club.asked(table, people), club.house.app.state.live.left  # type: ignore[attr-defined]
    other = next(person for person in people if person is not asked)
    assert not left(table, club.id(other)), "nobody waits for that one"
    assert left(table, club.id(asked)) and club.told(asked) == ["turn"] and not left(table, club.id(asked))
    asked.get(f"/t/{table}")
    club.wall.moment += 300
    assert not left(table, club.id(asked)), "who looked at it for minutes knows"


def test_who_left_just_before_the_end_is_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    people = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    table = club.table(*people, clock="move-3600", out="end")
    monkeypatch.setattr(club.house.tables, "followers", lambda table_id: {club.id(person) for person in people})
    club.later(2 * HOUR)
    assert club.house.behind(table).stage == "ended" and not any("over" in club.told(person) for person in people)
    left = club.house.app.state.live.left  # type: ignore[attr-defined]
    anna, ben, _ = people
    assert left(table, club.id(anna)) and "over" in club.told(anna) and not left(table, club.id(anna)), "once"
    club.wall.moment += 300
    assert not left(table, club.id(ben)) and "over" not in club.told(ben), "who looked at the end knows"


def test_the_end_is_told_and_who_was_late(club: Club) -> None:
    people = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    ends, stands_in = club.table(*people, clock="move-3600", out="end"), club.table(*people, clock="move-3600", out="bot")
    late = club.asked(stands_in, people)
    club.later(2 * HOUR)
    assert club.house.behind(ends).stage == "ended"
    assert all("over" in club.told(person) for person in people)
    assert "late" in club.told(late) and f"a bot stands in: {TITLE}" in late.get("/notices").text
    assert "The game has ended" in late.get("/notices").text
    late.get("/notices")
    with club.house.tables.store.read() as connection:
        current = [one.kind for one in club.house.app.state.notices.of(club.id(late))]  # type: ignore[attr-defined]
        assert TURN not in current, "a turn that has passed is no news"
        assert connection.scalar(sa.select(sa.func.count()).select_from(schema.notices).where(schema.notices.c.seen_at.is_(None)))


def test_a_rematch_invites_the_others(club: Club) -> None:
    people = anna, ben, _ = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    table = club.table(*people, clock="move-3600", out="end")
    club.later(2 * HOUR)
    for person in people:
        person.get(f"/t/{table}")
    assert anna.post(f"/t/{table}/rematch").status_code == 303
    assert [club.told(person) for person in people] == [[], ["invitation"], ["invitation"]]
    assert f"Anna invites you: {TITLE}" in ben.get("/notices").text


def test_nobody_is_told_without_end(club: Club) -> None:
    anna = club.house.browser("Anna")
    keeper = club.house.tables.store
    with keeper.write() as connection:
        told = [tell(keeper, connection, INVITATION, club.id(anna), club.wall(), "/", game=GAME, name="Pest") for _ in range(MOST_KEPT + 5)]
    assert told == [True] * MOST_KEPT + [False] * 5
    club.wall.moment += 31 * DAY
    assert club.house.app.state.notices.tidy() == MOST_KEPT  # type: ignore[attr-defined]


def test_a_page_that_is_open_is_told_at_once(club: Club) -> None:
    anna, keeper = club.house.browser("Anna"), club.house.tables.store
    assert club.house.first_event("/notices/events")[0] == 403, "who has no cookie has no notices"
    cookie = f"kl_visitor={anna.client.cookies['kl_visitor']}"
    assert '"count": 0' in club.house.first_event("/notices/events", cookie=cookie)[1]
    with keeper.write() as connection:
        tell(keeper, connection, INVITATION, club.id(anna), club.wall(), "/t/x", game=GAME, name="<b>Ben</b>")
    said = club.house.first_event("/notices/events", cookie=cookie)[1]
    assert '"count": 1' in said and "<b>Ben</b> invites you" in said and '"path": "/t/x"' in said
    home = anna.get("/").text
    assert '<b class="count">1</b>' in home and "&lt;b&gt;Ben&lt;/b&gt;" in anna.get("/notices").text
    assert '<b class="count" hidden>0</b>' in anna.get("/").text, "what was read in the list is not new"


def test_calls_reach_streams_and_have_an_end(club: Club) -> None:
    """A stream that is open is woken; too many of one person are refused."""
    portal = club.house.client.portal
    assert portal is not None
    calls, said, news = Calls(), [], ["{}"]

    async def follow() -> None:
        async def asked() -> str | None:
            return news[0]

        async for text in calls.events(7, "here", asked):
            said.append(text)
            if len(said) == 2:
                news[0] = '{"count": 1}'
                threading.Thread(target=calls.call, args=[7]).start()
            if len(said) == 3:
                calls.stop()

    portal.call(follow)
    assert said == ["retry: 5000\n\n", "event: notices\ndata: {}\n\n", 'event: notices\ndata: {"count": 1}\n\n']
    assert not calls._open and not calls._held


# Push -------------------------------------------------------------------------------------------------------------------------------


def test_a_push_message_says_names_and_titles_alone(club: Club) -> None:
    people = tuple(club.house.browser(name, "de") for name in ("Anna", "Ben", "Cleo"))
    devices = [club.with_push(person, name) for person, name in zip(people, "abc", strict=True)]
    table = club.table(*people)
    for person in people:
        person.get(f"/t/{table}")
    with club.house.tables.store.write() as connection:
        connection.execute(schema.tables.update().where(schema.tables.c.id == table).values(title="Donnerstag evil.example/x"))
    club.house.tables.forget(club.house.behind(table))
    club.play(table, people)
    asked = club.asked(table, people)
    seat = people.index(asked)
    club.later(5)
    assert not club.service.got, "who is about to come is not disturbed"
    club.later()
    check_vapid(club.service.got[0][1], club.service.address)
    key = club.house.app.state.push.keys.application_key  # type: ignore[attr-defined]
    assert check_vapid(club.service.got[0][1], club.service.address)["k"] == key and f'data-key="{key}"' in asked.get("/settings").text
    [said] = club.service.take(devices[seat])
    others = ", ".join(name for name in ("Anna", "Ben", "Cleo") if name != ("Anna", "Ben", "Cleo")[seat])
    assert said == {
        "title": "Kronland",
        "body": f"Du bist am Zug: Donnerstag evil example x, mit {others}",
        "path": f"/t/{table}",
        "tag": f"turn /t/{table}",
        "lang": "de",
    }
    assert not club.service.got and not club.posts(), "once, and to nobody else"
    club.later(DAY)
    assert not club.service.got


def test_what_a_push_service_answers(club: Club) -> None:
    people = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    table = club.table(*people)
    for person in people:
        person.get(f"/t/{table}")
    club.play(table, people)
    asked = club.asked(table, people)
    device = club.with_push(asked, "a")
    club.service.status, club.service.headers = 503, {"Retry-After": "600"}
    club.later()
    assert len(club.service.take(device)) == 1 and len(club.posts()) == 1
    club.later(590)
    assert not club.service.got, "not before the service wants it again"
    club.service.headers = {}
    club.later(20)
    assert len(club.service.take(device)) == 1
    club.service.status = 201
    club.later(4 * FIRST_WAIT)
    assert len(club.service.take(device)) == 1 and not club.posts()
    # A browser that is no more is forgotten.
    asked.get(f"/t/{table}")
    for _ in range(3):
        club.play(table, people)
    club.service.status = 410
    for person in people:
        person.get(f"/t/{table}") if person is not asked else None
    club.later()
    assert len(club.service.take(device)) == 1 and not club.posts()
    assert not club.house.app.state.push.devices(club.house.app.state.visitors.find(asked.client.cookies["kl_visitor"], "en"))  # type: ignore[attr-defined]


def test_what_never_gets_through_is_given_up(club: Club) -> None:
    people = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    devices = [club.with_push(person, name) for person, name in zip(people, "abc", strict=True)]
    table = club.table(*people)
    for person in people:
        person.get(f"/t/{table}")
    club.play(table, people)
    club.service.status = 500
    for _ in range(20):
        club.later(DAY)
    assert sum(len(club.service.take(device)) for device in devices) == MOST_TRIES and not club.posts()
    club.play(table, people)
    club.service.status = 403  # it does not like us: it would not like us better tomorrow
    club.later(), club.later(DAY)
    assert sum(len(club.service.take(device)) for device in devices) == 1 and not club.posts()


BAD_ENDPOINTS = [
    "", "x", "ftp://push.example.org/x", "http://push.example.org/x", "https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x",
    "https://10.0.0.1/x", "https://192.168.1.1/x", "https://169.254.169.254/latest/meta-data", "https://0.0.0.0/", "https://2130706433/",
    "https://0x7f000001/", "https://[::ffff:127.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://[fd00::1]/", "https://user@push.example.org/x",
    "https://push.example.org:22/x", "https://intranet/x",
    "https://db.internal/x", "https://printer.local/x", "https://a.example.org/\r\nX: y",
    "https://push.example.org/" + "x" * 2000, "https://push.exämple.org/", "https://224.0.0.1/", "https://[2002:7f00:1::]/", "https:///x",
    "https://push.example.org:x/", "https://1.1.1.1.:99999/", "https://push.example.org/#x", "javascript:alert(1)", "//push.example.org/x",
]  # fmt: skip


def test_no_endpoint_leads_behind_the_wall(opened: Callable[..., Any]) -> None:
    with opened() as house:
        anna, form = house.browser("Anna"), Device("https://updates.push.example.org/wpush/v2/abc").form
        for endpoint in BAD_ENDPOINTS:
            answer = anna.post("/notices/push", **{**form, "endpoint": endpoint})
            assert answer.status_code == 400 and "no subscription" in answer.text, endpoint
        bad_keys = [("p256dh", ""), ("p256dh", "A" * 87), ("auth", "x"), ("auth", "é" * 22), ("p256dh", form["p256dh"] + "AAAA")]
        for name, value in bad_keys:
            assert anna.post("/notices/push", **{**form, name: value}).status_code == 400, (name, value)
        assert anna.post("/notices/push", **form).status_code == 204
        me = house.app.state.visitors.find(anna.client.cookies["kl_visitor"], "en")
        for number in range(MOST + 3):  # each by another cookie of hers
            device = replace(me, secret=f"cookie {number}")
            house.app.state.push.subscribe(device, f"https://push.example.org/{number}", form["p256dh"], form["auth"], "")
        with house.tables.store.read() as connection:
            assert connection.scalar(sa.select(sa.func.count()).select_from(schema.subscriptions)) == MOST


def test_a_name_that_leads_elsewhere_is_not_knocked_at(monkeypatch: pytest.MonkeyPatch, service: PushService) -> None:
    """What was public when it was said may lead behind the wall when it is used."""
    service.got = []
    port = service.server.server_port
    monkeypatch.setattr("socket.getaddrinfo", lambda *args, **more: [(2, 1, 6, "", ("127.0.0.1", port))])
    with pytest.raises(NotPublic):
        Messenger().post("https://push.example.org/x", b"", {})
    assert not service.got
    public = ["1.1.1.1", "2606:4700::1111", "64:ff9b::101:101"]
    walled = ["::1", "127.0.0.1", "::ffff:10.0.0.1", "2002:0a00:0001::1", "fe80::1%eth0", "x", "100.64.0.1", "0.0.0.0", "ff02::1"]
    assert all(map(is_public, public)) and not any(map(is_public, walled))
    assert taken_apart("https://push.example.org/a?b").query == "b"


def test_a_service_that_says_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """It trickles its answer byte by byte, and would for hours."""
    monkeypatch.setattr("kronland.web.safety.outgoing.WHOLE", 0.3)
    listening = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()

    def trickle() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            for _ in range(3000):  # a minute
                if done.wait(0.02):
                    return
                try:
                    connection.sendall(b"X: y\r\n"[:1])
                except OSError:
                    return

    threading.Thread(target=trickle, daemon=True).start()
    began = time.monotonic()
    with suppress(OSError):  # what came until then may pass for an answer
        Messenger(anywhere=True).post(f"http://127.0.0.1:{listening.getsockname()[1]}/x", b"", {})
    done.set()
    listening.close()
    assert time.monotonic() - began < 30, "it is cut off, however slowly it goes on"


# Mail -------------------------------------------------------------------------------------------------------------------------------


def test_nothing_is_mailed_before_the_address_is_confirmed(club: Club) -> None:
    anna = club.member("Anna evil.example", "de")
    for wrong in (
        "",
        "anna",
        "anna@",
        "a@b",
        "a@b.c\r\nBcc: x@y.de",
        "Anna <a@b.de>",
        "a b@c.de",
        "a@b..de",
        ".a@b.de",
        "ä@b.de",
        "x" * 300 + "@b.de",
    ):
        answer = anna.post("/notices/address", address=wrong)
        assert answer.status_code == 400 and "anna@example.org" in answer.text, wrong
    assert anna.post("/notices/address", address="Anna@Example.ORG").status_code == 303
    assert "Eine Mail an Anna@example.org ist unterwegs" in anna.get("/settings").text
    people = (anna, club.house.browser("Ben"), club.house.browser("Cleo"))
    table = club.table(*people)
    for _ in range(6):
        club.play(table, people)
    club.later(DAY)
    [mail] = club.box.take()
    assert mail["Subject"] == "Kronland: Bestätige deine Mailadresse" and "List-Unsubscribe" not in mail
    assert "evil" not in mail.as_string() and TITLE not in text_of(mail), "not a word of whoever asked"
    link = re.search(rf"{PUBLIC}(/mail/confirm/\S+)", text_of(mail))
    assert link and link[0] in text_of(mail, "html")
    stranger = club.house.browser()
    assert "Knopf" not in text_of(mail, "html")[:20] and stranger.get(link[1]).status_code == 200, "fetching it confirms nothing"
    assert "ist unterwegs" in anna.get("/settings").text
    assert stranger.get(link[1] + "x").status_code == 404 == stranger.post("/mail/confirm/1.nonsense").status_code
    assert stranger.post(link[1]).status_code == 200 and "Mails gehen an Anna@example.org" in anna.get("/settings").text
    assert stranger.get(link[1]).status_code == 200, "a second click is told the same"
    assert anna.post("/notices/address/forget").status_code == 303 and stranger.get(link[1]).status_code == 404


def test_the_link_to_confirm_is_good_for_two_days(club: Club) -> None:
    anna = club.member("Anna")
    anna.post("/notices/address", address="anna@example.org")
    club.later()
    [mail] = club.box.take()
    link = re.search(rf"{PUBLIC}(/mail/confirm/\S+)", text_of(mail))
    assert link
    club.wall.moment += 2 * DAY + 1
    assert anna.post(link[1]).status_code == 404


def test_one_digest_at_most_every_so_often(club: Club) -> None:
    anna = club.with_mail("Anna", "anna@example.org")
    keeper, me = club.house.tables.store, club.id(anna)

    def told(path: str) -> None:
        with keeper.write() as connection:
            tell(keeper, connection, INVITATION, me, club.wall(), path, game=GAME, name="Ben")

    told("/t/one"), told("/t/two")
    club.later()
    [mail] = club.box.take()
    assert mail["Subject"] == f"Kronland: Ben invites you: {TITLE} (and 1 more)" and mail["From"] == "Kronland <club@example.org>"
    for kind in ("plain", "html"):
        assert all(f"{PUBLIC}/open?to=/t/{name}" in text_of(mail, kind) for name in ("one", "two"))
    assert mail["Auto-Submitted"] == "auto-generated" and mail["Date"] and mail["Message-ID"]
    told("/t/three")
    club.later(14 * 60 - 30)
    assert not club.box.mails, "at most every 15 minutes"
    told("/t/four")
    club.later(100)
    [mail] = club.box.take()
    assert "and 1 more" in mail["Subject"]
    form = {f"{kind} {way}": "yes" for kind in KINDS for way in ("page", "push", "mail")}
    assert anna.post("/notices/choose", every=86400, zone="Europe/Berlin", **form).status_code == 303
    told("/t/five")
    club.later(23 * HOUR)
    assert not club.box.mails
    club.later(HOUR + 1)
    assert len(club.box.take()) == 1 and not club.posts()


def test_one_click_stops_mails(club: Club) -> None:
    anna = club.with_mail("Anna", "anna@example.org", "de")
    keeper = club.house.tables.store
    with keeper.write() as connection:
        tell(keeper, connection, OVER, club.id(anna), club.wall(), "/t/x", game=GAME)
    club.later()
    [mail] = club.box.take()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = re.fullmatch(rf"<{PUBLIC}(/mail/stop/\S+)>", mail["List-Unsubscribe"])
    assert link and f"{PUBLIC}{link[1]}" in text_of(mail)
    somebody = club.house.browser(language="de")
    page = somebody.get(link[1])
    assert page.status_code == 200 and "stop.js" in page.text and "Mails gehen an" in anna.get("/settings").text, "fetching stops nothing"
    wrong = link[1][:-3] + "xxx"
    assert somebody.post(wrong, **{"List-Unsubscribe": "One-Click"}).status_code == 200
    assert "Mails gehen an" in anna.get("/settings").text, "a guess stops nobody's"
    with keeper.write() as connection:
        tell(keeper, connection, OVER, club.id(anna), club.wall(), "/t/y", game=GAME)
    assert somebody.post(link[1], **{"List-Unsubscribe": "One-Click"}).status_code == 200, "without a cookie, by a mail program"
    club.later(DAY)
    assert not club.box.mails and "example.org" not in re.sub(r"anna@example.org oder", "", anna.get("/settings").text).replace("like", "")
    assert "keine Mails mehr" in somebody.post(link[1]).text


def test_the_link_of_a_mail_is_no_key(club: Club) -> None:
    people = (club.member("Anna"), club.house.browser("Ben"), club.house.browser("Cleo"))
    table = club.table(*people)
    assert people[0].get("/open", to=f"/t/{table}").headers["location"] == f"/t/{table}"
    stranger = club.house.browser()
    page = stranger.get("/open", to=f"/t/{table}")
    assert page.status_code == 200 and f'name="back" id="back" value="/t/{table}"' in page.text and "your table opens" in page.text
    assert stranger.get(f"/t/{table}").status_code == 404
    name = re.search(r'id="signed-in">([^<]+)<', people[0].get("/account").text)
    assert name
    sign_in = {"name": name[1], "back": f"/t/{table}"}
    refused = stranger.post("/account/sign-in", password="wrong", **sign_in)
    assert refused.status_code == 400 and f'value="/t/{table}"' in refused.text
    entered = stranger.post("/account/sign-in", password="correct horse battery", **sign_in)
    assert entered.headers["location"] == f"/t/{table}" and stranger.get(f"/t/{table}").status_code == 200
    for elsewhere in ("https://evil.example", "//evil.example", "/\\evil.example"):
        assert people[0].get("/open", to=elsewhere).headers["location"] == "/"
        again = stranger.post("/account/sign-in", name=name[1], password="correct horse battery", back=elsewhere)
        assert again.headers["location"] == "/"


def test_mail_that_is_refused(club: Club) -> None:
    anna = club.with_mail("Anna", "anna@example.org")
    keeper = club.house.tables.store
    with keeper.write() as connection:
        tell(keeper, connection, OVER, club.id(anna), club.wall(), "/t/x", game=GAME)
    club.box.answer = "451 later"
    club.later()
    assert not club.box.mails and len(club.posts()) == 1
    club.box.answer = ""
    club.later(FIRST_WAIT)
    assert len(club.box.take()) == 1 and not club.posts()
    with keeper.write() as connection:
        tell(keeper, connection, OVER, club.id(anna), club.wall(), "/t/y", game=GAME)
    club.box.answer = "550 no such mailbox"
    club.later(HOUR)
    assert not club.posts() and "anna@example.org cannot be written to" in anna.get("/settings").text
    club.box.answer = ""
    club.later(DAY)
    assert not club.box.mails, "nothing more is sent there"


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_mail_goes_encrypted(scheme: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file, context = certificate(tmp_path)
    tls: dict[str, Any] = {"ssl_context": context} if scheme == "smtps" else {"tls_context": context, "require_starttls": True}
    more = {"authenticator": only_anna, "auth_required": True, "auth_require_tls": scheme == "smtp"}
    with mail_server(**tls, **more) as box:
        port = box.url.rpartition(":")[2]
        server = Server.read(f"{scheme}://anna:p%40ss%2Fword@localhost:{port}")
        mail = Letter("ben@example.org", "Ben", "en").confirmation("http://x/y")
        mail["From"] = "club@example.org"
        with pytest.raises(OSError), server.connected():  # nobody vouches for that certificate
            pass
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        with server.connected() as connected:
            connected.send_message(mail)
        assert len(box.mails) == 1 and (scheme == "smtps" or box.encrypted == [True])


def test_what_the_command_line_says_of_mail() -> None:
    assert Server.read("smtps://mail.example.org") == Server("mail.example.org", 465, True, "", "")
    for wrong in ("", "mail.example.org", "http://x", "smtp://", "smtp://x:y", "smtp://x/path", "smtp://x:99999999"):
        with pytest.raises(UsageError, match="expected an address like smtps"):
            Server.read(wrong)
    assert checked_sender("Kronland <club@example.org>") == "Kronland <club@example.org>"
    for wrong in ("", "x", "a@b.de\nBcc: c@d.de", "<>"):
        with pytest.raises(UsageError, match="mail-from"):
            checked_sender(wrong)


HOSTILE = [
    "<script>alert(1)</script>",
    "Anna\r\nBcc: x@y.de",
    "{0} {name} %s",
    "\u202eevil",
    "=?utf-8?q?x?=",
    "https://evil.example/pay",
    "x" * 500,
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_text(name: str) -> None:
    notice = Notice(1, INVITATION, "t", "/t/x y\r\n<b>", {"name": name, "title": name, "others": name}, BEGIN)
    for language in ("de", "en"):
        mail = Letter("a@example.org", name, language).digest([notice] * 2, "https://games.example.org", "https://games.example.org/stop")
        sent = mail.as_bytes().decode("ascii", "replace")
        assert "Bcc" not in dict(mail.items()) and "\nBcc" not in sent.partition("\r\n\r\n")[0]
        assert mail["Subject"] is not None and len(mail["Subject"]) <= 140
        html_part = mail.get_body(("html",))
        assert html_part is not None and "<script" not in html_part.get_content()
        assert "evil.example" not in text_of(mail) and "https://evil" not in html_part.get_content()
    assert unlinked("Dr. Anna, b.c@d.e") == "Dr. Anna, b c d e"


# When -------------------------------------------------------------------------------------------------------------------------------


def test_quiet_hours_are_by_the_persons_own_clock(club: Club) -> None:
    berlin = Reach(quiet=(22 * 60, 7 * 60), zone="Europe/Berlin")
    moment = lambda text: datetime.fromisoformat(text).timestamp()  # noqa: E731
    assert berlin.not_before(moment("2026-11-16T20:59:00Z")) == moment("2026-11-16T20:59:00Z")
    assert berlin.not_before(moment("2026-11-16T21:00:00Z")) == moment("2026-11-17T06:00:00Z")
    assert berlin.not_before(moment("2026-11-17T05:59:00Z")) == moment("2026-11-17T06:00:00Z")
    assert berlin.not_before(moment("2026-07-16T20:30:00Z")) == moment("2026-07-17T05:00:00Z"), "in summer, too"
    assert Reach(quiet=(60, 60)).not_before(5.0) == 5.0 and Reach(quiet=(0, 6 * 60)).not_before(0.0) == 6 * HOUR
    for wrong in (("22:00", ""), ("x", "y"), ("24:00", "07:00"), ("7:00", "08:00")):
        with pytest.raises(BadInput, match="time of day"):
            checked_quiet(*wrong)
    people = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    devices = [club.with_push(person, name) for person, name in zip(people, "abc", strict=True)]
    form = {f"{kind} {way}": "yes" for kind in KINDS for way in ("page", "push")} | {"quiet-from": "10:00", "quiet-until": "15:00"}
    for person in people:
        assert person.post("/notices/choose", every=900, zone="Europe/London", **form).status_code == 303
    assert 'value="10:00"' in people[0].get("/settings").text
    table = club.table(*people)
    for person in people:
        person.get(f"/t/{table}")
    club.play(table, people)
    asked = people.index(club.asked(table, people))
    club.later(2 * HOUR)
    assert not club.service.got and len(club.posts()) == 1, "it is two o'clock"
    club.later(HOUR)
    assert len(club.service.take(devices[asked])) == 1


def test_what_has_passed_is_not_sent_after_the_quiet_hours(club: Club) -> None:
    people = tuple(club.house.browser(name) for name in ("Anna", "Ben", "Cleo"))
    for person, name in zip(people, "abc", strict=True):
        club.with_push(person, name)
        person.post("/notices/choose", every=900, zone="UTC", **{"quiet-from": "10:00", "quiet-until": "15:00", "turn push": "yes"})
    table = club.table(*people)
    club.later(HOUR)
    assert club.posts()
    asked = club.asked(table, people)
    asked.get(f"/t/{table}")
    assert not [post for post in club.posts() if post.visitor == club.id(asked)], "who has been there is not told"
    club.play(table, people)
    club.later(HOUR)
    club.play(table, people)  # without having looked at the page
    club.later(2 * HOUR)
    assert len({path for path, _, _ in club.service.got}) == len(club.service.got) == 1, "the others' turns have passed"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"every": "7"}, "hourly"),
        ({"zone": "Mars/Base"}, "time zone"),
        ({"quiet-from": "x"}, "time of day"),
        ({"every": ""}, "whole number"),
    ],
)
def test_nonsense_is_refused_in_words(club: Club, wrong: dict[str, str], said: str) -> None:
    anna = club.house.browser("Anna")
    answer = anna.post("/notices/choose", **({"every": "900", "zone": "UTC"} | wrong))
    assert answer.status_code == 400 and said in answer.text
    assert anna.get("/settings").text.count(" checked") == club.house.browser("Ben").get("/settings").text.count(" checked"), (
        "nothing has changed"
    )


def test_each_kind_and_each_way_is_chosen(club: Club) -> None:
    anna = club.with_mail("Anna", "anna@example.org")
    device, keeper = club.with_push(anna, "a"), club.house.tables.store
    assert (
        anna.post(
            "/notices/choose", every=900, zone="UTC", **{"over push": "yes", "invitation mail": "yes", "turn page": "yes"}
        ).status_code
        == 303
    )
    with keeper.write() as connection:
        for kind in (OVER, INVITATION):
            tell(keeper, connection, kind, club.id(anna), club.wall(), f"/t/{kind.name}", game=GAME, name="Ben")
    club.later()
    assert [said["path"] for said in club.service.take(device)] == ["/t/over"]
    [mail] = club.box.take()
    assert "/t/invitation" in text_of(mail) and "/t/over" not in text_of(mail)
    assert '<b class="count" hidden>' in anna.get("/").text, "neither is wanted on the page"
    assert anna.get("/notices").text.count('<li><a href="/t/') == 2, "the list has everything"


# Over servers and restarts ------------------------------------------------------------------------------------------------------------


def test_of_several_servers_one_sends(
    database: str, opened: Callable[..., Any], box: Mailbox, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting_of_notices, "EVERY", 1e6)
    wall, more = Wall(), {"smtp": box.url, "mail_from": "club@example.org", "public_url": PUBLIC, "push_anywhere": True}
    box.take()
    box.answer, service.status, service.got = "", 201, []
    with opened(now=wall, database=database, **more) as first, opened(now=wall, database=database, **more) as second:
        clubs = [Club(house, wall, box, service) for house in (first, second)]
        anna = clubs[0].with_mail("Anna", "anna@example.org")
        device = clubs[0].with_push(anna, "a")
        keys = [Keyring(house.tables.store) for house in (first, second)]
        assert keys[0].application_key == keys[1].application_key and keys[0].token(1, "x") == keys[1].token(1, "x")
        keeper, count = first.tables.store, 12
        with keeper.write() as connection:
            for number in range(count):
                tell(keeper, connection, INVITATION, clubs[0].id(anna), wall(), f"/t/{number}", game=GAME, name="Ben")
        wall.moment += GRACE
        for work in ("look", "look", "mail"):
            both = [threading.Thread(target=getattr(club.posting, work)) for club in clubs]
            for thread in both:
                thread.start()
            for thread in both:
                thread.join(60)
        assert sorted(said["path"] for said in service.take(device)) == sorted(f"/t/{number}" for number in range(count))
        assert len(box.take()) == 1 and not clubs[0].posts()
        # One that dies with something in hand: the other sends it when the minute is over, and not before.
        with keeper.write() as connection:
            tell(keeper, connection, OVER, clubs[0].id(anna), wall(), "/t/x", game=GAME)
        wall.moment += HOUR
        monkeypatch.setattr(clubs[0].posting, "_push", lambda *one: None)
        monkeypatch.setattr(clubs[0].posting, "_sent", lambda *one: 0)
        clubs[0].posting.look(), clubs[0].posting.mail()
        clubs[1].posting.look(), clubs[1].posting.mail()
        assert not service.got and not box.mails and len(clubs[1].posts()) == 2
        wall.moment += max(TAKEN + 1, 15 * 60)
        clubs[1].posting.look(), clubs[1].posting.mail()
        assert len(service.take(device)) == 1 and len(box.take()) == 1 and not clubs[1].posts()


def test_a_database_that_is_gone_hinders_nobody(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    """The looking goes on, and a mail server that does not answer is tried again."""
    anna = club.with_mail("Anna", "anna@example.org")
    keeper = club.house.tables.store
    with keeper.write() as connection:
        tell(keeper, connection, OVER, club.id(anna), club.wall(), "/t/x", game=GAME)
    real, club.posting.server = club.posting.server, Server("127.0.0.1", 9, False, "anna", "p@ss")
    club.later()
    assert len(club.posts()) == 1 and "p@ss" not in caplog.text and "anna@example.org" not in caplog.text
    club.posting.server = real
    club.later(FIRST_WAIT)
    assert len(club.box.take()) == 1


@pytest.mark.slow
def test_a_week_of_notices_and_holidays(club: Club) -> None:
    """Three people over seven days: everybody whose turn it was, and who was not there, was told; nobody at night, nobody twice."""
    people = tuple(club.with_mail(name, f"{name.lower()}@example.org") for name in ("Anna", "Ben", "Cleo"))
    devices = [club.with_push(person, name) for person, name in zip(people, "abc", strict=True)]
    form = {f"{kind} {way}": "yes" for kind in KINDS for way in ("page", "push", "mail")} | {"quiet-from": "22:00", "quiet-until": "07:00"}
    for person in people:
        assert person.post("/notices/choose", every=3600, zone="UTC", **form).status_code == 303
    tables = [club.table(*people, clock="move-86400", out="bot") for _ in range(2)]
    start, pushed, mailed, turns = club.wall.moment, 0, 0, 0
    while club.wall.moment < start + 7 * DAY:
        for table in tables:
            if club.house.behind(table).stage == "running" and club.chance.random() < 0.7 and club.house.behind(table).actors:
                seat = club.house.behind(table).actors[0]
                if club.house.behind(table).seats[seat].bot is not None:
                    people[seat].post(f"/t/{table}/give-back", seat=seat)
                people[seat].get(f"/t/{table}")
                club.play(table, people)
                turns += 1
        club.later(3 * HOUR)
        hour = datetime.fromtimestamp(club.wall.moment, UTC).hour
        came = sum(len(club.service.take(device)) for device in devices)
        mails = club.box.take()
        assert not (came or mails) or 7 <= hour < 22, hour
        assert len(mails) <= len(people), "one digest each, at most"
        pushed, mailed = pushed + came, mailed + len(mails)
    assert turns > 20 and pushed > 10 and 5 < mailed <= pushed


# Devices and accounts -------------------------------------------------------------------------------------------------------------------


def test_a_device_that_was_lost_is_told_nothing_more(club: Club) -> None:
    anna = club.member("Anna")
    name = re.search(r'id="signed-in">([^<]+)<', anna.get("/account").text)
    assert name
    phone = club.house.browser("Phone")
    guest = club.with_push(phone, "phone")
    assert phone.post("/account/sign-in", name=name[1], password="correct horse battery").status_code == 303
    keeper = club.house.tables.store

    def told() -> int:
        with keeper.write() as connection:
            tell(keeper, connection, INVITATION, club.id(anna), club.wall(), "/t/x", game=GAME, name="Ben")
        club.later(HOUR)
        return len(club.service.take(guest))

    assert told() == 1, "what a browser takes comes along on signing in"
    lost = re.search(r'<b>\(this one\)</b>.*?</li>|name="device" value="(\d+)"', anna.get("/account").text)
    numbers = re.findall(r'name="device" value="(\d+)"', anna.get("/account").text)
    here = re.search(r'\(this one\).*?name="device" value="(\d+)"', anna.get("/account").text)
    assert lost and here and len(numbers) == 2
    assert anna.post("/account/sign-out", device=next(one for one in numbers if one != here[1])).status_code == 303
    assert told() == 0
    own = club.with_push(anna, "own")
    kept = anna.get("/account/export.json").json()
    assert kept["push"][0]["endpoint"] == own.endpoint and kept["notices"] and "reach" in kept
    assert anna.post("/account/delete", sure=name[1]).status_code == 303
    with keeper.read() as connection:
        for kind in (schema.posts, schema.subscriptions, schema.reach):
            assert connection.execute(sa.select(kind)).first() is None


def test_a_new_password_and_another_person_end_what_was_sent_to_a_browser(club: Club) -> None:
    anna, ben = club.member("Anna"), club.member("Ben")
    names = {who: re.search(r'id="signed-in">([^<]+)<', who.get("/account").text)[1] for who in (anna, ben)}  # type: ignore[index]
    phone = club.house.browser()
    assert phone.post("/account/sign-in", name=names[anna], password="correct horse battery").status_code == 303
    club.with_push(phone, "phone")
    assert phone.post("/account/sign-in", name=names[ben], password="correct horse battery").status_code == 303
    with club.house.tables.store.read() as connection:
        assert list(connection.scalars(sa.select(schema.subscriptions.c.visitor))) == [club.id(ben)], "it is Ben's browser now"
    assert ben.post("/account/password", password="another long one").status_code == 303
    with club.house.tables.store.read() as connection:
        assert connection.execute(sa.select(schema.subscriptions)).first() is None


# Who may ------------------------------------------------------------------------------------------------------------------------------


def test_what_is_ones_own_is_nobody_elses(club: Club) -> None:
    anna, ben, passer_by = club.member("Anna"), club.house.browser("Ben"), club.house.browser()
    club.with_push(anna, "a")
    number = re.search(r'action="/notices/push/remove".*?value="(\d+)"', anna.get("/settings").text)
    assert number
    assert ben.post("/notices/push/remove", number=number[1]).status_code == 404
    assert passer_by.post("/notices/push/remove", number=number[1]).status_code == 404
    for what in ("address", "address/forget"):
        for who in (ben, passer_by):
            assert who.post(f"/notices/{what}", address="ben@example.org").status_code == 403, "an address is an account's"
    assert passer_by.get("/notices").status_code == 200 and "nothing new" in passer_by.get("/notices").text
    assert anna.post("/notices/push/remove", number=number[1]).status_code == 303
    with club.house.tables.store.read() as connection:
        assert connection.execute(sa.select(schema.subscriptions)).first() is None


def test_every_route_of_notices_is_known_here() -> None:
    """A new one fails until somebody has said who may use it."""
    known = {"/notices", "/notices/events", "/notices/choose", "/notices/push", "/notices/push/remove"}  # one's own, by the cookie
    known |= {"/notices/address", "/notices/address/forget"}  # an account's
    known |= {"/mail/confirm/{token}", "/mail/stop/{token}", "/open", "/worker.js"}  # anybody's: a token says whose, and is a secret
    assert {route.path for route in routes.router.routes if isinstance(route, APIRoute)} == known
    assert shown("/mail/stop/1.secret") == "/mail/stop/..." and shown("/mail/confirm/1.secret") == "/mail/confirm/..."


def test_mails_to_confirm_are_limited(opened: Callable[..., Any], box: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting_of_notices, "EVERY", 1e6)
    more = {"smtp": box.url, "mail_from": "club@example.org", "public_url": PUBLIC, "limits": True}
    with opened(**more) as house:
        statuses = []
        for name in ("Anna", "Ben", "Cleo", "Dora"):
            browser = house.browser(name)
            browser.post("/account/new", name=name, password="correct horse battery")
            statuses.append(browser.post("/notices/address", address="Victim@example.org").status_code)
        assert statuses == [303, 303, 303, 429], "nobody is written to again and again"


def test_without_a_mail_server_nothing_asks_for_an_address(opened: Callable[..., Any]) -> None:
    with opened() as house:
        anna = house.browser("Anna")
        anna.post("/account/new", name="Anna", password="correct horse battery")
        page = anna.get("/settings").text
        assert "sends no mail" in page and 'id="address"' not in page and "turn mail" not in page
        assert anna.post("/notices/address", address="anna@example.org").status_code == 403
        assert anna.post("/notices/choose", every=900, zone="UTC").status_code == 303
        reach = house.app.state.reaches.of(house.app.state.visitors.find(anna.client.cookies["kl_visitor"], "en"))  # type: ignore[attr-defined]
        assert reach.wants(TURN, "mail") and not reach.wants(TURN, "push"), "what the page does not show stays as it was"


def test_a_store_tells_only_what_is_on_disk() -> None:
    keeper, heard = Store("sqlite://"), []
    keeper.migrate()
    keeper.ears["x"] = heard.append
    with pytest.raises(ValueError), keeper.write() as connection:
        keeper.tell(connection, "x", "never")
        raise ValueError
    with keeper.write() as connection:
        keeper.tell(connection, "x", "now")
        assert heard == []
    assert heard == ["now"]
    keeper.close()


def test_addresses() -> None:
    assert checked_address(" a.b+c@Example.ORG ") == "a.b+c@example.org"
