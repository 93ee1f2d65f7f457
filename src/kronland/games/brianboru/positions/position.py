"""Brian Boru: positions as text.

    players: 4
    round: 2
    marker: red
    red: 5 coins, 2 renown, 14 points, track 3, 1 raiders, 2 church, towns N1 N2+ M3!, tokens N, married Aoife, holds 11 18 21
    ochre: towns C1 D2
    turn: red name

Lines beginning with # are comments. Everything but the turn may be left out. The lines, in the order in which `write` gives them:

- `game: brianboru`; `players: 3|4|5` (4); with five `tricks: five|four`; `round: 1`; `marker: red` (who decides).
- A line for each player: coins (3), renown (1), points (10), place on the `track` (0), `raiders` (0), discs in the `church` (0); `towns`
  with a disc, `+` for a monastery there and `!` for a Viking disc on top; power `tokens` by region; marriage cards by name (`married`); the
  cards that it `holds` or kept so far, those that it has `played` in this round, the one on the `table`, the packet that it `sees`, and
  the colours of card that it was seen to lack (`lacks yellow white`, BB-20).
- `open: B S`: regions whose token lies open and nobody holds. `battle: 9`: raiders in the battle area. `estrid: red pact` (or trade).
- `fleets:` and `marriages:`, the decks from the top, first what has been turned up; after Estrid what is out of the game.
- `dealt red: 4@0 7@1 ...`: the packet dealt to a seat, each card with the number of passes after which it was kept. Left out, cards that
  are nowhere stated fill hands, packets and discards from the lowest up, and were kept in that order.
- `tricks played: 2`; `active: C2`; `leader: red`; `winner: ochre`; `passes: 1` (of the packets; all, once the draft is over).
- `decisions: 0` (made so far); `chance: 7 53`, the seed and how many numbers were drawn.
- `turn:` who decides what, one of

      red start                   red ochre draft            (those who have still to choose)
      red name                    red card                   red row
      red buy court, row 2, chosen                           (row primary, 1 or 2; chosen: something can still be taken back)
      red expand, row 1           red remove, row 2          red finish, row 2, chosen
      red dowry                   red estrid                 red reward
      red lose ochre              (red chooses, ochre loses)
      red monastery, leader       red monastery, abbey       (for the lead in the church, or for four discs)
      over
"""

from __future__ import annotations

from kronland.core.lines import Chance, GameName, Players, decisions
from kronland.core.positions import Form
from kronland.core.seeds import has_chance
from kronland.games.brianboru.positions import cards, table, turn
from kronland.games.brianboru.rules import contents
from kronland.games.brianboru.rules.invariants import problems
from kronland.games.brianboru.rules.state import COLOUR_NAMES, LAYOUT

GAME, PLAYERS = GameName[table.Reading]("brianboru"), Players[table.Reading](3, 5, usual=4)
DECISIONS, CHANCE = decisions(), Chance[table.Reading](when=has_chance)
FORM = Form(
    LAYOUT, COLOUR_NAMES, problems, (contents.legal, contents.SIZE),
    lines=(
        GAME, PLAYERS, table.TRICKS, table.ROUND, table.MARKER, *table.SEATS,
        table.OPEN, table.BATTLE, table.ESTRID_SERVES, table.FLEET_DECK, table.MARRIAGE_DECK,
        *cards.DEALT, cards.TRICKS_PLAYED, cards.PASSES,
        turn.ACTIVE, turn.LEADER, turn.WINNER, DECISIONS, CHANCE, turn.TURN,
    ),
    reading=(
        GAME, PLAYERS, table.TRICKS, table.lay_out, turn.TURN, table.ROUND, table.check_round, table.MARKER, *table.SEATS,
        table.OPEN, table.ESTRID_SERVES, table.FLEET_DECK, table.MARRIAGE_DECK, table.BATTLE,
        cards.PASSES, cards.TRICKS_PLAYED, cards.name_cards, *cards.DEALT, cards.put_cards,
        turn.ACTIVE, turn.LEADER, turn.WINNER, turn.go_with_turn, DECISIONS, CHANCE,
    ),
    new=table.Reading,
)  # fmt: skip
read, write = FORM.read, FORM.write
