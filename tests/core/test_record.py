"""Records from outside: whatever is wrong with one is an error of one line that says where, and what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import kronland
from kronland.core.components import read_file
from kronland.core.errors import RecordError
from kronland.core.match import Match
from kronland.core.record import read, write
from kronland.games import find_game
from kronland.games.koenig.components import FILE

RICH = " ".join(["d8d8d8"] * 6)


def good() -> dict[str, Any]:
    match = Match(find_game("loewenherz"), 4, seed=3, mode="python")
    for _ in range(3):
        match.play(next(iter(match.legal)))
    values: dict[str, Any] = json.loads(write(match))
    return values


def replay(text: str) -> Match:
    return read(text, find_game).replay(mode="python")


def test_a_good_one_is_read() -> None:
    assert replay(json.dumps(good(), indent=1)).length == 3


@pytest.mark.parametrize(("game_id", "seed", "decisions", "first"), [("koenig", 1, 7, "deck: "), ("rheinlaender", 0, 161, "odds ")])
def test_whatever_position_a_match_goes_on_from_its_record_is_read(game_id: str, seed: int, decisions: int, first: str) -> None:
    """Lines of more than 500 characters were written and not read again: the game was lost."""
    game = find_game(game_id)
    match = Match(game, game.seats[-1], seed=seed, mode="python")
    for number in range(decisions):
        (seat, *_) = match.actors
        match.play(kronland.bot("page")(match, seat, seed=number + 1), seat)
    begun = Match.from_state(game, match.state, mode="python")
    assert any(len(line) > 500 and line.startswith(first) for line in begun.write_position().splitlines())
    assert replay(write(begun)).board == match.board


def test_a_component_file_is_kept_line_by_line_as_toml_counts_them() -> None:
    """Python ends lines at more signs: the half of a comment behind one was no comment any more, and the record could not be read again."""
    game = find_game("koenig")
    own = f"# a file\u2028of\x85ours\r\n{read_file(FILE)}"
    match = Match(game, 3, seed=3, mode="python", components=own)
    assert replay(write(match)) == match


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rules": 0}, "line 4: rules version 0"),
        ({"rules": -1}, "line 4: rules version -1"),
        ({"rules": True}, "line 4: 'rules' is true; expected a whole number"),
        ({"rules": 1.0}, "line 4: 'rules' is 1.0; expected a whole number"),
        ({"players": 4.0}, "'players' is 4.0; expected a whole number"),
        ({"players": 10**400}, "is for 2 to 4 players, not 1000"),
        ({"seed": -1}, "the seed is -1; expected a whole number from 0 to"),
        ({"seed": 2**70}, "the seed is 1180591620717411303424; expected a whole number"),
        ({"names": ["a", "b"]}, "2 names given; expected 4"),
        ({"names": ["a", "b", "c", "d" * 500]}, "a text of 500 characters in 'names'; expected at most"),
        ({"names": ["a", "b", "c", "d\te"]}, r"the names given: 'd\te' holds what cannot be kept or shown"),
        ({"names": ["a", "b", "c", 4]}, "'names' holds something else than texts"),
        ({"salt": "x" * 9000}, "a text of 9000 characters in 'salt'; expected at most"),
        ({"options": {"setup": None}}, "an option's value is no text"),
        ({"actions": ["² castle a1"]}, "action 1: '² castle a1'; expected a seat from 0 to 3"),
        ({"actions": ["１ castle a1"]}, "action 1: '１ castle a1'; expected a seat from 0 to 3"),
        ({"actions": ["01 castle a1"]}, "action 1: '01 castle a1'; expected a seat from 0 to 3"),
        ({"actions": [f"{'1' * 80} castle a1"]}, "expected a seat from 0 to 3"),
        ({"actions": [None]}, "action 1: null; expected a seat from 0 to 3"),
        ({"actions": [nested(200)]}, "action 1: [[["),
        ({"actions": nested(200)}, "action 1: [[["),
        ({"position": ["turn: red card", "decisions: 2147483647"]}, "in 'position': line 2: decisions: got '2147483647'"),
        ({"position": [f"cards A: {RICH}", "turn: red card"]}, "in 'position': line 1: the players have 48 ducats together, and 206 more"),
        ({"position": ["cards E: silver silver silver silver", "turn: red card"]}, "in 'position': line 1: king cards lie in no pile"),
        ({"position": ["players: 3", "turn: red card"]}, "the position is for 3 players, not 4"),
        ({"components": ["[tiles]"]}, "in 'components': components: tiles.A: missing"),
        ({"components": ["x = "]}, "in 'components': components: is no TOML"),
        ({"result": {"points": nested(200)}}, "the result is"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_with_its_line(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as refused:
        replay(json.dumps({**good(), **change}, indent=1))
    assert message in str(refused.value)
    assert "\n" not in str(refused.value) and "line " in str(refused.value) and len(str(refused.value)) < 1500


@pytest.mark.parametrize(("change", "line"), [({"rules": 0}, 4), ({"result": {"end": "king"}}, None)])
def test_lines_are_counted_from_the_very_first(change: dict[str, Any], line: int | None) -> None:
    """Empty ones in front count, and what cannot be found is on the first line."""
    text = json.dumps({**good(), **change}, indent=1)
    line = line or text[: text.index('"result"')].count("\n") + 1
    for empty in range(3):
        with pytest.raises(RecordError, match=f"line {line + empty}: "):
            replay("\n" * empty + text)
    hidden = text.replace('"rules"', '"rul\\u0065s"').replace('"result"', '"r\\u0065sult"')
    with pytest.raises(RecordError, match="line 1: "):
        replay("\n" + hidden)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('"seed": 3', f'"seed": {"9" * 5000}'),
        lambda text: text.replace('"seed": 3', '"seed": NaN'),
        lambda text: text.replace('"seed": 3', '"seed": Infinity'),
        lambda text: text.replace('"seed": 3', f'"seed": {"[" * 100_000}{"]" * 100_000}'),
        lambda text: text.replace('"result": null', '"r\\u0065sult": {"end": "king"}'),
        lambda text: text.replace('"seed"', '"s\\u0065ed"').replace("3", '"three"', 1),
    ],
)
def test_odd_json_is_refused_as_well(damage: Callable[[str], str]) -> None:
    text = json.dumps(good(), indent=1)
    assert damage(text) != text
    with pytest.raises(RecordError) as refused:
        replay(damage(text))
    assert "\n" not in str(refused.value)
