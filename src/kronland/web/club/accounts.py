"""Accounts, for who wants to find tables, seats and results again in another browser: a name with a password, passkeys, recovery codes.

An account is a visitor that several browsers are: each has a cookie of its own (a device), and everything that belongs to the visitor
belongs to all of them. Who signs in brings along what that browser had until then. Of secrets only hashes are kept: argon2 of a password,
which people choose, a plain one of what is random.

A sign-in name is a name with a number that we add. So two people can have the same name, and making an account never tells whether there
is another one of that name; neither does signing in, which fails in the same way and takes as long whatever was wrong.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from threading import BoundedSemaphore
from typing import Any

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.club.moving import bring_along, read_again, touch_all
from kronland.web.errors import BadInput, Forbidden, NotFound, TooMany
from kronland.web.notices.telling import call_anew
from kronland.web.people.moving import forget_people, people_of, tables_with_invitations
from kronland.web.safety.cleaning import clean_name, folded
from kronland.web.safety.guard import Buckets
from kronland.web.safety.keys import hashed, new_key
from kronland.web.safety.visitors import Visitor, Visitors
from kronland.web.store import schema
from kronland.web.table.tables import Tables
from kronland.web.tournament.entries import end_entries, entries_of

SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200
CODES = 8  # recovery codes at a time
MOST_DEVICES = 20
ATTEMPTS = (10.0, 1 / 60)  # to sign in under one name: so many at once, and so many a second
FRESH = 900.0  # seconds after a proof in which how one signs in may be changed
CODE = re.compile("[0-9a-f]{20}")
HASHING = BoundedSemaphore(2)  # each takes memory and a core for some hundredths of a second
IN_LINE = BoundedSemaphore(8)  # who is served there or waits for it; others come again: each keeps a thread from those who want a page

WRONG = N_("That name and that password do not belong together. Look at both, with the number behind the name.")
SIGNED_IN = N_("You are signed in already.")
NOT_SIGNED_IN = N_("Sign in first.")
NO_NAME = N_("An account needs a name.")
PROVE_FIRST = N_("Show first that it is you: a browser that was left open is not enough for that.")
BAD_PASSWORD = N_("A password has from {least} to {most} characters.")


@dataclass(frozen=True)
class Account:
    visitor: int
    sign_in: str  # the name with its number
    has_password: bool
    codes: int  # recovery codes that are left


@dataclass(frozen=True)
class Device:
    id: int
    name: str
    made_at: float
    seen_at: float
    here: bool


class NotProved(Forbidden):
    """What would shut the person of an account out of it is not done for whoever finds their browser open."""

    def __init__(self) -> None:
        super().__init__(PROVE_FIRST)


@contextmanager
def hashing() -> Iterator[None]:
    if not IN_LINE.acquire(blocking=False):
        raise TooMany(1.0)
    try:
        with HASHING:
            yield
    finally:
        IN_LINE.release()


@cache
def hasher() -> Any:
    """With the least that is recommended for servers (RFC 9106, OWASP): 19 MiB and two rounds."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


@cache
def nobodys() -> str:
    """The hash of a password that nobody has: a name that does not exist takes as long as one that does."""
    return str(hasher().hash(secrets.token_urlsafe(24)))


def is_right(kept: str | None, password: str) -> bool:
    from argon2.exceptions import Argon2Error, InvalidHashError

    with hashing():
        try:
            return bool(hasher().verify(kept or nobodys(), password)) and kept is not None
        except (Argon2Error, InvalidHashError):
            return False


class Accounts:
    def __init__(self, tables: Tables, visitors: Visitors) -> None:
        self.tables, self.visitors, self.store = tables, visitors, tables.store
        self.attempts = Buckets()

    # Finding ------------------------------------------------------------------------------------------------------------------------

    def of(self, visitor: Visitor) -> Account | None:
        """None: without an account."""
        if not visitor.known:
            return None
        row = schema.accounts.c
        with self.store.read() as connection:
            found = connection.execute(sa.select(schema.accounts).where(row.visitor == visitor.id)).first()
            if found is None:
                return None
            codes = connection.scalar(sa.select(sa.func.count()).where(schema.codes.c.visitor == visitor.id)) or 0
        return Account(found.visitor, found.sign_in, found.password is not None, codes)

    def required(self, visitor: Visitor) -> Account:
        found = self.of(visitor)
        if found is None:
            raise Forbidden(NOT_SIGNED_IN)
        return found

    # Making and signing in ------------------------------------------------------------------------------------------------------------

    def make(self, visitor: Visitor, name: str, password: str, device: str) -> tuple[str, list[str]]:
        """An account for who is here: the new key for the cookie, and the recovery codes."""
        if self.of(visitor) is not None:
            raise Forbidden(SIGNED_IN)
        called = visitor.name if visitor.named else clean_name(name)  # a name that a host has given stays
        if not called:
            raise BadInput(NO_NAME)
        kept = None if not password else _hash(password)
        with self.store.write() as connection:
            connection.execute(sa.select(schema.visitors.c.id).where(schema.visitors.c.id == visitor.id).with_for_update())
            if connection.scalar(sa.select(sa.exists().where(schema.accounts.c.visitor == visitor.id))):
                raise Forbidden(SIGNED_IN)  # by a button that was pressed twice
            for digits in count(4):  # one more for each number that is taken, so that no name is ever full
                sign_in = f"{called}-{secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"
                if not connection.scalar(sa.select(sa.exists().where(schema.accounts.c.folded == folded(sign_in)))):
                    break
            now = self.tables.now()
            values = {"sign_in": sign_in, "folded": folded(sign_in), "password": kept, "made_at": now}
            connection.execute(schema.accounts.insert().values(visitor=visitor.id, **values))
            row = schema.visitors.update().where(schema.visitors.c.id == visitor.id)
            connection.execute(row.values(name=called, key=hashed(new_key())))  # the old cookie is good for nothing any more
            codes = self._new_codes(connection, visitor.id or 0)
            key = self._new_device(connection, visitor.id or 0, device)
            _push_goes_to(connection, visitor, visitor.id or 0, key)
            self.visitors.changed(connection, visitor.id)
        self.visitors.forget(visitor.id)
        return key, codes

    def sign_in(self, visitor: Visitor, name: str, password: str, device: str) -> str:
        """With a password or a recovery code; the new key for the cookie."""
        return self.enter(visitor, self._proved_by(name, password), device)

    def _proved_by(self, name: str, password: str) -> int:
        """Whose account it is, by a password or a recovery code.

        Others can use up the attempts under a name. Codes cannot be guessed and need no limit, so that its person still comes in.
        """
        asked, row = folded(name)[:120], schema.accounts.c
        wait = self.attempts.wait(asked, *ATTEMPTS) if self.tables.settings.limits else 0.0
        if wait and not CODE.fullmatch(_plain(password)):
            raise TooMany(wait)
        with self.store.read() as connection:
            found = connection.execute(sa.select(schema.accounts).where(row.folded == asked)).first()
        right = not wait and is_right(None if found is None else found.password, password[:LONGEST_PASSWORD])
        if not right and not self._spend(0 if found is None else found.visitor, password):  # as much is asked of the database either way
            raise BadInput(WRONG)
        assert found is not None
        return int(found.visitor)

    # Proving it anew ------------------------------------------------------------------------------------------------------------------

    def prove(self, visitor: Visitor, password: str) -> None:
        """Whoever is at this browser is its person: by the password, or a recovery code."""
        if self._proved_by(self.required(visitor).sign_in, password) == visitor.id:
            self.proved(visitor)

    def proved(self, visitor: Visitor) -> None:
        mine = sa.and_(schema.devices.c.visitor == visitor.id, schema.devices.c.key == hashed(visitor.secret))
        with self.store.write() as connection:
            connection.execute(schema.devices.update().where(mine).values(proved_at=self.tables.now()))

    def is_fresh(self, account: Account, visitor: Visitor) -> bool:
        """Whether this browser has proved it just now. Who has nothing left to prove it with is not asked to."""
        device, passkey = schema.devices.c, schema.passkeys.c
        with self.store.read() as connection:
            if not account.has_password and not account.codes:
                if not connection.scalar(sa.select(sa.exists().where(passkey.visitor == account.visitor))):
                    return True
            mine = sa.and_(device.visitor == account.visitor, device.key == hashed(visitor.secret))
            at = connection.scalar(sa.select(device.proved_at).where(mine))
        return at is not None and at > self.tables.now() - FRESH

    def fresh(self, visitor: Visitor) -> Account:
        """The account, for what only its person may do, and not whoever finds the browser open."""
        found = self.required(visitor)
        if not self.is_fresh(found, visitor):
            raise NotProved
        return found

    def _spend(self, visitor_id: int, code: str) -> bool:
        """A recovery code is good once."""
        spent = schema.codes.delete().where(schema.codes.c.hash == hashed(_plain(code)), schema.codes.c.visitor == visitor_id)
        with self.store.write() as connection:
            return bool(connection.execute(spent).rowcount)

    def enter(self, visitor: Visitor, account: int, device: str) -> str:
        """Somebody has proved to be the person of an account: what this browser had comes along, and it has a new cookie."""
        with self.store.write() as connection:
            moved: list[str] = []
            if visitor.known and visitor.id != account:
                own = connection.scalar(sa.select(sa.exists().where(schema.accounts.c.visitor == visitor.id)))
                if not own:  # another account's tables stay that account's
                    moved = bring_along(self.store, connection, visitor.id or 0, account)
            connection.execute(schema.devices.delete().where(schema.devices.c.key == hashed(visitor.secret)))  # whoever's it was
            key = self._new_device(connection, account, device)
            _push_goes_to(connection, visitor, account, key)
            if visitor.known:
                self.visitors.changed(connection, visitor.id)
        self.visitors.forget(visitor.id, account)
        read_again(self.tables, moved)
        return key

    # What an account has --------------------------------------------------------------------------------------------------------------

    def _new_device(self, connection: sa.Connection, visitor_id: int, name: str) -> str:
        """A cookie for a browser; of too many the one that has not been seen for longest is signed out."""
        key, now, row = new_key(), self.tables.now(), schema.devices.c
        known = connection.scalars(sa.select(row.key).where(row.visitor == visitor_id).order_by(row.seen_at.desc())).all()
        connection.execute(schema.subscriptions.delete().where(schema.subscriptions.c.device.in_(known[MOST_DEVICES - 1 :])))
        connection.execute(schema.devices.delete().where(row.key.in_(known[MOST_DEVICES - 1 :])))
        values = {"key": hashed(key), "visitor": visitor_id, "name": name, "made_at": now, "seen_at": now, "proved_at": now}
        connection.execute(schema.devices.insert().values(**values))
        return key

    def devices(self, visitor: Visitor) -> list[Device]:
        row = schema.devices.c
        with self.store.read() as connection:
            found = connection.execute(sa.select(schema.devices).where(row.visitor == visitor.id).order_by(row.seen_at.desc())).all()
        return [Device(one.id, one.name, one.made_at, one.seen_at, one.key == hashed(visitor.secret)) for one in found]

    def sign_out(self, visitor: Visitor, device: int) -> None:
        """One of the own devices; its cookie is good for nothing any more."""
        mine = sa.and_(schema.devices.c.id == device, schema.devices.c.visitor == visitor.id)
        with self.store.write() as connection:
            key = connection.scalar(sa.select(schema.devices.c.key).where(mine))
            if not connection.execute(schema.devices.delete().where(mine)).rowcount:
                raise NotFound(N_("You have no such device."))
            connection.execute(schema.subscriptions.delete().where(schema.subscriptions.c.device == key))  # it is told nothing more
            self.visitors.changed(connection, visitor.id)
        self.visitors.forget(visitor.id)

    def new_codes(self, visitor: Visitor) -> list[str]:
        """Recovery codes in place of those before."""
        self.fresh(visitor)
        with self.store.write() as connection:
            return self._new_codes(connection, visitor.id or 0)

    @staticmethod
    def _new_codes(connection: sa.Connection, visitor_id: int) -> list[str]:
        codes = ["-".join(f"{secrets.randbelow(16**4):04x}" for _ in range(5)) for _ in range(CODES)]  # 80 bits each
        connection.execute(schema.codes.delete().where(schema.codes.c.visitor == visitor_id))
        connection.execute(schema.codes.insert(), [{"hash": hashed(_plain(code)), "visitor": visitor_id} for code in codes])
        return codes

    def set_password(self, visitor: Visitor, password: str) -> None:
        """A new password; all other devices are signed out, for somebody may have known the old one."""
        self.fresh(visitor)
        kept, row = _hash(password), schema.devices.c
        with self.store.write() as connection:
            connection.execute(schema.accounts.update().where(schema.accounts.c.visitor == visitor.id).values(password=kept))
            connection.execute(schema.devices.delete().where(row.visitor == visitor.id, row.key != hashed(visitor.secret)))
            other = schema.subscriptions.c
            connection.execute(schema.subscriptions.delete().where(other.visitor == visitor.id, other.device != hashed(visitor.secret)))
            self.visitors.changed(connection, visitor.id)
        self.visitors.forget(visitor.id)

    # Leaving ------------------------------------------------------------------------------------------------------------------------

    def delete(self, visitor: Visitor) -> None:
        """All that is the account's goes. What others played in stays, without the name."""
        self.fresh(visitor)
        me, owner = visitor.id, schema.owners.c
        with self.store.write() as connection:
            sat = connection.execute(sa.select(owner.table, owner.seat).where(owner.visitor == me)).all()
            changed = sorted({table_id for table_id, _ in sat} | tables_with_invitations(connection, me or 0))
            touch_all(self.store, connection, changed)
            of_notices = (schema.posts, schema.notices, schema.subscriptions, schema.reach)
            for kind in (*of_notices, schema.passkeys, schema.codes, schema.devices, schema.holidays, schema.accounts):
                connection.execute(kind.delete().where(kind.c.visitor == me))
            called = names_of(connection, me or 0)
            for table_id, seat in sat:
                for kind in (schema.seats, schema.chat):
                    place = kind.c.number if kind is schema.seats else kind.c.seat
                    connection.execute(kind.update().where(kind.c.table == table_id, place == seat).values(name=""))
            end_entries(connection, me or 0)
            forget_people(connection, me or 0)
            call_anew(connection, changed, visitor.name, called, "")
            nobody: dict[str, Any] = {"name": "", "key": hashed(new_key()), "preferences": {}, "language": None}
            connection.execute(schema.visitors.update().where(schema.visitors.c.id == me).values(**nobody))
            self.visitors.changed(connection, me)
        self.visitors.forget(me)
        read_again(self.tables, changed)

    def exported(self, visitor: Visitor) -> dict[str, Any]:
        """All that is kept about somebody, for that one."""
        account, me = self.required(visitor), visitor.id
        with self.store.read() as connection:

            def rows(query: Any) -> list[dict[str, Any]]:
                return [dict(row._mapping) for row in connection.execute(query)]

            owner, seat, table, chat, cup = schema.owners.c, schema.seats.c, schema.tables.c, schema.chat.c, schema.tournaments.c
            made = sa.select(table.id, table.game, table.title, table.made_at).where(table.maker == me)
            seen = sa.select(table.id, table.game, table.title).join(schema.watchers, schema.watchers.c.table == table.id)
            mine = sa.and_(owner.visitor == me, owner.table == table.id)
            games = sa.select(table.id, table.game, table.title, table.stage, table.made_at, owner.seat, seat.name).where(
                mine, seat.table == table.id, seat.number == owner.seat
            )
            said = sa.select(chat.table, chat.at, chat.text).where(owner.visitor == me, chat.table == owner.table, chat.seat == owner.seat)
            passkey, holiday, pushed = schema.passkeys.c, schema.holidays.c, schema.subscriptions.c
            return {
                "name": visitor.name,
                "sign_in": account.sign_in,
                "language": visitor.language,
                "preferences": connection.scalar(sa.select(schema.visitors.c.preferences).where(schema.visitors.c.id == me)),
                "devices": [{"name": one.name, "made_at": one.made_at, "seen_at": one.seen_at} for one in self.devices(visitor)],
                "passkeys": rows(sa.select(passkey.name, passkey.made_at).where(passkey.visitor == me)),
                "holidays": rows(sa.select(holiday.first, holiday.last).where(holiday.visitor == me)),
                "notices": rows(sa.select(schema.notices).where(schema.notices.c.visitor == me)),
                "reach": rows(sa.select(schema.reach).where(schema.reach.c.visitor == me)),
                "push": rows(sa.select(pushed.name, pushed.endpoint, pushed.made_at).where(pushed.visitor == me)),
                "tables": rows(games.order_by(table.made_at)),
                "tables_made": rows(made.order_by(table.made_at)),
                "tables_watched": rows(seen.where(schema.watchers.c.visitor == me)),
                "results": rows(sa.select(schema.results).where(schema.results.c.visitor == me).order_by(schema.results.c.at)),
                "tournaments": rows(entries_of(me or 0)),
                "tournaments_made": rows(sa.select(cup.id, cup.name, cup.game, cup.made_at).where(cup.maker == me)),
                "chat": rows(said.order_by(chat.at)),
                **people_of(connection, me or 0),
            }


def names_of(connection: sa.Connection, visitor_id: int) -> dict[str, set[str]]:
    """As what somebody sits at tables."""
    owner, seat, found = schema.owners.c, schema.seats.c, dict[str, set[str]]()
    mine = sa.and_(owner.visitor == visitor_id, owner.table == seat.table, owner.seat == seat.number)
    for table_id, name in connection.execute(sa.select(seat.table, seat.name).where(mine, seat.name != "")).all():
        found.setdefault(table_id, set()).add(name)
    return found


def _push_goes_to(connection: sa.Connection, visitor: Visitor, person: int, key: str) -> None:
    """A browser has another cookie from now on, perhaps of another person, and takes what is for that one."""
    if visitor.secret:
        mine = schema.subscriptions.c.device == hashed(visitor.secret)
        if person != visitor.id:
            numbers = sa.select(schema.subscriptions.c.id).where(mine)
            connection.execute(schema.posts.delete().where(schema.posts.c.subscription.in_(numbers)))
        connection.execute(schema.subscriptions.update().where(mine).values(visitor=person, device=hashed(key)))


def _hash(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadInput(BAD_PASSWORD, least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    with hashing():
        return str(hasher().hash(password))


def _plain(code: str) -> str:
    """However it was typed."""
    return "".join(character for character in code.lower() if character.isalnum())[:40]
