"""Löwenherz (2003): positions as text.

    players: 3
       a   b   c   d
      +---+---+---+---+
    1 |.R1 f   .  |.O1|
      +   +   +   +   +
    2 |.r  c   .  |.o |
      +---+---+---+---+
    red: 7 ducats, holds a-border2 b-knight1*
    market: a-knight1
    turn: red card

Lines beginning with # are comments. Everything but the turn may be left out. The lines, in the order in which `write` gives them:

- `game: koenig`; `players: 2|3|4` (4).
- The board, or a part of it (see `grid.positions`): terrain . f v K c s g e, castles R1 O1 B1 G1, knights r o b g. An area closed round
  exactly one castle is that castle's region, once all castles are set. Points, monopolies and supplies follow from the board.
- A line for each player: `7 ducats`, `3 points` (checked, not needed), `holds` cards (`*`: taken from the market, so all know it).
- `alliance: red-1 ochre-2`, as many as there are.
- `cards A: 5 border2 3/2, 2 border1-knight1 3/2`: other cards than the usual ones: how many, symbols, cost / sale.
- `market:`, `played:` and `deck:` (top first), `-` for none, `3 a-border2` for three alike. Without `deck`, hands are filled up and
  the deck holds what is nowhere else, but for piles before that of a card which is out: they have been played. With it, what is nowhere
  else has been played. No card can be out whose pile comes after the top of the deck.
- `sold: a-border2` (in this turn), `market refills: 0` (in a row), `start: red` (who set the first castle), `decisions: 0` (made so far).
- `turn:` who decides what, one of

      red castle            red start-knight            red card            red refill
      red borders 2, after 1                (left to set, after so many)
      red knights 1, after 1
      red fields 1, after 1, for red-2      (the region that grows)
      red deserter
      red settle, to red-1, from ochre-2    (`after 1`: the knight is set, only `done` is left)
      ochre remove, to red-1, from ochre-2  (a neutral knight is chosen by the player whose turn it is)
      red alliance                          (`after 1`: made)
      red over, king                        (or deck; whose turn was the last)

What the format leaves out: the state of the random generator (nothing is drawn after the set-up) and the undo barrier.
"""

from __future__ import annotations

from kronland.core.lines import GameName, Players, decisions
from kronland.core.positions import Form
from kronland.games.koenig.positions import cards, table, turn
from kronland.games.koenig.rules.contents import SPACE, legal
from kronland.games.koenig.rules.invariants import problems
from kronland.games.koenig.rules.state import COLOUR_NAMES, LAYOUT

GAME, PLAYERS, DECISIONS = GameName[table.Reading]("koenig"), Players[table.Reading](2, 4, usual=4), decisions()
SEATS = table.seats(cards.HOLDS)
FORM = Form(
    LAYOUT, COLOUR_NAMES, problems, (legal, SPACE.size),
    lines=(
        GAME, PLAYERS, table.DRAWING, *SEATS, table.ALLIANCE, *cards.PILES,
        cards.MARKET, cards.PLAYED, cards.LEFT, cards.SOLD, cards.REFILLS, table.START, DECISIONS, turn.TURN,
    ),
    reading=(
        GAME, PLAYERS, table.clear, turn.TURN, table.START, table.DRAWING, table.check_castles,
        *cards.PILES, cards.number_cards, *SEATS, table.ALLIANCE,
        cards.MARKET, cards.PLAYED, cards.LEFT, cards.put_cards, cards.SOLD, cards.REFILLS,
        DECISIONS, table.count_points, turn.go_with_turn, cards.check_deck,
    ),
    new=table.Reading,
)  # fmt: skip
read, write = FORM.read, FORM.write
