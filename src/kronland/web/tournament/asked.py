"""What a new tournament is to be, and the checks that make a row of it or say what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kronland.core.errors import KronlandError
from kronland.core.game import Game
from kronland.core.words import N_
from kronland.games import GAMES, find_game
from kronland.web.errors import BadInput
from kronland.web.safety.cleaning import clean_title
from kronland.web.table.clock import DAY, HOUR, Terms

SYSTEMS = ("swiss", "robin")
MOST_ROUNDS = 20
MOST_ENTRANTS = 256
CLOSINGS = (900.0, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)  # seconds until it begins by itself, that the form offers
LENGTHS = (HOUR, 3 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY)  # of a round

NO_NAME = N_("A tournament needs a name.")
NO_SUCH_GAME = N_("There is no such game.")
NO_SUCH_SYSTEM = N_("A tournament is played by the Swiss system, or everybody meets everybody.")
NO_SUCH_COUNT = N_("{game} is for {least} to {most} players at a table, with these options.")
NO_SUCH_ROUNDS = N_("A tournament has from 1 to {most} rounds.")
NO_CLOCK = N_("The tables of a tournament need a clock, or a round might never end.")
NO_SUCH_CLOSING = N_("Entries close by hand, or in 15 minutes to {days} days.")
NO_SUCH_LENGTH = N_("A round lasts until all tables are over, or at most from an hour to {days} days.")
CANNOT_BE = N_("That tournament cannot be: {problem}")


@dataclass(frozen=True)
class TournamentWish:
    name: str
    game: str
    players: int
    rounds: int
    system: str = "swiss"
    options: Mapping[str, str] = field(default_factory=dict)
    clock: Terms | None = None
    rated: bool = False
    closes_in: float | None = None  # seconds; None: by hand
    longest: float | None = None  # seconds that a round takes at most


def counts_for(game: Game, options: Mapping[str, str]) -> Sequence[int]:
    """How many may sit at a table, with these options."""
    chosen = {option.id: options.get(option.id, option.default) for option in game.options}
    return [count for count in game.seats if all(count not in one.not_with.get(chosen[one.id], ()) for one in game.options)]


def checked(wish: TournamentWish, now: float) -> dict[str, Any]:
    """The wish as a row, or an error that says what is wrong with it."""
    name = clean_title(wish.name)
    if not name:
        raise BadInput(NO_NAME)
    if wish.game not in GAMES:
        raise BadInput(NO_SUCH_GAME)
    if wish.system not in SYSTEMS:
        raise BadInput(NO_SUCH_SYSTEM)
    if not 1 <= wish.rounds <= MOST_ROUNDS:
        raise BadInput(NO_SUCH_ROUNDS, most=MOST_ROUNDS)
    if wish.clock is None:
        raise BadInput(NO_CLOCK)
    if wish.closes_in is not None and not CLOSINGS[0] <= wish.closes_in <= CLOSINGS[-1]:
        raise BadInput(NO_SUCH_CLOSING, days=int(CLOSINGS[-1] / DAY))
    if wish.longest is not None and not LENGTHS[0] <= wish.longest <= LENGTHS[-1]:
        raise BadInput(NO_SUCH_LENGTH, days=int(LENGTHS[-1] / DAY))
    game = find_game(wish.game)
    try:
        counts = counts_for(game, wish.options)
        if wish.players not in counts:
            raise BadInput(NO_SUCH_COUNT, game=game.title, least=counts[0], most=counts[-1])
        options = game.check_options(wish.players, wish.options)
    except BadInput:
        raise
    except KronlandError as problem:
        raise BadInput(CANNOT_BE, problem=problem) from None
    terms = wish.clock
    return {
        "name": name,
        "game": game.id,
        "options": dict(options),
        "players": wish.players,
        "rounds": wish.rounds,
        "system": wish.system,
        "clock": {"kind": terms.kind, "seconds": terms.seconds, "out": terms.out},
        "rated": wish.rated,
        "stage": "entries",
        "round": 0,
        "closes": None if wish.closes_in is None else now + wish.closes_in,
        "longest": wish.longest,
        "version": 1,
        "made_at": now,
        "changed_at": now,
    }
