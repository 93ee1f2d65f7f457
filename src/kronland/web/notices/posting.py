"""Sending on what somebody has not seen: one server of several does it, whichever is first to take it, and what fails is tried again.

    notices ──plan──▶ posts ──push, mail──▶ gone

What is to be sent is a row (`posts`), and who sends it takes it for a minute in a transaction of its own. A server that dies meanwhile has
sent it or not; after the minute another sends it, so that in the worst case something comes twice, and shows as one: push messages have a
topic and a tag, mails of the same news the same number.
"""

from __future__ import annotations

import logging
import smtplib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from kronland.core.words import LANGUAGES, words
from kronland.web.errors import Unavailable
from kronland.web.notices.keyring import Keyring
from kronland.web.notices.kinds import KINDS, Notice
from kronland.web.notices.mail import Letter, Server, addressed
from kronland.web.notices.notices import is_current, notice_of
from kronland.web.notices.push import MOST_FAILURES, Push
from kronland.web.notices.reach import Reach, reach_of
from kronland.web.safety.outgoing import Answer
from kronland.web.store import schema
from kronland.web.table.tables import Tables

LOG = logging.getLogger("kronland.web")
EVERY = 3.0  # seconds between two looks
AT_ONCE = 100  # of each kind in one look
TAKEN = 60.0  # seconds for which what is being sent is somebody's
MOST_TRIES = 8
FIRST_WAIT, LONGEST_WAIT = 60.0, 6 * 3600.0  # seconds until another try; each is four times the last
THREADS = 8  # push messages that are on their way at the same time
GONE = (404, 410)  # what a push service says of a browser that is no more


class Posting:
    """`there` says whether somebody, whose seats these are, has a table's page open now, by way of any server."""

    def __init__(self, tables: Tables, keys: Keyring, push: Push, there: Callable[[str, int, Sequence[int]], bool]) -> None:
        self.tables, self.store, self.now, self.settings = tables, tables.store, tables.now, tables.settings
        self.keys, self.push, self.there = keys, push, there
        self.server = Server.read(self.settings.smtp or "") if self.settings.mails else None
        self._senders = ThreadPoolExecutor(THREADS, thread_name_prefix="push")
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=[work], name=name, daemon=True)
            for name, work in (("notices", self.look), ("mail", self.mail))
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._senders.shutdown(wait=False, cancel_futures=True)

    def _run(self, work: Callable[[], int]) -> None:
        while not self._stopped.wait(EVERY):
            try:
                work()
            except Unavailable as problem:
                LOG.warning("notices could not be sent: %s", problem)
            except Exception:
                if not self._stopped.is_set():
                    LOG.exception("notices could not be sent")

    def look(self) -> int:
        """Plan and push; how much was done."""
        return self.plan() + self.pushes()

    # What is to be sent on ----------------------------------------------------------------------------------------------------------------

    def plan(self) -> int:
        """Notices that are due: in which ways each is sent on, and when."""
        row, now = schema.notices.c, self.now()
        due = sa.select(schema.notices, is_current().label("current")).where(row.due <= now).order_by(row.due).limit(AT_ONCE)
        if not self._any(sa.exists().where(row.due <= now)):
            return 0
        with self.store.write() as connection:
            found = connection.execute(due.with_for_update(of=schema.notices, skip_locked=True)).all()
            for one in found:
                if not one.current or one.kind not in KINDS or self._is_there(connection, one):
                    connection.execute(schema.notices.delete().where(row.id == one.id))
                    continue
                connection.execute(schema.notices.update().where(row.id == one.id).values(due=None))
                if one.seen_at is None:
                    self._plan(connection, one, now)
        return len(found)

    def _is_there(self, connection: sa.Connection, one: Any) -> bool:
        owner = schema.owners.c
        seats = connection.scalars(sa.select(owner.seat).where(owner.table == one.table, owner.visitor == one.visitor)).all()
        return bool(seats) and self.there(one.table, one.visitor, seats)

    def _plan(self, connection: sa.Connection, one: Any, now: float) -> None:
        reach, kind = reach_of(connection, one.visitor), KINDS[one.kind]
        post = {"visitor": one.visitor, "notice": one.id, "due": reach.not_before(now), "tries": 0, "taken_until": 0.0}
        if reach.wants(kind, "push"):
            mine = sa.select(schema.subscriptions.c.id).where(schema.subscriptions.c.visitor == one.visitor)
            for number in connection.scalars(mine).all():
                connection.execute(schema.posts.insert().values(way="push", subscription=number, **post))
        if reach.mail and self.server is not None and reach.wants(kind, "mail"):
            post["due"] = reach.not_before(max(now, (reach.mailed_at or 0.0) + reach.every))
            connection.execute(schema.posts.insert().values(way="mail", **post))

    def _any(self, what: Any) -> bool:
        """Whether there is anything to do: a look that finds nothing writes nothing."""
        with self.store.read() as connection:
            return bool(connection.scalar(sa.select(what)))

    def _due(self, *ways: str) -> sa.ColumnElement[bool]:
        row, now = schema.posts.c, self.now()
        return sa.and_(row.way.in_(ways), row.due <= now, row.taken_until <= now)

    def _take(self, connection: sa.Connection, numbers: Sequence[int]) -> None:
        row = schema.posts.c
        taken = schema.posts.update().where(row.id.in_(numbers))
        connection.execute(taken.values(taken_until=self.now() + TAKEN, tries=row.tries + 1))

    def _later(self, connection: sa.Connection, numbers: Sequence[int], tries: int, wait: float = 0.0) -> None:
        """Try again after a while; not for ever."""
        row = schema.posts.c
        if tries >= MOST_TRIES:
            connection.execute(schema.posts.delete().where(row.id.in_(numbers)))
            return
        after = self.now() + max(wait, min(LONGEST_WAIT, FIRST_WAIT * 4 ** (tries - 1)))
        connection.execute(schema.posts.update().where(row.id.in_(numbers)).values(due=after, taken_until=0.0))

    def _drop(self, connection: sa.Connection, post: Any) -> None:
        """What is no longer true, or not wanted, is not sent; if it becomes true again, that is news."""
        connection.execute(schema.posts.delete().where(schema.posts.c.id == post.id))
        if not post.current:
            connection.execute(schema.notices.delete().where(schema.notices.c.id == post.notice))

    def _with_notices(self) -> sa.Select[Any]:
        """Posts, with what is to be said of each."""
        row, notice = schema.posts.c, schema.notices.c
        what = (notice.kind, notice.table, notice.path, notice.words, notice.made_at, notice.seen_at, is_current().label("current"))
        post = (row.id, row.visitor, row.notice, row.subscription, row.tries)
        return sa.select(*post, *what).join(schema.notices, row.notice == notice.id)

    # Push ---------------------------------------------------------------------------------------------------------------------------------

    def pushes(self) -> int:
        """Send what is due to browsers, several at a time; what was tried least comes first: nobody waits for those who do not answer."""
        due = self._due("push")
        if not self._any(sa.exists().where(due)):
            return 0
        row, sent = schema.posts.c, []
        asked = self._with_notices().where(due).order_by(row.tries, row.due).limit(AT_ONCE)
        with self.store.write() as connection:
            for post in connection.execute(asked.with_for_update(of=schema.posts, skip_locked=True)).all():
                reach = reach_of(connection, post.visitor)
                if not post.current or not reach.wants(KINDS[post.kind], "push"):
                    self._drop(connection, post)
                elif (free := reach.not_before(self.now())) > self.now():
                    connection.execute(schema.posts.update().where(row.id == post.id).values(due=free))
                else:
                    browser = sa.select(schema.subscriptions).where(schema.subscriptions.c.id == post.subscription)
                    sent.append((post, connection.execute(browser).one(), self._language(connection, post.visitor, reach)))
            self._take(connection, [post.id for post, _, _ in sent])
        for _ in self._senders.map(lambda one: self._push(*one), sent):
            pass
        return len(sent)

    def _push(self, post: Any, browser: Any, language: str) -> None:
        notice = _noticed(post)
        message = {"title": "Kronland", "body": notice.said(words(language)), "path": notice.path, "tag": notice.tag, "lang": language}
        try:
            answer = self.push.send(browser, message)
        except OSError as problem:
            LOG.info("a push service does not answer", extra={"host": _host(browser), "problem": type(problem).__name__})
            answer = Answer(503)
        self._pushed(post, browser, answer)

    def _pushed(self, post: Any, browser: Any, answer: Answer) -> None:
        subscription, status = schema.subscriptions.c, answer.status_code
        mine = subscription.id == browser.id
        with self.store.write() as connection:
            if status < 300:
                connection.execute(schema.posts.delete().where(schema.posts.c.id == post.id))
                if browser.failures:
                    connection.execute(schema.subscriptions.update().where(mine).values(failures=0))
                return
            connection.execute(schema.subscriptions.update().where(mine).values(failures=subscription.failures + 1))
            if status in GONE or browser.failures + 1 >= MOST_FAILURES:
                connection.execute(schema.subscriptions.delete().where(mine))  # and what was on its way to it
            elif status == 429 or status >= 500:
                wait = answer.headers.get("retry-after", "")
                seconds = min(3600.0, float(wait)) if wait.isascii() and wait.isdigit() else 0.0
                self._later(connection, [post.id], post.tries + 1, seconds)
            else:
                LOG.warning("a push service refuses a message", extra={"host": _host(browser), "status": status})
                connection.execute(schema.posts.delete().where(schema.posts.c.id == post.id))

    # Mail ---------------------------------------------------------------------------------------------------------------------------------

    def mail(self) -> int:
        """Send what is due by mail; how many mails."""
        due = self._due("mail", "confirm")
        if self.server is None or not self._any(sa.exists().where(due)):
            return 0
        row = schema.posts.c
        asked = sa.select(row.visitor).where(due).group_by(row.visitor).order_by(sa.func.min(row.due)).limit(AT_ONCE)
        with self.store.read() as connection:
            people = list(connection.scalars(asked))
        return sum(self._confirm(visitor) + self._digest(visitor) for visitor in people)

    def _confirm(self, visitor: int) -> int:
        row = schema.posts.c
        with self.store.write() as connection:
            asked = sa.select(row.id, row.tries).where(self._due("confirm"), row.visitor == visitor)
            posts = connection.execute(asked.with_for_update(skip_locked=True)).all()
            reach = reach_of(connection, visitor)
            if not posts or not reach.address:
                return 0
            self._take(connection, [post.id for post in posts])
            letter = Letter(reach.address, "", self._language(connection, visitor, reach))
        token = self.keys.token(visitor, "confirm", reach.address, reach.asked_at)
        return self._sent(letter.confirmation(f"{self.settings.public_url}/mail/confirm/{token}"), visitor, posts, None)

    def _digest(self, visitor: int) -> int:
        """All that is new for somebody, in one mail, if it is time for one."""
        now, row = self.now(), schema.posts.c
        with self.store.write() as connection:
            mine = sa.select(schema.reach).where(schema.reach.c.visitor == visitor).with_for_update(skip_locked=True)
            found = connection.execute(mine).first()
            if found is None or not self._due_now(connection, visitor):
                return 0  # another server is at it
            reach = Reach.read(found)
            ready = reach.not_before(max(now, (reach.mailed_at or 0.0) + reach.every))
            if ready > now:
                put_off = schema.posts.update().where(row.visitor == visitor, row.way == "mail")
                connection.execute(put_off.values(due=ready))
                return 0
            asked = self._with_notices().where(row.visitor == visitor, row.way == "mail", row.taken_until <= now).order_by(row.id.desc())
            posts = connection.execute(asked.with_for_update(of=schema.posts, skip_locked=True)).all()
            chosen = [kind for kind in KINDS if reach.mail and reach.wants(KINDS[kind], "mail")]
            wanted = [post for post in posts if post.current and post.seen_at is None and post.kind in chosen]
            for post in posts:
                if post not in wanted:
                    self._drop(connection, post)
            if not wanted:
                return 0
            self._take(connection, [post.id for post in wanted])
            connection.execute(schema.reach.update().where(schema.reach.c.visitor == visitor).values(mailed_at=now))
            name = connection.scalar(sa.select(schema.visitors.c.name).where(schema.visitors.c.id == visitor)) or ""
            letter = Letter(reach.mail or "", name, self._language(connection, visitor, reach))
        stop = f"{self.settings.public_url}/mail/stop/{self.keys.token(visitor, 'stop', reach.address)}"
        mail = letter.digest([_noticed(post) for post in wanted], self.settings.public_url or "", stop)
        return self._sent(mail, visitor, wanted, reach)

    def _due_now(self, connection: sa.Connection, visitor: int) -> bool:
        return bool(connection.scalar(sa.select(sa.exists().where(self._due("mail"), schema.posts.c.visitor == visitor))))

    def _sent(self, mail: Any, visitor: int, posts: Sequence[Any], before: Reach | None) -> int:
        """Whether it was handed in; `before` is how the person was reached until then, for a digest that has not gone out."""
        assert self.server is not None
        numbers, row = [post.id for post in posts], schema.posts.c
        try:
            with self.server.connected() as connected:
                connected.send_message(addressed(mail, self.settings.mail_from, self.now()))
        except (OSError, smtplib.SMTPException) as problem:
            for_good = isinstance(problem, smtplib.SMTPRecipientsRefused) and all(code >= 500 for code, _ in problem.recipients.values())
            LOG.warning("mail could not be sent: %s", type(problem).__name__, extra={"for_good": for_good})
            with self.store.write() as connection:
                mine = schema.reach.update().where(schema.reach.c.visitor == visitor)
                if for_good:  # there is no such mailbox: who wants mail says another one, or this one again
                    connection.execute(schema.posts.delete().where(row.visitor == visitor, row.way.in_(("mail", "confirm"))))
                    connection.execute(mine.values(verified_at=None, asked_at=None))
                    return 0
                self._later(connection, numbers, max(post.tries for post in posts) + 1)
                if before is not None:
                    connection.execute(mine.values(mailed_at=before.mailed_at))
            return 0
        with self.store.write() as connection:
            connection.execute(schema.posts.delete().where(row.id.in_(numbers)))
        return 1

    @staticmethod
    def _language(connection: sa.Connection, visitor: int, reach: Reach) -> str:
        chosen = connection.scalar(sa.select(schema.visitors.c.language).where(schema.visitors.c.id == visitor))
        found = chosen or reach.language
        return found if found in LANGUAGES else "en"


def _noticed(post: Any) -> Notice:
    return notice_of({**post._mapping, "id": post.notice})


def _host(browser: Any) -> str:
    return (urlsplit(browser.endpoint).hostname or "")[:100]
