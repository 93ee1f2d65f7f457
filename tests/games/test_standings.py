"""If the game ended now: what plates say is to come is what the final scoring adds, as far as the reader may know."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kronland.core.events import Event
from kronland.core.kernel import interpreted
from kronland.core.log import events_in, new_log
from kronland.core.match import Match
from kronland.core.record import load
from kronland.games import GAMES, find_game
from kronland.games.brianboru.rules.ending import end_game as end_of_brianboru
from kronland.games.koenig.rules.ending import end_with_deck
from kronland.games.koenig.rules.state import DECK
from kronland.games.loewenherz.rules.ending import end_game as end_of_loewenherz
from kronland.games.rheinlaender.rules.ending import end_game as end_of_rheinlaender

GOLDEN = Path(__file__).parents[1] / "golden"
ENDS = {
    "loewenherz": end_of_loewenherz,
    "koenig": end_with_deck,
    "rheinlaender": end_of_rheinlaender,
    "brianboru": end_of_brianboru,
}


def shown(match: Match, seat: int, deck: int | None = None) -> list[int]:
    """What the plates add for each seat; with a `deck` of cards drawn as if so many were."""
    view = match.view(seat)
    if deck is not None:
        state = view.state.copy()
        state.drawn = deck
        view = replace(view, state=state, legal=[])
    return [int(plate.to_come.replace("\N{MINUS SIGN}", "-") or 0) for plate in view.desk.plates if plate.seat >= 0]


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_to_come_is_what_the_final_scoring_tells(game_id: str) -> None:
    """For the seat itself all of it; of others what they hold in secret is left out."""
    record = load(sorted((GOLDEN / game_id).glob("3-players-*.json"))[0], find_game)
    length, told = len(record.values["actions"]), 0
    for number in range(length // 4, length, length // 4):
        match = record.replay(number, "python")
        state, log = match.state, new_log()
        with np.errstate(over="ignore"):
            interpreted(ENDS[game_id])(state, log)
        given: Counter[int] = Counter()
        for row in events_in(log):
            event = Event(match.game.events[int(row[0])].censor(row, 0), match.game)
            if event.kind.startswith("final") or event.kind == "ducat_bonus":
                given[event.seat or 0] += next(value for (name, _), value in reversed([*event._places()]) if name in ("points", "n"))
        deck = DECK if game_id == "koenig" else None  # ducats count where it has run out, not where the king returns (L03-80, L03-82)
        assert deck is None or match.state.drawn >= deck or not any(shown(match, 0))
        for seat in range(3):
            assert shown(match, seat, deck)[seat] == given[seat], (number, event)
            told += given[seat]
            said = "".join(plate.to_come_said for plate in match.view(seat).desk.plates)
            assert not said or ("coin" in said) == (game_id == "rheinlaender") == ("point" not in said)
    assert told


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", GAMES)
def test_it_tells_nothing_that_is_hidden_and_is_over_in_the_end(game_id: str) -> None:
    game, chance = find_game(game_id), random.Random(9)
    match = Match(game, 3, seed=9, mode="python")
    for number in range(150):
        if match.over:
            break
        seat = match.actors[0]
        if number % 30 == 20:
            assert shown(match, seat) == shown(match.redealt(number, seat), seat)
        match.play(chance.choice(match.legal_actions(seat)), seat)
    record = load(sorted((GOLDEN / game_id).glob("3-players-*.json"))[0], find_game)
    assert not any(shown(record.replay(len(record.values["actions"]), "python"), 0))


def test_money_that_lies_face_down_is_not_on_a_plate() -> None:
    """RH-27: one's own is, and all of it with the option."""
    for option, known in (("off", [True, False, False]), ("on", [True, True, True])):
        match = Match(find_game("rheinlaender"), 3, {"open_money": option}, 5, mode="python")
        assert [plate.points != "?" for plate in match.view(0).desk.plates] == known
