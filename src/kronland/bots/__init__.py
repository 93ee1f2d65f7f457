"""Bots: whoever decides in place of a person.

`choose(match.known(seat), level, seed)` picks a legal action. Bots are given what is `Known` to a seat (`core/view.py`), which is the same
for all states that the seat could not tell apart: no bot can peek.
"""

from __future__ import annotations

from kronland.bots.advising import Advice, Adviser, Choice
from kronland.bots.engine.choosing import LEVELS, Bot, Thought, choose, find_bot, think
from kronland.bots.engine.counsel import Counsel, counsel
from kronland.bots.engine.outcomes import outcomes
from kronland.bots.engine.verdicts import Verdict, expected_shares, verdict
from kronland.bots.engine.warming import BOTS, help_compiling, prepare

__all__ = [
    "BOTS",
    "LEVELS",
    "Advice",
    "Adviser",
    "Bot",
    "Choice",
    "Counsel",
    "Thought",
    "Verdict",
    "choose",
    "counsel",
    "expected_shares",
    "find_bot",
    "help_compiling",
    "outcomes",
    "prepare",
    "think",
    "verdict",
]
