"""Golden records: whole games kept in the repository must lead where they led (see `kronland.lab.golden`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronland.core.game import Game
from kronland.core.record import Record, load, read, write
from kronland.games import GAMES, find_game
from kronland.lab.golden import choose, features, told

GOLDEN = Path(__file__).parent / "golden"

games = pytest.mark.parametrize("game", [pytest.param(find_game(game_id), id=game_id) for game_id in GAMES])


def golden_files() -> list[Path]:
    return sorted(GOLDEN.rglob("*.json"))


@pytest.mark.parametrize("file", [pytest.param(file, id=f"{file.parent.name}/{file.stem}") for file in golden_files()])
def test_golden_records_replay(file: Path) -> None:
    """The actions of a golden record lead to its final state, by the version of the rules that it was made with."""
    record = load(file, find_game)
    match = record.replay()
    assert match.over and match.rules == record.values["rules"]
    again = read(write(match), find_game)
    assert decisions(again) == decisions(record)
    assert {**again.values, "kronland": 0, "actions": []} == {**record.values, "kronland": 0, "actions": []}


def decisions(record: Record) -> list[tuple[int, int]]:
    """Who did what, by numbers: seats counted from 1 in the first format, and own castles had names of their own."""
    said = [action.split(" ", 1) for action in record.values["actions"]]
    return [(int(seat) - record.first_seat, record.game.space.parse(notation)) for seat, notation in said]


@games
def test_golden_records_show_everything(game: Game) -> None:
    """Every way of ending, every verb and every kind of card that lively games show is in a golden record of today's rules."""
    records = [load(file, find_game) for file in golden_files() if game.id in file.parts]
    assert {record.values["rules"] for record in records} == {game.version, *game.earlier}, "every version that can be played has some"
    shown = set().union(*(features(record.replay()) for record in records if record.values["rules"] == game.version))
    assert {("end", end.name.lower()) for end in game.ends} <= shown
    assert {("verb", verb.name) for verb in game.verbs} <= shown
    for match in choose(game, tried=6, seed=900):
        assert {f for f in features(match) if f[0] != "event"} <= shown


@pytest.mark.parametrize("file", [pytest.param(file, id=f"{file.parent.name}/{file.stem}") for file in sorted(GOLDEN.rglob("*.log"))])
def test_everyone_is_told_what_was_told(file: Path) -> None:
    """Every event of a golden record, in its order, by those who heard it (`python -m kronland.lab.golden logs tests/golden`)."""
    now, kept = told(load(file.with_suffix(".json"), find_game).replay()), file.read_text("utf-8")
    assert now.splitlines() == kept.splitlines()


@games
def test_of_every_game_some_is_kept_in_words(game: Game) -> None:
    assert [file for file in GOLDEN.rglob("*.log") if game.id in file.parts]
