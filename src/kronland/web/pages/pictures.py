"""Pictures that belong to no table: colours of the players, and positions of a made-up game for the home page and the rulebook."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from html import escape

from kronland.core.game import SPECTATOR, Game
from kronland.core.match import Match
from kronland.core.record import Record, read, write
from kronland.core.view import View
from kronland.games import find_game

STAGES = {"start": 0.0, "middle": 0.8, "end": 1.0}  # how far into the game


def colours(game: Game) -> str:
    """A style sheet with the colours of a game's seats: what has the class `seat-2` has that seat's as `--seat`."""
    light = "".join(f".seat-{seat} {{ --seat: {arms.light}; }}\n" for seat, arms in enumerate(game.arms))
    dark = "".join(f".seat-{seat} {{ --seat: {arms.dark}; }}\n" for seat, arms in enumerate(game.arms))
    return f"{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"


def drawn(view: View, tall: bool) -> str:
    """The picture of a view, stacked for an upright screen."""
    return view.game.picture(view, False) if tall else view.svg


def marked(picture: str, actions: Sequence[str]) -> str:
    """The picture with the targets of these actions marked, the first one as the best."""
    for rank, action in enumerate(actions, 1):
        known = f'data-action="{escape(action)}"'
        picture = picture.replace(known, f'{known} data-advice="{rank}"')
    return picture


@lru_cache
def example(game_id: str) -> Record:
    """A whole game worth looking at; of a game that has none to show, one played at random."""
    game = find_game(game_id)
    if game.example is not None:
        return read(game.example.read_text("utf-8"), find_game, game.example.name)
    match, chance = Match(game, game.seats[0], seed=0, mode="python"), random.Random(0)
    while not match.over:
        seat = match.actors[0]
        match.play(chance.choice(match.legal_actions(seat)), seat)
    return read(write(match), find_game)


@lru_cache(maxsize=32)
def position(game_id: str, stage: str, language: str) -> str:
    """A position of the example game. It is interpreted: a picture must not wait for a compiler."""
    record = example(game_id)
    match = record.replay(min(int(record.length * STAGES[stage]), record.length - 1), "python")
    return match.view(SPECTATOR, language).svg
