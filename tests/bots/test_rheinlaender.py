"""What bots do in Rheinländer about mergers and what they pay (RH-24, RH-25)."""

from __future__ import annotations

import numpy as np
import pytest

from kronland.bots import choose
from kronland.bots.advising import _gains
from kronland.bots.engine.evaluation import read_weights, usual
from kronland.bots.minds.rheinlaender import NAMES
from kronland.bots.minds.rheinlaender_outlook import DUKEDOM, gain_by
from kronland.core.kernel import DEFAULT_MODE, entry
from kronland.core.match import Match
from kronland.core.words import Phrase, words
from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.rules.contents import A_KNIGHT, PART, VERB
from kronland.games.rheinlaender.rules.state import DUCHIES, Phase
from tests.bots.play import describe
from tests.games.rheinlaender.table import RED, at, coins, duke

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "python", reason="a search is too slow interpreted")

# Red's card 11 joins the duchies on L10 and L12; the others are far away.
HANDS = "hand red 1 2 3 4 11\nhand ochre 20 21 22 23 24\nhand purple 25 26 27 28 29\nturn red\n"
STRONGER = "knights red W10 L9 L10\nbastions R10\nknights ochre L12 L13\nspot L11-L12 city_4\nspot L8-L9 church"
WEAKER = "knights red L9 L10\nknights ochre L12 L13 L14 L15\nspot L11-L12 church\nspot L8-L9 city_4"
LEVEL = "knights red L9 L10\nknights ochre L12 L13 L14\nspot L11-L12 city_2\nspot L8-L9 city_4"


def after_a_turn(position: str, seed: int, level: str = "knight:300") -> Match:
    match = at(HANDS + position)
    while RED in match.actors:
        match.play(choose(match.known(RED), level, seed), RED)
    return match


@pytest.mark.parametrize("seed", range(4))
def test_whoever_wins_a_merger_makes_it(seed: int) -> None:
    match = after_a_turn(STRONGER, seed)
    assert duke(match, "L13") == "red"
    assert coins(match)[RED + 1] == 5  # ochre's duke goes home with the city's worth, and red has the city


@pytest.mark.parametrize("position", [WEAKER, LEVEL])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_cashes_in_by_giving_a_city_away(position: str, seed: int) -> None:
    """Red would be paid 5 at once. But so it will be later, whoever drives it out; till then the city is red's."""
    match = after_a_turn(position, seed)
    assert duke(match, "L9") == "red"
    assert coins(match)[RED] == 0


def test_what_a_knight_wins_at_once_is_told_in_coins() -> None:
    match = at(HANDS + WEAKER)
    match.play("card 11")
    (reason,) = _gains(match.known(RED), match.action("knight L11"))
    assert isinstance(reason, Phrase)
    assert [reason.say(words(language)) for language in ("en", "de")] == ["It wins 5 coins at once.", "Es bringt sofort 5 Taler."]


def money(match: Match) -> list[float]:
    room, found = np.zeros(len(NAMES)), []
    for seat in range(match.players):
        describe(match.state, seat, room)
        found.append(round(float(room[NAMES.index("money")]) * 10))
    return found


def test_what_counts_as_money_is_never_lost() -> None:
    """Whatever happens to a duke, it is paid (RH-23 to RH-25): so it is safe to count that before."""
    for seed in range(3):
        match = Match(GAME, 3, seed=seed)
        before = money(match)
        while not match.over:
            match.play(choose(match.known(match.actors[0]), "page", match.length), match.actors[0])
            after = money(match)
            if not match.over:
                assert all(new >= old for new, old in zip(after, before, strict=True)), match.history[-1]
            before = after
        assert all(sum_ > 0 for sum_ in before)


@entry
def foreseen(s, seat, mover, field):
    """What `gain_by` says, called from Python."""
    return gain_by(s, seat, mover, field)


def held(match: Match) -> np.ndarray:
    """Coins, and what dukes have and are, of each seat."""
    s = match.state
    found = np.array([float(s.coins[seat]) for seat in range(match.players)])
    for duchy in range(1, DUCHIES):
        if s.extent[duchy] > 0 and s.duke[duchy] >= 0:
            found[int(s.duke[duchy])] += 1 + int(s.worth[duchy]) + DUKEDOM
    return found


def test_what_a_knight_would_bring_is_what_it_brings() -> None:
    """Mergers, ties, cities and castles: as far as no duke has to answer first (RH-30)."""
    compared = 0
    for seed in range(6):
        match = Match(GAME, 3 + seed % 3, seed=seed)
        while not match.over:
            seat = match.actors[0]
            action = choose(match.known(seat), "page", match.length)
            if VERB[action] == A_KNIGHT:
                expected = np.array([foreseen(match.state, other, seat, PART[action]) for other in range(match.players)])
                before = held(match)
                match.play(action, seat)
                if not match.over and match.state.phase != Phase.CASTLE:
                    assert np.abs(held(match) - before - expected).max() < 1e-9, match.history[-1]
                    compared += 1
            else:
                match.play(action, seat)
    assert compared > 200


def test_bots_judge_by_what_may_come() -> None:
    """Weights of before know nothing of it, so that they are what they were."""
    assert usual("rheinlaender", "king") == "outlook"
    before, now = (read_weights("rheinlaender", name) for name in ("trained", "outlook"))
    later = NAMES.index("best gain at hand")
    assert (before[:, later:] == 0).all() and (now[:, later:] != 0).any()
    assert (now * read_weights("rheinlaender", "hand") >= 0).all()
