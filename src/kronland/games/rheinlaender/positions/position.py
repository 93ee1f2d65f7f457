"""Rheinländer: positions as text.

    players 3
    spot L2-L3 castle red
    spot R3-R4 church
    knights red L2 L3
    knights ochre R3 W3
    duke red L2
    coins red 4
    hand red 3 9 14 27 50
    turn red
    phase card

One thing a line, in any order; a `#` starts a comment. Only `players` is needed, and not if a match is told how many play: a spot that is
not named is empty, cards that are not named are dealt and piled up in the order of their numbers, the shuffle card last. A duchy whose
majority is clear has that duke without being told. `option archbishop off`, `option open_money on`: what is not usual. `chance 7 53`: the
seed, and how many numbers were drawn. A position on another map than ours brings the map along. An impossible one is refused with the
reason.

`not red 2 17 20` says that the two cards that red has held longest are known to be neither 17 nor 20. A game shows more than such lines
can say: `era red 2 17 20` names the cards that came to red in the second era at the earliest, `odds red 11111:6 11112:4` says in which eras
the cards that red holds may have been drawn, and how likely that is (see `eras`).
"""

from __future__ import annotations

from kronland.core.layout import State
from kronland.core.lines import Players
from kronland.core.positions import Form, Seatwise
from kronland.games.rheinlaender.positions import hands, table, turn
from kronland.games.rheinlaender.rules import contents
from kronland.games.rheinlaender.rules.eras import caught_up
from kronland.games.rheinlaender.rules.invariants import problems
from kronland.games.rheinlaender.rules.state import COLOUR_NAMES, LAYOUT

PLAYERS = Players[table.Reading](3, 5)
FORM = Form(
    LAYOUT, COLOUR_NAMES, problems, (contents.legal, contents.SPACE.size),
    lines=(
        PLAYERS, table.OPTION, table.SECTION, table.TOUCH, table.SPOT,
        table.KNIGHTS, table.BASTIONS_ON, table.BASTIONS_LEFT, table.DUKE, table.COINS,
        Seatwise(hands.HELD, hands.NOT, hands.ERA, hands.ODDS), hands.DISCARDS, hands.PILE,
        turn.START, turn.TURN, turn.PHASE, turn.BASTION_SET, turn.LAST_TURN, turn.CHANCE,
    ),
    reading=(
        PLAYERS, table.SECTION, table.TOUCH, table.lay_table, table.SPOT,
        table.KNIGHTS, table.BASTIONS_ON, table.BASTIONS_LEFT, table.take_bastions, table.COINS,
        turn.START, turn.TURN, turn.PHASE, table.OPTION, turn.CHANCE, turn.BASTION_SET, turn.LAST_TURN,
        table.find_duchies, table.DUKE, hands.HELD, hands.deal, hands.NOT, hands.ERA, hands.ODDS, hands.rule_out,
        hands.DISCARDS, hands.PILE, turn.find_decider,
    ),
    colon=False,
    new=table.Reading,
)  # fmt: skip
read = FORM.read


def write(s: State) -> str:
    """The whole position, hidden cards included."""
    return FORM.write(caught_up(s))
