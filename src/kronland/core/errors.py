"""What can go wrong in use. Each error is one line that says what was wrong, where, and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kronland.core.why import Why

LONGEST = 1_000  # characters of an error: what was wrong may be quoted in it, and can be as long as somebody likes


class KronlandError(Exception):
    """Base of all errors that a user can cause; the command line shows the text and exits with 2."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


def one_line(text: str) -> str:
    """The text in one line that can be printed anywhere, whatever is quoted in it; of a long one the middle is left out."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[5 - LONGEST // 2 :]}"
    return text if text.isprintable() else "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


class UsageError(KronlandError):
    """An unknown game, option, player count, mode or seat."""


class NotationError(KronlandError):
    """A text that names no action, or more than one; `verb` is the word that it begins with, where that is one."""

    def __init__(self, text: str, verb: str = "") -> None:
        super().__init__(text)
        self.verb = verb


class IllegalAction(KronlandError):
    """An action that the rules forbid here; `why` is the refusal."""

    def __init__(self, text: str, why: Why | None = None) -> None:
        super().__init__(text)
        self.why = why


class UndoError(KronlandError):
    """Nothing to take back, or something that may not be taken back."""


class RecordError(KronlandError):
    """A record file that is damaged or does not fit the rules."""


class ComponentError(KronlandError):
    """A component file with a missing key, a wrong count or an impossible part."""


class PositionError(KronlandError):
    """A text position that cannot be read or cannot arise."""


class BotError(KronlandError):
    """A bot from outside that is not there, cannot be asked, or answers with what it may not do."""
