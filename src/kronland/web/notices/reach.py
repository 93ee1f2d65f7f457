"""How somebody wants to be told: which kinds in which ways, when not to be disturbed, and to which mail address.

A way that was not refused is taken; so a new kind reaches everybody until they say otherwise. Push needs a browser that was asked, and mail
an address that was confirmed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.errors import BadInput, TooMany
from kronland.web.notices.keyring import Keyring, named_in
from kronland.web.notices.kinds import KINDS, WAYS, Kind
from kronland.web.safety.guard import Buckets
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema
from kronland.web.table.tables import Tables

DAY = 24 * 3600
EVERY = {15 * 60: N_("at once, but at most every 15 minutes"), 3600: N_("at most once an hour"), DAY: N_("at most once a day")}
CONFIRMABLE = 2 * DAY  # seconds for which the link to confirm an address is good
REGIONS = ("Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
# Mails to confirm an address: so many at once, then so many a second; of one person, to one address, and asked for from one place.
ASKING = {"visitor": (3.0, 1 / 1200), "address": (3.0, 3 / DAY), "place": (10.0, 1 / 360)}

# What an address looks like that can be written to as it is: nothing quoted, no comment, one line of plain ASCII.
ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}")
LONGEST_ADDRESS = 254
NO_ADDRESS = N_("A mail address is expected, like anna@example.org.")
NO_TIME = N_("A time of day is expected, like 22:00, for the beginning and for the end.")
NO_ZONE = N_("There is no such time zone; choose one of the list.")
NO_SUCH_RHYTHM = N_("Mails come at once, hourly or daily.")


@cache
def zones() -> tuple[str, ...]:
    return ("UTC", *sorted(name for name in available_timezones() if name.startswith(REGIONS)))


@dataclass(frozen=True)
class Reach:
    """How one person wants to be told."""

    refused: frozenset[str] = frozenset()
    quiet: tuple[int, int] | None = None  # from, until: minutes of the day
    zone: str = ""  # not said yet: as the browser has it, in UTC until then
    every: int = 15 * 60
    language: str = "en"
    address: str | None = None
    asked_at: float | None = None
    verified_at: float | None = None
    mailed_at: float | None = None

    @staticmethod
    def read(row: Any) -> Reach:
        if row is None:
            return Reach()
        quiet = None if row.quiet_from is None or row.quiet_until is None else (row.quiet_from, row.quiet_until)
        return Reach(
            frozenset(row.refused), quiet, row.zone, row.every, row.language, row.address, row.asked_at, row.verified_at, row.mailed_at
        )

    def wants(self, kind: Kind, way: str) -> bool:
        return f"{kind.name} {way}" not in self.refused

    @property
    def mail(self) -> str | None:
        """The address that may be written to."""
        return self.address if self.verified_at is not None else None

    def not_before(self, now: float) -> float:
        """When somebody may be disturbed: now, or at the end of the quiet hours, by the clock on their wall."""
        if self.quiet is None or self.quiet[0] == self.quiet[1]:
            return now
        first, last = self.quiet
        there = datetime.fromtimestamp(now, _zone(self.zone))
        minute = there.hour * 60 + there.minute
        if not (first <= minute < last if first < last else minute >= first or minute < last):
            return now
        day = there.date() if minute < last else there.date() + timedelta(days=1)
        return max(now, datetime(day.year, day.month, day.day, last // 60, last % 60, tzinfo=there.tzinfo).timestamp())


@lru_cache(maxsize=64)
def _zone(name: str) -> Any:
    return ZoneInfo(name) if name in zones() else UTC


def checked_address(text: str) -> str:
    found = text.strip()
    local, _, domain = found.partition("@")
    if len(found) > LONGEST_ADDRESS or not ADDRESS.fullmatch(found) or ".." in local or local.startswith(".") or local.endswith("."):
        raise BadInput(NO_ADDRESS)
    return f"{local}@{domain.lower()}"


def checked_quiet(first: str, last: str) -> tuple[int, int] | None:
    """None where nothing was said."""
    if not first and not last:
        return None
    times = [re.fullmatch(r"([01][0-9]|2[0-3]):([0-5][0-9])", text) for text in (first, last)]
    if times[0] is None or times[1] is None:
        raise BadInput(NO_TIME)
    minutes = [int(time[1]) * 60 + int(time[2]) for time in times if time]
    return minutes[0], minutes[1]


class Reaches:
    """Those of all people."""

    def __init__(self, tables: Tables, keys: Keyring) -> None:
        self.store, self.now, self.settings, self.keys = tables.store, tables.now, tables.settings, keys
        self._asking = Buckets()

    def of(self, visitor: Visitor) -> Reach:
        if not visitor.known:
            return Reach()
        with self.store.read() as connection:
            return reach_of(connection, visitor.id or 0)

    def choose(self, visitor: Visitor, wanted: frozenset[str], quiet: tuple[int, int] | None, zone: str, every: int) -> None:
        """All that is chosen on the page of settings but the address; `wanted` names what is ticked, like "turn mail"."""
        if zone and zone not in zones():
            raise BadInput(NO_ZONE)
        if every not in EVERY:
            raise BadInput(NO_SUCH_RHYTHM)
        refused = sorted({f"{kind} {way}" for kind in KINDS for way in WAYS} - wanted)
        first, last = quiet or (None, None)
        self._keep(visitor, refused=refused, quiet_from=first, quiet_until=last, zone=zone, every=every)

    def _keep(self, visitor: Visitor, **values: Any) -> None:
        with self.store.write() as connection:
            keep_reach(connection, visitor, **values)

    # The mail address -----------------------------------------------------------------------------------------------------------------

    def ask(self, visitor: Visitor, text: str) -> None:
        """A mail goes to the address, and nothing else before the link in it was used. The caller has seen that there is an account."""
        address, now = checked_address(text), self.now()
        if self.settings.limits:
            for kind, who in (("visitor", visitor.id), ("address", address.casefold()), ("place", visitor.address)):
                if wait := self._asking.wait((kind, who), *ASKING[kind]):
                    raise TooMany(wait)
        with self.store.write() as connection:
            drop_mail(connection, visitor.id or 0)
            keep_reach(connection, visitor, address=address, asked_at=now, verified_at=None)
            connection.execute(schema.posts.insert().values(visitor=visitor.id, way="confirm", due=now, tries=0, taken_until=0.0))

    def forget_address(self, visitor: Visitor) -> None:
        with self.store.write() as connection:
            drop_mail(connection, visitor.id or 0)
            keep_reach(connection, visitor, address=None, asked_at=None, verified_at=None)

    def confirming(self, token: str) -> Reach | None:
        """Whose address a link confirms; None if it is no such link, or not any more."""
        return self._meant(token, lambda reach: ("confirm", reach.address, reach.asked_at), CONFIRMABLE)

    def confirm(self, token: str) -> bool:
        if self.confirming(token) is None:
            return False
        with self.store.write() as connection:
            mine = schema.reach.update().where(schema.reach.c.visitor == named_in(token))
            connection.execute(mine.values(verified_at=self.now()))
        return True

    def stopping(self, token: str) -> Reach | None:
        """Whose mails a link stops: good for as long as the address is the same."""
        return self._meant(token, lambda reach: ("stop", reach.address), None)

    def stop(self, token: str) -> bool:
        """No mail any more. The address is forgotten: who wants mail again says it again."""
        if self.stopping(token) is None:
            return False
        with self.store.write() as connection:
            visitor = named_in(token) or 0
            drop_mail(connection, visitor)
            gone = schema.reach.update().where(schema.reach.c.visitor == visitor)
            connection.execute(gone.values(address=None, asked_at=None, verified_at=None))
        return True

    def _meant(self, token: str, about: Any, good_for: float | None) -> Reach | None:
        visitor = named_in(token)
        if visitor is None:
            return None
        with self.store.read() as connection:
            found = reach_of(connection, visitor)
        late = good_for is not None and (found.asked_at or 0) < self.now() - good_for
        if found.address is None or late or not self.keys.is_right(token, visitor, *about(found)):
            return None
        return found


def reach_of(connection: sa.Connection, visitor: int) -> Reach:
    return Reach.read(connection.execute(sa.select(schema.reach).where(schema.reach.c.visitor == visitor)).first())


def keep_reach(connection: sa.Connection, visitor: Visitor, **values: Any) -> None:
    """What is given is written, and what is not stays."""
    connection.execute(sa.select(schema.visitors.c.id).where(schema.visitors.c.id == visitor.id).with_for_update())  # two pages at once
    values |= {"language": visitor.language}
    changed = connection.execute(schema.reach.update().where(schema.reach.c.visitor == visitor.id).values(**values))
    if not changed.rowcount:
        usual = Reach()
        rest = {"refused": [], "zone": usual.zone, "every": usual.every}
        connection.execute(schema.reach.insert().values(visitor=visitor.id, **(rest | values)))


def drop_mail(connection: sa.Connection, visitor: int) -> None:
    """What is on its way by mail is not sent."""
    row = schema.posts.c
    connection.execute(schema.posts.delete().where(row.visitor == visitor, row.way.in_(("mail", "confirm"))))
