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
- The board, or a part of it (see `grid.textboard`): terrain . f v K c s g e, castles R1 O1 B1 G1, knights r o b g. An area closed round
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

from collections.abc import Mapping
from itertools import groupby

from kronland.core.game import NO_OPTIONS
from kronland.core.layout import State
from kronland.games.grid.boardreading import draw_state
from kronland.games.grid.regions import CASTLES
from kronland.games.koenig.actions import ALL_CASTLES, CARDS, FACES, PRICES, symbol_token
from kronland.games.koenig.components import load
from kronland.games.koenig.position_reading import ACTION_PHASES, GAME, KIND_FIELDS, PHASE_NAMES, TEXT_BOARD, Reader
from kronland.games.koenig.state import COLOUR_NAMES, HAND, NO_CARD, PILE_NAMES, End, Phase


def read(source: str, players: int | None = None, options: Mapping[str, str] = NO_OPTIONS) -> State:
    """The state that a text describes; players and options count where it says nothing of them."""
    return Reader(source, players, options).state()


def write(s: State) -> str:
    """The text that describes a state."""
    lines = [f"game: {GAME}", f"players: {s.players}", *draw_state(s, TEXT_BOARD)]
    lines += [_player_text(s, seat) for seat in range(s.players)]
    for one in range(CASTLES):
        for other in range(one + 1, CASTLES):
            if s.alliances[one] >> other & 1:
                lines.append(f"alliance: {ALL_CASTLES.tokens[one]} {ALL_CASTLES.tokens[other]}")
    lines += _kinds_text(s)
    lines.append(f"market: {_stock(s, [kind for kind in range(s.kinds) for _ in range(s.market[kind])])}")
    lines.append(f"played: {_stock(s, [kind for kind in range(s.kinds) for _ in range(s.spent[kind])])}")
    lines.append(f"deck: {_stock(s, [int(kind) for kind in s.deck[s.drawn :]])}")
    if s.sold != NO_CARD:
        lines.append(f"sold: {_card(s, int(s.sold))}")
    if s.market_refills:
        lines.append(f"market refills: {s.market_refills}")
    lines += [f"start: {COLOUR_NAMES[s.start]}", f"decisions: {s.clock}", f"turn: {_turn_text(s)}"]
    return "\n".join(lines) + "\n"


def _player_text(s: State, seat: int) -> str:
    held = [
        _card(s, int(s.hand[seat, slot])) + ("*" if s.hand_open[seat, slot] else "")
        for slot in range(HAND)
        if s.hand[seat, slot] != NO_CARD
    ]
    parts = [f"{s.ducats[seat]} ducats", f"{s.score[seat]} points", f"holds {' '.join(held) or '-'}"]
    return f"{COLOUR_NAMES[seat]}: {', '.join(parts)}"


def _card(s: State, kind: int) -> str:
    return CARDS.tokens[int(s.kind_card[kind])]


def _stock(s: State, kinds: list[int]) -> str:
    """Cards, those alike that follow one another counted."""
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    return ", ".join(f"{count} {_card(s, kind)}" if count > 1 else _card(s, kind) for kind, count in runs) or "-"


def _kinds_text(s: State) -> list[str]:
    usual = load()
    if all((s[name] == usual[name]).all() for name in KIND_FIELDS):
        return []
    lines = []
    for pile, letter in enumerate(PILE_NAMES):
        kinds = [kind for kind in range(s.kinds) if s.kind_pile[kind] == pile]
        faces = [FACES[s.kind_card[kind] // len(PRICES) % len(FACES)] for kind in kinds]
        texts = [
            f"{s.kind_count[kind]} {'-'.join(symbol_token(*symbol) for symbol in face)} {s.kind_cost[kind]}/{s.kind_sale[kind]}"
            for kind, face in zip(kinds, faces, strict=True)
        ]
        lines.append(f"cards {letter}: {', '.join(texts)}")
    return lines


def _turn_text(s: State) -> str:
    if s.ended:
        return f"{COLOUR_NAMES[s.turn]} over, {End(s.ended).name.lower()}"
    text = f"{COLOUR_NAMES[s.seat]} {PHASE_NAMES[s.phase]}"
    if s.phase in (Phase.BORDER, Phase.KNIGHT, Phase.EXPAND):
        text += f" {s.left}"
    usual = 1 if s.phase == Phase.REMOVE else 0
    if s.phase in ACTION_PHASES and s.steps != usual:
        text += f", after {s.steps}"
    for word, castle in (("for", s.expanding), ("to", s.desert_to), ("from", s.desert_from)):
        if castle >= 0:
            text += f", {word} {ALL_CASTLES.tokens[castle]}"
    return text
