"""Löwenherz (2003): the course of a turn (L03-10 to L03-15)."""

from __future__ import annotations

import pytest

from kronland.core.errors import UndoError
from kronland.core.words import words as in_words
from kronland.games.koenig.rules.domains import CARDS, TASKS
from kronland.games.koenig.rules.events import EVENTS, Event
from tests.games.koenig.table import BLUE, OCHRE, RED, at, board, ducats, hand, log, market, play, refused, scores, verbs

# Red owns a1 to b2, Ochre k11 to l12; Blue has no region.
LAND = board(
    {"f": "b1", "c": "b2 l11", "s": "k11", "v": "e5"},
    {"R1": "a1", "r": "a2", "O1": "l12", "o": "k12", "B1": "f6", "b": "f7", "R2": "h1"},
    ["b1-c1", "b2-c2", "a2-a3", "b2-b3", "k11-j11", "k12-j12", "k11-k10", "l11-l10"],
)
HANDS = "red: 7 ducats, holds a-border2 a-knight1 b-knight1-expand1\nochre: 1 ducat, holds a-border2 a-border3 c-border1"


def start(turn: str = "red card", more: str = "", hands: str = HANDS):
    return at(f"players: 3\n{LAND}\n{hands}\n{more}\nturn: {turn}")


@pytest.mark.rule("L03-10")
def test_income_is_a_ducat_for_each_kind_of_mine():
    match = play(start(), "sell a-border2", "draw")
    assert ducats(match) == [9, 3, 7], "Ochre has copper and silver"
    play(match, "sell c-border1", "draw")
    assert ducats(match) == [9, 5, 7], "Blue has no region"
    assert "Ochre collects 2 ducats from mines." in log(match) and "Blue collects" not in log(match)


@pytest.mark.rule("L03-10")
def test_several_mines_of_a_kind_count_once():
    land = board({"c": "b1 b2 c1 c2"}, {"R1": "a1", "r": "a2", "O1": "l12", "B1": "f6"}, ["c1-d1", "c2-d2", "a2-a3", "b2-b3", "c2-c3"])
    match = play(at(f"players: 3\n{land}\nturn: blue refill"), "draw")
    assert ducats(match) == [8, 7, 7] and scores(match) == [5, 0, 0]


@pytest.mark.rule("L03-11")
def test_a_card_is_sold_or_played():
    match = start()
    assert sorted(match.legal) == [
        "play a-border2 border",
        "play a-knight1 knight",
        "play b-knight1-expand1 expand",
        "play b-knight1-expand1 knight",
        "sell a-border2",
        "sell a-knight1",
        "sell b-knight1-expand1",
    ]
    assert refused(match, "sell a-border3", "card_not_held", "L03-11") and refused(
        match, "play a-border3 border", "card_not_held", "L03-11"
    )
    assert refused(match, "draw", "not_now", "")
    play(match, "sell a-knight1")
    assert verbs(match) == {"draw"}


@pytest.mark.rule("L03-11")
def test_a_card_can_always_be_sold():
    match = start(hands="red: 0 ducats, holds c-deserter c-alliance d-expand2")
    assert verbs(match) == {"sell"} and len(match.legal) == 3


@pytest.mark.rule("L03-12")
def test_a_card_sold_lies_in_the_market():
    match = play(start(), "sell b-knight1-expand1")
    assert ducats(match)[RED] == 10 and market(match) == {"b-knight1-expand1": 1} and hand(match, RED) == ["a-border2", "a-knight1"]
    assert "Red sells a card for 3 ducats: 1 knight or expansion by 1 field (B)." in log(match)


@pytest.mark.rule("L03-13")
def test_a_card_played_is_paid_and_gone():
    match = start()
    before = match.state.spent.sum()
    play(match, "play a-border2 border")
    assert ducats(match)[RED] == 4 and market(match) == {} and match.state.spent.sum() == before + 1
    assert verbs(match) == {"border"}


@pytest.mark.rule("L03-13")
def test_of_two_actions_one_is_chosen():
    assert verbs(play(start(), "play b-knight1-expand1 knight")) == {"knight"}
    assert verbs(play(start(), "play b-knight1-expand1 expand")) == {"expand"}
    assert refused(start(), "play b-knight1-expand1 border", "not_on_card", "L03-13")


@pytest.mark.rule("L03-13")
def test_what_cannot_be_paid_or_done_may_not_be_played():
    match = start("ochre card")
    assert refused(match, "play a-border2 border", "card_too_dear", "L03-13")
    assert "play c-border1 border" in match.legal
    match = start(hands="red: 9 ducats, holds c-alliance a-expand1 c-deserter")
    assert refused(match, "play c-alliance alliance", "nothing_to_do", "L03-13")
    assert refused(match, "play c-deserter deserter", "nothing_to_do", "L03-13")
    assert "play a-expand1 expand" in match.legal
    blue = start("blue card", hands="blue: 9 ducats, holds a-expand1 a-knight1 a-border2")
    assert refused(blue, "play a-expand1 expand", "nothing_to_do", "L03-13")


@pytest.mark.rule("L03-13")
def test_the_last_ducat_for_a_forest_must_be_there_too():
    """All that is left beside red's knight is a forest."""
    land = board({"f": "a2", "v": "b1 a4 b3"}, {"R1": "a1", "O1": "l12", "B1": "f6", "b": "f7"})
    for money, legal in (("2", False), ("3", True)):
        match = at(f"players: 3\n{land}\nred: {money} ducats, holds a-knight1\nturn: red card")
        assert ("play a-knight1 knight" in match.legal) == legal
        assert legal or refused(match, "play a-knight1 knight", "forest_too_dear", "L03-13")


@pytest.mark.rule("L03-13")
def test_one_step_at_least():
    match = play(start(), "play a-border2 border")
    assert refused(match, "done", "nothing_done", "L03-13")
    assert "done" in play(match, "border e5-e6").legal


@pytest.mark.rule("L03-14")
def test_the_hand_is_refilled_from_the_deck_or_the_market():
    match = play(start(more="market: a-border3, a-border3"), "sell a-border2")
    assert sorted(match.legal) == ["draw", "take a-border3"]
    top = int(match.state.deck[match.state.drawn])
    drawn = play(start(more="market: a-border3, a-border3"), "sell a-border2", "draw")
    assert len(hand(drawn, RED)) == 3 and top in drawn.state.hand[RED] and drawn.actors == [OCHRE]
    play(match, "take a-border3")
    assert hand(match, RED) == ["a-border3", "a-knight1", "b-knight1-expand1"] and market(match) == {"a-border2": 1, "a-border3": 1}
    assert match.actors == [OCHRE]


@pytest.mark.rule("L03-14")
def test_not_with_the_card_just_sold_but_with_another_one_like_it():
    match = play(start(), "sell a-border2")
    assert refused(match, "take a-border2", "just_sold", "L03-14") and refused(match, "take a-border3", "not_in_market", "L03-14")
    match = play(start(more="market: a-border2"), "sell a-border2", "take a-border2")
    assert market(match) == {"a-border2": 1} and "a-border2" in hand(match, RED)
    play(match, "sell c-border1")
    assert "take a-border2" in match.legal, "the next player may take it"


@pytest.mark.rule("L03-14")
def test_after_24_refills_from_the_market_one_comes_from_the_deck():
    match = play(start("blue refill", more="market: a-border3, a-border3\nmarket refills: 23"), "take a-border3", "sell a-border2")
    assert refused(match, "take a-border3", "market_too_often", "L03-14") and list(match.legal) == ["draw"]
    play(match, "draw", "sell a-border2")
    assert "take a-border3" in match.legal


@pytest.mark.rule("L03-14")
@pytest.mark.parametrize(
    ("refills", "en", "de"),
    [
        (15, "", ""),
        (16, "8 more hands can be refilled from the market", "Noch 8-mal kann eine Hand vom Markt ergänzt werden"),
        (23, "One more hand can be refilled from the market", "Noch einmal kann eine Hand vom Markt ergänzt werden"),
        (24, "The market is closed for one refill: 24 hands in a row", "Der Markt ist für eine Karte geschlossen: 24 Hände in Folge"),
    ],
)
def test_the_24_refills_are_told_before_they_bite(refills, en, de):
    """In the prompt of who refills, in the text and on the desk of everyone, whoever is to decide what; a picture says it in short."""
    for turn in ("blue refill", "red card"):
        match = start(turn, more=f"market: a-border3\nmarket refills: {refills}")
        for language, told in (("en", en), ("de", de)):
            for seat in range(-1, 3):
                view = match.view(seat, language)
                row = next(row for row in view.desk.rows if row.name == "market")
                shown = {"text": view.text, "desk": row.more}
                assert bool(row.note) == bool(told) and row.note in view.svg
                if seat == BLUE and turn == "blue refill":
                    shown["prompt"] = view.prompt
                for place, words in shown.items():
                    assert (told in words) if told else ("refilled" not in words and "ergänzt" not in words), (place, words)
    assert "from the deck or from the market" in start("blue refill", more="market refills: 23").view(BLUE).prompt
    assert "or from the market" not in start("blue refill", more="market refills: 24").view(BLUE).prompt


@pytest.mark.rule("L03-14", "L03-81")
def test_nothing_is_told_of_refills_when_nobody_refills_any_more():
    match = start("red card", more="market refills: 23\ndeck: -")
    assert "refilled" not in match.view(RED).text and "refilled" not in match.view(RED).svg


@pytest.mark.rule("L03-14")
def test_a_card_from_the_market_is_known_one_from_the_deck_is_not():
    match = play(start(more="market: a-border3"), "sell a-border2", "take a-border3")
    told = log(match, OCHRE)
    assert "Red takes a card from the market: 3 borders (A)." in told
    s = match.view(OCHRE).state
    assert sum(int(kind) >= 0 for kind in s.hand[RED]) == 1 and len([k for k in match.view(RED).state.hand[RED] if k >= 0]) == 3
    play(match, "sell c-border1", "draw")
    assert "Ochre draws a card of pile C." in log(match, RED) and "Ochre draws a card: 2 borders (C)." in log(match, OCHRE)


@pytest.mark.rule("L03-15")
def test_every_step_takes_effect_at_once():
    """The first border closes Blue's corner, and Blue scores before the second is set."""
    land = board({"v": "l1"}, {"B1": "k1", "b": "k2", "R1": "a1", "O1": "f6"}, ["k1-j1", "k2-j2", "k2-k3"])
    match = at(f"players: 3\n{land}\nturn: red borders 2")
    assert scores(play(match, "border l2-l3")) == [0, 0, 3]
    play(match, "border c3-c4", "done")
    assert scores(match) == [0, 0, 3]


@pytest.mark.rule("L03-15")
def test_steps_can_be_taken_back_until_the_action_is_finished_and_the_card_is_drawn():
    match = play(start(), "play a-border2 border", "border c3-c4", "border d3-d4", "done")
    assert match.undo_refusal() is None
    match.undo()
    assert list(match.legal) == ["done"]
    match.undo()
    match.undo()
    match.undo()  # the card was only shown, and goes back into the hand
    assert match.length == 0
    play(match, "play a-border2 border", "border c3-c4", "done", "draw")
    with pytest.raises(UndoError):
        match.undo()


@pytest.mark.rule("L03-14")
def test_playing_a_card_that_all_know_reveals_nothing():
    match = start(hands="red: 7 ducats, holds a-border2* a-knight1 b-knight1")
    play(match, "play a-border2 border")
    assert match.undo_refusal() is None
    match.undo()
    assert match.actors == [RED] and BLUE not in match.actors


def test_the_choice_on_a_card_is_told_where_there_was_one() -> None:
    def said(card: str, task: str, language: str) -> str:
        event = (int(Event.PLAYED), 0, CARDS.index[card], TASKS.index[task], 5)
        return EVENTS[Event.PLAYED].say(event, in_words(language), ("Anna", "Ben"))

    assert said("d-deserter", "deserter", "en") == "Anna plays a card for 5 ducats: a deserter (D)."
    assert said("b-knight1-expand1", "knight", "en").endswith("choice: knights.")
    assert "Überläufer" in said("d-deserter", "deserter", "de") and ";" not in said("d-deserter", "deserter", "de")
