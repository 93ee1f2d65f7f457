"""Löwenherz (1997): reading a text position (see `position`)."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

import numpy as np

from kronland.core.game import seats_of
from kronland.core.kernel import interpreted
from kronland.core.layout import MOST_DECISIONS, State
from kronland.games.grid.positions.board import Line, TextBoard, error, one_of, whole
from kronland.games.grid.positions.reading import Pieces, set_up_board
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.loewenherz.components import TERRAIN, ducats_on, most_owned
from kronland.games.loewenherz.positions.cards import PILE_LETTERS, ActionCards, Entry, PoliticsCards
from kronland.games.loewenherz.positions.turn import DECIDING, SETTING_UP, Turn, castle_name
from kronland.games.loewenherz.rules.actions import ALL_CASTLES, CARDS, DECISION_MASKS, SPACE, TREASURES
from kronland.games.loewenherz.rules.contents import legal
from kronland.games.loewenherz.rules.invariants import problems
from kronland.games.loewenherz.rules.state import (
    ALLIANCE,
    BOARD,
    BORDERS,
    COLOUR_NAMES,
    DECK,
    DESERTER,
    FIRST_TREASURE,
    KNIGHTS,
    LAYOUT,
    MOST_NAMED,
    START_DUCATS,
    Phase,
    Terrain,
)

GAME = "loewenherz"
TEXT_BOARD = TextBoard(BOARD, "".join(TERRAIN), "".join(name[0] for name in COLOUR_NAMES), CASTLES_EACH)
PIECES = Pieces(
    form=TEXT_BOARD,
    colours=COLOUR_NAMES,
    terrains=[terrain.name.lower() for terrain in Terrain],
    borders=BORDERS,
    knights=KNIGHTS,
    border_rule="L97-35",
    knight_rule="L97-1",
    castle_ground_rule="L97-3",
    knight_ground_rule="L97-41",
    region_rule="L97-36",
)
MOST_POINTS = 9999

KEYS = [
    *("game", "players", "setup", "open_money", *COLOUR_NAMES, "alliance 1", "alliance 2", "alliance 3", "pile 1", "pile 2"),
    *(f"{what} {letter}" for what in ("cards", "gone", "left") for letter in PILE_LETTERS),
    *("card", "round", "start", "decisions", "action", "turn"),
]


class Reader:
    """One text being read. Each step fills its part of the state; what is wrong is said with the line it stands in."""

    def __init__(self, source: str, players: int | None, options: Mapping[str, str]) -> None:
        self.given = {**options, "players": str(players or 4)}
        self.entries: dict[str, Entry] = {}
        self.drawing: list[Line] = []
        for number, line in enumerate(source.splitlines(), 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            key, colon, value = line.partition(":")
            if not colon:
                self._draw(number, line)
                continue
            key = " ".join(key.split())
            if key not in KEYS:
                near = difflib.get_close_matches(key, KEYS, 1)
                raise error(number, f"unknown key {key!r}{f'; did you mean {near[0]!r}?' if near else ''}")
            if key in self.entries:
                raise error(number, f"{key!r} is given twice, first in line {self.entries[key][0]}")
            self.entries[key] = (number, value.strip())
        self.last = len(source.splitlines())
        self.s = LAYOUT.new()

    def _draw(self, number: int, line: str) -> None:
        if self.drawing and number != self.drawing[-1][0] + 1:
            raise error(number, f"expected 'key: value', got {line.strip()!r} (the board is drawn in one piece)")
        self.drawing.append((number, line))

    def _line(self, key: str) -> int:
        return self.entries[key][0] if key in self.entries else self.last

    def _choice(self, key: str, values: Sequence[str], default: str) -> int:
        number, value = self.entries.get(key, (0, default))
        return one_of(number, value, values, key)

    def _number(self, key: str, least: int, most: int, default: int) -> int:
        number, value = self.entries.get(key, (0, str(default)))
        return whole(number, value, key, least, most)

    def state(self) -> State:
        s = self.s
        self._choice("game", [GAME], GAME)
        s.players = (2, 3, 4)[self._choice("players", ["2", "3", "4"], self.given["players"])]
        s.beginner = self._choice("setup", ["variable", "beginner"], self.given.get("setup", "variable"))
        s.open_money = self._choice("open_money", ["off", "on"], self.given.get("open_money", "off"))
        if s.beginner and s.players == 2:
            raise error(self._line("setup"), "two players always play the variable set-up (L97-4)")
        self._clear()
        self.turn = Turn(s, self.entries, self.last)
        self.drawn = set_up_board(
            s, self.drawing, PIECES, s.players + (s.players < 4), 4 if s.players == 2 else 3, regions=s.phase not in SETTING_UP
        )
        self.cards = ActionCards(bool(s.beginner), self.entries)
        politics = PoliticsCards()
        stated_laid = self._players(politics)
        self._alliances(politics)
        for pile in (0, 1):
            if entry := self.entries.get(f"pile {pile + 1}"):
                politics.lay_pile(entry[0], pile, [] if entry[1] == "-" else entry[1].split())
        if s.phase in (Phase.REMOVE, Phase.SETTLE) and not politics.spent_of(DESERTER, int(s.seat)):
            politics.spend(self._line("turn"), int(s.seat), ["deserter"])
        politics.store(s, self._line("pile 2"))
        if s.ended:
            s.politics_shown[s.politics_taker >= 0] = s.takes
        self._action_card()
        self._start_player(stated_laid)
        self._lay_cards(stated_laid)
        self.turn.check()
        s.round_number = self._number("round", 0, DECK, 0 if s.phase in SETTING_UP else 1)
        s.clock = self._number("decisions", 0, MOST_DECISIONS, 0)
        self._check_money()
        self._last_net()
        return s

    def _clear(self) -> None:
        s = self.s
        for name in ("looking", "expanding", "cut_from", "desert_to", "desert_from", "desert_cell", "ally_one", "ally_other"):
            s[name] = -1
        s.bid[:] = -1

    # Players

    def _players(self, politics: PoliticsCards) -> dict[int, int]:
        """Money, points, hands and bids; gives the decision cards that are stated, by seat."""
        s, laid = self.s, {}
        s.ducats[: s.players] = START_DUCATS
        most = most_owned(self.cards.slots)
        for seat, name in enumerate(COLOUR_NAMES):
            if name not in self.entries:
                continue
            number, value = self.entries[name]
            if seat >= s.players:
                raise error(number, f"{name} is not a player; with {s.players} players there are {', '.join(COLOUR_NAMES[: s.players])}")
            for part in value.split(","):
                match part.split():
                    case [amount, "ducats" | "ducat"]:
                        s.ducats[seat] = whole(number, amount, "ducats", 0, most)
                    case [points, "points" | "point"]:
                        s.score[seat] = whole(number, points, "points", -MOST_POINTS, MOST_POINTS)
                    case ["holds", *cards]:
                        politics.hold(number, seat, cards)
                    case ["spent", *cards]:
                        politics.spend(number, seat, cards)
                    case ["laid", cards]:
                        laid[seat] = DECISION_MASKS[one_of(number, cards, CARDS.tokens, "laid")]
                    case ["bid", amount, *treasures]:
                        self._bid(number, seat, amount, treasures)
                    case _:
                        forms = "12 ducats, 3 points, holds CARDS, spent CARDS, laid 1+2, bid 5 treasure-8"
                        raise error(number, f"cannot read {part.strip()!r} of {name}; expected parts like {forms}")
        if (total := int(s.ducats.sum())) > most:
            raise error(self.last, f"the players have {total} ducats together; there are never more than {most}")
        for seat in range(s.players):
            held = sum(1 << card - FIRST_TREASURE for owner, card, _ in politics.held if owner == seat and card >= FIRST_TREASURE)
            if s.bid_treasures[seat] & ~held or s.bid[seat] > s.ducats[seat]:
                raise error(self._line(COLOUR_NAMES[seat]), f"{COLOUR_NAMES[seat]} does not have what it bids (L97-22)")
        return laid

    def _bid(self, number: int, seat: int, amount: str, treasures: list[str]) -> None:
        s = self.s
        if s.phase != Phase.BID or not s.rivals >> seat & 1:
            raise error(number, f"{COLOUR_NAMES[seat]} has a bid but takes no part in a duel")
        s.bid[seat] = whole(number, amount, "bid", 0, MOST_NAMED)
        s.bid_treasures[seat] = one_of(number, " ".join(treasures), TREASURES.tokens, "treasures of a bid")
        s.actors &= ~(1 << seat)

    def _alliances(self, politics: PoliticsCards) -> None:
        s = self.s
        for slot in range(3):
            if entry := self.entries.get(f"alliance {slot + 1}"):
                number, names = entry[0], entry[1].split()
                if len(names) != 2:
                    raise error(number, f"an alliance joins two regions, like red-1 ochre-2, not {entry[1]!r}")
                one, other = (one_of(number, name, ALL_CASTLES.tokens, "alliance") for name in names)
                if one // CASTLES_EACH == other // CASTLES_EACH or one // CASTLES_EACH >= s.players:
                    raise error(number, "an alliance joins a player's region and one of another colour (L97-70)")
                for castle in (one, other):
                    if not s.region[castle].any():
                        raise error(number, f"{castle_name(castle)} has no region that could be allied (L97-70)")
                if any({one, other} == {int(s.ally_one[i]), int(s.ally_other[i])} for i in range(slot)):
                    raise error(number, "this alliance stands twice (L97-70)")
                s.ally_one[slot], s.ally_other[slot] = one, other
                while politics.spent_of(ALLIANCE) <= slot:
                    politics.spend(number, one // CASTLES_EACH, ["alliance"])
        s.alliances_made = politics.spent_of(ALLIANCE)

    # Cards and whose turn it is

    def _action_card(self) -> None:
        """Which card is up and which of its actions is being settled: as stated, or the first that fits the turn."""
        s = self.s
        cards = self.cards
        if s.phase in SETTING_UP:
            if "card" in self.entries:
                raise error(self._line("card"), "no action card is up before all castles are set")
            cards.stack(s, None)
            return
        up = cards.choose(self.turn.exact) if "action" not in self.entries else None
        up = cards.choose(self.turn.fits) if up is None else up
        if up is None:
            raise error(self._line("turn"), f"no action card that may be up goes with {self.entries['turn'][1]!r}")
        slots = cards.slots[up]
        if not self.turn.fits(slots):
            raise error(self._line("card"), f"the card that is up does not go with {self.entries['turn'][1]!r}")
        cards.stack(s, up)
        s.step = self.turn.slot(slots) if self.turn.needs_action() else -1

    def _start_player(self, laid: dict[int, int]) -> None:
        """As stated; else it follows from the decision cards, or it is who decides."""
        s = self.s
        default = next((seat for seat, mask in laid.items() if mask.bit_count() == 2), self.turn.usual_start())
        if s.phase in DECIDING:
            default = int(s.seat - len(laid)) % int(s.players)
        s.start = self._choice("start", COLOUR_NAMES[: s.players], COLOUR_NAMES[default])
        if s.ended:
            s.seat = s.start

    def _lay_cards(self, laid: dict[int, int]) -> None:
        """Decision cards: as stated; else those who are busy with the action have chosen it, and nobody else has laid any (L97-11)."""
        s, turn = self.s, self._line("turn")
        if laid and (s.ended or s.phase in SETTING_UP):
            raise error(turn, "no decision card lies before all castles are set, or when the game is over")
        if not laid and self.turn.needs_action():
            for seat in self.turn.seats if s.phase != Phase.NEGOTIATE else seats_of(int(s.rivals)):
                laid[seat] = 1 << int(s.step) | (1 << (s.step + 1) % 3 if seat == s.start and s.players < 4 else 0)
        for seat, mask in laid.items():
            two = seat == s.start and s.players < 4
            if (mask.bit_count() == 2) != two:
                raise error(turn, f"{COLOUR_NAMES[seat]} lays {'two decision cards' if two else 'one decision card'} (L97-11)")
            s.laid[seat] = mask
        if s.phase in DECIDING:
            before = [(s.start + n) % s.players for n in range((s.seat - s.start) % s.players)]
            if sorted(before) != sorted(laid):
                names = ", ".join(COLOUR_NAMES[seat] for seat in before) or "nobody"
                raise error(turn, f"{COLOUR_NAMES[s.start]} is start player, so before {COLOUR_NAMES[s.seat]} {names} must have laid cards")
        elif self.turn.needs_action():
            chosen = {seat for seat, mask in laid.items() if mask >> int(s.step) & 1}
            busy = set(seats_of(int(s.rivals))) or {int(s.seat)}
            if not busy <= chosen or ((s.phase == Phase.NEGOTIATE or s.duel == 1) and busy != chosen):
                names = ", ".join(COLOUR_NAMES[seat] for seat in sorted(chosen)) or "nobody"
                raise error(turn, f"action {s.step + 1} was chosen by {names}; that does not go with this turn")

    def _check_money(self) -> None:
        """Nobody can ever own more than can be named: all that the players have, that the card which is up still brings, and the cards to
        come (see `components.most_owned`)."""
        s = self.s
        have, to_come = int(s.ducats.sum()), 0
        if not s.ended:
            to_come = ducats_on(s.card[s.deck[s.drawn : s.deck_size]])
            to_come += ducats_on(s.card[s.deck[s.drawn - 1], int(s.step) + 1 :]) if s.drawn else 0
        if have + to_come > MOST_NAMED:
            lines = [number for key, (number, _) in self.entries.items() if key in COLOUR_NAMES or key.startswith("cards ")]
            right = f"expected at most {MOST_NAMED} in all, the highest sum that can be bid"
            raise error(max(lines), f"the players have {have} ducats together, and {to_come} more are on cards to come; {right}")

    def _last_net(self) -> None:
        s = self.s
        board = self.drawing[0][0] if self.drawing else self.last
        for problem in problems(s):
            raise error(board, f"the position cannot arise: {problem}")
        out = np.zeros(SPACE.size, np.int32)
        for seat in seats_of(int(s.actors)):
            with np.errstate(over="ignore"):
                choices = interpreted(legal)(s, seat, out)
            if not choices:
                raise error(self._line("turn"), f"{COLOUR_NAMES[seat]} would have nothing to choose")
