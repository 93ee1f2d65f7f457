"""Mails: to confirmed addresses alone, few, and none that somebody could abuse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from club import BEGIN, GAME, PUBLIC, TITLE, Club
from post import Mailbox, certificate, mail_server, only_anna, text_of

from kronland.core.errors import UsageError
from kronland.web.notices import posting as posting_of_notices
from kronland.web.notices.kinds import INVITATION, KINDS, OVER, TURN, Notice, unlinked
from kronland.web.notices.mail import Letter, Server, checked_sender
from kronland.web.notices.posting import FIRST_WAIT
from kronland.web.notices.reach import checked_address
from kronland.web.notices.telling import tell
from kronland.web.table.clock import DAY, HOUR


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


def test_addresses() -> None:
    assert checked_address(" a.b+c@Example.ORG ") == "a.b+c@example.org"
