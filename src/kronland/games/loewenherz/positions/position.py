"""Löwenherz (1997): positions as text.

    players: 4
       a   b   c   d
      +---+---+---+---+
    1 |.R1 f   .  |.O1|
      +   +   +   +   +
    2 |.r  m   .  |.o |
      +---+---+---+---+
    red: 7 ducats, 3 points, holds alliance treasure-8*, spent deserter
    turn: red borders 2

Lines beginning with # are comments. Everything but the turn may be left out. The lines, in the order in which `write` gives them:

- `game: loewenherz`; `players: 2|3|4` (4); `setup: variable|beginner`; `open_money: off|on`.
- The board, or a part of it (see `grid.positions`): terrain . f m t, castles R1 O1 P1 G1, knights r o p g. An area closed round exactly one
  castle is that castle's region, once all castles are set; supplies of borders and knights follow from what stands on the board.
- A line for each player: `12 ducats`, `0 points`, `holds` and `spent` politics cards (`*`: all have seen it), decision cards `laid 1+2`, a
  secret `bid 5 treasure-8-15`.
- `alliance 1: red-1 ochre-2`, up to 3, the maker's region first; the card for it counts as spent.
- `pile 1:` and `pile 2:` of politics cards, `-` for none; left out, what is nowhere else lies there.
- Action cards: `gone B: ...`, `card: B d4b2k1` (which is up), `left B: ...` (to come, top first); left out, piles before that of the card
  are gone, and what is left comes in the order of the component file. `cards B: ...` states other cards than the published ones.
- `round: 1`, `start: red` (left out, it follows from the cards laid, or it is who decides), `decisions: 0` (made so far), `action: 2`
  (which of the card's three is being settled).
- `turn:` who decides what, one of

      red castle                  red start-knight
      red card, politics 1        (politics cards that may still be played)
      red remove, from ochre-2, to red-1, politics 0
      red settle, from ochre-2, to red-1, removed d5, politics 0
      red negotiate, with ochre, offer 3, offers 1        (or demand 3: what ochre has said last; offers so far)
      red ochre bid, again        (again: those who tied; bids made stand in the players' lines)
      red borders 2               (left to set)
      red knights 1, no expansion (or: expanding red-1, cut d5 d6, from ochre-2: a first field has been taken)
      red pile                    red keep 1        (the pile that is looked at)
      over

What the format leaves out: the state of the random generator (nothing is drawn after the set-up) and the undo barrier; which of several
like cards is which; who took which politics card from which pile when, and when all saw it: takes are numbered spent cards first, then
hands, from the first pile first, and cards count as seen just now.
"""

from __future__ import annotations

from kronland.core.lines import GameName, Players, decisions
from kronland.core.positions import Form
from kronland.games.loewenherz.positions import cards, table, turn
from kronland.games.loewenherz.rules.contents import SPACE, legal
from kronland.games.loewenherz.rules.invariants import problems
from kronland.games.loewenherz.rules.state import COLOUR_NAMES, LAYOUT

GAME, PLAYERS, DECISIONS = GameName[table.Reading]("loewenherz"), Players[table.Reading](2, 4, usual=4), decisions()
FORM = Form(
    LAYOUT, COLOUR_NAMES, problems, (legal, SPACE.size),
    lines=(
        GAME, PLAYERS, table.SETUP, table.OPEN_MONEY, table.DRAWING, *table.SEATS, *table.ALLIANCES, *table.PILES,
        *cards.OTHER_CARDS, *cards.GONE, cards.UP, *cards.LEFT,
        table.ROUND, turn.START, DECISIONS, turn.ACTION, turn.TURN,
    ),
    reading=(
        GAME, PLAYERS, table.SETUP, table.OPEN_MONEY, table.clear, turn.ACTION, turn.TURN, table.DRAWING,
        cards.publish, *cards.OTHER_CARDS, cards.check_king, *cards.GONE, cards.UP, *cards.LEFT,
        *table.SEATS, table.check_players, *table.ALLIANCES, *table.PILES, table.store_politics,
        cards.turn_up, turn.START, turn.lay_cards, turn.go_with_turn, table.ROUND, DECISIONS, table.check_money,
    ),
    new=table.Reading,
)  # fmt: skip
read, write = FORM.read, FORM.write
