"""Rheinländer: the lines that say whose turn it is and what is to be decided (see `position`)."""

from __future__ import annotations

from collections.abc import Iterable

from kronland.core.layout import State
from kronland.core.lines import Chance, Colour, Flag
from kronland.core.log import NO_LOG
from kronland.core.positions import Entry, Line, ask
from kronland.core.seeds import states_chance
from kronland.games.rheinlaender.components import name
from kronland.games.rheinlaender.positions.table import Reading
from kronland.games.rheinlaender.rules.castles import settle_castles
from kronland.games.rheinlaender.rules.duchies import settle_bishops
from kronland.games.rheinlaender.rules.reach import allows
from kronland.games.rheinlaender.rules.state import COLOUR_NAMES, LAND, NONE, Phase

PHASES = {phase.name.lower(): phase for phase in Phase}


class Turn(Line[Reading]):
    """`turn red 12`: whose, and which of the game."""

    def read(self, p: Reading, entry: Entry) -> None:
        p.s.seat = p.seat(entry, entry.word(0))
        if len(entry.words) > 1:
            p.s.turn_number = entry.whole(entry.word(1), "turn", 1, 9999)

    def write(self, s: State) -> Iterable[str]:
        yield f"{COLOUR_NAMES[s.seat]} {s.turn_number}"


class PhaseLine(Line[Reading]):
    """`phase card`, `phase field 14` (the card picked), `phase castle L14 1` (where a knight has come, which castle), `phase over`."""

    def read(self, p: Reading, entry: Entry) -> None:
        s, words = p.s, entry.words
        if words == ("over",):
            s.phase, s.ended = 0, 1
            return
        if not words or words[0] not in PHASES:
            raise entry.error(f"got {entry.text!r}", f"one of {', '.join(PHASES)}, over")
        s.phase = PHASES[words[0]]
        if s.phase == Phase.FIELD:
            s.picked = entry.whole(entry.word(1), "card", 1, int(s.sections))
        if s.phase == Phase.CASTLE:
            s.arrived = p.field(entry, words[1]) if len(words) > 1 else NONE
            s.castles_settled = entry.whole(words[2], "castle", 1, 2) - 1 if len(words) > 2 else 0

    def write(self, s: State) -> Iterable[str]:
        said = "over" if s.ended else Phase(int(s.phase)).name.lower()
        if s.phase == Phase.FIELD and not s.ended:
            said += f" {s.picked}"
        if s.phase == Phase.CASTLE and not s.ended:
            said += f" {name(s.arrived)} {s.castles_settled + 1}"
        yield said


def find_decider(p: Reading) -> None:
    """Whose turn it is decides, but for castles."""
    s = p.s
    ask(settle_bishops, s, NO_LOG)
    s.actors = 0 if s.ended else 1 << int(s.seat)
    if s.phase == Phase.CASTLE:
        _ask_duke(p, p.entry("phase"))
    elif s.phase == Phase.FIELD:
        _check_picked(p, p.entry("phase"))


def _ask_duke(p: Reading, entry: Entry) -> None:
    """The rules settle castles until a duke has to decide: that must be about this one."""
    s = p.s
    if s.arrived == NONE or s.arrived >= LAND or s.on[s.arrived] != s.seat:
        raise entry.error("no knight has come to a castle", f"the land field of a knight of {COLOUR_NAMES[s.seat]}, whose turn it is")
    settled = s.copy()
    asked = not ask(settle_castles, settled, NO_LOG) and settled.castles_settled == s.castles_settled
    if not asked or s.castle_knight[s.spot_of[s.arrived, s.castles_settled]] != NONE:
        right = "an empty castle that the first knight comes to, beside a duchy whose duke has a knight left (RH-30)"
        raise entry.error(f"no duke has to decide about castle {s.castles_settled + 1} beside {name(s.arrived)}", right)
    s.actors = settled.actors


def _check_picked(p: Reading, entry: Entry) -> None:
    """The card whose knight is about to be set is in the hand, and allows something (RH-15)."""
    s = p.s
    if s.picked not in s.hand[s.seat].tolist():
        raise entry.error(f"{COLOUR_NAMES[s.seat]} does not hold the card {s.picked}", "a card in the hand of whose turn it is")
    if not ask(allows, s, s.seat, s.picked):
        raise entry.error(f"the card {s.picked} allows nothing", "a card with a field for a knight (RH-15)")


START = Colour[Reading]("start", "start", COLOUR_NAMES)
TURN, PHASE = Turn("turn"), PhaseLine("phase")
BASTION_SET, LAST_TURN = Flag[Reading]("bastion_set"), Flag[Reading]("last_turn")
CHANCE = Chance[Reading](often=True, when=states_chance)
