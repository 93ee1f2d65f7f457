"""Who is at the other end: a visitor is a random cookie, remembered with a name, a language and a few preferences.

A page calls `visitor_of(request)`, which writes nothing: a passer-by leaves no trace in the database. What acts (a POST) calls
`known_visitor(request)`, which makes a visitor if there is none yet; `safety.Guard` then sets the cookie on the way out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from threading import Lock
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from starlette.requests import HTTPConnection

from kronland.core.words import LANGUAGES
from kronland.web.errors import Unavailable
from kronland.web.safety.addresses import counted_as
from kronland.web.safety.cleaning import clean_name
from kronland.web.safety.keys import hashed, new_key
from kronland.web.store import schema, society
from kronland.web.store.metadata import METADATA
from kronland.web.store.store import Store

if TYPE_CHECKING:
    from kronland.web.table.tables import Tables

COOKIE = "kl_visitor"
LONGEST_COOKIE = 64
RENAMED = "kronland_renamed"  # what other servers are told of a visitor
REMEMBERED = 5000  # visitors kept in memory: those of a thousand tables
IDLE_DAYS = 7  # that somebody who has never been at a table is remembered
BELIEVED = 5.0  # seconds for which a cookie means what it meant when it was last looked up
AHEAD = 1.0  # seconds before that ends, from which on somebody is looked up with others
TOGETHER = 500  # that are looked up at once
SEEN_EVERY = 3600.0  # seconds after which it is written again that a device has been seen
MOST_MET = 500  # explained decisions that are remembered
STANDING = tuple(column for column in society.standings.c if column.name != "visitor")
OF_VISITORS = tuple(key.parent for kind in METADATA.sorted_tables for key in kind.foreign_keys if key.references(schema.visitors))


@dataclass(frozen=True)
class Preferences:
    confirm: bool = False  # "confirm my turn before it counts"
    sound: bool = False
    notify: bool = False
    guide: bool = True  # the first-game guide
    pace: float | None = None  # of the bots at tables made from now on
    level: str = "squire"  # of the bots one usually plays against
    scheme: str = ""  # "light" or "dark"; not said: as the system has it
    seen: bool = False  # friends may see that one is here
    met: frozenset[str] = frozenset()  # decisions that the guide has explained, like "game:verb"


@dataclass(frozen=True)
class Block:
    """What a host has said: neither new tables nor seats nor talk, for a while or for good."""

    reason: str
    until: float | None = None


@dataclass(frozen=True)
class Visitor:
    id: int | None  # None: a passer-by
    name: str
    language: str
    preferences: Preferences = field(default_factory=Preferences)
    address: str = ""  # where the request came from; never kept
    secret: str = field(default="", repr=False)  # the key of the cookie, as long as a request lasts: links are made from it
    host: bool = False
    block: Block | None = None
    named: bool = False  # by a host: the name stays
    muted: frozenset[int] = frozenset()  # whom this one does not want to hear of

    @property
    def known(self) -> bool:
        return self.id is not None

    def called(self, name: str) -> str:
        """At a table: as is said there, else as everywhere; by the name that a host has given, whatever is said."""
        return self.name if self.named else name or self.name


@dataclass(slots=True)
class Recent:
    """Somebody who was here just now."""

    row: Any
    until: float  # when it is to be looked up again
    asked: bool = True  # since it was looked up


class Visitors:
    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store, self.now = store, now
        self._recent: dict[str, Recent] = {}  # by the hash of the key: every request begins with this question
        self._forgotten = 0  # how often somebody was: what is being read meanwhile may be of before
        self._guard = Lock()

    def find(self, key: str, asked: str) -> Visitor | None:
        """The visitor of a cookie; `asked` is the browser's language, used while none is chosen."""
        row = self._believed(hashed(key))
        if row is None:
            return None
        blocked = row.blocked_at is not None and (row.blocked_until is None or row.blocked_until > self.now())
        made: Visitor | None = row.visitors.get((asked, blocked))
        if made is None:
            made = row.visitors[asked, blocked] = self._made(row, asked, blocked)
        return made

    @staticmethod
    def _made(row: Any, asked: str, blocked: bool) -> Visitor:
        known = {entry.name: row.preferences[entry.name] for entry in fields(Preferences) if entry.name in row.preferences}
        met = frozenset(known.pop("met", ()))
        return Visitor(
            row.id,
            row.name,
            row.language or asked,
            Preferences(**known, met=met),
            host=row.host_since is not None,
            block=Block(row.reason, row.blocked_until) if blocked else None,
            named=bool(row.named),
            muted=row.muted,
        )

    def _believed(self, key: str) -> Any:
        """The row of a cookie's hash, from memory for a few seconds: another server may give the cookie another meaning, or none."""
        known = self._recent.get(key)
        if known is not None and known.until >= time.monotonic():
            known.asked = True
            return known.row
        try:
            return self._looked_up([key] if known is None else self._due(key)).get(key)
        except Unavailable:
            if known is None:
                raise
            return known.row

    def _due(self, key: str) -> list[str]:
        """The key, and those of others who are to be looked up again about now: whoever has a table's page open is, at every move, and to
        ask the database for each would be a tenth of a server's time."""
        soon = time.monotonic() + AHEAD
        with self._guard:
            others = [other for other, known in self._recent.items() if known.asked and known.until < soon and other != key]
        return [key, *others[: TOGETHER - 1]]

    def _looked_up(self, keys: list[str]) -> dict[str, Any]:
        forgotten = self._forgotten
        found = self._read(keys)
        with self._guard:
            for key in keys:
                known = self._recent.pop(key, None)
                if key in found and known is not None and known.row.values == found[key].values:
                    found[key] = known.row  # with the visitors that it was told of as
                if key in found and forgotten == self._forgotten:
                    self._recent[key] = Recent(found[key], time.monotonic() + BELIEVED, key == keys[0])
            while len(self._recent) > REMEMBERED:
                self._recent.pop(next(iter(self._recent)))
        return found

    def _read(self, keys: list[str]) -> dict[str, Any]:
        """The visitors of cookies' hashes; where one is a device of an account, it has been seen now."""
        person, device, muted = schema.visitors.c, schema.devices.c, society.mutes.c
        everything = sa.select(schema.visitors, *STANDING).outerjoin(society.standings, society.standings.c.visitor == person.id)
        with self.store.read() as connection:
            rows = {row.key: row for row in connection.execute(everything.where(person.key.in_(keys)))}
            others = [key for key in keys if key not in rows]
            devices: Sequence[Any] = ()
            if others:
                devices = connection.execute(sa.select(schema.devices).where(device.key.in_(others))).all()
            if devices:
                theirs = everything.where(person.id.in_([one.visitor for one in devices]))
                people = {row.id: row for row in connection.execute(theirs)}
                rows |= {one.key: people[one.visitor] for one in devices if one.visitor in people}
            whom: dict[int, set[int]] = {}
            if rows:
                of_them = muted.by.in_([row.id for row in rows.values()])
                for by, one in connection.execute(sa.select(muted.by, muted.whom).where(of_them)):
                    whom.setdefault(by, set()).add(one)
        if unseen := [one.key for one in devices if one.seen_at < self.now() - SEEN_EVERY]:
            with self.store.write() as connection:
                connection.execute(schema.devices.update().where(device.key.in_(unseen)).values(seen_at=self.now()))
        return {key: _row(row, frozenset(whom.get(row.id, ()))) for key, row in rows.items()}

    def forget(self, *visitors: int | None) -> None:
        """Those who have another name, other preferences or other cookies now, or all: they are read again when they come."""
        with self._guard:
            self._forgotten += 1
            self._recent = {key: known for key, known in self._recent.items() if visitors and known.row.id not in visitors}

    def changed(self, connection: sa.Connection, *visitors: int | None) -> None:
        """To be forgotten by other servers, too, when this transaction has ended."""
        for visitor in visitors:
            self.store.tell(connection, RENAMED, str(visitor))

    def remembered_language(self, key: str) -> str | None:
        """The language that the visitor of a cookie has chosen, as far as it is in memory: nothing is read for it."""
        known = self._recent.get(hashed(key))
        language: str | None = None if known is None else known.row.language
        return language

    def make(self, asked: str, name: str = "") -> tuple[Visitor, str]:
        """A new visitor and the key for the cookie."""
        key = new_key()
        with self.store.write() as connection:
            made = connection.execute(
                schema.visitors.insert()
                .returning(schema.visitors.c.id)
                .values(key=hashed(key), name=clean_name(name), language=None, preferences={}, made_at=time.time())
            ).scalar_one()
        return Visitor(made, clean_name(name), asked), key

    def tidy(self) -> int:
        """Forget those who have left no trace, at no table and with nobody, after a while; how many."""
        row = schema.visitors.c
        been = [sa.exists().where(column == row.id) for column in OF_VISITORS]
        idle = sa.and_(row.made_at < time.time() - IDLE_DAYS * 24 * 3600, *(~one for one in been))
        with self.store.write() as connection:
            for kind in (schema.posts, schema.notices, schema.subscriptions, schema.reach):  # what nobody can need any more
                connection.execute(kind.delete().where(kind.c.visitor.in_(sa.select(row.id).where(idle))))
            gone = connection.execute(schema.visitors.delete().where(idle)).rowcount
        self.forget()
        return gone

    def save(self, visitor: Visitor, language: str | None) -> None:
        """Keep name and preferences; `language` only where it was chosen."""
        preferences = {**asdict(visitor.preferences), "met": sorted(visitor.preferences.met)[:MOST_MET]}
        values: dict[str, Any] = {"name": visitor.name, "preferences": preferences}
        if language is not None:
            values["language"] = language
        with self.store.write() as connection:
            connection.execute(schema.visitors.update().where(schema.visitors.c.id == visitor.id).values(**values))
            self.changed(connection, visitor.id)
        self.forget(visitor.id)


def _row(row: Any, muted: frozenset[int]) -> SimpleNamespace:
    values = {**row._mapping, "muted": muted}
    return SimpleNamespace(**values, values=values, visitors={})  # as which this row was told of before


def asked_language(connection: HTTPConnection) -> str:
    """The first of the browser's languages that we speak; English if none is."""
    best, found = 0.0, "en"
    for part in connection.headers.get("accept-language", "")[:500].split(","):
        tag, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            continue
        if tag[:2].lower() in LANGUAGES and weight > best:
            best, found = weight, tag[:2].lower()
    return found


def address_of(connection: HTTPConnection) -> str:
    return counted_as(connection.client.host) if connection.client else ""


def tables_of(connection: HTTPConnection) -> Tables:
    tables: Tables = connection.app.state.tables
    return tables


def visitor_of(connection: HTTPConnection) -> Visitor:
    """The visitor of a request, a passer-by if it has no cookie that we know."""
    known: Visitor | None = getattr(connection.state, "visitor", None)
    if known is None:
        asked, key = asked_language(connection), connection.cookies.get(COOKIE, "")
        found = connection.app.state.visitors.find(key, asked) if 0 < len(key) <= LONGEST_COOKIE else None
        before: tuple[Visitor | None, Visitor] | None = getattr(connection.state, "visitor_before", None)
        if before is not None and found is not None and before[0] is found:
            known = before[1]
        else:
            known = replace(found or Visitor(None, "", asked), address=address_of(connection), secret=key if found else "")
            connection.state.visitor_before = found, known
        connection.state.visitor = known
        if known.known:
            connection.state.recognised = True  # for `safety.Guard`
            connection.app.state.around.saw(known)
    return known


def remembered_language(connection: HTTPConnection) -> str:
    """The language of a request that is not worth a question to the database: as chosen, where that is in memory, else the browser's."""
    key = connection.cookies.get(COOKIE, "")
    chosen = connection.app.state.visitors.remembered_language(key) if 0 < len(key) <= LONGEST_COOKIE else None
    return chosen or asked_language(connection)


def look_again(connection: HTTPConnection) -> None:
    """Of a request that lasts: name, language and preferences may have changed since it began."""
    connection.state.visitor = None


def known_visitor(connection: HTTPConnection) -> Visitor:
    """The visitor of a request; made now, with a cookie, if there was none."""
    visitor = visitor_of(connection)
    if not visitor.known:
        made, connection.state.new_key = connection.app.state.visitors.make(visitor.language)
        connection.state.visitor = visitor = replace(made, address=visitor.address, secret=connection.state.new_key)
    return visitor


def save_settings(
    connection: HTTPConnection,
    name: str | None = None,
    language: str | None = None,
    **preferences: bool | float | str | frozenset[str] | None,
) -> Visitor:
    """Change what is given and keep the rest; gives the visitor as it is now."""
    visitor = known_visitor(connection)
    chosen = language if language in LANGUAGES else None
    changed = replace(
        visitor,
        name=visitor.name if name is None or visitor.named else clean_name(name),
        language=chosen or visitor.language,
        preferences=replace(visitor.preferences, **preferences),  # type: ignore[arg-type]
    )
    connection.app.state.visitors.save(changed, chosen)
    connection.state.visitor = changed
    return changed
