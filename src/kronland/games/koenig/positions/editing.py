"""Pieces put on the board and taken off, for the editor of positions (see `core/editing.py`)."""

from __future__ import annotations

from kronland.games.grid.positions.editing import Editing
from kronland.games.koenig.rules.domains import ALL_CASTLES
from kronland.games.koenig.rules.state import BOARD, COLOUR_NAMES

_EDITING = Editing(BOARD, ALL_CASTLES, COLOUR_NAMES)
put, take = _EDITING.put, _EDITING.take
