"""Löwenherz (2003): positions as text."""

from __future__ import annotations

from kronland.core.layout import State
from kronland.core.view import View


def text(view: View) -> str:
    return ""


def read(source: str) -> State:
    raise NotImplementedError


def write(s: State) -> str:
    raise NotImplementedError
