"""Links: all open seats at once, shown again to who made them and to nobody else; the invitation says who invites."""

from __future__ import annotations

import re

import sqlalchemy as sa
from house import Browser, House

from kronland.web.safety.keys import derived_key
from kronland.web.store import schema


def shown(browser: Browser, table: str) -> dict[int, str]:
    """The invitations on the page of a table that waits."""
    page = browser.get(f"/t/{table}").text
    found = re.findall(r'id="invitation-(\d+)"[^>]* value="http://testserver(/s/[\w=-]+)"', page)
    return {int(seat): path for seat, path in found}


def test_all_open_seats_have_their_links_on_the_page_at_once_and_again(house: House) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table = anna.make("brianboru", ("me", "open", "open", "bot-page"))
    first = shown(anna, table)
    assert set(first) == {1, 2} and len(set(first.values())) == 2
    assert shown(anna, table) == first, "shown again, not made again"
    assert anna.link(table, 1) == first[1]
    assert ben.post(first[1]).status_code == 303
    assert shown(anna, table) == {2: first[2]}
    assert shown(ben, table) == {}, "only who made the table invites"


def test_a_link_that_was_revoked_does_not_come_back(house: House) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table = anna.make("koenig", ("me", "open"))
    old = shown(anna, table)[1]
    assert anna.post(f"/t/{table}/revoke", seat=1).status_code == 200
    page = anna.get(f"/t/{table}").text
    assert shown(anna, table) == {} and f'/t/{table}/invite"' in page, "the loud button makes new ones"
    assert anna.post(f"/t/{table}/invite").status_code == 303
    assert shown(anna, table)[1] != old
    assert ben.get(old).status_code == 404 and ben.get(shown(anna, table)[1]).status_code == 200
    assert ben.post(f"/t/{table}/invite").status_code == 404, "a private table is not there for others"


def test_watch_links_and_own_ones_are_shown_again_too(house: House) -> None:
    anna = house.browser("Anna")
    table = anna.make("koenig", ("me", "bot-page"))
    seat = next(seat.number for seat in house.behind(table).seats if seat.kind == "person")
    for which in ("watch", seat):
        assert anna.link(table, which) == anna.link(table, which)


def test_what_is_kept_does_not_lead_to_the_link(house: House) -> None:
    """Hash and moment are in the database; without the cookie, of which there is only a hash, nothing follows from them."""
    anna, eve = house.browser("Anna"), house.browser("Eve")
    table = anna.make("koenig", ("me", "open"))
    link = shown(anna, table)[1].removeprefix("/s/")
    with house.tables.store.read() as connection:
        rows = connection.execute(sa.select(schema.keys).where(schema.keys.c.table == table)).all()
        visitors = connection.execute(sa.select(schema.visitors)).all()
    secrets = {str(value) for row in [*rows, *visitors] for value in row} | {eve.client.cookies["kl_visitor"]}
    for row in rows:
        assert link not in {str(value) for value in row}
        assert link not in {derived_key(secret, table, row.seat, row.made_at) for secret in secrets}
    assert link == derived_key(anna.client.cookies["kl_visitor"], table, rows[0].seat, rows[0].made_at)


def test_an_invitation_says_who_invites_and_the_loud_button_of_the_room_is_to_invite(house: House) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben", "de")
    table = anna.make("brianboru", ("me", "open", "open"))
    page = ben.get(shown(anna, table)[1]).text
    assert "<h1>Anna lädt dich ein</h1>" in page and "ein Platz an einem Tisch frei: Brian Boru." in page
    room = anna.get(f"/t/{table}").text
    loud = re.findall(r'<button[^>]*class="[^"]*\bstrong\b[^"]*"[^>]*>([^<]*)', room)
    assert loud == ["Copy all invitations"]
    nobody = house.browser()
    table = nobody.make("koenig", ("me", "open"))
    assert "<h1>Du bist eingeladen</h1>" in ben.get(shown(nobody, table)[1]).text
