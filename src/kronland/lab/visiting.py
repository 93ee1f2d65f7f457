"""Visitors: what gathers figures from many games without touching them.

    class Borders(Visitor):
        def begin(self, match): self.set = 0
        def decided(self, match, seat, action, events): self.set += sum(event.kind == "border_set" for event in events)

    kronland.gather(game_id, Borders(), games=100)

A visitor is told of every decision and may look at everything, secrets included; what it is shown can be asked and not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kronland.bots import choose, find_bot
from kronland.core.components import read_file
from kronland.core.errors import UsageError
from kronland.core.events import Event
from kronland.core.given import file_named, quoted, whole
from kronland.core.kernel import mode_for
from kronland.core.match import Match
from kronland.core.record import load
from kronland.core.seeds import SMALL_SEEDS
from kronland.games import find_game

# What of a match only tells: all of it gives out copies, or what cannot be changed.
SHOWN = frozenset(
    [
        "game",
        "players",
        "options",
        "seed",
        "rules",
        "over",
        "actors",
        "length",
        "history",
        "decider",
        "last_seat",
        "names",
        "named",
        "board",
        "state",
        "state_at",
        "view",
        "view_at",
        "events",
        "log",
        "results",
        "legal",
        "legal_for",
        "why",
        "write_position",
    ]
)


class Watched:
    """A match to look at: it tells what a match tells, and nothing can be played or taken back.

    >>> import kronland
    >>> class Curious(kronland.Visitor):
    ...     def begin(self, match):
    ...         print(match.players, match.length, len(match.board.players))
    >>> kronland.gather(kronland.GAMES[2], Curious(), games=1, players=3, mode="python")
    3 0 3
    """

    def __init__(self, match: Match) -> None:
        self._match = match

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what Python itself asks everything for, to copy or to show it
            raise AttributeError(name)
        if name not in SHOWN:
            raise UsageError(f"a visitor cannot use {name!r}; what it may ask for is {', '.join(sorted(SHOWN))}")
        found = getattr(self._match, name)
        return found.copy() if isinstance(found, dict) else found

    def __repr__(self) -> str:
        return f"<watched {self._match!r}>"

    def __str__(self) -> str:
        return str(self._match)


class Visitor:
    """Whoever gathers something from games: any of the three may be left out.

    >>> import kronland
    >>> class Lengths(kronland.Visitor):
    ...     def __init__(self):
    ...         self.found = []
    ...     def over(self, match):
    ...         self.found.append(match.length)
    >>> lengths = Lengths()
    >>> kronland.gather(kronland.GAMES[2], lengths, games=1, players=3, seed=7, mode="python")
    >>> len(lengths.found)
    1
    """

    def begin(self, match: Watched) -> None:
        """A game begins."""

    def decided(self, match: Watched, seat: int, action: str, events: Sequence[Event]) -> None:
        """A seat has decided; the match is as it stands after it."""

    def over(self, match: Watched) -> None:
        """The game is over."""


def gather(
    game_id: str,
    *visitors: Visitor,
    games: int = 100,
    players: int | None = None,
    bots: str | Sequence[str] = "page",
    seed: int = 0,
    mode: str | None = None,
    components: str | Path | None = None,
    **options: str,
) -> None:
    """Let bots play games and visitors see them. Game n is dealt from seed + n, and the same seeds give the same games.

    `bots` is one bot for all seats, or one for each; `components` a file of tiles and cards in place of ours.

    >>> import kronland
    >>> kronland.gather(kronland.GAMES[2], kronland.Visitor(), games=0, bots=["page", "page", "squire"], players=3, mode="python")
    """
    game, speed, count = find_game(game_id), mode_for(mode), whole("games", games, 0)
    _check(visitors)
    seats = game.check_players(game.seats[-1] if players is None else players)
    first = whole("seed", seed, 0, SMALL_SEEDS - count)
    if not isinstance(bots, str | Sequence):
        raise UsageError(f"the bots are {quoted(bots)}; expected the name of one for all, or a list of {seats}, one for each seat")
    levels = [bots] * seats if isinstance(bots, str) else list(bots)
    if len(levels) != seats:
        raise UsageError(f"{len(levels)} bots given; expected one for all, or {seats}, one for each seat")
    for level in levels:
        find_bot(level)
    text = None if components is None else read_file(file_named(components))
    for deal in range(first, first + count):
        match = Match(game, seats, options, deal, mode=speed, components=text)
        shown = _begun(match, visitors)
        while not match.over:
            seat = match.actors[0]
            action = choose(match.known(seat), levels[seat], deal + 1_000_003 * match.length, speed)
            _tell(shown, visitors, seat, match.game.space.notation(action, seat), match.play(action, seat))
        _end(shown, visitors)


def gather_records(files: str | Path | Iterable[str | Path], *visitors: Visitor, mode: str | None = None) -> None:
    """Let visitors see the games of record files again, of one or of many.

    >>> import kronland
    >>> class Last(kronland.Visitor):
    ...     def over(self, match):
    ...         print(match)
    >>> kronland.gather_records([], Last())
    """
    _check(visitors)
    speed = mode_for(mode)
    if not isinstance(files, str | Path | Iterable):
        raise UsageError(f"the files are {quoted(files)}; expected the name of a record file, or names of several")
    for file in [files] if isinstance(files, str | Path) else files:
        record = load(file_named(file), find_game)
        match = record.replay(0, speed)
        shown = _begun(match, visitors)
        for seat, action in record.replay(mode=speed).history:
            _tell(shown, visitors, seat, action, match.play(action, seat))
        if match.over:
            _end(shown, visitors)


def _check(visitors: Sequence[Visitor]) -> None:
    for visitor in visitors:
        if not isinstance(visitor, Visitor):
            raise UsageError(f"{visitor!r:.60} is no visitor; expected an instance of a class of kronland.Visitor")


def _begun(match: Match, visitors: Sequence[Visitor]) -> Watched:
    shown = Watched(match)
    for visitor in visitors:
        visitor.begin(shown)
    return shown


def _tell(shown: Watched, visitors: Sequence[Visitor], seat: int, action: str, events: Sequence[Event]) -> None:
    for visitor in visitors:
        visitor.decided(shown, seat, action, tuple(events))


def _end(shown: Watched, visitors: Sequence[Visitor]) -> None:
    for visitor in visitors:
        visitor.over(shown)
