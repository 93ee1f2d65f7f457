"""Discs put on the map and taken off, for the editor of positions (see `core/editing.py`)."""

from __future__ import annotations

import numpy as np

from kronland.core.errors import UsageError
from kronland.core.layout import State
from kronland.games.brianboru.rules.domains import TOWN
from kronland.games.brianboru.rules.state import COLOUR_NAMES


def put(s: State, what: str, where: str, whose: str) -> None:
    """A `disc` of a colour, a `monastery` or a `viking` disc on a town."""
    bit = _bit(where)
    if what == "disc":
        if whose not in COLOUR_NAMES[: s.players]:
            raise UsageError(f"whose is the disc: {whose!r}; expected one of {', '.join(COLOUR_NAMES[: s.players])}")
        take(s, where)
        s.disc[COLOUR_NAMES.index(whose)] |= bit
    elif what == "monastery":
        s.monastery |= bit
    elif what == "viking":
        s.vikings |= bit
    else:
        raise UsageError(f"{what!r} cannot be put on this map; expected 'disc', 'monastery' or 'viking'")


def take(s: State, where: str) -> None:
    """Everything that lies on a town."""
    rest = ~_bit(where)
    for seat in range(s.players):
        s.disc[seat] &= rest
    s.monastery &= rest
    s.vikings &= rest


def _bit(where: str) -> np.uint64:
    town = TOWN.read(where.lower())
    if town is None:
        raise UsageError(f"there is no town {where!r}; expected {TOWN.hint}")
    return np.uint64(1 << town)
