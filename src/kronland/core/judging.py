"""The rules asked about all actions at once."""

from __future__ import annotations

from kronland.core.game import refusal
from kronland.core.kernel import entry


@entry
def judge_all(s, seat, codes):
    """Fill in the refusal of every action, 0 for the legal ones."""
    for action in range(codes.shape[0]):
        codes[action] = refusal(s, seat, action)
