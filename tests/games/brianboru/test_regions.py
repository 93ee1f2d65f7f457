"""Brian Boru: power tokens (BB-0, BB-70 to BB-72)."""

from __future__ import annotations

import pytest

from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.state import FACE_DOWN, NOBODY, REGIONS, Stage
from tests.games.brianboru.table import GREY, OCHRE, PURPLE, RED, from_stage, happened

N, B, S, D, M = (REGIONS.index(letter) for letter in "NBSDM")


def claim(*lines: str) -> tuple[list[int], list[tuple[int, ...]]]:
    """The tokens after the regions of this position were dealt out, and the events."""
    s, events = from_stage("\n".join(["round: 1", *lines, "turn: red name"]), Stage.CLAIMS)
    return s.token.tolist(), events


@pytest.mark.rule("BB-70")
@pytest.mark.parametrize(
    ("lines", "opened"),
    [
        (["red: towns B1", "ochre: towns N1"], False),
        (["red: towns B1 B2", "ochre: towns N1"], True),  # Bréifne needs two: reaching is enough
        (["red: towns B1", "ochre: towns B2"], True),  # whoever they belong to
        (["red: towns B1", "ochre: towns B2!"], True),  # held by the Vikings, and yet not free
        (["red: towns B1 B2 B3", "ochre: towns N1"], True),
    ],
)
def test_a_token_is_turned_up_at_the_threshold(lines: list[str], opened: bool) -> None:
    tokens, events = claim(*lines)
    assert (tokens[B] != FACE_DOWN) == opened
    assert happened(events, Event.TOKEN_OPENED) == ([(B,)] if opened else [])


@pytest.mark.rule("BB-0", "BB-70")
def test_a_monastery_counts_twice_for_the_threshold_also_under_a_viking_disc() -> None:
    assert claim("red: towns B1+")[0][B] == RED
    assert claim("red: towns B1+!")[0][B] == NOBODY
    assert claim("red: towns S1+")[0][S] == FACE_DOWN  # two of three


@pytest.mark.rule("BB-71")
def test_who_has_strictly_most_takes_the_token() -> None:
    tokens, events = claim("red: towns B1", "ochre: towns B2 B3")
    assert tokens[B] == OCHRE and happened(events, Event.TOKEN_TAKEN) == [(OCHRE, B)]


@pytest.mark.rule("BB-0", "BB-71")
def test_a_monastery_counts_twice_in_claims() -> None:
    assert claim("red: towns B1+", "ochre: towns B2")[0][B] == RED
    assert claim("red: towns B1+ B4", "ochre: towns B2 B3")[0][B] == RED


@pytest.mark.rule("BB-71")
def test_tie_between_players_the_token_stays_where_it_is() -> None:
    assert claim("red: towns B1", "ochre: towns B2")[0][B] == NOBODY  # just turned up
    assert claim("red: towns B1, tokens B", "ochre: towns B2")[0][B] == RED  # kept
    tokens, events = claim("red: towns B1", "ochre: towns B2", "purple: tokens B")
    assert tokens[B] == PURPLE and happened(events, Event.TOKEN_TIED) == [(B,)]  # kept by who has nothing there any more


@pytest.mark.rule("BB-71")
def test_a_token_in_hand_is_lost_to_who_has_more() -> None:
    assert claim("red: towns B1, tokens B", "ochre: towns B2 B3")[0][B] == OCHRE


@pytest.mark.rule("BB-71")
def test_tie_with_the_vikings_the_token_stays_where_it_is() -> None:
    assert claim("red: towns B1, tokens B", "ochre: towns B2!")[0][B] == RED
    assert claim("red: towns B1", "ochre: towns B2!")[0][B] == NOBODY


@pytest.mark.rule("BB-71")
def test_when_the_vikings_have_most_the_token_lies_open_and_unowned() -> None:
    tokens, events = claim("red: towns B1, tokens B", "ochre: towns B2! B3!")
    assert tokens[B] == NOBODY and happened(events, Event.TOKEN_VIKINGS) == [(B,)]
    assert claim("red: towns B1 B4, tokens B", "ochre: towns B2!+ B3!")[0][B] == NOBODY  # a monastery below counts for them


@pytest.mark.rule("BB-71")
def test_a_token_that_is_open_is_claimed_below_the_threshold_too() -> None:
    assert claim("red: towns S1", "ochre: towns N1", "open: S")[0][S] == RED


@pytest.mark.rule("BB-72")
def test_under_a_military_pact_the_vikings_are_nobodys_rival() -> None:
    lines = ["round: 4", "estrid: grey pact", "grey: married Estrid, towns D1", "red: towns S1", "open: S", "turn: over"]
    assert from_stage("\n".join(lines), Stage.CLAIMS)[0].token[S] == RED


@pytest.mark.rule("BB-72")
def test_military_pact_counts_viking_towns_as_the_partners_own() -> None:
    pact = ["round: 4", "estrid: grey pact", "grey: married Estrid, towns D1"]
    s, events = from_stage("\n".join([*pact, "red: towns B1, tokens B", "ochre: towns B2! B3!", "turn: over"]), Stage.CLAIMS)
    assert s.token[B] == GREY and happened(events, Event.TOKEN_VIKINGS) == []
    s, _ = from_stage("\n".join([*pact, "red: towns B1, tokens B", "ochre: towns B2!", "turn: over"]), Stage.CLAIMS)
    assert s.token[B] == RED  # one each
    s, _ = from_stage(
        "\n".join([pact[0], pact[1], "grey: married Estrid, towns B4", "red: towns B1", "ochre: towns B2!", "turn: over"]), Stage.CLAIMS
    )
    assert s.token[B] == GREY  # together with a town of one's own


@pytest.mark.rule("BB-72")
def test_trade_counts_nothing_in_claims() -> None:
    s, _ = from_stage(
        "round: 4\nestrid: grey trade\ngrey: married Estrid, towns D1\nred: towns B1, tokens B\nochre: towns B2! B3!\nturn: over",
        Stage.CLAIMS,
    )
    assert s.token[B] == NOBODY


@pytest.mark.rule("BB-72")
def test_the_pact_counts_neither_in_battle_nor_in_church() -> None:
    grey = "round: 4\nestrid: grey pact\ngrey: married Estrid, towns D1!\n"
    lines = grey + "red: towns B1, 1 raiders\nochre: towns N1, 2 raiders\npurple: towns M1, 1 raiders\n"
    s, events = from_stage(lines + "battle: 2\nturn: over", Stage.BATTLE)
    assert happened(events, Event.NO_TOWN_TO_LOSE) == [(GREY,)] and s.ended
    s, events = from_stage(lines.replace("grey: ", "grey: 2 church, ") + "battle: 0\nturn: over", Stage.CHURCH)
    assert happened(events, Event.NO_MONASTERY) == [(GREY,)]
