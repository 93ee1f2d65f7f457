"""Löwenherz (1997): what can happen, in words, with the rule that was applied."""

from __future__ import annotations

from enum import IntEnum

from kronland.core.words import N_, NN_, Domain, EventKind, Text
from kronland.games.loewenherz.actions import (
    ALL_CASTLES,
    CARDS,
    COLOURS,
    COUNT,
    FIELDS,
    KINDS,
    LINES,
    PILES,
    PLAYERS,
    POINTS,
    SUM,
    TREASURES,
)


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


TASKS = Domain(
    "task",
    ["", "ducats", "border", "knight", "politics", "silver", "king"],
    [
        Text(""),
        N_("ducats"),
        N_("borders"),
        N_("knights or expansion"),
        N_("politics card"),
        N_("silver"),
        N_("king"),
    ],
)

_WHO = ("player", PLAYERS)

EVENTS: dict[int, EventKind] = {
    Event.CASTLE_SET: EventKind(
        "L97-3",
        N_("{player} sets a castle of {colour} on {field}."),
        (_WHO, ("colour", COLOURS), ("field", FIELDS)),
    ),
    Event.START_KNIGHT_SET: EventKind("L97-3", N_("{player} sets its knight on {field}."), (_WHO, ("field", FIELDS))),
    Event.ROUND: EventKind("L97-10", N_("Round {round}: {player} is start player."), (("round", COUNT), _WHO)),
    Event.SILVER: EventKind("L97-10", N_("A silver find: mountains in own regions score.")),
    Event.SILVER_POINTS: EventKind("L97-10", N_("{player} scores {points} for silver."), (_WHO, ("points", POINTS))),
    Event.KING_DIES: EventKind("L97-90", N_("The king is dead; the game ends.")),
    Event.CARD_TURNED: EventKind(
        "L97-10",
        N_("Action card: 1 {one} {n}, 2 {two} {m}, 3 {three} {k}."),
        (("one", TASKS), ("n", COUNT), ("two", TASKS), ("m", COUNT), ("three", TASKS), ("k", COUNT)),
    ),
    Event.CARD_LAID: EventKind("L97-11", N_("{player} chooses action {card}."), (_WHO, ("card", CARDS))),
    Event.DUCATS_TAKEN: EventKind("L97-13", NN_("{player} takes {n} ducat.", "{player} takes {n} ducats.", "n"), (_WHO, ("n", COUNT))),
    Event.NOBODY: EventKind("L97-13", N_("Nobody has chosen action {n}."), (("n", COUNT),)),
    Event.OFFER_PAY: EventKind(
        "L97-21",
        NN_("{player} offers {n} ducat to act.", "{player} offers {n} ducats to act.", "n"),
        (_WHO, ("n", COUNT)),
    ),
    Event.OFFER_DEMAND: EventKind(
        "L97-21",
        NN_("{player} would step back for {n} ducat.", "{player} would step back for {n} ducats.", "n"),
        (_WHO, ("n", COUNT)),
    ),
    Event.ACCEPTED: EventKind(
        "L97-21",
        NN_(
            "{player} accepts: {payer} pays {n} ducat and acts.",
            "{player} accepts: {payer} pays {n} ducats and acts.",
            "n",
        ),
        (_WHO, ("payer", PLAYERS), ("n", COUNT)),
    ),
    Event.BROKEN_OFF: EventKind("L97-20", N_("{player} breaks the negotiation off."), (_WHO,)),
    Event.DUEL: EventKind("L97-22", N_("Duel for action {n}."), (("n", COUNT),)),
    Event.BID_MADE: EventKind(
        "L97-22",
        N_("{player} bids {sum} ducats{treasures} in secret."),
        (_WHO, ("sum", SUM), ("treasures", TREASURES)),
        secret=("sum", "treasures"),
        hidden=N_("{player} has made a secret bid."),
    ),
    Event.BID_SHOWN: EventKind(
        "L97-22",
        N_("{player} has bid {sum} ducats{treasures}: {total} in all."),
        (_WHO, ("sum", SUM), ("treasures", TREASURES), ("total", COUNT)),
    ),
    Event.DUEL_WON: EventKind(
        "L97-22",
        NN_("{player} wins the duel and pays {n} ducat.", "{player} wins the duel and pays {n} ducats.", "n"),
        (_WHO, ("n", COUNT)),
    ),
    Event.DUEL_TIED: EventKind("L97-23", N_("A tie: those who are level bid again.")),
    Event.DUEL_OFF: EventKind("L97-23", N_("A second tie: nobody acts, nobody pays.")),
    Event.ACTS: EventKind(
        "L97-13",
        N_("{player} carries out action {n}: {task} {size}."),
        (_WHO, ("n", COUNT), ("task", TASKS), ("size", COUNT)),
    ),
    Event.BORDER_SET: EventKind("L97-31", N_("{player} sets a border on {line}."), (_WHO, ("line", LINES))),
    Event.REGION_FOUNDED: EventKind(
        "L97-36",
        NN_(
            "{player} owns a new region of {castle}: {fields} fields and {n} town, {points} points.",
            "{player} owns a new region of {castle}: {fields} fields and {n} towns, {points} points.",
            "n",
        ),
        (_WHO, ("castle", ALL_CASTLES), ("fields", COUNT), ("n", COUNT), ("points", POINTS)),
    ),
    Event.NEUTRAL_REGION: EventKind(
        "L97-36",
        N_("A neutral region of {castle} has arisen, of {fields} fields; it scores nothing."),
        (("castle", ALL_CASTLES), ("fields", COUNT)),
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
        N_("{player} takes {field} for the region of {castle}: {points} points."),
        (_WHO, ("field", FIELDS), ("castle", ALL_CASTLES), ("points", POINTS)),
    ),
    Event.FIELD_LOST: EventKind(
        "L97-53",
        N_("{player} loses {field}: {points} points."),
        (_WHO, ("field", FIELDS), ("points", POINTS)),
    ),
    Event.CUT_OFF: EventKind(
        "L97-54",
        NN_(
            "The region of {castle} is cut: {player} loses {n} more field, {points} points.",
            "The region of {castle} is cut: {player} loses {n} more fields, {points} points.",
            "n",
        ),
        (("castle", ALL_CASTLES), _WHO, ("n", COUNT), ("points", POINTS)),
    ),
    Event.PILE_VIEWED: EventKind("L97-60", N_("{player} looks at the {pile} pile of politics cards."), (_WHO, ("pile", PILES))),
    Event.CARD_KEPT: EventKind(
        "L97-60",
        N_("{player} keeps the card: {kind}."),
        (_WHO, ("kind", KINDS)),
        secret=("kind",),
        hidden=N_("{player} keeps a politics card."),
    ),
    Event.ALLIANCE_MADE: EventKind(
        "L97-70",
        N_("{player} plays an alliance: the regions of {castle} and {other} are bound."),
        (_WHO, ("castle", ALL_CASTLES), ("other", ALL_CASTLES)),
    ),
    Event.ALLIANCE_ENDED: EventKind(
        "L97-71",
        N_("{player} ends the alliance of {castle} and {other}."),
        (_WHO, ("castle", ALL_CASTLES), ("other", ALL_CASTLES)),
    ),
    Event.DESERTER_PLAYED: EventKind(
        "L97-72",
        N_("{player} plays a deserter: from the region of {other} to that of {castle}."),
        (_WHO, ("castle", ALL_CASTLES), ("other", ALL_CASTLES)),
    ),
    Event.KNIGHT_REMOVED: EventKind("L97-72", N_("A knight of {colour} leaves {field}."), (("colour", COLOURS), ("field", FIELDS))),
    Event.ACTION_DONE: EventKind("L97-14", N_("{player} is done."), (_WHO,)),
    Event.FINAL_MOUNTAINS: EventKind("L97-90", N_("{player} scores {points} for mountains."), (_WHO, ("points", POINTS))),
    Event.FINAL_FIEFS: EventKind("L97-74", N_("{player} scores {points} for fiefs."), (_WHO, ("points", POINTS))),
    Event.WINNER: EventKind("L97-90", N_("{player} wins with {points} points."), (_WHO, ("points", COUNT))),
    Event.SHARED_WIN: EventKind("L97-90", N_("{player} shares the win with {points} points."), (_WHO, ("points", COUNT))),
}
