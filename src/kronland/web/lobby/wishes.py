"""What a new table is to be: a `Wish`, and the checks that make rows of it or say what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from kronland.bots import LEVELS
from kronland.core.errors import KronlandError
from kronland.core.game import SPECTATOR, Game
from kronland.core.match import Match
from kronland.core.record import BadRecord, read
from kronland.core.words import N_
from kronland.games import find_game
from kronland.web.errors import BadInput, UnreadRecord, WebError
from kronland.web.preparing import Preparation
from kronland.web.safety.cleaning import clean_name, clean_title
from kronland.web.safety.visitors import Visitor
from kronland.web.settings import Settings
from kronland.web.store import schema
from kronland.web.table.clock import Clock, Terms
from kronland.web.table.seats import Seat, distinct_names, free_bot_name, shuffled

LONGEST_PACE = 30.0  # seconds between two moves of bots
KINDS = ("me", "guest", "open", "bot", "absent", "entrant")


@dataclass(frozen=True)
class SeatWish:
    """Who is to sit there: 'me', a 'guest' at my screen, 'open' for a friend, a 'bot'.

    'absent' people are those of a record, and an 'entrant' is who has entered a tournament: no form and no program can wish for them."""

    kind: str
    name: str = ""
    level: str = "squire"
    visitor: int | None = None  # of an entrant


@dataclass(frozen=True)
class Wish:
    """What a new table is to be."""

    game: str
    seats: Sequence[SeatWish]
    options: Mapping[str, str] = field(default_factory=dict)
    shuffle: bool = False  # seats, and with them colours, by lot when the game begins
    public: bool = False  # listed on the home page: anyone may watch, and take an open seat
    pace: float | None = None
    title: str = ""
    hints: bool | None = None  # players may ask for hints; not said: those who play against bots alone
    clock: Terms | None = None  # how long a player may take
    rated: bool = False  # whether the result counts
    tournament: str | None = None  # that it is for
    watch: bool = True  # whether others may watch
    seed: int | None = None
    rules: int | None = None  # the version that a record was begun with; not said: the one of today
    salt: str | None = None
    start: dict[str, Any] | None = None  # go on from a record: position, components, actions


def wish_of_record(text: str, games: Preparation) -> Wish:
    """To look at a finished game; one that is not goes on, with the visitor in the seat to decide."""
    try:
        record = read(text, find_game)
        match = record.replay(mode=games.mode(record.game.id))
    except BadRecord as problem:
        raise UnreadRecord(problem) from None
    names = match.names() if match.named else [""] * match.players
    deciding = match.actors[0] if match.actors else SPECTATOR
    seats = tuple(
        SeatWish("absent", names[seat]) if match.over else SeatWish("me") if seat == deciding else SeatWish("bot")
        for seat in range(match.players)
    )
    actions = [[seat, notation] for seat, notation in match.history]
    start = {"position": match.position, "components": match.components, "actions": actions}
    return Wish(match.game.id, seats, match.options, seed=match.seed, rules=match.rules, salt=match.salt, start=start)


@dataclass(frozen=True)
class Plan:
    """A wish that can be had, as rows."""

    values: dict[str, Any]
    seats: list[Seat]
    own: list[Seat]  # those of who makes the table
    entrants: list[tuple[Seat, int]]  # those of others, and whose
    match: Match | None  # None: it waits for players, and nothing is dealt before they are there


def checked(wish: Wish, visitor: Visitor, games: Preparation, settings: Settings, now: float) -> Plan:
    """The wish as rows, or an error that says what is wrong with it."""
    match: Match | None = None
    try:
        game = find_game(wish.game)
        _check_company(game, len(wish.seats), wish.options)
        players = game.check_players(len(wish.seats))
        options = game.check_options(players, wish.options)
        seats = [_wished_seat(number, seat, visitor) for number, seat in enumerate(wish.seats)]
        waiting = any(seat.kind == "open" for seat in seats)
        if waiting and wish.start is not None:
            raise BadInput(N_("A table that goes on from a record has no open seats."))
        if not waiting:
            match = begun(game, players, options, wish.seed, wish.salt, wish.start, games.mode(game.id), wish.rules)
    except WebError:
        raise
    except KronlandError as problem:
        raise BadInput(N_("That table cannot be made: {problem}"), problem=problem) from None
    if wish.rated:
        _check_rated(wish, visitor)
    distinct_names(seats)
    for seat in seats:
        if seat.kind == "bot" and not seat.name:
            seat.name = free_bot_name(seats)
    own = [seat for seat, wanted in zip(seats, wish.seats, strict=True) if wanted.kind in ("me", "guest")]
    entrants = [(seat, wanted.visitor) for seat, wanted in zip(seats, wish.seats, strict=True) if wanted.visitor is not None]
    shuffle = bool(wish.shuffle) and wish.start is None
    if shuffle and match is not None:
        shuffled(seats)
    pace = wish.pace if wish.pace is not None else visitor.preferences.pace
    clock = None if wish.clock is None else Clock.new(wish.clock, players)
    if clock is not None and match is not None:
        clock.follow([seat for seat in match.actors if seats[seat].bot is None], (), True, now, {})
    values = {
        "game": game.id,
        "rules": game.version if match is None else match.rules,
        "players": players,
        "options": options if match is None else match.options,
        "start": wish.start,
        "title": clean_title(wish.title),
        "stage": "waiting" if match is None else "over" if match.over else "running",
        "pace": checked_pace(pace if pace is not None else settings.pace),
        "public": bool(wish.public),
        "shuffle": shuffle,
        "hints": False if wish.rated or wish.tournament else wish.hints,
        "rated": wish.rated,
        "tournament": wish.tournament,
        "language": visitor.language if visitor.known else None,
        "watch": bool(wish.watch),
        "rematch": None,
        "actors": 0 if match is None else int(match.state.actors),
        "number": 0,
        "version": 1,
        "made_at": now,
        "changed_at": now,
        "clock": None if clock is None else clock.kept(),
        "due": None if clock is None else clock.due({}),
    }
    _check_lengths(values)
    return Plan(values, seats, own, entrants, match)


def _check_rated(wish: Wish, visitor: Visitor) -> None:
    """What counts is played in time, without help, and by one person on each seat."""
    if wish.clock is None or wish.hints or wish.start is not None:
        raise BadInput(N_("A rated game has a clock and no hints, and is played from its beginning."))
    kinds = [seat.kind for seat in wish.seats]
    known = visitor.known or wish.tournament is not None
    if not known or kinds.count("me") > 1 or not {"me", "open", "bot", "entrant"} >= {*kinds}:
        raise BadInput(N_("In a rated game every seat is for another person at a screen of their own, or for a bot."))


def _check_lengths(values: Mapping[str, Any]) -> None:
    """Not every database says so by itself when a text is too long for its column."""
    for name, value in values.items():
        kept = schema.tables.c[name].type
        if isinstance(kept, sa.String) and kept.length and isinstance(value, str) and len(value) > kept.length:
            raise BadInput(
                N_("{name} is {length} characters long; at most {most} can be kept."), name=name, length=len(value), most=kept.length
            )


def _check_company(game: Game, players: int, chosen: Mapping[str, str]) -> None:
    """What the form of a new table can get wrong is said in the reader's language."""
    if players not in game.seats:
        text = N_("{game} is for {least} to {most} players.") if len(game.seats) > 1 else N_("{game} is for {least} players.")
        raise BadInput(text, game=game.title, least=game.seats[0], most=game.seats[-1])
    for option in game.options:
        value = chosen.get(option.id, option.default)
        if players in option.not_with.get(value, ()):
            text = N_("{option}: “{value}” is not for {players} players.")
            raise BadInput(text, option=option.text, value=dict(option.values)[value], players=players)


def _wished_seat(number: int, wish: SeatWish, visitor: Visitor) -> Seat:
    if wish.kind not in KINDS:
        raise BadInput(N_("A seat is for {kinds}, not for {kind}."), kinds=", ".join(KINDS), kind=repr(wish.kind[:20]))
    if wish.kind == "bot" and wish.level not in LEVELS:
        raise BadInput(N_("There is no bot {level}; there are {levels}."), level=repr(wish.level[:20]), levels=", ".join(LEVELS))
    if wish.kind == "me":
        return Seat(number, "person", visitor.called(clean_name(wish.name)))
    if wish.kind in ("absent", "entrant"):
        return Seat(number, "person", clean_name(wish.name))
    return Seat(number, wish.kind, clean_name(wish.name), wish.level if wish.kind == "bot" else None)


def checked_pace(pace: float) -> float:
    if not 0 <= pace <= LONGEST_PACE:  # not a number is refused here, too
        raise BadInput(N_("The bots' pace is a number of seconds from 0 to {most}."), most=int(LONGEST_PACE))
    return float(pace)


def begun(
    game: Game,
    players: int,
    options: Mapping[str, str],
    seed: int | str | None,
    salt: str | None,
    start: dict[str, Any] | None,
    mode: str,
    rules: int | None,
) -> Match:
    """The match as it is when nobody has done anything at the table yet."""
    start = start or {}
    parts, position = start.get("components"), start.get("position")
    match = Match(game, players, options, seed, mode=mode, components=parts, position=position, salt=salt, rules=rules)
    for seat, notation in start.get("actions", ()):
        match.play(notation, seat)
    return match
