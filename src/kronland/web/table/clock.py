"""The clock of a table that is played over days: how long each player has, and for whom it runs.

It is a fact of the table, written with every change of it: how much time each seat has left, and since when it is waited for. Nothing
counts down in memory, so a restart stops no clock, and who asks on which server is told the same. All moments are seconds since 1970, as
the clock says that the server was given.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.errors import BadInput
from kronland.web.store import schema

HOUR, DAY = 3600.0, 86400.0
KINDS = ("move", "bank")
ENDS = ("bot", "end")
LEAST = 600.0  # seconds; who is back, and has no time left for what is to be decided, has as much
MOST = {"move": 14 * DAY, "bank": 60 * DAY}
STAND_IN = "squire"  # the bot that plays on for who has no time left

Pause = tuple[float, float]  # from, to: a holiday
Entry = tuple[str, int, str]  # of the table's log

NO_SUCH_CLOCK = N_("A clock gives time for each move or for the whole game, and when it runs out a bot stands in or the game ends.")
NO_SUCH_TIME = N_("A move may take from 10 minutes to {days} days.")
NO_SUCH_BANK = N_("A player has from 10 minutes to {days} days for the whole game.")


@dataclass(frozen=True)
class Terms:
    """What is agreed when the table is made."""

    kind: str  # "move": so much time for each move; "bank": so much for the whole game
    seconds: float
    out: str = "bot"  # when it has run out: a "bot" stands in until the person is back, or the game comes to an "end"

    def __post_init__(self) -> None:
        if self.kind not in KINDS or self.out not in ENDS:
            raise BadInput(NO_SUCH_CLOCK)
        if not LEAST <= self.seconds <= MOST[self.kind]:  # not a number is refused here, too
            raise BadInput(NO_SUCH_TIME if self.kind == "move" else NO_SUCH_BANK, days=int(MOST[self.kind] / DAY))


@dataclass
class Time:
    """Of one seat."""

    left: float  # seconds; of a clock that runs, when it began to
    since: float | None = None  # when it began to run; None: nobody waits for this seat

    def runs_out(self, pauses: Sequence[Pause] = ()) -> float | None:
        """The moment at which it will have run out, if nothing happens before; holidays put it off."""
        if self.since is None:
            return None
        moment, left = self.since, self.left
        for first, last in sorted(pauses):
            if last <= moment:
                continue
            if first >= moment + left:
                break
            left -= max(0.0, first - moment)
            moment = last
        return moment + left

    def remains(self, now: float, pauses: Sequence[Pause] = ()) -> float:
        """Seconds left at a moment."""
        if self.since is None:
            return self.left
        ran, moment = 0.0, self.since
        for first, last in sorted(pauses):
            if last > moment and first < now:
                ran += max(0.0, first - moment)
                moment = last
        return max(0.0, self.left - ran - max(0.0, now - moment))


class Clock:
    """The times of all seats. Whoever changes the table lets it `follow`."""

    def __init__(self, terms: Terms, times: list[Time], number: int = 0) -> None:
        self.terms, self.times, self.number = terms, times, number  # number: entries of the log that it has followed

    @staticmethod
    def new(terms: Terms, players: int) -> Clock:
        return Clock(terms, [Time(terms.seconds) for _ in range(players)])

    @staticmethod
    def read(kept: Mapping[str, Any], players: int) -> Clock:
        """As `kept` wrote it; what a store brings is not believed."""
        times = [Time(float(left), None if since is None else float(since)) for left, since in kept["times"]]
        if len(times) != players:
            raise ValueError(f"a clock for {len(times)} players, there are {players}")
        try:
            return Clock(Terms(kept["kind"], float(kept["seconds"]), kept["out"]), times, int(kept["number"]))
        except BadInput as problem:
            raise ValueError(f"a clock {kept}") from problem

    def kept(self) -> dict[str, Any]:
        terms, times = self.terms, [[time.left, time.since] for time in self.times]
        return {"kind": terms.kind, "seconds": terms.seconds, "out": terms.out, "times": times, "number": self.number}

    def follow(
        self, waited: Collection[int], entries: Sequence[Entry], final: bool, now: float, pauses: Mapping[int, Sequence[Pause]]
    ) -> None:
        """The table has changed: these people are to decide now, and all that is in the log has happened.

        A move has been made when it is `final`, that is, when it cannot be taken back: so who plays and takes back wins no time. The time
        of a move is given anew when somebody is asked after another's move, or goes on after a final one; who takes back or withdraws
        goes on with the time that was left.
        """
        since, self.number = entries[self.number :], len(entries)
        last = since[-1][0] if since else "play"
        for seat, time in enumerate(self.times):
            if seat not in waited:
                if time.since is not None:
                    time.left, time.since = time.remains(now, pauses.get(seat, ())), None
            elif time.since is None:
                anew = _bot_has_moved(entries, seat) if last == "giveback" else last not in ("undo", "redo", "withdraw")
                if self.terms.kind == "move" and anew:
                    time.left = self.terms.seconds
                time.left, time.since = time.left or (LEAST if _was_late(entries, seat) else 0.0), now
            elif self.terms.kind == "move" and final and any(kind == "play" and who == seat for kind, who, _ in since):
                time.left, time.since = self.terms.seconds, now

    def due(self, pauses: Mapping[int, Sequence[Pause]]) -> float | None:
        """When the first seat's time will have run out; None if no clock runs."""
        moments = [time.runs_out(pauses.get(seat, ())) for seat, time in enumerate(self.times)]
        return min((moment for moment in moments if moment is not None), default=None)

    def run_out(self, now: float, pauses: Mapping[int, Sequence[Pause]]) -> list[int]:
        """The seats whose time has run out."""
        moments = ((seat, time.runs_out(pauses.get(seat, ()))) for seat, time in enumerate(self.times))
        return [seat for seat, moment in moments if moment is not None and moment <= now]


def _was_late(entries: Sequence[Entry], seat: int) -> bool:
    """Whether time had run out before, and its person is back. Who decides in the very moment before somebody looks has used it up."""
    return any(kind == "timeout" and who == seat for kind, who, _ in entries)


def _bot_has_moved(entries: Sequence[Entry], seat: int) -> bool:
    """Whether a bot that stood in has decided for the seat: what its person finds on coming back is another decision then."""
    own = (kind for kind, who, _ in reversed(entries) if who == seat and kind in ("play", "takeover", "timeout"))
    return next(own, "") == "play"


def pauses_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, dict[int, list[Pause]]]:
    """The holidays of those who own the seats of tables, by table and seat."""
    owner, row = schema.owners.c, schema.holidays.c
    query = sa.select(owner.table, owner.seat, row.first, row.last).join(schema.holidays, row.visitor == owner.visitor)
    found: dict[str, dict[int, list[Pause]]] = {table_id: {} for table_id in ids}
    for table_id, seat, first, last in connection.execute(query.where(owner.table.in_(ids))) if ids else ():
        found[table_id].setdefault(seat, []).append((first, last))
    return found
