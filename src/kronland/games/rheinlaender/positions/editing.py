"""Pieces put on the map and taken off, for the editor of positions (see `core/editing.py`).

Only what the text of a position says is changed; duchies and supplies follow from it when it is read. Where a duchy changes its duke is not
told any more, so that the majority decides; `say("duke red L21")` settles a tie.
"""

from __future__ import annotations

import numpy as np

from kronland.core.errors import UsageError
from kronland.core.layout import State
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.state import BASTION, COLOUR_NAMES, NONE, Building

BUILDINGS = [building.name.lower() for building in Building if building != Building.NONE]
PIECES = f"'knight', 'bastion' or one of {', '.join(BUILDINGS)}"


def put(s: State, what: str, where: str, whose: str) -> None:
    """A `knight` of a colour or a `bastion` on a field, a building on a spot (`L5-L6`), a knight of a colour on a castle's spot."""
    if what in BUILDINGS:
        s.building[_spot(s, where)] = Building[what.upper()]
    elif what == "knight":
        if whose not in COLOUR_NAMES[: s.players]:
            raise UsageError(f"whose is the knight: {whose!r}; expected one of {', '.join(COLOUR_NAMES[: s.players])}")
        if "-" in where:
            s.castle_knight[_spot(s, where)] = COLOUR_NAMES.index(whose)
        else:
            _stand(s, _field(where), COLOUR_NAMES.index(whose))
    elif what == "bastion":
        _stand(s, _field(where), BASTION)
    else:
        raise UsageError(f"{what!r} cannot be put on this map; expected {PIECES}")


def take(s: State, where: str) -> None:
    """What stands on a field, or the building of a spot with the knight on it."""
    if "-" in where:
        spot = _spot(s, where)
        s.building[spot], s.castle_knight[spot] = Building.NONE, NONE
    else:
        _stand(s, _field(where), NONE)


def _field(where: str) -> int:
    field = ALL_FIELDS.read(where)
    if field is None:
        raise UsageError(f"there is no field {where!r}; expected one {ALL_FIELDS.hint}")
    return field


def _spot(s: State, where: str) -> int:
    names = ["-".join(ALL_FIELDS.tokens[field] for field in s.spot_field[spot]) for spot in range(s.spots)]
    if where.upper() not in names:
        raise UsageError(f"there is no spot {where!r}; expected one of {', '.join(names)}")
    return names.index(where.upper())


def _stand(s: State, field: int, thing: int) -> None:
    s.on[field] = thing
    near = [field, *(int(other) for other in s.touching[field] if other != NONE)]
    for number in np.unique(s.duchy[near]):
        s.duke[number] = NONE
