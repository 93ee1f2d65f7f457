"""How each game shows what happened: where on its board, by signs that it has, and nothing that a reader may not know."""

from __future__ import annotations

import re
from functools import cache

import pytest

from kronland.core.events import Event
from kronland.core.match import Match
from kronland.games import GAMES, find_game
from kronland.web.pages.pictures import example

PLACES = {"field", "line", "other", "town", "region"}  # domains whose members lie on a board
ALREADY_GONE = "MONOPOLY_LOST", "CUT_OFF"


@cache
def played(game: str) -> Match:
    return example(game).replay(mode="python")


def on_board(event: Event) -> bool:
    return any(domain.name in PLACES for _, domain, _ in event.members())


@pytest.mark.parametrize("game", GAMES)
def test_what_happened_somewhere_is_outlined_there(game: str) -> None:
    match = played(game)
    frame = re.search(r'viewBox="0 0 (\S+) (\S+)"', match.view().board_svg)
    assert frame is not None
    width, height = float(frame[1]), float(frame[2])
    outlined = 0
    for number in range(0, match.length + 1, 3):
        view = match.view_at(number)
        for event in match.events(number=number):
            path = match.game.happening.outline(view, event)
            if on_board(event):
                assert path, f"{event!r} has no place on the board"
            outlined += bool(path)
            for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path):
                assert 0 <= float(x) <= width and 0 <= float(y) <= height, f"{event!r} is beside the board"
    assert outlined > 20


@pytest.mark.parametrize("game", GAMES)
def test_signs_are_drawn_on_the_board_and_events_exist(game: str) -> None:
    match = played(game)
    drawn = match.view().board_svg
    shown = match.game.happening
    assert not [sign for sign in shown.signs.values() if f'id="{sign}"' not in drawn]
    assert set(shown.signs) | shown.unsaid | shown.unsaid_hidden | shown.opens <= set(match.game.events)


@pytest.mark.parametrize("game", GAMES)
def test_where_it_happened_is_the_same_in_states_that_a_seat_cannot_tell_apart(game: str) -> None:
    """The outline is asked of views and events that have been censored; a twin's view gives the same."""
    match = played(game)
    for number in range(1, match.length, 17):
        for seat in range(-1, match.players):
            twin = match.copy()
            state = match.twin(seat, number + 1, number)
            kept = twin._past
            twin._past = type(kept)(state)  # every position of the copy is the twin
            twin._past._before = [state] * len(kept)
            for event in match.events(seat, number):
                outline = match.game.happening.outline
                assert outline(match.view_at(number, seat), event) == outline(twin.view_at(number, seat), event)


def test_all_of_a_region_that_is_founded_and_the_land_that_pays() -> None:
    match = played("loewenherz")
    names = match.game.event_names
    for number in range(match.length + 1):
        view = match.view_at(number)
        for event in match.events(number=number):
            path = match.game.happening.outline(view, event)
            if names[event[0]] == "region_founded":
                assert path.count("M") >= 6  # no region has fewer sides than a field and a half
            if names[event[0]] in ("final_mountains", "silver_points") and event.parts["points"]:
                assert path


@pytest.mark.parametrize(("game", "kind"), [("rheinlaender", "card_drawn"), ("brianboru", "kept")])
def test_what_says_nothing_to_others_says_something_to_who_knows(game: str, kind: str) -> None:
    match = played(game)
    number, event = next(
        (number, event) for number in range(match.length + 1) for event in match.events(0, number) if event.kind == kind and event.seat == 0
    )
    running = match.game.happening
    assert running.says(event)
    assert not any(running.says(other) for other in match.events(1, number) if other.kind == kind and other.hidden)


def test_a_game_need_not_show_what_happened() -> None:
    known = find_game("loewenherz").happening
    plain = type(known)()
    assert plain.outline(played("loewenherz").view(), played("loewenherz").events()[0]) == "" and not plain.signs
