"""Counsel: three actions where there are three, and in words why the first is better than the second."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kronland
from kronland.bots.engine.choosing import Thought
from kronland.bots.engine.counsel import ADVISED, ALIKE, BETTER_IN, CERTAIN, LATER, OUT_OF_REACH, Counsel, compared, counsel
from kronland.bots.engine.evaluation import mind_of
from kronland.core.record import load
from kronland.core.words import Text, words
from kronland.games import GAMES, find_game

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "koenig").glob("2-players-*.json"))[0]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_feature_has_words_in_both_languages(game_id: str) -> None:
    mind = mind_of(game_id)
    named = [name for names in mind.words.values() for name in names]
    assert sorted(named) == sorted(mind.features)
    assert all(words("de")(text) != words("en")(text) for text in mind.words)


def test_three_where_there_are_three() -> None:
    """What a search leaves out, because something else is much better or because nobody would waste a thought on it, is looked at."""
    match, chance, seen = kronland.match("loewenherz", 3, setup="beginner", seed=3, mode="python"), random.Random(3), 0
    while seen < 4 and not match.over:
        seat = match.actors[0]
        legal = match.legal_actions(seat)
        if len(legal) >= ADVISED and match.length % 5 == 0:
            found = counsel(match.known(seat), "knight:2", 1, "python")
            assert len({thought.action for thought in found.thoughts}) == ADVISED and found == counsel(
                match.known(seat), "knight:2", 1, "python"
            )
            seen += 1
        match.play(chance.choice(legal), seat)
    assert seen == 4


def test_points_at_once_speak_for_an_action() -> None:
    """A border that founds a region against one that founds none."""
    record = load(GOLDEN, find_game)
    match = record.replay(0, "python")
    for entry in record.values["actions"]:
        seat, _, notation = entry.partition(" ")
        before, who = match.copy(), int(seat) - 1
        founded = any(event.kind == "region_founded" and event.seat == who for event in match.play(notation, who))
        if founded and notation.startswith("border"):
            foreseer = before.foreseer(who)
            other = next(action for action in before.legal_actions(who) if not foreseer.of(action).points)
            pro, contra = compared(before.known(who), before.action(notation), other, "python")
            assert {text.one for text in pro} <= {"points", "regions", "income", "room to grow"} and pro
            assert (contra, pro) == compared(before.known(who), other, before.action(notation), "python")
            return
    raise AssertionError("no border ever founded a region")


def test_nothing_is_compared_when_all_is_lost_or_won() -> None:
    say = words("en")

    def told(*shares: float, pro: tuple[Text, ...] = (Text("points"),)) -> list[str]:
        return Counsel(tuple(Thought(number, 9, share) for number, share in enumerate(shares)), pro).why(say)

    assert told(0.001, 0.0, 0.0) == [say(OUT_OF_REACH)] and told(1.0, 0.999) == [say(CERTAIN)]
    assert told(0.4, 0.399) == [say(ALIKE)] and told(0.4) == []
    assert told(0.4, 0.3) == [say(BETTER_IN, features="points")] and told(0.4, 0.3, pro=()) == [say(LATER)]


def test_it_tells_no_more_than_the_seat_knows() -> None:
    match = kronland.match("rheinlaender", 3, seed=7, mode="python")
    seat = match.actors[0]
    first, second = match.legal_actions(seat)[:2]
    assert compared(match.known(seat), first, second, "python") == compared(match.redealt(4, seat).known(seat), first, second, "python")
