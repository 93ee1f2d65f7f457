"""Notices: who is told what, when and where."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa
from club import GAME, GRACE, PUBLIC, TITLE, Club, Wall
from fastapi.routing import APIRoute
from post import Mailbox, PushService, text_of

from kronland.web.errors import BadInput
from kronland.web.live.calls import Calls
from kronland.web.notices import posting as posting_of_notices
from kronland.web.notices import routes
from kronland.web.notices.keyring import Keyring
from kronland.web.notices.kinds import INVITATION, KINDS, OVER, TURN
from kronland.web.notices.mail import Server
from kronland.web.notices.posting import FIRST_WAIT, TAKEN
from kronland.web.notices.reach import Reach, checked_quiet
from kronland.web.notices.telling import MOST_KEPT, tell
from kronland.web.safety.guard import shown
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.clock import DAY, HOUR

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


# Over servers and restarts ----------------------------------------------------------------------------------------------------------


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
def test_a_week_of_clocks_notices_and_holidays(club: Club) -> None:
    """Three people over seven days: everybody whose turn it was, and who was not there, was told; nobody at night, nobody twice. Cleo is on
    holiday for two days, and no clock of hers runs out; Ben stays away for as long, and one does."""
    people = tuple(club.with_mail(name, f"{name.lower()}@example.org") for name in ("Anna", "Ben", "Cleo"))
    devices = [club.with_push(person, name) for person, name in zip(people, "abc", strict=True)]
    form = {f"{kind} {way}": "yes" for kind in KINDS for way in ("page", "push", "mail")} | {"quiet-from": "22:00", "quiet-until": "07:00"}
    for person in people:
        assert person.post("/notices/choose", every=3600, zone="UTC", **form).status_code == 303
    tables = [club.table(*people, clock="move-86400", out="bot") for _ in range(2)]
    start, pushed, mailed, turns = club.wall.moment, 0, 0, 0
    midnight = start + DAY - start % DAY
    away = {people[1]: (midnight + 3 * DAY, midnight + 5 * DAY), people[2]: (midnight, midnight + 2 * DAY)}
    days = [str(datetime.fromtimestamp(midnight + number * DAY, UTC).date()) for number in range(2)]
    assert people[2].post("/holidays", first=days[0], last=days[1]).status_code == 303
    while club.wall.moment < start + 7 * DAY:
        for table in tables:
            behind = club.house.behind(table)
            if behind.stage != "running" or club.chance.random() >= 0.7:
                continue
            seat = behind.actors[0]
            first, last = away.get(people[seat], (0, 0))
            if first <= club.wall.moment < last:
                continue
            if behind.seats[seat].bot is not None:
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
    late = [entry[1] for table in tables for entry in club.house.behind(table).entries if entry[0] == "timeout"]
    assert late and set(late) == {1}


# Who may ----------------------------------------------------------------------------------------------------------------------------


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
