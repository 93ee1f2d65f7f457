"""The analysis of a finished game: what each player could expect at every moment, and the decisions that changed it most.

It is made when somebody asks for it, once, in the background, one game after another, each person in turn, and kept in the store. What is
not finished when the server stops begins anew with the next one who asks. Positions are valued as they were; a decision is judged with what
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
from kronland.web.bots.attending import person_of
from kronland.web.errors import Forbidden, Unavailable
from kronland.web.safety.fairness import Fair, Share
from kronland.web.store import store
from kronland.web.table.access import NOT_OVER, Access
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
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
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

    def stop(self) -> None:
        with self._guard:
            self._stopped = True
            self._guard.notify()

    def _kept(self, table_id: str) -> Analysis | None:
        found = store.analyses.c
        with self.tables.store.read() as connection:
            query = sa.select(found.found).where(found.table == table_id, found.version == VERSION)
            row = connection.execute(query).first()
        return Analysis(row.found["shares"], [Decision(**one) for one in row.found["decisions"]]) if row else None

    def _run(self) -> None:
        while True:
            with self._guard:
                while not self._stopped and not len(self._waiting):
                    self._guard.wait()
                if self._stopped:
                    return
                table_id, share = self._waiting.take()
            try:
                self.tables.games.wait()  # a search that is interpreted would find too little
                self._keep(table_id, self._analysed(self.tables.find(table_id), share))
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
            connection.execute(store.analyses.delete().where(store.analyses.c.table == table_id))
            connection.execute(store.analyses.insert().values(table=table_id, version=VERSION, found=asdict(analysis), made_at=time.time()))

    def _analysed(self, table: Table, share: Share) -> Analysis:
        match, seed = table.match, secrets.randbits(63)  # a finished match changes no more
        mode = self.tables.games.bot_mode(match.game.id)
        quick, careful = JUDGES[mode]
        history, began = match.history, time.monotonic()
        done, total = 0, 2 * len(history) + 1 + MOST_CAREFUL

        def progress() -> None:
            nonlocal done
            done += 1
            self._working[table.id] = Working(done, total)

        def judged(number: int, level: str) -> Verdict:
            """Thinking is done where all bots think, a decision at a time, so that nobody waits long for it."""
            seat, notation = history[number]
            twin, action = match.twin(seat, seed, number), match.game.space.parse(notation)
            progress()
            return self.tables.thinking.submit(level, share, verdict, match.game, twin, seat, action, level, seed, mode).result()

        shares = []
        for number in range(len(history) + 1):
            shares.append([round(share, 4) for share in expected_shares(match.game, match.state_at(number), mode)])
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

        def told(number: int) -> Decision:
            (seat, action), found = history[number], verdicts[number]
            before, after = shares[number][seat], shares[number + 1][seat]
            best = match.game.space.notation(found.best)
            return Decision(number, seat, action, before, after, round(found.share, 4), best, round(found.best_share, 4))

        return Analysis(shares, [told(number) for number in standing_out(swings, verdicts)])


def standing_out(swings: Sequence[float], verdicts: Mapping[int, Verdict]) -> list[int]:
    """The decisions with the widest swings, and those that cost most against what the bot would have done; in the order of the game."""
    free = [number for number, found in verdicts.items() if not found.forced]
    widest = sorted(free, key=lambda number: -abs(swings[number]))[:OF_EACH_KIND]
    costly = sorted(free, key=lambda number: -verdicts[number].loss)[:OF_EACH_KIND]
    return sorted(
        {number for number in widest if abs(swings[number]) >= LEAST} | {number for number in costly if verdicts[number].loss >= LEAST}
    )
