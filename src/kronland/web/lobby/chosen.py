"""What the forms of new tables and tournaments offer alike: the options of a game, and clocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from kronland.core.game import Game
from kronland.core.words import Words
from kronland.web.pages import texts as T
from kronland.web.pages.moments import said_terms
from kronland.web.table.clock import DAY, HOUR, Terms

CLOCKS = {  # that the form of a new table offers
    "move": (600, HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY),
    "bank": (HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY),
}


def options_of(game: Game, given: Mapping[str, str], say: Words) -> list[dict[str, Any]]:
    """The options of a game, with what was chosen."""
    return [
        {
            "id": option.id,
            "said": say(option.text),
            "rule": option.rule,
            "choices": [
                {
                    "id": value,
                    "said": say(text),
                    "chosen": given.get(f"option-{option.id}", option.default) == value,
                    "not_with": _company(option.not_with.get(value, ()), say),
                }
                for value, text in option.values
            ],
        }
        for option in game.options
    ]


def options_in(given: Mapping[str, str]) -> dict[str, str]:
    return {name.removeprefix("option-"): value for name, value in given.items() if name.startswith("option-")}


def _company(counts: Sequence[int], say: Words) -> str:
    """ "with two players or with four players"; empty for none."""
    said = [say(T.COMPANY[count]) for count in counts]
    return reduce(lambda one, other: say(T.OR, one=one, other=other), said) if said else ""


def clocks(say: Words) -> list[tuple[str, str]]:
    """How long a player may take, for a form."""
    terms = [Terms(kind, seconds) for kind, all_of in CLOCKS.items() for seconds in all_of]
    return [(f"{one.kind}-{one.seconds:.0f}", said_terms(one, say)) for one in terms]


def terms_in(clock: str, out: str) -> Terms | None:
    """As a form names them; None: no clock."""
    kind, _, seconds = clock.partition("-")
    return Terms(kind, seconds_in(seconds) or 0.0, out) if clock else None


def seconds_in(text: str) -> float | None:
    """A number of seconds as a form has it; None if it is none."""
    return float(text) if text.isascii() and text.isdigit() and len(text) < 12 else None
