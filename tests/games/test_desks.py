"""Board and desk: every legal action is on one of them, once, and the board has one shape from the first move to the last."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from kronland.core.match import Match
from kronland.games import GAMES, find_game


@pytest.mark.parametrize("game_id", GAMES)
def test_every_action_is_on_the_board_or_on_the_desk(game_id: str) -> None:
    game, chance = find_game(game_id), random.Random(4)
    match = Match(game, game.seats[-1], seed=4, mode="python")
    shapes = set()
    for number in range(240):
        if match.over:
            break
        seat = match.actors[0]
        if number % 4 == 0:
            view = match.view(seat, ("de", "en")[number % 8 == 0])
            drawn = re.findall(r'data-action="([^"]*)"', view.board_svg)
            offered = [choice.notation for choice in view.desk.choices() if not choice.instead]
            assert Counter([*drawn, *offered]) == Counter(map(view.notation, view.legal))
            shapes.add(re.search(r'viewBox="([^"]*)"', view.board_svg)[1])  # type: ignore[index]
            assert [plate.seat for plate in view.desk.plates if plate.seat >= 0] == list(range(match.players))
            assert {plate.seat for plate in view.desk.plates if plate.deciding} == set(match.actors)
        match.play(chance.choice(match.legal_actions(seat)), seat)
    assert len(shapes) == 1


@pytest.mark.parametrize("game_id", GAMES)
def test_signs_of_the_desk_are_in_the_definitions_of_the_board(game_id: str) -> None:
    """A page draws them from there."""
    game, chance = find_game(game_id), random.Random(5)
    match = Match(game, game.seats[0], seed=5, mode="python")
    for number in range(200):
        if match.over:
            break
        seat = match.actors[0]
        if number % 5 == 0:
            view = match.view(seat)
            defined = set(re.findall(r'id="([^"]*)"', view.board_svg))
            desk = view.desk
            counts = [count for plate in desk.plates for count in (*plate.counts, *plate.holds, *plate.badges)] + list(desk.supplies)
            counts += [count for choice in desk.choices() for count in (*choice.costs, *choice.brings)]
            counts += [card.badge for row in desk.rows for card in row.cards if card.badge]
            signs = {count.sign for count in counts} | {choice.sign for choice in desk.choices() if choice.sign}
            faces = [card.face for row in desk.rows for card in row.cards] + [track.face for track in desk.tracks]
            used = {name for face in faces for name in re.findall(r'href="#([^"]*)"', face.drawing)}
            assert signs | used | {arm.sign for arm in desk.arms} <= defined
        match.play(chance.choice(match.legal_actions(seat)), seat)
