"""The pictures in the rulebook: moments of the example games, each beside the rule that it shows."""

from __future__ import annotations

import re
from functools import lru_cache

from kronland.core.game import Game
from kronland.core.guide import Figure
from kronland.core.match import Match
from kronland.games import find_game
from kronland.web.pages.pictures import example

EDGE = 4  # of a board
TABLE = (1218, 880)  # about the size of a whole table
LATE = 0.35  # of a game: before that there is little to see


def size(game: Game, figure: Figure) -> tuple[int, int]:
    """Width and height, so that a page keeps the room free."""
    if figure.board and game.board:
        return int(game.board.width) + 2 * EDGE, int(game.board.height) + 2 * EDGE
    return TABLE


@lru_cache(maxsize=128)
def drawn_figure(game_id: str, name: str, language: str) -> str | None:
    """A figure as SVG; None where there is none of this name."""
    game = find_game(game_id)
    figure = next((figure for figure in game.figures if figure.name == name), None)
    if figure is None:
        return None
    match = moment(game_id, figure.verb)
    drawing = match.view(match.actors[0] if figure.verb else -1, language).svg
    if not figure.board or game.board is None:
        return drawing
    width, height = size(game, figure)
    part = f'viewBox="{game.board.x - EDGE} {game.board.y - EDGE} {width} {height}"'
    return re.sub(r'viewBox="[^"]*"', part, drawing, count=1)


def moment(game_id: str, verb: str) -> Match:
    """The example game when the first action of this kind is to come; late in the game, if there is one."""
    record = example(game_id)
    verbs = [action.split()[1] for action in record.values["actions"]]
    if not verb:
        return record.replay(len(verbs), "python")
    late = int(len(verbs) * LATE)
    number = verbs.index(verb, late) if verb in verbs[late:] else verbs.index(verb)
    match = record.replay(number, "python")
    seat = int(record.values["actions"][number].split()[0]) - 1
    assert seat in match.actors
    return match
