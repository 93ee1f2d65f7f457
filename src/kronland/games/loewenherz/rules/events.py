"""Löwenherz (1997): what can happen, in words, with the rule that was applied.

A player's name can be any text: it stands without article or ending, and never needs a pronoun.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from kronland.core.log import HIDDEN
from kronland.core.words import N_, NN_, Amounts, Domain, EventKind, Numbers, Words
from kronland.games.loewenherz.components import TASK_SIZES
from kronland.games.loewenherz.rules.domains import (
    ALL_CASTLES,
    CARDS,
    FIELDS,
    KINDS,
    LINES,
    PILES,
    PLAYERS,
    SUM,
    TREASURES,
    TreasureSets,
)
from kronland.games.loewenherz.rules.state import COLOUR_NAMES, Task


class Event(IntEnum):
    CASTLE_SET = 1
    START_KNIGHT_SET = 2
    ROUND = 3
    SILVER = 4
    SILVER_POINTS = 5
    KING_DIES = 6
    CARD_TURNED = 7
    CARD_LAID = 8
    DUCATS_TAKEN = 9
    NOBODY = 10
    OFFER_PAY = 11
    OFFER_DEMAND = 12
    ACCEPTED = 13
    BROKEN_OFF = 14
    DUEL = 15
    BID_MADE = 16
    BID_SHOWN = 17
    DUEL_WON = 18
    DUEL_TIED = 19
    DUEL_OFF = 20
    ACTS = 21
    BORDER_SET = 22
    REGION_FOUNDED = 23
    NEUTRAL_REGION = 24
    KNIGHT_SET = 25
    FEE_PAID = 26
    TREASURE_PAID = 27
    FIELD_TAKEN = 28
    FIELD_LOST = 29
    CUT_OFF = 30
    PILE_VIEWED = 31
    CARD_KEPT = 32
    ALLIANCE_MADE = 33
    ALLIANCE_ENDED = 34
    DESERTER_PLAYED = 35
    KNIGHT_REMOVED = 36
    ACTION_DONE = 37
    FINAL_MOUNTAINS = 38
    FINAL_FIEFS = 39
    WINNER = 40
    SHARED_WIN = 41
    NEGOTIATION = 42


class Tasks(Domain):
    """The actions of an action card, as what a player may do; the member number is a card's slot (see `Task`)."""

    def __init__(self) -> None:
        super().__init__("task", [])
        self.verbs = {
            Task.DUCATS: NN_("take {n} ducat", "take {n} ducats", "n"),
            Task.BORDER: NN_("set {n} border", "set up to {n} borders", "n"),
            Task.KNIGHT: NN_("set a knight or expand a region", "set two knights, or set a knight and expand a region", "n"),
            Task.POLITICS: N_("take a politics card"),
        }

    @property
    def samples(self) -> Sequence[int]:
        return [task * 16 + size for task, sizes in (*TASK_SIZES.values(), (Task.POLITICS, (1,))) for size in sizes]

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        return words(self.verbs[Task(member >> 4)], n=member & 15)


TASKS = Tasks()
COUNT = Numbers("count")
POINTS = Amounts("points", NN_("{n} point", "{n} points", "n"))
AREA = Amounts("fields", NN_("{n} field", "{n} fields", "n"))
TOWNS = Amounts("towns", NN_("{n} town", "{n} towns", "n"), none=N_("no town"))
COLOURED_CASTLES = Domain("castle", COLOUR_NAMES, [N_("a red castle"), N_("an ochre castle"), N_("a purple castle"), N_("a grey castle")])
COLOURED_KNIGHTS = Domain("knight", COLOUR_NAMES, [N_("a red knight"), N_("an ochre knight"), N_("a purple knight"), N_("a grey knight")])
TREASURES_ALONE = TreasureSets(N_("the treasure of {values}"), N_("the treasures of {values}"))
TREASURES_INCLUDED = TreasureSets(N_(", the treasure of {values} included"), N_(", the treasures of {values} included"))

_WHO = ("player", PLAYERS)

PAYS_AND_ACCEPTS = NN_(
    "{player} accepts, pays {n} ducat and gets the action.", "{player} accepts, pays {n} ducats and gets the action.", "n"
)
BIDS_TREASURES = N_("{player} secretly bids {treasures}.")


class AcceptedKind(EventKind):
    """Who accepts is not named again as the one who pays."""

    def say(self, event: tuple[int, ...], words: Words, names: Sequence[str]) -> str:
        _, player, payer, n = event
        if player != payer:
            return super().say(event, words, names)
        return words(PAYS_AND_ACCEPTS, player=PLAYERS.say(player, words, names), n=n)


class BidKind(EventKind):
    """Who bids treasures alone does not bid 0 ducats with them."""

    def say(self, event: tuple[int, ...], words: Words, names: Sequence[str]) -> str:
        _, player, ducats, treasures = event
        if ducats != 0 or treasures in (0, HIDDEN):
            return super().say(event, words, names)
        alone = TREASURES_ALONE.say(treasures, words, names)
        return words(BIDS_TREASURES, player=PLAYERS.say(player, words, names), treasures=alone)


EVENTS: dict[int, EventKind] = {
    Event.CASTLE_SET: EventKind(
        "L97-3",
        N_("{player} sets {castle} on {field}."),
        (_WHO, ("castle", COLOURED_CASTLES), ("field", FIELDS)),
    ),
    Event.START_KNIGHT_SET: EventKind("L97-3", N_("{player} sets a knight beside it on {field}."), (_WHO, ("field", FIELDS))),
    Event.ROUND: EventKind("L97-10", N_("Round {round}: {player} is the start player."), (("round", COUNT), _WHO)),
    Event.SILVER: EventKind("L97-10", N_("Silver has been found! Every mountain in a player's regions scores 1 point.")),
    Event.SILVER_POINTS: EventKind("L97-10", N_("{player} scores {points} for silver."), (_WHO, ("points", POINTS))),
    Event.KING_DIES: EventKind("L97-90", N_("The king is dead! The game is at its end.")),
    Event.CARD_TURNED: EventKind(
        "L97-10",
        N_("The action card: (1) {one}; (2) {two}; (3) {three}."),
        (("one", TASKS), ("two", TASKS), ("three", TASKS)),
    ),
    Event.CARD_LAID: EventKind("L97-11", N_("{player} chooses {card}."), (_WHO, ("card", CARDS))),
    Event.DUCATS_TAKEN: EventKind("L97-13", NN_("{player} takes {n} ducat.", "{player} takes {n} ducats.", "n"), (_WHO, ("n", COUNT))),
    Event.NOBODY: EventKind("L97-13", N_("Nobody has chosen action {n}."), (("n", COUNT),)),
    Event.NEGOTIATION: EventKind(
        "L97-20",
        N_("{player} and {other} negotiate over action {n}."),
        (_WHO, ("other", PLAYERS), ("n", COUNT)),
    ),
    Event.OFFER_PAY: EventKind(
        "L97-21",
        NN_("{player} offers {n} ducat for the action.", "{player} offers {n} ducats for the action.", "n"),
        (_WHO, ("n", COUNT)),
    ),
    Event.OFFER_DEMAND: EventKind(
        "L97-21",
        NN_("{player} would give up the action for {n} ducat.", "{player} would give up the action for {n} ducats.", "n"),
        (_WHO, ("n", COUNT)),
    ),
    Event.ACCEPTED: AcceptedKind(
        "L97-21",
        NN_(
            "{player} accepts: {payer} pays {n} ducat and gets the action.",
            "{player} accepts: {payer} pays {n} ducats and gets the action.",
            "n",
        ),
        (_WHO, ("payer", PLAYERS), ("n", COUNT)),
    ),
    Event.BROKEN_OFF: EventKind("L97-20", N_("{player} breaks off the negotiation."), (_WHO,)),
    Event.DUEL: EventKind("L97-22", N_("A duel is fought for action {n}."), (("n", COUNT),)),
    Event.BID_MADE: BidKind(
        "L97-22",
        NN_("{player} secretly bids {sum} ducat{treasures}.", "{player} secretly bids {sum} ducats{treasures}.", "sum"),
        (_WHO, ("sum", SUM), ("treasures", TREASURES)),
        secret=("sum", "treasures"),
        hidden=N_("{player} has made a secret bid."),
    ),
    Event.BID_SHOWN: EventKind(
        "L97-22",
        NN_("{player} shows {n} ducat{treasures}.", "{player} shows {n} ducats{treasures}.", "n"),
        (_WHO, ("sum", SUM), ("treasures", TREASURES_INCLUDED), ("n", COUNT)),
    ),
    Event.DUEL_WON: EventKind(
        "L97-22",
        NN_(
            "{player} wins the duel and pays {n} ducat to the bank.",
            "{player} wins the duel and pays {n} ducats to the bank.",
            "n",
        ),
        (_WHO, ("n", COUNT)),
    ),
    Event.DUEL_TIED: EventKind("L97-23", N_("The highest bids are level: those who made them bid once more.")),
    Event.DUEL_OFF: EventKind("L97-23", N_("The highest bids are level again: nobody gets the action, nobody pays.")),
    Event.ACTS: EventKind(
        "L97-13",
        N_("{player} may now {task} (action {n})."),
        (_WHO, ("n", COUNT), ("task", TASKS)),
    ),
    Event.BORDER_SET: EventKind("L97-31", N_("{player} sets a border between {line}."), (_WHO, ("line", LINES))),
    Event.REGION_FOUNDED: EventKind(
        "L97-36",
        N_("A region is founded round {castle}: {fields}, {towns}. {player} scores {points}."),
        (_WHO, ("castle", ALL_CASTLES), ("fields", AREA), ("towns", TOWNS), ("points", POINTS)),
    ),
    Event.NEUTRAL_REGION: EventKind(
        "L97-36",
        N_("A neutral region is founded round {castle}: {fields}. Nobody scores."),
        (("castle", ALL_CASTLES), ("fields", AREA)),
    ),
    Event.KNIGHT_SET: EventKind("L97-41", N_("{player} sets a knight on {field}."), (_WHO, ("field", FIELDS))),
    Event.FEE_PAID: EventKind(
        "L97-41",
        NN_("{player} pays {n} ducat to the bank.", "{player} pays {n} ducats to the bank.", "n"),
        (_WHO, ("n", COUNT)),
    ),
    Event.TREASURE_PAID: EventKind("L97-73", N_("{player} pays with the {kind}."), (_WHO, ("kind", KINDS))),
    Event.FIELD_TAKEN: EventKind(
        "L97-53",
        N_("{player} expands the region of {castle} to {field} and scores {points}."),
        (_WHO, ("field", FIELDS), ("castle", ALL_CASTLES), ("points", POINTS)),
    ),
    Event.FIELD_LOST: EventKind(
        "L97-53",
        N_("{player} loses {field} and {points}."),
        (_WHO, ("field", FIELDS), ("points", POINTS)),
    ),
    Event.CUT_OFF: EventKind(
        "L97-54",
        NN_(
            "{n} more field is cut off from {castle}: {player} loses {points}.",
            "{n} more fields are cut off from {castle}: {player} loses {points}.",
            "n",
        ),
        (("castle", ALL_CASTLES), _WHO, ("n", COUNT), ("points", POINTS)),
    ),
    Event.PILE_VIEWED: EventKind("L97-60", N_("{player} looks through pile {pile} of the politics cards."), (_WHO, ("pile", PILES))),
    Event.CARD_KEPT: EventKind(
        "L97-60",
        N_("{player} keeps a politics card: {kind}."),
        (_WHO, ("kind", KINDS)),
        secret=("kind",),
        hidden=N_("{player} keeps a politics card."),
    ),
    Event.ALLIANCE_MADE: EventKind(
        "L97-70",
        N_("{player} plays an alliance: the regions of {castle} and {other} are now allied."),
        (_WHO, ("castle", ALL_CASTLES), ("other", ALL_CASTLES)),
    ),
    Event.ALLIANCE_ENDED: EventKind(
        "L97-71",
        N_("{player} ends the alliance between {castle} and {other}."),
        (_WHO, ("castle", ALL_CASTLES), ("other", ALL_CASTLES)),
    ),
    Event.DESERTER_PLAYED: EventKind(
        "L97-72",
        N_("{player} plays a deserter: a knight leaves the region of {other} for that of {castle}."),
        (_WHO, ("castle", ALL_CASTLES), ("other", ALL_CASTLES)),
    ),
    Event.KNIGHT_REMOVED: EventKind("L97-72", N_("On {field} {knight} deserts."), (("knight", COLOURED_KNIGHTS), ("field", FIELDS))),
    Event.ACTION_DONE: EventKind("L97-14", N_("{player} finishes the action."), (_WHO,)),
    Event.FINAL_MOUNTAINS: EventKind("L97-90", N_("{player} scores {points} for mountains."), (_WHO, ("points", POINTS))),
    Event.FINAL_FIEFS: EventKind("L97-74", N_("{player} scores {points} for fiefs."), (_WHO, ("points", POINTS))),
    Event.WINNER: EventKind(
        "L97-90",
        NN_("{player} wins with {n} point.", "{player} wins with {n} points.", "n"),
        (_WHO, ("n", COUNT)),
    ),
    Event.SHARED_WIN: EventKind(
        "L97-90",
        NN_("{player} shares the win with {n} point.", "{player} shares the win with {n} points.", "n"),
        (_WHO, ("n", COUNT)),
    ),
}
