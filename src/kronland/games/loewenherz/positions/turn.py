"""Löwenherz (1997): the line of a text position that says who decides what (see `position`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from kronland.core.errors import PositionError
from kronland.core.game import seats_of
from kronland.core.layout import State
from kronland.games.grid.positions.board import error, one_of, whole
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.loewenherz.positions.cards import Entry, Slots
from kronland.games.loewenherz.rules.actions import ALL_CASTLES
from kronland.games.loewenherz.rules.state import BOARD, COLOUR_NAMES, KNIGHTS, MOST_NAMED, OFFERS, End, Offer, Phase, Task

PHASES = {
    "castle": Phase.CASTLE,
    "start-knight": Phase.START_KNIGHT,
    "card": Phase.CARD,
    "remove": Phase.REMOVE,
    "settle": Phase.SETTLE,
    "negotiate": Phase.NEGOTIATE,
    "bid": Phase.BID,
    "borders": Phase.BORDER,
    "knights": Phase.KNIGHT,
    "pile": Phase.PILE,
    "keep": Phase.KEEP,
}
PHASE_NAMES = {phase: name for name, phase in PHASES.items()}
COUNTED = (Phase.BORDER, Phase.KNIGHT, Phase.KEEP)  # a number follows the name of the decision
DETAILS: dict[Phase, tuple[str, ...]] = {
    Phase.CARD: ("politics",),
    Phase.REMOVE: ("from", "to", "politics"),
    Phase.SETTLE: ("from", "to", "removed", "politics"),
    Phase.NEGOTIATE: ("with", "offer", "demand", "offers"),
    Phase.BID: ("again",),
    Phase.KNIGHT: ("no expansion", "expanding", "cut", "from"),
}
SETTING_UP = (Phase.CASTLE, Phase.START_KNIGHT)
DECIDING = (Phase.CARD, Phase.REMOVE, Phase.SETTLE)  # while decision cards are laid


def castle_name(castle: int) -> str:
    return ALL_CASTLES.tokens[castle]


def turn_text(s: State) -> str:
    if s.ended:
        return "over"
    phase = Phase(int(s.phase))
    rivals = [seat for seat in range(s.players) if s.rivals >> seat & 1]
    who = rivals if phase == Phase.BID else [int(s.seat)]
    count = {Phase.BORDER: s.left, Phase.KNIGHT: s.left, Phase.KEEP: s.looking + 1}.get(phase)
    parts = [" ".join([*(COLOUR_NAMES[seat] for seat in who), PHASE_NAMES[phase], *([str(count)] if count is not None else [])])]
    if phase in (Phase.REMOVE, Phase.SETTLE):
        parts += [f"from {castle_name(s.desert_from)}", f"to {castle_name(s.desert_to)}"]
        parts += [f"removed {BOARD.name(int(s.desert_cell))}"] if phase == Phase.SETTLE else []
    if phase in DECIDING:
        parts.append(f"politics {s.politics_left}")
    if phase == Phase.NEGOTIATE:
        parts.append(f"with {next(COLOUR_NAMES[seat] for seat in rivals if seat != s.seat)}")
        if s.offer:
            parts += [f"{'offer' if s.offer == Offer.PAY else 'demand'} {s.offer_sum}", f"offers {s.offers}"]
    if phase == Phase.BID and s.duel == 2:
        parts.append("again")
    if phase == Phase.KNIGHT and s.expanding >= 0:
        parts.append(f"expanding {castle_name(s.expanding)}")
        cut = BOARD.cells_in(s.cut)
        parts += [f"cut {' '.join(BOARD.name(cell) for cell in cut)}"] if cut else []
        parts += [f"from {castle_name(s.cut_from)}"] if s.cut_from >= 0 else []
    elif phase == Phase.KNIGHT and not s.expansions:
        parts.append("no expansion")
    return ", ".join(parts)


class Turn:
    """The line that says who decides what."""

    def __init__(self, s: State, entries: Mapping[str, Entry], last: int) -> None:
        self.s = s
        if "turn" not in entries:
            raise error(max(last, 1), "no turn is given; expected a line like 'turn: red borders 2'")
        self.number, value = entries["turn"]
        self.slot_stated = whole(entries["action"][0], entries["action"][1], "action", 1, 3) - 1 if "action" in entries else None
        head, *details = (part.strip() for part in value.split(","))
        tokens = head.split()
        self.seats: list[int] = []
        if tokens == ["over"]:
            s.ended = End.KING
            return
        while tokens and tokens[0] in COLOUR_NAMES:
            self.seats.append(self._player(tokens.pop(0)))
        if not tokens or tokens[0] not in PHASES or not self.seats:
            raise self._error(f"cannot read {head!r}; expected a player and one of {', '.join(PHASES)}, or 'over'")
        phase = PHASES[tokens.pop(0)]
        s.phase = phase
        if len(self.seats) != len(set(self.seats)) or (len(self.seats) < 2) == (phase == Phase.BID):
            raise self._error("two players or more bid" if phase == Phase.BID else f"one player decides, not {len(self.seats)}")
        if len(tokens) != (phase in COUNTED):
            raise self._error(
                f"cannot read {head!r}; {'one number follows' if phase in COUNTED else 'nothing follows'} {PHASE_NAMES[phase]!r}"
            )
        s.seat = min(self.seats) if phase == Phase.BID else self.seats[0]
        s.actors = sum(1 << seat for seat in self.seats)
        self.count = whole(self.number, tokens[0], PHASE_NAMES[phase], *{Phase.KEEP: (1, 2)}.get(phase, (0, 3))) if tokens else 0
        self._details(phase, details)
        if phase in (Phase.BORDER, Phase.KNIGHT):
            s.left = self.count
        if phase == Phase.KEEP:
            s.looking = self.count - 1
        if phase == Phase.BID:
            s.rivals, s.duel = s.actors, 2 if "again" in self.details else 1
        if phase == Phase.KNIGHT:
            self._knights()
        if phase == Phase.NEGOTIATE:
            self._negotiation()
        if phase in (Phase.REMOVE, Phase.SETTLE):
            self._deserter(phase)

    def _error(self, text: str) -> PositionError:
        return error(self.number, text)

    def _player(self, name: str) -> int:
        return one_of(self.number, name, COLOUR_NAMES[: self.s.players], "player")

    def _castle(self, detail: str) -> int:
        return one_of(self.number, self.details[detail], ALL_CASTLES.tokens, detail)

    def _cells(self, detail: str) -> list[int]:
        return [int(BOARD.cell_of_field[one_of(self.number, name, BOARD.fields.tokens, detail)]) for name in self.details[detail].split()]

    def _details(self, phase: Phase, details: Sequence[str]) -> None:
        """Parts like `offers 2`, by the words that begin them."""
        known = DETAILS.get(phase, ())
        self.details: dict[str, str] = {}
        for part in details:
            word = next((word for word in known if re.match(rf"{word}(\s|$)", part)), None)
            if word is None or word in self.details:
                expected = f"expected {', '.join(known)}, once each" if known else "expected nothing more"
                raise self._error(f"cannot read {part!r} of {PHASE_NAMES[phase]!r}; {expected}")
            self.details[word] = part[len(word) :].strip()

    def _knights(self) -> None:
        s, details = self.s, self.details
        s.expansions = 0 if "no expansion" in details or "expanding" in details else 1
        if "expanding" in details:
            s.expanding = self._castle("expanding")
            s.cut_from = self._castle("from") if "from" in details else -1
            s.cut[:] = BOARD.set_of(self._cells("cut")) if "cut" in details else 0
        if ("from" in details and "expanding" not in details) or ("cut" in details and "from" not in details):
            raise self._error("'cut' goes with 'from', and 'from' with 'expanding': an expansion is under way")

    def _negotiation(self) -> None:
        s, details = self.s, self.details
        other = self._player(details.get("with", "nobody"))
        if other == s.seat or ("offer" in details and "demand" in details):
            raise self._error("a negotiation is with another player, about one standing offer")
        s.rivals = 1 << int(s.seat) | 1 << other
        for word, kind in (("offer", Offer.PAY), ("demand", Offer.DEMAND)):
            if word in details:
                s.offer, s.offer_sum = kind, whole(self.number, details[word], word, 0, MOST_NAMED)
        s.offers = whole(
            self.number, details.get("offers", "1" if s.offer else "0"), "offers", 1 if s.offer else 0, OFFERS if s.offer else 0
        )
        self.other = other

    def _deserter(self, phase: Phase) -> None:
        s = self.s
        for word in DETAILS[phase][:-1]:
            if word not in self.details:
                raise self._error(f"a deserter under way needs {word!r}")
        s.desert_from, s.desert_to = self._castle("from"), self._castle("to")
        if phase == Phase.SETTLE:
            cells = self._cells("removed")
            if len(cells) != 1:
                raise self._error("one knight was removed, from one field")
            s.desert_cell = cells[0]

    # What goes with it

    def _size(self) -> int:
        """The least number on the action card from which this turn can come."""
        return max(1, self.count + (0 if self.s.expansions or self.s.phase != Phase.KNIGHT else 1))

    def _slot_fits(self, slot: int, exact: bool) -> bool:
        task, size = slot >> 4, slot & 15
        match self.s.phase:
            case Phase.BORDER | Phase.KNIGHT:
                wanted = Task.BORDER if self.s.phase == Phase.BORDER else Task.KNIGHT
                return task == wanted and (size == self._size() if exact else size >= self._size())
            case Phase.PILE | Phase.KEEP:
                return task == Task.POLITICS
            case _:
                return task in (Task.BORDER, Task.KNIGHT, Task.POLITICS)

    def exact(self, slots: Slots) -> bool:
        return any(self._slot_fits(slot, True) for slot in slots) if self.needs_action() else self.fits(slots)

    def fits(self, slots: Slots) -> bool:
        """Whether this card can be up."""
        task = slots[0] >> 4
        if self.s.ended:
            return task == Task.KING
        if task in (Task.KING, Task.SILVER):
            return False
        if self.slot_stated is not None:
            return not self.needs_action() or self._slot_fits(slots[self.slot_stated], False)
        return not self.needs_action() or any(self._slot_fits(slot, False) for slot in slots)

    def needs_action(self) -> bool:
        return not self.s.ended and self.s.phase not in (*SETTING_UP, *DECIDING)

    def slot(self, slots: Slots) -> int:
        if self.slot_stated is not None:
            return self.slot_stated
        fitting = [n for n in range(3) if self._slot_fits(slots[n], False)]
        return next((n for n in fitting if self._slot_fits(slots[n], True)), fitting[0])

    def usual_start(self) -> int:
        """Who is start player if the text does not say."""
        s = self.s
        if s.phase in SETTING_UP:
            return int(s.seat - self._pairs()) % int(s.players)
        if s.phase == Phase.NEGOTIATE and s.offers % 2:
            return self.other
        return int(s.seat)

    def _pairs(self) -> int:
        """Pairs of castle and knight that stand (L97-3)."""
        return int((self.s.castle_at >= 0).sum()) - int(self.s.phase == Phase.START_KNIGHT)

    def check(self) -> None:
        """What needs the rest of the position to be known."""
        s = self.s
        own = (4 if s.players == 2 else 3) * int(s.players)
        together = own + {2: 4, 3: 3, 4: 0}[int(s.players)]
        if s.phase in SETTING_UP:
            self._check_setting_up(own, together)
        s.placed = 0 if s.beginner else self._pairs() if s.phase in SETTING_UP else together
        if s.phase in DECIDING:
            most = (2 if s.seat == s.start and s.players < 4 else 1) - (s.phase != Phase.CARD)
            s.politics_left = whole(self.number, self.details.get("politics", str(most)), "politics", 0, most)
        if s.phase in (Phase.REMOVE, Phase.SETTLE):
            if s.desert_to // CASTLES_EACH != s.seat or s.desert_from // CASTLES_EACH == s.seat:
                raise self._error("a deserter goes from another colour's region to an own one (L97-72)")
            self._check_region(int(s.desert_to))
            left = self._check_region(int(s.desert_from))
            if s.phase == Phase.SETTLE and int(s.desert_cell) not in left - self._figures():
                raise self._error(
                    f"no knight can have left {BOARD.name(int(s.desert_cell))}: it is no free field of {castle_name(s.desert_from)}"
                )
        if s.expanding >= 0:
            if s.expanding // CASTLES_EACH != s.seat:
                raise self._error(f"{COLOUR_NAMES[s.seat]} cannot expand the region of {castle_name(s.expanding)}")
            self._check_region(int(s.expanding))
            if s.cut_from >= 0:
                self._check_region(int(s.cut_from))
                if s.cut_from // CASTLES_EACH == s.seat:
                    raise self._error("an expansion takes nothing from an own region (L97-51)")
            owned = set().union(*(BOARD.cells_in(land) for land in s.region))
            if lost := set(BOARD.cells_in(s.cut)) & (owned | self._figures()):
                raise self._error(f"{BOARD.name(min(lost))} is not cut off: it belongs to a region, or a figure stands there")
        if s.phase == Phase.NEGOTIATE:
            first = min(seats_of(int(s.rivals)), key=lambda seat: (seat - s.start) % s.players)
            if (first == s.seat) != (s.offers % 2 == 0):
                raise self._error(
                    f"{COLOUR_NAMES[first]} is nearer to the start player and begins; after {s.offers} offers it is the other's turn"
                )
        if s.phase == Phase.BID and not s.actors:
            raise self._error("all have bid; the duel would be settled")
        if s.phase == Phase.KEEP and not s.pile_size[s.looking]:
            raise self._error(f"pile {s.looking + 1} is empty")

    def _check_region(self, castle: int) -> set[int]:
        if not self.s.region[castle].any():
            raise self._error(f"{castle_name(castle)} has no region")
        return set(BOARD.cells_in(self.s.region[castle]))

    def _figures(self) -> set[int]:
        return set().union(*(BOARD.cells_in(own) for own in self.s.figures))

    def _check_setting_up(self, own: int, together: int) -> None:
        """Castles and knights are set in turn (L97-3, L97-4)."""
        s = self.s
        if s.beginner:
            raise self._error("beginners set no castles (L97-2)")
        pairs = self._pairs()
        castles = {int(c) for c in np.flatnonzero(s.castle_at >= 0)}
        order = [(s.start + n) % s.players * CASTLES_EACH + n // s.players for n in range(own)]
        order += [s.players * CASTLES_EACH + n for n in range(together - own)]
        due = {int(castle) for castle in order[: pairs + (s.phase == Phase.START_KNIGHT)]}
        if pairs < 0 or pairs >= together or castles != due or (s.start + pairs) % s.players != s.seat:
            raise self._error("castles are set in turn, clockwise from the start player, own ones before neutral ones (L97-3, L97-4)")
        waiting = int(order[pairs]) // CASTLES_EACH if s.phase == Phase.START_KNIGHT else -1
        for colour in range(len(COLOUR_NAMES)):
            count = sum(castle // CASTLES_EACH == colour for castle in castles) - (colour == waiting)
            if s.knights_left[colour] not in (0, KNIGHTS - count):
                raise self._error(f"{COLOUR_NAMES[colour]} should have {count} knights on the board now, one beside each castle (L97-3)")
