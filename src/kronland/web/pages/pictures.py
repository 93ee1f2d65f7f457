"""Pictures that belong to no table: colours of the players, and positions of a made-up game for the home page and the rulebook."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import product
from threading import Lock

from kronland.core.game import SPECTATOR, Game
from kronland.core.match import Match
from kronland.core.record import Record, read, write
from kronland.core.words import LANGUAGES
from kronland.games import GAMES, find_game

RATIOS = range(50, 205, 5)  # of boards: the style sheet has a class for each
STAGES = {"start": 0.0, "middle": 0.8, "end": 1.0}  # how far into the game


def colours(game: Game) -> str:
    """A style sheet with the colours of a game's seats: what has the class `seat-2` has that seat's as `--seat`."""
    return "".join(f".seat-{seat} {{ --seat: light-dark({arms.light}, {arms.dark}); }}\n" for seat, arms in enumerate(game.arms))


def proportion(picture: str) -> int:
    """How wide a picture is for its height, in percent, rounded up to a step of the style sheet (`ratio-85`)."""
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', picture)
    assert found is not None
    percent = 100 * float(found[1]) / float(found[2])
    return max(RATIOS[0], min(RATIOS[-1], -int(-percent // RATIOS.step) * RATIOS.step))


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
    return _example_at(game_id, STAGES[stage]).view(SPECTATOR, language).svg


def board(game_id: str, language: str) -> str:
    """The board of the example game, for the home page; whoever asks while it is drawn waits for that and does not draw it again."""
    with DRAWING:
        return _board(game_id, language)


DRAWING = Lock()


@lru_cache(maxsize=16)
def _board(game_id: str, language: str) -> str:
    return _example_at(game_id, STAGES["middle"]).view(SPECTATOR, language).board_svg


@lru_cache(maxsize=8)
def _example_at(game_id: str, share: float) -> Match:
    record = example(game_id)
    return record.replay(min(int(record.length * share), record.length - 1), "python")


def draw_boards() -> None:
    """What the home page shows is there before anybody asks for it: to replay a game takes a second or two."""
    for game_id, language in product(GAMES, LANGUAGES):
        board(game_id, language)
