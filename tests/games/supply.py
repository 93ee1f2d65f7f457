"""Whether the supply of borders is reckoned as it will be used: for the tests of expansion in both games on squares."""

from __future__ import annotations

import random

import numpy as np

from kronland.core.kernel import interpreted
from kronland.core.layout import State
from kronland.games.fields import CELLS, beside, first, get, get_row, has, is_empty, only, without
from kronland.games.grid.rules.regions import CASTLES, all_figures, border_lines, borders_short, has_region, set_border, take_field


def hold_the_reckoning(s: State) -> None:
    """Every field that any region could take, with borders strewn about: what the supply is said to lack it would be overdrawn by."""
    chance = random.Random(1)
    for _ in range(8):
        strewn = s.copy()
        for cell in range(CELLS):
            for southward in (False, True):
                if chance.random() < 0.3 and interpreted(has)(interpreted(border_lines)(strewn, southward), cell):
                    interpreted(set_border)(strewn, cell, southward)
        assert strewn.borders_left < s.borders_left - 20
        for castle in range(CASTLES):
            if interpreted(has_region)(strewn, castle):
                with np.errstate(over="ignore"):
                    _hold(strewn, castle)


def _hold(s: State, castle: int) -> None:
    region = interpreted(get_row)(s.region, castle)
    around = interpreted(without)(interpreted(beside)(region, interpreted(get)(s.board)), region)
    fields = interpreted(without)(around, interpreted(all_figures)(s))
    while not interpreted(is_empty)(fields):
        cell = interpreted(first)(fields)
        fields = interpreted(without)(fields, interpreted(only)(cell))
        after = s.copy()
        interpreted(take_field)(after, castle, cell)
        assert interpreted(borders_short)(s, castle, cell) == -int(after.borders_left)
