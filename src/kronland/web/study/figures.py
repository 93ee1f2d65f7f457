"""The pictures in the rulebook: moments of the example games, each beside the rule that it shows."""

from __future__ import annotations

import re
from functools import lru_cache

from kronland.core.game import SPECTATOR, Game
from kronland.core.guide import Figure
from kronland.core.match import Match
from kronland.games import find_game
from kronland.web.pages.pictures import example

LATE = 0.35  # of a game: before that there is little to see


def size(game: Game, figure: Figure) -> tuple[int, int]:
    """Width and height, so that a page keeps the room free."""
    drawing = drawn_figure(game.id, figure.name, "en")
    found = re.search(r'viewBox="0 0 (\S+) (\S+)"', drawing or "")
    assert found is not None
    return round(float(found[1])), round(float(found[2]))


@lru_cache(maxsize=128)
def drawn_figure(game_id: str, name: str, language: str) -> str | None:
    """A figure as SVG; None where there is none of this name."""
    game = find_game(game_id)
    figure = next((figure for figure in game.figures if figure.name == name), None)
    if figure is None:
        return None
    match = moment(game_id, figure.verb)
    view = match.view(match.actors[0] if figure.verb else SPECTATOR, language)
    return view.board_svg if figure.board else view.svg


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
