"""The seats of a table: who sits there, and under which name."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from kronland.bots import LEVELS
from kronland.web.safety.cleaning import LONGEST_NAME, looks

BOT_NAMES = (
    "Adalbert", "Brunhild", "Konrad", "Dietlind", "Eckhart", "Friderun", "Gernot", "Hedwig", "Irmgard", "Jobst", "Kunigunde", "Lothar",
    "Mathilde", "Notker", "Oda", "Pirmin", "Radegund", "Sigmund", "Theophanu", "Ulrich", "Volkmar", "Walburga",
)  # fmt: skip

KINDS = ("person", "guest", "bot", "open")  # guest: at the screen of who made the table
STAGES = ("waiting", "running", "over", "ended")  # ended: broken off before it was over, and nothing of it is uncovered


@dataclass
class Seat:
    number: int
    kind: str  # one of KINDS
    name: str  # empty: called by its colour
    level: str | None = None
    kept_by: str | None = None  # level of the bot that stands in
    hints: int = 0  # that were taken
    seen: float = field(default_factory=time.monotonic)  # the last sign of life here, or when the table was read
    signed: bool = False  # it was a sign of life

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides here now, None if a person does."""
        return self.level if self.kind == "bot" else self.kept_by


def check_company(players: int, stage: str, seats: Sequence[Seat]) -> None:
    """That these can be the seats of a table; what a store brings is not believed."""
    if stage not in STAGES:
        raise ValueError(f"stage {stage!r}")
    if [seat.number for seat in seats] != list(range(players)):
        raise ValueError(f"{len(seats)} seats for {players} players")
    for seat in seats:
        if seat.kind not in KINDS or (seat.kind == "bot") != (seat.level is not None) or not {seat.level, seat.kept_by} <= {None, *LEVELS}:
            raise ValueError(f"seat {seat.number} is {seat.kind!r}, level {seat.level!r}, kept by {seat.kept_by!r}")
        if seat.kind == "open" and stage != "waiting":
            raise ValueError(f"seat {seat.number} is open, and the game has begun")


def shuffled(seats: list[Seat]) -> dict[int, int]:
    """Deal the people out to the seats by lot; where each one went."""
    lot = list(range(len(seats)))
    secrets.SystemRandom().shuffle(lot)
    moved = {seat.number: place for seat, place in zip(seats, lot, strict=True)}
    for seat in seats:
        seat.number = moved[seat.number]
    seats.sort(key=lambda seat: seat.number)
    return moved


def distinct_names(seats: Sequence[Seat]) -> None:
    """Two Annas at one table are Anna and Anna 2, in whatever letters the second one writes herself."""
    taken: set[str] = set()
    for seat in seats:
        name, count = seat.name, 1
        while seat.name and looks(seat.name) in taken:
            count += 1
            seat.name = f"{name[: LONGEST_NAME - 4]} {count}"
        taken.add(looks(seat.name))


def free_bot_name(seats: Sequence[Seat]) -> str:
    taken = {seat.name for seat in seats}
    return secrets.choice([name for name in BOT_NAMES if name not in taken])
