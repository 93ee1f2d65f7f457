"""Visitors see every decision of many games, and can touch none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import kronland
from kronland.core.errors import UsageError
from kronland.core.events import Event
from kronland.games import find_game
from kronland.lab.visiting import Watched

pytestmark = pytest.mark.slow


class Witness(kronland.Visitor):
    def __init__(self) -> None:
        self.begun = self.decisions = 0
        self.lines: list[str] = []
        self.ends: list[list[float]] = []

    def begin(self, match: Watched) -> None:
        assert match.length == 0
        self.begun += 1

    def decided(self, match: Watched, seat: int, action: str, events: Sequence[Event]) -> None:
        assert match.history[-1] == (seat, action)
        self.decisions += 1
        self.lines += map(str, events)

    def over(self, match: Watched) -> None:
        assert match.over
        self.ends.append([entry["points"] for entry in match.results()])


def test_the_same_seeds_show_the_same_games_to_all_visitors() -> None:
    found = []
    for _ in range(2):
        one, other = Witness(), Witness()
        kronland.gather("rheinlaender", one, other, games=2, players=3, seed=5, mode="python")
        assert vars(one) == vars(other) and one.begun == len(one.ends) == 2 and one.decisions > 50 and one.lines
        found.append(vars(one))
    assert found[0] == found[1]


def test_records_are_seen_again() -> None:
    example = find_game("rheinlaender").example
    assert example is not None
    witness = Witness()
    kronland.gather_records([example], witness, mode="python")
    assert witness.begun == 1 and witness.decisions == kronland.load(example).length and witness.ends


def test_a_visitor_cannot_play() -> None:
    class Meddler(kronland.Visitor):
        def begin(self, match: Watched) -> None:
            match.play(match.legal_for(match.actors[0]).actions[0])

    with pytest.raises(UsageError, match="a visitor cannot use 'play'"):
        kronland.gather("koenig", Meddler(), games=1, mode="python")
    with pytest.raises(UsageError, match="2 bots given; expected one for all, or 3"):
        kronland.gather("koenig", games=1, players=3, bots=["page", "page"], mode="python")
    with pytest.raises(UsageError, match="there is no bot 'pawn'"):
        kronland.gather("koenig", games=1, bots="pawn", mode="python")


def test_what_one_visitor_does_to_what_it_is_shown_the_next_one_does_not_see() -> None:
    class Careless(Witness):
        def decided(self, match: Watched, seat: int, action: str, events: Sequence[Event]) -> None:
            super().decided(match, seat, action, events)
            assert isinstance(events, tuple), "a list could be emptied"
            match.options["tricks"] = "none"
            assert match.options == {"tricks": "five"}

    visitors = Careless(), Witness()
    kronland.gather("brianboru", *visitors, games=1, players=3, seed=1, mode="python")
    assert visitors[0].lines == visitors[1].lines


def test_games_can_be_of_an_owners_tiles_and_cards(tmp_path: Path) -> None:
    usual = (Path(kronland.__file__).parent / "games/koenig/components.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(usual.replace("f.v.", "f.f."), "utf-8")
    villages: list[int] = []

    class Land(kronland.Visitor):
        def begin(self, match: Watched) -> None:
            villages.append(sum(field.terrain == "village" for field in match.board.fields.values()))
            raise StopIteration  # the deal is all that is asked for

    for given in ({}, {"components": tmp_path / "mine.toml"}):
        with pytest.raises(StopIteration):
            kronland.gather("koenig", Land(), games=1, players=2, mode="python", **given)
    assert villages == [15, 14]
