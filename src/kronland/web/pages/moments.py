"""Moments and spans of time in words. A server knows no reader's time of day: it says UTC, and clock.js how long that is from now."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

from kronland.core.words import Words
from kronland.web.pages import texts as T
from kronland.web.table.clock import DAY, HOUR, Clock, Pause, Terms

MINUTE = 60.0
UNITS = (("day", DAY), ("hour", HOUR), ("minute", MINUTE))


def iso(moment: float) -> str:
    """For programs, scripts among them."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def said_moment(moment: float, speak: Words) -> str:
    """ "Nov 17, 14:03 UTC"."""
    from babel.dates import format_skeleton

    said = datetime.fromtimestamp(moment, UTC)
    return f"{format_skeleton('MMMd', said, locale=speak.language)}, {said:%H:%M} UTC"


def said_day(day: date, speak: Words) -> str:
    from babel.dates import format_date

    return format_date(day, "medium", locale=speak.language)


@lru_cache(maxsize=1000)
def _said_span(seconds: float, language: str) -> str:
    from babel.units import format_unit

    parts: list[str] = []
    left = max(MINUTE, seconds)
    for name, length in UNITS:
        count = int(left // length)
        left -= count * length
        if count and len(parts) < 2:
            parts.append(format_unit(count, f"duration-{name}", "long", locale=language))
        elif parts:
            break
    return " ".join(parts)


def said_span(seconds: float, speak: Words) -> str:
    """ "2 days 3 hours": the two largest units of it."""
    return _said_span(seconds // MINUTE * MINUTE, speak.language)


def said_terms(terms: Terms, speak: Words) -> str:
    """What is agreed about time."""
    span = said_span(terms.seconds, speak)
    return speak(T.CLOCK_MOVE if terms.kind == "move" else T.CLOCK_BANK, time=span)


def seat_time(clock: Clock | None, seat: int, pauses: dict[int, list[Pause]], now: float, speak: Words) -> dict[str, Any] | None:
    """How long a seat has, for a page; None where nothing is to be said."""
    if clock is None:
        return None
    time, off = clock.times[seat], pauses.get(seat, ())
    until = time.runs_out(off)
    if until is None or time.since is None:
        left = clock.terms.kind == "bank"
        return {"said": speak(T.CLOCK_LEFT, time=said_span(time.left, speak)), "until": ""} if left else None
    back = max((last for first, last in off if first <= now < last), default=None)
    return {
        "said": speak(T.CLOCK_UNTIL, moment=said_moment(until, speak)),
        "until": iso(until),
        "since": iso(time.since),
        "since_said": speak(T.CLOCK_SINCE, moment=said_moment(time.since, speak)),
        "holiday": "" if back is None else speak(T.ON_HOLIDAY, moment=said_moment(back, speak)),
        "left": speak(T.CLOCK_LEFT, time="{time}"),
        "late": speak(T.CLOCK_LATE),
        "word": speak(T.CLOCK_SINCE, moment="{moment}"),
    }
