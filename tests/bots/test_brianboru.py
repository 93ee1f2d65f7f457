"""Brian Boru's evaluation: a trick under way is looked at as if it were over, and a lead counts the more, the less of the round is left."""

from __future__ import annotations

import numpy as np
import pytest

from kronland.bots.engine.evaluation import mind_of
from kronland.bots.minds.brianboru import NAMES, WILLING, hunch
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.match import Match
from kronland.lab.arena import Arena, play_game
from tests.bots.play import describe
from tests.games.brianboru.table import OCHRE, PURPLE, RED, at, play

LEAD = """
    players: 3
    tricks played: 5
    red: towns N1, holds 5 15 24
    ochre: towns C1, holds 8 18 25
    purple: towns M1, holds 1 3 12
    turn: red name
    """


def look(match: Match, seat: int) -> dict[str, float]:
    """The features of a seat."""
    mind_of("brianboru")
    found = np.zeros(len(NAMES))
    with np.errstate(over="ignore"):
        in_mode(describe, "python")(match.state, seat, found)
    return dict(zip(NAMES, found.tolist(), strict=True))


def weight(match: Match, action: str) -> int:
    with np.errstate(over="ignore"):
        return int(in_mode(hunch, "python")(match.state, match.actors[0], match.action(action)))


def test_the_active_town_counts_for_who_may_win_it() -> None:
    match = at(LEAD)
    assert look(match, RED)["towns"] == pytest.approx(1 / 5)
    play(match, "name b2")  # red: of red's cards 24 is the highest that fits, and nobody has a higher one
    assert look(match, RED)["towns"] == pytest.approx((1 + WILLING + (1 - WILLING) ** 2) / 5)
    assert look(match, OCHRE)["towns"] == pytest.approx((1 + WILLING * (1 - WILLING)) / 5)
    assert look(match, PURPLE)["towns"] == pytest.approx(1 / 5)
    play(match, "play 15")
    assert look(match, OCHRE)["towns"] == pytest.approx((1 + WILLING) / 5)  # with 18
    assert look(match, RED)["towns"] == pytest.approx((2 - WILLING) / 5)
    assert look(match, RED)["regions"] == pytest.approx((2 - WILLING) / 4)


def test_a_trick_that_is_won_counts_before_the_winner_acts_and_no_more_after() -> None:
    match = at(LEAD)
    play(match, "name b2", "play 24", "play 18", "play 12")
    assert match.actors == [PURPLE]
    before = look(match, RED)
    assert (before["towns"], before["regions"], before["marker"]) == (pytest.approx(2 / 5), pytest.approx(2 / 4), 1)
    assert look(match, OCHRE)["towns"] == pytest.approx(1 / 5)
    while match.state.active >= 0 and match.state.card_of[RED] >= 0:
        play(match, next(action for action in match.legal if action in ("row 2", "done")))
    assert look(match, RED)["towns"] == pytest.approx(2 / 5)


def test_a_card_on_the_table_counts_with_what_it_will_bring() -> None:
    match = at(LEAD)
    play(match, "name b2", "play 24", "play 18", "play 12")  # purple's 12: two coins or two discs for the church, half of each
    assert look(match, PURPLE)["coins"] == pytest.approx((3 + 1) / 5)
    assert look(match, PURPLE)["church discs"] == pytest.approx(1 / 4)
    assert look(match, RED)["coins"] == pytest.approx((3 - 2) / 5)  # red's 24 costs two
    play(match, "row 2")
    assert look(match, PURPLE)["coins"] == pytest.approx(3 / 5)
    assert look(match, PURPLE)["church discs"] == pytest.approx(2 / 4)


def test_what_cannot_be_paid_costs_points() -> None:
    match = at(LEAD.replace("red: towns", "red: 1 coins, towns"))
    play(match, "name b2", "play 24", "play 18", "play 12")
    assert look(match, RED)["coins"] == 0
    assert look(match, RED)["points"] == pytest.approx((10 - 2) / 10)


@pytest.mark.parametrize(("held", "feature"), [("track 3", "wedding"), ("3 raiders", "spoils"), ("3 church", "monastery")])
def test_a_lead_counts_more_late_in_a_round(held: str, feature: str) -> None:
    late = LEAD.replace("red: towns", f"red: {held}, towns")
    early = f"players: 3\nred: {held}, towns N1\nochre: towns C1\npurple: towns M1\nturn: red name"
    assert look(at(late), RED)[feature] > look(at(early), RED)[feature] > look(at(early), OCHRE)[feature] > look(at(late), OCHRE)[feature]


def test_the_hunch_is_for_cards_that_win_and_towns_that_can_be_won() -> None:
    match = at(LEAD)
    assert weight(match, "name b2") > weight(match, "name n3")  # a new region before a second town
    play(match, "name b2", "play 15")
    assert weight(match, "play 18") > weight(match, "play 25")  # which does not fit
    assert weight(match, "play 18") > weight(match, "play 8")


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="whole games are too slow interpreted")
def test_a_squire_beats_pages() -> None:
    arena = Arena("brianboru", 3, ("squire", "page", "page"), 12, 100)
    lines = [play_game(arena, number) for number in range(12)]
    assert sum(line["share"][line["seats"].index("squire")] for line in lines) >= 10
