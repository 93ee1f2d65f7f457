"""What can go wrong in use. Each error is one line that says what was wrong, where, and what would be right."""

from __future__ import annotations


class KronlandError(Exception):
    """Base of all errors that a user can cause; the command line shows the text and exits with 2."""


class UsageError(KronlandError):
    """An unknown game, option, player count, mode or seat."""


class NotationError(KronlandError):
    """A text that names no action, or more than one."""


class IllegalAction(KronlandError):
    """An action that the rules forbid here; `why` is the refusal."""

    def __init__(self, text: str, why: object = None) -> None:
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
