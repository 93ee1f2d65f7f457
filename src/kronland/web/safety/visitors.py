"""Who is at the other end: a visitor is a random cookie, remembered with a name, a language and a few preferences.

A page calls `visitor_of(request)`, which writes nothing: a passer-by leaves no trace in the database. What acts (a POST) calls
`known_visitor(request)`, which makes a visitor if there is none yet; `safety.Guard` then sets the cookie on the way out.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field, fields, replace
from threading import Lock
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from starlette.requests import HTTPConnection

from kronland.core.words import LANGUAGES
from kronland.web.safety.addresses import counted_as
from kronland.web.safety.cleaning import clean_name
from kronland.web.safety.keys import hashed, new_key
from kronland.web.store import store
from kronland.web.store.store import Store

if TYPE_CHECKING:
    from kronland.web.table.tables import Tables

COOKIE = "kl_visitor"
LONGEST_COOKIE = 64
REMEMBERED = 2000  # visitors kept in memory
IDLE_DAYS = 7  # that somebody who has never been at a table is remembered
MOST_MET = 500  # explained decisions that are remembered


@dataclass(frozen=True)
class Preferences:
    confirm: bool = False  # "confirm my turn before it counts"
    sound: bool = False
    notify: bool = False
    guide: bool = True  # the first-game guide
    pace: float | None = None  # of the bots at tables made from now on
    level: str = "squire"  # of the bots one usually plays against
    met: frozenset[str] = frozenset()  # decisions that the guide has explained, like "game:verb"


@dataclass(frozen=True)
class Visitor:
    id: int | None  # None: a passer-by
    name: str
    language: str
    preferences: Preferences = field(default_factory=Preferences)
    address: str = ""  # where the request came from; never kept

    @property
    def known(self) -> bool:
        return self.id is not None


class Visitors:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._recent: dict[str, Any] = {}  # rows by the hash of the key: every request begins with this question
        self._guard = Lock()

    def find(self, key: str, asked: str) -> Visitor | None:
        """The visitor of a cookie; `asked` is the browser's language, used while none is chosen."""
        row = self._recent.get(hashed(key))
        if row is None:
            with self.store.read() as connection:
                row = connection.execute(sa.select(store.visitors).where(store.visitors.c.key == hashed(key))).first()
            if row is None:
                return None
            with self._guard:
                self._recent[hashed(key)] = row
                while len(self._recent) > REMEMBERED:
                    self._recent.pop(next(iter(self._recent)))
        known = {entry.name: row.preferences[entry.name] for entry in fields(Preferences) if entry.name in row.preferences}
        met = frozenset(known.pop("met", ()))
        return Visitor(row.id, row.name, row.language or asked, Preferences(**known, met=met))

    def remembered_language(self, key: str) -> str | None:
        """The language that the visitor of a cookie has chosen, as far as it is in memory: nothing is read for it."""
        row = self._recent.get(hashed(key))
        return None if row is None else row.language

    def make(self, asked: str, name: str = "") -> tuple[Visitor, str]:
        """A new visitor and the key for the cookie."""
        key = new_key()
        with self.store.write() as connection:
            made = connection.execute(
                store.visitors.insert()
                .returning(store.visitors.c.id)
                .values(key=hashed(key), name=clean_name(name), language=None, preferences={}, made_at=time.time())
            ).scalar_one()
        return Visitor(made, clean_name(name), asked), key

    def tidy(self) -> int:
        """Forget those who have never been at a table, after a while; how many."""
        row = store.visitors.c
        been = [
            sa.exists().where(store.owners.c.visitor == row.id),
            sa.exists().where(store.watchers.c.visitor == row.id),
            sa.exists().where(store.tables.c.maker == row.id),
        ]
        idle = sa.and_(row.made_at < time.time() - IDLE_DAYS * 24 * 3600, *(~one for one in been))
        with self.store.write() as connection:
            gone = connection.execute(store.visitors.delete().where(idle)).rowcount
        with self._guard:
            self._recent.clear()
        return gone

    def save(self, visitor: Visitor, language: str | None) -> None:
        """Keep name and preferences; `language` only where it was chosen."""
        preferences = {**asdict(visitor.preferences), "met": sorted(visitor.preferences.met)[:MOST_MET]}
        values: dict[str, Any] = {"name": visitor.name, "preferences": preferences}
        if language is not None:
            values["language"] = language
        with self.store.write() as connection:
            connection.execute(store.visitors.update().where(store.visitors.c.id == visitor.id).values(**values))
        with self._guard:
            self._recent = {key: row for key, row in self._recent.items() if row.id != visitor.id}


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
        known = replace(found or Visitor(None, "", asked), address=address_of(connection))
        connection.state.visitor = known
        if known.known:
            connection.state.recognised = True  # for `safety.Guard`
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
        connection.state.visitor = visitor = replace(made, address=visitor.address)
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
        name=visitor.name if name is None else clean_name(name),
        language=chosen or visitor.language,
        preferences=replace(visitor.preferences, **preferences),  # type: ignore[arg-type]
    )
    connection.app.state.visitors.save(changed, chosen)
    connection.state.visitor = changed
    return changed
