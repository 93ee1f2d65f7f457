"""Rheinländer: random play, with duchies, bishops, figures and cards recomputed from scratch at every step."""

from __future__ import annotations

from collections import Counter

import pytest

from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.invariants import duchies_of, problems
from kronland.lab.conformance import play_lively
from tests.games.rheinlaender.table import at, play

pytestmark = pytest.mark.slow

ALWAYS = set(Event) - {Event.DISCARDED, Event.CASTLE_EMPTY, Event.SHARED_WIN}  # which random games seldom show


def test_what_the_state_keeps_is_what_the_fields_say_at_every_step():
    seen: Counter[int] = Counter()
    largest = 0
    for seed in range(9):
        for match in play_lively(GAME, 3 + seed % 3, {"archbishop": "on"}, seed):
            seen.update(event[0] for event in match.events())
            if seed >= 3 and match.length % 9 and not match.over:
                continue  # one game of each number of players is looked at step by step, the others now and then
            s = match.state
            assert problems(s) == [], f"seed {seed}, decision {len(match.history)}"
            found = duchies_of(s)
            assert len(found) == (s.extent > 0).sum()
            for duchy in found:
                number = int(s.duchy[min(duchy.fields)])
                assert {field for field in range(len(s.duchy)) if s.duchy[field] == number} == duchy.fields
                assert {seat: int(n) for seat, n in enumerate(s.strength[number]) if n} == +duchy.knights
                assert (int(s.worth[number]), int(s.churches[number])) == (duchy.worth, duchy.churches)
                largest = max(largest, len(duchy.fields))
    assert set(seen) >= ALWAYS  # otherwise this would prove little
    assert largest > 12


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda s: s.strength.__setitem__((1, 0), 9), "strength"),
        (lambda s: s.worth.__setitem__(1, 9), "worth"),
        (lambda s: s.duke.__setitem__(1, 1), "the duke 1"),
        (lambda s: s.duchy.__setitem__(0, 1), "is not the connected knights"),
        (lambda s: s.duchy.__setitem__(100, 7), "duchy 7 is no more"),
        (lambda s: s.on.__setitem__(30, 0), "knights on fields, on castles and left"),
        (lambda s: s.bastions_left.__setitem__(0, 2), "bastions on the map"),
        (lambda s: s.bishops.__setitem__(0, 1), "bishops"),
        (lambda s: s.hand.__setitem__((0, 0), 50), "the cards are"),
        (lambda s: s.odds.__setitem__((0, 0), 1), "does not go with its 1 eras"),
        (lambda s: s.past_size.__setitem__(0, 1), "does not go with its 1 eras"),
        (lambda s: s.came.__setitem__((0, 1), 4), "does not go with its 1 eras"),
        (lambda s: s.eras.__setitem__(0, 0), "does not go with its 0 eras"),
        (lambda s: s.near.__setitem__((0, 0), 0), "the land next to its knights is wrong"),
        (lambda s: s.taken.__setitem__(0, 0), "the set of occupied land"),
        (lambda s: s.__setitem__("picked", 4), "does not go with the picked card"),
    ],
)
def test_the_invariants_notice_a_wrong_state(change, problem):
    s = at("knights red L9 L10\nknights ochre L11\nspot L11-L12 city_2").state
    assert problems(s) == []
    change(s)
    assert any(problem in found for found in problems(s))


def test_the_board_can_be_nearly_full():
    """Hands of no use, and the water everywhere: play goes on."""
    sections = range(32, 55)
    crowd = {"ochre": [], "purple": []}
    for n in sections:
        crowd["ochre" if n % 2 else "purple"] += [f"L{n}", f"R{n}"]
    position = "\n".join(f"knights {colour} {' '.join(fields)}" for colour, fields in crowd.items())
    match = at(position + "\nhand red 32 33 34 35 36\nturn red")
    play(match, "card 32", "knight W32")
    assert match.events()[0][0] == Event.DEPLOYED_ON_RIVER
