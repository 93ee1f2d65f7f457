"""Grenzstein: positions as text, a line for each thing that the table knows: `score: 3 0`. Chance is not told."""

from collections.abc import Mapping

import numpy as np

from kronland.core.errors import PositionError
from kronland.core.game import NO_OPTIONS
from kronland.core.layout import HEADER, State
from tests.grenzstein.secrets import deciding, problems
from tests.grenzstein.state import LAYOUT, SEATS, End

TOLD = [name for name in LAYOUT.dtype.names if name not in HEADER and not name.startswith("gap_")]


def write(s: State) -> str:
    return "".join(f"{name}: {' '.join(map(str, np.ravel(s[name])))}\n" for name in TOLD)


def read(text: str, players: int | None = None, options: Mapping[str, str] = NO_OPTIONS) -> State:
    s, lines = LAYOUT.new(), dict(line.partition(":")[::2] for line in text.splitlines())
    for name in TOLD:
        kind, found = np.asarray(s[name]), lines.pop(name, "nothing").strip()
        if len(found.split()) != kind.size or not all(n.isdigit() and n.isascii() and len(n) < 3 for n in found.split()):
            raise PositionError(f"{name}: {found}; expected numbers, {kind.size} of them")
        s[name] = np.array(found.split(), kind.dtype).reshape(kind.shape)
    s.players, s.actors = SEATS, deciding(s)
    s.ended = 0 if s.actors else End.DIVIDED
    for wrong in [*(f"{name!r} is no line of a position" for name in lines), *problems(s)]:
        raise PositionError(f"{wrong}; expected a position that can arise")
    return s
