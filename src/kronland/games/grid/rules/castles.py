"""Setting up: castles come to the board in turn, each with a knight beside it (L97-3 to L97-5, L03-4 to L03-6).

How many there are differs: a game binds `own_pairs` and `neutral_pairs` to its state type. A state counts the pairs that stand (`placed`).
"""

from __future__ import annotations

from kronland.core.kernel import Generic, rule
from kronland.games.fields import beside, get, only, without
from kronland.games.grid.rules.moves import put_castle, put_knight
from kronland.games.grid.rules.regions import CASTLES_EACH, all_figures

OWN_PAIRS, NEUTRAL_PAIRS = Generic("own_pairs"), Generic("neutral_pairs")
own_pairs = OWN_PAIRS.function  # own_pairs(s): castles of a colour that is played
neutral_pairs = NEUTRAL_PAIRS.function  # neutral_pairs(s): castles of the neutral colour


@rule
def setting_colour(s):
    """The colour of the pair that is set now: own pairs first, then the neutral ones."""
    return s.seat if s.placed < s.players * own_pairs(s) else s.players


@rule
def setting_number(s):
    own = s.players * own_pairs(s)
    return s.placed // s.players if s.placed < own else s.placed - own


@rule
def put_new_castle(s, cell):
    put_castle(s, setting_colour(s), setting_number(s), cell)


@rule
def beside_new_castle(s):
    castle = setting_colour(s) * CASTLES_EACH + setting_number(s)
    return without(beside(only(s.castle_at[castle]), get(s.board)), all_figures(s))


@rule
def put_new_knight(s, cell):
    """The knight of the castle just set, with which the pair stands."""
    put_knight(s, setting_colour(s), cell)
    s.placed += 1


@rule
def all_castles_stand(s):
    return s.placed == s.players * own_pairs(s) + neutral_pairs(s)
