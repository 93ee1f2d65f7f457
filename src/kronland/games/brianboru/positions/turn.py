"""Brian Boru: the lines about who decides what (see `position`), and what must go with it, so that play can go on from it by the rules."""

from __future__ import annotations

from collections.abc import Iterable

from kronland.core.game import seats_of
from kronland.core.layout import State
from kronland.core.lines import Colour, Turn
from kronland.core.positions import Entry, Line, ask
from kronland.games.brianboru.positions.cards import most_tricks
from kronland.games.brianboru.positions.table import Reading
from kronland.games.brianboru.rules.board import colour_of
from kronland.games.brianboru.rules.invariants import names, towns_in
from kronland.games.brianboru.rules.state import (
    CARD_COLOURS,
    COLOUR_NAMES,
    ESTRID,
    EXPANSION,
    MARRIAGE_NAMES,
    NOBODY,
    SYMBOLS,
    TOWN_NAMES,
    End,
    Phase,
    Stage,
    Symbol,
)
from kronland.games.brianboru.rules.state import Colour as CardColour

PHASES = {"lose" if phase == Phase.LOSS else phase.name.lower(): phase for phase in Phase}
WORDS = {phase: word for word, phase in PHASES.items()}
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
MONASTERIES = {"leader": Stage.CHURCH, "abbey": Stage.ABBEYS}
ROWS = ("primary", "1", "2")


class TurnLine(Turn[Reading]):
    """`turn: red buy court, row 2, chosen`."""

    def decide(self, p: Reading, entry: Entry, tokens: list[str], details: list[str]) -> None:
        s = p.s
        if entry.text == "over":
            s.ended, s.stage, s.seat = End.ESTRID, Stage.ENDING, NOBODY
            return
        p.more = details
        seats = p.leading_seats(entry, tokens)
        if not seats or not tokens:
            raise entry.error(f"the turn is {entry.text!r}", "who decides and what, like `red name`")
        word = tokens.pop(0)
        s.phase = list(PHASES.values())[entry.one_of(word, list(PHASES), "decision")]
        s.stage = STAGES.get(Phase(int(s.phase)), 0)
        if len(seats) > 1 and s.phase != Phase.DRAFT:
            raise entry.error(f"several players decide {word!r}; that is possible in the draft only")
        s.actors = sum(1 << seat for seat in set(seats))
        s.seat = NOBODY if s.phase == Phase.DRAFT else seats[0]
        if s.phase == Phase.BUY:
            s.buying = list(STRIVEN.values())[entry.one_of(" ".join(tokens), list(STRIVEN), "thing to buy")]
        elif s.phase == Phase.LOSS:
            s.victim = p.seat(entry, " ".join(tokens))
        elif tokens:
            raise entry.error(f"{' '.join(tokens)!r} is too much after {word!r}")
        if s.phase == Phase.MONASTERY:
            s.stage = list(MONASTERIES.values())[entry.one_of(", ".join(p.more), list(MONASTERIES), "reason for a monastery")]
        elif p.more and s.stage != Stage.ROW:
            raise entry.error(f"{', '.join(p.more)!r} is too much after {word!r}")

    def write(self, s: State) -> Iterable[str]:
        if s.ended:
            yield "over"
            return
        said = " ".join([*(COLOUR_NAMES[seat] for seat in seats_of(int(s.actors))), WORDS[Phase(int(s.phase))]])
        if s.phase == Phase.BUY:
            said += f" {next(word for word, symbol in STRIVEN.items() if symbol == s.buying)}"
        if s.stage == Stage.ROW:
            said += f", row {ROWS[s.row]}" + ", chosen" * int(s.open_choice)
        elif s.phase == Phase.LOSS:
            said += f" {COLOUR_NAMES[s.victim]}"
        elif s.phase == Phase.MONASTERY:
            said += f", {next(word for word, stage in MONASTERIES.items() if stage == s.stage)}"
        yield said


# The trick --------------------------------------------------------------------------------------------------------------------------


class Active(Line[Reading]):
    """`active: C2`: the town that the trick is for."""

    def read(self, p: Reading, entry: Entry) -> None:
        p.s.active = entry.one_of(entry.text, TOWN_NAMES, "town") if entry.text else -1

    def write(self, s: State) -> Iterable[str]:
        if s.active >= 0:
            yield TOWN_NAMES[s.active]


class Somebody(Colour[Reading]):
    """`leader: red`: nothing after the colon is the same as no line."""

    def read(self, p: Reading, entry: Entry) -> None:
        if entry.text:
            super().read(p, entry)
        else:
            self.missing(p)


def usual_leader(p: Reading) -> int:
    s = p.s
    return int(s.seat if s.phase == Phase.NAME else s.marker if s.phase == Phase.CARD else s.leader)


def usual_winner(p: Reading) -> int:
    """BB-21."""
    s = p.s
    if s.stage not in (Stage.ACTIONS, Stage.ROW) or s.active < 0:
        return int(s.winner)
    colours = (int(ask(colour_of, s, s.active)), CardColour.WHITE)
    fitting = {card: seat for card, seat in on_table(s).items() if CARD_COLOURS[card] in colours}
    return fitting[max(fitting)] if fitting else NOBODY


def on_table(s: State) -> dict[int, int]:
    """Card -> who has played it."""
    return {int(s.card_of[seat]): seat for seat in range(s.players) if s.card_of[seat] >= 0}


TURN, ACTIVE = TurnLine("red name"), Active("active")
LEADER, WINNER = Somebody("leader", "leader", COLOUR_NAMES, usual_leader), Somebody("winner", "winner", COLOUR_NAMES, usual_winner)


# What goes with the decision --------------------------------------------------------------------------------------------------------


def go_with_turn(p: Reading) -> None:
    """What follows from who decides what, and what is wrong with it."""
    s, entry = p.s, p.entry("turn")
    if s.phase == Phase.START:
        _check_start(s, entry)
    elif s.stage == Stage.TRICK:
        _check_trick(s, entry)
    elif s.stage in (Stage.ACTIONS, Stage.ROW):
        _act(p, entry)
        _check_actions(s, entry)
    elif s.stage == Stage.WEDDING:
        _wed(s, entry)
    _find_turn(s)
    if s.phase == Phase.LOSS and s.battle == 0:
        raise entry.error("nobody loses a town while no raider is left in the battle area (BB-50)")


def _find_turn(s: State) -> None:
    """`turn` follows from who decides: seats are dealt with clockwise from the marker."""
    if s.phase in (Phase.DOWRY, Phase.ESTRID) or (s.phase == Phase.MONASTERY and s.stage == Stage.CHURCH):
        s.turn = 1
    elif s.phase in (Phase.REWARD, Phase.LOSS, Phase.MONASTERY):
        about = s.victim if s.phase == Phase.LOSS else s.seat
        s.turn = (int(about) - int(s.marker)) % int(s.players) + 1


def _check_start(s: State, entry: Entry) -> None:
    """BB-3: each puts one disc, clockwise from the marker, and every one finds a region of its own."""
    before = (int(s.seat) - int(s.marker)) % int(s.players)
    for seat in range(s.players):
        wanted = int((seat - int(s.marker)) % int(s.players) < before)
        if len(towns_in(s.disc[seat])) != wanted:
            found = f"{COLOUR_NAMES[seat]} has discs on {names(towns_in(s.disc[seat])) or 'no town'}"
            raise entry.error(found, f"{wanted} (BB-3)")


def _check_trick(s: State, entry: Entry) -> None:
    if s.phase == Phase.CARD:
        behind = (int(s.seat) - int(s.leader)) % int(s.players)
        if any((s.card_of[seat] >= 0) != ((seat - int(s.leader)) % int(s.players) < behind) for seat in range(s.players)):
            raise entry.error("cards lie on the table from the leader on, clockwise up to the player who decides (BB-20)")
    if s.trick >= most_tricks(s):
        raise entry.error(f"{s.trick} tricks have been played", f"fewer than {most_tricks(s)} before another one (BB-12)")
    if s.phase == Phase.NAME:
        if s.leader != s.seat:
            raise entry.error(f"{COLOUR_NAMES[s.leader]} leads the trick", "the leader to name the town (BB-20)")
    elif s.active >= 0:
        _check_free(s, entry)
        if s.card_of[s.leader] >= 0 and CARD_COLOURS[s.card_of[s.leader]] not in (ask(colour_of, s, s.active), CardColour.WHITE):
            raise entry.error(f"the leader's card {s.card_of[s.leader] + 1} does not fit {TOWN_NAMES[s.active]} (BB-20)")


def _check_free(s: State, entry: Entry) -> None:
    for seat in range(s.players):
        if s.active in towns_in(s.disc[seat]):
            found = f"{COLOUR_NAMES[seat]} has a disc on {TOWN_NAMES[s.active]}"
            raise entry.error(found, "a free town to be active (BB-20)")


def _act(p: Reading, entry: Entry) -> None:
    """The row that is carried out, and how far."""
    s, table, rest = p.s, on_table(p.s), list(p.more)
    if not table or table[min(table)] != s.seat:
        raise entry.error("the player with the lowest card on the table acts (BB-22)")
    if s.stage == Stage.ACTIONS:
        return
    if not rest or not rest[0].startswith("row "):
        raise entry.error("the row is missing", "`row primary`, `row 1` or `row 2`")
    s.row = entry.one_of(rest.pop(0).removeprefix("row "), ROWS, "row")
    if (s.row == 0) != (s.seat == s.winner):
        raise entry.error("the winner of the trick, and nobody else, takes the primary row (BB-22)")
    s.open_choice = int(rest == ["chosen"])
    if rest and not s.open_choice:
        raise entry.error(f"{', '.join(rest)!r} is too much after the row", "`chosen` or nothing")
    symbols = [int(symbol) for symbol in s.card_row[min(table), s.row] if symbol]
    wanted = {Phase.BUY: int(s.buying), Phase.EXPAND: Symbol.EXPAND5, Phase.REMOVE: Symbol.REMOVE_VIKING}.get(Phase(int(s.phase)))
    if wanted is None:
        s.at = len(symbols)
    elif wanted in symbols:
        s.at = SYMBOLS - [*reversed(symbols + [0] * (SYMBOLS - len(symbols)))].index(wanted)
    else:
        raise entry.error("the row has no such symbol")


def _check_actions(s: State, entry: Entry) -> None:
    if s.phase == Phase.ROW:
        if s.seat == s.winner:
            raise entry.error("the winner of the trick takes the primary row and has none to choose (BB-22)")
        if s.card_row[s.card_of[s.seat], 2, 0] == 0:
            raise entry.error(f"the card {s.card_of[s.seat] + 1} has one secondary row only, and leaves no choice (BB-22)")
    if s.phase == Phase.EXPAND and s.coins[s.seat] < EXPANSION:
        raise entry.error(f"{COLOUR_NAMES[s.seat]} has {s.coins[s.seat]} coins", f"{EXPANSION} or more to expand (BB-28)")
    if s.active >= 0 and s.winner != NOBODY and s.card_of[s.winner] >= 0:
        if s.stage != Stage.ROW or s.seat != s.winner:  # BB-23: with the primary row it is taken
            _check_free(s, entry)


def _wed(s: State, entry: Entry) -> None:
    married = s.marriage[max(0, s.round_number - 1)]
    if (married == ESTRID) != (s.phase == Phase.ESTRID):
        raise entry.error(f"{MARRIAGE_NAMES[married]} is the marriage card of this round, which does not fit the turn")
    s.spouse[married] = s.seat
    if s.court[s.seat] == 0 or s.court[s.seat] != max(s.court[: s.players].tolist()):
        raise entry.error(f"{COLOUR_NAMES[s.seat]} marries", "the highest disc on the marriage track (BB-40)")
    if s.phase == Phase.DOWRY and s.marriage_town[married] < 0:
        raise entry.error(f"{MARRIAGE_NAMES[married]} brings no town (BB-41)")
    if s.phase == Phase.ESTRID and (s.pact >= 0 or s.trade >= 0):
        raise entry.error("Estrid serves a player already", "no `estrid` line while she is being asked (BB-42)")
