"""Brian Boru: reading a text position (see `position`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kronland.core.errors import UsageError
from kronland.core.game import seats_of
from kronland.core.kernel import interpreted
from kronland.core.layout import MOST_DECISIONS, State
from kronland.core.seeds import read_chance
from kronland.games.brianboru import components
from kronland.games.brianboru.positions.cards import RoundCards
from kronland.games.brianboru.positions.lines import Lines, error, one_of, whole
from kronland.games.brianboru.positions.turn import check_turn, colour_of_town
from kronland.games.brianboru.rules import contents, setup
from kronland.games.brianboru.rules.invariants import ROUNDS, problems
from kronland.games.brianboru.rules.state import (
    CARD_COLOURS,
    CARDS,
    COLOUR_NAMES,
    ESTRID,
    FLEETS,
    LAYOUT,
    MARRIAGE_NAMES,
    MARRIAGES,
    NOBODY,
    REGIONS,
    SPACES,
    START_COINS,
    START_POINTS,
    START_RENOWN,
    SYMBOLS,
    TOWN_NAMES,
    Colour,
    End,
    Phase,
    Stage,
    Symbol,
)

GAME = "brianboru"
PHASES = {phase.name.lower(): phase for phase in Phase} | {"lose": Phase.LOSS}
PHASES.pop("loss")
STRIVEN = {"court": Symbol.COURT, "raid": Symbol.RAID, "church": Symbol.CHURCH}
STAGES = {
    Phase.DRAFT: Stage.DRAFT,
    Phase.NAME: Stage.TRICK,
    Phase.CARD: Stage.TRICK,
    Phase.ROW: Stage.ACTIONS,
    Phase.BUY: Stage.ROW,
    Phase.EXPAND: Stage.ROW,
    Phase.REMOVE: Stage.ROW,
    Phase.FINISH: Stage.ROW,
    Phase.DOWRY: Stage.WEDDING,
    Phase.ESTRID: Stage.WEDDING,
    Phase.REWARD: Stage.REWARDS,
    Phase.LOSS: Stage.BATTLE,
}
NUMBERS = {"coins": "coins", "renown": "renown", "points": "points", "raiders": "raiders", "church": "church"}
LISTS = ("towns", "tokens", "married", "holds", "played", "sees", "lacks")
COLOURS_OF_CARDS = [colour.name.lower() for colour in Colour]


class Reader:
    """One text being read. Each step fills its part of the state; what is wrong is said with the line it stands in."""

    def __init__(self, source: str, players: int | None, options: Mapping[str, str]) -> None:
        self.given = {**options, "players": str(players or 4)}
        self.lines = Lines(source)
        self.s = LAYOUT.new()

    def _seat(self, number: int, name: str) -> int:
        return one_of(number, name, COLOUR_NAMES[: self.s.players], "player")

    def state(self) -> State:
        s = self.s
        one_of(*self.lines.entry("game", GAME), [GAME], "game here")
        number, players = self.lines.entry("players", self.given["players"])
        s.players = 3 + one_of(number, players, ["3", "4", "5"], "number of players")
        number, tricks = self.lines.entry("tricks", self.given.get("tricks", "five"))
        s.four_tricks = one_of(number, tricks, ["five", "four"], "number of tricks")
        if s.four_tricks and s.players != 5:
            raise error(number, "four tricks are an option with five players only (BB-12)")
        parts = components.load()
        interpreted(setup.lay_out)(s, parts)
        interpreted(setup.clear_table)(s)
        self._turn()
        s.round_number = self.lines.number("round", 0, ROUNDS[int(s.players)], 0 if s.phase == Phase.START else 1)
        if (s.phase == Phase.START) != (s.round_number == 0):
            raise error(self.lines.entry("round")[0], "round 0 is the set-up, where the first discs are set, and nothing else (BB-3)")
        number, marker = self.lines.entry("marker", COLOUR_NAMES[max(0, s.seat)])
        s.marker = self._seat(number, marker)
        self._players()
        self._board()
        self._decks(parts)
        if s.round_number:
            RoundCards(s, self.lines).deal()
        self._trick()
        self._upkeep()
        check_turn(s, self.turn_line)
        s.clock = self.lines.number("decisions", 0, MOST_DECISIONS, 0)
        self._chance()
        self._last_net()
        return s

    def _chance(self) -> None:
        if "chance" in self.lines.entries:
            number, said = self.lines.entries["chance"]
            try:
                read_chance(self.s, said)
            except UsageError as problem:
                raise error(number, str(problem)) from None

    # Who decides what

    def _turn(self) -> None:
        s = self.s
        if "turn" not in self.lines.entries:
            raise error(self.lines.last, "no turn is given; expected a line like `turn: red name`")
        number, said = self.lines.entries["turn"]
        self.turn_line = number
        if said == "over":
            s.ended, s.stage, s.seat = End.ESTRID, Stage.ENDING, NOBODY
            self.more: list[str] = []
            return
        head, *self.more = (part.strip() for part in said.split(","))
        tokens = head.split()
        seats = []
        while tokens and tokens[0] in COLOUR_NAMES:
            seats.append(self._seat(number, tokens.pop(0)))
        if not seats or not tokens:
            raise error(number, f"the turn is {said!r}; expected who decides and what, like `red name`")
        word = tokens.pop(0)
        s.phase = list(PHASES.values())[one_of(number, word, list(PHASES), "decision")]
        s.stage = STAGES.get(Phase(int(s.phase)), 0)
        if len(seats) > 1 and s.phase != Phase.DRAFT:
            raise error(number, f"several players decide {word!r}; that is possible in the draft only")
        s.actors = sum(1 << seat for seat in set(seats))
        s.seat = NOBODY if s.phase == Phase.DRAFT else seats[0]
        if s.phase == Phase.BUY:
            s.buying = list(STRIVEN.values())[one_of(number, " ".join(tokens), list(STRIVEN), "thing to buy")]
        elif s.phase == Phase.LOSS:
            s.victim = self._seat(number, " ".join(tokens))
        elif tokens:
            raise error(number, f"{' '.join(tokens)!r} is too much after {word!r}")
        if s.phase == Phase.MONASTERY:
            s.stage = (Stage.CHURCH, Stage.ABBEYS)[one_of(number, ", ".join(self.more), ["leader", "abbey"], "reason for a monastery")]
        elif self.more and s.stage != Stage.ROW:
            raise error(number, f"{', '.join(self.more)!r} is too much after {word!r}")

    # Players and board

    def _players(self) -> None:
        s = self.s
        s.coins[: s.players], s.renown[: s.players], s.points[: s.players] = START_COINS, START_RENOWN, START_POINTS
        for seat, colour in enumerate(COLOUR_NAMES):
            if colour not in self.lines.entries:
                continue
            number, said = self.lines.entries[colour]
            self._seat(number, colour)
            for part in said.split(","):
                match part.split():
                    case [amount, name] if name in NUMBERS:
                        s[NUMBERS[name]][seat] = whole(number, amount, name, 0, 99 if name != "points" else 999)
                    case ["track", space]:
                        s.court[seat] = whole(number, space, "track", 0, SPACES - 1)
                    case ["table", card]:
                        s.card_of[seat] = whole(number, card, "table", 1, CARDS) - 1
                    case [name, *values] if name in LISTS:
                        self.lines.lists[seat, name] = (number, values)
                    case []:
                        pass
                    case _:
                        known = ", ".join(("3 coins", "1 renown", "10 points", "track 0", "0 raiders", "0 church", *LISTS, "table 11"))
                        raise error(number, f"{part.strip()!r} is not known of a player; expected {known}")

    def _board(self) -> None:
        s = self.s
        for seat in range(s.players):
            number, said = self.lines.lists.get((seat, "towns"), (self.lines.last, []))
            for token in said:
                town = one_of(number, token.rstrip("+!"), TOWN_NAMES, "town (it may end in + and !)")
                bit = np.uint64(1 << town)
                s.disc[seat] |= bit
                if "+" in token:
                    s.monastery |= bit
                if "!" in token:
                    s.vikings |= bit
            for region in self.lines.listed(seat, "tokens", REGIONS, "region"):
                s.token[region] = seat
            for card in self.lines.listed(seat, "married", MARRIAGE_NAMES, "marriage card"):
                s.spouse[card] = seat
            for colour in self.lines.listed(seat, "lacks", COLOURS_OF_CARDS, "colour of cards"):
                s.lacks[seat] |= 1 << colour
        number, said_open = self.lines.entry("open")
        for token in said_open.split():
            region = one_of(number, token, REGIONS, "region")
            if s.token[region] >= 0:
                raise error(number, f"the token of {token} lies open, but {COLOUR_NAMES[s.token[region]]} holds it")
            s.token[region] = NOBODY
        if "estrid" in self.lines.entries:
            number, said_estrid = self.lines.entries["estrid"]
            colour_name, _, choice = said_estrid.partition(" ")
            seat = self._seat(number, colour_name)
            if one_of(number, choice, ["pact", "trade"], "choice of Estrid's"):
                s.trade = seat
            else:
                s.pact = seat

    def _decks(self, parts: Any) -> None:
        s = self.s
        number, fleets = self.lines.entry("fleets", " ".join(map(str, parts.fleet.tolist())))
        sizes = [whole(number, size, "a fleet", 1, 99) for size in fleets.split()]
        if sorted(sizes) != sorted(parts.fleet.tolist()):
            raise error(number, f"the fleets are {fleets}; expected 9 10 11 12 12 13 14 in any order (BB-2)")
        s.fleet[:FLEETS] = sizes
        last = ROUNDS[int(s.players)] - 1
        usual = [*MARRIAGE_NAMES[:last], MARRIAGE_NAMES[ESTRID], *MARRIAGE_NAMES[last:ESTRID]]
        number, said = self.lines.entry("marriages", " ".join(usual))
        cards = [one_of(number, name, MARRIAGE_NAMES, "marriage card") for name in said.split()]
        if sorted(cards) != list(range(MARRIAGES)) or cards[last] != ESTRID:
            raise error(number, f"the marriages are {said}; expected all eight, Estrid as number {last + 1} (BB-2)")
        s.marriage[:] = cards
        upkeep = s.stage > Stage.BATTLE or s.ended
        s.battle = self.lines.number("battle", 0, 99, 0 if upkeep or not s.round_number else int(s.fleet[s.round_number - 1]))

    # The trick and the upkeep

    def _trick(self) -> None:
        s = self.s
        number, active = self.lines.entry("active")
        s.active = one_of(number, active, TOWN_NAMES, "town") if active else -1
        number, leader = self.lines.entry("leader")
        if leader:
            s.leader = self._seat(number, leader)
        elif s.phase in (Phase.NAME, Phase.CARD):
            s.leader = s.seat if s.phase == Phase.NAME else s.marker
        number, winner = self.lines.entry("winner")
        on_table = {int(s.card_of[seat]): seat for seat in range(s.players) if s.card_of[seat] >= 0}
        if winner:
            s.winner = self._seat(number, winner)
        elif s.stage in (Stage.ACTIONS, Stage.ROW) and s.active >= 0:
            colour = colour_of_town(s)
            fitting = [card for card in on_table if CARD_COLOURS[card] in (colour, Colour.WHITE)]
            s.winner = on_table[max(fitting)] if fitting else NOBODY
        if s.stage in (Stage.ACTIONS, Stage.ROW):
            self._acting(on_table)
        elif s.stage == Stage.TRICK and s.phase == Phase.CARD:
            behind = (int(s.seat) - int(s.leader)) % int(s.players)
            if any((s.card_of[seat] >= 0) != ((seat - int(s.leader)) % int(s.players) < behind) for seat in range(s.players)):
                raise error(self.turn_line, "cards lie on the table from the leader on, clockwise up to the player who decides (BB-20)")

    def _acting(self, on_table: dict[int, int]) -> None:
        s = self.s
        if not on_table or on_table[min(on_table)] != s.seat:
            raise error(self.turn_line, "the player with the lowest card on the table acts (BB-22)")
        if s.stage == Stage.ACTIONS:
            return
        rest = list(self.more)
        if not rest or not rest[0].startswith("row "):
            raise error(self.turn_line, "the row is missing; expected `row primary`, `row 1` or `row 2`")
        s.row = one_of(self.turn_line, rest.pop(0).removeprefix("row "), ["primary", "1", "2"], "row")
        if (s.row == 0) != (s.seat == s.winner):
            raise error(self.turn_line, "the winner of the trick, and nobody else, takes the primary row (BB-22)")
        s.open_choice = int(rest == ["chosen"])
        if rest and not s.open_choice:
            raise error(self.turn_line, f"{', '.join(rest)!r} is too much after the row; expected `chosen` or nothing")
        symbols = [int(symbol) for symbol in s.card_row[min(on_table), s.row] if symbol]
        wanted = {Phase.BUY: int(s.buying), Phase.EXPAND: Symbol.EXPAND5, Phase.REMOVE: Symbol.REMOVE_VIKING}.get(Phase(int(s.phase)))
        if wanted is None:
            s.at = len(symbols)
        elif wanted in symbols:
            s.at = SYMBOLS - [*reversed(symbols + [0] * (SYMBOLS - len(symbols)))].index(wanted)
        else:
            raise error(self.turn_line, "the row has no such symbol")

    def _upkeep(self) -> None:
        """`turn` follows from who decides: seats are dealt with clockwise from the marker."""
        s = self.s
        if s.phase in (Phase.DOWRY, Phase.ESTRID) or (s.phase == Phase.MONASTERY and s.stage == Stage.CHURCH):
            s.turn = 1
        elif s.phase in (Phase.REWARD, Phase.LOSS, Phase.MONASTERY):
            about = s.victim if s.phase == Phase.LOSS else s.seat
            s.turn = (int(about) - int(s.marker)) % int(s.players) + 1
        married = s.marriage[max(0, s.round_number - 1)]
        if s.phase in (Phase.DOWRY, Phase.ESTRID):
            if (married == ESTRID) != (s.phase == Phase.ESTRID):
                raise error(self.turn_line, f"{MARRIAGE_NAMES[married]} is the marriage card of this round, which does not fit the turn")
            s.spouse[married] = s.seat

    def _last_net(self) -> None:
        """What no single line can tell: the invariants of the rules, and that whoever decides has something to choose."""
        for problem in problems(self.s):
            raise error(self.lines.last, f"the position cannot arise: {problem}")
        room = np.zeros(contents.SIZE, np.int32)
        for seat in seats_of(int(self.s.actors)):
            with np.errstate(over="ignore"):
                choices = interpreted(contents.legal)(self.s, seat, room)
            if not choices:
                raise error(self.turn_line, f"{COLOUR_NAMES[seat]} would have nothing to choose")
