"""Löwenherz (2003): what a seat may know: backs and open cards, nothing else; and what it can count."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kronland.games.koenig.rules.state import BACK, HAND
from tests.games.koenig.table import GREY, OCHRE, RED, at, board, new, play

FIGURES = {"R1": "a1", "O1": "f6", "B1": "l12", "B2": "l1"}


@pytest.mark.rule("L03-2")
def test_other_hands_and_the_deck_show_their_backs():
    match = new(4, 2)
    seen = match.view(RED).state
    assert (seen.hand[RED] >= 0).all() and (seen.hand[1:] == BACK).all()
    assert [int(BACK - back) for back in seen.deck[seen.drawn :]] == [0] * 3 + [1] * 15 + [2] * 15 + [3] * 15
    assert (match.view(-1).state.hand == BACK).all()


@pytest.mark.rule("L03-14")
def test_a_card_of_the_market_stays_known_while_it_is_in_a_hand():
    """Of two cards alike, one of them known, the known one is played: the other could still be any card."""
    text = f"players: 3\n{board({}, FIGURES)}\nred: 9 ducats, holds a-border2 a-border2* a-knight1\nturn: red card"
    match = at(text)
    kinds = [int(kind) for kind in match.view(OCHRE).state.hand[RED]]
    assert sorted(kinds) == [BACK, BACK, int(match.state.hand[RED, 0])]
    play(match, "sell a-border2", "draw")
    assert [int(kind) for kind in match.view(OCHRE).state.hand[RED]] == [BACK] * HAND


@pytest.mark.rule("L03-14")
@pytest.mark.parametrize("hand", ["a-border2 a-knight1", "a-border2* a-knight1", "a-border2 a-border2*"])
def test_a_hand_lies_in_one_order_whichever_card_came_first(hand):
    """A card from the market joins its like: a hand that could have come about in two ways is the same hand."""
    text = f"players: 3\n{board({}, FIGURES)}\nmarket: a-border2\nred: 9 ducats, holds {{}}\nturn: red {{}}"
    match = play(at(text.format(hand, "refill")), "take a-border2")
    there = at(text.format(f"{hand} a-border2*", "card").replace("market: a-border2\n", ""))
    for name in ("hand", "hand_open"):
        assert match.state[name][RED].tolist() == there.state[name][RED].tolist()


@pytest.mark.rule("L03-2")
def test_twins_hold_what_the_seat_has_not_seen():
    """What a seat does not know is dealt anew: every unseen card of a pile can be in every place whose back shows that pile."""
    match = new(4, 5)
    while match.state.drawn < 20:
        steps = [action for action in match.legal if action != "done"]
        match.play(steps[0] if steps else "done")
    s, seen = match.state, Counter()
    for seed in range(40):
        twin = match.twin(RED, seed)
        assert np.array_equal(twin.hand[RED], s.hand[RED]) and np.array_equal(twin.market, s.market)
        assert match.game.invariants(twin) == []
        for seat in range(OCHRE, GREY + 1):
            backs = sorted(int(s.kind_pile[kind]) for kind in s.hand[seat] if kind >= 0)
            assert sorted(int(twin.kind_pile[kind]) for kind in twin.hand[seat] if kind >= 0) == backs
            seen[tuple(int(kind) for kind in twin.hand[seat])] += 1
    assert len(seen) > 20


def test_after_the_game_nothing_is_secret():
    text = "players: 3\n{}\nred: 0 ducats, holds a-border2\nochre: 1 ducat, holds -\nblue: 1 ducat, holds -\ndeck: -\nturn: red card"
    match = play(at(text.format(board({}, FIGURES))), "sell a-border2")
    assert match.over and np.array_equal(match.view(-1).state.market, match.state.market)
    over = match.state
    assert np.array_equal(match.twin(OCHRE, 1).hand, over.hand)
