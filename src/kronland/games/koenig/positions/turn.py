"""Löwenherz (2003): the line that says who decides what, and what must go with it (see `position`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kronland.core.layout import State
from kronland.core.lines import Turn
from kronland.core.positions import Entry
from kronland.games.grid.positions.lines import one_castle, read_details
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.koenig.positions.table import Reading
from kronland.games.koenig.rules.domains import ALL_CASTLES
from kronland.games.koenig.rules.state import COLOUR_NAMES, DECK, KING_TOKEN, NO_CARD, End, Phase

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
ACTION_PHASES = tuple(phase for phase in Phase if Phase.BORDER <= phase <= Phase.ALLIANCE)
COUNTED = {Phase.BORDER: 3, Phase.KNIGHT: 2, Phase.EXPAND: 2}  # a number follows the decision: at the most so much is on a card
DETAILS: dict[Phase, tuple[str, ...]] = {
    Phase.EXPAND: ("after", "for"),
    Phase.DESERTER: (),  # whose regions are chosen is settled at once
    Phase.SETTLE: ("after", "to", "from"),
    Phase.REMOVE: ("after", "to", "from"),
}
REGIONS = {"for": "expanding", "to": "desert_to", "from": "desert_from"}


def usual_steps(phase: int) -> int:
    return 1 if phase == Phase.REMOVE else 0


class TurnLine(Turn[Reading]):
    """`turn: red fields 1, after 1, for red-2`."""

    def decide(self, p: Reading, entry: Entry, words: list[str], details: list[str]) -> None:
        s = p.s
        if len(words) not in (2, 3):
            raise entry.error(f"the turn is {entry.text!r}", "a player and what is to be decided, like 'red card'")
        s.seat = s.turn = p.seat(entry, words[0])
        if words[1] == "over":
            s.ended = End[details[0].upper()] if details and details[0] in ("king", "deck") else 0
            if not s.ended or len(words) != 2 or len(details) != 1:
                raise entry.error(f"the turn is {entry.text!r}", "'red over, king' or 'red over, deck'")
            return
        phase = list(PHASE_NAMES)[entry.one_of(words[1], list(PHASE_NAMES.values()), "what is to be decided")]
        s.phase, s.actors = phase, 1 << int(s.seat)
        if phase in ACTION_PHASES:
            self._action(p, entry, phase, words[2:], details)
        elif len(words) != 2 or details:
            raise entry.error(f"{words[1]!r} needs nothing more, got {entry.text!r}")

    def _action(self, p: Reading, entry: Entry, phase: Phase, count: Sequence[str], parts: Sequence[str]) -> None:
        """An action under way: how much of it is left, after how much, and of which regions."""
        s, name, usual = p.s, PHASE_NAMES[phase], usual_steps(phase)
        details = read_details(entry, parts, DETAILS.get(phase, ("after",)), name)
        s.steps = entry.whole(details.get("after", str(usual)), "after", usual, COUNTED.get(phase, usual + 1))
        if phase in COUNTED:
            s.left = entry.whole(count[0] if count else "", name, 0 if s.steps else 1, COUNTED[phase] - int(s.steps))
        elif count:
            raise entry.error(f"{name!r} takes no number, got {count[0]!r}")
        else:
            s.left = 0 if s.steps or phase == Phase.REMOVE else 1
        for word, field in REGIONS.items():
            if word in details:
                s[field] = one_castle(entry, details[word], ALL_CASTLES, word)
            elif word in DETAILS.get(phase, ()) and (phase != Phase.EXPAND or s.steps):
                raise entry.error(f"{name!r} needs {word!r} and a castle, like 'red-1'")
        if phase == Phase.EXPAND and s.expanding >= 0 and not s.steps:
            raise entry.error("'for' goes with 'after': the region that grows is chosen with its first field")
        if phase == Phase.REMOVE:
            s.turn = s.desert_to // CASTLES_EACH
            if s.steps == 2 and s.seat != s.turn:
                raise entry.error("when an opponent has removed the knight, the action is complete")

    def write(self, s: State) -> Iterable[str]:
        if s.ended:
            yield f"{COLOUR_NAMES[s.turn]} over, {End(s.ended).name.lower()}"
            return
        text = f"{COLOUR_NAMES[s.seat]} {PHASE_NAMES[s.phase]}"
        if s.phase in COUNTED:
            text += f" {s.left}"
        if s.phase in ACTION_PHASES and s.steps != usual_steps(s.phase):
            text += f", after {s.steps}"
        yield text + "".join(f", {word} {ALL_CASTLES.tokens[s[field]]}" for word, field in REGIONS.items() if s[field] >= 0)


def go_with_turn(p: Reading) -> None:
    """What is wrong with who decides what."""
    s, entry = p.s, p.entry("turn")
    token = KING_TOKEN[s.players]
    if s.ended == End.KING and s.score.max() < token:
        raise entry.error(f"nobody has reached the king token at {token} (L03-80)")
    if s.ended == End.DECK and (s.drawn < DECK or any(kind != NO_CARD for hand in s.hand for kind in hand)):
        raise entry.error("the game ends when the deck and all hands are empty (L03-81)")
    if s.phase in (Phase.CARD, Phase.REFILL) and s.score.max() >= token:
        raise entry.error(f"the king token at {token} is reached, so the game is over (L03-80)")
    if s.phase == Phase.REFILL and s.drawn == DECK:
        raise entry.error("the deck is empty, so no hand is filled up any more (L03-81)")
    _check_regions(s, entry)


def _check_regions(s: State, entry: Entry) -> None:
    if s.turn >= s.players:
        raise entry.error(f"{ALL_CASTLES.tokens[s.desert_to]} is no region of a player")
    for castle, seat in ((int(s.expanding), int(s.seat)), (int(s.desert_to), int(s.turn))):
        if castle >= 0 and (castle // CASTLES_EACH != seat or not s.region[castle].any()):
            raise entry.error(f"{ALL_CASTLES.tokens[castle]} is no region of {COLOUR_NAMES[seat]}")
    if s.desert_from >= 0:
        owner = s.desert_from // CASTLES_EACH
        chooser = s.turn if owner >= s.players or s.phase == Phase.SETTLE else owner
        if owner == s.turn or s.seat != chooser or not s.region[s.desert_from].any():
            raise entry.error("a deserter comes from a region of another colour, whose owner chooses the knight (L03-50, L03-51)")
        if owner >= s.players and s.phase == Phase.SETTLE and s.steps:
            found = "a neutral knight is chosen as soon as the own one is set, by the same player"
            raise entry.error(found, "'remove' (L03-51)")


TURN = TurnLine("red card")
