"""Rheinländer: what can happen, in words, with the rule that was applied."""

from __future__ import annotations

from enum import IntEnum

from kronland.core.words import N_, NN_, EventKind
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS, CARDS, COUNT, PLAYERS


class Event(IntEnum):
    BEGINS = 1
    CARD_PICKED = 2
    DEPLOYED = 3
    DEPLOYED_ON_RIVER = 4
    REINFORCED = 5
    DISCARDED = 6
    REPLACED = 7
    BASTION_SET = 8
    CARD_DRAWN = 9
    RESHUFFLED = 10
    DUKE_ENTERS = 20
    DUKE_OUSTED = 21
    DUKE_MERGED = 22
    DUKE_OF_TIE = 23
    DUKE_STAYS = 24
    CASTLE_MANNED = 30
    CASTLE_MANNED_BY_DUKE = 31
    CASTLE_DECLINED = 32
    CASTLE_EMPTY = 33
    CASTLE_SWAPPED = 34
    ARCHBISHOP_TO = 40
    ARCHBISHOP_ASIDE = 41
    LAST_TURN = 50
    FINAL_DUCHY = 51
    FINAL_ARCHBISHOP = 52
    WINNER = 53
    SHARED_WIN = 54


_WHO, _OTHER = ("player", PLAYERS), ("other", PLAYERS)
_FIELD, _CARD, _N = ("field", ALL_FIELDS), ("card", CARDS), ("n", COUNT)

EVENTS: dict[int, EventKind] = {
    Event.BEGINS: EventKind("RH-3", N_("{player} begins."), (_WHO,)),
    Event.CARD_PICKED: EventKind(
        "RH-10", N_("{player} picks card {card}."), (_WHO, _CARD), secret=("card",), hidden=N_("{player} picks a card.")
    ),
    Event.DEPLOYED: EventKind("RH-11", N_("{player} plays {card} and sets a knight on {field}."), (_WHO, _CARD, _FIELD)),
    Event.DEPLOYED_ON_RIVER: EventKind(
        "RH-12", N_("{player} plays {card} and sets a knight on the water: {field}."), (_WHO, _CARD, _FIELD)
    ),
    Event.REINFORCED: EventKind("RH-14", N_("{player} plays {card} and reinforces: a knight on {field}."), (_WHO, _CARD, _FIELD)),
    Event.DISCARDED: EventKind("RH-15", N_("{player} has no use for any card and discards {card}."), (_WHO, _CARD)),
    Event.REPLACED: EventKind(
        "RH-16", N_("{player} plays {card}; the archbishop replaces {other}'s knight on {field}."), (_WHO, _CARD, _OTHER, _FIELD)
    ),
    Event.BASTION_SET: EventKind("RH-17", N_("{player} sets a bastion on {field}."), (_WHO, _FIELD)),
    Event.CARD_DRAWN: EventKind(
        "RH-18", N_("{player} draws card {card}."), (_WHO, _CARD), secret=("card",), hidden=N_("{player} draws a card.")
    ),
    Event.RESHUFFLED: EventKind("RH-18", N_("{player} draws the shuffle card: discards and draw pile are shuffled together."), (_WHO,)),
    Event.DUKE_ENTERS: EventKind("RH-22", N_("{player} becomes duke of the duchy at {field}."), (_WHO, _FIELD)),
    Event.DUKE_OUSTED: EventKind(
        "RH-24",
        NN_("{player}'s duke is paid {n} coin and leaves.", "{player}'s duke is paid {n} coins and leaves.", "n"),
        (_WHO, _N),
    ),
    Event.DUKE_MERGED: EventKind(
        "RH-24",
        NN_(
            "Two duchies of {player} have become one: a duke is paid {n} coin and leaves.",
            "Two duchies of {player} have become one: a duke is paid {n} coins and leaves.",
            "n",
        ),
        (_WHO, _N),
    ),
    Event.DUKE_OF_TIE: EventKind(
        "RH-25",
        NN_(
            "A tie between merged duchies: {player}'s duke is paid {n} coin and leaves.",
            "A tie between merged duchies: {player}'s duke is paid {n} coins and leaves.",
            "n",
        ),
        (_WHO, _N),
    ),
    Event.DUKE_STAYS: EventKind("RH-23", N_("A tie: {player}'s duke stays."), (_WHO,)),
    Event.CASTLE_MANNED: EventKind("RH-30", N_("{player} mans the castle beside {field}."), (_WHO, _FIELD)),
    Event.CASTLE_MANNED_BY_DUKE: EventKind("RH-30", N_("{player} mans the castle beside {field} as duke."), (_WHO, _FIELD)),
    Event.CASTLE_DECLINED: EventKind("RH-30", N_("{player} leaves the castle beside {field} empty."), (_WHO, _FIELD)),
    Event.CASTLE_EMPTY: EventKind("RH-30", N_("{player} has no knight for the castle beside {field}."), (_WHO, _FIELD)),
    Event.CASTLE_SWAPPED: EventKind(
        "RH-32", N_("{player} replaces {other}'s knight on the castle beside {field}."), (_WHO, _OTHER, _FIELD)
    ),
    Event.ARCHBISHOP_TO: EventKind("RH-40", N_("{player} has the most bishops and holds the archbishop."), (_WHO,)),
    Event.ARCHBISHOP_ASIDE: EventKind("RH-40", N_("Nobody has the most bishops: the archbishop is laid aside.")),
    Event.LAST_TURN: EventKind("RH-50", N_("{player} has no knight left: the game ends with this turn."), (_WHO,)),
    Event.FINAL_DUCHY: EventKind(
        "RH-51",
        NN_("{player} is paid {n} coin for the duchy at {field}.", "{player} is paid {n} coins for the duchy at {field}.", "n"),
        (_WHO, _N, _FIELD),
    ),
    Event.FINAL_ARCHBISHOP: EventKind(
        "RH-51",
        NN_("{player} is paid {n} coin for the archbishop.", "{player} is paid {n} coins for the archbishop.", "n"),
        (_WHO, _N),
    ),
    Event.WINNER: EventKind("RH-52", NN_("{player} wins with {n} coin.", "{player} wins with {n} coins.", "n"), (_WHO, _N)),
    Event.SHARED_WIN: EventKind(
        "RH-52", NN_("{player} shares the win with {n} coin.", "{player} shares the win with {n} coins.", "n"), (_WHO, _N)
    ),
}
