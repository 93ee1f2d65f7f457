"""Brian Boru: reading a text position (see `position`)."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

import numpy as np

from kronland.core.errors import PositionError
from kronland.core.game import seats_of
from kronland.core.kernel import interpreted
from kronland.core.layout import State
from kronland.games.brianboru import components, rules, setup
from kronland.games.brianboru.actions import SPACE
from kronland.games.brianboru.invariants import DEAL, ROUNDS, problems
from kronland.games.brianboru.state import (
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
TRICKS = {3: 7, 4: 5, 5: 5}
NUMBERS = {"coins": "coins", "renown": "renown", "points": "points", "raiders": "raiders", "church": "church"}
LISTS = ("towns", "tokens", "married", "holds", "played", "sees", "lacks")
KEYS = [
    *("game", "players", "tricks", "round", "marker", *COLOUR_NAMES, "open", "battle", "estrid", "fleets", "marriages"),
    *(f"dealt {colour}" for colour in COLOUR_NAMES),
    *("tricks played", "passes", "active", "leader", "winner", "decisions", "chance", "turn"),
]
COLOURS_OF_CARDS = [colour.name.lower() for colour in Colour]


def error(number: int, what: str) -> PositionError:
    return PositionError(f"position, line {number}: {what}")


def one_of(number: int, value: str, values: Sequence[str], what: str) -> int:
    if value not in values:
        raise error(number, f"{value!r} is no {what}; expected {'one of ' if len(values) > 1 else ''}{', '.join(values)}")
    return list(values).index(value)


def whole(number: int, value: str, what: str, least: int, most: int) -> int:
    if not value.isdigit() or not least <= int(value) <= most:
        raise error(number, f"{what} is {value!r}; expected a whole number from {least} to {most}")
    return int(value)


class Reader:
    """One text being read. Each step fills its part of the state; what is wrong is said with the line it stands in."""

    def __init__(self, source: str) -> None:
        self.entries: dict[str, tuple[int, str]] = {}
        lines = source.splitlines()
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            key, colon, value = line.partition(":")
            key = " ".join(key.split())
            if not colon or key not in KEYS:
                near = difflib.get_close_matches(key, KEYS, 1)
                raise error(number, f"unknown key {key!r}; {f'did you mean {near[0]!r}?' if near else 'expected `key: value`'}")
            if key in self.entries:
                raise error(number, f"{key!r} is given twice, first in line {self.entries[key][0]}")
            self.entries[key] = (number, " ".join(value.split()))
        self.last = len(lines)
        self.s = LAYOUT.new()

    def _entry(self, key: str, default: str) -> tuple[int, str]:
        return self.entries.get(key, (self.last, default))

    def _number(self, key: str, least: int, most: int, default: int) -> int:
        number, value = self._entry(key, str(default))
        return whole(number, value, key, least, most)

    def _seat(self, number: int, name: str) -> int:
        return one_of(number, name, COLOUR_NAMES[: self.s.players], "player")

    def state(self) -> State:
        s = self.s
        one_of(*self._entry("game", GAME), [GAME], "game here")
        number, players = self._entry("players", "4")
        s.players = 3 + one_of(number, players, ["3", "4", "5"], "number of players")
        number, tricks = self._entry("tricks", "five")
        s.four_tricks = one_of(number, tricks, ["five", "four"], "number of tricks")
        if s.four_tricks and s.players != 5:
            raise error(number, "four tricks are an option with five players only (BB-12)")
        parts = components.load()
        interpreted(setup.lay_out)(s, parts)
        interpreted(setup.clear_table)(s)
        self._turn()
        s.round_number = self._number("round", 0, ROUNDS[int(s.players)], 0 if s.phase == Phase.START else 1)
        if (s.phase == Phase.START) != (s.round_number == 0):
            raise error(self._entry("round", "")[0], "round 0 is the set-up, where the first discs are set, and nothing else (BB-3)")
        number, marker = self._entry("marker", COLOUR_NAMES[max(0, s.seat)])
        s.marker = self._seat(number, marker)
        self._players()
        self._board()
        self._decks(parts)
        if s.round_number:
            self._cards()
        self._trick()
        self._upkeep()
        s.clock = self._number("decisions", 0, 2**31 - 1, 0)
        s.rng = np.uint64(self._number("chance", 0, 2**64 - 1, 0))
        self._last_net()
        return s

    # Who decides what

    def _turn(self) -> None:
        s = self.s
        if "turn" not in self.entries:
            raise error(self.last, "no turn is given; expected a line like `turn: red name`")
        number, said = self.entries["turn"]
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

    # Players and board

    def _players(self) -> None:
        s = self.s
        self.lists: dict[tuple[int, str], tuple[int, list[str]]] = {}
        s.coins[: s.players], s.renown[: s.players], s.points[: s.players] = START_COINS, START_RENOWN, START_POINTS
        for seat, colour in enumerate(COLOUR_NAMES):
            if colour not in self.entries:
                continue
            number, said = self.entries[colour]
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
                        self.lists[seat, name] = (number, values)
                    case []:
                        pass
                    case _:
                        known = ", ".join(("3 coins", "1 renown", "10 points", "track 0", "0 raiders", "0 church", *LISTS, "table 11"))
                        raise error(number, f"{part.strip()!r} is not known of a player; expected {known}")

    def _listed(self, seat: int, name: str, values: Sequence[str], what: str) -> tuple[int, list[int]]:
        number, said = self.lists.get((seat, name), (self.last, []))
        return number, [one_of(number, value, values, what) for value in said]

    def _board(self) -> None:
        s = self.s
        for seat in range(s.players):
            number, said = self.lists.get((seat, "towns"), (self.last, []))
            for token in said:
                town = one_of(number, token.rstrip("+!"), TOWN_NAMES, "town (it may end in + and !)")
                bit = np.uint64(1 << town)
                s.disc[seat] |= bit
                if "+" in token:
                    s.monastery |= bit
                if "!" in token:
                    s.vikings |= bit
            for region in self._listed(seat, "tokens", REGIONS, "region")[1]:
                s.token[region] = seat
            for card in self._listed(seat, "married", MARRIAGE_NAMES, "marriage card")[1]:
                s.spouse[card] = seat
            for colour in self._listed(seat, "lacks", COLOURS_OF_CARDS, "colour of cards")[1]:
                s.lacks[seat] |= 1 << colour
        number, said_open = self._entry("open", "")
        for token in said_open.split():
            region = one_of(number, token, REGIONS, "region")
            if s.token[region] >= 0:
                raise error(number, f"the token of {token} lies open, but {COLOUR_NAMES[s.token[region]]} holds it")
            s.token[region] = NOBODY
        if "estrid" in self.entries:
            number, said_estrid = self.entries["estrid"]
            colour_name, _, choice = said_estrid.partition(" ")
            seat = self._seat(number, colour_name)
            if one_of(number, choice, ["pact", "trade"], "choice of Estrid's"):
                s.trade = seat
            else:
                s.pact = seat

    def _decks(self, parts: object) -> None:
        s = self.s
        number, fleets = self._entry("fleets", " ".join(map(str, parts.fleet.tolist())))  # type: ignore[attr-defined]
        sizes = [whole(number, size, "a fleet", 1, 99) for size in fleets.split()]
        if sorted(sizes) != sorted(parts.fleet.tolist()):  # type: ignore[attr-defined]
            raise error(number, f"the fleets are {fleets}; expected 9 10 11 12 12 13 14 in any order (BB-2)")
        s.fleet[:FLEETS] = sizes
        last = ROUNDS[int(s.players)] - 1
        usual = [*MARRIAGE_NAMES[:last], MARRIAGE_NAMES[ESTRID], *MARRIAGE_NAMES[last:ESTRID]]
        number, said = self._entry("marriages", " ".join(usual))
        cards = [one_of(number, name, MARRIAGE_NAMES, "marriage card") for name in said.split()]
        if sorted(cards) != list(range(MARRIAGES)) or cards[last] != ESTRID:
            raise error(number, f"the marriages are {said}; expected all eight, Estrid as number {last + 1} (BB-2)")
        s.marriage[:] = cards
        upkeep = s.stage > Stage.BATTLE or s.ended
        s.battle = self._number("battle", 0, 99, 0 if upkeep or not s.round_number else int(s.fleet[s.round_number - 1]))

    # The cards of the round

    def _cards(self) -> None:
        s = self.s
        players, size = int(s.players), DEAL[int(s.players)]
        last_pass = (size - 1) // 2
        drafting = s.phase == Phase.DRAFT
        s.passes = self._number("passes", 0, last_pass - 1 if drafting else last_pass, 0 if drafting else last_pass)
        most = 4 if s.four_tricks else TRICKS[players]
        usual = 0 if drafting or s.stage == Stage.TRICK else 1 if s.stage <= Stage.ROW else most
        s.trick = self._number("tricks played", 0, most, usual)
        kept: list[list[int]] = []
        seen: list[list[int]] = []
        for seat in range(players):
            held, played, sees = (self._card_list(seat, name) for name in ("holds", "played", "sees"))
            if s.card_of[seat] >= 0 and int(s.card_of[seat]) not in played:
                played.append(int(s.card_of[seat]))
            for card in played:
                s.played_by[card] = seat
            kept.append([*held, *(card for card in played if card not in held)])
            seen.append(sees)
        if any(f"dealt {colour}" in self.entries for colour in COLOUR_NAMES):
            self._dealt(kept, seen)
        else:
            self._fill(kept, seen)

    def _card_list(self, seat: int, name: str) -> list[int]:
        number, said = self.lists.get((seat, name), (self.last, []))
        return [whole(number, value, "a card", 1, CARDS) - 1 for value in said]

    def _dealt(self, kept: list[list[int]], seen: list[list[int]]) -> None:
        """The ways of the cards as they are stated; what hands and packets are stated must agree."""
        s = self.s
        s.packet[:] = s.players
        for seat in range(s.players):
            number, said = self._entry(f"dealt {COLOUR_NAMES[seat]}", "")
            for token in said.split():
                value, at, passes = token.partition("@")
                card = whole(number, value, "a card", 1, CARDS) - 1
                if s.packet[card] != s.players:
                    raise error(number, f"the card {value} is dealt twice")
                s.packet[card] = seat
                s.pick[card] = whole(number, passes, "the passes before a card was kept", 0, int(s.passes)) if at else -1
        for card in range(CARDS):
            if s.packet[card] < s.players:
                passes = int(s.pick[card]) if s.pick[card] >= 0 else int(s.passes)
                self._put(card, (int(s.packet[card]) + passes) % int(s.players), s.pick[card] >= 0)
        for seat in range(s.players):
            for name, said_cards, found in (("holds", kept, s.hand), ("sees", seen, s.offer)):
                for card in said_cards[seat]:
                    if s.played_by[card] != seat and not int(found[seat]) >> card & 1:
                        number = self.lists.get((seat, name), (self.last, []))[0]
                        raise error(number, f"{COLOUR_NAMES[seat]} {name} {card + 1}, but it was dealt another way")

    def _put(self, card: int, seat: int, kept: bool) -> None:
        """A card into the hand or the packet where its way leads; after the tricks no hand is left."""
        s = self.s
        if not kept:
            s.offer[seat] |= 1 << card
        elif s.played_by[card] < 0 and s.stage <= Stage.ROW and not s.ended:
            s.hand[seat] |= 1 << card
            s.hand_size[seat] += 1

    def _fill(self, kept: list[list[int]], seen: list[list[int]]) -> None:
        """Complete hands, discards and packets from the lowest cards that are nowhere stated; then the ways follow."""
        s = self.s
        players, size = int(s.players), DEAL[int(s.players)]
        stated = [card for cards in (*kept, *seen) for card in cards]
        for card in stated:
            if stated.count(card) > 1:
                raise error(self.last, f"the card {card + 1} is in two places")
        spare = [card for card in range(CARDS) if card not in stated]
        drafting = s.phase == Phase.DRAFT
        s.packet[:] = players
        for seat in range(players):
            chosen = not int(s.actors) >> seat & 1
            hand = 2 * int(s.passes) + 2 * chosen if drafting else size
            packet = size - 2 * int(s.passes) - 2 * chosen if drafting else 0
            on_table = s.stage <= Stage.ROW and (s.card_of[seat] >= 0 or self._acted(seat))
            gone = 0 if drafting else int(s.trick) + (on_table and s.stage == Stage.TRICK)
            played = sum(s.played_by[card] == seat for card in kept[seat])
            if len(kept[seat]) > hand or len(seen[seat]) > packet or played > gone or len(kept[seat]) - played > hand - gone:
                raise error(self.entries.get(COLOUR_NAMES[seat], (self.last, ""))[0], f"{COLOUR_NAMES[seat]} has too many cards (BB-11)")
            for _ in range(gone - played):
                s.played_by[spare[0]] = seat
                kept[seat].append(spare.pop(0))
            while len(kept[seat]) < hand:
                kept[seat].append(spare.pop(0))
            while len(seen[seat]) < packet:
                seen[seat].append(spare.pop(0))
            for place, card in enumerate(kept[seat]):
                s.pick[card] = min(place // 2, (size - 1) // 2)
                s.packet[card] = (seat - s.pick[card]) % players
                self._put(card, seat, True)
            for card in seen[seat]:
                s.packet[card] = (seat - int(s.passes)) % players
                self._put(card, seat, False)

    def _acted(self, seat: int) -> bool:
        """In a trick whose cards have all been played, a seat without a card on the table has acted."""
        return bool(self.s.stage in (Stage.ACTIONS, Stage.ROW))

    # The trick and the upkeep

    def _trick(self) -> None:
        s = self.s
        number, active = self._entry("active", "")
        s.active = one_of(number, active, TOWN_NAMES, "town") if active else -1
        number, leader = self._entry("leader", "")
        if leader:
            s.leader = self._seat(number, leader)
        elif s.phase in (Phase.NAME, Phase.CARD):
            s.leader = s.marker
        number, winner = self._entry("winner", "")
        on_table = {int(s.card_of[seat]): seat for seat in range(s.players) if s.card_of[seat] >= 0}
        if winner:
            s.winner = self._seat(number, winner)
        elif s.stage in (Stage.ACTIONS, Stage.ROW) and s.active >= 0:
            colour = next(colour for colour in range(3) if int(s.town_colour[colour]) >> int(s.active) & 1)
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
            raise error(self.last, f"the position cannot arise: {problem}")
        room = np.zeros(SPACE.size, np.int32)
        for seat in seats_of(int(self.s.actors)):
            with np.errstate(over="ignore"):
                choices = interpreted(rules.legal)(self.s, seat, room)
            if not choices:
                raise error(self.turn_line, f"{COLOUR_NAMES[seat]} would have nothing to choose")
