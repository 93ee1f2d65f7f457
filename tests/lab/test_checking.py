"""`kronland check` on all cores finds what one finds."""

from __future__ import annotations

import pytest

from kronland.core.errors import UsageError
from kronland.games import find_game
from kronland.lab.checking import check_on_all_cores, together
from kronland.lab.conformance import Report, check_games

pytestmark = pytest.mark.slow


def test_several_processes_check_the_same_games_as_one() -> None:
    alone = check_games(find_game("loewenherz"), 2, seed=5, players=2)
    told: list[int] = []
    shared = check_on_all_cores("loewenherz", 2, seed=5, players=2, progress=told.append, workers=2)
    assert shared == alone and sum(told) == 2 and not shared.violations


def test_reports_are_put_together_in_order() -> None:
    one, two = Report(games=1, violations=["a"]), Report(games=2, violations=["b"])
    one.verbs["card"], two.verbs["card"], two.verbs["done"] = 3, 4, 1
    whole = together([one, two])
    assert (whole.games, whole.violations, dict(whole.verbs)) == (3, ["a", "b"], {"card": 7, "done": 1})


def test_what_cannot_be_is_told_by_every_process() -> None:
    with pytest.raises(UsageError, match="players"):
        check_on_all_cores("loewenherz", 2, players=9, workers=2)
