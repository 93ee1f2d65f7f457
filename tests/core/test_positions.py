"""Matches from positions: players, options and chance are those of the text, and neither match nor record says anything else."""

from __future__ import annotations

import json

import pytest

import kronland
from kronland.core import record
from kronland.core.errors import PositionError, RecordError, UsageError
from kronland.core.match import Match
from kronland.core.seeds import seed_of
from kronland.games import find_game

SEED = 0x5DEECE66D1234567890ABCDEF0246813

# A text of each game: one that says nothing of players and options, and one that says something unusual of both.
SILENT = {
    "loewenherz": "turn: red borders 1\n",
    "koenig": "turn: red card\n",
    "rheinlaender": "turn red\nphase card\n",
    "brianboru": "turn: red name\n",
}
TOLD = {
    "loewenherz": ("players: 3\nsetup: beginner\nopen_money: on\n", 3, {"setup": "beginner", "open_money": "on"}),
    "koenig": ("players: 3\n", 3, {}),
    "rheinlaender": ("players 4\noption archbishop off\noption open_money on\n", 4, {"archbishop": "off", "open_money": "on"}),
    "brianboru": ("players: 5\ntricks: four\n", 5, {"tricks": "four"}),
}
FEWEST = {"loewenherz": 2, "koenig": 2, "rheinlaender": 3, "brianboru": 3}
OTHER = {"loewenherz": {"open_money": "off"}, "rheinlaender": {"archbishop": "on"}, "brianboru": {"tricks": "five"}}
CHANCE = {"rheinlaender": "chance {} {}\n", "brianboru": "chance: {} {}\n"}

games = pytest.mark.parametrize("game_id", SILENT)
with_options = pytest.mark.parametrize("game_id", OTHER)
with_chance = pytest.mark.parametrize("game_id", CHANCE)


def at(game_id: str, text: str, **given: object) -> Match:
    return Match(find_game(game_id), position=text, mode="python", **given)  # type: ignore[arg-type]


def told(game_id: str) -> str:
    return TOLD[game_id][0] + SILENT[game_id]


@games
def test_players_and_options_are_those_of_the_text(game_id: str) -> None:
    _, players, options = TOLD[game_id]
    for match in (at(game_id, told(game_id)), at(game_id, told(game_id), players=players, options=options)):
        assert match.players == int(match.state.players) == players
        assert match.options == options == match.game.options_of(match.state)
    assert kronland.match(game_id, position=told(game_id), mode="python").options == options


@games
def test_what_is_given_counts_where_the_text_is_silent(game_id: str) -> None:
    _, players, options = TOLD[game_id]
    match = at(game_id, SILENT[game_id], players=players, options=options)
    assert match.players == int(match.state.players) == players and match.options == options
    fewest = at(game_id, SILENT[game_id], players=FEWEST[game_id])
    assert fewest.players == int(fewest.state.players) == FEWEST[game_id]
    assert fewest.options == {option.id: option.default for option in fewest.game.options}


@games
def test_other_players_than_those_of_the_text_are_refused(game_id: str) -> None:
    _, players, _ = TOLD[game_id]
    with pytest.raises(UsageError, match=f"the position is for {players} players, not {players - 1}"):
        at(game_id, told(game_id), players=players - 1)
    with pytest.raises(UsageError, match="players, not 9"):
        at(game_id, SILENT[game_id], players=9)


@with_options
def test_other_options_than_those_of_the_text_are_refused(game_id: str) -> None:
    (name, value), (_, _, options) = *OTHER[game_id].items(), TOLD[game_id]
    with pytest.raises(UsageError, match=f"option {name} of the position is '{options[name]}', not '{value}'"):
        at(game_id, told(game_id), options=OTHER[game_id])
    with pytest.raises(UsageError, match="has no option 'hurry'"):
        at(game_id, SILENT[game_id], options={"hurry": "on"})
    with pytest.raises(UsageError, match=f"option '{name}' cannot be 'perhaps'"):
        at(game_id, SILENT[game_id], options={name: "perhaps"})


@games
def test_a_text_and_a_component_file_are_refused(game_id: str) -> None:
    with pytest.raises(UsageError, match="expected no component file"):
        at(game_id, told(game_id), components="anything")


@games
def test_the_seed_gives_the_chance_of_a_silent_text(game_id: str) -> None:
    match, again, other = (at(game_id, told(game_id), seed=seed) for seed in (SEED, f"{SEED:032x}", SEED + 1))
    assert match.seed == seed_of(match.state) == SEED and match.state.draws == 0
    assert again.state.tobytes() == match.state.tobytes() != other.state.tobytes()
    assert at(game_id, told(game_id)).seed != at(game_id, told(game_id)).seed, "a match without a seed draws one"


@games
def test_a_position_written_and_read_goes_on_alike(game_id: str) -> None:
    """Where chance still has something to say the text tells it, and the same decisions lead to the same end."""
    match = Match(find_game(game_id), mode="python")
    while match.length < 30:
        match.play(match.legal_actions(match.actors[0])[0], match.actors[0])
    copy = at(game_id, match.game.write_position(match.state), seed=match.seed)
    assert (copy.players, copy.options, copy.seed) == (match.players, match.options, match.seed)
    for number in range(60):
        if match.over:
            break
        seat = match.actors[0]
        choices = match.legal_actions(seat)
        for one in (match, copy):
            one.play(choices[number * 31 % len(choices)], seat)
    assert match.game.write_position(copy.state) == match.game.write_position(match.state)


@with_chance
def test_the_chance_of_the_text_is_taken(game_id: str) -> None:
    text = told(game_id) + CHANCE[game_id].format(f"{SEED:032x}", 53)
    for match in (at(game_id, text), at(game_id, text, seed=SEED)):
        assert match.seed == seed_of(match.state) == SEED and match.state.draws == 53
    assert at(game_id, told(game_id) + CHANCE[game_id].format(7, "")).seed == 7
    with pytest.raises(UsageError, match=f"comes from seed {SEED:032x}, not 7"):
        at(game_id, text, seed=7)
    for wrong in ("x 1", "7 x", "7 1 2", "-7 1"):
        with pytest.raises(PositionError, match=r"position, line \d+: the (seed|chance)"):
            at(game_id, told(game_id) + CHANCE[game_id].format(*wrong.split(" ", 1)))


# Records ----------------------------------------------------------------------------------------------------------------------------


def with_values(match: Match, **changed: object) -> str:
    return json.dumps({**json.loads(record.write(match)), **changed}, indent=0)


def line_of(text: str, key: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(f'"{key}"'))


@games
def test_a_record_says_what_the_state_has(game_id: str) -> None:
    for position in (told(game_id), SILENT[game_id]):
        match = at(game_id, position, players=TOLD[game_id][1], options=TOLD[game_id][2])
        text = record.write(match)
        values = json.loads(text)
        assert (values["players"], values["options"], values["rules"]) == (match.players, match.options, match.game.version)
        again = record.read(text, find_game).replay(mode="python")
        assert again.state.tobytes() == match.state.tobytes() and record.write(again) == text


@with_options
def test_a_record_of_other_options_than_its_position_is_refused_with_the_line(game_id: str) -> None:
    match = at(game_id, told(game_id))
    text = with_values(match, options={**match.options, **OTHER[game_id]})
    with pytest.raises(RecordError, match=rf"record, line {line_of(text, 'options')}: option .* of the position is"):
        record.read(text, find_game).replay(mode="python")


@games
def test_a_record_of_other_players_than_its_position_is_refused_with_the_line(game_id: str) -> None:
    match = at(game_id, told(game_id))
    text = with_values(match, players=match.players - 1, options={})
    with pytest.raises(RecordError, match=rf"record, line {line_of(text, 'players')}: the position is for {match.players} players"):
        record.read(text, find_game).replay(mode="python")


@with_chance
def test_a_record_of_another_seed_than_its_position_is_refused_with_the_line(game_id: str) -> None:
    match = at(game_id, told(game_id) + CHANCE[game_id].format(7, 1))
    text = with_values(match, seed=8)
    with pytest.raises(RecordError, match=rf"record, line {line_of(text, 'seed')}: the chance of the position comes from seed 7"):
        record.read(text, find_game).replay(mode="python")


@games
def test_a_record_of_the_earlier_rules_goes_by_its_text_alone(game_id: str) -> None:
    """Version 1 let a record say other options than its position, which counted: such records replay, and say the truth from then on."""
    match = at(game_id, told(game_id), rules=1, seed=5)
    text = with_values(match, options={})
    again = record.read(text, find_game).replay(mode="python")
    assert again.rules == 1 and again.options == TOLD[game_id][2] and again.state.tobytes() == match.state.tobytes()
    assert json.loads(record.write(again))["options"] == again.options
