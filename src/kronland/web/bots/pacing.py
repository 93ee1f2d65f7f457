"""Bots at their tables: each begins to think when it is to move, and moves when it has thought and the table's pace has passed.

A table is looked at after every change and once at the start, so bots go on after a restart as if nothing had been. What goes wrong at one
table stops no other: it is tried again after a while, and so bots go on by themselves when the database has been away.

On PostgreSQL what is to be done is a queue (queue.py), from which every process takes as much as it can do at a time: those that only
think, and the servers where there are none of those.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa

from kronland.bots import choose, find_bot
from kronland.web.bots.attending import MOST_ALONE, MOST_ALONE_BY_ADDRESS, TooManyAlone, is_attended, share_of
from kronland.web.bots.queue import Job, Queue
from kronland.web.errors import Conflict, Unavailable, WebError
from kronland.web.lobby.wishes import Wish
from kronland.web.metrics import METER
from kronland.web.safety.fairness import Share
from kronland.web.safety.visitors import Visitor
from kronland.web.table.access import Access
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

LOG = logging.getLogger("kronland.web")
NOBODY = Visitor(None, "", "en")
PATIENCE = 1.0  # seconds for a squire that thinks interpreted
AT_ONCE = "page"  # what needs no thought goes where the quick bots think
LONGEST_PAUSE = 60.0  # seconds after which something that failed is tried again, at most
MOST_QUICK = 32  # turns that need no search and are in the hands of one process
EVERY = 1.0  # seconds between two looks into the queue, where nobody tells of something new
RENEWED = 2.0  # seconds between two signs of life for what is in hand
MISSED = 30.0  # seconds between two looks for what nobody has noted


@dataclass
class Turn:
    """A bot is to move."""

    table: str
    game: str
    number: int  # the position that it is about
    seat: int
    level: str
    due: float  # not before this moment
    share: Share
    address: str
    action: int | None = None  # once it has been thought about
    failed: int = 0  # times
    again: bool = False  # and it is to be thought about again when it is due
    thought: Future[None] | None = None  # done when it has been thought about

    def is_past(self) -> None:
        """Something happened at the table meanwhile: what has not been begun costs nobody time."""
        if self.thought is not None:
            self.thought.cancel()


class Pacing:
    def __init__(self, tables: Tables, clock: Callable[[], float] = time.monotonic, thinks_only: bool = False) -> None:
        """`thinks_only`: a process that takes from the queue whatever others do."""
        self.tables, self.thinking, self.now = tables, tables.thinking, clock
        self.queue = Queue(tables.store) if tables.store.shared else None
        self.thinks_only = thinks_only
        self._left_to_others = False  # as the last look into the queue found it
        self._renewed = self._missed = -1e9
        if self.queue is not None:
            tables.writers.append(self._note)
        self._turns: dict[str, Turn] = {}  # by table
        self._news = threading.Condition()
        self._stopped = False
        self._clock = threading.Thread(target=self._run, name="pacing", daemon=True)
        beginning = self._resume if self.queue is None else self._take_all
        self._resuming = threading.Thread(target=beginning, name="resuming", daemon=True)
        self._resumed = False

    def start(self) -> None:
        self._clock.start()
        self._resuming.start()

    def stop(self) -> None:
        """No further moves; one that is being made is finished."""
        with self._news:
            self._stopped = True
            self._news.notify_all()
        self.thinking.stop()
        if self.queue is not None:
            with suppress(Exception):  # else others take it when it has not been renewed for a while
                self.queue.release()

    @property
    def alive(self) -> bool:
        """Whether the threads that make bots move are at work, or have done theirs."""
        return self._clock.is_alive() and (self._resumed or self._resuming.is_alive())

    # Who may have bots play alone ----------------------------------------------------------------------------------------------------

    def check_alone(self, visitor: Visitor, wish: Wish) -> None:
        """Refuses another table with bots to who has them play at many already while nobody is there."""
        if not self.tables.settings.limits or not any(seat.kind == "bot" for seat in wish.seats):
            return
        person: Hashable = ("visitor", visitor.id) if visitor.known else ("address", visitor.address)
        if self.queue is not None:
            if (count := self.queue.alone(person)) >= MOST_ALONE:
                raise TooManyAlone(count)
            return
        with self._news:
            alone = [turn for turn in self._turns.values() if turn.share.person == person or turn.address == visitor.address]
        alone = [turn for turn in alone if not turn.share.attended()]
        own = sum(turn.share.person == person for turn in alone)
        if own >= MOST_ALONE or len(alone) >= MOST_ALONE_BY_ADDRESS:
            raise TooManyAlone(max(own, 1))

    # Looking ------------------------------------------------------------------------------------------------------------------------

    def _resume(self) -> None:
        """Tables at which a bot was to move when the server stopped."""
        todo: list[str] | None = None
        while not self._stopped and todo != []:
            try:
                if todo is None:
                    todo = self.tables.running_with_bots()
                while todo and not self._stopped:
                    self._look_at(todo[0])
                    todo.pop(0)
            except Unavailable:
                self._pause(1.0)
            except Exception:
                LOG.exception("tables with bots cannot be found")
                self._pause(LONGEST_PAUSE)
        self._resumed = True

    def _look_at(self, table_id: str) -> None:
        """One that cannot go on holds up no other."""
        try:
            table = self.tables.find(table_id)
            with table.lock:
                self.look(table)
        except Unavailable:
            raise
        except WebError as problem:
            LOG.warning("table cannot go on: %s", problem)
        except Exception:
            LOG.exception("table %s cannot go on", table_id)

    def _pause(self, seconds: float) -> None:
        with self._news:
            if not self._stopped:
                self._news.wait(seconds)

    def look(self, table: Table) -> None:
        """Called with the lock of a table that has changed: is a bot to move?"""
        with self._news:
            known = self._turns.get(table.id)
            if known is not None and (known.number != table.number or not table.bots_to_move):
                self._turns.pop(table.id).is_past()
            if self.queue is None and table.bots_to_move and table.id not in self._turns:
                seat = table.bots_to_move[0]
                level = table.seats[seat].bot
                assert level is not None
                share, due = share_of(self.tables, table), self.now() + table.pace
                self._turns[table.id] = turn = Turn(table.id, table.game.id, table.number, seat, level, due, share, table.address)
                self._begin(turn)

    def has_in_hand(self, table_id: str) -> bool:
        """Whether a bot's turn there is thought about here, which would be for nothing where somebody has changed the table."""
        return table_id in self._turns

    # The queue ----------------------------------------------------------------------------------------------------------------------

    def _note(self, connection: sa.Connection, table: Table) -> None:
        assert self.queue is not None
        self.queue.note(connection, self.tables, table)

    def wake(self) -> None:
        """There is something in the queue."""
        with self._news:
            self._news.notify_all()

    @property
    def leaves_it_to_others(self) -> bool:
        """Whether others think: then this process does not."""
        return self._left_to_others

    def _take_all(self) -> None:
        while not self._stopped:
            try:
                taken = self._take()
            except Unavailable:
                taken = False
            except Exception:
                LOG.exception("nothing could be taken from the queue")
                taken = False
            if not taken:
                self._pause(EVERY)

    def _take(self) -> bool:
        """Whether there was anything to do."""
        assert self.queue is not None
        if self.now() - self._renewed >= RENEWED:
            self._renewed = self.now()
            with self._news:
                held = list(self._turns)
            self.queue.renew(held, "move")
            waits = [table.id for table in self.tables.in_use() if table.bots_to_move or table.heard > table.version]
            if attended := [table_id for table_id in waits if is_attended(self.tables, table_id)]:
                self.queue.attend(attended)
            self._left_to_others = not self.thinks_only and self.queue.thinkers()
        if self.now() - self._missed >= MISSED:
            self._missed = self.now()
            for table_id in self.queue.missing():
                self._note_missed(table_id)
        if self._left_to_others:
            return False
        with self._news:
            deep = sum(find_bot(turn.level).searches for turn in self._turns.values())
            quick = len(self._turns) - deep
        free = self.queue.free("move")
        taken = [self.queue.take("move", False) if False in free and quick < MOST_QUICK else None]
        taken.append(self.queue.take("move", True) if True in free and deep < self.thinking.searches else None)
        for job in taken:
            if job is not None:
                self._accept(job)
        return any(taken)

    def _note_missed(self, table_id: str) -> None:
        try:
            table = self.tables.find(table_id)
            with table.lock, self.tables.store.write() as connection:
                self._note(connection, table)
        except Unavailable:
            raise
        except WebError as problem:
            LOG.warning("table cannot go on: %s", problem)

    def _accept(self, job: Job) -> None:
        """Take a turn in hand."""
        assert self.queue is not None
        try:
            table = self.tables.find(job.table)
            with table.lock:
                if job.number != table.number or table.bots_to_move[:1] != [job.seat]:
                    self.queue.drop(job)
                    return
                share = share_of(self.tables, table)
                due = self.now() + max(0.0, job.wait)
                turn = Turn(table.id, table.game.id, job.number, job.seat, job.level, due, share, table.address)
                with self._news:
                    self._turns[table.id] = turn
                self._begin(turn)
        except Unavailable:
            raise  # it is free again when it has not been renewed for a while
        except Exception as problem:
            if not isinstance(problem, WebError):
                LOG.exception("table %s cannot go on", job.table)
            self.queue.put_off(job.table, job.kind, LONGEST_PAUSE)

    def _begin(self, turn: Turn) -> None:
        near = self.tables.games.near(turn.game)
        if near is not None:  # a moment, in which it would find less, and take the interpreter from who reads what it needs
            near.add_done_callback(lambda near: self._begin(turn))
            return
        level = self.tables.games.plays_as(turn.game, turn.level)
        with suppress(RuntimeError):  # the threads have been stopped
            turn.thought = self.thinking.submit(level, turn.share, self._think, turn, level)

    # Thinking and moving ------------------------------------------------------------------------------------------------------------

    def _is_on(self, turn: Turn) -> bool:
        """Whether nothing has happened at the table meanwhile."""
        return not self._stopped and self._turns.get(turn.table) is turn

    def _think(self, turn: Turn, level: str) -> None:
        try:
            if not self._is_on(turn):
                return
            table = self.tables.find(turn.table)
            with table.lock:
                if turn.number != table.number:  # another server has moved on there
                    self._drop(turn)
                    self.look(table)
                    return
                mode, known = self.tables.games.bot_mode(table.game.id), table.match.known(turn.seat)
            with METER.timing("thinking", level=level):
                action = choose(known, level, secrets.randbits(63), mode, PATIENCE)
        except Exception as problem:
            self._failed(turn, problem, "a bot could not think")
            return
        with self._news:
            turn.action = action
            self._news.notify_all()

    def _move(self, turn: Turn) -> None:
        try:
            table = self.tables.find(turn.table)
            assert turn.action is not None
            Bot(self.tables, table, turn.seat).act(turn.seat, turn.number, turn.action)
        except Conflict:
            self._look_again(turn)
        except Exception as problem:
            self._failed(turn, problem, "a bot could not move")

    def _look_again(self, turn: Turn) -> None:
        """Somebody was first: what came of it has been looked at already, unless another server did it."""
        try:
            self._look_at(turn.table)
        except Unavailable as problem:
            self._failed(turn, problem, "a bot could not move")

    def _drop(self, turn: Turn) -> None:
        with self._news:
            if self._turns.get(turn.table) is turn:
                del self._turns[turn.table]
        if self.queue is not None:
            with suppress(Unavailable):
                self.queue.put_off(turn.table, "move", LONGEST_PAUSE if turn.failed else 0.0)

    def _failed(self, turn: Turn, problem: Exception, what: str) -> None:
        """Try again after a while, and after a longer one each time. A table that can never go on is let be."""
        if isinstance(problem, Unavailable):
            LOG.warning("%s: %s", what, problem)
        elif isinstance(problem, WebError):
            LOG.warning("%s, and will not: %s", what, problem)
            turn.failed += 1
            self._drop(turn)
            return
        else:
            LOG.error(what, exc_info=problem)
        with self._news:
            if self._turns.setdefault(turn.table, turn) is not turn or self._stopped:
                return
            turn.failed, turn.action, turn.again = turn.failed + 1, None, True
            turn.due = self.now() + min(LONGEST_PAUSE, 2.0 ** min(turn.failed - 1, 10))
            self._news.notify_all()

    def _run(self) -> None:
        while not self._stopped:
            try:
                self._serve()
            except Exception:  # this thread serves all tables: it goes on, whatever one of them brings
                LOG.exception("bots could not be served")
                self._pause(1.0)

    def _serve(self) -> None:
        """Wait for what is due, and have it done."""
        with self._news:
            now = self.now()
            waiting = [turn for turn in self._turns.values() if turn.action is not None or turn.again]
            ready = [turn for turn in waiting if turn.due <= now]
            if not ready:
                if not self._stopped:
                    self._news.wait(min((turn.due for turn in waiting), default=now + 60) - now)
                return
            for turn in ready:
                turn.again = False
                if turn.action is not None:
                    del self._turns[turn.table]
        for turn in ready:
            if turn.action is None:
                self._begin(turn)
            else:
                with suppress(RuntimeError):
                    self.thinking.submit(AT_ONCE, turn.share, self._move, turn)


class Bot(Access):
    """A bot's access: it gives no sign of life of the person whose seat it keeps."""

    def __init__(self, tables: Tables, table: Table, seat: int) -> None:
        self._own = (seat,)
        super().__init__(tables, table, NOBODY)

    @property
    def seats(self) -> tuple[int, ...]:
        return self._own

    def seen(self) -> None:
        pass
