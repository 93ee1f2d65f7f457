"""Löwenherz (2003): what can happen, in words, with the rule that was applied."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from kronland.core.words import N_, EventKind, Words
from kronland.games.koenig.rules.domains import (
    ALL_CASTLES,
    AREA,
    CARDS,
    COLOURED_CASTLES,
    COLOURED_KNIGHTS,
    COUNT,
    DUCATS,
    FIELDS,
    LINES,
    LOST_POINTS,
    MINES,
    PILES,
    PLAYERS,
    POINTS,
    TASKS,
)


class Event(IntEnum):
    DEALT = 1
    CASTLE_SET = 2
    START_KNIGHT_SET = 3
    TURN = 4
    INCOME = 5
    SOLD = 6
    PLAYED = 7
    BORDER_SET = 8
    REGION_FOUNDED = 9
    NEUTRAL_REGION = 10
    KNIGHT_SET = 11
    KNIGHT_IN_FOREST = 12
    FIELD_TAKEN = 13
    FIELD_LOST = 14
    CUT_OFF = 15
    DESERTER = 16
    KNIGHT_REMOVED = 17
    ALLIANCE = 18
    MONOPOLY_WON = 19
    MONOPOLY_LOST = 20
    DONE = 21
    DRAWN = 22
    TAKEN = 23
    LAST_CARD = 24
    TOKEN_REACHED = 25
    HANDS_EMPTY = 26
    DUCAT_BONUS = 27
    WINNER = 28
    SHARED_WIN = 29


_WHO = ("player", PLAYERS)


OWN_CASTLE = N_("{player} sets a castle on {field}.")
PLAYED_WHOLE = N_("{player} plays a card for {ducats}: {card}.")


class CastleKind(EventKind):
    """The colour of a castle is told where it is not that of whoever sets it."""

    def say(self, event: tuple[int, ...], words: Words, names: Sequence[str]) -> str:
        _, player, colour, field, *_ = event
        if player != colour:
            return super().say(event, words, names)
        return words(OWN_CASTLE, player=PLAYERS.say(player, words, names), field=FIELDS.say(field, words, names))


class PlayedKind(EventKind):
    """What was chosen on a card is told where there was a choice."""

    def say(self, event: tuple[int, ...], words: Words, names: Sequence[str]) -> str:
        _, player, card, task, ducats = event
        if CARDS.leaves_a_choice(card):
            return super().say(event, words, names)
        values = zip(self.places, (player, card, task, ducats), strict=True)
        return words(PLAYED_WHOLE, **{name: domain.say(value, words, names) for (name, domain), value in values if domain is not TASKS})


EVENTS: dict[int, EventKind] = {
    Event.DEALT: EventKind(
        "L03-2",
        N_("{player} draws three cards: {one}; {two}; {three}."),
        (_WHO, ("one", CARDS), ("two", CARDS), ("three", CARDS)),
        secret=("one", "two", "three"),
        hidden=N_("{player} draws three cards."),
    ),
    Event.CASTLE_SET: CastleKind(
        "L03-4",
        N_("{player} sets {colour} on {field}."),
        (_WHO, ("colour", COLOURED_CASTLES), ("field", FIELDS)),
    ),
    Event.START_KNIGHT_SET: EventKind("L03-4", N_("{player} sets the castle's knight on {field}."), (_WHO, ("field", FIELDS))),
    Event.TURN: EventKind("L03-7", N_("{player}'s turn."), (_WHO,)),
    Event.INCOME: EventKind("L03-10", N_("{player} collects {ducats} from mines."), (_WHO, ("ducats", DUCATS))),
    Event.SOLD: EventKind("L03-12", N_("{player} sells a card for {ducats}: {card}."), (_WHO, ("card", CARDS), ("ducats", DUCATS))),
    Event.PLAYED: PlayedKind(
        "L03-13",
        N_("{player} plays a card for {ducats}: {card}; choice: {task}."),
        (_WHO, ("card", CARDS), ("task", TASKS), ("ducats", DUCATS)),
    ),
    Event.BORDER_SET: EventKind("L03-20", N_("{player} sets a border between {line}."), (_WHO, ("line", LINES))),
    Event.REGION_FOUNDED: EventKind(
        "L03-26",
        N_("{player} owns a new region round castle {castle}, of {area}, and scores {points}."),
        (_WHO, ("castle", ALL_CASTLES), ("area", AREA), ("points", POINTS)),
    ),
    Event.NEUTRAL_REGION: EventKind(
        "L03-6",
        N_("A neutral region round castle {castle} has arisen, of {area}; it scores nothing."),
        (("castle", ALL_CASTLES), ("area", AREA)),
    ),
    Event.KNIGHT_SET: EventKind("L03-30", N_("{player} sets a knight on {field}."), (_WHO, ("field", FIELDS))),
    Event.KNIGHT_IN_FOREST: EventKind(
        "L03-30", N_("{player} sets a knight in the forest on {field} for 1 ducat."), (_WHO, ("field", FIELDS))
    ),
    Event.FIELD_TAKEN: EventKind(
        "L03-45",
        N_("{player} takes {field} for the region of castle {castle} and scores {points}."),
        (_WHO, ("field", FIELDS), ("castle", ALL_CASTLES), ("points", POINTS)),
    ),
    Event.FIELD_LOST: EventKind(
        "L03-45",
        N_("{player} loses {field} {points}."),
        (_WHO, ("field", FIELDS), ("points", LOST_POINTS)),
    ),
    Event.CUT_OFF: EventKind(
        "L03-45",
        N_("The region of castle {castle} is cut: {player} also loses {area} {points}."),
        (("castle", ALL_CASTLES), _WHO, ("area", AREA), ("points", LOST_POINTS)),
    ),
    Event.DESERTER: EventKind(
        "L03-50",
        N_("{player} wins a deserter from the region of castle {other} for that of castle {castle}."),
        (_WHO, ("castle", ALL_CASTLES), ("other", ALL_CASTLES)),
    ),
    Event.KNIGHT_REMOVED: EventKind("L03-51", N_("On {field} {colour} deserts."), (("colour", COLOURED_KNIGHTS), ("field", FIELDS))),
    Event.ALLIANCE: EventKind(
        "L03-60",
        N_("{player} makes an alliance: the regions of castles {castle} and {other} are bound for good."),
        (_WHO, ("castle", ALL_CASTLES), ("other", ALL_CASTLES)),
    ),
    Event.MONOPOLY_WON: EventKind(
        "L03-70",
        N_("{player} holds the monopoly of {mine} and scores {points}."),
        (_WHO, ("mine", MINES), ("points", POINTS)),
    ),
    Event.MONOPOLY_LOST: EventKind(
        "L03-70",
        N_("{player} loses the monopoly of {mine} and {points}."),
        (_WHO, ("mine", MINES), ("points", POINTS)),
    ),
    Event.DONE: EventKind("L03-15", N_("{player} finishes the action."), (_WHO,)),
    Event.DRAWN: EventKind(
        "L03-14",
        N_("{player} draws a card: {card}."),
        (_WHO, ("pile", PILES), ("card", CARDS)),
        secret=("card",),
        hidden=N_("{player} draws a card of pile {pile}."),
    ),
    Event.TAKEN: EventKind("L03-14", N_("{player} takes a card from the market: {card}."), (_WHO, ("card", CARDS))),
    Event.LAST_CARD: EventKind("L03-81", N_("The last card is drawn: nobody refills any more.")),
    Event.TOKEN_REACHED: EventKind(
        "L03-80",
        N_("{player} has reached the king token at {n}: the king is back."),
        (_WHO, ("n", COUNT)),
    ),
    Event.HANDS_EMPTY: EventKind("L03-81", N_("All hands are empty; the game ends.")),
    Event.DUCAT_BONUS: EventKind("L03-82", N_("{player} scores {points} for ducats."), (_WHO, ("points", POINTS))),
    Event.WINNER: EventKind("L03-82", N_("{player} wins with {points}."), (_WHO, ("points", POINTS))),
    Event.SHARED_WIN: EventKind("L03-82", N_("{player} shares the win with {points}."), (_WHO, ("points", POINTS))),
}
