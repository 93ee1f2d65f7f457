"""Fixtures: a house for the tests of a file, over a real mail server and a real push service here. No test waits: time is brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from club import BEGIN, PUBLIC, Club, Wall
from post import Mailbox, PushService, mail_server

from kronland.web.notices import posting as posting_of_notices
from kronland.web.store import schema
from kronland.web.table.clock import DAY


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
