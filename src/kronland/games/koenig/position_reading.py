"""Löwenherz (2003): reading a text position (see `position`)."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kronland.core.kernel import Kernel, interpreted
from kronland.core.layout import MOST_DECISIONS, State
from kronland.core.log import NO_LOG
from kronland.games.grid.boardreading import Pieces, set_up_board
from kronland.games.grid.regions import CASTLES, CASTLES_EACH
from kronland.games.grid.textboard import Line, TextBoard, error, one_of, whole
from kronland.games.koenig.actions import ALL_CASTLES, CARDS, FACES, PRICES, SPACE, symbol_token
from kronland.games.koenig.components import LETTERS, Kind, load, number_kinds
from kronland.games.koenig.components import MOST_DUCATS as DEAREST
from kronland.games.koenig.ending import end_with_deck
from kronland.games.koenig.invariants import drawn_too_early, problems
from kronland.games.koenig.land import settle_monopolies, value_of
from kronland.games.koenig.rules import legal
from kronland.games.koenig.setup import neutral_pairs, own_pairs
from kronland.games.koenig.state import (
    BOARD,
    BORDERS,
    COLOUR_NAMES,
    DECK,
    HAND,
    KING_TOKEN,
    KNIGHTS,
    LAYOUT,
    MARKET_REFILLS,
    NO_CARD,
    PILE_NAMES,
    START_DUCATS,
    End,
    Phase,
    Terrain,
)

GAME = "koenig"
# A purse has room for 32,767 ducats. A turn brings 4 ducats of income (L03-10) and one sale at most; the deck of 60 cards makes each of
# two players have no more than 60 * (MARKET_REFILLS + 1) / 2 turns: that is 18,000 ducats.
MOST_DUCATS = 14_000
TEXT_BOARD = TextBoard(BOARD, "".join(LETTERS), "".join(name[0] for name in COLOUR_NAMES), CASTLES_EACH)
PIECES = Pieces(
    form=TEXT_BOARD,
    colours=COLOUR_NAMES,
    terrains=[terrain.name.lower().replace("_", " ") for terrain in Terrain],
    borders=BORDERS,
    knights=KNIGHTS,
    border_rule="L03-24",
    knight_rule="L03-2",
    castle_ground_rule="L03-4",
    knight_ground_rule="L03-30",
    region_rule="L03-27",
)
PHASE_NAMES = {
    Phase.CASTLE: "castle",
    Phase.START_KNIGHT: "start-knight",
    Phase.CARD: "card",
    Phase.BORDER: "borders",
    Phase.KNIGHT: "knights",
    Phase.EXPAND: "fields",
    Phase.DESERTER: "deserter",
    Phase.SETTLE: "settle",
    Phase.REMOVE: "remove",
    Phase.ALLIANCE: "alliance",
    Phase.REFILL: "refill",
}
SETTING_UP = (Phase.CASTLE, Phase.START_KNIGHT)
ACTION_PHASES = tuple(phase for phase in Phase if Phase.BORDER <= phase <= Phase.ALLIANCE)
MOST_LEFT = {Phase.BORDER: 3, Phase.KNIGHT: 2, Phase.EXPAND: 2, Phase.DESERTER: 1, Phase.SETTLE: 1, Phase.REMOVE: 1, Phase.ALLIANCE: 1}
DETAILS: dict[Phase, tuple[str, ...]] = {
    Phase.EXPAND: ("after", "for"),
    Phase.DESERTER: (),  # whose regions are chosen is settled at once
    Phase.SETTLE: ("after", "to", "from"),
    Phase.REMOVE: ("after", "to", "from"),
}
KIND_FIELDS = ("kinds", "kind_card", "kind_pile", "kind_symbols", "kind_cost", "kind_sale", "kind_count")
KEYS = [
    *("game", "players", *COLOUR_NAMES, "alliance", *(f"cards {letter}" for letter in PILE_NAMES)),
    *("market", "played", "deck", "sold", "market refills", "start", "decisions", "turn"),
]

Entry = tuple[int, str]  # line, value


class Reader:
    """One text being read. Each step fills its part of the state; what is wrong is said with the line it stands in."""

    def __init__(self, source: str, players: int | None, options: Mapping[str, str]) -> None:
        self.given = {**options, "players": str(players or 4)}
        self.entries: dict[str, Entry] = {}
        self.alliances: list[Entry] = []
        self.drawing: list[Line] = []
        for number, line in enumerate(source.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                self._sort_line(number, line)
        self.last = len(source.splitlines())
        self.s = LAYOUT.new()

    def _sort_line(self, number: int, line: str) -> None:
        key, colon, value = line.partition(":")
        if not colon:
            if self.drawing and number != self.drawing[-1][0] + 1:
                raise error(number, f"expected 'key: value', got {line.strip()!r} (the board is drawn in one piece)")
            self.drawing.append((number, line))
            return
        key = " ".join(key.split())
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, 1)
            raise error(number, f"unknown key {key!r}{f'; did you mean {near[0]!r}?' if near else ''}")
        if key == "alliance":
            self.alliances.append((number, value.strip()))
            return
        if key in self.entries:
            raise error(number, f"{key!r} is given twice, first in line {self.entries[key][0]}")
        self.entries[key] = (number, value.strip())

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
        for name in ("sold", "expanding", "desert_to", "desert_from"):
            s[name] = NO_CARD
        s.hand[:] = s.deck[:] = NO_CARD
        self._turn()
        colours = int(s.players) + (s.players == 2)
        set_up_board(s, self.drawing, PIECES, colours, int(ask(own_pairs, s)), regions=s.phase not in SETTING_UP)
        self._check_castles()
        self._kinds()
        points = self._players()
        self._alliances()
        self._cards()
        s.market_refills = self._number("market refills", 0, MARKET_REFILLS, 0)
        s.clock = self._number("decisions", 0, MOST_DECISIONS, 0)
        self._score(points)
        self._check()
        return s

    # Whose turn it is

    def _turn(self) -> None:
        s = self.s
        if "turn" not in self.entries:
            raise error(self.last, "the turn is missing; expected a line like 'turn: red card'")
        number, value = self.entries["turn"]
        first, *details = [part.strip() for part in value.split(",")]
        words = first.split()
        if len(words) not in (2, 3):
            raise error(number, f"the turn is {value!r}; expected a player and what is to be decided, like 'red card'")
        s.seat = s.turn = one_of(number, words[0], COLOUR_NAMES[: s.players], "player")
        s.start = self._choice("start", COLOUR_NAMES[: s.players], words[0])
        if words[1] == "over":
            s.ended = End[details[0].upper()] if details and details[0] in ("king", "deck") else 0
            if not s.ended or len(words) != 2 or len(details) != 1:
                raise error(number, f"the turn is {value!r}; expected 'red over, king' or 'red over, deck'")
            return
        names = list(PHASE_NAMES.values())
        phase = list(PHASE_NAMES)[one_of(number, words[1], names, "what is to be decided")]
        s.phase, s.actors = phase, 1 << int(s.seat)
        if phase in ACTION_PHASES:
            self._action(number, phase, words[2:], self._details(number, phase, details))
        elif len(words) != 2 or details:
            raise error(number, f"{words[1]!r} needs nothing more, got {value!r}")

    def _details(self, number: int, phase: Phase, parts: Sequence[str]) -> dict[str, str]:
        """Parts like `after 1`, by the words that begin them."""
        known = DETAILS.get(phase, ("after",))
        found: dict[str, str] = {}
        for part in parts:
            word, _, rest = part.partition(" ")
            if word not in known or word in found:
                expected = f"{', '.join(known)}, once each" if known else "nothing more"
                raise error(number, f"cannot read {part!r} of {PHASE_NAMES[phase]!r}; expected {expected}")
            found[word] = rest.strip()
        return found

    def _action(self, number: int, phase: Phase, count: Sequence[str], details: dict[str, str]) -> None:
        s = self.s
        most = MOST_LEFT[phase]
        usual = 1 if phase == Phase.REMOVE else 0
        counted = phase in (Phase.BORDER, Phase.KNIGHT, Phase.EXPAND)
        s.steps = whole(number, details.get("after", str(usual)), "after", usual, usual + 1 if not counted else most)
        if counted:
            s.left = whole(number, count[0] if count else "", PHASE_NAMES[phase], 0 if s.steps else 1, most - int(s.steps))
        elif count:
            raise error(number, f"{PHASE_NAMES[phase]!r} takes no number, got {count[0]!r}")
        else:
            s.left = 0 if s.steps or phase == Phase.REMOVE else 1
        for word, name in (("for", "expanding"), ("to", "desert_to"), ("from", "desert_from")):
            if word in details:
                s[name] = one_of(number, details[word], ALL_CASTLES.tokens, word)
            elif word in DETAILS.get(phase, ()) and (phase != Phase.EXPAND or s.steps):
                raise error(number, f"{PHASE_NAMES[phase]!r} needs {word!r} and a castle, like 'red-1'")
        if phase == Phase.EXPAND and s.expanding >= 0 and not s.steps:
            raise error(number, "'for' goes with 'after': the region that grows is chosen with its first field")
        if phase == Phase.REMOVE:
            s.turn = s.desert_to // CASTLES_EACH
            if s.steps == 2 and s.seat != s.turn:
                raise error(number, "when an opponent has removed the knight, the action is complete")

    def _check_castles(self) -> None:
        """All castles stand once they are set; before, they are set in turn, clockwise from the start player (L03-4 to L03-6)."""
        s, number = self.s, self._line("turn")
        own, every = int(ask(own_pairs, s)) * int(s.players), int(ask(own_pairs, s)) * int(s.players) + int(ask(neutral_pairs, s))
        standing = {castle for castle in range(CASTLES) if s.castle_at[castle] >= 0}
        if s.phase not in SETTING_UP:
            s.placed = every
            return
        order = [(int(s.start) + n) % int(s.players) * CASTLES_EACH + n // int(s.players) for n in range(own)]
        order += [int(s.players) * CASTLES_EACH + n for n in range(every - own)]
        s.placed = len(standing) - (s.phase == Phase.START_KNIGHT)
        if s.placed < 0 or s.placed >= every or standing != set(order[: len(standing)]) or (s.start + s.placed) % s.players != s.seat:
            raise error(number, "castles are set in turn, clockwise from the start player, own ones before neutral ones (L03-4, L03-6)")

    # Players and cards

    def _players(self) -> dict[int, int]:
        """Money and hands; gives the points that are stated, by seat."""
        s, points = self.s, {}
        s.ducats[: s.players] = START_DUCATS
        for seat, name in enumerate(COLOUR_NAMES):
            if name not in self.entries:
                continue
            number, value = self.entries[name]
            if seat >= s.players:
                raise error(number, f"{name} is not a player; with {s.players} players there are {', '.join(COLOUR_NAMES[: s.players])}")
            for part in value.split(","):
                match part.split():
                    case [amount, "ducats" | "ducat"]:
                        s.ducats[seat] = whole(number, amount, "ducats", 0, MOST_DUCATS)
                    case [amount, "points" | "point"]:
                        points[seat] = whole(number, amount, "points", 0, 999)
                    case ["holds", "-"]:
                        pass
                    case ["holds", *cards]:
                        self._hold(number, seat, cards)
                    case _:
                        raise error(
                            number, f"cannot read {part.strip()!r} of {name}; expected parts like 7 ducats, 3 points, holds a-border2"
                        )
        return points

    def _hold(self, number: int, seat: int, cards: Sequence[str]) -> None:
        if len(cards) > HAND:
            raise error(number, f"{COLOUR_NAMES[seat]} holds {len(cards)} cards; a hand has {HAND} (L03-2)")
        held = sorted((self._kind(number, card.rstrip("*")), card.endswith("*")) for card in cards)
        for slot, (kind, known) in enumerate(held):
            self.s.hand[seat, slot], self.s.hand_open[seat, slot] = kind, known

    def _kind(self, number: int, token: str) -> int:
        card = CARDS.index.get(token)
        found = [kind for kind in range(self.s.kinds) if self.s.kind_card[kind] == card]
        if not found:
            near = difflib.get_close_matches(token, [CARDS.tokens[card] for card in self.s.kind_card[: self.s.kinds]], 1)
            raise error(number, f"there is no card {token!r}{f'; did you mean {near[0]!r}?' if near else ''}")
        return found[0]

    def _stock(self, key: str) -> list[int]:
        """Kinds of a list like `2 a-border2, b-knight1`."""
        number, value = self.entries[key]
        kinds = []
        for part in value.split(",") if value != "-" else []:
            words = part.split()
            count = whole(number, words[0], key, 1, DECK) if len(words) == 2 else 1
            if len(words) not in (1, 2):
                raise error(number, f"cannot read {part.strip()!r} of {key!r}; expected a card like a-border2, or 3 a-border2")
            kinds += [self._kind(number, words[-1])] * count
        return kinds

    def _kinds(self) -> None:
        parts = load()
        if any(f"cards {letter}" in self.entries for letter in PILE_NAMES):
            counts: dict[Kind, int] = {}
            for pile, letter in enumerate(PILE_NAMES):
                number, value = self.entries.get(f"cards {letter}", (self.last, ""))
                for text in value.split(","):
                    kind, count = self._stated_kind(number, pile, text.strip())
                    counts[kind] = counts.get(kind, 0) + count
            if (total := sum(counts.values())) != DECK:
                raise error(self._line("cards D"), f"the cards are {total} together; there are {DECK} (L03-2)")
            self._number_kinds(counts, parts)
        for name in KIND_FIELDS:
            self.s[name] = parts[name]

    def _stated_kind(self, number: int, pile: int, text: str) -> tuple[Kind, int]:
        faces = {"-".join(symbol_token(*symbol) for symbol in face): face for face in FACES}
        found = re.fullmatch(r"([0-9]{1,2}) (\S+) ([0-9]{1,2})/([0-9]{1,2})", text)
        if not found or found[2] not in faces:
            raise error(number, f"cannot read the card {text!r}; expected count, symbols, cost/sale, like '5 border2 3/2'")
        count = whole(number, found[1], "count of a card", 1, DECK)
        cost, sale = (whole(number, said, what, 0, DEAREST) for said, what in ((found[3], "cost"), (found[4], "sale")))
        return (pile, faces[found[2]], cost, sale), count

    def _number_kinds(self, counts: dict[Kind, int], parts: Any) -> None:
        crowded = number_kinds(counts, parts)
        if crowded is not None:
            raise error(self._line("cards A"), f"at most {len(PRICES)} prices for the same symbols in one pile; {crowded} has more")

    def _alliances(self) -> None:
        s = self.s
        for number, value in self.alliances:
            names = value.split()
            if len(names) != 2:
                raise error(number, f"an alliance joins two regions, like red-1 ochre-2, not {value!r}")
            one, other = (one_of(number, name, ALL_CASTLES.tokens, "alliance") for name in names)
            if one // CASTLES_EACH == other // CASTLES_EACH or not s.region[one].any() or not s.region[other].any():
                raise error(number, f"{value!r}: an alliance joins two regions of different colours (L03-60)")
            if s.alliances[one] >> other & 1:
                raise error(number, "this alliance stands twice (L03-60)")
            s.alliances[one] |= 1 << other
            s.alliances[other] |= 1 << one

    def _cards(self) -> None:
        s = self.s
        placed = self._placed()
        for key, where in (("market", s.market), ("played", s.spent)):
            for kind in self._stock(key) if key in self.entries else []:
                where[kind] += 1
        if "sold" in self.entries:
            number, token = self.entries["sold"]
            s.sold = self._kind(number, token)
            if s.phase != Phase.REFILL or not s.market[s.sold]:
                raise error(number, "the card sold in this turn lies in the market until the hand is refilled (L03-14)")
        deck = self._stock("deck") if "deck" in self.entries else []
        rest = [kind for kind in range(s.kinds) for _ in range(int(s.kind_count[kind]) - placed[kind])]
        if "deck" in self.entries:
            for kind in rest:
                s.spent[kind] += 1
        else:
            deck = self._leave_piles(self._fill_hands(rest) if not s.ended else rest)
        s.drawn = DECK - len(deck)
        s.deck[s.drawn :] = deck

    def _placed(self) -> Counter[int]:
        """How many cards of each kind the text puts somewhere: no more than there are, or small numbers would overflow."""
        s = self.s
        stocks = [kind for key in ("market", "played", "deck") if key in self.entries for kind in self._stock(key)]
        placed = Counter(stocks + [int(kind) for hand in s.hand for kind in hand if kind != NO_CARD])
        for kind, count in sorted(placed.items()):
            if count > s.kind_count[kind]:
                token = CARDS.tokens[s.kind_card[kind]]
                raise error(self.last, f"{count} cards {token} are placed; there are {s.kind_count[kind]} (L03-2)")
        return placed

    def _fill_hands(self, rest: list[int]) -> list[int]:
        """Deal what is nowhere else, the first piles first, until hands are full; gives what is left for the deck."""
        s = self.s
        for seat in range(s.players):
            size = HAND - (seat == s.turn and s.phase >= Phase.BORDER)
            held = [(int(kind), int(known)) for kind, known in zip(s.hand[seat], s.hand_open[seat], strict=True) if kind != NO_CARD]
            missing = max(0, size - len(held))
            held = sorted(held + [(kind, 0) for kind in rest[:missing]])
            rest = rest[missing:]
            for slot, (kind, known) in enumerate(held):
                s.hand[seat, slot], s.hand_open[seat, slot] = kind, known
        return rest

    def _leave_piles(self, rest: list[int]) -> list[int]:
        """The deck, if a text does not say it. Where a card of a later pile is out, the piles before it have been drawn, and played."""
        s = self.s
        while rest and drawn_too_early(s, pile := int(s.kind_pile[rest[0]])):
            for kind in rest:
                s.spent[kind] += s.kind_pile[kind] == pile
            rest = [kind for kind in rest if s.kind_pile[kind] != pile]
        return rest

    # What follows, and what cannot be

    def _score(self, stated: dict[int, int]) -> None:
        """Points follow from the board, those for ducats from the purses (L03-26, L03-70, L03-82)."""
        s = self.s
        for castle in range(int(s.players) * CASTLES_EACH):
            s.score[castle // CASTLES_EACH] += ask(value_of, s, tuple(s.region[castle]))
        ask(settle_monopolies, s, NO_LOG)
        if s.ended == End.DECK:
            ask(end_with_deck, s, NO_LOG)
        for seat, points in stated.items():
            if points != s.score[seat]:
                name = COLOUR_NAMES[seat]
                raise error(self._line(name), f"{name} has {points} points, but its land is worth {s.score[seat]} (L03-26, L03-70)")

    def _check(self) -> None:
        s, turn = self.s, self._line("turn")
        token = KING_TOKEN[s.players]
        if s.ended == End.KING and s.score.max() < token:
            raise error(turn, f"nobody has reached the king token at {token} (L03-80)")
        if s.ended == End.DECK and (s.drawn < DECK or any(kind != NO_CARD for hand in s.hand for kind in hand)):
            raise error(turn, "the game ends when the deck and all hands are empty (L03-81)")
        if s.phase in (Phase.CARD, Phase.REFILL) and s.score.max() >= token:
            raise error(turn, f"the king token at {token} is reached, so the game is over (L03-80)")
        if s.phase == Phase.REFILL and s.drawn == DECK:
            raise error(turn, "the deck is empty, so no hand is filled up any more (L03-81)")
        if s.turn >= s.players:
            raise error(turn, f"{ALL_CASTLES.tokens[s.desert_to]} is no region of a player")
        for castle, seat in ((int(s.expanding), int(s.seat)), (int(s.desert_to), int(s.turn))):
            if castle >= 0 and (castle // CASTLES_EACH != seat or not s.region[castle].any()):
                raise error(turn, f"{ALL_CASTLES.tokens[castle]} is no region of {COLOUR_NAMES[seat]}")
        if s.desert_from >= 0:
            owner = s.desert_from // CASTLES_EACH
            chooser = s.turn if owner >= s.players or s.phase == Phase.SETTLE else owner
            if owner == s.turn or s.seat != chooser or not s.region[s.desert_from].any():
                raise error(turn, "a deserter comes from a region of another colour, whose owner chooses the knight (L03-50, L03-51)")
            if owner >= s.players and s.phase == Phase.SETTLE and s.steps:
                raise error(
                    turn, "a neutral knight is chosen as soon as the own one is set, by the same player: expected 'remove' (L03-51)"
                )
        deck = s.deck[s.drawn :]
        if len(deck) and (late := drawn_too_early(s, int(s.kind_pile[deck[0]]))):
            card, top = (CARDS.tokens[s.kind_card[kind]] for kind in (late[0], deck[0]))
            raise error(self._line("deck"), f"{card} has been drawn, but {top} lies on the deck; its piles are drawn in order (L03-2)")
        for problem in problems(s):
            raise error(self.drawing[0][0] if self.drawing else self.last, f"the position cannot arise: {problem}")
        if s.actors and not ask(legal, s, int(s.seat), np.zeros(SPACE.size, np.int32)):
            raise error(turn, f"{COLOUR_NAMES[s.seat]} would have nothing to choose")


def ask(kernel: Kernel, *arguments: Any) -> Any:
    """The answer of a rule, interpreted."""
    with np.errstate(over="ignore"):
        return interpreted(kernel)(*arguments)
