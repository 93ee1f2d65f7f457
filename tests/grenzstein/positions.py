"""Grenzstein: positions as text, a line for each thing that the table knows: `score: 3 0`. Chance is not told."""

from kronland.core.layout import HEADER
from kronland.core.lines import Numbers
from kronland.core.positions import Form, Position
from tests.grenzstein.rules import SPACE, legal
from tests.grenzstein.secrets import deciding, problems
from tests.grenzstein.state import COLOURS, LAYOUT, SEATS, End

LINES = [Numbers[Position](name, most=99) for name in LAYOUT.dtype.names if name not in HEADER and not name.startswith("gap_")]


def ask_around(p: Position) -> None:
    """Who has to decide follows from the rest."""
    p.s.players, p.s.actors = SEATS, deciding(p.s)
    p.s.ended = 0 if p.s.actors else End.DIVIDED


FORM = Form(LAYOUT, COLOURS.tokens, problems, (legal, SPACE.size), lines=LINES, reading=[*LINES, ask_around])
read, write = FORM.read, FORM.write
