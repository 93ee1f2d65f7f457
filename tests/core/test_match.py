"""A match: who waits, what was, and what is said of it, with numbers at and beyond their ends."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kronland import load, save
from kronland.core.errors import UsageError
from kronland.core.game import SPECTATOR
from kronland.core.layout import same
from kronland.core.match import Match
from kronland.games import GAMES, find_game


def drafting() -> Match:
    """Brian Boru, where all keep cards at the same time."""
    match = Match(find_game("brianboru"), 3, seed=1, mode="python")
    while len(match.actors) == 1:
        match.play(next(iter(match.legal)))
    return match


def alone() -> Match:
    """The 2003 game, where one seat decides, often several times."""
    return Match(find_game("koenig"), 3, seed=1, mode="python")


def test_a_seat_waits_while_only_others_decide() -> None:
    match = drafting()
    before = match.length
    assert all(match.waits_since(0, seat) for seat in range(3))
    match.play(next(iter(match.legal_for(1))), 1)
    assert match.waits_since(1, 0) and match.waits_since(1, 2) and not match.waits_since(1, 1) and not match.waits_since(0, 1)
    match.play(next(iter(match.legal_for(2))), 2)
    assert match.waits_since(2, 0) and not match.waits_since(3, 0), "before that another decided alone"
    assert not match.waits_since(-1, 0) and not match.waits_since(before + 3, 0)


def test_who_has_other_choices_now_does_not_wait() -> None:
    """Whoever decides again has been asked something else in between."""
    match = alone()
    seat = match.actors[0]
    while match.actors != [seat] or match.length == 0:
        seat = match.actors[0]
        match.play(next(iter(match.legal)))
    assert match.last_seat == seat and match.waits_since(0, seat) and not match.waits_since(1, seat)


def test_every_position_from_the_first_to_the_last_can_be_seen_and_no_other() -> None:
    match = alone()
    states = [match.state]
    for _ in range(4):
        match.play(next(iter(match.legal)))
        states.append(match.state)
    for number, state in enumerate(states):
        assert same(match.state_at(number), state) and match.view_at(number, 0).legal == []
    for number in (-1, 5):
        with pytest.raises(UsageError, match=f"there is no position {number}; there are 0 to 4"):
            match.view_at(number)


def test_events_are_counted_from_either_end() -> None:
    match = alone()
    for _ in range(4):
        match.play(next(iter(match.legal)))
    told = [match.events(SPECTATOR, number) for number in range(5)]
    assert [match.events(SPECTATOR, number) for number in range(-5, 0)] == told and match.events() == told[-1]
    assert len({str(events) for events in told}) > 2


def test_a_match_shows_itself_as_whoever_decides_alone_sees_it() -> None:
    match = alone()
    assert str(match) == match.view(match.actors[0]).text != match.view(SPECTATOR).text
    match = drafting()
    assert str(match) == match.view(SPECTATOR).text != match.view(0).text
    assert match._repr_svg_() == match.view(SPECTATOR).svg


def test_the_last_to_decide_is_told_once_somebody_has() -> None:
    match = alone()
    assert match.last_seat is None and match.redo_seat is None
    seat = match.actors[0]
    match.play(next(iter(match.legal)))
    assert match.last_seat == seat


def test_what_is_no_action_is_not_legal() -> None:
    match = alone()
    action = match.legal_actions(match.actors[0])[0]
    assert action in match.legal and match.game.space.notation(action) in match.legal
    for nothing in ("", "nonsense", "sell", f"{match.game.space.notation(action)} nonsense", None, 2.5):
        assert nothing not in match.legal


@pytest.mark.parametrize("rules", [1, 2])
def test_a_position_is_for_as_many_players_as_it_says(rules: int) -> None:
    game = find_game("koenig")
    position = game.write_position(Match(game, 3, seed=1, rules=rules, mode="python").state)
    assert Match(game, 3, position=position, rules=rules, mode="python").players == 3
    with pytest.raises(UsageError, match="the position is for 3 players, not 4"):
        Match(game, 4, position=position, rules=rules, mode="python")


def test_what_was_chosen_in_secret_is_told_when_the_game_is_over() -> None:
    match = drafting()
    first = next(iter(match.legal_for(1)))
    match.play(first, 1)
    number = match.length - 1
    assert match.history_for(0)[number] == (1, first.partition(" ")[0]) and match.history_for(1)[number] == (1, first)
    while not match.over:
        match.play(next(iter(match.legal_for(match.actors[0]))), match.actors[0])
    assert match.history_for(0)[number] == match.history_for(SPECTATOR)[number] == (1, first)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_began_from_a_state_is_equal_to_what_its_record_says(game_id: str, tmp_path: Path) -> None:
    """Duchies may be numbered otherwise, and chance has been asked another number of times: to no reader is that another position."""
    begun, chance = Match(find_game(game_id), 3, seed=7, mode="python"), random.Random(7)
    while begun.length < 70:
        seat = begun.actors[0]
        begun.play(chance.choice(begun.legal_actions(seat)), seat)
    for match in (Match.from_state(begun.game, begun.state, mode="python"), begun.redealt(3), begun.redealt(3, begun.actors[0])):
        for _ in range(2):
            save(match, tmp_path / "match.json")
            assert load(tmp_path / "match.json") == match
            seat = match.actors[0]
            match.play(chance.choice(match.legal_actions(seat)), seat)
    assert begun.redealt(3) != begun.redealt(4), "what nobody sees is another there"
