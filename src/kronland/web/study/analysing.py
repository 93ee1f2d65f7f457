"""The analysis of a finished game: what each player could expect at every moment, and the decisions that changed it most.

It is made when somebody asks for it, once, in the background, one game after another, each person in turn, and kept in the store. What is
not finished when the server stops begins anew with the next one who asks; on PostgreSQL it waits in the queue of all that bots have to do
(bots/queue.py), and another process takes it. Positions are valued as they were; a decision is judged with what
its seat knew then.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from kronland.bots import Verdict, expected_shares, verdict
from kronland.core.view import Opened
from kronland.web.bots.attending import person_of
from kronland.web.bots.pacing import Pacing
from kronland.web.bots.queue import Queue
from kronland.web.errors import Forbidden, Unavailable
from kronland.web.safety.fairness import Fair, Share
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema
from kronland.web.table.access import Access
from kronland.web.table.rights import NOT_OVER
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

LOG = logging.getLogger("kronland.web")

VERSION = 1  # another one makes all analyses anew
# Every decision is judged quickly, the ones that stand out once more with care. Interpreted, there is time for a few only, by the clock.
JUDGES = {"native": ("knight:200", "knight:5000"), "python": ("knight", "knight")}
OF_EACH_KIND = 5  # so many decisions with the widest swing, and so many of those that cost most
MOST_CAREFUL = 24
LEAST = 0.015  # of the win: what changes less is not worth a line
MOST_WAITING = 100
KIND = "analysis"  # in the queue
EVERY = 1.0  # seconds between two looks into it, and two words on how far one is
MOST_EACH = 5  # analyses of one person that wait; more are begun when these are done


@dataclass(frozen=True)
class Decision:
    """One that stands out: the decider's expected share before and after it, and what the bot thought of it and of its own choice."""

    at: int  # decisions before it
    seat: int
    action: str
    before: float
    after: float
    share: float
    best: str
    best_share: float


@dataclass(frozen=True)
class Analysis:
    shares: list[list[float]]  # of each seat, at the beginning and after every decision
    decisions: list[Decision]  # in the order of the game


@dataclass(frozen=True)
class Working:
    """An analysis that is being made, as far as it is."""

    done: int = 0
    total: int = 0
    failed: bool = False


class Analyses:
    def __init__(self, tables: Tables, bots: Pacing | None = None) -> None:
        self.tables, self.bots, self.queue = tables, bots, bots.queue if bots is not None else None
        self._working: dict[str, Working] = {}
        self._waiting: Fair[tuple[str, Share]] = Fair()
        self._stopped = False
        self._guard = threading.Condition()
        self._thread: threading.Thread | None = None

    def of(self, access: Access) -> Analysis | Working:
        """The analysis of a finished game; how far it is, while it is being made, which this begins."""
        table = access.table
        if table.stage != "over":
            raise Forbidden(NOT_OVER)
        if found := self._kept(table.id):
            return found
        if self.queue is not None:
            return self._asked(self.queue, table, access.visitor)
        with self._guard:
            share = Share(person_of(table, access.visitor), table.id, address=access.visitor.address or table.address)
            if table.id not in self._working and len(self._waiting) < MOST_WAITING and self._waiting.of(share) < MOST_EACH:
                self._working[table.id] = Working()
                self._waiting.put(share, (table.id, share))
                self._guard.notify()
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="analysing", daemon=True)
                    self._thread.start()
            return self._working.get(table.id, Working())

    def start(self) -> None:
        """What waits in the queue may have been asked for at another server."""
        if self.queue is not None:
            self._thread = threading.Thread(target=self._take_all, args=(self.queue,), name="analysing", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        with self._guard:
            self._stopped = True
            self._guard.notify()

    # In the queue -------------------------------------------------------------------------------------------------------------------

    def _asked(self, queue: Queue, table: Table, visitor: Visitor) -> Analysis | Working:
        person = person_of(table, visitor)
        if (row := queue.asked(table.id, KIND)) is not None:
            return Working(row.done, row.total, row.failed)
        if found := self._kept(table.id):  # it has just been done
            return found
        if queue.waiting(KIND) < MOST_WAITING and queue.waiting(KIND, person) < MOST_EACH:
            queue.ask(self.tables, table, KIND, JUDGES["native"][0], person)
        return Working()

    def _take_all(self, queue: Queue) -> None:
        while not self._stopped:
            try:
                left = self.bots is not None and self.bots.leaves_it_to_others
                if not left and queue.free(KIND) and (job := queue.take(KIND, True)) is not None:
                    self._do(queue, job.table)
                    continue
            except Unavailable as problem:
                LOG.warning("nothing could be analysed: %s", problem)
            except Exception:
                LOG.warning("nothing could be analysed", exc_info=True)
            with self._guard:
                if not self._stopped:
                    self._guard.wait(EVERY)

    def _do(self, queue: Queue, table_id: str) -> None:
        try:
            table = self.tables.find(table_id)
            if not self.tables.games.over(table.game.id).done():  # a search that is interpreted would find too little
                queue.put_off(table_id, KIND, EVERY)
                return
            found = self._analysed(table, Share(person_of(table), table.id, address=table.address))
            self._keep(table_id, found)
        except Unavailable:  # it is taken again when it has not been renewed for a while
            raise
        except Exception:
            if not self._stopped:
                LOG.exception("table %s could not be analysed", table_id)
                queue.failed(table_id, KIND)

    # In memory ----------------------------------------------------------------------------------------------------------------------

    def _kept(self, table_id: str) -> Analysis | None:
        found = schema.analyses.c
        with self.tables.store.read() as connection:
            query = sa.select(found.found).where(found.table == table_id, found.version == VERSION)
            row = connection.execute(query).first()
        return Analysis(row.found["shares"], [Decision(**one) for one in row.found["decisions"]]) if row else None

    def _run(self) -> None:
        while True:
            with self._guard:
                while not self._stopped and (work := self._waiting.take()) is None:
                    self._guard.wait()
                if self._stopped or work is None:
                    return
                table_id, share = work
            try:
                table = self.tables.find(table_id)
                self.tables.games.wait(table.game.id)  # a search that is interpreted would find too little
                if self._stopped:
                    return
                self._keep(table_id, self._analysed(table, share))
                with self._guard:
                    del self._working[table_id]
            except Unavailable:  # whoever asks again begins it again
                with self._guard:
                    del self._working[table_id]
            except Exception:
                if self._stopped:
                    return
                LOG.exception("table %s could not be analysed", table_id)
                with self._guard:
                    self._working[table_id] = Working(failed=True)

    def _keep(self, table_id: str, analysis: Analysis) -> None:
        with self.tables.store.write() as connection:
            connection.execute(schema.analyses.delete().where(schema.analyses.c.table == table_id))
            connection.execute(
                schema.analyses.insert().values(table=table_id, version=VERSION, found=asdict(analysis), made_at=time.time())
            )
            if self.queue is not None:
                self.queue.done(connection, table_id, KIND)

    def _analysed(self, table: Table, share: Share) -> Analysis:
        match, seed = table.match, secrets.randbits(63)  # a finished match changes no more
        mode = self.tables.games.bot_mode(match.game.id)
        quick, careful = JUDGES[mode]
        history, began = match.history, time.monotonic()
        done, total, told = 0, 2 * len(history) + 1 + MOST_CAREFUL, began

        def progress() -> None:
            nonlocal done, told
            done += 1
            if self.queue is None:
                self._working[table.id] = Working(done, total)
            elif time.monotonic() - told > EVERY:
                told = time.monotonic()
                self.queue.progress(table.id, KIND, done, total)

        def judged(number: int, level: str) -> Verdict:
            """Thinking is done where all bots think, a decision at a time, so that nobody waits long for it."""
            seat, notation = history[number]
            known, action = match.known(seat, number=number), match.game.space.parse(notation)
            progress()
            return self.tables.thinking.submit(level, share, verdict, known, action, level, seed, mode).result()

        shares = []
        for number in range(len(history) + 1):
            shares.append([round(share, 4) for share in expected_shares(Opened(match, number), mode)])
            progress()
        swings = [shares[number + 1][seat] - shares[number][seat] for number, (seat, _) in enumerate(history)]
        verdicts: dict[int, Verdict] = {}
        seconds = self.tables.settings.analysis_seconds
        for number in sorted(range(len(history)), key=lambda number: -abs(swings[number])):
            if time.monotonic() - began > seconds / 2 and len(verdicts) >= OF_EACH_KIND:
                break
            verdicts[number] = judged(number, quick)
        certain: set[int] = set()
        while doubtful := [number for number in standing_out(swings, verdicts) if number not in certain]:
            if time.monotonic() - began > seconds or len(certain) >= MOST_CAREFUL:
                break
            verdicts[doubtful[0]] = judged(doubtful[0], careful)
            certain.add(doubtful[0])

        def judged_as(number: int) -> Decision:
            (seat, action), found = history[number], verdicts[number]
            before, after = shares[number][seat], shares[number + 1][seat]
            best = match.game.space.notation(found.best, seat)
            return Decision(number, seat, action, before, after, round(found.share, 4), best, round(found.best_share, 4))

        return Analysis(shares, [judged_as(number) for number in standing_out(swings, verdicts)])


def standing_out(swings: Sequence[float], verdicts: Mapping[int, Verdict]) -> list[int]:
    """The decisions with the widest swings, and those that cost most against what the bot would have done; in the order of the game."""
    free = [number for number, found in verdicts.items() if not found.forced]
    widest = sorted(free, key=lambda number: -abs(swings[number]))[:OF_EACH_KIND]
    costly = sorted(free, key=lambda number: -verdicts[number].loss)[:OF_EACH_KIND]
    return sorted(
        {number for number in widest if abs(swings[number]) >= LEAST} | {number for number in costly if verdicts[number].loss >= LEAST}
    )
