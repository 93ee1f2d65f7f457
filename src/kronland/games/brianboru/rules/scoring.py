"""Brian Boru: the table of scoring steps, who got what and by which rule, at every upkeep and at the end. It follows from the events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kronland.core.log import HIDDEN
from kronland.core.words import N_, Text, Words
from kronland.games.brianboru.rules.events import EVENTS, Event

PARTS: dict[Text, tuple[Event, ...]] = {
    N_("Marriage"): (
        Event.WEDDING,
        Event.WEDDING_POINTS,
        Event.WEDDING_RENOWN,
        Event.WEDDING_TOWN,
        Event.ESTRID_PACT,
        Event.ESTRID_TRADE,
        Event.ESTRID_POINTS,
        Event.TRACK_COINS,
        Event.TRACK_RENOWN,
        Event.TRACK_TOWN,
    ),
    N_("Battle"): (Event.TOWN_LOST, Event.SPOILS_RENOWN, Event.SPOILS_POINTS, Event.SECOND_SPOILS),
    N_("Church"): (Event.MONASTERY, Event.CHURCH_LEADER, Event.CHURCH_FAVOUR, Event.ABBEY),
    N_("Regions"): (Event.TOKEN_TAKEN, Event.TOKEN_KEPT, Event.TOKEN_VIKINGS, Event.TOKEN_TIED),
    N_("End of the game"): (
        Event.FINAL_COINS,
        Event.FINAL_MARKER,
        Event.FINAL_RENOWN,
        Event.FINAL_TOKEN,
        Event.FINAL_OPEN_TOKEN,
        Event.FINAL_SPREAD,
    ),
}
PART_OF = {int(event): part for part, events in PARTS.items() for event in events}


@dataclass(frozen=True)
class ScoringStep:
    """One line of the table."""

    part: Text  # the step of the upkeep, or the end
    rule: str
    seat: int  # who it is about; -1 for nobody in particular
    points: int  # 0 where something else was gained
    event: tuple[int, ...]

    def say(self, words: Words, names: Sequence[str]) -> str:
        return EVENTS[self.event[0]].say(self.event, words, names)


def scoring_steps(events: Iterable[tuple[int, ...]]) -> list[ScoringStep]:
    """The scoring steps among these events (see `Match.events`), in their order."""
    steps = []
    for event in events:
        if event[0] in PART_OF:
            kind = EVENTS[event[0]]
            values = {name: value for (name, _), value in zip(kind.places, event[1:], strict=True) if value != HIDDEN}
            steps.append(ScoringStep(PART_OF[event[0]], kind.rule, values.get("player", -1), values.get("points", 0), event))
    return steps
