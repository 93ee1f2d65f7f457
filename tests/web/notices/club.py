"""A house in which time goes by as the test says, and people who are told what happens there."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from house import Browser, House
from post import Device, Mailbox, PushService, text_of

from kronland.web.notices.kinds import TURN
from kronland.web.store import schema

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
