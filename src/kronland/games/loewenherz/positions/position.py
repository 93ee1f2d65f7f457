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

from collections.abc import Mapping

from kronland.core.game import NO_OPTIONS
from kronland.core.layout import State
from kronland.games.grid.positions.reading import draw_state
from kronland.games.loewenherz.positions.cards import held_text, spent_text, write_action_cards, write_piles
from kronland.games.loewenherz.positions.reading import GAME, TEXT_BOARD, Reader
from kronland.games.loewenherz.positions.turn import DECIDING, SETTING_UP, castle_name, turn_text
from kronland.games.loewenherz.rules.actions import CARDS, DECISION_MASKS, TREASURES
from kronland.games.loewenherz.rules.state import COLOUR_NAMES


def read(source: str, players: int | None = None, options: Mapping[str, str] = NO_OPTIONS) -> State:
    """The state that a text describes; players and options count where it says nothing of them."""
    return Reader(source, players, options).state()


def write(s: State) -> str:
    """The text that describes a state."""
    lines = [f"game: {GAME}", f"players: {s.players}"]
    lines += ["setup: beginner"] if s.beginner else []
    lines += ["open_money: on"] if s.open_money else []
    lines += draw_state(s, TEXT_BOARD)
    lines += [_player_text(s, seat) for seat in range(s.players)]
    for slot in range(3):
        if s.ally_one[slot] >= 0:
            lines.append(f"alliance {slot + 1}: {castle_name(s.ally_one[slot])} {castle_name(s.ally_other[slot])}")
    lines += write_piles(s)
    lines += write_action_cards(s)
    lines += [f"round: {s.round_number}", f"start: {COLOUR_NAMES[s.start]}", f"decisions: {s.clock}"]
    if not s.ended and s.phase not in (*SETTING_UP, *DECIDING):
        lines.append(f"action: {s.step + 1}")
    lines.append(f"turn: {turn_text(s)}")
    return "\n".join(lines) + "\n"


def _player_text(s: State, seat: int) -> str:
    parts = [f"{s.ducats[seat]} ducats", f"{s.score[seat]} points"]
    parts += [f"holds {held}"] if (held := held_text(s, seat)) else []
    parts += [f"spent {spent}"] if (spent := spent_text(s, seat)) else []
    parts += [f"laid {CARDS.tokens[DECISION_MASKS.index(int(s.laid[seat]))]}"] if s.laid[seat] else []
    parts += [f"bid {s.bid[seat]} {TREASURES.tokens[s.bid_treasures[seat]]}".rstrip()] if s.bid[seat] >= 0 else []
    return f"{COLOUR_NAMES[seat]}: {', '.join(parts)}"
