"""Pictures that belong to no table: arms of the players, and positions of a made-up game for the home page and the rulebook."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from pathlib import Path

from kronland.core.game import SPECTATOR, Game
from kronland.core.record import Record, read
from kronland.core.view import View
from kronland.games import find_game
from kronland.games.drawing.heraldry import BLUE, GREY, OCHRE, PURPLE, RED, arms, owner_symbols
from kronland.games.drawing.svg import group, tag

OWNERS = {owner.name: owner for owner in (RED, OCHRE, PURPLE, GREY, BLUE)}
EXAMPLES = Path(__file__).parent.parent / "examples"  # records of games between bots (see README.md there)
STAGES = {"start": 0.0, "middle": 0.8, "end": 1.0}  # how far into the game


def colour_of(game: Game, seat: int) -> str:
    """The heraldic colour of a seat; games call their seats by it."""
    name = game.seat_names[seat].one.lower()
    return name if name in OWNERS else "grey"


@lru_cache
def shield(colour: str) -> str:
    owner = OWNERS[colour]
    return tag(
        "svg",
        tag("defs", owner_symbols(owner)),
        group(arms(owner, 0, 0)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-11 -13 22 27",
        width=22,
        height=27,
    )


def drawn(view: View, tall: bool) -> str:
    """The picture of a view, stacked for an upright screen where the game can do that."""
    if tall and "wide" in inspect.signature(view.game.picture).parameters:
        return view.game.picture(view, wide=False)  # type: ignore[call-arg]
    return view.svg


def marked(picture: str, actions: Sequence[str]) -> str:
    """The picture with the targets of these actions marked, the first one as the best."""
    for rank, action in enumerate(actions, 1):
        known = f'data-action="{escape(action)}"'
        picture = picture.replace(known, f'{known} data-advice="{rank}"')
    return picture


def example(game_id: str) -> Record:
    """A whole game worth looking at."""
    source = EXAMPLES / f"{game_id}.json"
    return read(source.read_text("utf-8"), find_game, source.name)


@lru_cache(maxsize=32)
def position(game_id: str, stage: str, language: str) -> str:
    """A position of the example game. It is interpreted: a picture must not wait for a compiler."""
    record = example(game_id)
    match = record.replay(min(int(record.length * STAGES[stage]), record.length - 1), "python")
    return match.view(SPECTATOR, language).svg
