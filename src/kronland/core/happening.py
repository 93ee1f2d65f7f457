"""How a game shows what happened: where on its board, by which sign, and what goes without saying."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kronland.core.events import Event
    from kronland.core.view import View


def nowhere(view: View, event: Event) -> str:
    return ""


@dataclass(frozen=True)
class Happening:
    """Made from events that have been censored for a reader and that reader's view after the decision, so it tells no more than these.

    `unsaid` are events that are the same every time or that another one tells again; `unsaid_hidden` those that say nothing to who may not
    know all of them ("picks a card"). Both stay in the log for programs. `opens` are those with which a turn or a round begins; `asks`
    those that tell whom they are about what is to be decided: to them the prompt says it.
    """

    outline: Callable[[View, Event], str] = nowhere  # the places that it is about, as an SVG path in the board's units
    signs: Mapping[int, str] = field(default_factory=dict)  # event -> the symbol of the board's definitions that stands for it
    unsaid: frozenset[int] = frozenset()
    unsaid_hidden: frozenset[int] = frozenset()
    opens: frozenset[int] = frozenset()
    asks: frozenset[int] = frozenset()

    def says(self, event: Event) -> bool:
        """Whether it says something to its reader."""
        return event[0] not in self.unsaid and not (event.hidden and event[0] in self.unsaid_hidden)
