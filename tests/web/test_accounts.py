"""Accounts: what comes along, who is signed in where, how one is recovered, and that nothing tells whether a name exists."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.routing import APIRoute
from house import Browser, House

from kronland.web.club import account_routes
from kronland.web.club import accounts as accounts_of_the_club
from kronland.web.club.accounts import CODES, FRESH, Accounts
from kronland.web.club.checking import check_ratings
from kronland.web.club.ratings import Place, rated
from kronland.web.errors import Forbidden
from kronland.web.store import schema
from kronland.web.table.clock import DAY

GAME = "rheinlaender"
PASSWORD = "correct horse battery"


class Wall:
    moment = 1.8e9

    def __call__(self) -> float:
        return self.moment


@pytest.fixture(scope="module")
def wall() -> Wall:
    return Wall()


@pytest.fixture(scope="module")
def house(opened: Callable[..., Any], wall: Wall) -> Iterator[House]:
    with opened(now=wall) as made:
        yield made


class Member:
    """Somebody with an account, in a first browser."""

    def __init__(self, house: House, name: str, password: str = PASSWORD) -> None:
        self.house, self.browser = house, house.browser(name)
        self.before = self.browser.client.cookies["kl_visitor"]
        page = self.browser.post("/account/new", name=name, password=password)
        assert page.status_code == 200, page.text
        self.codes = re.findall(r"<code>([0-9a-f-]{24})</code>", page.text)
        self.name = signed_in(self.browser)
        assert self.name and self.name.startswith(f"{name}-")

    def sign_in(self, browser: Browser, password: str = PASSWORD) -> Any:
        return browser.post("/account/sign-in", name=self.name, password=password)


def signed_in(browser: Browser) -> str | None:
    found = re.search(r'id="signed-in">([^<]+)<', browser.get("/account").text)
    return html.unescape(found[1]) if found else None


def devices(browser: Browser) -> list[str]:
    return re.findall(r'name="device" value="(\d+)"', browser.get("/account").text)


def visitor(house: House, browser: Browser) -> Any:
    return house.app.state.visitors.find(browser.client.cookies["kl_visitor"], "en")  # type: ignore[attr-defined]


# Coming and going -------------------------------------------------------------------------------------------------------------------


def test_what_a_browser_had_comes_along(house: House) -> None:
    anna = Member(house, "Anna")
    assert anna.browser.client.cookies["kl_visitor"] != anna.before, "the cookie is another one from here on"
    old = house.browser()
    old.client.cookies.set("kl_visitor", anna.before)
    assert signed_in(old) is None, "and the old one is nobody's"
    table = anna.browser.make(GAME, ("me", "open", "open"))
    phone, ben = house.browser("Phone"), house.browser("Ben")
    mine = phone.make(GAME, ("me", "bot-page", "bot-page"), pace=30)
    assert ben.post(anna.browser.link(table, 1)).status_code == 303
    watched = ben.make(GAME, ("me", "open", "open"))
    assert phone.post(ben.link(watched, "watch")).status_code == 303
    here = house.behind(mine)
    assert anna.browser.get(f"/t/{mine}").status_code == 404
    assert anna.sign_in(phone).status_code == 303 and signed_in(phone) == anna.name
    for browser in (phone, anna.browser):
        assert [browser.get(f"/t/{one}").status_code for one in (table, mine, watched)] == [200, 200, 200]
    assert here is house.behind(mine) and visitor(house, anna.browser).id in here.owners[0], "in memory, too"
    assert f"/t/{mine}" in anna.browser.get("/").text
    seat = here.actors[0]
    if here.seats[seat].kind == "person":
        action = here.game.space.notation(here.match.legal_actions(seat)[0], seat)
        assert anna.browser.act(mine, seat, here.number, action).status_code == 303


def test_a_device_that_is_lost_is_signed_out(house: House) -> None:
    anna, phone = Member(house, "Anna"), house.browser()
    assert anna.sign_in(phone).status_code == 303
    table = phone.make(GAME, ("me", "open", "open"))
    assert len(devices(anna.browser)) == 2
    ben = Member(house, "Ben")
    here = re.search(r'\(this one\).*?name="device" value="(\d+)"', anna.browser.get("/account").text)
    assert here is not None
    lost = next(one for one in devices(anna.browser) if one != here[1])
    assert ben.browser.post("/account/sign-out", device=lost).status_code == 404, "nobody signs out another's"
    assert anna.browser.post("/account/sign-out", device=lost).status_code == 303
    assert signed_in(phone) is None and phone.get(f"/t/{table}").status_code == 404
    assert anna.browser.get(f"/t/{table}").status_code == 200, "what it had begun is the account's"
    assert anna.browser.post("/account/sign-out", device=here[1]).headers["location"] == "/" and signed_in(anna.browser) is None


def test_a_recovery_code_is_good_once(house: House) -> None:
    anna = Member(house, "Anna")
    assert len(set(anna.codes)) == CODES
    new = house.browser()
    assert anna.sign_in(new, anna.codes[0].upper().replace("-", " ")).status_code == 303 and signed_in(new) == anna.name
    assert anna.sign_in(house.browser(), anna.codes[0]).status_code == 400
    assert new.post("/account/password", password="short").status_code == 400
    assert new.post("/account/password", password="another long one").status_code == 303
    assert signed_in(anna.browser) is None, "a new password signs the others out"
    assert anna.sign_in(house.browser()).status_code == 400 and anna.sign_in(house.browser(), "another long one").status_code == 303
    fresh = re.findall(r"<code>([0-9a-f-]{24})</code>", new.post("/account/codes").text)
    assert anna.sign_in(house.browser(), anna.codes[1]).status_code == 400 and anna.sign_in(house.browser(), fresh[0]).status_code == 303


def test_an_account_without_a_password_has_none_to_guess(house: House) -> None:
    anna = Member(house, "Anna", "")
    for guess in ("", " ", "None", PASSWORD):
        assert anna.sign_in(house.browser(), guess).status_code == 400
    assert anna.sign_in(house.browser(), anna.codes[0]).status_code == 303


def test_nothing_tells_whether_a_name_exists(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making an account never fails for a name that is taken; signing in fails with the same words, and after as much work."""
    anna, other = Member(house, "Anna"), Member(house, "Anna")
    assert anna.name != other.name
    checked: list[str | None] = []
    is_right = accounts_of_the_club.is_right
    monkeypatch.setattr(accounts_of_the_club, "is_right", lambda kept, password: checked.append(kept) or is_right(kept, password))
    sought, spend = [], Accounts._spend
    monkeypatch.setattr(Accounts, "_spend", lambda self, who, code: sought.append(who) or spend(self, who, code))
    stranger, answers = house.browser(), []
    for name in (anna.name, "Nobody-1234", "", "<b>", "ſ" * 500):
        answers.append(stranger.post("/account/sign-in", name=name, password="wrong wrong wrong"))
    assert {answer.status_code for answer in answers} == {400} and len({answer.text for answer in answers}) == 1
    assert len(checked) == len(answers) and checked[0] is not None and checked[1] is None, "a hash is worked out for each of them"
    assert len(sought) == len(answers), "and its codes are looked for"
    kept = anna.name.upper()
    assert stranger.post("/account/sign-in", name=kept, password=PASSWORD).status_code == 303, "however it is typed"


def test_no_name_is_ever_full(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = accounts_of_the_club.secrets.randbelow
    monkeypatch.setattr(accounts_of_the_club.secrets, "randbelow", lambda below: 0 if below % 9000 == 0 else chance(below))
    assert [Member(house, "Many").name for _ in range(3)] == ["Many-1000", "Many-10000", "Many-100000"]


def test_attempts_are_limited_by_name(opened: Callable[..., Any]) -> None:
    with opened(limits=True) as house:
        anna = Member(house, "Anna")
        long = house.browser().post("/account/sign-in", name="ﷺ" * 1000, password="wrong wrong wrong")
        assert long.status_code == 400 and max(map(len, house.app.state.accounts.attempts._level)) <= 120  # type: ignore[attr-defined]
        statuses = [house.browser().post("/account/sign-in", name=anna.name, password="wrong wrong wrong").status_code for _ in range(12)]
        assert 429 in statuses and 303 not in statuses, "from however many browsers"
        phone = house.browser("Phone")
        assert anna.sign_in(phone).status_code == 429, "nor with the right one, for a while"
        assert anna.sign_in(phone, f"{anna.codes[0]} ").status_code == 303, "but nobody can shut its person out who has a code"


def test_a_crowd_that_signs_in_keeps_nobody_from_a_page(house: House) -> None:
    """Of all threads that answer, so many at most wait until a password is looked at."""
    anna, line = Member(house, "Anna"), accounts_of_the_club.IN_LINE
    there = sum(line.acquire(blocking=False) for _ in range(40))
    assert there == 8
    assert anna.sign_in(house.browser()).status_code == 429 == house.browser().post("/account/new", name="B", password=PASSWORD).status_code
    for _ in range(there):
        line.release()
    assert anna.sign_in(house.browser()).status_code == 303


def test_devices_have_an_end(house: House, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = Member(house, "Anna")
    monkeypatch.setattr(accounts_of_the_club, "MOST_DEVICES", 3)
    for _ in range(3):
        wall.moment += 1
        assert anna.sign_in(house.browser()).status_code == 303
    assert signed_in(anna.browser) is None, "the one that was not seen for longest"


# Results, and leaving ---------------------------------------------------------------------------------------------------------------


def result(house: House, number: int, places: list[Place]) -> None:
    """A rated game in the book, with ratings as if it were the first of everybody in it."""
    after = rated(places, {})
    with house.tables.store.write() as connection:
        for place in places:
            new = after[place.visitor or 0]
            values = {"table": f"game-{number}", "seat": place.seat, "game": "koenig", "number": number, "at": float(number)}
            values |= {"visitor": place.visitor, "level": None, "rank": place.rank, "mu": new.mu, "sigma": new.sigma}
            connection.execute(schema.results.insert().values(**values))


def test_results_come_along_and_ratings_with_them(house: House) -> None:
    anna, phone, ben = Member(house, "Anna"), house.browser("Phone"), house.browser("Ben")
    one, two, three = (visitor(house, browser).id for browser in (anna.browser, phone, ben))
    result(house, 1, [Place(0, two, None, 1), Place(1, three, None, 2)])
    assert check_ratings(house.tables.store)[1] == []
    assert anna.sign_in(phone).status_code == 303
    with house.tables.store.read() as connection:
        rows = connection.execute(sa.select(schema.results).where(schema.results.c.game == "koenig")).all()
    assert {row.visitor for row in rows} == {one, three} and check_ratings(house.tables.store)[1] == []
    assert anna.browser.get(f"/people/{one}").status_code == 200 and anna.browser.get(f"/people/{two}").status_code == 404
    tablet = house.browser("Tablet")
    four = visitor(house, tablet).id
    result(house, 2, [Place(0, four, None, 1), Place(1, one, None, 2)])  # at one table they were two, and remain so
    assert anna.sign_in(tablet).status_code == 303
    with house.tables.store.read() as connection:
        assert set(connection.scalars(sa.select(schema.results.c.visitor).where(schema.results.c.number == 2))) == {one, four}


def test_nobody_comes_to_two_seats_of_a_rated_game(house: House) -> None:
    anna, phone = Member(house, "Anna"), house.browser("Phone")
    table = anna.browser.make(GAME, ("me", "open", "bot-page"), pace=30, clock=f"move-{DAY:.0f}", rated="yes")
    assert phone.post(anna.browser.link(table, 1)).status_code == 303
    second = visitor(house, phone).id
    assert anna.sign_in(phone).status_code == 303
    assert sorted(map(len, house.behind(table).owners.values())) == [1, 1]
    assert {second} in house.behind(table).owners.values(), "nobody can play there any more: it is lost by time"


def test_what_a_cookie_means_is_asked_again_after_a_while(house: House) -> None:
    """Another server may have signed the device out; nobody tells where there is no PostgreSQL to tell by."""
    anna = Member(house, "Anna")
    assert signed_in(anna.browser) == anna.name
    with house.tables.store.write() as connection:
        connection.execute(schema.devices.delete().where(schema.devices.c.visitor == visitor(house, anna.browser).id))
    assert signed_in(anna.browser) == anna.name, "believed for some seconds"
    for known in house.app.state.visitors._recent.values():  # type: ignore[attr-defined]
        known.until = -1.0
    assert signed_in(anna.browser) is None


def test_an_account_is_exported_and_deleted(house: House) -> None:
    anna, ben = Member(house, "Annegret"), house.browser("Ben")
    table = anna.browser.make(GAME, ("me", "open", "bot-page"), public="yes", clock=f"move-{DAY:.0f}")
    assert ben.post(anna.browser.link(table, 1)).status_code == 303
    house.app.state.hosting.end_table(None, table, "so that Ben is told of it")  # type: ignore[attr-defined]
    assert anna.browser.post(f"/t/{table}/chat", text="Guten Abend").status_code == 303
    assert anna.browser.post("/holidays", first="2027-02-01", last="2027-02-02").status_code == 303
    exported = anna.browser.get("/account/export.json")
    kept = json.loads(exported.text)
    assert kept["sign_in"] == anna.name and kept["tables"][0]["id"] == table and kept["chat"][0]["text"] == "Guten Abend"
    assert kept["tables_made"][0]["id"] == table and "level" in kept["preferences"]
    assert len(kept["holidays"]) == 1 and kept["devices"] and "attachment" in exported.headers["content-disposition"]
    assert not any(secret in exported.text for secret in (*anna.codes, PASSWORD, "argon2", anna.browser.client.cookies["kl_visitor"]))
    assert anna.browser.post("/account/delete", sure="yes").status_code == 400 and signed_in(anna.browser) == anna.name
    assert anna.browser.post("/account/delete", sure=anna.name).status_code == 303
    assert signed_in(anna.browser) is None and anna.sign_in(house.browser()).status_code == 400
    page = ben.get(f"/t/{table}")
    assert page.status_code == 200 and "Guten Abend" in house.behind(table).chat[0].text and "Annegret" not in page.text
    with house.tables.store.read() as connection:
        for kind in (schema.visitors, schema.seats, schema.chat, schema.accounts, schema.devices, schema.notices):
            assert not [row for row in connection.execute(sa.select(kind)) if "Annegret" in str(row)], kind.name


# Whose browser it is, and who sits at it ------------------------------------------------------------------------------------------------


OF_ITS_PERSON = {"codes": {}, "password": {"password": "another long one"}, "passkey/begin": {}, "passkey/add": {"credential": "{}"}}
OF_ITS_PERSON |= {"passkey/remove": {"number": 1}}


def test_who_finds_a_browser_open_cannot_take_the_account(house: House, wall: Wall) -> None:
    anna = Member(house, "Anna")
    mine, phone = anna.browser, house.browser("Phone")
    wall.moment += FRESH + 1
    acts = OF_ITS_PERSON | {"delete": {"sure": anna.name}}
    refused = {what: mine.post(f"/account/{what}", **form) for what, form in acts.items()}
    assert {what: answer.status_code for what, answer in refused.items()} == dict.fromkeys(acts, 403)
    assert all("Show first that it is you" in answer.text for answer in refused.values())
    page = mine.get("/account").text
    assert not any(f'"/account/{what}"' in page for what in acts) and "/account/sign-out" in page, "a lost device waits for nothing"
    assert anna.sign_in(phone).status_code == 303, "neither password nor codes have changed"
    assert mine.post("/account/codes").status_code == 403, "what was proved elsewhere was proved there alone"
    for wrong in ("", "wrong wrong wrong", Member(house, "Ben").codes[0]):
        assert mine.post("/account/prove", password=wrong).status_code == 400 and mine.post("/account/codes").status_code == 403
    assert mine.post("/account/prove", password=PASSWORD).status_code == 303
    assert mine.post("/account/password", password="another long one").status_code == 303
    wall.moment += FRESH + 1
    assert mine.post("/account/prove", password=anna.codes[0]).status_code == 303, "a recovery code does, too, once"
    assert mine.post("/account/prove", password=anna.codes[0]).status_code == 400
    assert mine.post("/account/delete", sure=anna.name).status_code == 303 and signed_in(mine) is None


def test_who_has_nothing_left_to_prove_it_with_is_not_asked(house: House, wall: Wall) -> None:
    anna = Member(house, "Anna", "")
    with house.tables.store.write() as connection:
        connection.execute(schema.codes.delete().where(schema.codes.c.visitor == visitor(house, anna.browser).id))
    wall.moment += FRESH + 1
    assert anna.browser.post("/account/codes").status_code == 200


def test_a_browser_has_one_cookie_that_is_good(house: House) -> None:
    """Also where somebody signs in who was signed in already, as the same or as another."""
    anna, ben = Member(house, "Anna"), Member(house, "Ben")
    for who in (anna, ben, anna):
        before = anna.browser.client.cookies["kl_visitor"]
        assert who.sign_in(anna.browser).status_code == 303 and signed_in(anna.browser) == who.name
        left = house.browser()
        left.client.cookies.set("kl_visitor", before)
        assert signed_in(left) is None
    assert len(devices(anna.browser)) == 1


def test_a_button_that_is_pressed_twice_makes_one_account(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = Member(house, "Anna")
    monkeypatch.setattr(Accounts, "of", lambda self, visitor: None)  # as the second request has found it, a moment before
    with pytest.raises(Forbidden):
        house.app.state.accounts.make(visitor(house, anna.browser), "Anna", PASSWORD, "")  # type: ignore[attr-defined]


# Who may ------------------------------------------------------------------------------------------------------------------------------

OWN = {"codes": {}, "password": {"password": PASSWORD}, "sign-out": {"device": 1}, "delete": {"sure": "x"}, "passkey/begin": {}}
OWN |= {"passkey/add": {"credential": "{}"}, "passkey/remove": {"number": 1}}
OWN |= {"prove": {"password": PASSWORD}, "passkey/prove": {"credential": "{}"}}


@pytest.mark.parametrize("what", OWN)
def test_what_is_an_accounts_needs_one(house: House, what: str) -> None:
    answer = house.browser("Stranger").post(f"/account/{what}", **OWN[what])
    assert answer.status_code == 403 and "Sign in first" in answer.text
    assert house.browser().post(f"/account/{what}", **OWN[what]).status_code == 403


def test_every_route_of_accounts_is_known_here() -> None:
    """A new one fails until somebody has said who may use it."""
    routes = {route.path for route in account_routes.router.routes if isinstance(route, APIRoute)}
    anybodys = {"/account", "/account/new", "/account/sign-in", "/account/passkey/ask", "/account/passkey/sign-in"}
    assert routes == anybodys | {f"/account/{what}" for what in OWN} | {"/account/export.json"}


def test_an_export_needs_an_account(house: House) -> None:
    assert house.browser("Stranger").get("/account/export.json").status_code == 403


def test_a_second_account_is_not_made_over_the_first(house: House) -> None:
    anna = Member(house, "Anna")
    assert anna.browser.post("/account/new", name="Anna", password=PASSWORD).status_code == 403
    ben = Member(house, "Ben")
    table = ben.browser.make(GAME, ("me", "open", "open"))
    assert anna.sign_in(ben.browser).status_code == 303 and signed_in(ben.browser) == anna.name
    assert ben.browser.get(f"/t/{table}").status_code == 404, "another account's tables stay that account's"
    assert ben.sign_in(ben.browser).status_code == 303 and ben.browser.get(f"/t/{table}").status_code == 200


NONSENSE = ["", "{}", "[]", "null", "[" * 4000, '{"response": {"clientDataJSON": "e30"}}', '{"response": {"clientDataJSON": 7}}', "\u00e9{"]


def test_a_passkey_that_is_none_is_refused_in_words(house: House) -> None:
    anna = Member(house, "Anna", "")
    assert anna.browser.post("/account/passkey/begin").status_code == 200
    for answer in NONSENSE:
        for where in ("add", "sign-in"):
            refused = anna.browser.post(f"/account/passkey/{where}", credential=answer)
            assert refused.status_code == 400 and "could not be checked" in refused.text, (where, answer[:80])
    assert house.browser().post("/account/passkey/ask").json()["rpId"] == "testserver"
