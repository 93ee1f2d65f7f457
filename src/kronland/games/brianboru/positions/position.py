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

from collections.abc import Iterable, Mapping

from kronland.core.game import NO_OPTIONS, seats_of
from kronland.core.layout import State
from kronland.core.seeds import chance_text
from kronland.games.brianboru.positions.reading import GAME, PHASES, STRIVEN, Reader
from kronland.games.brianboru.rules.invariants import towns_in
from kronland.games.brianboru.rules.state import CARDS, COLOUR_NAMES, MARRIAGE_NAMES, NOBODY, REGIONS, TOWN_NAMES, Colour, Phase, Stage

ROW_NAMES = ("primary", "1", "2")


def read(source: str, players: int | None = None, options: Mapping[str, str] = NO_OPTIONS) -> State:
    """The state that a text describes; players and options count where it says nothing of them."""
    return Reader(source, players, options).state()


def write(s: State) -> str:
    """The text that describes a state, secrets included."""
    lines = [f"game: {GAME}", f"players: {s.players}"]
    lines += ["tricks: four"] if s.four_tricks else []
    lines += [f"round: {s.round_number}", f"marker: {COLOUR_NAMES[s.marker]}"]
    lines += [_player_text(s, seat) for seat in range(s.players)]
    unheld = [REGIONS[region] for region in range(len(REGIONS)) if s.token[region] == NOBODY]
    lines += [f"open: {' '.join(unheld)}"] if unheld else []
    lines += [f"battle: {s.battle}"]
    lines += [f"estrid: {COLOUR_NAMES[s.pact]} pact"] if s.pact >= 0 else []
    lines += [f"estrid: {COLOUR_NAMES[s.trade]} trade"] if s.trade >= 0 else []
    lines += [f"fleets: {' '.join(map(str, s.fleet.tolist()))}", f"marriages: {' '.join(MARRIAGE_NAMES[card] for card in s.marriage)}"]
    if s.round_number:
        lines += [_packet_text(s, seat) for seat in range(s.players)]
        lines += [f"tricks played: {s.trick}", f"passes: {s.passes}"]
    lines += [f"active: {TOWN_NAMES[s.active]}"] if s.active >= 0 else []
    lines += [f"leader: {COLOUR_NAMES[s.leader]}"] if s.leader >= 0 else []
    lines += [f"winner: {COLOUR_NAMES[s.winner]}"] if s.winner >= 0 else []
    lines += [f"decisions: {s.clock}", f"chance: {chance_text(s)}", f"turn: {_turn_text(s)}"]
    return "\n".join(lines) + "\n"


def _player_text(s: State, seat: int) -> str:
    parts = [f"{s.coins[seat]} coins", f"{s.renown[seat]} renown", f"{s.points[seat]} points", f"track {s.court[seat]}"]
    parts += [f"{s.raiders[seat]} raiders", f"{s.church[seat]} church"]
    monasteries, vikings = towns_in(s.monastery), towns_in(s.vikings)
    towns = [TOWN_NAMES[town] + "+" * (town in monasteries) + "!" * (town in vikings) for town in sorted(towns_in(s.disc[seat]))]
    table = [str(s.card_of[seat] + 1)] if s.card_of[seat] >= 0 else []
    lists = {
        "towns": towns,
        "tokens": [REGIONS[region] for region in range(len(REGIONS)) if s.token[region] == seat],
        "married": [MARRIAGE_NAMES[card] for card in range(len(MARRIAGE_NAMES)) if s.spouse[card] == seat],
        "holds": _cards(card for card in range(CARDS) if int(s.hand[seat]) >> card & 1),
        "played": _cards(card for card in range(CARDS) if s.played_by[card] == seat),
        "table": table,
        "sees": _cards(card for card in range(CARDS) if int(s.offer[seat]) >> card & 1),
        "lacks": [colour.name.lower() for colour in Colour if int(s.lacks[seat]) >> colour & 1],
    }
    parts += [f"{name} {' '.join(values)}" for name, values in lists.items() if values]
    return f"{COLOUR_NAMES[seat]}: {', '.join(parts)}"


def _cards(cards: Iterable[int]) -> list[str]:
    return [str(card + 1) for card in cards]


def _packet_text(s: State, seat: int) -> str:
    cards = [card for card in range(CARDS) if s.packet[card] == seat]
    return f"dealt {COLOUR_NAMES[seat]}: {' '.join(f'{card + 1}@{s.pick[card]}' if s.pick[card] >= 0 else str(card + 1) for card in cards)}"


def _turn_text(s: State) -> str:
    if s.ended:
        return "over"
    who = " ".join(COLOUR_NAMES[seat] for seat in seats_of(int(s.actors)))
    said = next(word for word, phase in PHASES.items() if phase == s.phase)
    if s.phase == Phase.BUY:
        said += f" {next(word for word, symbol in STRIVEN.items() if symbol == s.buying)}"
    if s.stage == Stage.ROW:
        said += f", row {ROW_NAMES[s.row]}" + ", chosen" * int(s.open_choice)
    elif s.phase == Phase.LOSS:
        said += f" {COLOUR_NAMES[s.victim]}"
    elif s.phase == Phase.MONASTERY:
        said += ", leader" if s.stage == Stage.CHURCH else ", abbey"
    return f"{who} {said}"
