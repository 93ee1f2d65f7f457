"""Push messages: what they say, where they are sent, and what becomes of those that do not arrive."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from club import GAME, Club
from post import Device, PushService, check_vapid

from kronland.web.notices.kinds import INVITATION
from kronland.web.notices.posting import FIRST_WAIT, MOST_TRIES
from kronland.web.notices.push import MOST
from kronland.web.notices.telling import tell
from kronland.web.safety.outgoing import Messenger, NotPublic, is_public, taken_apart
from kronland.web.store import schema
from kronland.web.table.clock import DAY, HOUR


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
    walled += ["::7f00:1", "fec0::1", "64:ff9b:1::7f00:1", "::ffff:0:127.0.0.1", "5f00::1", "192.0.0.8", "192.88.99.1"]
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


# Devices and accounts ---------------------------------------------------------------------------------------------------------------


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
    assert anna.post("/account/prove", password="correct horse battery").status_code == 303
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
