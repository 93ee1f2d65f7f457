"""Kronland: German board-game classics of borders and majorities, to play, study and program.

    import kronland

    match = kronland.match("loewenherz", players=3, setup="beginner", seed=7)
    match.play("card 1+2")
    print(match)

A tour for programmers is docs/library.md. What is named here is what programs are meant to use; each name is imported when it is first
asked for, so that `import kronland` costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kronland.bots import LEVELS, Advice, Adviser, Choice
    from kronland.core.batch import GameBatch
    from kronland.core.candidates import Candidates
    from kronland.core.device_batch import DeviceBatch
    from kronland.core.editing import Editor
    from kronland.core.errors import (
        BotError,
        ComponentError,
        IllegalAction,
        KronlandError,
        NotationError,
        PositionError,
        RecordError,
        UndoError,
        UsageError,
    )
    from kronland.core.events import Event
    from kronland.core.game import Game
    from kronland.core.legal import Legal
    from kronland.core.match import Match
    from kronland.core.play import Batch, play_batch
    from kronland.core.view import Known, View
    from kronland.core.why import Why
    from kronland.games import GAMES, register
    from kronland.lab.visiting import Visitor, Watched, gather, gather_records

__version__ = "0.1.0"

# Where the names are that are imported when they are first asked for
_PLACES = {
    "bots": ("LEVELS", "Advice", "Adviser", "Choice"),
    "core.batch": ("GameBatch",),
    "core.candidates": ("Candidates",),
    "core.editing": ("Editor",),
    "core.errors": (
        "BotError",
        "ComponentError",
        "IllegalAction",
        "KronlandError",
        "NotationError",
        "PositionError",
        "RecordError",
        "UndoError",
        "UsageError",
    ),
    "core.events": ("Event",),
    "core.game": ("Game",),
    "core.legal": ("Legal",),
    "core.match": ("Match",),
    "core.play": ("Batch", "play_batch"),
    "core.view": ("Known", "View"),
    "core.why": ("Why",),
    "games": ("GAMES", "register"),
    "lab.visiting": ("Visitor", "Watched", "gather", "gather_records"),
}
_PLACE_OF = {name: place for place, names in _PLACES.items() for name in names}

__all__ = [
    "GAMES",
    "LEVELS",
    "Advice",
    "Adviser",
    "Batch",
    "BotError",
    "Candidates",
    "Choice",
    "ComponentError",
    "Editor",
    "Event",
    "Game",
    "GameBatch",
    "IllegalAction",
    "Known",
    "KronlandError",
    "Legal",
    "Match",
    "NotationError",
    "PositionError",
    "RecordError",
    "UndoError",
    "UsageError",
    "View",
    "Visitor",
    "Watched",
    "Why",
    "__version__",
    "batch",
    "bot",
    "edit",
    "game",
    "gather",
    "gather_records",
    "load",
    "match",
    "play_batch",
    "register",
    "save",
]


if not TYPE_CHECKING:  # else whatever is asked for would be there, as Any, and a slip of the pen would be none

    def __getattr__(name: str) -> Any:
        if name == "envs":
            return import_module("kronland.envs")
        if name not in _PLACE_OF:
            raise AttributeError(f"module 'kronland' has no attribute {name!r}")
        return getattr(import_module(f"kronland.{_PLACE_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__


def game(game_id: str) -> Game:
    """The game with this id: its action space, options, rules and kernels.

    >>> kronland.game("koenig")
    <game koenig: Löwenherz – Der König kehrt zurück (2003), for 2 to 4 players>
    """
    from kronland.games import find_game

    return find_game(game_id)


def match(
    game_id: str,
    players: int | None = None,
    seed: int | str | None = None,
    names: Sequence[str] | None = None,
    mode: str | None = None,
    components: str | Path | None = None,
    position: str | None = None,
    **options: str,
) -> Match:
    """A new match. Options go by their names: `setup="beginner"`, `open_money="on"`. Mode `python` plays interpreted, `native` compiled.

    From a position, players and options are those of the text; what is given here counts where it says nothing of them. A seed that is
    given decides the chance still to come, whatever the text says of it.

    >>> kronland.match("rheinlaender", players=3, seed=7, mode="python")
    <match of rheinlaender: 3 players, 0 decisions made, purple to decide>
    """
    from kronland.core.components import read_file
    from kronland.core.given import file_named
    from kronland.core.kernel import mode_for
    from kronland.core.match import Differs, Match
    from kronland.core.seeds import read_seed, seed_chance

    found, speed = game(game_id), mode_for(mode)
    text = read_file(file_named(components)) if components is not None else None
    try:
        return Match(found, players, options, seed, names, speed, text, position)
    except Differs as problem:
        if problem.what != "seed" or position is None or seed is None:
            raise
    state = found.read_position(position, players, options)
    seed_chance(state, read_seed(seed))
    return Match(found, players, options, seed, names, speed, text, found.write_position(state))


def batch(
    game_id: str,
    players: int = 4,
    games: int = 4096,
    mode: str | None = None,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    restart: bool = False,
    threads: int | None = None,
    learner: int | None = None,
    others: str = "random",
) -> GameBatch | DeviceBatch:
    """Many games at once, for programs that learn: masks, observations and results as arrays. Games that are over `restart` if wanted; with
    a `learner`, a seat, the `others` choose at `random`, or each as a `page` does. In mode `cuda` all of it stays on a GPU.

    >>> batch = kronland.batch("brianboru", players=3, games=2, seed=7, mode="python")
    >>> batch.step(batch.sample())
    >>> batch.actors, int(batch.mask.sum()) == int(batch.counts.sum())
    (array([0, 1], dtype=int32), True)
    """
    from kronland.core.batch import GameBatch
    from kronland.core.errors import UsageError
    from kronland.core.kernel import check_device, mode_for

    if isinstance(mode, str) and mode == "cuda":
        check_device()
        if others != "random":
            raise UsageError(f"the others are {others!r}; expected 'random', which is all that a GPU has")
        from kronland.core.device_batch import DeviceBatch

        return DeviceBatch(game(game_id), players, games, seed, options, restart, learner)
    return GameBatch(game(game_id), players, games, mode_for(mode), seed, options, restart, threads, learner, others)


def edit(match: Match) -> Editor:
    """An editor that begins with the position of a match: put and take pieces, say what else is to hold, then `edit.match()`.

    >>> edit = kronland.edit(kronland.match("brianboru", players=3, seed=7, mode="python"))
    >>> edit.put("disc", "N5", "red").take("N5").match()
    <match of brianboru: 3 players, 0 decisions made, purple to decide, points 10 10 10>
    """
    from kronland.core.editing import Editor
    from kronland.core.errors import UsageError
    from kronland.core.match import Match

    if not isinstance(match, Match):
        raise UsageError(f"{type(match).__name__} cannot be edited; expected a match")
    return Editor(match.game, match.state, match.mode)


def bot(name: str) -> Adviser:
    """A bot by its name, `page`, `squire`, `knight` or `king`, or with a fixed number of iterations, `knight:500`; or one that an installed
    package brings (the entry point group `kronland.bots`).

    >>> match = kronland.match("rheinlaender", players=3, seed=7, mode="python")
    >>> kronland.bot("page")(match, seed=1) in match.legal
    True
    """
    from kronland.bots import Adviser

    return Adviser(name)


def load(file: str | Path, at: int | None = None) -> Match:
    """The match of a record file, as it stood after `at` decisions.

    >>> kronland.load(kronland.game("koenig").example, at=0)
    <match of koenig: 3 players, 0 decisions made, ochre to decide, points 0 0 0>
    """
    from kronland.core.given import file_named
    from kronland.core.record import load as load_record
    from kronland.games import find_game

    return load_record(file_named(file), find_game).replay(at)


def save(match: Match, file: str | Path) -> None:
    """Write the record of a match. It tells the seed and every secret choice.

    >>> import tempfile
    >>> match = kronland.match("koenig", players=3, seed=7, mode="python")
    >>> with tempfile.NamedTemporaryFile(suffix=".json") as file:
    ...     kronland.save(match, file.name)
    ...     kronland.load(file.name) == match
    True
    """
    from kronland.core.errors import UsageError
    from kronland.core.files import write_file
    from kronland.core.given import file_named
    from kronland.core.match import Match
    from kronland.core.record import write

    if not isinstance(match, Match):
        raise UsageError(f"{type(match).__name__} has no record; expected a match")
    write_file(file_named(file), write(match))
