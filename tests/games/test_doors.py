"""What all four rules say at the door: nobody decides out of turn, after the end, or what is no action."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kronland.core.game import SPECTATOR
from kronland.core.kernel import in_mode
from kronland.core.record import load
from kronland.core.refusal import Common
from kronland.games import GAMES, find_game

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("game_id", GAMES)
def test_only_who_decides_may_choose_and_only_what_there_is(game_id: str) -> None:
    record = load(sorted((GOLDEN / game_id).glob("3-players-*.json"))[0], find_game)
    match = record.replay(0, "python")
    game = match.game
    refusal, legal = (in_mode(game.kernels[name], "python") for name in ("refusal", "legal"))
    out = np.zeros(game.space.size, np.int32)
    for number, action in enumerate(record.values["actions"]):
        seat, _, notation = action.partition(" ")
        if number % 7 == 0:
            s, chosen = match.state, game.space.parse(notation)
            for other in range(SPECTATOR, match.players):
                if other not in match.actors:
                    assert legal(s, other, out) == 0
                    assert refusal(s, other, chosen) == Common.NOT_YOUR_DECISION
            listed = out[: legal(s, int(seat) - 1, out)].tolist()
            assert chosen in listed and sorted(set(listed)) == sorted(listed)
            for wrong in (-1, game.space.size, game.space.size + 1000):
                assert refusal(s, int(seat) - 1, wrong) == Common.NO_SUCH_ACTION
            for edge in (0, game.space.size - 1):
                assert refusal(s, int(seat) - 1, edge) != Common.NO_SUCH_ACTION
        match.play(notation, int(seat) - 1)
    assert match.over
    for seat_ in range(SPECTATOR, match.players):
        assert legal(match.state, seat_, out) == 0
        assert refusal(match.state, seat_, 0) == Common.GAME_OVER
