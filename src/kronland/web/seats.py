"""The seats of a table: who sits there, and under which name."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

BOT_NAMES = (
    "Adalbert", "Brunhild", "Konrad", "Dietlind", "Eckhart", "Friderun", "Gernot", "Hedwig", "Irmgard", "Jobst", "Kunigunde", "Lothar",
    "Mathilde", "Notker", "Oda", "Pirmin", "Radegund", "Sigmund", "Theophanu", "Ulrich", "Volkmar", "Walburga",
)  # fmt: skip


@dataclass
class Seat:
    number: int
    kind: str  # person, guest, bot, open
    name: str  # empty: called by its colour
    level: str | None = None
    kept_by: str | None = None  # level of the bot that stands in
    hints: int = 0  # that were taken
    seen: float = field(default_factory=time.monotonic)

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides here now, None if a person does."""
        return self.level if self.kind == "bot" else self.kept_by


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
    """Two Annas at one table are Anna and Anna 2."""
    taken: set[str] = set()
    for seat in seats:
        name, count = seat.name, 1
        while seat.name and seat.name.casefold() in taken:
            count += 1
            seat.name = f"{name[:20]} {count}"
        taken.add(seat.name.casefold())


def free_bot_name(seats: Sequence[Seat]) -> str:
    taken = {seat.name for seat in seats}
    return secrets.choice([name for name in BOT_NAMES if name not in taken])
