"""Löwenherz (2003): the position as a picture (SVG)."""

from __future__ import annotations

from kronland.core.view import View


def draw(view: View) -> str:
    return ""
