"""Rheinländer: reading a position (see `position` for the format)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from kronland.core.chance import Generator
from kronland.core.errors import PositionError, UsageError
from kronland.core.kernel import in_mode
from kronland.core.layout import State
from kronland.core.log import NO_LOG
from kronland.core.seeds import read_chance, seed_chance
from kronland.games.rheinlaender.components import TOKENS, Map, load, name
from kronland.games.rheinlaender.positions.hands import Known
from kronland.games.rheinlaender.rules.castles import castle_duke
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.duchies import is_knight, other_field, settle_bishops
from kronland.games.rheinlaender.rules.invariants import duchies_of, problems, touching
from kronland.games.rheinlaender.rules.knights import put_knight
from kronland.games.rheinlaender.rules.reach import allows
from kronland.games.rheinlaender.rules.setup import clear_table, lay_map
from kronland.games.rheinlaender.rules.state import (
    BASTION,
    BASTIONS,
    COLOUR_NAMES,
    HAND,
    LAND,
    LAYOUT,
    NONE,
    RIVER,
    SHUFFLE_CARD,
    Building,
    Phase,
)

SHUFFLE = "shuffle"
ONCE = ("players", "start", "turn", "phase", "pile")
WHOLE = re.compile("[0-9]{1,10}")
PHASES = {phase.name.lower(): phase for phase in Phase}


@cache
def our_map() -> Any:
    return load()


class Reader:
    def __init__(self, source: str, players: int | None, options: Mapping[str, str]) -> None:
        self.lines: list[tuple[int, list[str]]] = []
        for number, line in enumerate(source.splitlines(), 1):
            words = line.partition("#")[0].split()
            if words:
                self.lines.append((number, words))
        self.number = 0
        self.s: State = LAYOUT.new()
        self.players, self.options = players or 0, options
        self.cards: dict[int, str] = {}  # card -> where it is
        self.phase_line = 0

    def error(self, found: str, right: str) -> PositionError:
        where = f"position, line {self.number}: " if self.number else "position: "
        return PositionError(f"{where}{found}; expected {right}")

    def state(self) -> State:
        keys: dict[str, Callable[[list[str]], None]] = {
            "knights": self.knights,
            "bastions": self.bastions,
            "bastions_left": self.bastions_left,
            "coins": self.coins,
            "start": self.start,
            "turn": self.turn,
            "phase": self.phase,
            "option": self.option,
            "chance": self.chance,
            "bastion_set": self.flag("bastion_set"),
            "last_turn": self.flag("last_turn"),
        }
        known = Known(self)
        later = {"duke": self.duke, "hand": self.hand, **known.words, "discards": self.discards, "pile": self.pile}
        earlier = {"players": self.count, "section": lambda words: None, "touch": lambda words: None, "spot": lambda words: None}
        for number, (key, *_) in self.lines:
            self.number = number
            if key not in {**keys, **later, **earlier}:
                raise self.error(f"unknown word {key!r}", f"one of {', '.join(sorted({**keys, **later, **earlier}))}")
            if key in ONCE and [words[0] for _, words in self.lines].count(key) > 1:
                raise self.error(f"there is more than one line {key!r}", "one")
        self.each("players", self.count)
        if not self.players:
            raise self.error("the number of players is missing", "a line like: players 3")
        self.table()
        for key, take in keys.items():
            self.each(key, take)
        self.default_bastions()
        self.duchies()
        for key, take in later.items():
            if key == "not":
                self.deal()
            self.each(key, take)
        known.finish()
        self.finish()
        return self.s

    def each(self, key: str, take: Callable[[list[str]], None]) -> None:
        for number, (word, *rest) in self.lines:
            self.number = number
            if word == key:
                take(rest)
        self.number = 0

    # Words --------------------------------------------------------------------------------------------------------------------------

    def whole(self, words: list[str], at: int, low: int, high: int) -> int:
        said = words[at] if at < len(words) else "nothing"
        if not WHOLE.fullmatch(said) or not low <= int(said) <= high:
            raise self.error(f"got {said!r}", f"a whole number from {low} to {high}")
        return int(said)

    def colour(self, words: list[str]) -> int:
        colours = COLOUR_NAMES[: self.players]
        if not words or words[0] not in colours:
            raise self.error(f"got {words[0]!r}" if words else "got nothing", f"one of {', '.join(colours)}")
        return colours.index(words[0])

    def field(self, word: str) -> int:
        field = ALL_FIELDS.read(word)
        if field is None or (not touching(self.s, field)):
            raise self.error(f"there is no field {word!r} on this map", f"a field ({ALL_FIELDS.hint})")
        return field

    def free(self, word: str) -> int:
        field = self.field(word)
        if self.s.on[field] != NONE:
            raise self.error(f"{name(field)} is occupied twice", "one knight or bastion a field")
        return field

    # The map and what stands on it --------------------------------------------------------------------------------------------------

    def count(self, words: list[str]) -> None:
        self.players = self.whole(words, 0, 3, 5)

    def table(self) -> None:
        land = self.own_map() if any(words[0] == "section" for _, words in self.lines) else None
        parts = our_map() if land is None else land.record()
        in_mode(lay_map, "python")(self.s, parts)
        in_mode(clear_table, "python")(self.s, self.players)
        self.s.phase, self.s.turn_number = Phase.CARD, 1
        for option, value in ({"archbishop": "on"} | dict(self.options)).items():
            self.option([option, value])
        seed_chance(self.s, 0, Generator.SPLITMIX)  # as positions of rules version 1 have it, if the text says nothing of chance
        self.each("spot", self.spot)

    def own_map(self) -> Map:
        land = Map()

        def section(words: list[str]) -> None:
            land.add_section(self.whole(words, 0, 1, RIVER), [self.named(word) for word in words[1:]])

        def touch(words: list[str]) -> None:
            for word in words[1:]:
                land.touch(self.named(words[0]), self.named(word))

        def spot(words: list[str]) -> None:
            if words[1:] == ["none"]:
                if problem := land.add_spot(words[0]):
                    raise self.error(*problem)

        for key, take in (("section", section), ("touch", touch)):
            self.each(key, take)
        if problem := land.problem():
            raise self.error(*problem)
        self.each("spot", spot)
        return land

    def named(self, word: str) -> int:
        field = ALL_FIELDS.read(word)
        if field is None:
            raise self.error(f"{word!r} is no field", ALL_FIELDS.hint)
        return field

    def spot(self, words: list[str]) -> None:
        spots = [f"{name(one)}-{name(other)}" for one, other in self.s.spot_field[: self.s.spots].tolist()]
        if not words or words[0].upper() not in spots:
            raise self.error(f"there is no spot {' '.join(words[:1])!r}", f"one of {', '.join(spots)}")
        number = spots.index(words[0].upper())
        if words[1:] == ["none"]:
            return
        if len(words) < 2 or words[1] not in TOKENS or len(words) > 3:
            raise self.error(f"got {' '.join(words[1:])!r}", f"a building ({', '.join(TOKENS)}), and a colour for a manned castle")
        self.s.building[number] = TOKENS[words[1]]
        if len(words) == 3:
            seat = self.colour(words[2:])
            self.s.castle_knight[number] = seat
            self.use_knight(seat)

    def use_knight(self, seat: int) -> None:
        if self.s.knights_left[seat] == 0:
            raise self.error(f"{COLOUR_NAMES[seat]} has no knight left for this one", "no more knights than the player has (RH-1)")
        self.s.knights_left[seat] -= 1

    def knights(self, words: list[str]) -> None:
        seat = self.colour(words)
        for word in words[1:]:
            field = self.free(word)
            self.use_knight(seat)
            in_mode(put_knight, "python")(self.s, seat, field)

    def bastions(self, words: list[str]) -> None:
        for word in words:
            field = self.free(word)
            if field >= LAND:
                raise self.error(f"{name(field)} is water", "bastions on land (RH-17)")
            self.s.on[field] = BASTION
            self.s.taken[field // 64] |= np.uint64(1 << field % 64)

    def bastions_left(self, words: list[str]) -> None:
        self.s.bastions_left[self.colour(words)] = self.whole(words, 1, 0, BASTIONS)

    def default_bastions(self) -> None:
        """Where it is not said whose the bastions on the map were, they come from the first players."""
        if not any(words[0] == "bastions_left" for _, words in self.lines):
            for _ in range(int((self.s.on == BASTION).sum())):
                having = [seat for seat in range(self.players) if self.s.bastions_left[seat]]
                if not having:
                    raise self.error("too many bastions", f"at most {self.players * BASTIONS} (RH-1)")
                self.s.bastions_left[having[0]] -= 1

    def duchies(self) -> None:
        s = self.s
        for number, duchy in enumerate(duchies_of(s), 1):
            for field in duchy.fields:
                s.duchy[field] = number
            for seat, knights in duchy.knights.items():
                s.strength[number, seat] = knights
            s.worth[number], s.churches[number], s.extent[number] = duchy.worth, duchy.churches, len(duchy.fields)
            s.duke[number] = duchy.leader()

    def duke(self, words: list[str]) -> None:
        seat = self.colour(words)
        number = int(self.s.duchy[self.field(words[1])]) if len(words) == 2 else 0
        if not number:
            raise self.error(f"there is no duchy at {' '.join(words[1:]) or 'nowhere'}", "a field of a duchy (RH-20)")
        self.s.duke[number] = seat

    # Money, cards, whose turn -------------------------------------------------------------------------------------------------------

    def coins(self, words: list[str]) -> None:
        self.s.coins[self.colour(words)] = self.whole(words, 1, 0, 9999)

    def claim(self, words: list[str], at: int, where: str) -> int:
        card = self.whole(words, at, 1, int(self.s.sections))
        if card in self.cards:
            raise self.error(f"card {card} is in {self.cards[card]} already", "every card in one place")
        self.cards[card] = where
        return card

    def hand(self, words: list[str]) -> None:
        seat = self.colour(words)
        if len(words) - 1 != self.hand_size(seat):
            raise self.error(f"{len(words) - 1} cards in this hand", f"{self.hand_size(seat)} (RH-3, RH-18)")
        for at in range(1, len(words)):
            self.s.hand[seat, at - 1] = self.claim(words, at, f"the hand of {words[0]}")
        self.s.hand_size[seat] = len(words) - 1

    def hand_size(self, seat: int) -> int:
        played = self.s.phase in (Phase.CASTLE, Phase.BASTION) and not self.s.ended
        return HAND - 1 if played and seat == self.s.seat else HAND

    def deal(self) -> None:
        """Cards for hands that were not given; and nothing is known of any hand but what is said."""
        for words in (words for _, words in self.lines if words[0] in ("discards", "pile")):
            for card in (int(word) for word in words[1:] if WHOLE.fullmatch(word)):
                self.cards.setdefault(card, "")
        rest = [card for card in range(1, self.s.sections + 1) if card not in self.cards]
        for seat in range(self.players):
            if self.s.hand_size[seat] == 0:
                if seat == self.s.seat and int(self.s.picked) in rest:  # a card that is picked is held
                    rest.remove(int(self.s.picked))
                    rest.insert(0, int(self.s.picked))
                for place in range(self.hand_size(seat)):
                    card = rest.pop(0) if rest else 0
                    if card == 0:
                        raise self.error("no cards left to deal", "all cards named, or enough left over")
                    self.s.hand[seat, place] = card
                    self.cards[card] = f"the hand of {COLOUR_NAMES[seat]}"
                self.s.hand_size[seat] = self.hand_size(seat)
        self.cards = {card: where for card, where in self.cards.items() if where}

    def discards(self, words: list[str]) -> None:
        for at in range(len(words)):
            self.s.discards |= np.uint64(1 << self.claim(words, at, "the discards"))

    def pile(self, words: list[str]) -> None:
        if words.count(SHUFFLE) != 1:
            raise self.error(f"{words.count(SHUFFLE)} shuffle cards in the pile", "one (RH-3)")
        cards = [SHUFFLE_CARD if word == SHUFFLE else self.claim(words, at, "the pile") for at, word in enumerate(words)]
        self.s.pile[: len(cards)] = list(reversed(cards))
        self.s.pile_size = len(cards)

    def option(self, words: list[str]) -> None:
        names = {"archbishop": "archbishop_counts", "open_money": "open_money"}
        if len(words) != 2 or words[0] not in names or words[1] not in ("on", "off"):
            raise self.error(f"got {' '.join(words)!r}", f"{' or '.join(names)}, on or off")
        self.s[names[words[0]]] = words[1] == "on"

    def chance(self, words: list[str]) -> None:
        try:
            read_chance(self.s, " ".join(words))
        except UsageError as problem:
            raise PositionError(f"position, line {self.number}: {problem}") from None

    def start(self, words: list[str]) -> None:
        self.s.start = self.colour(words)

    def turn(self, words: list[str]) -> None:
        self.s.seat = self.colour(words)
        if len(words) > 1:
            self.s.turn_number = self.whole(words, 1, 1, 9999)

    def phase(self, words: list[str]) -> None:
        self.phase_line = self.number
        if words == ["over"]:
            self.s.phase, self.s.ended = 0, 1
            return
        if not words or words[0] not in PHASES:
            raise self.error(f"got {' '.join(words)!r}", f"one of {', '.join(PHASES)}, over")
        self.s.phase = PHASES[words[0]]
        if self.s.phase == Phase.FIELD:
            self.s.picked = self.whole(words, 1, 1, int(self.s.sections))
        if self.s.phase == Phase.CASTLE:
            self.s.arrived = self.field(words[1]) if len(words) > 1 else NONE
            self.s.castles_settled = self.whole(words, 2, 1, 2) - 1 if len(words) > 2 else 0

    def flag(self, key: str) -> Callable[[list[str]], None]:
        def take(words: list[str]) -> None:
            self.s[key] = 1

        return take

    def finish(self) -> None:
        s = self.s
        if s.pile_size == 0:
            rest = [card for card in range(s.sections, 0, -1) if card not in self.cards]
            s.pile[: len(rest) + 1] = [SHUFFLE_CARD, *rest]
            s.pile_size = len(rest) + 1
        in_mode(settle_bishops, "python")(s, NO_LOG)
        self.number = self.phase_line
        s.actors = 0 if s.ended else 1 << int(self.decider())
        self.check_picked()
        if wrong := problems(s):
            raise PositionError(f"this position cannot arise: {wrong[0]}")

    def decider(self) -> int:
        s = self.s
        if s.phase != Phase.CASTLE:
            return int(s.seat)
        if s.arrived == NONE or s.arrived >= LAND or s.on[s.arrived] != s.seat:
            raise self.error("no knight has come to a castle", f"the land field of a knight of {COLOUR_NAMES[s.seat]}, whose turn it is")
        spot = int(s.spot_of[s.arrived, s.castles_settled])
        if spot == NONE or s.building[spot] != Building.CASTLE or s.castle_knight[spot] != NONE:
            raise self.error(f"{name(s.arrived)} has no empty castle {s.castles_settled + 1}", "the number of a castle beside it (RH-30)")
        if in_mode(is_knight, "python")(s.on[in_mode(other_field, "python")(s, spot, s.arrived)]):
            raise self.error("a knight stands beside this castle already", "a castle that the first knight comes to (RH-30)")
        duke = int(in_mode(castle_duke, "python")(s))
        if duke == NONE:
            raise self.error("no duke has to decide about a castle", "a duchy with a duke beside the knight (RH-30)")
        if s.knights_left[duke] == 0:
            raise self.error(f"the duke, {COLOUR_NAMES[duke]}, has no knight for the castle", "a knight left (RH-30)")
        return duke

    def check_picked(self) -> None:
        """The card whose knight is about to be set is in the hand, and allows something (RH-15)."""
        s = self.s
        if s.phase != Phase.FIELD or s.ended:
            return
        if s.picked not in s.hand[s.seat].tolist():
            raise self.error(f"{COLOUR_NAMES[s.seat]} does not hold the card {s.picked}", "a card in the hand of whose turn it is")
        if not in_mode(allows, "python")(s, s.seat, s.picked):
            raise self.error(f"the card {s.picked} allows nothing", "a card with a field for a knight (RH-15)")
