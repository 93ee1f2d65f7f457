"""Löwenherz (1997): the lines that say who decides what, and what must go with it (see `position`)."""

from __future__ import annotations

from collections.abc import Iterable

from kronland.core.game import seats_of
from kronland.core.layout import State
from kronland.core.lines import Colour, Turn
from kronland.core.positions import Entry, Line, ask
from kronland.games.grid.positions.lines import one_castle, read_details
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.loewenherz.positions.table import ORDER, SETTING_UP, Reading, Slots, castle_name
from kronland.games.loewenherz.rules.domains import ALL_CASTLES
from kronland.games.loewenherz.rules.round import cards_to_lay
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
COUNTED = {Phase.BORDER: (0, 3), Phase.KNIGHT: (0, 3), Phase.KEEP: (1, 2)}  # a number follows the decision
DETAILS: dict[Phase, tuple[str, ...]] = {
    Phase.CARD: ("politics",),
    Phase.REMOVE: ("from", "to", "politics"),
    Phase.SETTLE: ("from", "to", "removed", "politics"),
    Phase.NEGOTIATE: ("with", "offer", "demand", "offers"),
    Phase.BID: ("again",),
    Phase.KNIGHT: ("no expansion", "expanding", "cut", "from"),
}
DECIDING = (Phase.CARD, Phase.REMOVE, Phase.SETTLE)  # while decision cards are laid


def needs_action(s: State) -> bool:
    """Whether one of the card's actions is being settled."""
    return not s.ended and s.phase not in (*SETTING_UP, *DECIDING)


class Action(Line[Reading]):
    """`action: 2`: which of the card's three is being settled."""

    def read(self, p: Reading, entry: Entry) -> None:
        p.slot_stated = entry.whole(entry.text, "action", 1, 3) - 1

    def write(self, s: State) -> Iterable[str]:
        if needs_action(s):
            yield str(s.step + 1)


class TurnLine(Turn[Reading]):
    """`turn: red settle, from ochre-2, to red-1, removed d5, politics 0`."""

    def decide(self, p: Reading, entry: Entry, tokens: list[str], details: list[str]) -> None:
        s, head = p.s, " ".join(tokens)
        if tokens == ["over"]:
            s.ended = End.KING
            return
        p.seats = p.leading_seats(entry, tokens)
        if not tokens or tokens[0] not in PHASES or not p.seats:
            raise entry.error(f"cannot read {head!r}", f"a player and one of {', '.join(PHASES)}, or 'over'")
        phase = PHASES[tokens.pop(0)]
        s.phase = phase
        if len(p.seats) != len(set(p.seats)) or (len(p.seats) < 2) == (phase == Phase.BID):
            raise entry.error("two players or more bid" if phase == Phase.BID else f"one player decides, not {len(p.seats)}")
        if len(tokens) != (phase in COUNTED):
            follows = "one number follows" if phase in COUNTED else "nothing follows"
            raise entry.error(f"cannot read {head!r}; {follows} {PHASE_NAMES[phase]!r}")
        s.seat = min(p.seats) if phase == Phase.BID else p.seats[0]
        s.actors = sum(1 << seat for seat in p.seats)
        p.count = entry.whole(tokens[0], PHASE_NAMES[phase], *COUNTED[phase]) if tokens else 0
        p.details = read_details(entry, details, DETAILS.get(phase, ()), PHASE_NAMES[phase])
        if phase in (Phase.BORDER, Phase.KNIGHT):
            s.left = p.count
        if phase == Phase.KEEP:
            s.looking = p.count - 1
        if phase == Phase.BID:
            s.rivals, s.duel = s.actors, 2 if "again" in p.details else 1
        if phase == Phase.KNIGHT:
            self._knights(p, entry)
        if phase == Phase.NEGOTIATE:
            self._negotiation(p, entry)
        if phase in (Phase.REMOVE, Phase.SETTLE):
            self._deserter(p, entry)

    @staticmethod
    def _castle(p: Reading, entry: Entry, detail: str) -> int:
        return one_castle(entry, p.details[detail], ALL_CASTLES, detail)

    @staticmethod
    def _cells(p: Reading, entry: Entry, detail: str) -> list[int]:
        return [int(BOARD.cell_of_field[entry.one_of(name, BOARD.fields.tokens, detail)]) for name in p.details[detail].split()]

    def _knights(self, p: Reading, entry: Entry) -> None:
        s, details = p.s, p.details
        s.expansions = 0 if "no expansion" in details or "expanding" in details else 1
        if "expanding" in details:
            s.expanding = self._castle(p, entry, "expanding")
            s.cut_from = self._castle(p, entry, "from") if "from" in details else -1
            s.cut[:] = BOARD.set_of(self._cells(p, entry, "cut")) if "cut" in details else 0
        if ("from" in details and "expanding" not in details) or ("cut" in details and "from" not in details):
            raise entry.error("'cut' goes with 'from', and 'from' with 'expanding': an expansion is under way")

    def _negotiation(self, p: Reading, entry: Entry) -> None:
        s, details = p.s, p.details
        p.other = p.seat(entry, details.get("with", "nobody"))
        if p.other == s.seat or ("offer" in details and "demand" in details):
            raise entry.error("a negotiation is with another player, about one standing offer")
        s.rivals = 1 << int(s.seat) | 1 << p.other
        for word, kind in (("offer", Offer.PAY), ("demand", Offer.DEMAND)):
            if word in details:
                s.offer, s.offer_sum = kind, entry.whole(details[word], word, 0, MOST_NAMED)
        made = 1 if s.offer else 0
        s.offers = entry.whole(details.get("offers", str(made)), "offers", made, OFFERS if s.offer else 0)

    def _deserter(self, p: Reading, entry: Entry) -> None:
        s = p.s
        for word in DETAILS[Phase(int(s.phase))][:-1]:
            if word not in p.details:
                raise entry.error(f"a deserter under way needs {word!r}")
        s.desert_from, s.desert_to = self._castle(p, entry, "from"), self._castle(p, entry, "to")
        if s.phase == Phase.SETTLE:
            cells = self._cells(p, entry, "removed")
            if len(cells) != 1:
                raise entry.error("one knight was removed, from one field")
            s.desert_cell = cells[0]

    def write(self, s: State) -> Iterable[str]:
        yield "over" if s.ended else ", ".join(_turn_parts(s, Phase(int(s.phase))))


def _turn_parts(s: State, phase: Phase) -> list[str]:
    rivals = seats_of(int(s.rivals))
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
    return parts


# The action card that goes with it --------------------------------------------------------------------------------------------------


def _slot_fits(p: Reading, slot: int, exactly: bool) -> bool:
    s, task, size = p.s, slot >> 4, slot & 15
    match s.phase:
        case Phase.BORDER | Phase.KNIGHT:
            least = max(1, p.count + (0 if s.expansions or s.phase != Phase.KNIGHT else 1))
            wanted = Task.BORDER if s.phase == Phase.BORDER else Task.KNIGHT
            return task == wanted and (size == least if exactly else size >= least)
        case Phase.PILE | Phase.KEEP:
            return task == Task.POLITICS
        case _:
            return task in (Task.BORDER, Task.KNIGHT, Task.POLITICS)


def exact(p: Reading, slots: Slots) -> bool:
    """Whether this turn can come from an action of the card, with nothing of it done."""
    return any(_slot_fits(p, slot, True) for slot in slots) if needs_action(p.s) else fits(p, slots)


def fits(p: Reading, slots: Slots) -> bool:
    """Whether this card can be up."""
    task = slots[0] >> 4
    if p.s.ended:
        return task == Task.KING
    if task in (Task.KING, Task.SILVER):
        return False
    stated = slots if p.slot_stated is None else [slots[p.slot_stated]]
    return not needs_action(p.s) or any(_slot_fits(p, slot, False) for slot in stated)


def slot_of(p: Reading, slots: Slots) -> int:
    """Which of the actions of the card it is."""
    if p.slot_stated is not None:
        return p.slot_stated
    fitting = [n for n in range(3) if _slot_fits(p, slots[n], False)]
    return next((n for n in fitting if _slot_fits(p, slots[n], True)), fitting[0])


# Start player and decision cards ----------------------------------------------------------------------------------------------------


def usual_start(p: Reading) -> int:
    """Who is start player if the text does not say: it follows from the decision cards, or it is who decides."""
    s = p.s
    if s.phase in DECIDING:
        return int(s.seat - len(p.laid)) % int(s.players)
    for seat, mask in p.laid.items():
        if mask.bit_count() == 2:
            return seat
    if s.phase in SETTING_UP:
        return int(s.seat - (s.castle_at >= 0).sum() + (s.phase == Phase.START_KNIGHT)) % int(s.players)
    return p.other if s.phase == Phase.NEGOTIATE and s.offers % 2 else int(s.seat)


def lay_cards(p: Reading) -> None:
    """Decision cards: as stated; else those who are busy with the action have chosen it, and nobody else has laid any (L97-11)."""
    s, laid, entry = p.s, p.laid, p.entry("turn")
    if s.ended:
        s.seat = s.start
    if laid and (s.ended or s.phase in SETTING_UP):
        raise entry.error("no decision card lies before all castles are set, or when the game is over")
    if not laid and needs_action(s):
        for seat in p.seats if s.phase != Phase.NEGOTIATE else seats_of(int(s.rivals)):
            laid[seat] = 1 << int(s.step) | (1 << (s.step + 1) % 3 if ask(cards_to_lay, s, seat) == 2 else 0)
    for seat, mask in laid.items():
        if mask.bit_count() != (due := ask(cards_to_lay, s, seat)):
            cards = "two decision cards" if due == 2 else "one decision card"
            raise entry.error(f"{COLOUR_NAMES[seat]} lays {cards} (L97-11)")
        s.laid[seat] = mask
    if s.phase in DECIDING:
        before = [(s.start + n) % s.players for n in range((s.seat - s.start) % s.players)]
        if sorted(before) != sorted(laid):
            names = ", ".join(COLOUR_NAMES[seat] for seat in before) or "nobody"
            found = f"{COLOUR_NAMES[s.start]} is start player, so before {COLOUR_NAMES[s.seat]} {names} must have laid cards"
            raise entry.error(found)
    elif needs_action(s):
        chosen = {seat for seat, mask in laid.items() if mask >> int(s.step) & 1}
        busy = set(seats_of(int(s.rivals))) or {int(s.seat)}
        if not busy <= chosen or ((s.phase == Phase.NEGOTIATE or s.duel == 1) and busy != chosen):
            names = ", ".join(COLOUR_NAMES[seat] for seat in sorted(chosen)) or "nobody"
            raise entry.error(f"action {s.step + 1} was chosen by {names}; that does not go with this turn")


# What goes with the decision --------------------------------------------------------------------------------------------------------


def go_with_turn(p: Reading) -> None:
    """What follows from who decides what, and what is wrong with it."""
    s, entry = p.s, p.entry("turn")
    s.placed = 0 if s.beginner else ORDER.every(s)
    if s.phase in SETTING_UP:
        _check_setting_up(s, entry)
    if s.phase in DECIDING:
        most = int(ask(cards_to_lay, s, s.seat)) - (s.phase != Phase.CARD)
        s.politics_left = entry.whole(p.details.get("politics", str(most)), "politics", 0, most)
    if s.phase in (Phase.REMOVE, Phase.SETTLE):
        _check_deserter(s, entry)
    if s.expanding >= 0:
        _check_expansion(s, entry)
    if s.phase == Phase.NEGOTIATE:
        first = min(seats_of(int(s.rivals)), key=lambda seat: (seat - s.start) % s.players)
        if (first == s.seat) != (s.offers % 2 == 0):
            found = f"{COLOUR_NAMES[first]} is nearer to the start player and begins"
            raise entry.error(f"{found}; after {s.offers} offers it is the other's turn")
    if s.phase == Phase.BID and not s.actors:
        raise entry.error("all have bid; the duel would be settled")
    if s.phase == Phase.KEEP and not s.pile_size[s.looking]:
        raise entry.error(f"pile {s.looking + 1} is empty")


def _region(s: State, entry: Entry, castle: int) -> set[int]:
    if not s.region[castle].any():
        raise entry.error(f"{castle_name(castle)} has no region")
    return set(BOARD.cells_in(s.region[castle]))


def _figures(s: State) -> set[int]:
    return set().union(*(BOARD.cells_in(own) for own in s.figures))


def _check_deserter(s: State, entry: Entry) -> None:
    if s.desert_to // CASTLES_EACH != s.seat or s.desert_from // CASTLES_EACH == s.seat:
        raise entry.error("a deserter goes from another colour's region to an own one (L97-72)")
    _region(s, entry, int(s.desert_to))
    left = _region(s, entry, int(s.desert_from))
    if s.phase == Phase.SETTLE and int(s.desert_cell) not in left - _figures(s):
        found = f"no knight can have left {BOARD.name(int(s.desert_cell))}"
        raise entry.error(f"{found}: it is no free field of {castle_name(s.desert_from)}")


def _check_expansion(s: State, entry: Entry) -> None:
    if s.expanding // CASTLES_EACH != s.seat:
        raise entry.error(f"{COLOUR_NAMES[s.seat]} cannot expand the region of {castle_name(s.expanding)}")
    _region(s, entry, int(s.expanding))
    if s.cut_from >= 0:
        _region(s, entry, int(s.cut_from))
        if s.cut_from // CASTLES_EACH == s.seat:
            raise entry.error("an expansion takes nothing from an own region (L97-51)")
    owned = set().union(*(BOARD.cells_in(land) for land in s.region))
    if lost := set(BOARD.cells_in(s.cut)) & (owned | _figures(s)):
        raise entry.error(f"{BOARD.name(min(lost))} is not cut off: it belongs to a region, or a figure stands there")


def _check_setting_up(s: State, entry: Entry) -> None:
    """Castles and knights are set in turn (L97-3, L97-4)."""
    if s.beginner:
        raise entry.error("beginners set no castles (L97-2)")
    waiting = s.phase == Phase.START_KNIGHT
    ORDER.check_order(s, entry, waiting)
    colours = [castle // CASTLES_EACH for castle in ORDER.in_order(s, int(s.placed))]  # with a knight beside each castle
    for colour, name in enumerate(COLOUR_NAMES):
        if s.knights_left[colour] not in (0, KNIGHTS - colours.count(colour)):
            count = colours.count(colour)
            raise entry.error(f"{name} should have {count} knights on the board now, one beside each castle (L97-3)")


ACTION, TURN = Action("action"), TurnLine("red borders 2")
START = Colour[Reading]("start", "start", COLOUR_NAMES, usual_start)
